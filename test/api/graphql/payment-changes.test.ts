import { afterAll, expect, it } from 'vitest'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { approve, moveOn, pay, statusOf } from '../../support/builders/graphql-payments.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  INSTANT,
  NDCT,
  paymentBody,
  periodicBody,
  register,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const ARGS = '$id: ID!, $tpp: String, $psu: String!, $agreementId: ID'
const GIVEN = 'input: { id: $id, tpp: $tpp, psu: $psu, agreementId: $agreementId }'
const START = `mutation (${ARGS}) { startPaymentAuthorisation(${GIVEN}) { authorisation { id purpose status } } }`
const CANCEL = `mutation (${ARGS}) { cancelPayment(${GIVEN}) { needsAuthorisation nextStep payment { status } } }`
const AUTHORISE = `mutation (${ARGS}) { authoriseCancellation(${GIVEN}) { authorisation { id purpose status payment { id } } } }`
const IN_BANK = 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { id status } } }'
const CHANGE =
  'mutation ($id: ID!, $day: Date!) { changePaymentInBank(input: { id: $id, requestedExecutionDate: $day }) { payment { status executionDate createdAt changedAt ... on SinglePayment { requestedExecutionDate } } } }'

const AS_TPP = (selection: string, more = '') =>
  `query ($id: ID!, $psu: String!${more}) { asTpp(access: { psu: $psu }) { payment(by: { id: $id }) { ${selection} } } }`
const LISTS = AS_TPP('authorisations { id } cancellationAuthorisations { id status }')
const ONE = AS_TPP('authorisation(id: $sca) { status }', ', $sca: ID!')
const CANCELLING = AS_TPP('cancellationAuthorisation(id: $sca) { status }', ', $sca: ID!')

const lists = async (world: World, id: string, psu: string) => (await ask(world, LISTS, { id, psu })).asTpp.payment

it('starts the SCA of a payment whose context was left open, and lists it', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const { id, sca } = await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor) })
  expect(sca).toBeUndefined()
  const {
    startPaymentAuthorisation: { authorisation: started },
  } = await ask(world, START, { id, psu: number })
  expect(started).toMatchObject({ purpose: 'PAYMENT', status: 'RECEIVED' })
  expect(await lists(world, id, number)).toEqual({
    authorisations: [{ id: started.id }],
    cancellationAuthorisations: [],
  })
  const one = { id, psu: number, sca: started.id }
  expect((await ask(world, ONE, one)).asTpp.payment.authorisation.status).toBe('RECEIVED')
  await approve(world, started.id, number)
  expect((await ask(world, ONE, one)).asTpp.payment.authorisation.status).toBe('FINALISED')
  expect((await refused(world, START, { id, psu: number })).code).toBe('CONFLICT')
  expect((await refused(world, CANCELLING, one)).code).toBe('RESOURCE_UNKNOWN')
})

it('cancels a payment at once before its SCA, and by an SCA of its own afterwards (D36)', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const make = () => pay(world, 'single', { psu: number, context: 'PRIVATE', input: paymentBody(debtor, creditor) })
  const fresh = await make()
  const { cancelPayment } = await ask(world, CANCEL, { id: fresh.id, psu: number })
  expect(cancelPayment).toEqual({ needsAuthorisation: false, nextStep: null, payment: { status: 'CANC' } })

  const waiting = await make()
  await approve(world, waiting.sca, number)
  expect((await ask(world, CANCEL, { id: waiting.id, psu: number })).cancelPayment).toEqual({
    needsAuthorisation: true,
    nextStep:
      'The payment is ACTC, and nothing is cancelled yet: start the SCA that cancels it by authoriseCancellation, then complete that SCA by completeAuthorisation.',
    payment: { status: 'ACTC' },
  })
  const {
    authoriseCancellation: { authorisation: started },
  } = await ask(world, AUTHORISE, { id: waiting.id, psu: number })
  expect(started).toMatchObject({ purpose: 'CANCELLATION', payment: { id: waiting.id } })
  await approve(world, started.id, number)
  expect(await statusOf(world, waiting.id)).toBe('CANC')
  expect((await lists(world, waiting.id, number)).cancellationAuthorisations).toEqual([
    { id: started.id, status: 'FINALISED' },
  ])
  const { asTpp } = await ask(world, CANCELLING, { id: waiting.id, psu: number, sca: started.id })
  expect(asTpp.payment.cancellationAuthorisation.status).toBe('FINALISED')
})

it('refuses as REST does: what is final, unknown, of another TPP or of another PSU', async () => {
  const { world, psu, number, debtor, creditor } = await addPayer(bank)
  const other = await addPayer(bank, { world })
  const { id, path } = await register(psu, NDCT, paymentBody(debtor, creditor))
  const mine = { tpp, psu: number, id }
  const unknown = `${NDCT}/${UNKNOWN_ID}`
  for (const [query, method, tail] of [
    [CANCEL, 'DELETE', ''],
    [START, 'POST', '/authorisations'],
    [AUTHORISE, 'POST', '/cancellation-authorisations'],
  ] as const) {
    expectSameRefusal(
      await psu.call(method, unknown + tail),
      await refused(world, query, { ...mine, id: UNKNOWN_ID }),
      'RESOURCE_UNKNOWN',
    )
    expectSameRefusal(
      await other.psu.call(method, path + tail),
      await refused(world, query, { ...mine, psu: other.number }),
      'RESOURCE_UNKNOWN',
    )
    expect((await refused(world, query, { ...mine, tpp: undefined })).code).toBe('RESOURCE_UNKNOWN')
  }
  await ask(world, IN_BANK, { id })
  expectSameRefusal(await psu.call('DELETE', path), await refused(world, CANCEL, mine), 'CANCELLATION_INVALID')
  expectSameRefusal(
    await psu.call('POST', `${path}/cancellation-authorisations`),
    await refused(world, AUTHORISE, mine),
    'CANCELLATION_INVALID',
  )
  expectSameRefusal(await psu.call('POST', `${path}/authorisations`), await refused(world, START, mine), 'CONFLICT')
  expect((await refused(world, IN_BANK, { id })).code).toBe('CANCELLATION_INVALID')
  const reading =
    'query ($tpp: String, $psu: String!, $id: ID!) { asTpp(access: { tpp: $tpp, psu: $psu }) { payment(by: { id: $id }) { authorisations { id } } } }'
  for (const [rest, asked] of [
    [await psu.call('GET', `${unknown}/authorisations`), { ...mine, id: UNKNOWN_ID }],
    [await other.psu.call('GET', `${path}/authorisations`), { ...mine, psu: other.number }],
  ] as const)
    expectSameRefusal(rest, await refused(world, reading, asked), 'RESOURCE_UNKNOWN')
})

it('changes and cancels payments as another channel of the bank would: they keep their ids (D36)', async () => {
  const { world, psu, number, debtor, creditor } = await addPayer(bank)
  const { id, sca } = await pay(world, 'single', {
    psu: number,
    context: 'PRIVATE',
    input: paymentBody(debtor, creditor),
  })
  await approve(world, sca, number)
  const { changePaymentInBank } = await ask(world, CHANGE, { id, day: '2030-05-21' })
  expect(changePaymentInBank.payment).toEqual({
    status: 'ACTC',
    requestedExecutionDate: '2030-05-21',
    executionDate: '2030-05-21',
    createdAt: '2030-05-15T10:00:00.000Z',
    changedAt: '2030-05-15T10:00:00.000Z',
  })
  await moveOn(world, 'P3D')
  expect(await statusOf(world, id)).toBe('ACTC')
  expect((await ask(world, IN_BANK, { id })).cancelPaymentInBank.payment).toEqual({ id, status: 'CANC' })

  const refusal = async (payment: string, day = '2030-06-03') => {
    const { code, tppMessages } = await refused(world, CHANGE, { id: payment, day })
    return [code, tppMessages[0].path]
  }
  const periodic = await pay(world, 'periodic', {
    psu: number,
    input: periodicBody(debtor, creditor, { startDate: '2030-06-01' }),
  })
  const instant = await register(psu, INSTANT, paymentBody(debtor, creditor))
  const open = await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor) })
  expect(await refusal(id)).toEqual(['CONFLICT', undefined])
  expect(await refusal(periodic.id)).toEqual(['BAD_REQUEST', undefined])
  expect(await refusal(instant.id)).toEqual(['BAD_REQUEST', undefined])
  expect(await refusal(open.id, '2030-05-01')).toEqual(['EXECUTION_DATE_INVALID', 'input.requestedExecutionDate'])
  expect(await refusal(open.id, '2030-02-30')).toEqual(['FORMAT_ERROR', 'input.requestedExecutionDate'])
  expect(await refusal(UNKNOWN_ID)).toEqual(['RESOURCE_UNKNOWN', undefined])
  expect((await refused(world, IN_BANK, { id: UNKNOWN_ID })).code).toBe('RESOURCE_UNKNOWN')
})

it('leaves a payment above the limit of one member to another one (D35)', async () => {
  const corporate = await addCorporate(bank)
  const { world, agreement } = corporate
  const clerk = await addMember(bank, world, corporate, { approvalLimit: 10 })
  const chief = await addMember(bank, world, corporate)
  const call = { psu: clerk.number, context: 'CORPORATE', agreementId: agreement.id }
  const { id, sca } = await pay(world, 'single', { ...call, input: paymentBody(corporate.account, corporate.creditor) })
  await approve(world, sca, clerk.number)
  expect(await statusOf(world, id)).toBe('PDNG')
  const second = await ask(world, START, { id, psu: chief.number, agreementId: agreement.id })
  await approve(world, second.startPaymentAuthorisation.authorisation.id, chief.number)
  expect(await statusOf(world, id)).toBe('ACTC')
})
