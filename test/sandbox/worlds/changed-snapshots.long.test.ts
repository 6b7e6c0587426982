import { afterAll, describe, expect, it } from 'vitest'
import { command } from '../../../src/bank/resolvers/command.ts'
import { writeLine } from '../../../src/platform/store/world-lines.ts'
import { WORLD_TABLES } from '../../../src/platform/store/world-tables.ts'
import { FIXTURES } from '../../../src/sandbox/fixtures/documents/list.ts'
import { faultInRow } from '../../../src/sandbox/worlds/snapshots/row-rules.ts'
import { PATHS } from '../../support/builders/builders.ts'
import { addConsented, unattended } from '../../support/builders/consented.ts'
import { putDocument } from '../../support/builders/documents.ts'
import { addPayer, NDCT, paymentBody, register, startSca } from '../../support/builders/payments.ts'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { WHOLE_FIXTURE } from '../../support/builders/whole-fixture.ts'
import { readingOf } from '../../support/builders/whole-graph.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { operatorOf } from '../../support/clients/clock.ts'
import { getSnapshot, linesIn, putSnapshot, wholeFile } from '../../support/clients/snapshot-files.ts'

const bank = await startBank()
// With their stacks: what goes wrong behind an answer is seen nowhere else.
afterAll(() => expect(bank.faults.map(fault => (fault instanceof Error ? fault.stack : fault))).toEqual([]))

const filesOf = ({ base }: World) => ({ url: bank.url, base })

/** What somebody may write into a file by hand, each in place of each value. */
const ODD = [
  ...[null, -1, 0, 1, 2_147_483_647, 9_007_199_254_740_991, 9e18],
  ...['', ' ', '\0', 'x', '\ud800', 'x'.repeat(20_000), '2026-02-30', '9999-12-31', '{}', '[{"x":null}]'],
  ...['0001-01-01T00:00:00.000+00:00', '9999-12-31T23:59:59.999+00:00', '../../x?y#z'],
]

async function snapshotOf(world: World): Promise<string> {
  await ask(world, 'mutation { takeSnapshot(name: "kept") { snapshot { name } } }')
  return (await getSnapshot(filesOf(world), 'kept')).text
}

const world = await bank.world()
await ask(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { __typename } }', {
  fixture: WHOLE_FIXTURE,
})
// Documents that share no world have the same key for a basket each.
const apart = (document: object) => JSON.parse(JSON.stringify(document).replaceAll('"basket"', '"another"'))
for (const { name, document } of FIXTURES)
  if (['approvals', 'consents', 'payments'].includes(name)) await putDocument(bank, world, apart(document))
const { account, headers } = await addConsented(bank, { world })
await world.call('GET', `/v1/accounts/${account.id}/balances`, { headers: unattended(headers) })
const { psu, debtor, creditor } = await addPayer(bank, { world })
const order = await register(psu, NDCT, paymentBody(debtor, creditor))
await startSca(psu, order.path)
await world.call('PUT', contactPath(tppIdOf(bank, bank.tpp)), { body: { emails: ['a@tpp.example'] } })
await ask(
  world,
  'mutation { setScenario(input: { scenario: "error; code=ACCESS_EXCEEDED", times: 3 }) { scenario { id } } }',
)
// The plans that wait have a run each.
await ask(world, 'mutation { advanceClock(input: { by: "P40D" }) { clock { now } } }')
const [head = '', ...lines] = linesIn(await snapshotOf(world))
const COLUMNS = new Map<string, string[]>(WORLD_TABLES.map(({ table, columns }) => [table, columns]))

/** Rows like a row, under keys of their own and newer, so that each of its values can be changed alone. */
function copiesOf(table: string, row: readonly unknown[]): unknown[][] {
  const key = ['id', 'requestId', 'tppId'].map(name => COLUMNS.get(table)?.indexOf(name) ?? -1).find(at => at >= 0)
  return key === undefined
    ? []
    : row.map((_, place) => row.with(key, `ffffffff-ffff-7fff-8fff-${String(place).padStart(12, '0')}`))
}

/** A transfer for each payment of these lines that has none: without it the file is refused. */
function transfersFor(taken: readonly string[]): string[] {
  const columns = COLUMNS.get('PaymentEntry') ?? []
  const [id, paymentId] = ['id', 'paymentId'].map(name => columns.indexOf(name))
  const rowsOf = (table: string, of: readonly string[]): unknown[][] =>
    of.map(text => JSON.parse(text)).flatMap(line => (line.table === table ? line.rows : []))
  const [row = []] = rowsOf('PaymentEntry', lines)
  const paid = new Set(rowsOf('PaymentEntry', taken).map(one => one[paymentId ?? -1]))
  const ids = rowsOf('Payment', taken).map(one => one[COLUMNS.get('Payment')?.indexOf('id') ?? -1])
  const bare = ids.filter(one => !paid.has(one))
  return bare.map((payment, place) => {
    const own = row.with(id ?? -1, `eeeeeeee-eeee-7eee-8eee-${String(place).padStart(12, '0')}`)
    return JSON.stringify({ table: 'PaymentEntry', rows: [own.with(paymentId ?? -1, payment)] })
  })
}

const LISTS = ['customers', 'agreements', 'accounts', 'cardAccounts', 'payments', 'signingBaskets', 'consents']
const MORE_LISTS = ['authorisations', 'scenarios', 'accessCounts']

/** Reads all that a world shows: GraphQL's lists, the sandbox's, and each page that the console links to. */
async function readAll(other: World): Promise<void> {
  for (const list of [...LISTS, ...MORE_LISTS])
    for (const third of [0, 1, 2] as const) {
      const { text } = await other.graphql(`{ ${readingOf(list, third, {})} }`)
      expect(text, list).not.toContain('SYSTEM_ERROR')
    }
  const { text } = await other.graphql('{ fixture audit { findings { text } } clock { now } world { name } }')
  expect(text).not.toMatch(/SYSTEM_ERROR|Cannot query/)
  for (const path of [PATHS.customers, PATHS.agreements, PATHS.accounts, PATHS.cardAccounts])
    expect((await other.call('GET', path)).status, path).toBeLessThan(500)
  const home = await fetch(`${bank.url}${other.base}/`, { headers: { Accept: 'text/html' } })
  const links = [...(await home.text()).matchAll(/href="(\/worlds\/[^"#]+)"/g)].map(([, link = '']) => link)
  for (const link of ['/', ...new Set(links)].slice(0, 40))
    expect((await fetch(bank.url + link.replaceAll('&amp;', '&'))).status, link).toBeLessThan(500)
}

it('The changed world has a row in each table', () => {
  const tables = new Set(lines.map((text): string => JSON.parse(text).table))
  expect(WORLD_TABLES.map(({ table }) => table).filter(table => !tables.has(table))).toEqual([])
})

it('What the bank has written itself is taken, of every fixture of the product', async () => {
  expect((await putSnapshot(filesOf(world), 'again', wholeFile([head, ...lines]))).status).toBe(201)
  for (const { name, document } of FIXTURES) {
    const other = await bank.world()
    await putDocument(bank, other, document)
    const text = await snapshotOf(other)
    expect(linesIn(text).length, name).toBeGreaterThan(2)
    expect([name, (await putSnapshot(filesOf(other), 'again', text)).status]).toEqual([name, 201])
  }
})

describe('A snapshot that was changed by hand (D86)', () => {
  it.each(ODD.map(odd => [JSON.stringify(odd).slice(0, 40), odd] as const))(
    '%s in place of any value is refused, or a world that can be read',
    async (_, odd) => {
      const other = await bank.world()
      const taken: string[] = []
      // As PUT does for each line of a file, without a file for each.
      const { id } = await bank.store.transaction(db =>
        db.world.create({ data: { id: `~odd${ODD.indexOf(odd)}`, createdAt: new Date(), clockOffsetMs: 0n } }),
      )
      const add = async (table: string, rows: readonly unknown[]) => {
        const line = JSON.stringify({ table, rows })
        const fault: unknown = await bank.store
          .transaction(db => writeLine(db, id, line, faultInRow), { worlds: [id] })
          .then(() => undefined)
          .catch(error => error)
        if (fault === undefined) taken.push(line)
        else expect(fault).toMatchObject({ code: 'FORMAT_ERROR' })
        return fault === undefined
      }
      let [tried, values] = [0, 0]
      for (const text of lines) {
        const { table, rows }: { table: string; rows: unknown[][] } = JSON.parse(text)
        const width = rows[0]?.length ?? 0
        values += width
        rows.push(...copiesOf(table, rows.at(-1) ?? []))
        // Another column first for each value, so that all come to a row of their own.
        for (let turn = 0; turn < width; turn += 1) {
          const column = (turn + ODD.indexOf(odd)) % width
          const [row] = rows
          if (row === undefined) break
          tried += 1
          if (await add(table, [row.with(column, odd)])) rows.shift()
        }
        if (rows.length > 0) await add(table, rows)
      }
      expect(tried).toBe(values)
      taken.push(...transfersFor(taken))
      expect((await putSnapshot(filesOf(other), 'kept', wholeFile([head, ...taken]))).status).toBe(201)
      await ask(other, 'mutation { restoreSnapshot(name: "kept") { world { name } } }')
      await readAll(other)
    },
  )

  it('is refused where its rows hold what only some commands would take, at its place', async () => {
    for (const [table, change] of [
      ['Customer', (text: string) => text.replace('Tora', 'To\\u0000ra')],
      ['Account', (text: string) => text.replace('"NOK"', '"NO\\u0000"')],
      ['Account', (text: string) => text.replace('"NOK"', '"XXX"')],
      ['Transaction', (text: string) => text.replace(/"\d{4}-\d\d-\d\d"/, '"2026-02-30"')],
      ['Payment', (text: string) => text.replaceAll('-credit-transfers"', '-transfers"')],
      ['Scenario', (text: string) => text.replace('ACCESS_EXCEEDED', 'ACCESS')],
    ] as const) {
      const line = lines.find(one => one.startsWith(`{"table":"${table}"`)) ?? ''
      const changed = change(line)
      expect(changed, table).not.toBe(line)
      const file = wholeFile([head, ...lines.map(one => (one === line ? changed : one))])
      const { status, body } = await putSnapshot(filesOf(world), 'changed', file)
      expect([status, body.tppMessages[0]]).toMatchObject([
        400,
        { code: 'FORMAT_ERROR', text: expect.stringContaining(`${table}[`) },
      ])
    }
  })

  it('is refused where a payment has no transfer, which no door could show', async () => {
    const without = lines.filter(text => !text.startsWith('{"table":"PaymentEntry"'))
    const { status, text } = await putSnapshot(filesOf(world), 'changed', wholeFile([head, ...without]))
    expect([status, text]).toEqual([400, expect.stringMatching(/the payment \S+ has no transfer/)])
  })

  it.each([
    ['clockOffsetMs', 8.64e15],
    ['clockOffsetMs', -8.64e15],
    ['clockOffsetMs', 9_007_199_254_740_991],
    ['keptAt', '9999-12-31T23:59:59.999Z'],
    ['keptAt', '1899-12-31T23:59:59.999Z'],
    ['takenAt', '0001-01-01T00:00:00.000Z'],
    ['frozenAt', '2201-01-01T00:00:00.000Z'],
  ])('has a clock between the years 1900 and 2200 (D74): not %s %s', async (name, value) => {
    const changed = JSON.stringify({ ...JSON.parse(head), [name]: value })
    const { status, body } = await putSnapshot(filesOf(world), 'changed', wholeFile([changed, ...lines]))
    expect([status, body.tppMessages[0]]).toMatchObject([400, { code: 'FORMAT_ERROR', path: name }])
    expect(body.tppMessages[0].text).toMatch(/years 1900 (?:and|to) 2200/)
  })

  it('does not keep the list of worlds from anybody where its clock is beyond, in a store of an older version', async () => {
    const other = await bank.world()
    const clockOffsetMs = 8_640_000_000_000_000n
    await command(await operatorOf(bank, other), tx =>
      tx.db.world.update({ where: { id: tx.world.id }, data: { clockOffsetMs } }),
    )
    const { body, text } = await world.graphql('{ worlds(first: 100) { nodes { name now } } }')
    expect(body?.errors, text).toBeUndefined()
    expect((await fetch(`${bank.url}/worlds`)).status).toBeLessThan(500)
    await readAll(other)
  })
})
