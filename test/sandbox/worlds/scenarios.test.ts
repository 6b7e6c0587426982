import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addCustomer, customerBody, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { addConsented } from '../../support/builders/consented.ts'
import { CREATE as CREATE_PAYMENT, ordered } from '../../support/builders/graphql-payments.ts'
import { addPayer, NDCT, paymentBody } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank, type World } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
let world: World
beforeEach(async () => {
  world = await bank.world()
})

const SET = `mutation ($input: SetScenarioInput!) {
  setScenario(input: $input) { scenario {
    id scenario tpp { id } operation psu times left probability seed asked used } } }`
const LIST = '{ scenarios { totalCount nodes { id scenario left asked used } } }'

async function set(scenario: string, more: Record<string, unknown> = {}, at = world) {
  const { body, text } = await at.graphql(SET, { input: { scenario, ...more } })
  expect(body.errors, text).toBeUndefined()
  return body.data.setScenario.scenario
}
const list = async (at = world) => (await at.graphql(LIST)).body.data.scenarios.nodes
const read = (at = world, options = {}) => at.call('GET', PATHS.customers, options)
const statuses = async (times: number) => {
  const found: number[] = []
  for (let n = 0; n < times; n += 1) found.push((await read()).status)
  return found
}
const codeOf = ({ body }: Answer) => body.errors?.[0].extensions.code

describe('setScenario', () => {
  it('acts on the calls of TPPs as the header does, until it is cleared', async () => {
    const made = await set('error;code=ACCESS_EXCEEDED')
    expect(made).toEqual({
      id: made.id,
      scenario: 'error; code=ACCESS_EXCEEDED',
      tpp: null,
      operation: null,
      psu: null,
      times: null,
      left: null,
      probability: null,
      seed: 1,
      asked: 0,
      used: 0,
    })
    const refused = await read()
    expectRefusal(refused, 429, 'ACCESS_EXCEEDED')
    expect(refused.headers['sandbank-scenario']).toBe('error; code=ACCESS_EXCEEDED')
    expect((await world.call('POST', PATHS.customers, { body: customerBody() })).status).toBe(429)
    expect(await list()).toEqual([{ id: made.id, scenario: made.scenario, left: null, asked: 2, used: 2 }])
    const { body } = await world.graphql('mutation { clearScenarios{ scenarios { id } } }')
    expect(body.data.clearScenarios.scenarios).toEqual([{ id: made.id }])
    expect([await statuses(1), await list()]).toEqual([[200], []])
  })

  it('times: counts down, and stands used up in the list', async () => {
    const { id } = await set('error; code=UNAVAILABLE', { times: 2 })
    expect(await statuses(4)).toEqual([503, 503, 200, 200])
    expect(await list()).toEqual([{ id, scenario: 'error; code=UNAVAILABLE', left: 0, asked: 2, used: 2 }])
  })

  it('times: many calls at once never use one twice, on reads and writes', async () => {
    await set('error; code=CONFLICT', { times: 7 })
    const calls = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? read() : world.call('POST', PATHS.customers, { body: customerBody() }),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(13)
    expect(await list()).toMatchObject([{ left: 0, used: 7 }])
  })

  it('a call that is refused anyway uses up nothing, nor does a repeated one', async () => {
    await set('lose-answer', { times: 2 })
    await world.call('POST', PATHS.customers, { body: {} })
    expect(await list()).toMatchObject([{ left: 2, asked: 0 }])
    const options = { body: customerBody(), requestId: randomUUID() }
    await expect(world.call('POST', PATHS.customers, options)).rejects.toThrow('socket hang up')
    expect((await world.call('POST', PATHS.customers, options)).headers['sandbank-replayed']).toBe('true')
    expect(await list()).toMatchObject([{ left: 1, used: 1 }])
  })

  it('probability: the choice follows from seed and order alone', async () => {
    const run = async (seed: number) => {
      await world.graphql('mutation { clearScenarios{ scenarios { id } } }')
      await set('error; code=ACCESS_EXCEEDED', { probability: 0.3, seed })
      return statuses(20)
    }
    const first = await run(1)
    expect(await run(1)).toEqual(first)
    expect(await run(2)).not.toEqual(first)
    const acted = first.filter(status => status === 429).length
    expect([acted > 1, acted < 13]).toEqual([true, true])
    expect(await list()).toMatchObject([{ asked: 20 }])
  })

  it('for: acts on calls of this TPP, operation and PSU alone', async () => {
    const psu = await addConsented(bank)
    const tpp = tppIdOf(bank, bank.tpp)
    const about = { tpp: `PSD${tpp}`, operation: 'consentedAccounts', psu: psu.customerNumber }
    const made = await set('error; code=CONSENT_UNKNOWN', { for: about }, psu.world)
    expect(made).toMatchObject({ tpp: { id: tpp }, operation: 'consentedAccounts', psu: psu.customerNumber })
    const { headers } = psu
    const calls = [
      await psu.world.call('GET', '/v1/accounts', { headers }),
      await psu.world.call('GET', `/v1/accounts/${psu.account.id}`, { headers }),
      await read(psu.world),
    ]
    expect(calls.map(({ status }) => status)).toEqual([403, 200, 200])
    // Found by its session as well, where the call names the PSU by that.
    const { 'PSU-ID': _, ...bySession } = headers
    expect((await psu.world.call('GET', '/v1/accounts', { headers: bySession })).status).toBe(403)
    const foreign = bank.newTpp()
    expectRefusal(await psu.world.call('GET', '/v1/accounts', { headers, tpp: foreign }), 401, 'CONSENT_INVALID')
  })

  it('for: acts on payments to this account alone, by IBAN or BBAN, at both doors (D102)', async () => {
    const { world: own, psu, number, debtor, creditor } = await addPayer(bank)
    const about = { creditorAccount: creditor.bban }
    await set('error; code=PAYMENT_FAILED', { for: about }, own)
    const pay = (changes = {}) => psu.call('POST', NDCT, { body: paymentBody(debtor, creditor, changes) })
    expectRefusal(await pay(), 400, 'PAYMENT_FAILED')
    const elsewhere = { creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' } }
    expect((await pay(elsewhere)).status).toBe(201)
    const byBban = { bban: creditor.bban, currency: 'NOK' }
    expectRefusal(await pay({ creditorAccount: byBban }), 400, 'PAYMENT_FAILED')
    const transfer = {
      instructedAmount: { amount: '1.00', currency: 'NOK' },
      creditorName: 'Ola',
      creditorAccount: byBban,
    }
    const { currency, iban } = paymentBody(debtor, creditor).debtorAccount
    const bulk = { debtorAccount: { iban, currency }, payments: [transfer] }
    const bulkPath = NDCT.replace('/payments/', '/bulk-payments/')
    expectRefusal(await psu.call('POST', bulkPath, { body: bulk }), 400, 'PAYMENT_FAILED')
    expect((await read(own)).status).toBe(200)
    const input = paymentBody(debtor, creditor)
    const { body } = await own.graphql('query { scenarios { nodes { creditorAccount used } } }')
    expect(body.data.scenarios.nodes).toEqual([{ creditorAccount: creditor.bban, used: 3 }])
    const mutation = await own.graphql(CREATE_PAYMENT.single, ordered({ psu: number, input }))
    expect(codeOf(mutation)).toBe('PAYMENT_FAILED')
  })

  it('for: an account is FORMAT_ERROR beside an operation that pays to none (D102)', async () => {
    const about = { creditorAccount: 'NO9386011117947', operation: 'consentedAccounts' }
    const refused = await world.graphql(SET, { input: { scenario: 'delay; ms=1', for: about } })
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR' })
    expect(refused.body.errors[0].extensions.tppMessages[0].path).toBe('input.for.creditorAccount')
  })

  it('delay; jitter: each call waits between ms and ms + jitter (D102)', async () => {
    await set('delay; ms=100; jitter=400')
    const waits: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const begun = performance.now()
      expect((await read()).status).toBe(200)
      waits.push(performance.now() - begun)
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(99)
    expect(new Set(waits.map(wait => Math.round(wait / 10))).size).toBeGreaterThan(1)
  })

  it("the last one that was set acts first, and a call's own header before all", async () => {
    await set('error; code=CONFLICT')
    await set('error; code=ACCESS_EXCEEDED', { times: 1 })
    const own = await read(world, { headers: { 'Sandbank-Scenario': 'error; code=FORBIDDEN' } })
    expect([own.status, ...(await statuses(2))]).toEqual([403, 429, 409])
  })

  it('leaves alone what it cannot act on', async () => {
    const { world: own, psu, debtor, creditor } = await addPayer(bank)
    await set('sca; outcome=rejected', {}, own)
    await set('execution; status=PART', {}, own)
    expect((await read(own)).headers['sandbank-scenario']).toBeUndefined()
    const made = await psu.call('POST', NDCT, { body: paymentBody(debtor, creditor) })
    expect([made.status, made.headers['sandbank-scenario']]).toEqual([201, 'sca; outcome=rejected'])
    expect(await list(own)).toMatchObject([{ used: 1 }, { used: 0, asked: 0 }])
  })

  it('is a part of the state: copies and snapshots have it, a reset takes it away, and a comparison does not speak of it', async () => {
    await world.graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
    await set('error; code=CONFLICT', { times: 3 })
    await read()
    await world.graphql('mutation { takeSnapshot(name: "after") { snapshot { name } } }')
    const { body } = await world.graphql(
      'query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!) { diffWorlds(left: $left, right: $right) { equal } }',
      { left: { world: world.name, snapshot: 'before' }, right: { world: world.name } },
    )
    expect(body.data.diffWorlds.equal).toBe(true)
    const copy = await world.graphql(
      'mutation ($of: String!) { createWorld(input: { source: { copyOf: $of } }) { world { name } } }',
      {
        of: world.name,
      },
    )
    expect(await list(bank.at(copy.body.data.createWorld.world.name))).toMatchObject([{ left: 2 }])
    expect((await read(bank.at(copy.body.data.createWorld.world.name))).status).toBe(409)
    await read()
    await world.graphql('mutation { restoreSnapshot(name: "after") { world { name } } }')
    expect(await list()).toMatchObject([{ left: 2 }])
    expect(await statuses(3)).toEqual([409, 409, 200])
    await world.graphql('mutation { restoreSnapshot(name: "before") { world { name } } }')
    expect(await list()).toEqual([])
    await set('error; code=CONFLICT')
    await world.graphql(`mutation { resetWorld(input: { name: "${world.name}" }) { world { name } } }`)
    expect([await list(), await statuses(1)]).toEqual([[], [200]])
  })

  it.each([
    [{ scenario: 'eror; code=X' }, 'FORMAT_ERROR', 'scenario', 'names no scenario by "eror"'],
    [{ scenario: 'lose-answer', times: 0 }, 'FORMAT_ERROR', 'times', 'from 1 to'],
    [{ scenario: 'lose-answer', probability: 1.5 }, 'FORMAT_ERROR', 'probability', 'must be 1 at most'],
    [{ scenario: 'lose-answer', probability: 0 }, 'FORMAT_ERROR', 'probability', 'above 0'],
    [{ scenario: 'lose-answer', seed: -1 }, 'FORMAT_ERROR', 'seed', 'from 0 to'],
    [
      { scenario: 'lose-answer', for: { operation: 'createPayments' } },
      'FORMAT_ERROR',
      'for.operation',
      'is it createPayment?',
    ],
    [
      { scenario: 'execution; status=RJCT', for: { operation: 'accounts' } },
      'FORMAT_ERROR',
      'for.operation',
      'createBulkPayment',
    ],
    [{ scenario: 'lose-answer', for: { tpp: 'nobody' } }, 'RESOURCE_UNKNOWN', 'for.tpp', 'Known are'],
    [{ scenario: 'lose-answer', for: { psu: '123' } }, 'RESOURCE_UNKNOWN', 'for.psu', 'no customer'],
    [
      { scenario: 'lose-answer', for: { creditorAccount: 'nothing-here' } },
      'FORMAT_ERROR',
      'for.creditorAccount',
      'must be an IBAN, a BBAN or the key of an account.',
    ],
    [{ scenario: 'lose-answer', for: { creditorAccount: 'NO00' } }, 'FORMAT_ERROR', 'for.creditorAccount', 'an IBAN'],
  ])('%j is refused with %s', async (input, code, path, words) => {
    const answer = await world.graphql(SET, { input })
    expect(codeOf(answer), answer.text).toBe(code)
    const [message] = answer.body.errors[0].extensions.tppMessages
    expect(message.path).toBe(`input.${path}`)
    expect(message.text).toContain(words)
    expect(await list()).toEqual([])
  })

  it('keeps at most 100, of which those that are used up make room', async () => {
    const many = Array.from(
      { length: 100 },
      (_, n) =>
        `s${n}: setScenario(input: { scenario: "lose-answer", for: { psu: "1" }, times: 1 }) { scenario { id } }`,
    )
    await addCustomer(world, { customerNumber: '1' })
    for (let n = 0; n < 100; n += 10) {
      const { body, text } = await world.graphql(`mutation { ${many.slice(n, n + 10).join(' ')} }`)
      expect(body.errors, text).toBeUndefined()
    }
    expect(codeOf(await world.graphql(SET, { input: { scenario: 'lose-answer' } }))).toBe('CONFLICT')
    await world.graphql('mutation { clearScenarios{ scenarios { id } } }')
    await set('error; code=CONFLICT', { times: 1 })
    expect(await statuses(2)).toEqual([409, 200])
  })

  it('clears those that are named; an unknown id clears nothing', async () => {
    const [one, other] = [await set('lose-answer'), await set('error; code=CONFLICT')]
    const CLEAR = 'mutation ($ids: [ID!]) { clearScenarios(ids: $ids) { scenarios { id } } }'
    expect(codeOf(await world.graphql(CLEAR, { ids: [one.id, 'x'] }))).toBe('RESOURCE_UNKNOWN')
    await world.graphql(CLEAR, { ids: [one.id] })
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([other.id])
  })
})

describe("The operator's door", () => {
  const CREATE =
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { customerNumber } } }'
  /** GraphQL over HTTP with the header. */
  async function ask(scenario: string, query: string, variables: object = {}, operationName?: string) {
    const response = await fetch(`${bank.url}${world.base}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sandbank-Scenario': scenario },
      body: JSON.stringify({ query, variables, operationName }),
    })
    return { response, body: await response.json() }
  }

  it('takes the header for the operations of its fields: error, with the same code and messages, and nothing done', async () => {
    const input = customerBody()
    const { response, body } = await ask('error; code=CONFLICT', CREATE, { input })
    expect(response.headers.get('Sandbank-Scenario')).toBe('error; code=CONFLICT')
    expect(body.errors[0].extensions).toMatchObject({ code: 'CONFLICT', tppMessages: [{ code: 'CONFLICT' }] })
    expect((await ask('delay; ms=1', CREATE, { input })).body.data.createCustomer.customer.customerNumber).toBe(
      input.customerNumber,
    )
    const wrong = await ask('eror', CREATE, { input: customerBody() })
    expect([wrong.response.status, wrong.body.tppMessages[0].path]).toEqual([400, 'Sandbank-Scenario'])
  })

  it.each([
    ['a list of the operator', '{ customers { totalCount } }'],
    ['a mutation of the operator', 'mutation { freezeClock{ clock { frozen } } }'],
    ['asTpp without a read', '{ asTpp { __typename } }'],
    [
      'one of several operations',
      'query chosen { customers { totalCount } } query other { asTpp { ...Reads } } fragment Reads on AsTpp { accounts { resourceId } }',
      'chosen',
    ],
  ])(
    'refuses the header beside a document that runs no operation, and does nothing: %s (D102)',
    async (_, document, operationName?: string) => {
      const { response, body } = await ask('error; code=CONFLICT', document, undefined, operationName)
      expect([response.status, body.errors[0].extensions]).toMatchObject([
        200,
        { code: 'FORMAT_ERROR', tppMessages: [{ path: 'Sandbank-Scenario' }] },
      ])
      expect((await world.graphql('{ clock { frozen } }')).body.data.clock.frozen).toBe(false)
    },
  )

  it('says 503 and when to try again where the answer has no data, with one root field or two (D127)', async () => {
    const { customerNumber } = await addConsented(bank, { world })
    const asTpp = `asTpp(access: { tpp: "${tppIdOf(bank, bank.tpp)}", psu: "${customerNumber}" })`
    const read = 'accounts { resourceId } cardAccounts { resourceId }'
    const answers: [string, number, string | null][] = [
      [CREATE, 503, '1'],
      [`{ ${asTpp} { ${read} } }`, 503, '1'],
      [`query { ...A } fragment A on Query { ${asTpp} { __typename ...B } } fragment B on AsTpp { ${read} }`, 503, '1'],
      [`{ clock { frozen } ${asTpp} { ${read} } }`, 200, null],
      [CREATE.replace('{ createCustomer', '{ freezeClock{ clock { now } } createCustomer'), 503, '1'],
    ]
    for (const [document, status, wait] of answers) {
      const { response, body } = await ask('error; code=UNAVAILABLE', document, { input: customerBody() })
      expect([document, response.status, response.headers.get('Retry-After')]).toEqual([document, status, wait])
      expect(body.errors.length).toBeGreaterThan(0)
    }
  })

  it('loses the answer of a mutation whose effect stays', async () => {
    const input = customerBody()
    await expect(ask('lose-answer', CREATE, { input })).rejects.toThrow('fetch failed')
    expect(codeOf(await world.graphql(CREATE, { input }))).toBe('CONFLICT')
  })

  it('is led by the scenarios of the world where it acts as a TPP, and never in its own work', async () => {
    const { world: own, number, debtor, creditor } = await addPayer(bank)
    await set('error; code=PAYMENT_FAILED', { times: 1 }, own)
    expect((await own.graphql(CREATE, { input: customerBody() })).body.errors).toBeUndefined()
    const pay = () => own.graphql(CREATE_PAYMENT.single, ordered({ psu: number, input: paymentBody(debtor, creditor) }))
    const first = await pay()
    expect(codeOf(first), first.text).toBe('PAYMENT_FAILED')
    const second = await pay()
    expect(second.body.data?.made.payment.status, second.text).toBe('RCVD')
  })

  it('is led by them for many at once, too, as the TPP and for the PSU of the first, and used once', async () => {
    const { world: own, number, debtor, creditor } = await addPayer(bank)
    const made = await set(
      'error; code=PAYMENT_FAILED',
      { times: 1, for: { operation: 'createPayment', psu: number } },
      own,
    )
    const several =
      'mutation ($inputs: [CreatePaymentInput!]!) { createPayments(inputs: $inputs) { payments { status } } }'
    const input = { psu: number, allowLogicalDuplicate: true, ...paymentBody(debtor, creditor) }
    const pay = (more: object = {}) => own.graphql(several, { inputs: [{ ...input, ...more }, input] })
    expect((await pay({ tpp: 'nobody' })).body.errors[0].extensions).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'inputs[0].tpp' }],
    })
    const first = await pay()
    expect(codeOf(first), first.text).toBe('PAYMENT_FAILED')
    expect(await list(own)).toMatchObject([{ id: made.id, left: 0, used: 1 }])
    expect((await pay()).body.data?.createPayments.payments).toEqual([{ status: 'RCVD' }, { status: 'RCVD' }])
  })
})
