import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { ERRORS } from '../../../src/bank/wire/errors.ts'
import {
  AUTHORISATION_REASONS,
  BASKET_REASONS,
  CONSENT_REASONS,
  PAYMENT_REASONS,
} from '../../../src/workbench/explain/causes.ts'
import { REMEDIES } from '../../../src/workbench/explain/remedies.ts'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addPrivate, NOON, unattended } from '../../support/builders/consented.ts'
import { approve, CREATE, ordered as inputOf, pay, statusOf } from '../../support/builders/graphql-payments.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  NDCT,
  paymentBody,
  periodicBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'
import { moveClock, stopClock } from '../../support/clients/clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const FIELDS = '{ subject state text rule since waitsFor until rows { noun id values { name value } } advice change }'
type Kind = 'call' | 'payment' | 'signingBasket' | 'consent' | 'authorisation'

async function why(world: World, kind: Kind, id: string | undefined) {
  return (await ask(world, `query ($id: ID!) { why(of: { ${kind}: $id }) ${FIELDS} }`, { id })).why
}

/** Runs the command of an explanation as the person would who copies it. */
async function follow(world: World, change: string | null) {
  const [, name, base, query = ''] =
    /^npx sandbank graphql --world (\S+) --base (\S+) '(.*)'$/s.exec(change ?? '') ?? []
  expect(name, String(change)).toBe(world.name)
  expect(base).toBe(bank.url)
  return ask(world, query)
}

const valuesOf = (rows: { noun: string; values: { name: string; value: string }[] }[], noun: string) =>
  rows
    .filter(row => row.noun === noun)
    .map(({ values }) => Object.fromEntries(values.map(({ name, value }) => [name, value])))

describe('Every state and every code of a refusal is explained (D97)', () => {
  const reasons = { PAYMENT_REASONS, BASKET_REASONS, CONSENT_REASONS, AUTHORISATION_REASONS }

  it('each state with a rule and a sentence', () => {
    for (const [table, rows] of Object.entries(reasons)) {
      for (const [state, { rule, text }] of Object.entries(rows)) {
        expect([table, state, rule]).toEqual([table, state, expect.stringMatching(/D\d+|\[I\]/)])
        expect(text).toMatch(/^[A-Z].*\.$/)
      }
    }
    const states = (name: string) => Object.keys(Object(schema.getType(name)).toConfig().values)
    expect(Object.keys(PAYMENT_REASONS).sort()).toEqual(states('PaymentStatus').sort())
    expect(Object.keys(BASKET_REASONS).sort()).toEqual(states('SigningBasketStatus').sort())
    expect(Object.keys(CONSENT_REASONS).sort()).toEqual(states('ConsentState').sort())
    expect(Object.keys(AUTHORISATION_REASONS).sort()).toEqual(states('AuthorisationStatus').sort())
  })

  it('each code with a rule', () => {
    for (const [code, { rule }] of Object.entries(REMEDIES))
      expect([code, rule]).toEqual([code, expect.stringMatching(/D\d+|\[I\]|decisions/)])
    expect(Object.keys(REMEDIES).sort()).toEqual(Object.keys(ERRORS).sort())
  })
})

describe('A payment is explained, and the command moves it on', () => {
  it('from its registration to its end', async () => {
    const { world, number, debtor, creditor } = await addPayer(bank)
    const { id } = await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor) })
    const registered = await why(world, 'payment', id)
    expect(registered).toMatchObject({
      subject: `payment ${id}`,
      state: 'RCVD',
      waitsFor: expect.stringContaining('SCA'),
    })
    expect(valuesOf(registered.rows, 'Payment')[0]).toMatchObject({ status: 'RCVD' })
    // First the SCA is to be started, then to be completed.
    await follow(world, registered.change)
    const started = await why(world, 'payment', id)
    expect(started.change).toContain('completeAuthorisation')
    await follow(world, started.change)
    const approved = await why(world, 'payment', id)
    expect(approved).toMatchObject({ state: 'ACTC', waitsFor: 'its next batch or run', until: expect.any(String) })
    await follow(world, approved.change)
    expect(await why(world, 'payment', id)).toMatchObject({ state: 'ACSC', waitsFor: null, change: null })
  })

  it('that lacked funds, with the balance that it would have needed', async () => {
    const { world, number, debtor, creditor } = await addPayer(bank)
    const input = paymentBody(debtor, creditor, { instructedAmount: { amount: '400.00', currency: 'NOK' } })
    const { id, sca } = await pay(world, 'single', { psu: number, context: 'PRIVATE', input })
    await approve(world, sca, number)
    await ask(
      world,
      'mutation ($id: ID!) { changeBalances(input: { id: $id, balances: [{ balanceType: closingBooked, balanceAmount: { amount: -5000, currency: "NOK" } }] }) { account { id } } }',
      { id: debtor.id },
    )
    await moveClock(bank, world, { by: 'P2D' })
    const explained = await why(world, 'payment', id)
    expect(explained.state).toBe('RJCT')
    expect(valuesOf(explained.rows, 'Account')[0]).toMatchObject({ booked: '-5000.00' })
    expect(explained.advice).toMatch(/^This payment stays rejected: .* a new payment has to be sent\.$/)
    await follow(world, explained.change)
    const again = await pay(world, 'single', { psu: number, context: 'PRIVATE', input })
    await approve(world, again.sca, number)
    await moveClock(bank, world, { by: 'P4D' })
    expect(await statusOf(world, again.id)).toBe('ACSC')
  })

  it('that waits for another member, with who may approve', async () => {
    const corporate = await addCorporate(bank)
    const { world, agreement, account, creditor } = corporate
    const clerk = await addMember(bank, world, corporate, { approvalLimit: 1 })
    const other = await addMember(bank, world, corporate, { approvalLimit: 9000 })
    const call = { psu: clerk.number, context: 'CORPORATE', agreementId: agreement.id }
    const { id, sca } = await pay(world, 'single', { ...call, input: paymentBody(account, creditor) })
    await approve(world, sca, clerk.number)
    const waiting = await why(world, 'payment', id)
    expect(waiting).toMatchObject({ state: 'PDNG', waitsFor: expect.stringContaining('another member') })
    expect(valuesOf(waiting.rows, 'Engagement').map(({ approvalLimit }) => approvalLimit)).toEqual(['1', '9000'])
    expect(waiting.change).toContain(other.number)
  })
})

it('says who rejected or cancelled a payment, and empties no account where a scenario forced the failure', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const order = { psu: number, context: 'PRIVATE', input: paymentBody(debtor, creditor) }
  const rejected = await pay(world, 'single', order)
  await ask(
    world,
    'mutation ($id: ID!, $n: String!) { completeAuthorisation(input: { id: $id, psu: $n, outcome: REJECTED }) { redirectTo } }',
    { id: rejected.sca, n: number },
  )
  expect((await why(world, 'payment', rejected.id)).text).toBe(`It was rejected at its SCA, customer ${number}: final.`)
  const other = await pay(world, 'single', order)
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { id } } }', { id: other.id })
  expect((await why(world, 'payment', other.id)).text).toBe('It was cancelled in another channel of the bank: final.')
  await ask(
    world,
    'mutation { setScenario(input: { scenario: "execution; status=RJCT; reason=AM04" }) { scenario { id } } }',
  )
  const forced = await pay(world, 'single', order)
  await approve(world, forced.sca, number)
  await moveClock(bank, world, { by: 'P2D' })
  const explained = await why(world, 'payment', forced.id)
  expect(explained).toMatchObject({
    state: 'RJCT',
    change: null,
    text: expect.stringMatching(/^It was rejected by .*AM04/),
  })
})

it('moves a corporate payment on, in the name of its agreement, through both of its approvals', async () => {
  const corporate = await addCorporate(bank)
  const { world, agreement, account, creditor } = corporate
  const clerk = await addMember(bank, world, corporate, { approvalLimit: 1 })
  await addMember(bank, world, corporate, { approvalLimit: 9000 })
  const call = { psu: clerk.number, context: 'CORPORATE', agreementId: agreement.id }
  const { id } = await pay(world, 'single', { ...call, input: paymentBody(account, creditor) })
  const states: string[] = []
  for (let change: string | null = ''; change !== null && states.length < 9; ) {
    if (change !== '') await follow(world, change)
    const explained = await why(world, 'payment', id)
    states.push(explained.state)
    change = explained.change
  }
  expect(states).toContain('PDNG')
  expect(await statusOf(world, id)).toBe('ACSC')
})

it('explains a consent and an SCA through their lives, each with the command that renews it', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber } = await addPrivate(world)
  const offer = 'mutation { offerConsent(input: {}) { authorisation { id } } }'
  const { id: sca } = (await ask(world, offer)).offerConsent.authorisation
  expect(await why(world, 'authorisation', sca)).toMatchObject({
    state: 'RECEIVED',
    until: '2030-05-15T10:30:00.000Z',
  })
  const inApp = (
    await ask(world, 'mutation { offerConsent(input: { redirectPreferred: false }) { authorisation { id } } }')
  ).offerConsent.authorisation
  const waiting = await why(world, 'authorisation', inApp.id)
  expect(waiting.waitsFor).toMatch(/^the PSU to open the page of the SCA .+: the page then approves by itself/)
  await moveClock(bank, world, { by: 'PT31M' })
  const expired = await why(world, 'authorisation', sca)
  expect(expired).toMatchObject({ state: 'EXPIRED', waitsFor: 'a new SCA' })
  expect((await follow(world, expired.change)).offerConsent.authorisation.id).not.toBe(sca)

  const grant = `mutation { grantConsent(input: { psu: "${customerNumber}" }) { consent { id } } }`
  const { id } = (await ask(world, grant)).grantConsent.consent
  expect(await why(world, 'consent', id)).toMatchObject({ state: 'VALID', change: null, until: expect.any(String) })
  await ask(world, 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { id } } }', { id })
  const revoked = await why(world, 'consent', id)
  expect(revoked).toMatchObject({ state: 'REVOKED', waitsFor: 'a new consent of the PSU' })
  const renewed = (await follow(world, revoked.change)).grantConsent.consent
  expect(renewed.state).toBe('VALID')
  await ask(world, grant)
  expect((await why(world, 'consent', renewed.id)).state).toBe('REPLACED')
  expect((await why(world, 'consent', id)).state).toBe('REVOKED')
})

it('explains a signing basket by its payments', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const { id: paymentId } = await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor) })
  const { createSigningBasket } = await ask(
    world,
    'mutation ($psu: String!, $ids: [ID!]!) { createSigningBasket(input: { psu: $psu, paymentIds: $ids }) { signingBasket { id } } }',
    { psu: number, ids: [paymentId] },
  )
  const basket = await why(world, 'signingBasket', createSigningBasket.signingBasket.id)
  expect(basket).toMatchObject({ state: 'RCVD', rows: [{ noun: 'Payment', id: paymentId }] })
  await follow(world, basket.change)
  await follow(world, (await why(world, 'signingBasket', createSigningBasket.signingBasket.id)).change)
  expect((await why(world, 'signingBasket', createSigningBasket.signingBasket.id)).state).toBe('ACTC')
})

describe('A refused call is explained from the journal', () => {
  it('with the rule, what its ids name, and a consent that would let it pass', async () => {
    const { world, headers, debtor } = await addPayer(bank)
    const answer = await world.call('GET', `/v1/accounts/${debtor.id}/balances`, { headers })
    expect(answer.status).toBe(401)
    const explained = await why(world, 'call', answer.headers['sandbank-request'])
    expect(explained).toMatchObject({ state: 'CONSENT_INVALID', rule: 'D32' })
    expect(explained.text).toMatch(/^This PSU has given this TPP no consent.* Refused at the step RULES \(D12\)\.$/)
    expect(valuesOf(explained.rows, 'Account')).toEqual([expect.objectContaining({ iban: debtor.iban })])
    const [granted = '', again] = explained.change.split(' && ')
    await follow(world, granted)
    expect(again).toContain(`npx sandbank call GET '/v1/accounts/${debtor.id}/balances'`)
    expect((await world.call('GET', `/v1/accounts/${debtor.id}/balances`, { headers })).status).toBe(200)
    const quiet = unattended(headers)
    for (let count = 0; count < 4; count += 1)
      await world.call('GET', `/v1/accounts/${debtor.id}/balances`, { headers: quiet })
    const exceeded = await world.call('GET', `/v1/accounts/${debtor.id}/balances`, { headers: quiet })
    // Whether the PSU is there is not the bank's to say.
    expect((await why(world, 'call', exceeded.headers['sandbank-request'])).change).toBeNull()
  })

  it('with the call under the right name of a field, and with advice where no name is like it: it does not vanish (D18)', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor)
    const sent = async (extra: object) => {
      const answer = await psu.call('POST', NDCT, { body: { ...body, ...extra } })
      return why(psu, 'call', answer.headers['sandbank-request'])
    }
    const { change } = await sent({ remittance_information_unstructured: 'Rent' })
    const [, data = ''] = /--data '(.*)'$/.exec(change) ?? []
    expect(JSON.parse(data)).toEqual({ ...body, remittanceInformationUnstructured: 'Rent' })
    expect((await psu.call('POST', NDCT, { raw: data })).status).toBe(201)
    expect(await sent({ extra: 1 })).toMatchObject({ change: null })
  })

  it('with the step that refused it, and the call to correct', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = { ...paymentBody(debtor, creditor), creditorName: '' }
    const answer = await psu.call('POST', NDCT, { body })
    const explained = await why(world, 'call', answer.headers['sandbank-request'])
    expect(explained).toMatchObject({
      state: 'FORMAT_ERROR',
      rule: '[I] Endpoints',
      text: 'creditorName: must have 1 to 70 characters; it has 0. creditorName: found "". Refused at the step BODY (D12).',
    })
    expect(explained.change).toBeNull()
    const fine = await world.call('GET', '/v1/sandbox/customers')
    expect(await why(world, 'call', fine.headers['sandbank-request'])).toMatchObject({
      state: '200',
      change: null,
    })
  })
})

it('names the scenario that forced a refusal, and takes it away (D88)', async () => {
  const world = await bank.world()
  const path = '/v1/sandbox/customers'
  const asked = await world.call('GET', path, { headers: { 'Sandbank-Scenario': 'error; code=CONFLICT' } })
  const explained = await why(world, 'call', asked.headers['sandbank-request'])
  expect(explained).toMatchObject({
    state: 'CONFLICT',
    rule: 'D88',
    text: expect.stringContaining('A scenario answered'),
  })
  expect(explained.change).toMatch(/^npx sandbank call GET '\/v1\/sandbox\/customers'/)
  const {
    setScenario: { scenario: other },
  } = await ask(
    world,
    'mutation { setScenario(input: { scenario: "error; code=FORMAT_ERROR", for: { operation: createPayment } }) { scenario { id } } }',
  )
  const {
    setScenario: { scenario: forcing },
  } = await ask(world, 'mutation { setScenario(input: { scenario: "error; code=CONFLICT" }) { scenario { id } } }')
  const forced = await world.call('GET', path)
  const { change, rows } = await why(world, 'call', forced.headers['sandbank-request'])
  expect(rows).toContainEqual(expect.objectContaining({ noun: 'Scenario', id: forcing.id }))
  const [cleared = '', again] = change.split(' && ')
  await follow(world, cleared)
  expect((await ask(world, '{ scenarios { nodes { id } } }')).scenarios.nodes).toEqual([other])
  expect(again).toContain(`npx sandbank call GET '${path}'`)
  expect((await world.call('GET', path)).status).toBe(200)
})

it('takes exactly one of its arguments, and knows only what the world has', async () => {
  const world = await bank.world()
  for (const args of [
    '',
    `(of: { payment: "${UNKNOWN_ID}", signingBasket: "${UNKNOWN_ID}" })`,
    '(of: { payment: null })',
    '(of: {})',
  ])
    expect((await refused(world, `{ why${args} { text } }`)).code).toBe('FORMAT_ERROR')
  for (const kind of ['call', 'payment', 'signingBasket', 'consent', 'authorisation'])
    expect((await refused(world, `{ why(of: { ${kind}: "${UNKNOWN_ID}" }) { text } }`)).code).toBe('RESOURCE_UNKNOWN')
})

describe('A periodic payment whose executions passed before its SCA (D77)', () => {
  it('cannot be approved, as why says, which cancels it', async () => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank)
    const day = { startDate: '2030-05-20', endDate: '2030-05-20', frequency: 'Monthly', dayOfExecution: '20' }
    const body = periodicBody(debtor, creditor, day)
    const payment = await register(psu, '/v1/periodic-payments/norwegian-domestic-credit-transfers', body)
    expect((await why(world, 'payment', payment.id)).waitsFor).toBe('the SCA of the PSU that registered it')
    await moveClock(bank, world, { to: new Date('2030-05-21T10:00:00Z') })
    await expect(sign(bank, psu, payment, number)).rejects.toMatchObject({ code: 'EXECUTION_DATE_INVALID' })
    const explained = await why(world, 'payment', payment.id)
    expect(explained).toMatchObject({ state: 'RCVD', rule: 'D38, D77', waitsFor: null })
    expect(explained.text).toMatch(/^It was not approved in time: no execution is left .+ EXECUTION_DATE_INVALID\.$/)
    expect(await follow(world, explained.change)).toMatchObject({
      cancelPaymentInBank: { payment: { status: 'CANC' } },
    })
  })
})

describe('A payment of a day far ahead (D74)', () => {
  const ordered = async (at: string, dates: Parameters<typeof paymentBody>[2]) => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank, { at })
    const { id, sca } = await pay(world, 'single', {
      psu: number,
      context: 'PRIVATE',
      input: paymentBody(debtor, creditor, dates),
    })
    await approve(world, sca, number)
    return { world, id, psu, debtor, creditor }
  }

  it('is reached by the commands of why, of which each moves the clock by 10 years at most', async () => {
    const { world, id } = await ordered(NOON, { requestedExecutionDate: '2055-06-15' })
    const { change } = await why(world, 'payment', id)
    const commands = change.split(' && ')
    expect(commands).toHaveLength(3)
    for (const one of commands) await follow(world, one)
    expect(await statusOf(world, id)).toBe('ACSC')
  })

  it('is refused beyond the last day of every clock', async () => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank)
    const last = await psu.call('POST', NDCT, {
      body: paymentBody(debtor, creditor, { requestedExecutionDate: '2200-12-31' }),
    })
    expect(last.status).toBe(201)
    const input = paymentBody(debtor, creditor, { requestedExecutionDate: '2201-01-01' })
    const text = 'must be 2200-12-31 or earlier: no clock of a world goes further (D74).'
    const late = await psu.call('POST', NDCT, { body: input })
    expect([late.status, late.body.tppMessages]).toEqual([
      400,
      [{ category: 'ERROR', code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate', text }],
    ])
    const refusal = await refused(world, CREATE.single, inputOf({ psu: number, input }))
    expect([refusal.code, refusal.tppMessages[0].text]).toEqual(['EXECUTION_DATE_INVALID', text])
  })

  it('that comes after the last day of every clock is never carried out, as why says, which cancels it', async () => {
    const { world, id } = await ordered('2200-12-31T20:00:00Z', {})
    const explained = await why(world, 'payment', id)
    expect(explained).toMatchObject({ state: 'ACTC', rule: 'D74', waitsFor: null })
    expect(await follow(world, explained.change)).toMatchObject({
      cancelPaymentInBank: { payment: { status: 'CANC' } },
    })
  })
})

it('repeats a call without the scenario that would refuse the command (D88)', async () => {
  const { world, psu, debtor, creditor } = await addPayer(bank)
  const body = paymentBody(debtor, creditor)
  expect((await psu.call('POST', NDCT, { body })).status).toBe(201)
  for (const [scenario, isKept] of [
    ['error; code=ACCESS_EXCEEDED', false],
    ['hang; s=1', false],
    ['delay; ms=1', true],
  ] as const) {
    const again = await psu.call('POST', NDCT, { body, headers: { 'Sandbank-Scenario': scenario } })
    expect(again.status).toBe(409)
    const { change } = await why(world, 'call', again.headers['sandbank-request'])
    expect(change).toContain('allowLogicalDuplicate=true')
    expect(change.includes('Sandbank-Scenario')).toBe(isKept)
  }
})

describe('The rule and the rows are those of the refusal', () => {
  it('of a missing consent: what other TPPs have, and the SCA that waits', async () => {
    const { world, headers, number, debtor } = await addPayer(bank)
    const other = 'mutation ($n: String!) { grantConsent(input: { tpp: "SANDBANK", psu: $n }) { consent { id } } }'
    const { grantConsent } = await ask(world, other, { n: number })
    const answer = await world.call('GET', `/v1/accounts/${debtor.id}/balances`, { headers })
    const sca = answer.body._links.scaRedirect.href.split('/').at(-1)
    const { rule, rows } = await why(world, 'call', answer.headers['sandbank-request'])
    expect(rule).toBe('D32')
    expect(rows).toContainEqual(expect.objectContaining({ noun: 'Consent', id: grantConsent.consent.id }))
    expect(valuesOf(rows, 'Consent')).toMatchObject([{ tppId: 'SANDBANK', state: 'VALID' }])
    expect(rows).toContainEqual(expect.objectContaining({ noun: 'Authorisation', id: sca }))
  })

  it('of a payment that was there already: D46, and not all of CONFLICT', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor)
    await psu.call('POST', NDCT, { body })
    const { headers } = await psu.call('POST', NDCT, { body })
    expect(await why(world, 'call', headers['sandbank-request'])).toMatchObject({ state: 'CONFLICT', rule: 'D46' })
  })

  it('of a payment above the balance: the account with its balance, and the right to use it', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor, { instructedAmount: { amount: '9000000.00', currency: 'NOK' } })
    const path = NDCT.replace('payments/', 'payments/instant-').concat('-straks')
    const { headers, body: refused } = await psu.call('POST', path, { body })
    expect(refused.tppMessages[0].code).toBe('PAYMENT_FAILED')
    const { rows } = await why(world, 'call', headers['sandbank-request'])
    expect(valuesOf(rows, 'Account')).toMatchObject([{ iban: debtor.iban, booked: expect.any(String) }])
    expect(valuesOf(rows, 'Engagement')).toMatchObject([{ roles: expect.stringContaining('REGISTER') }])
  })
})
