import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CliResult, createCli, type RunningBank } from '../../support/clients/cli.ts'

/** The commands for what one does all day (D132). */

const cli = createCli()
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.serve()
  cli.addTpp('acme')
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

const run = (...args: string[]): Promise<CliResult> => cli.run(args, { env: { SANDBANK_URL: bank.url } })
async function done(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(...args)
  expect([args, exitCode, stderr]).toEqual([args, 0, ''])
  return stdout
}
const json = async (...args: string[]) => JSON.parse(await done(...args, '--json'))
const graph = async (query: string, world = 'default') =>
  JSON.parse(await done('graphql', query, '--world', world)).data

let paid = 0
/** A payment that waits: its id, and the link to its SCA. */
async function pay(key: string, world?: string): Promise<{ id: string; link: string }> {
  paid += 1
  const account = (iban: string) => `{ iban: "${iban}", currency: "NOK" }`
  const { made } = await graph(
    `mutation { made: createPayment(input: { key: "${key}", psu: "13039319955", context: PRIVATE, product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, debtorAccount: ${account('NO3515034010010')}, creditorAccount: ${account('NO1815034020016')}
      creditorName: "Ola", instructedAmount: { amount: "${paid}.00", currency: "NOK" } }) { payment { id authorisations { nodes { scaRedirect } } } } }`,
    world,
  )
  return { id: made.payment.id, link: made.payment.authorisations.nodes[0].scaRedirect }
}
const statusOf = async (key: string) => (await graph(`{ payment(id: "${key}") { status } }`)).payment.status

it('D132: clock shows, advances, goes to an instant, freezes and runs on', async () => {
  await done('world', 'create', 'time', '--from', 'EMPTY', '--clock', '2031-03-01T09:00:00Z')
  const at = ['--world', 'time']
  expect(await done('clock', 'freeze', ...at)).toMatch(
    /^The clock shows 2031-03-01T09:00:.*Z and stands still\. Nothing falls due\.\n$/,
  )
  const { now, frozen } = await json('clock', ...at)
  expect([now.slice(0, 16), frozen]).toEqual(['2031-03-01T09:00', true])
  expect((await json('clock', 'show', ...at)).now).toBe(now)
  expect((await json('clock', 'advance', 'P1D', ...at)).now).toBe(now.replace('-01T', '-02T'))
  expect((await json('clock', 'to', '2031-04-01T00:00:00Z', ...at)).now).toBe('2031-04-01T00:00:00.000Z')
  expect((await json('clock', 'freeze', '2031-04-02T00:00:00Z', ...at)).now).toBe('2031-04-02T00:00:00.000Z')
  expect(await done('clock', 'resume', ...at)).toMatch(/^The clock shows 2031-04-02T00:00:.*Z and runs\./)
  expect(await graph('{ clock { now frozen } }', 'time')).toMatchObject({ clock: { frozen: false } })
})

it.each([
  [['clock', 'advance', 'tomorrow'], 1, 'P1D'],
  [['clock', 'to', '2001-01-01T00:00:00Z'], 1, 'backwards'],
  [['clock', 'to', 'noon'], 1, '2026-05-18T09:30:00Z'],
  [['clock', 'to'], 2, "missing required argument 'instant'"],
  [['clock', '--world', 'nowhere'], 1, 'nowhere'],
  [['clock', 'avance', 'P1D'], 2, 'Did you mean clock advance? The commands are show, advance, to, freeze, resume'],
  [['clock', 'advance', 'P1D', '--word', 'green'], 2, 'Did you mean --world?'],
  [['clock', '--world', 'green', 'advance', 'P1D'], 2, 'too many arguments'],
  [['aprove', 'rent'], 2, 'Did you mean approve?'],
  [['scenario', 'sett', 'lose-answer'], 2, 'Did you mean scenario set?'],
  [['scenario', 'set', 'eror; code=X'], 1, 'error'],
  [['scenario', 'set', 'lose-answer', '--times', 'two'], 2, '--times "two" is no number'],
  [['scenario', 'set', 'lose-answer', '--times', '0'], 1, 'times'],
  [['scenario', 'set', 'lose-answer', '--operation', 'createPayments'], 1, 'createPayment'],
  [['scenario', 'clear', 'slow'], 1, 'slow'],
  [['approve'], 2, 'Add --psu NUMBER, or name what to approve'],
  [['approve', 'https://bank.example/payments/1'], 2, 'is no id, no key and no scaRedirect'],
  [['approve', '{sca}'], 2, 'Nothing is saved as sca'],
  [['reject', 'rent', '--psu', '13039319955'], 1, 'rent'],
  [['reject', 'rent'], 1, 'rent'],
  [['approve', '01900000-0000-7000-8000-000000000000', '--psu', '13039319955'], 1, 'There is no authorisation'],
])('D132: %j fails, and says what would be right', async (args, code, expected) => {
  const { exitCode, stdout, stderr } = await run(...args)
  expect([exitCode, stdout]).toEqual([code, ''])
  expect(stderr).toContain(expected)
})

it.each([['clock'], ['approve', 'x'], ['reject', 'x'], ['scenario']])(
  'D132: %j without a server says how to start one',
  async (...args) => {
    const { exitCode, stderr } = await cli.run(args, { env: { SANDBANK_URL: 'http://127.0.0.1:9' } })
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('start it with `npx sandbank start`')])
  },
)

it('D132: approve takes a key, an id, a link, a saved value, or the newest that waits for a PSU', async () => {
  await pay('by-key')
  expect(await done('approve', 'by-key')).toMatch(/^The payment is approved\. The PSU's browser goes to http/)
  const { id } = await pay('by-id')
  await done('approve', id, '--psu', '13039319955')
  await done('approve', (await pay('by-link')).link)
  const { link } = await pay('saved')
  await done('approve', new URL(link).pathname)
  await pay('newest')
  const decided = await json('approve', '--psu', '13039319955')
  expect(decided).toMatchObject({ authorisation: { purpose: 'PAYMENT', status: 'FINALISED' } })
  for (const key of ['by-key', 'by-id', 'by-link', 'saved', 'newest'])
    expect([key, await statusOf(key)]).toEqual([key, 'ACTC'])
})

it('D132: reject rejects, and what was decided is decided', async () => {
  await pay('unwanted')
  expect(await done('reject', 'unwanted')).toMatch(/^The payment is rejected\. /)
  expect(await statusOf('unwanted')).toBe('RJCT')
  for (const args of [
    ['approve', 'unwanted'],
    ['approve', 'unwanted', '--psu', '13039319955'],
  ]) {
    const { exitCode, stderr } = await run(...args)
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/reject/)])
  }
})

it('D132: without a PSU that the TPP has named, approve names the customers', async () => {
  const { exitCode, stdout, stderr } = await run(
    'call',
    'POST',
    '/v1/bank-offered-consents',
    '--save',
    'sca=_links.scaRedirect.id',
  )
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('scaRedirect')])
  expect(stderr).toContain('Saved sca')
  const missing = await run('approve', '{sca}')
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/The TPP has named no PSU for this consent: add --psu NUMBER\. Customers: .*13039319955 \(/),
  ])
  const all = await run('approve', '{sca}', '--psu', '13039319955')
  expect([all.exitCode, all.stderr]).toEqual([1, expect.stringContaining('agreement')])
  expect(await done('approve', '{sca}', '--psu', '13039319955', '--context', 'PRIVATE')).toContain(
    'The consent is approved',
  )
})

it('D132: a link says in which world it is', async () => {
  await done('world', 'create', 'green')
  const { link } = await pay('elsewhere', 'green')
  expect(link).toContain('/worlds/green/sca/')
  await done('reject', link)
  expect(await graph('{ payment(id: "elsewhere") { status } }', 'green')).toEqual({ payment: { status: 'RJCT' } })
})

it('D132: scenario sets one, lists it with what it is for, and clears it', async () => {
  await done('world', 'create', 'odd')
  const at = ['--world', 'odd']
  expect(await done('scenario', ...at)).toBe('ID  SCENARIO  FOR  LEFT  USED\n')
  expect(await done('scenario', 'set', 'delay; ms=1', '--key', 'slow', ...at)).toBe(
    'Set: delay; ms=1. To end the scenario: npx sandbank scenario clear slow\n',
  )
  await done('scenario', 'set', 'error; code=ACCESS_EXCEEDED', '--times', '1', '--tpp', 'acme', ...at)
  const refused = await run('call', 'GET', '/v1/sandbox/customers', ...at)
  expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining('ACCESS_EXCEEDED')])
  const rows = await json('scenario', 'list', ...at)
  expect(rows).toMatchObject([
    { key: 'slow', tpp: null, left: null },
    { scenario: 'error; code=ACCESS_EXCEEDED', tpp: expect.stringMatching(/^NO-/), left: 0, used: 1 },
  ])
  expect(await done('scenario', 'clear', 'slow', ...at)).toMatch(
    /^[0-9a-f-]{36} +delay; ms=1 +every call +no end +\d$/m,
  )
  expect(await json('scenario', 'clear', ...at)).toHaveLength(1)
  expect(await graph('{ scenarios { totalCount } }', 'odd')).toEqual({ scenarios: { totalCount: 0 } })
})
