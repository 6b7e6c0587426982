import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Sandbank, ShownLine, TppRequest } from '../../../src/clients/testing/kit.ts'
import { connectSandbank, SandbankError, startSandbank } from '../../../src/testing.ts'
import { writtenFixture } from '../../support/builders/large-fixture.ts'
import { createCli } from '../../support/clients/cli.ts'
import { NO_RELATIVE_DAYS, RELATIVE_DAYS } from '../../support/hostile/hostile-values.ts'

/** As every error of the kit begins: with its method (D90). */
const BEGINS =
  /(?:^|SandbankError: )(?:(?:connect|start)Sandbank|bank\.(?:tpp|createWorld|openWorld)|tpp\.fetch|world\.(?:clock\.)?\w+)[:( ]/

const KARI = '13039319955'
const CUSTOMER = '{ "customerNumber": "01010112349", "name": "Bjørn", "type": "PRIVATE" }'
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'
const PAYMENT = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
  debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
}

const TOKEN = 'a-token-of-this-test'
const cli = createCli()
const server = await cli.serve(TOKEN)
const banks: readonly [string, Sandbank][] = [
  ['in this process', await startSandbank()],
  ['that is served elsewhere', await connectSandbank(server.url, { token: TOKEN })],
]
afterAll(async () => {
  for (const [, bank] of banks) await bank.close()
  await server.stop()
  cli.remove()
})

describe.each(banks)('With a bank %s, a test', (_, bank) => {
  const tpp = bank.tpp('acme')

  it('joins base URL and link, and takes a link that is an address (D1, D19)', async () => {
    const world = await bank.createWorld()
    const refused = await (await tpp.fetch(world.url('/v1/accounts'), { context: 'PRIVATE' })).json()
    const page: string = refused._links.scaRedirect.href
    expect([page.startsWith(`${world.baseUrl}/sca/`), world.url(page)]).toEqual([true, page])
    const [customer] = await (await tpp.fetch(world.url('/v1/sandbox/customers'))).json()
    const link: string = customer._links.self.href
    for (const address of [link, world.url(link), `${world.baseUrl}${link}`]) {
      const answer = await tpp.fetch(address)
      expect([answer.status, (await answer.json()).customerId]).toEqual([200, customer.customerId])
    }
    await world.approve(refused, KARI)
    // The PSU is not there: an address that is joined gets no other headers than its path.
    expect((await tpp.fetch(`${world.baseUrl}/worlds/${world.name}/v1/accounts`, { psu: KARI })).status).toBe(200)
    const [read] = await world.calls({ operation: 'consentedAccounts', status: 200 })
    expect(JSON.stringify(read).toLowerCase()).not.toContain('psu-ip-address')
  })

  it('says which world an address without a world calls, once it has other worlds', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const said = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => said.mockRestore())
    const customers = await (await tpp.fetch('/v1/sandbox/customers')).json()
    expect(customers.length).toBeGreaterThan(0)
    await tpp.fetch('/v1/sandbox/customers')
    await tpp.fetch(bank.world.url('/v1/sandbox/customers'))
    await tpp.fetch(`/worlds/${world.name}/v1/sandbox/customers`)
    expect(said.mock.calls).toEqual([
      [
        'tpp.fetch("/v1/sandbox/customers") calls the world default, since this address names no world: world.url("/v1/sandbox/customers") is in a world, bank.world.url("/v1/sandbox/customers") in the world default.',
        'SandbankWarning',
      ],
    ])
  })

  it('grants a consent and reads accounts in four lines', async () => {
    const world = await bank.createWorld()
    const offered = await tpp.fetch(world.url('/v1/bank-offered-consents'), { method: 'POST', context: 'PRIVATE' })
    const { psuId, sessionId } = await world.approve(offered, KARI)
    const answer = await tpp.fetch(world.url('/v1/accounts'), { psu: KARI })
    expect(answer.status).toBe(200)
    const { accounts } = await answer.json()
    expect(accounts).toHaveLength(2)
    const byId = await tpp.fetch(world.url('/v1/accounts'), { psu: psuId })
    expect(await byId.json()).toEqual({ accounts })
    const bySession = await tpp.fetch(world.url('/v1/accounts'), { headers: { 'TPP-Session-ID': sessionId } })
    expect(await bySession.json()).toEqual({ accounts })
  })

  it('finds its own calls in the journal, and those that the kit makes for it only when it asks for them', async () => {
    const world = await bank.createWorld()
    const offered = await tpp.fetch(world.url('/v1/bank-offered-consents'), { method: 'POST', context: 'PRIVATE' })
    await world.approve(offered, KARI)
    await world.graphql('query Own { clock { now } }')
    const callsOf = async (filter: object) => {
      const list = 'query ($filter: CallFilterInput) { calls(filter: $filter) { totalCount nodes { by operation } } }'
      return (await world.graphql(list, { filter })).data.calls
    }
    const own = [
      { by: 'OPERATOR', operation: 'Own' },
      { by: 'TPP', operation: 'offerConsent' },
    ]
    expect(await callsOf({})).toEqual({ totalCount: 2, nodes: own })
    expect((await callsOf({ by: ['TPP'] })).nodes).toEqual(own.slice(1))
    expect((await callsOf({ by: ['KIT'] })).nodes).toEqual([{ by: 'KIT', operation: 'Decide' }])
    expect((await callsOf({ by: ['KIT'], door: 'REST' })).totalCount).toBe(0)
    await expect(callsOf({ by: [] })).rejects.toThrow('must name at least one caller.')
  })

  it('lists what an application has sent, in its order, with what was answered (D90)', async () => {
    const world = await bank.createWorld()
    const customer = { customerNumber: '01017012345', name: 'Kari', type: 'PRIVATE' }
    await tpp.fetch(world.url('/v1/sandbox/customers'), { json: customer })
    await tpp.fetch(world.url('/v1/sandbox/customers'), { json: customer })
    for (let n = 0; n < 60; n += 1) await tpp.fetch(world.url('/v1/sandbox/accounts'), {})
    await world.calls.settled()
    const [made, again, ...reads] = await world.calls()
    expect(reads.map(({ operation, status }) => [operation, status])).toEqual(
      Array.from({ length: 60 }, () => ['accounts', 200]),
    )
    expect(made).toMatchObject({ by: 'TPP', door: 'REST', operation: 'createCustomer', method: 'POST', status: 201 })
    expect(made?.request.body).toEqual(customer)
    expect(made?.answer.body).toMatchObject({ customerName: 'Kari' })
    expect(made?.request.headers['x-request-id']).toBe(made?.requestId)
    expect(made?.at).toBeInstanceOf(Date)
    expect([again?.status, again?.code]).toEqual([409, 'CONFLICT'])
    const refused = await world.calls({ operation: 'createCustomer', refused: true, tpp })
    expect(refused.map(({ id }) => id)).toEqual([again?.id])
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    await tpp.fetch(world.url('/v1/sandbox/accounts'), { headers })
    expect((await world.calls({ traceId })).map(call => call.traceId)).toEqual([traceId])
    expect(await world.calls({ status: 204 })).toEqual([])
    await expect(world.calls(JSON.parse('{"operatoin":"x"}'))).rejects.toThrow(
      /^world\.calls has no option "operatoin"/,
    )
  })

  it('waits until no call is running, and says how many are when that takes too long (D90)', async () => {
    const world = await bank.createWorld()
    const slow = tpp.fetch(world.url('/v1/sandbox/accounts'), { scenario: 'delay; ms=600' })
    let running = 0
    while (running === 0) running = (await world.graphql('{ world { runningCalls } }')).data.world.runningCalls
    await expect(world.calls.settled({ timeout: 20 })).rejects.toThrow(
      'world.calls.settled({ timeout }): 1 calls are still running after 20 ms.',
    )
    await world.calls.settled()
    expect(await world.calls({ operation: 'accounts' })).toHaveLength(1)
    expect((await slow).status).toBe(200)
  })

  it('makes a world of a fixture that is larger than one request', async () => {
    const world = await bank.createWorld({ fixture: writtenFixture(3, 700) })
    const { data } = await world.graphql('{ accounts(first: 9) { nodes { transactions(first: 1) { totalCount } } } }')
    expect(data.accounts.nodes).toEqual([1, 2, 3].map(() => ({ transactions: { totalCount: 700 } })))
    const wrong = writtenFixture(3, 700)
    Object.assign(wrong.customers[2]?.accounts[0]?.transactions[7] ?? {}, { bookingDate: 'tomorrow' })
    await expect(bank.createWorld({ fixture: wrong })).rejects.toMatchObject({
      code: 'FORMAT_ERROR',
      path: 'customers[2].accounts[0].transactions[7].bookingDate',
    })
  })

  it('writes down a world of any size as a fixture that makes another like it', async () => {
    for (const lines of [3, 1_700]) {
      const world = await bank.createWorld({ fixture: writtenFixture(3, lines) })
      const { clock, ...document } = Object(await world.fixture())
      expect(clock).toEqual({ now: expect.any(String), frozen: false })
      const again = await bank.createWorld({ fixture: document })
      expect(await again.fixture()).toMatchObject(document)
      for (const { accounts } of document.customers) expect(accounts[0].transactions).toHaveLength(lines)
    }
  })

  it('writes down the standard set by its keys and lives, which make the same world in one call (D85)', async () => {
    const world = await bank.createWorld()
    const document = await world.fixture()
    const { customers } = Object(document)
    for (const { key, accounts } of customers) {
      expect(key).toEqual(expect.any(String))
      for (const { generate, transactions } of accounts)
        expect([transactions, generate]).toEqual([undefined, expect.any(Object)])
    }
    const again = await bank.createWorld({ fixture: Object(document) })
    const { clock: _, ...content } = Object(await again.fixture())
    expect(document).toMatchObject(content)
    expect(
      await again.graphql('{ customers { nodes { customerNumber } } transactions: world { counts { transactions } } }'),
    ).toEqual(
      await world.graphql('{ customers { nodes { customerNumber } } transactions: world { counts { transactions } } }'),
    )
  })

  it('sees where a document has a day that is none, and that REST knows no days counted from its own', async () => {
    for (const text of NO_RELATIVE_DAYS)
      await expect(
        bank.createWorld({ fixture: { customers: [{ name: 'Kari', type: 'PRIVATE', createdAt: text }] } }),
      ).rejects.toMatchObject({ code: 'FORMAT_ERROR', path: 'customers[0].createdAt' })
    const world = await bank.createWorld()
    const [{ id }] = await (await tpp.fetch(world.url('/v1/sandbox/accounts'))).json()
    const line = { transactionAmount: { amount: '-1.00', currency: 'NOK' }, valueDate: '2026-03-02' }
    for (const text of [...NO_RELATIVE_DAYS, ...Object.keys(RELATIVE_DAYS)]) {
      const answer = await tpp.fetch(world.url(`/v1/sandbox/accounts/${id}/transactions`), {
        json: { ...line, bookingDate: text },
      })
      const { tppMessages } = await answer.json()
      expect([text, answer.status, tppMessages[0].path]).toEqual([text, 400, 'bookingDate'])
    }
  })

  it('is answered the same whatever is odd about a call', async () => {
    const world = await bank.createWorld()
    const customers = world.url('/v1/sandbox/customers')
    const body = { name: 'Bjørn Åse', type: 'PRIVATE' }
    const odd: readonly [number, string, TppRequest?][] = [
      [200, customers, { method: 'HEAD' }],
      [200, `${customers}?`],
      [200, world.url('/v1/sandbox/../sandbox/./customers')],
      [404, world.url('/v1/nowhere')],
      [405, customers, { method: 'PATCH', json: {} }],
      [400, world.url('/v1/accounts/%ff'), { psu: KARI }],
      [201, customers, { json: { ...body, customerNumber: '01010112345' } }],
      [201, customers, { body: Buffer.from(JSON.stringify({ ...body, customerNumber: '01010112346' })) }],
      [415, customers, { body: JSON.stringify(body), headers: { 'Content-Type': null } }],
      [400, customers, { body: '{' }],
      [401, customers, { headers: { Digest: 'SHA-256=AAAA', 'x-request-id': 'æ' } }],
      [413, customers, { body: ' '.repeat(1_048_577) }],
    ]
    for (const [status, url, init] of odd) {
      const answer = await tpp.fetch(url, init)
      expect([url, init, answer.status]).toEqual([url, init, status])
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect((await answer.text()) === '').toBe(init?.method === 'HEAD')
    }
  })

  it('takes what fetch takes, so that a generated client can sign with it', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const url = world.url('/v1/sandbox/customers')
    const body = (customerNumber: string) => JSON.stringify({ name: 'Bjørn', type: 'PRIVATE', customerNumber })
    const json = { 'Content-Type': 'application/json' }
    const calls: readonly [string | URL | Request, TppRequest?][] = [
      [new Request(url, { method: 'POST', headers: json, body: body('01010112341') })],
      [new Request(url, { method: 'POST', headers: json, body: '{}' }), { body: body('01010112342') }],
      [new Request(url, { method: 'PUT' }), { method: 'POST', json: JSON.parse(body('01010112343')) }],
      [new URL(url), { headers: new Headers(json), body: new Blob([body('01010112344')]) }],
      [url, { headers: [['content-type', 'application/json']], body: new Response(body('01010112345')).body }],
    ]
    for (const [request, init] of calls) {
      const answer = await tpp.fetch(request, init)
      expect([await answer.json(), answer.status]).toEqual([expect.objectContaining({ customerName: 'Bjørn' }), 201])
    }
    const form = new URLSearchParams({ name: 'Bjørn' })
    const other = await tpp.fetch(url, { body: form })
    expect(other.status).toBe(415)
    const plain: typeof fetch = tpp.fetch
    const customers = await (await plain(new Request(url), { credentials: 'include', body: null })).json()
    expect(customers).toHaveLength(5)
  })

  it('hangs up when it waits no longer, and the next call is answered', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const url = world.url('/v1/sandbox/customers')
    const controller = new AbortController()
    const waiting = tpp.fetch(url, { scenario: 'delay; ms=290000', signal: controller.signal })
    const headers = { 'Content-Type': 'application/json' }
    const body = new Request(url, { method: 'POST', body: CUSTOMER, headers, signal: controller.signal })
    const hanging = tpp.fetch(body, { scenario: 'hang; s=290' })
    setTimeout(() => controller.abort(new Error('long enough')), 100)
    await expect(waiting).rejects.toThrow('long enough')
    await expect(hanging).rejects.toThrow('long enough')
    await expect(tpp.fetch(url, { signal: controller.signal })).rejects.toThrow('long enough')
    expect((await tpp.fetch(url, { signal: new AbortController().signal })).status).toBe(200)
  })

  it('sees what is wrong with a call that cannot be meant, before it is made', async () => {
    const url = bank.world.url('/v1/sandbox/customers')
    const calls: readonly [() => unknown, RegExp][] = [
      [() => bank.createWorld(JSON.parse('{ "fixtures": {} }')), /no option "fixtures".* Did you mean fixture\?/],
      [() => bank.createWorld(JSON.parse('{ "fixture": null }')), /option fixture is null/],
      [
        () => bank.createWorld(JSON.parse('{ "from": "EMTPY" }')),
        /the option from as STANDARD or EMPTY; this is "EMTPY"/,
      ],
      [
        () => bank.createWorld({ from: 'EMPTY', fixtureName: 'consents' }),
        /FORMAT_ERROR input\.source: Give exactly one of/,
      ],
      [() => bank.createWorld(JSON.parse('[]')), /createWorld takes its options as an object with name, from/],
      [() => tpp.fetch(url, JSON.parse('{ "psuId": "x" }')), /tpp.fetch has no option "psuId"/],
      [
        () => tpp.fetch(url, { method: 'GET', json: {} }),
        /cannot be sent: Request with GET\/HEAD method cannot have body/,
      ],
      [() => tpp.fetch(url, { headers: { 'PSU-ID': 'a\nb' } }), /cannot be sent: .*PSU-ID|cannot be sent: .*header/i],
      [() => tpp.fetch(url, { body: 'x', json: {} }), /body or json, not both/],
      [async () => bank.tpp('boss', JSON.parse('{ "roles": ["PSP_AI"] }')), /roles AI, PI or both; "PSP_AI" is none/],
      [async () => bank.tpp('acme', { roles: ['AI'] }), /"acme" was made with other roles/],
      [() => bank.world.clock.advance('yesterday'), /by: /],
      [() => bank.world.clock.advance(new Date(Number.NaN)), /by: /],
      [() => bank.world.clock.advance('2999-02-30'), /to"?: /],
      [() => bank.world.clock.freeze('2999-02-30T00:00:00Z'), /at"?: /],
      // Another instant on each machine.
      [() => bank.world.clock.advance('2999-12-24T10:00:00'), /to"?: must be an instant, written as in RFC 3339/],
      [() => bank.world.clock.advance('26 Dec 2999 15:00'), /to"?: must be an instant/],
      [() => bank.world.clock.freeze('2999-12-24T10:00'), /at"?: must be an instant/],
      [
        async () => bank.world.restore({ name: 'mine', world: 'w-other' }),
        /^world\.restore\("mine"\): this snapshot is of the world "w-other", and this world is "default"\. bank\.createWorld\(\{ snapshot \}\)/,
      ],
      [() => bank.createWorld(JSON.parse('{ "copyOf": 5 }')), /option copyOf takes a world or its name; this is 5/],
      [
        () => bank.createWorld(JSON.parse('{ "fixture": "x.yaml" }')),
        /the document itself, an object; this is "x.yaml"/,
      ],
      [() => bank.createWorld(JSON.parse('{ "fixture": [] }')), /the document itself, an object; this is an array/],
      [
        () => bank.world.setScenario('lose-answer', JSON.parse('{ "time": 1 }')),
        /no option "time".* Did you mean times\?/,
      ],
      [
        () => bank.world.setScenario('lose-answer', JSON.parse('{ "for": { "tp": "x" } }')),
        /no option "tp".* Did you mean tpp\?/,
      ],
      [() => tpp.fetch(url, JSON.parse('{ "body": {} }')), /give an object as json/],
      [() => tpp.fetch('v1/accounts'), /"v1\/accounts" is not an address of this bank/],
    ]
    for (const [call, words] of calls) {
      const refused = Promise.resolve().then(call)
      await expect(refused).rejects.toThrow(words)
      await expect(refused).rejects.toThrow(BEGINS)
    }
    await expect(Promise.resolve().then(calls[0]?.[0])).rejects.toBeInstanceOf(SandbankError)
    expect(bank.tpp('acme')).toBe(tpp)
  })

  it('sees at its own line what is wrong, whatever it gives in place of a name, a document or a state', async () => {
    const wrong = [undefined, null, 5, Number.NaN, true, '', [], {}, Symbol('x'), () => 1]
    const call = async (target: object, name: string, ...given: unknown[]) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') throw new Error(`There is no ${name}.`)
      // Waited for here, as a test waits: this line is to be in the stack.
      return await Reflect.apply(method, target, given)
    }
    const url = bank.world.url('/v1/accounts')
    const calls: Readonly<Record<string, (value: unknown) => Promise<unknown>>> = {
      tpp: value => call(bank, 'tpp', value),
      openWorld: value => call(bank, 'openWorld', value),
      url: value => call(bank.world, 'url', value),
      graphql: value => call(bank.world, 'graphql', value),
      approve: value => call(bank.world, 'approve', '/sca/x', value),
      'answer to approve': value => call(bank.world, 'approve', value, KARI),
      reject: value => call(bank.world, 'reject', '/sca/x', value),
      diff: value => call(bank.world, 'diff', value),
      restore: value => call(bank.world, 'restore', value),
      setScenario: value => call(bank.world, 'setScenario', value),
      setHabit: value => call(bank.world, 'setHabit', value),
      shownTo: value => call(bank.world, 'shownTo', value, tpp),
      advance: value => call(bank.world.clock, 'advance', value),
      fetch: value => call(tpp, 'fetch', value),
      ...Object.fromEntries(
        ['method', 'psu', 'context', 'scenario', 'agreementId'].map(name => [
          `${name} of fetch`,
          (value: unknown) => call(tpp, 'fetch', url, { [name]: value ?? null }),
        ]),
      ),
    }
    for (const [name, ask] of Object.entries(calls))
      for (const value of wrong) {
        const error: unknown = await ask(value).catch((refusal: unknown) => refusal)
        const of = `${name} with ${String(value)}: ${String(error)}`
        expect([of, error instanceof SandbankError]).toEqual([of, true])
        expect(of).toMatch(BEGINS)
        expect(error instanceof Error ? error.stack : '').toContain('kit.test.ts')
      }
  })

  it('pays, moves the clock past the batch, and sees the payment booked', async () => {
    const world = await bank.createWorld()
    const created = await tpp.fetch(world.url(PAYMENTS), { psu: KARI, context: 'PRIVATE', json: PAYMENT })
    expect(created.status).toBe(201)
    const { paymentId, _links } = await created.json()
    await world.approve(created, KARI)
    const before = await world.clock.now()
    const after = await world.clock.advance('P5D')
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(5 * 86_400_000 - 3_600_000)
    const status = await tpp.fetch(world.url(_links.status.href), { psu: KARI })
    expect(await status.json()).toMatchObject({ transactionStatus: 'ACSC', fundsAvailable: true })
    expect(paymentId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('D133: sees that a client which keeps lines by their ids doubles them when the bank renumbers, and which line is which', async () => {
    const world = await bank.createWorld()
    await world.approve(await tpp.fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' }), KARI)
    const [{ resourceId: account }] = (await (await tpp.fetch(world.url('/v1/accounts'), { psu: KARI })).json())
      .accounts
    const statement = async (): Promise<{ transactionId: string; bookingDate: string }[]> => {
      const address = world.url(`/v1/accounts/${account}/transactions?bookingStatus=booked`)
      return (await (await tpp.fetch(address, { psu: KARI })).json()).transactions.booked
    }
    const first = await statement()
    const kept = new Set(first.map(line => line.transactionId))
    const habit = `renumber=${first[0]?.bookingDate}`
    const set = await world.setHabit(habit, { for: { tpp, account }, seed: 7 })
    expect(await world.habits()).toEqual([{ id: set.id, habit, seed: 7 }])
    for (const line of await statement()) kept.add(line.transactionId)
    expect(kept.size).toBeGreaterThan(first.length)
    const lines = await world.shownTo(account, tpp)
    const behind = new Map(lines.map(line => [line.shownId, line.transactionId]))
    expect(new Set([...kept].map(id => behind.get(id) ?? id)).size).toBe(first.length)
    expect(lines.at(-1)?.why).toEqual([habit])
    await world.setHabit('late=P365D')
    const [hidden] = await world.shownTo(account, tpp, { dateFrom: first[0]?.bookingDate ?? '' })
    expect(hidden).toMatchObject({ shownId: null, shownDate: null, why: ['late=P365D'] })
    await set.clear()
    await world.clearHabits()
    expect(await world.habits()).toEqual([])
    expect(await world.shownTo(account, tpp)).toEqual(
      lines.map(line => ({ ...line, shownId: line.transactionId, why: [] })).sort(byDayAndId),
    )
    await expect(world.setHabit('renumbr=2026-03-02')).rejects.toMatchObject({
      code: 'FORMAT_ERROR',
      path: 'input.habit',
    })
    const { customers } = (await world.graphql('{ customers(first: 1) { nodes { id } } }')).data
    await expect(world.shownTo(customers.nodes[0].id, tpp)).rejects.toThrow('another thing than an account')
  })

  it('forces an outcome on a call, on calls of a world, and loses an answer that a repetition finds', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const url = world.url('/v1/sandbox/customers')
    const exceeded = await tpp.fetch(url, { scenario: 'error; code=ACCESS_EXCEEDED' })
    expect([exceeded.status, exceeded.headers.get('Sandbank-Scenario')]).toEqual([429, 'error; code=ACCESS_EXCEEDED'])
    const call = {
      json: { customerNumber: '01017012345', name: 'Kari', type: 'PRIVATE' },
      headers: { 'X-Request-ID': `lost-${world.name}` },
    }
    await expect(tpp.fetch(url, { ...call, scenario: 'lose-answer' })).rejects.toThrow(
      /^tpp\.fetch\(\w+ \/\S+\): the connection ended without an answer/,
    )
    await expect(tpp.fetch(url, { scenario: 'hang; s=1' })).rejects.toThrow(
      /^tpp\.fetch\(\w+ \/\S+\): the connection ended without an answer/,
    )
    const again = await tpp.fetch(url, call)
    expect([again.status, again.headers.get('Sandbank-Replayed')]).toEqual([201, 'true'])
    await world.setScenario('error; code=UNAVAILABLE', { for: { tpp, operation: 'customers' }, times: 1 })
    const kept = await world.setScenario('error; code=CONFLICT', { for: { psu: '01017012345' } })
    expect([(await tpp.fetch(url)).status, (await tpp.fetch(url)).status]).toEqual([503, 200])
    expect(await world.scenarios()).toMatchObject([
      { left: 0, used: 1 },
      { left: null, used: 0 },
    ])
    await kept.clear()
    expect(await world.scenarios()).toHaveLength(1)
    await world.clearScenarios()
    expect(await world.scenarios()).toEqual([])
    await expect(world.setScenario('eror')).rejects.toMatchObject({ code: 'FORMAT_ERROR', path: 'input.scenario' })
  })

  it("names the customers of the product's own fixtures by their keys, in copies too", async () => {
    const world = await bank.createWorld({ fixtureName: 'consents' })
    const { data } = await world.graphql('{ fixtures { name document } }')
    const { document } = data.fixtures.find(({ name }: { name: string }) => name === 'consents')
    const { key } = document.customers.find(({ type }: { type: string }) => type === 'PRIVATE')
    for (const one of [world, await bank.createWorld({ copyOf: world })]) {
      const offered = await tpp.fetch(one.url('/v1/bank-offered-consents'), {
        method: 'POST',
        psu: key,
        context: 'PRIVATE',
      })
      expect(offered.status).toBe(201)
    }
  })

  it('rejects an SCA, from a body as from an answer', async () => {
    const world = await bank.createWorld()
    const created = await tpp.fetch(world.url(PAYMENTS), { psu: KARI, context: 'PRIVATE', json: PAYMENT })
    const { redirectTo } = await world.reject(await created.json(), KARI)
    expect(redirectTo).toContain('error=access_denied')
  })

  it('stops a clock and lets it run again', async () => {
    const { clock } = await bank.createWorld({ from: 'EMPTY' })
    const stopped = await clock.freeze()
    expect(await clock.now()).toEqual(stopped)
    const later = new Date(stopped.getTime() + 3_600_000)
    expect(await clock.freeze(later)).toEqual(later)
    expect(await clock.now()).toEqual(later)
    await clock.resume()
    expect((await clock.now()).getTime()).toBeGreaterThanOrEqual(later.getTime())
  })

  it('has worlds of its own, by name too, which are gone when they are closed', async () => {
    const name = `kit-${bank.url.length}-${Math.trunc(performance.now())}`
    const world = await bank.createWorld({ name, from: 'EMPTY' })
    expect(world.url('/v1/accounts')).toBe(`${bank.url}/worlds/${name}/v1/accounts`)
    expect(world.url(`/worlds/${name}/v1/accounts`)).toBe(`${bank.url}/worlds/${name}/v1/accounts`)
    const customers = await tpp.fetch((await bank.openWorld(name)).url('/v1/sandbox/customers'))
    expect(await customers.json()).toEqual([])
    await world.close()
    await expect(bank.openWorld(name)).rejects.toMatchObject({ name: 'SandbankError', code: 'RESOURCE_UNKNOWN' })
  })

  it('closes a world that is closed already, or has gone by itself', async () => {
    await using world = await bank.createWorld({ from: 'EMPTY' })
    await world.close()
    await world.close()
    const other = await bank.createWorld({ from: 'EMPTY' })
    await bank.world.graphql('mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }', {
      name: other.name,
    })
    await other.close()
  })

  it('says in one document what is in its world, and names its customers by their keys', async () => {
    const fixture = {
      customers: [
        {
          key: 'kari',
          name: 'Kari Nordmann',
          type: 'PRIVATE',
          accounts: [
            {
              accountName: 'Daily',
              currency: 'NOK',
              product: 'Current account',
              cashAccountType: 'CACC',
              creditLine: 0,
              balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1000, currency: 'NOK' } }],
            },
          ],
        },
        { key: 'ola', customerNumber: '01017054321', name: 'Ola Nordmann', type: 'PRIVATE' },
      ],
    }
    const world = await bank.createWorld({ fixture })
    const refused = await tpp.fetch(world.url('/v1/accounts'), { psu: 'kari', context: 'PRIVATE' })
    await world.approve(refused, 'kari')
    const answer = await tpp.fetch(world.url('/v1/accounts'), { psu: 'kari' })
    expect((await answer.json()).accounts).toHaveLength(1)
    const { data } = await world.graphql('{ customer(by: { customerNumber: "01017054321" }) { name } }')
    expect(data.customer.name).toBe('Ola Nordmann')
    const wrong = bank.createWorld({ fixture: { customers: [{ key: 'kari', name: '', type: 'PRIVATE' }] } })
    await expect(wrong).rejects.toMatchObject({
      code: 'FORMAT_ERROR',
      path: expect.stringContaining('customers[0].name'),
    })
    await expect(tpp.fetch(world.url('/v1/accounts'), { psu: 'siri' })).rejects.toThrow(
      'a key of its customers (kari, ola)',
    )
  })

  it('keeps a state, sees what a call changed and only that, and puts it back', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    await world.clock.freeze()
    const before = await world.snapshot()
    expect(await world.diff(before)).toEqual({ equal: true, changes: [] })
    const add =
      'mutation ($n: String!) { createCustomer(input: { customerNumber: $n, name: "Kari", type: CORPORATE }) { customer { id } } }'
    const { data } = await world.graphql(add, { n: '01017012345' })
    const { equal, changes } = await world.diff(before)
    expect(equal).toBe(false)
    expect(changes.filter(({ noun }) => noun === 'Customer')).toMatchObject([
      {
        kind: 'CREATED',
        id: data.createCustomer.customer.id,
        fields: expect.arrayContaining([{ name: 'name', left: null, right: 'Kari' }]),
      },
    ])
    await world.restore(before)
    expect(await world.diff(before.name)).toEqual({ equal: true, changes: [] })
  })

  it('copies a world, whose ids are the same, and makes a world what it was at first', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const add =
      'mutation ($n: String!) { createCustomer(input: { customerNumber: $n, name: "Kari", type: CORPORATE }) { customer { id } } }'
    const { data } = await world.graphql(add, { n: '01017012345' })
    const copy = await bank.createWorld({ copyOf: world })
    const ids = '{ customers { nodes { id } } }'
    expect((await copy.graphql(ids)).data.customers.nodes).toEqual([data.createCustomer.customer])
    await copy.graphql(add, { n: '01017012346' })
    expect((await world.graphql(ids)).data.customers.nodes).toHaveLength(1)
    await copy.reset()
    expect((await copy.graphql(ids)).data.customers.nodes).toEqual([data.createCustomer.customer])
    await world.reset()
    expect((await world.graphql(ids)).data.customers.nodes).toEqual([])
  })

  it('sends what it gives itself as it gives it, and reads the refusal', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const url = world.url('/v1/sandbox/customers')
    const wrong = await tpp.fetch(url, {
      body: '{',
      headers: { 'Content-Type': 'application/json', 'X-Request-ID': 'mine' },
    })
    expect([wrong.status, wrong.headers.get('X-Request-ID')]).toEqual([400, 'mine'])
    const unsigned = await tpp.fetch(url, { headers: { Digest: 'SHA-256=AAAA' } })
    expect(unsigned.status).toBe(401)
    const late = await tpp.fetch(url, { headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' } })
    expect((await late.json()).tppMessages[0].code).toBe('SIGNATURE_INVALID')
  })

  it('has TPPs with the roles it asks for; the same name is the same TPP', async () => {
    const reader = bank.tpp('reader', { roles: ['AI'], id: 'NO-FSA-111222333' })
    expect(bank.tpp('reader')).toBe(reader)
    expect(await reader.id()).toBe('NO-FSA-111222333')
    const { certificate, key, keyId } = await reader.credentials()
    expect([certificate, key, keyId].join()).toMatch(/BEGIN CERTIFICATE[\s\S]+BEGIN PRIVATE KEY[\s\S]+SN=[0-9a-f]+,CA=/)
    const world = await bank.createWorld()
    const refused = await reader.fetch(world.url(PAYMENTS), { psu: KARI, json: PAYMENT })
    expect((await refused.json()).tppMessages[0].code).toBe('FORBIDDEN')
  })

  it('sees what was asked and what came back when the operator is refused', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const doubled =
      'mutation ($n: String!) { createCustomer(input: { customerNumber: $n, name: "Kari", type: PRIVATE }) { customer { id } } }'
    const { data } = await world.graphql(doubled, { n: '01017012345' })
    expect(data.createCustomer.customer.id).toMatch(/-/)
    const refused = world.graphql(doubled, { n: '01017012345' })
    await expect(refused).rejects.toBeInstanceOf(SandbankError)
    await expect(refused).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^world\.graphql\("mutation \(\$n: String!\)[^\n]* was refused: CONFLICT /),
    })
    await expect(world.graphql('{ nothing }')).rejects.toThrow('nothing')
  })

  it('sees all faults of a refusal, what was asked, and where the journal has the call', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const customers = [{ key: 'a', name: '', type: 'PRIVATE', accounts: [{ currency: 'nok' }] }]
    const refused: unknown = await bank.createWorld({ fixture: { customers } }).catch((error: unknown) => error)
    if (!(refused instanceof SandbankError)) throw new Error(`This is no SandbankError: ${String(refused)}`)
    expect(refused.message).toMatch(
      /^bank\.createWorld\(\{ fixture \}\) was refused: \n {2}FORMAT_ERROR customers\[0\]/,
    )
    for (const path of ['customers[0].name: ', 'customers[0].accounts[0].currency: '])
      expect(refused.message).toContain(path)
    const late: unknown = await world.clock.advance('-P1D').catch((error: unknown) => error)
    if (!(late instanceof SandbankError)) throw new Error(`This is no SandbankError: ${String(late)}`)
    expect(late.message).toMatch(/^world\.clock\.advance\("-P1D"\) was refused: BAD_REQUEST input\.by: /)
    const [, place = ''] = / \[(\S+|request \S+)\]$/.exec(late.message) ?? []
    if (bank.url.includes('.invalid')) return expect(place).toBe(`request ${late.journal}`)
    expect(place).toBe(`${world.baseUrl}/requests/${late.journal}`)
    const page = await fetch(place, { headers: { Authorization: 'Bearer a-token-of-this-test' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('advanceClock')
  })

  it('says that a world may have expired, and where the journal has the call', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    await world.close()
    const gone: unknown = await world.clock.now().catch((error: unknown) => error)
    if (!(gone instanceof SandbankError)) throw new Error(`This is no SandbankError: ${String(gone)}`)
    expect(gone.message).toContain('it was deleted or has expired: expiresAfter says when')
    const [, place = ''] = / \[(\S+|request \S+)\]$/.exec(gone.message) ?? []
    if (bank.url.includes('.invalid')) return expect(place).toBe(`request ${gone.journal}`)
    const page = await fetch(place, { headers: { Authorization: 'Bearer a-token-of-this-test' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(world.name)
  })

  it('has the base URL of its world, and joins a path with or without its slash', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    expect(world.baseUrl).toBe(`${bank.url}/worlds/${world.name}`)
    expect(bank.world.baseUrl).toBe(bank.url)
    for (const path of ['v1/accounts', '/v1/accounts', `worlds/${world.name}/v1/accounts`])
      expect(world.url(path)).toBe(`${world.baseUrl}/v1/accounts`)
    expect((await tpp.fetch(world.url('v1/sandbox/customers'))).status).toBe(200)
  })

  it('begins a world at a day of its own, and leaves a clock as it was that cannot be stopped in the past', async () => {
    const world = await bank.createWorld({ from: 'STANDARD', clock: '2021-03-02T09:00:00Z' })
    expect((await world.clock.now()).toISOString()).toMatch(/^2021-03-02T09:0/)
    await expect(world.clock.freeze('2021-03-01')).rejects.toMatchObject({ code: 'BAD_REQUEST', path: 'at' })
    const { data } = await world.graphql('{ clock { frozen } }')
    expect(data.clock.frozen).toBe(false)
    expect(await world.clock.freeze('2021-03-03T09:00:00Z')).toEqual(new Date('2021-03-03T09:00:00Z'))
    expect(await world.clock.freeze('2021-03-03T12:00+02:00')).toEqual(new Date('2021-03-03T10:00:00Z'))
    const frozen = await bank.createWorld({ from: 'EMPTY', clock: { now: new Date('2021-01-01'), frozen: true } })
    expect(await frozen.clock.now()).toEqual(new Date('2021-01-01'))
  })

  it('makes a world from a snapshot of any world, whose customers it knows by their keys', async () => {
    const fixture = { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE' }] }
    const world = await bank.createWorld({ fixture })
    const kept = await world.snapshot()
    const other = await bank.createWorld({ snapshot: kept })
    const answer = await tpp.fetch(other.url('/v1/accounts'), { psu: 'kari' })
    expect((await answer.json()).tppMessages[0].code).toBe('CONSENT_INVALID')
    const { name } = await bank.world.snapshot()
    expect((await bank.createWorld({ snapshot: name })).name).toMatch(/^w-/)
    await expect(bank.createWorld({ snapshot: kept.name })).rejects.toMatchObject({
      path: 'input.source.snapshot.name',
    })
  })

  it('makes what a document says beside what is there, all of it or nothing, and answers the ids by their keys', async () => {
    const world = await bank.createWorld()
    const ids = await world.create({ customers: [{ key: 'ingrid', name: 'Ingrid', type: 'PRIVATE' }] })
    const query = '{ customers(first: 0) { totalCount } customer(by: { key: "ingrid" }) { id } }'
    const { data } = await world.graphql(query)
    expect([ids, data.customers.totalCount]).toEqual([{ ingrid: data.customer.id }, 5])
    await expect(world.create({ customers: [{ key: 'ingrid', name: 'Other', type: 'PRIVATE' }] })).rejects.toThrow(
      /^world\.create\(document\) was refused: CONFLICT customers\[0\]\.key/,
    )
    expect((await world.graphql(query)).data).toEqual(data)
    // @ts-expect-error: the path of a file is no document.
    await expect(world.create('fixture.yaml')).rejects.toThrow(/^world\.create takes the document itself, an object/)
  })

  it('D131: saves a world in a file, and makes a world of the file', async () => {
    const world = await bank.createWorld()
    await world.clock.freeze()
    await world.clock.advance('P3D')
    const file = join(cli.home, `${world.name}.snapshot`)
    await world.save(file)
    const other = await bank.createWorld({ snapshotFile: file })
    // A process that is killed before it deletes the snapshot leaves none for long.
    const { calls } = (
      await bank.world.graphql(
        '{ calls(last: 50, filter: { path: "/snapshots/file-", by: [KIT] }) { nodes { method target } } }',
      )
    ).data
    expect(
      calls.nodes
        .filter(({ method }: { method: string }) => method === 'PUT')
        .map(({ target }: { target: string }) => target),
    ).toEqual([expect.stringMatching(/\?expiresAfter=PT1H$/)])
    const sides = { left: { world: world.name }, right: { world: other.name } }
    const compare =
      'query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!) { diffWorlds(left: $left, right: $right) { equal } }'
    expect((await world.graphql(compare, sides)).data).toEqual({ diffWorlds: { equal: true } })
    await tpp.fetch(other.url('/v1/sandbox/customers'), { json: JSON.parse(CUSTOMER) })
    await other.reset()
    expect((await world.graphql(compare, sides)).data).toEqual({ diffWorlds: { equal: true } })
    for (const one of [world, bank.world]) {
      const { data } = await one.graphql('{ snapshots(first: 100) { nodes { name } } }')
      expect(data.snapshots.nodes.filter(({ name }: { name: string }) => name.startsWith('file-'))).toEqual([])
    }
    const cut = `${file}.cut`
    writeFileSync(cut, readFileSync(file, 'utf8').slice(0, 5_000))
    await expect(bank.createWorld({ snapshotFile: cut })).rejects.toThrow(
      /^bank\.createWorld\(\{ snapshotFile \}\) was refused: FORMAT_ERROR .*its end is missing/,
    )
    await expect(bank.createWorld({ snapshotFile: join(cli.home, 'none') })).rejects.toThrow(
      /the file cannot be read: ENOENT/,
    )
    await expect(bank.createWorld({ snapshotFile: file, snapshot: 'x' })).rejects.toThrow(/one of snapshot and/)
    await expect(bank.createWorld({ snapshotFile: file, from: 'EMPTY' })).rejects.toThrow(
      /^bank\.createWorld.*exactly one/,
    )
    await expect(world.save(join(cli.home, 'none', 'x'))).rejects.toThrow(
      /^world\.save\(.*the file was not written: ENOENT/,
    )
  })

  it('gets an error when a PSU is unknown, when there is no link to follow, and when an address is not the bank’s', async () => {
    const world = await bank.createWorld({ from: 'EMPTY' })
    const stranger = tpp.fetch(world.url('/v1/accounts'), { psu: 'kari' })
    await expect(stranger).rejects.toThrow(`there is no customer "kari" in the world ${world.name}`)
    const empty = await tpp.fetch(world.url('/v1/sandbox/customers'))
    await expect(world.approve(empty, KARI)).rejects.toThrow('no _links.scaRedirect to follow: HTTP 200 []')
    await expect(tpp.fetch('http://127.0.0.1:9/v1/accounts')).rejects.toThrow('is not an address of this bank')
  })
})

describe('A bank in this process', () => {
  it('listens on a port when asked to, and leaves no file and no port behind', async () => {
    // A place of its own, since other tests make their files at the same time.
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-place-'))
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = folder
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
      rmSync(folder, { recursive: true })
    })
    const bank = await startSandbank({ port: 0, world: 'EMPTY' })
    expect(readdirSync(folder)).toHaveLength(1)
    expect((await fetch(`${bank.url}/health`)).status).toBe(200)
    await bank.close()
    await bank.close()
    await expect(fetch(`${bank.url}/health`)).rejects.toThrow()
    await expect(bank.tpp('late').fetch(`${bank.url}/v1/sandbox/customers`)).rejects.toThrow('this bank is closed')
    await expect(bank.createWorld()).rejects.toThrow('this bank is closed')
    expect(readdirSync(folder)).toEqual([])
  })

  it("leaves zod as it is for the test's own application", () => {
    const { error } = z.object({ a: z.string() }).safeParse({})
    expect(error?.issues[0]?.message).toBe('Invalid input: expected string, received undefined')
  })

  it('keeps its books in a home that stays', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-kept-'))
    const first = await startSandbank({ home: folder, world: 'EMPTY' })
    await first.world.graphql(
      'mutation { createCustomer(input: { customerNumber: "1", name: "K", type: PRIVATE }) { customer { id } } }',
    )
    await first.close()
    const second = await startSandbank({ home: folder })
    const { data } = await second.world.graphql('{ customers { totalCount } }')
    expect(data.customers.totalCount).toBe(1)
    await second.close()
    expect(existsSync(join(folder, 'sandbank.db'))).toBe(true)
    rmSync(folder, { recursive: true })
  })

  it.each([
    [
      'localhost',
      undefined,
      'connectSandbank: "localhost" is not the address of a bank, such as http://127.0.0.1:4000.',
    ],
    ['localhost:4000', undefined, 'connectSandbank: "localhost:4000" is not the address of a bank'],
    [`${server.url}/worlds/green`, undefined, 'give the base URL of the bank alone, without /worlds/green.'],
    [
      'http://127.0.0.1:9',
      undefined,
      'connectSandbank cannot be made: No bank answers at http://127.0.0.1:9: start it',
    ],
    [server.url.replace('http', 'https'), undefined, 'does not speak TLS: call it by http://'],
    [server.url, undefined, 'wants a token: give connectSandbank that of its operator'],
    [server.url, 'another-token-of-this-test', 'refuses this token: give connectSandbank that of its operator.'],
    [server.url, 'a-token-of-this-test\n', 'the token holds a blank, a line end'],
  ])('says in one sentence why %s cannot be used with the token %j', async (url, token, says) => {
    const options = token === undefined ? {} : { token }
    const error = await connectSandbank(url, options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SandbankError)
    expect(String(error)).toContain(says)
    expect(String(error)).not.toContain('\n')
  })

  it('says so when what answers there is no Sandbank', async () => {
    const { url, end } = await serveOther(createServer((_, answer) => answer.end('<html>Welcome</html>')))
    await expect(connectSandbank(url)).rejects.toThrow(
      /^connectSandbank: what answers at http:\S+ is not Sandbank: HTTP 200 Welcome\. Correct the address, or see whether/,
    )
    await end()
  })

  it.each(['{"data":null}', '{"data":{"worlds":null}}', '{"data":{"world":{"name":"Earth"}}}'])(
    'says so when another graph answers there: %s',
    async answered => {
      const { url, end } = await serveOther(createServer((_, answer) => answer.end(answered)))
      await expect(connectSandbank(url)).rejects.toThrow(
        /^connectSandbank: what answers at http:\S+ is not Sandbank, or another version of it\.$/,
      )
      await end()
    },
  )

  it('says so when what is there takes the call, and gives no answer', async () => {
    const { url, end } = await serveOther(createServer(() => vi.advanceTimersByTime(20_000)))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await expect(connectSandbank(url)).rejects.toThrow(
      /^connectSandbank: what is at http:\S+ has not answered within 20 s: correct the address, or see/,
    )
    await end()
  })

  it('says so when an answer ends in its middle', async () => {
    const other = createServer((_, answer) => {
      answer.writeHead(200, { 'Content-Length': '1000' })
      answer.write('{"data":', () => answer.destroy())
    })
    const { url, end } = await serveOther(other)
    await expect(connectSandbank(url)).rejects.toThrow(
      /^connectSandbank: the connection ended without an answer: see whether the bank still runs/,
    )
    await end()
  })
})

/** Another program on a port of its own. */
async function serveOther(server: Server) {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const end = async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, end }
}

// As a statement has them: latest first, ties by id (D42).
function byDayAndId(one: ShownLine, other: ShownLine): number {
  const [left, right] = [one, other].map(line => `${line.shownDate} ${line.shownId}`)
  return left === right ? 0 : (left ?? '') < (right ?? '') ? 1 : -1
}
