import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbank, World } from '../../../src/clients/testing/kit.ts'
import { BANK_BY_KEYS } from '../../../src/sandbox/fixtures/documents/bank-by-keys.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { projectWith } from '../../support/clients/copied-test.ts'
import { type RUNNABLE, runExec, runNode, runStory, runVitest } from '../../support/clients/story-runs.ts'
import { installedJest } from '../../support/harness/jest.ts'
import { visitor } from '../pages/visits.ts'

// A tester's hour, written in each form and run by its tool (D104).

const KARI = '13039319955'
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'
let cli: Cli
let served: RunningBank
let bank: Sandbank
let ids: readonly string[] = []
beforeAll(async () => {
  cli = createCli()
  served = await cli.serve()
  bank = await connectSandbank(served.url)
  ids = await liveThrough(bank.world)
})
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

/** A consent with its SCA, a payment that is refused, corrected, approved and booked: the ids of the TPP's calls. */
async function liveThrough(world: World): Promise<readonly string[]> {
  const acme = bank.tpp('acme')
  const refused = await acme.fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' })
  await world.approve(refused, KARI)
  const { accounts } = await (await acme.fetch(world.url('/v1/accounts'), { psu: KARI })).json()
  const payment = (amount: string) => ({
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'Ola "Øl" Nordmann {world}',
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: accounts[0].iban, currency: 'NOK' },
  })
  const pay = (amount: string) =>
    acme.fetch(world.url(PAYMENTS), { psu: KARI, context: 'PRIVATE', json: payment(amount) })
  expect((await pay('12,50')).status).toBe(400)
  const made = await pay('12.50')
  await world.approve(made, KARI)
  await world.clock.advance('P5D')
  const { paymentId } = await made.json()
  const status = await acme.fetch(world.url(`${PAYMENTS}/${paymentId}/status`), { psu: KARI })
  expect(await status.json()).toMatchObject({ transactionStatus: 'ACSC' })
  return (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
}

async function copyStory(form: string, world: World = bank.world, chosen = ids): Promise<string> {
  const { data } = await world.graphql(
    'query ($ids: [ID!]!, $form: StoryForm!) { copyCalls(ids: $ids, form: $form) }',
    {
      ids: chosen,
      form,
    },
  )
  return data.copyCalls
}

describe('D104: a story of a consent, a refusal, a payment, its approval and the clock passes against a new world', () => {
  it('as a test of vitest, in a bank of its own', async () => {
    const project = await projectWith('story.test.ts', await copyStory('VITEST'))
    const { output } = await runVitest(project)
    expect(output).toMatch(/Tests +1 passed/)
  })

  it("as a test of Node's own, against the bank of SANDBANK_URL, where nothing stays", async () => {
    const project = await projectWith('story.test.mjs', await copyStory('NODE_TEST'))
    const { output } = await runNode(['--test', '--test-reporter=tap', 'story.test.mjs'], project, served.url)
    expect(output).toMatch(/# pass 1\n# fail 0/)
    expect(await bank.world.graphql('{ worlds { nodes { name } } }')).toEqual({
      data: { worlds: { nodes: [{ name: 'default' }] } },
    })
  })

  it('as a test of jest', async () => {
    const project = await projectWith('story.test.cjs', await copyStory('JEST'))
    const jest = [await installedJest(), '--rootDir', project, '--testMatch', '**/story.test.cjs']
    const { output } = await runNode(jest, project)
    expect(output).toMatch(/Tests: +1 passed/)
  })

  it('as a test of pytest, which finds sandbank.py by itself', async () => {
    const project = await projectWith('test_story.py', await copyStory('PYTEST'))
    const { output } = await runExec(['pytest-3', '-q', '-p', 'no:cacheprovider', 'test_story.py'], project)
    expect(output).toContain('1 passed')
  })

  it('as a script of curl', async () => {
    const project = await projectWith('story.sh', await copyStory('CURL'))
    const { output, exitCode } = await runExec(['bash', 'story.sh'], project)
    expect([exitCode, output]).toEqual([0, ''])
  })

  it.each([
    ['VITEST', /toBe\(401\)/, 'toBe(402)'],
    ['PYTEST', /== 401/, '== 402'],
    ['CURL', /call 401/, 'call 402'],
  ])('and fails where an answer is another: %s', async (form, found, wanted) => {
    const text = (await copyStory(form)).replace(found, wanted)
    const project = await projectWith({ VITEST: 'story.test.ts', PYTEST: 'test_story.py' }[form] ?? 'story.sh', text)
    const { exitCode, output } =
      form === 'VITEST'
        ? await runVitest(project)
        : await runExec(form === 'PYTEST' ? ['pytest-3', '-q', 'test_story.py'] : ['bash', 'story.sh'], project)
    expect(exitCode).not.toBe(0)
    expect(output).toContain('402')
  })

  it('as an HTTP Archive 1.2, with each call as it was', async () => {
    const { log } = JSON.parse(await copyStory('HAR'))
    expect(log).toMatchObject({ version: '1.2', creator: { name: 'Sandbank' } })
    expect(log.entries.map((entry: { response: { status: number } }) => entry.response.status)).toEqual([
      401, 200, 200, 400, 201, 200, 200, 200,
    ])
    for (const entry of log.entries) {
      expect(Object.keys(entry)).toEqual(expect.arrayContaining(['startedDateTime', 'time', 'cache', 'timings']))
      expect(Object.keys(entry.request)).toEqual(expect.arrayContaining(HAR_SIDE))
      expect(Object.keys(entry.response)).toEqual(expect.arrayContaining([...HAR_SIDE, 'content', 'redirectURL']))
      expect(URL.canParse(entry.request.url)).toBe(true)
    }
  })

  it("as Mermaid's sequence diagram, line by line of its grammar", async () => {
    const [first, ...lines] = (await copyStory('MERMAID')).trimEnd().split('\n')
    expect(first).toBe('sequenceDiagram')
    for (const line of lines)
      expect(line).toMatch(/^ {2}(?:(?:participant|actor) \w+ as [^;:]+|\w+(?:->>|-->>|--x)\w+: [^:]+)$/)
    expect(lines.filter(line => line.includes('--x'))).toEqual([
      '  B--xP1: 401 CONSENT_INVALID',
      '  B--xP1: 400 FORMAT_ERROR',
    ])
  })
})
describe('D104: a story is whole', () => {
  const json = (name: string) => ({
    instructedAmount: { amount: '7.00', currency: 'NOK' },
    creditorName: name,
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
  })
  const psu = { psu: KARI, context: 'PRIVATE' } as const
  const idOf = (answer: Response) => answer.headers.get('sandbank-request') ?? ''

  /** Of all these calls only the status is chosen: a consent by another call, a payment, its basket, an account by another TPP, approvals after it. */
  async function liveOn(world: World) {
    const [acme, other] = [bank.tpp('import'), bank.tpp('class')]
    await other.fetch(world.url('/v1/sandbox/customers'), {
      json: { customerNumber: '70000000001', name: 'Per\u2028Olsen', type: 'PRIVATE' },
    })
    await world.approve(await acme.fetch(world.url('/v1/accounts'), psu), KARI)
    const read = await acme.fetch(world.url('/v1/accounts'), psu)
    const made = await acme.fetch(world.url(PAYMENTS), { ...psu, json: json('a\u2028b {paymentId} $HOME `x` \\') })
    const { paymentId } = await made.clone().json()
    const basket = await acme.fetch(world.url('/v1/signing-baskets'), { ...psu, json: { paymentIds: [paymentId] } })
    await world.graphql('{ class: accounts(first: 1) { nodes { path: id ifs: iban } } }')
    const { basketId } = await basket.clone().json()
    const path = `/v1/signing-baskets/${basketId}`
    const started = await acme.fetch(world.url(`${path}/authorisations`), { ...psu, method: 'POST' })
    const status = await acme.fetch(world.url(`${path}/status`), psu)
    await world.approve(started, KARI)
    await world.clock.advance('P5D')
    expect([read, made, basket, status].map(answer => answer.status)).toEqual([200, 201, 201, 200])
    return { read: idOf(read), status: idOf(status) }
  }
  const chosenOf = new Map<string, Promise<{ world: World; read: string; status: string }>>()
  const lived = (form: string) => {
    const known =
      chosenOf.get(form) ??
      bank.createWorld({ from: 'STANDARD' }).then(async world => ({ world, ...(await liveOn(world)) }))
    chosenOf.set(form, known)
    return known
  }

  it.each(['NODE_TEST', 'PYTEST', 'CURL', 'VITEST', 'JEST'] as const satisfies (keyof typeof RUNNABLE)[])(
    'as %s: with what earlier calls brought about, and what came of it after the last',
    async form => {
      const { world, read, status } = await lived('one')
      const text = await copyStory(form, world, [status, read])
      for (const part of ['signing-baskets', 'norwegian-domestic', 'customers', 'ACSC', 'P5D'])
        expect(text).toContain(part)
      const { exitCode, output } = await runStory(form, text)
      expect(exitCode, `${output}\n${text}`).toBe(0)
    },
  )

  it('and where it cannot be whole, the file and standard error say so', async () => {
    const world = await bank.createWorld({ from: 'STANDARD' })
    for (let time = 0; time < 501; time += 1)
      await world.graphql(
        `mutation { createCustomer(input: { key: "k${time}", name: "Nils", type: PRIVATE }) { customer { key } } }`,
      )
    await bank.tpp('acme').fetch(world.url('/v1/accounts'), psu)
    for (const form of ['node-test', 'pytest', 'curl', 'mermaid', 'har']) {
      const { stdout, stderr } = await cli.run(['log', '--as', form, '--world', world.name, '--base', served.url])
      expect(stderr, form).toMatch(/^Before the first call, operator and PSUs changed this world 501 times/)
      expect(stdout, form).toContain('operator and PSUs changed this world 501 times')
    }
  })
})

describe('D104: a story of what is odd passes against a new world of the same source', () => {
  let world: World
  let odd: readonly string[] = []
  beforeAll(async () => {
    const fixture = {
      clock: { now: '2026-03-02T09:00:00Z', frozen: true },
      customers: [
        {
          key: 'kari',
          customerNumber: KARI,
          name: 'Kari',
          type: 'PRIVATE',
          accounts: [{ key: 'daily', ...ACCOUNT }],
        },
      ],
    } as const
    world = await bank.createWorld({ fixture })
    odd = await actOddly(world)
  })

  /** What the kits and the bank have other ways for: pages, scenarios, forged proofs, repeated ids, a second TPP, things that the operator adds. */
  async function actOddly({ url, ...own }: World): Promise<readonly string[]> {
    const [acme, other] = [bank.tpp('acme'), bank.tpp('reader', { roles: ['AI'] })]
    const body = (to: string, amount = '5.00') => ({
      instructedAmount: { amount, currency: 'NOK' },
      creditorName: 'Per',
      creditorAccount: { iban: to, currency: 'NOK' },
      debtorAccount: { iban: from, currency: 'NOK' },
    })
    const { data } = await own.graphql('{ accounts { nodes { iban } } }')
    const from = data.accounts.nodes[0].iban
    const pay = (more: object) =>
      acme.fetch(url(PAYMENTS), { psu: 'kari', context: 'PRIVATE', json: body('NO1815034020016'), ...more })
    const status = async (answer: Promise<Response>) => (await answer).status
    expect(
      await status(other.fetch(url(PAYMENTS), { psu: 'kari', context: 'PRIVATE', json: body('NO1815034020016') })),
    ).toBe(403)
    // The operator adds an account, whose number the TPP pays to.
    const added = await own.graphql(
      'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }',
      { input: { key: 'savings', customerNumber: KARI, ...ACCOUNT } },
    )
    const { data: read } = await own.graphql('query ($id: ID!) { account(by: { id: $id }) { iban } }', {
      id: added.data.createAccount.account.id,
    })
    const made = await pay({ json: body(read.account.iban), headers: { 'X-Request-ID': 'twice' } })
    expect(made.status).toBe(201)
    expect(await status(pay({ json: body(read.account.iban), headers: { 'X-Request-ID': 'twice' } }))).toBe(201)
    expect(await status(pay({ headers: { 'TPP-Redirect-URI': null } }))).toBe(400)
    expect(await status(pay({ headers: { Signature: null } }))).toBe(401)
    expect(await status(acme.fetch(url('/v1/nowhere')))).toBe(404)
    expect(await status(pay({ scenario: 'error; code=ACCESS_EXCEEDED' }))).toBe(429)
    await own.setScenario('error; code=ACCESS_EXCEEDED', { times: 1 })
    expect(await status(pay({}))).toBe(429)
    await expect(pay({ scenario: 'lose-answer' })).rejects.toThrow()
    // As people do: on the page of the SCA, and with the clock of the console.
    const { _links, paymentId } = await made.json()
    const sca = visitor(served, _links.scaRedirect.href)
    await sca.open()
    expect((await sca.submit({ customerNumber: KARI, context: 'PRIVATE', action: 'approve' })).status).toBe(303)
    const console = visitor(served, `/worlds/${own.name}/console/do/advanceClock`)
    await console.open()
    expect((await console.submit({ by: 'P3D' })).status).toBe(303)
    const after = await acme.fetch(url(`${PAYMENTS}/${paymentId}/status`), { psu: 'kari' })
    expect(await after.json()).toMatchObject({ transactionStatus: 'ACSC' })
    return (await own.calls({ by: ['TPP'] })).map(({ id }) => id)
  }

  it('as a test of vitest', async () => {
    const text = await copyStory('VITEST', world, odd)
    // What was done with a page is in it, too.
    expect(text).toMatch(/world\.approve\(answer5[\s\S]*world\.clock\.advance\('P3D'\)/)
    const project = await projectWith('story.test.ts', text)
    const { output } = await runVitest(project)
    expect(output, text).toMatch(/Tests +1 passed/)
  })

  it('as a test of pytest', async () => {
    const text = await copyStory('PYTEST', world, odd)
    const { output } = await runExec(['pytest-3', '-q', 'test_story.py'], await projectWith('test_story.py', text))
    expect(output, text).toContain('1 passed')
  })

  it('as a script of curl, of one TPP with both roles', async () => {
    await expect(copyStory('CURL', world, odd)).rejects.toThrow('These calls are of 2 TPPs')
    const text = await copyStory('CURL', world, odd.slice(1))
    const { output, exitCode } = await runExec(['bash', 'story.sh'], await projectWith('story.sh', text))
    expect([exitCode, output], text).toEqual([0, ''])
  })
})

it('D104: a story of one TPP says nothing of what operator and PSU did with the things of another', async () => {
  const world = await bank.createWorld({ from: 'STANDARD' })
  const pay = async (name: string) => {
    const json = {
      instructedAmount: { amount: '5.00', currency: 'NOK' },
      creditorName: 'Ola',
      creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
      debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
    }
    const made = await bank.tpp(name).fetch(world.url(PAYMENTS), { psu: KARI, context: 'PRIVATE', json })
    return { made, id: made.headers.get('sandbank-request') ?? '' }
  }
  const first = await pay('acme')
  const other = await pay('other')
  await world.approve(other.made, KARI)
  await world.approve(first.made, KARI)
  const last = await pay('acme')
  const text = await copyStory('VITEST', world, [first.id, last.id])
  expect(text.match(/approve\(/g)).toHaveLength(1)
  expect(text).not.toContain('completeAuthorisation')
  expect(await copyStory('VITEST', world, [first.id, other.id, last.id])).toMatch(
    /world\.approve\(answer2[\s\S]*world\.approve\(answer1/,
  )
})

it('D104: a story of two TPPs of one name gives the second another name, in each form, and passes', async () => {
  const world = await bank.createWorld({ from: 'EMPTY' })
  const another = await connectSandbank(served.url)
  for (const from of [bank, another]) await from.tpp('twin').fetch(world.url('/v1/sandbox/customers'))
  await another.close()
  const ids = (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
  const { output } = await runVitest(await projectWith('story.test.ts', await copyStory('VITEST', world, ids)))
  expect(output).toMatch(/Tests +1 passed/)
  expect(await copyStory('PYTEST', world, ids)).toMatch(/bank\.tpp\("twin", [\s\S]*bank\.tpp\("twin-2", /)
  expect(await copyStory('MERMAID', world, ids)).toMatch(/as twin\n[\s\S]*as twin-2\n/)
})

it('D104: a story goes back as Undo of the console did, and passes', async () => {
  const world = await bank.createWorld({ from: 'STANDARD' })
  const acme = bank.tpp('acme')
  const status = async (id: string) => {
    const answer = await acme.fetch(world.url(`${PAYMENTS}/${id}/status`), { psu: KARI })
    return (await answer.json()).transactionStatus
  }
  const press = async (path: string, fields: Readonly<Record<string, string>>) => {
    const page = visitor(served, `/worlds/${world.name}/`)
    await page.open()
    const button = visitor(served, `/worlds/${world.name}/console/${path}`, { Cookie: page.cookie ?? '' })
    expect((await button.submit({ token: page.token ?? '', ...fields })).status).toBe(303)
  }
  const json = {
    instructedAmount: { amount: '5.00', currency: 'NOK' },
    creditorName: 'Ola',
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
  }
  const made = await acme.fetch(world.url(PAYMENTS), { psu: KARI, context: 'PRIVATE', json })
  const { paymentId, _links } = await made.json()
  const id = _links.scaRedirect.href.split('/').at(-1)
  await press('do/completeAuthorisation', { id, psu: KARI, outcome: 'APPROVED' })
  await press('do/advanceClock', { by: 'P5D' })
  expect(await status(paymentId)).toBe('ACSC')
  await press('back', {})
  expect(await status(paymentId)).toBe('ACTC')
  await press('back', {})
  expect(await status(paymentId)).toBe('RCVD')
  const ids = (await world.calls({ by: ['TPP'] })).map(call => call.id)
  const { output } = await runVitest(await projectWith('story.test.ts', await copyStory('VITEST', world, ids)))
  expect(output).toMatch(/Tests +1 passed/)
  expect(await copyStory('MERMAID', world, ids)).toMatch(
    /: completeAuthorisation[\s\S]*: advanceClock[\s\S]*: restoreSnapshot/,
  )
})

it('D104: a snapshot that a tester named as Undo names its own is restored as any other', async () => {
  const world = await bank.createWorld({ from: 'STANDARD' })
  const name = 'back-20300101120000000-advance-clock'
  const read = () => bank.tpp('acme').fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' })
  await read()
  await world.graphql('mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
  await world.graphql(`mutation { takeSnapshot(name: "${name}") { snapshot { name } } }`)
  await world.graphql('mutation { advanceClock(input: { by: "P5D" }) { clock { now } } }')
  await world.graphql(`mutation { restoreSnapshot(name: "${name}") { world { name } } }`)
  await read()
  const ids = (await world.calls({ by: ['TPP'] })).map(call => call.id)
  const text = await copyStory('NODE_TEST', world, ids)
  expect(text.match(/takeSnapshot\(/g), text).toHaveLength(1)
  const { output } = await runNode(['--test', 'story.test.mjs'], await projectWith('story.test.mjs', text))
  expect(output, text).toMatch(/pass 1/)
})

describe('D104: a story of a world that was set up before its first call has the set-up, and passes', () => {
  let world: World
  let own: readonly string[] = []
  beforeAll(async () => {
    world = await bank.createWorld({ from: 'EMPTY' })
    // What was before a reset is not part of it.
    await world.graphql(
      'mutation { createCustomer(input: { key: "gone", name: "Gone", type: PRIVATE }) { customer { key } } }',
    )
    await world.reset()
    await world.graphql(BANK_BY_KEYS)
    const { data } = await world.graphql('{ accounts { nodes { key iban } } }')
    const ibans = new Map(data.accounts.nodes.map((one: { key: string; iban: string }) => [one.key, one.iban]))
    // The thing of a call that is not in the story, found by a list, and the clock.
    const acme = bank.tpp('acme')
    const pay = () =>
      acme.fetch(world.url(PAYMENTS), {
        psu: 'ingrid',
        context: 'PRIVATE',
        json: {
          instructedAmount: { amount: '5.00', currency: 'NOK' },
          creditorName: 'Havn',
          creditorAccount: { iban: ibans.get('running'), currency: 'NOK' },
          debtorAccount: { iban: ibans.get('daily'), currency: 'NOK' },
        },
      })
    const other = await pay()
    await world.graphql('{ payments { nodes { id } } }')
    await world.approve(other, 'ingrid')
    await world.clock.advance('P5D')
    const made = await pay()
    await world.approve(made, 'ingrid')
    const { paymentId } = await made.json()
    await acme.fetch(world.url(`${PAYMENTS}/${paymentId}/status`), { psu: 'ingrid' })
    // Refused for a header that is there and empty.
    await acme.fetch(world.url('/v1/accounts'), { psu: 'ingrid', headers: { 'TPP-Session-ID': '' } })
    own = (await world.calls({ by: ['TPP'] }))
      .map(({ id }) => id)
      .sort()
      .slice(1)
  })

  it.each([
    ['VITEST', 'story.test.ts'],
    ['NODE_TEST', 'story.test.mjs'],
    ['JEST', 'story.test.cjs'],
    ['PYTEST', 'test_story.py'],
    ['CURL', 'story.sh'],
  ])('as %s', async (form, file) => {
    const text = await copyStory(form, world, own)
    expect(text).toContain('WholeBank')
    expect(text).not.toContain('Gone')
    // Two of the document, and that of the payment in the story: not that of the one before it.
    expect(text.match(/completeAuthorisation\(|\.approve\(/g)).toHaveLength(3)
    const project = await projectWith(file, text)
    const runs: Readonly<Record<string, () => ReturnType<typeof runNode>>> = {
      VITEST: () => runVitest(project),
      NODE_TEST: () => runNode(['--test', file], project),
      JEST: async () => runNode([await installedJest(), '--rootDir', project, '--testMatch', `**/${file}`], project),
      PYTEST: () => runExec(['pytest-3', '-q', '-p', 'no:cacheprovider', file], project),
      CURL: () => runExec(['bash', file], project),
    }
    const { exitCode, output } = (await runs[form]?.()) ?? { exitCode: 1, output: form }
    expect(exitCode, `${output}\n${text}`).toBe(0)
  })

  it('from the command line, with a fixture', async () => {
    cli.addTpp('acme')
    const place = ['--world', 'before', '--base', served.url]
    await cli.run(['world', 'create', 'before', '--from', 'EMPTY', '--base', served.url])
    expect((await cli.run(['fixture', 'apply', 'consents', ...place])).exitCode).toBe(0)
    await bank.tpp('acme').fetch(`${served.url}/worlds/before/v1/accounts`, { psu: 'solveig', context: 'PRIVATE' })
    const { stdout } = await cli.run(['log', '--as', 'vitest', ...place])
    const { output } = await runVitest(await projectWith('story.test.ts', stdout))
    expect(output, stdout).toMatch(/Tests +1 passed/)
  })

  it.each(['copy', 'snapshot'])('in a world made from a %s', async kind => {
    const from = await bank.createWorld({ from: 'STANDARD' })
    const world = await bank.createWorld(
      kind === 'copy' ? { copyOf: from.name } : { snapshot: await from.snapshot('start') },
    )
    await world.graphql(
      'mutation { createCustomer(input: { key: "nils", name: "Nils", type: PRIVATE }) { customer { key } } }',
    )
    await bank.tpp('acme').fetch(world.url('/v1/accounts'), { psu: 'nils', context: 'PRIVATE' })
    const ids = (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
    const text = await copyStory('NODE_TEST', world, ids)
    expect(text).toContain('createCustomer')
    const { output } = await runNode(
      ['--test', 'story.test.mjs'],
      await projectWith('story.test.mjs', text),
      served.url,
    )
    expect(output, text).toMatch(/pass 1/)
  })

  it('after Undo in the console, which makes the world begin anew', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    await world.graphql(
      'mutation { createCustomer(input: { key: "nils", name: "Nils", type: PRIVATE }) { customer { key } } }',
    )
    const page = visitor(served, `/worlds/${world.name}/`)
    await page.open()
    for (const [path, fields] of [
      ['do/advanceClock', { by: 'P5D' }],
      ['back', {}],
    ] as const) {
      const button = visitor(served, `/worlds/${world.name}/console/${path}`, { Cookie: page.cookie ?? '' })
      expect((await button.submit({ token: page.token ?? '', ...fields })).status).toBe(303)
    }
    await bank.tpp('acme').fetch(world.url('/v1/accounts'), { psu: 'nils', context: 'PRIVATE' })
    const ids = (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
    const text = await copyStory('NODE_TEST', world, ids)
    expect(text).toContain('createCustomer')
    const { output } = await runNode(['--test', 'story.test.mjs'], await projectWith('story.test.mjs', text))
    expect(output, text).toMatch(/pass 1/)
  })

  it.each([
    [
      'a body that the journal has cut off',
      1,
      70_000,
      /^\/\/ createCustomer before the first call had a body of 7\d{4} bytes/,
    ],
    [
      'more than a story may have',
      501,
      0,
      /^\/\/ Before the first call, operator and PSUs changed this world 501 times/,
    ],
  ])('and says so in its head when it cannot: %s', async (_, times, spaces, note) => {
    const world = await bank.createWorld({ from: 'STANDARD' })
    for (let time = 0; time < times; time += 1)
      await world.graphql(
        `mutation { createCustomer(input: { key: "k${time}", name: "Nils", type: PRIVATE }) { customer { key } } }${' '.repeat(spaces)}`,
      )
    await bank.tpp('acme').fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' })
    const ids = (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
    const text = await copyStory('NODE_TEST', world, ids)
    expect(text).toMatch(note)
    const { output } = await runNode(['--test', 'story.test.mjs'], await projectWith('story.test.mjs', text))
    expect(output, text).toMatch(/pass 1/)
  })
})

it('D104: a story counts only what it writes out, and the command names its own option', async () => {
  const place = ['--base', served.url]
  const ask = () => bank.tpp('solo').fetch(bank.world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' })
  await ask()
  // Worlds made in between are not in the story.
  const made = await bank.createWorld({ fixture: largeFixture() })
  await ask()
  await made.close()
  const { stdout, stderr } = await cli.run(['log', '--as', 'node-test', '--last', '2', ...place])
  expect(stderr).toBe('')
  const { output } = await runNode(['--test', 'story.test.mjs'], await projectWith('story.test.mjs', stdout))
  expect(output, stdout).toMatch(/pass 1/)
  await bank.world.graphql('mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }', {
    fixture: largeFixture(),
  })
  await ask()
  const refused = await cli.run(['log', '--as', 'node-test', '--last', '2', ...place])
  expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/^--last 2: /)
})

/** A document of 600 KB. */
function largeFixture() {
  const customers = Array.from({ length: 400 }, (_, place) => ({
    key: `large-${place}`,
    name: 'N'.repeat(70),
    type: 'PRIVATE' as const,
    accounts: Array.from({ length: 4 }, (_, one) => ({ key: `large-${place}-${one}`, ...ACCOUNT })),
  }))
  return { customers }
}

it.each([
  ['FORMAT_ERROR', []],
  ['RESOURCE_UNKNOWN', ['01900000-0000-7000-8000-000000000000']],
])('D104: refuses a story of no call or of one that there is not: %s', async (code, none) => {
  await expect(copyStory('VITEST', bank.world, none)).rejects.toMatchObject({
    code,
    path: code === 'FORMAT_ERROR' ? 'ids' : 'id',
  })
})

const ACCOUNT = {
  accountName: 'Brukskonto',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  currency: 'NOK',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 900, currency: 'NOK' } }],
} as const
const HAR_SIDE = ['httpVersion', 'cookies', 'headers', 'headersSize', 'bodySize']
