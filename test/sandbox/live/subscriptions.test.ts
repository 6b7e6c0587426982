import { describe, expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register, sign, startSca } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { grantConsent } from '../../support/clients/psu.ts'
import { type Subscriber, subscribe } from '../../support/clients/subscriber.ts'

const bank = await startBank()
const locked = await startBank({ token: 'a-token-of-the-operator' })
const at = (world: { base: string }) => `${bank.url}${world.base}`

describe('A subscription', () => {
  it('sends the clock at once, and then when it is moved, frozen or let run, and not each second', async () => {
    const world = await bank.world()
    const clock = await subscribe(at(world), 'subscription { clock { now frozen } }')
    expect([clock.status, clock.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    await clock.until(1)
    await new Promise(resolve => setTimeout(resolve, 1_500))
    const frozen = await world.graphql('mutation { moved: freezeClock { clock { now frozen } } }')
    const advanced = await world.graphql(
      'mutation { moved: advanceClock(input: { by: "PT1H" }) { clock { now frozen } } }',
    )
    await world.graphql('mutation { resumeClock { clock { now } } }')
    const answers = await clock.until(4)
    expect(answers.map(({ data }) => data.clock.frozen)).toEqual([false, true, true, false])
    expect(answers.slice(1, 3).map(({ data }) => data)).toEqual([frozen.body.data.moved, advanced.body.data.moved])
    // What stands between ends no stream on which nothing happens.
    expect(clock.comments()).toBeGreaterThan(0)
  })

  it.for([
    ['runs', '{ clock { now } }'],
    ['is frozen', 'mutation { freezeClock { clock { now } } }'],
  ] as const)('sends its state at once where the clock %s and nothing has moved (D99)', async ([, before]) => {
    const world = await bank.world()
    const { body } = await world.graphql(before)
    const answers = await Promise.all(
      [
        'clock { now frozen nextDueAt moving { from } }',
        'world { name }',
        'calls(filter: { status: 418 }) { id }',
      ].flatMap(asked =>
        (['GET', 'POST'] as const).map(async method => {
          const [answer] = await (await subscribe(at(world), `subscription { ${asked} }`, { method })).until(1)
          return answer
        }),
      ),
    )
    const [clock, again, ...others] = answers.map(({ data }) => data)
    expect(Date.parse(clock.clock.now)).toBeGreaterThanOrEqual(
      Date.parse((body.data.freezeClock ?? body.data).clock.now),
    )
    expect({ ...again.clock, now: '' }).toEqual({
      now: '',
      frozen: before.includes('freeze'),
      nextDueAt: null,
      moving: null,
    })
    expect(others).toEqual([...Array(2).fill({ world: { name: world.name } }), ...Array(2).fill({ calls: [] })])
  })

  it('sends each state of a payment once, in order, from its registration to its booking', async () => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank)
    const registered = await register(psu, NDCT, paymentBody(debtor, creditor))
    const { id } = registered
    const query = `subscription { payment(id: "${id}") { status authorisations { nodes { status } } } }`
    const payment = await subscribe(at(world), query)
    await payment.until(1)
    // What hangs on it is no other row of its own.
    await startSca(psu, registered.path)
    await payment.until(2)
    await sign(bank, psu, registered, number)
    await world.graphql('mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
    const text = () => JSON.stringify(payment.answers.map(({ data }) => data.payment.status))
    await expect.poll(text).toContain('ACSC')
    const states = payment.answers.map(answer => JSON.stringify(answer))
    expect(new Set(states).size).toBe(states.length)
    // On its way the clock ends the authorisations that were not used, at once with the booking or in a commit before it.
    expect(text().replace('"ACTC","ACTC"', '"ACTC"')).toBe('["RCVD","RCVD","RCVD","ACTC","ACSC"]')
  })

  it('follows a payment that is named by its key (D83)', async () => {
    const { world, number, debtor, creditor } = await addPayer(bank)
    const input = { key: 'rent', psu: number, ...paymentBody(debtor, creditor) }
    const created = await world.graphql(
      'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }',
      { input },
    )
    const { id } = created.body.data.createPayment.payment
    const payment = await subscribe(at(world), 'subscription { payment(id: "rent") { id key status } }')
    expect((await payment.until(1)).map(({ data }) => data.payment)).toEqual([{ id, key: 'rent', status: 'RCVD' }])
    await world.graphql('mutation { cancelPaymentInBank(id: "rent") { payment { id } } }')
    expect((await payment.until(2)).at(-1).data.payment).toEqual({ id, key: 'rent', status: 'CANC' })
    payment.stop()
  })

  it('sends a consent as it is, and when it is replaced or revoked', async () => {
    const { world, number } = await addPayer(bank)
    await grantConsent(bank, world, { customerNumber: number })
    const { body } = await world.graphql('{ consents { nodes { id } } }')
    const { id } = body.data.consents.nodes[0]
    const consent = await subscribe(at(world), `subscription { consent(id: "${id}") { id state revokedAt } }`)
    await consent.until(1)
    await world.graphql(`mutation { revokeConsent(id: "${id}") { consent { id } } }`)
    const answers = await consent.until(2)
    expect(answers.map(({ data }) => data.consent.state)).toEqual(['VALID', 'REVOKED'])
  })

  it('sends the world when what is asked of it has changed, and ends with a clear error when it is deleted', async () => {
    const world = await bank.world()
    const [own, elsewhere] = [await subscribe(at(world), COUNTS), await subscribe(bank.url, COUNTS)]
    const clock = await subscribe(at(world), 'subscription { clock { frozen } }')
    const calls = await subscribe(at(world), 'subscription { calls { id } }')
    await Promise.all([own, elsewhere, clock, calls].map(one => one.until(1)))
    await world.call('POST', '/v1/sandbox/customers', {
      body: { customerNumber: '07049912345', name: 'Kari', type: 'PRIVATE' },
    })
    await own.until(2)
    await bank
      .at('default')
      .graphql(`mutation { resetWorld(input: { name: "${world.name}", source: { empty: true } }) { world { name } } }`)
    await own.until(3)
    await bank.at('default').graphql(`mutation { deleteWorld(name: "${world.name}") { world { name } } }`)
    await Promise.all([own.ended, clock.ended, calls.ended])
    expect(own.answers.slice(0, -1).map(({ data }) => data.world.counts.customers)).toEqual([0, 1, 0])
    for (const { answers, completed } of [own, clock, calls]) {
      expect(answers.at(-1).errors[0]).toMatchObject({
        extensions: { code: 'RESOURCE_UNKNOWN', tppMessages: [{ path: 'world' }] },
      })
      expect(completed()).toBe(true)
    }
    expect(elsewhere.answers).toHaveLength(1)
  })

  it('is answered once for all that ask the same, and by itself for one that asks something else (D75)', async () => {
    const world = await bank.world()
    // What is worked out again shows another time.
    const watch = (fields: string) => subscribe(at(world), `subscription { world { now counts { ${fields} } } }`)
    const equal = await Promise.all(Array.from({ length: 300 }, () => watch('customers')))
    const others = [await watch('customers accounts'), await watch('accounts customers')]
    await Promise.all([...equal, ...others].map(one => one.until(1)))
    await world.call('POST', '/v1/sandbox/customers', {
      body: { customerNumber: '07049912345', name: 'Kari', type: 'PRIVATE' },
    })
    const withCustomer = async (one: Subscriber) => {
      for (let count = 2; ; count += 1) {
        const answer = (await one.until(count))[count - 1]
        if (answer.data.world.counts.customers === 1) return answer
      }
    }
    const answers = await Promise.all([...equal, ...others].map(withCustomer))
    expect(new Set(answers.slice(0, equal.length).map(answer => JSON.stringify(answer))).size).toBe(1)
    expect(answers.slice(equal.length).map(({ data }) => data.world.counts)).toEqual(
      others.map(() => ({ customers: 1, accounts: 0 })),
    )
  })

  it('sends the calls that there are, and then each as it is written, once and in order, of a filter and of a world', async () => {
    const world = await bank.world()
    await world.call('GET', '/v1/sandbox/customers')
    const query =
      'subscription ($filter: CallFilterInput) { calls(filter: $filter) { id method target status request { body } } }'
    const refused = await subscribe(at(world), query, { variables: { filter: { refused: true } } })
    const all = await subscribe(at(world), query, { variables: {} })
    expect((await refused.until(1))[0].data.calls).toEqual([])
    expect((await all.until(1))[0].data.calls).toMatchObject([{ method: 'GET', status: 200 }])
    const body = { name: 'Kari' }
    const { headers } = await world.call('POST', '/v1/sandbox/customers', { body })
    await bank.at('default').call('POST', '/v1/sandbox/customers', { body })
    await world.call('GET', '/v1/sandbox/agreements')
    await expect.poll(() => all.answers.flatMap(({ data }) => data.calls)).toHaveLength(3)
    const calls = all.answers.flatMap(({ data }) => data.calls)
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
    await refused.until(2)
    expect(refused.answers.flatMap(({ data }) => data.calls)).toEqual([calls[1]])
    expect(calls[1]).toMatchObject({ id: headers['sandbank-request'], request: { body: JSON.stringify(body) } })
    // Who listens to calls is none of them.
    expect(calls.some(({ target }) => target.endsWith('/graphql'))).toBe(false)
  })

  it('comes by GET, too, and to a client that takes anything', async () => {
    const query = 'subscription { clock { frozen } }'
    const [byGet, anything] = [
      await subscribe(bank.url, query, { method: 'GET' }),
      await subscribe(bank.url, query, { headers: { Accept: '*/*' } }),
    ]
    for (const one of [byGet, anything]) expect((await one.until(1))[0]).toEqual({ data: { clock: { frozen: false } } })
  })

  it('is in the journal as the call that it is', async () => {
    const world = await bank.world()
    const clock = await subscribe(at(world), 'subscription Followed { clock { frozen } }')
    await clock.until(1)
    const { body } = await world.graphql('{ calls { nodes { operation status code door } } }')
    expect(body.data.calls.nodes).toEqual([{ operation: 'Followed', status: 200, code: null, door: 'GRAPHQL' }])
  })
})

describe('A query or mutation of a client that takes events alone (graphql-sse)', () => {
  it('is answered by one event, whatever its fields came to, and is complete', async () => {
    const world = await bank.world()
    const read = await subscribe(at(world), 'query Read { clock { frozen } }')
    const byGet = await subscribe(at(world), '{ clock { frozen } }', { method: 'GET' })
    const write = await subscribe(at(world), 'mutation { freezeClock { clock { frozen } } }')
    const half = await subscribe(at(world), '{ clock { frozen } payment(id: "1") { id } }')
    await Promise.all([read, byGet, write, half].map(one => one.ended))
    for (const one of [read, byGet, write, half])
      expect([one.status, one.type, one.completed(), one.answers.length]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        true,
        1,
      ])
    expect([read, byGet].map(one => one.answers)).toEqual([
      [{ data: { clock: { frozen: false } } }],
      [{ data: { clock: { frozen: false } } }],
    ])
    expect(write.answers).toEqual([{ data: { freezeClock: { clock: { frozen: true } } } }])
    expect(half.answers[0]).toMatchObject({
      data: { clock: {}, payment: null },
      errors: [{ extensions: { code: 'RESOURCE_UNKNOWN' } }],
    })
    const { body } = await world.graphql('{ calls(filter: { operation: "Read" }) { nodes { status code } } }')
    expect(body.data.calls.nodes).toEqual([{ status: 200, code: null }])
  })
})

const COUNTS = 'subscription { world { name counts { customers } } }'

describe('Nothing is followed', () => {
  const UNKNOWN = '00000000-0000-7000-8000-000000000000'
  it.each([
    [
      'for an id that there is not',
      `subscription { payment(id: "${UNKNOWN}") { status } }`,
      'RESOURCE_UNKNOWN',
      UNKNOWN,
    ],
    ['for a consent that there is not', `subscription { consent(id: "1") { id } }`, 'RESOURCE_UNKNOWN', '"1"'],
    ['for a filter that is wrong', 'subscription { calls(filter: { by: [] }) { id } }', 'FORMAT_ERROR', 'at least one'],
    ['for a field that there is not', 'subscription { customers { id } }', 'FORMAT_ERROR', 'ask by query { customers'],
    ['for two fields', 'subscription { clock { now } world { name } }', 'FORMAT_ERROR', 'only one top level field'],
    ['for what is no document', 'subscription {', 'FORMAT_ERROR', 'Syntax Error'],
    ['by a query that is refused', '{ payment(id: "1") { nothing } }', 'FORMAT_ERROR', 'Cannot query field'],
  ])('%s: the fault is the only event, as GraphQL over SSE has it', async (_, query, code, words) => {
    for (const method of ['POST', 'GET'] as const) {
      const answer = await subscribe(bank.url, query, { method })
      await answer.ended
      expect([answer.status, answer.type, answer.completed()]).toEqual([200, 'text/event-stream; charset=utf-8', true])
      const [{ data, errors }, ...more] = answer.answers
      expect([data ?? null, more, errors[0].extensions.code]).toEqual([null, [], code])
      expect(errors[0].message).toContain(words)
    }
  })

  it('by GET for a mutation: 405, as for every other form of answer', async () => {
    const answer = await subscribe(bank.url, 'mutation { freezeClock { clock { now } } }', { method: 'GET' })
    await answer.ended
    expect([answer.status, answer.type]).toEqual([405, 'application/json; charset=utf-8'])
    expect((await bank.at('default').graphql('{ clock { frozen } }')).body.data.clock.frozen).toBe(false)
  })

  it.each(['application/json', 'application/graphql-response+json'])('as %s', async Accept => {
    const answer = await subscribe(bank.url, 'subscription { clock { now } }', { headers: { Accept } })
    await answer.ended
    expect(answer.status).toBe(406)
    expect(answer.text()).toContain('send the header Accept: text/event-stream')
  })

  it('by a scenario, which acts on operations alone', async () => {
    const headers = { 'Sandbank-Scenario': 'error; code=UNAVAILABLE' }
    const answer = await subscribe(bank.url, 'subscription { clock { now } }', { headers })
    await answer.ended
    const [error] = answer.answers[0].errors
    expect([answer.status, error.extensions.tppMessages[0].path]).toEqual([200, 'Sandbank-Scenario'])
  })

  it('in a world that there is not, from another site, without the token, by another name', async () => {
    const query = 'subscription { clock { now } }'
    const codeOf = async (
      url: string,
      headers: Readonly<Record<string, string>> = {},
      method: 'GET' | 'POST' = 'GET',
    ) => {
      const answer = await subscribe(url, query, { headers, method })
      if (answer.status === 200) await answer.until(1)
      else await answer.ended
      return [answer.status, answer.text() === '' ? undefined : JSON.parse(answer.text()).tppMessages[0].path]
    }
    for (const method of ['GET', 'POST'] as const) {
      expect(await codeOf(`${bank.url}/worlds/nowhere`, {}, method)).toEqual([404, 'world'])
      expect(await codeOf(bank.url, { 'Sec-Fetch-Site': 'cross-site' }, method)).toEqual([403, 'Sec-Fetch-Site'])
      expect(await codeOf(bank.url, { Origin: 'https://elsewhere.example' }, method)).toEqual([403, 'Origin'])
      expect(await codeOf(bank.url, { Host: 'evil.example' }, method)).toEqual([403, 'Host'])
      expect(await codeOf(locked.url, {}, method)).toEqual([401, 'Authorization'])
      expect(await codeOf(locked.url, { Authorization: 'Bearer another' }, method)).toEqual([401, 'Authorization'])
      expect(await codeOf(locked.url, { Authorization: 'Bearer a-token-of-the-operator' }, method)).toEqual([
        200,
        undefined,
      ])
    }
  })
})
