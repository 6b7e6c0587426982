import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { ERRORS, wireCode } from '../../../src/bank/wire/errors.ts'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { addCustomer, customerBody, expectRefusal, PATHS, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addConsented } from '../../support/builders/consented.ts'
import {
  addPayer,
  BASKETS,
  BULK,
  balancesOf,
  bulkBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  sign,
  statusOf,
} from '../../support/builders/payments.ts'
import { type Answer, type CallOptions, startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide, PSU_PRESENT } from '../../support/clients/psu.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

const path = PATHS.customers
const under = (scenario: string, options: CallOptions = {}) => ({
  ...options,
  headers: { ...options.headers, 'Sandbank-Scenario': scenario },
})
/** How many customers there are for everybody: what is not on the disk yet is not shown. */
const count = async () => {
  const found = await bank.store.reader.customer.count({ where: { world: { name: world.name } } })
  await bank.store.pendingCommit()
  return found
}
const said = ({ headers }: Answer) => headers['sandbank-scenario']

describe('error', () => {
  it.each(ERROR_CODES)('%s is answered with its own status and body, and nothing is done', async code => {
    const before = await count()
    const answer = await world.call('POST', path, under(`error; code=${code}`, { body: customerBody() }))
    expect(answer.status).toBe(ERRORS[code].status)
    expect(answer.body.tppMessages).toEqual([
      { category: 'ERROR', code: wireCode(code), text: expect.stringContaining(`error; code=${code} (D88)`) },
    ])
    expect(said(answer)).toBe(`error; code=${code}`)
    expect(await count()).toBe(before)
    expect((await world.call('GET', path, under(`error;code=${code}`))).status).toBe(ERRORS[code].status)
  })

  it('never takes the place of a refusal: every check comes before it', async () => {
    const asked = 'error; code=ACCESS_EXCEEDED'
    const refusals = [
      [await world.call('GET', `${path}/${UNKNOWN_ID}`, under(asked)), 404, 'RESOURCE_UNKNOWN'],
      [await world.call('POST', path, under(asked, { body: {} })), 400, 'FORMAT_ERROR'],
      [await world.call('GET', '/v1/accounts', under(asked)), 400, 'HTTP_HEADER_REQUIRED'],
      [await world.call('GET', path, under(asked, { tpp: bank.newTpp({ roles: [] }) })), 403, 'FORBIDDEN'],
    ] as const
    for (const [answer, status, code] of refusals) {
      expectRefusal(answer, status, code)
      expect(said(answer)).toBeUndefined()
    }
  })

  it('is kept for the same call again as a real refusal is (D15): 409 is, 429 is not', async () => {
    const body = customerBody()
    const conflict = { requestId: randomUUID(), body }
    const first = await world.call('POST', path, under('error; code=CONFLICT', conflict))
    const again = await world.call('POST', path, conflict)
    expect([again.status, again.text, said(again)]).toEqual([409, first.text, 'error; code=CONFLICT'])
    expect(again.headers['sandbank-replayed']).toBe('true')
    const exceeded = { requestId: randomUUID(), body }
    expect((await world.call('POST', path, under('error; code=ACCESS_EXCEEDED', exceeded))).status).toBe(429)
    expect((await world.call('POST', path, exceeded)).status).toBe(201)
  })

  it('takes back even a world that was emptied and filled', async () => {
    const own = await bank.world()
    await addCustomer(own)
    const { text } = await own.call('GET', path)
    expect((await own.call('POST', PATHS.initialize, under('error; code=SYSTEM_ERROR'))).status).toBe(500)
    expect((await own.call('GET', path)).text).toBe(text)
  })
})

describe('400 FORMAT_ERROR, with what would be right, and nothing is done', () => {
  it.each([
    ['', /names no scenario by "": there are error, delay, hang, lose-answer, sca, execution, status, consent-revoked/],
    ['eror; code=CONFLICT', /most like error\. For example error; code=ACCESS_EXCEEDED/],
    ['error', /code of error is missing/],
    [
      'error; code=ACESS_EXCEEDED',
      /code of error must be a code .* it is "ACESS_EXCEEDED", which is most like ACCESS_EXCEEDED/,
    ],
    ['error; code=CONFLICT; ms=3', /error takes no "ms"/],
    ['error; code', /"code" is no key=value/],
    ['error; code=CONFLICT;', /"" is no key=value/],
    ['error; code=CONFLICT; code=FORBIDDEN', /names "code" twice/],
    ['error; code=CONFLICT; name=delay', /error takes no "name"/],
    ['error; __proto__=x; code=CONFLICT', /error takes no/],
    ['delay; ms=0', /Sandbank-Scenario is wrong: ms of delay must be a whole number from 1 to 300000; it is "0"/],
    ['delay; ms=1e3', /from 1 to 300000/],
    ['hang; s=301', /from 1 to 300/],
    ['hang', /s of hang is missing/],
    ['lose-answer; s=1', /lose-answer takes no "s"/],
    ['sca; outcome=approved', /one of rejected, expired/],
    ['execution; status=ACSC', /one of RJCT, PART/],
    ['execution; status=RJCT; reason=XX99', /one of AC01, AC04/],
    ['consent-revoked; after=1h', /ISO 8601 duration .* such as PT1H; it is "1h"/],
    ['consent-revoked; after=-PT1H', /ISO 8601 duration/],
    ['consent-revoked; after=P2Y', /at most a year/],
    [`delay; ms=${'1'.repeat(300)}`, /at most 200 characters\.$/],
    ['error; code=CONFLICT, delay; ms=1', /it is "CONFLICT, delay"/],
  ])('%s', async (scenario, words) => {
    const before = await count()
    const answer = await world.call('POST', path, under(scenario, { body: customerBody() }))
    const [message = ''] = expectRefusal(answer, 400, 'FORMAT_ERROR')
    expect(message).toMatch(/^Sandbank-Scenario: The header Sandbank-Scenario /)
    expect(message).toMatch(words)
    expect(said(answer)).toBeUndefined()
    expect(await count()).toBe(before)
  })

  it.each([
    ['sca; outcome=rejected', /createCustomer: it is for operations that start an SCA/],
    ['execution; status=RJCT', /it is for createPayment/],
    ['consent-revoked', /it is for operations of account information/],
  ])('%s has nothing to act on here', async (scenario, words) => {
    const answer = await world.call('POST', path, under(scenario, { body: customerBody() }))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(words)
  })
})

/** A signed call that the test may break off itself. */
function start(method: string, target: string, scenario: string, body?: object, requestId = randomUUID()) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = [['Sandbank-Scenario', scenario] as const, ['Content-Type', 'application/json'] as const]
  const signed = signedRequest({ ...bank.tpp, method, url: `${world.base}${target}`, headers, body: text, requestId })
  const stop = new AbortController()
  const answer = fetch(`${bank.url}${signed.target}`, {
    method,
    headers: Object.fromEntries(signed.headers),
    signal: stop.signal,
    ...(text === '' ? {} : { body: text }),
  })
  return { answer, hangUp: () => stop.abort() }
}

describe('delay', () => {
  it('lets the answer come late, says so, and keeps no other call waiting', async () => {
    const order: string[] = []
    const slow = world.call('POST', path, under('delay; ms=400', { body: customerBody() })).then(answer => {
      order.push('slow')
      return answer
    })
    await world.call('POST', path, { body: customerBody() })
    order.push('quick')
    const answer = await slow
    expect([answer.status, said(answer), order]).toEqual([201, 'delay; ms=400', ['quick', 'slow']])
  })

  it('has its effect before: a caller that hangs up meanwhile gets the stored answer with the same id', async () => {
    const [before, body, requestId] = [await count(), customerBody(), randomUUID()]
    const { answer, hangUp } = start('POST', path, 'delay; ms=60000', body, requestId)
    while ((await count()) === before) await new Promise(resolve => setImmediate(resolve))
    hangUp()
    await expect(answer).rejects.toThrow('aborted')
    const again = await world.call('POST', path, under('delay; ms=60000', { body, requestId }))
    expect([again.status, again.headers['sandbank-replayed'], said(again)]).toEqual([201, 'true', undefined])
    expect(await count()).toBe(before + 1)
  })

  it('of a refused call is none: it is refused at once', async () => {
    expectRefusal(await world.call('POST', path, under('delay; ms=300000', { body: {} })), 400, 'FORMAT_ERROR')
  })
})

describe('hang', () => {
  it('does nothing, and ends the connection without an answer', async () => {
    const [before, body, requestId] = [await count(), customerBody(), randomUUID()]
    await expect(start('POST', path, 'hang; s=1', body, requestId).answer).rejects.toThrow('fetch failed')
    expect(await count()).toBe(before)
    const again = await world.call('POST', path, { body, requestId })
    expect([again.status, again.headers['sandbank-replayed']]).toEqual([201, undefined])
  })
})

describe('lose-answer', () => {
  it('has its effect, ends the connection, and gives the stored answer to the same call, whether it asks for that again or not', async () => {
    const [before, body, requestId] = [await count(), customerBody(), randomUUID()]
    await expect(start('POST', path, 'lose-answer', body, requestId).answer).rejects.toThrow('fetch failed')
    expect(await count()).toBe(before + 1)
    for (const options of [{ body, requestId }, under('lose-answer', { body, requestId })]) {
      const again = await world.call('POST', path, options)
      expect([again.status, again.headers['sandbank-replayed'], said(again)]).toEqual([201, 'true', undefined])
    }
    expect(await count()).toBe(before + 1)
  })

  it('of a read ends the connection, and the next read is answered', async () => {
    await expect(start('GET', path, 'lose-answer').answer).rejects.toThrow('fetch failed')
    expect((await world.call('GET', path)).status).toBe(200)
  })
})

describe('sca', () => {
  it('rejected: the payment is RJCT and its SCA failed before anybody looks', async () => {
    const { psu, debtor, creditor, number } = await addPayer(bank)
    const made = await psu.call('POST', NDCT, under('sca; outcome=rejected', { body: paymentBody(debtor, creditor) }))
    expect([made.status, said(made), made.body.transactionStatus]).toEqual([201, 'sca; outcome=rejected', 'RCVD'])
    const path = `${NDCT}/${made.body.paymentId}`
    expect(await statusOf(psu, { path })).toMatchObject({ transactionStatus: 'RJCT' })
    const link = made.body._links.scaRedirect.href
    await expect(decide(bank, psu, link, { customerNumber: number })).rejects.toThrow('already rejected')
    const { body } = await psu.graphql('query ($id: ID!) { payment(id: $id) { history { to cause } } }', {
      id: made.body.paymentId,
    })
    expect(body.data.payment.history.at(-1)).toEqual({ to: 'RJCT', cause: 'SCENARIO' })
  })

  it('expired: the payment waits on, and another SCA can be started', async () => {
    const { psu, debtor, creditor, number } = await addPayer(bank)
    const made = await psu.call('POST', NDCT, under('sca; outcome=expired', { body: paymentBody(debtor, creditor) }))
    const link = made.body._links.scaRedirect.href
    await expect(decide(bank, psu, link, { customerNumber: number })).rejects.toThrow('has expired')
    const payment = { path: `${NDCT}/${made.body.paymentId}` }
    expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'RCVD' })
    await sign(bank, psu, payment, number)
    expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'ACTC' })
  })

  it('rejected: all payments of a basket, a cancellation not made, a consent not given', async () => {
    const { psu, debtor, creditor, number } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const basket = await register(psu, BASKETS, { paymentIds: [payment.id] })
    const signing = await psu.call('POST', `${basket.path}/authorisations`, under('sca; outcome=rejected'))
    expect([signing.status, said(signing)]).toEqual([201, 'sca; outcome=rejected'])
    expect(await statusOf(psu, basket)).toMatchObject({ transactionStatus: 'RJCT' })
    const other = await register(psu, NDCT, paymentBody(debtor, creditor, { creditorName: 'Per' }))
    await sign(bank, psu, other, number)
    await psu.call('POST', `${other.path}/cancellation-authorisations`, under('sca; outcome=rejected'))
    expect(await statusOf(psu, other)).toMatchObject({ transactionStatus: 'ACTC' })
    const offer = await psu.call('POST', '/v1/bank-offered-consents', under('sca; outcome=expired'))
    const link = offer.body._links.scaRedirect.href
    await expect(decide(bank, psu, link, { customerNumber: number })).rejects.toThrow('has expired')
  })

  it('is refused where the call starts none: a payment without PSU-Context (D45)', async () => {
    const { world: own, headers, debtor, creditor } = await addPayer(bank)
    const { 'PSU-Context': _, ...open } = headers
    const options = { headers: open, body: paymentBody(debtor, creditor) }
    const answer = await own.call('POST', NDCT, under('sca; outcome=rejected', options))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toContain('when it sends PSU-Context')
    expect((await own.call('POST', NDCT, options)).status).toBe(201)
  })
})

describe('execution', () => {
  const LATER = { by: 'P1D' }

  it('RJCT: the payment is authorised, and fails in its batch for the reason given; no money moves', async () => {
    const { world: own, psu, debtor, creditor, number } = await addPayer(bank)
    const asked = under('execution; status=RJCT; reason=AM04')
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor), asked)
    const other = await register(
      psu,
      NDCT,
      paymentBody(debtor, creditor, { remittanceInformationUnstructured: 'Other' }),
    )
    for (const one of [payment, other]) await sign(bank, psu, one, number)
    expect(await statusOf(psu, payment)).toEqual({ transactionStatus: 'ACTC' })
    await moveClock(bank, own, LATER)
    expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: 'RJCT', fundsAvailable: false })
    expect(await statusOf(psu, other)).toMatchObject({ transactionStatus: 'ACSC', fundsAvailable: true })
    expect(await balancesOf(own, debtor)).toEqual({ booked: 900, expected: 900 })
    const why = await own.graphql('query ($id: ID!) { why(of: { payment: $id }) { text } }', { id: payment.id })
    expect(why.body.data.why.text).toContain('AM04: The funds do not cover the amount. A scenario forced it (D88).')
  })

  it.each([
    ['RJCT', 'RJCT', ['FAILED', 'FAILED', 'FAILED'], 1000],
    ['PART', 'PART', ['EXECUTED', 'EXECUTED', 'FAILED'], 970],
  ])('%s of a bulk payment: %s, with its transfers %j', async (status, then, entries, booked) => {
    const { world: own, psu, debtor, creditor, number } = await addPayer(bank)
    const body = bulkBody(debtor, creditor, ['10.00', '20.00', '30.00'])
    const payment = await register(psu, BULK, body, under(`execution; status=${status}`))
    await sign(bank, psu, payment, number)
    await moveClock(bank, own, LATER)
    expect(await statusOf(psu, payment)).toMatchObject({ transactionStatus: then, fundsAvailable: true })
    const rows = await bank.store.reader.paymentEntry.findMany({
      where: { paymentId: payment.id },
      orderBy: { position: 'asc' },
    })
    expect(rows.map(row => row.status)).toEqual(entries)
    expect((await balancesOf(own, debtor)).booked).toBe(booked)
  })

  it('PART of one transfer is no outcome that there is', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const one = await psu.call(
      'POST',
      BULK,
      under('execution; status=PART', { body: bulkBody(debtor, creditor, ['10.00']) }),
    )
    expect(expectRefusal(one, 400, 'FORMAT_ERROR')[0]).toContain('at least two transfers')
    const single = await psu.call(
      'POST',
      NDCT,
      under('execution; status=PART', { body: paymentBody(debtor, creditor) }),
    )
    expectRefusal(single, 400, 'FORMAT_ERROR')
  })

  it('RJCT of an instant payment happens at its SCA; of a periodic one each run fails and is recorded (D38)', async () => {
    const { world: own, psu, debtor, creditor, number } = await addPayer(bank)
    const instant = await register(psu, INSTANT, paymentBody(debtor, creditor), under('execution; status=RJCT'))
    await sign(bank, psu, instant, number)
    expect(await statusOf(psu, instant)).toMatchObject({ transactionStatus: 'RJCT' })
    const periodic = await register(
      psu,
      PERIODIC,
      periodicBody(debtor, creditor),
      under('execution; status=RJCT; reason=AC04'),
    )
    await sign(bank, psu, periodic, number)
    await moveClock(bank, own, { by: 'P2M' })
    expect(await statusOf(psu, periodic)).toMatchObject({ transactionStatus: 'ACTC' })
    const runs = await bank.store.reader.execution.findMany({ where: { paymentId: periodic.id } })
    expect(runs.map(run => run.failure)).toEqual(
      Array(2).fill('AC04: The account is closed. A scenario forced it (D88).'),
    )
    expect((await balancesOf(own, debtor)).booked).toBe(1000)
  })
})

describe('consent-revoked', () => {
  const read = ({ world: own, headers }: Awaited<ReturnType<typeof addConsented>>, scenario?: string) =>
    own.call('GET', '/v1/accounts', scenario === undefined ? { headers } : under(scenario, { headers }))

  it('after=PT1H: the consent that the call rests on serves for an hour of the world, and is then revoked', async () => {
    const psu = await addConsented(bank)
    const first = await read(psu, 'consent-revoked; after=PT1H')
    expect([first.status, said(first)]).toEqual([200, 'consent-revoked; after=PT1H'])
    // The first call's time counts.
    await read(psu, 'consent-revoked; after=PT9H')
    await moveClock(bank, psu.world, { by: 'PT59M' })
    expect((await read(psu)).status).toBe(200)
    await moveClock(bank, psu.world, { by: 'PT1M' })
    expect(expectRefusal(await read(psu), 403, 'CONSENT_UNKNOWN')[0]).toContain(
      'revoked this consent at 2030-05-15T11:00:00.000Z',
    )
  })

  it('on an offer: the consent that comes of it is revoked so long after it was given', async () => {
    const { world: own, number } = await addPayer(bank)
    const offer = await own.call(
      'POST',
      '/v1/bank-offered-consents',
      under('consent-revoked; after=P1D', { headers: PSU_PRESENT }),
    )
    expect(offer.status).toBe(201)
    await moveClock(bank, own, { by: 'PT10M' })
    const back = await decide(bank, own, offer.body._links.scaRedirect.href, { customerNumber: number })
    const headers = { ...PSU_PRESENT, 'PSU-ID': back.searchParams.get('psu-id') ?? '' }
    const ask = () => own.call('GET', '/v1/accounts', { headers })
    await moveClock(bank, own, { by: 'PT23H59M' })
    expect((await ask()).status).toBe(200)
    await moveClock(bank, own, { by: 'PT1M' })
    expectRefusal(await ask(), 403, 'CONSENT_UNKNOWN')
  })

  it('without a time: the next call finds it revoked', async () => {
    const psu = await addConsented(bank)
    expect((await read(psu, 'consent-revoked')).status).toBe(200)
    expectRefusal(await read(psu), 403, 'CONSENT_UNKNOWN')
  })
})

describe('A forced CONSENT_EXPIRED', () => {
  it('carries the link to an SCA that renews the consent, as a real one does (D32)', async () => {
    const psu = await addConsented(bank)
    const options = under('error; code=CONSENT_EXPIRED', { headers: psu.headers })
    const answer = await psu.world.call('GET', '/v1/accounts', options)
    expectRefusal(answer, 401, 'CONSENT_EXPIRED')
    const back = await decide(bank, psu.world, answer.body._links.scaRedirect.href, {
      customerNumber: psu.customerNumber,
    })
    expect(back.searchParams.get('tpp-session-id')).not.toBeNull()
  })

  it('uses up none of the four calls of a day (D41)', async () => {
    const psu = await addConsented(bank)
    const { 'PSU-IP-Address': _, ...headers } = psu.headers
    const target = `/v1/accounts/${psu.account.id}/balances`
    for (let n = 0; n < 5; n += 1)
      expectRefusal(
        await psu.world.call('GET', target, under('error; code=ACCESS_EXCEEDED', { headers })),
        429,
        'ACCESS_EXCEEDED',
      )
    expect((await psu.world.call('GET', target, { headers })).status).toBe(200)
  })
})

describe('The journal', () => {
  it('has the scenario among the steps of the call, and what it refused', async () => {
    const refused = await world.call('GET', path, under('error; code=ACCESS_EXCEEDED'))
    await expect(start('GET', path, 'lose-answer').answer).rejects.toThrow()
    const { body } = await world.graphql(
      '{ calls(first: 2, filter: { door: REST }) { nodes { id status answer { headers { name value } } verdicts { step passed faults { text } } } } }',
    )
    const [lost, forced] = body.data.calls.nodes
    expect(forced).toMatchObject({ id: refused.headers['sandbank-request'], status: 429 })
    expect(forced.verdicts.slice(-2)).toEqual([
      { step: 'RULES', passed: true, faults: [] },
      { step: 'SCENARIO', passed: false, faults: [{ text: expect.stringContaining('forced by the scenario') }] },
    ])
    expect(lost.answer.headers).toContainEqual({ name: 'Sandbank-Scenario', value: 'lose-answer' })
    expect(lost.verdicts.at(-1)).toEqual({ step: 'SCENARIO', passed: true, faults: [] })
  })
})
