import { afterAll, expect, it } from 'vitest'
import { approve, moveOn, pay } from '../../support/builders/graphql-payments.ts'
import { addCorporate, addMember, addPayer, crossBorderBody, paymentBody } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const HISTORY = 'query ($id: ID!) { payment(id: $id) { history { at from to cause psu { customerNumber } } } }'

type Change = {
  at: string
  from: string | null
  to: string
  cause: string
  psu: { customerNumber: string } | null
}

const historyOf = async (world: World, id: string): Promise<Change[]> =>
  (await ask(world, HISTORY, { id })).payment.history

const inShort = async (world: World, id: string) =>
  (await historyOf(world, id)).map(({ from, to, cause }) => `${from ?? ''}>${to} ${cause}`)

it('shows the whole way of a payment, each step at its own instant of the clock of the world and with its cause', async () => {
  const { world, number, debtor } = await addPayer(bank, { booked: 100_000 })
  const { id, sca } = await pay(world, 'single', {
    psu: number,
    context: 'PRIVATE',
    product: 'CROSS_BORDER_CREDIT_TRANSFERS',
    input: crossBorderBody(debtor),
  })
  await approve(world, sca, number)
  await moveOn(world, 'P1D')
  const psu = { customerNumber: number }
  expect(await historyOf(world, id)).toEqual([
    { at: '2030-05-15T10:00:00.000Z', from: null, to: 'RCVD', cause: 'REGISTRATION', psu: null },
    { at: '2030-05-15T10:00:00.000Z', from: 'RCVD', to: 'ACTC', cause: 'APPROVAL', psu },
    { at: '2030-05-15T11:30:00.000Z', from: 'ACTC', to: 'ACSP', cause: 'EXECUTION', psu: null },
    { at: '2030-05-15T13:30:00.000Z', from: 'ACSP', to: 'ACSC', cause: 'EXECUTION', psu: null },
  ])
  const { why } = await ask(
    world,
    'query ($id: ID) { why(of: { payment: $id }) { rows { noun values { name value } } } }',
    {
      id,
    },
  )
  const steps = why.rows.filter(({ noun }: { noun: string }) => noun === 'PaymentStatusChange')
  expect(steps).toHaveLength(4)
  expect(steps[2].values).toEqual([
    { name: 'at', value: '2030-05-15T11:30:00.000Z' },
    { name: 'from', value: 'ACTC' },
    { name: 'to', value: 'ACSP' },
    { name: 'cause', value: 'EXECUTION' },
  ])
})

it('names who of a corporation approved first, and who after that', async () => {
  const setting = await addCorporate(bank)
  const { world, agreement, account, creditor } = setting
  const { number: first } = await addMember(bank, world, setting, { approvalLimit: 50 })
  const { number: second } = await addMember(bank, world, setting)
  const { id, sca } = await pay(world, 'single', {
    psu: first,
    context: 'CORPORATE',
    agreementId: agreement.id,
    input: paymentBody(account, creditor),
  })
  await approve(world, sca, first)
  const START =
    'mutation ($id: ID!, $psu: String!, $agreementId: ID) { startPaymentAuthorisation(input: { id: $id, psu: $psu, agreementId: $agreementId }) { authorisation { id } } }'
  const {
    startPaymentAuthorisation: { authorisation: again },
  } = await ask(world, START, { id, psu: second, agreementId: agreement.id })
  await approve(world, again.id, second)
  expect((await historyOf(world, id)).map(({ to, psu }) => [to, psu?.customerNumber])).toEqual([
    ['RCVD', undefined],
    ['PDNG', first],
    ['ACTC', second],
  ])
})

it('distinguishes what a PSU, a TPP and the bank itself end, and what runs at once', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const given = { psu: number, context: 'PRIVATE', input: paymentBody(debtor, creditor) }
  const rejected = await pay(world, 'single', given)
  await ask(
    world,
    'mutation ($id: ID!, $customerNumber: String!) { completeAuthorisation(input: { id: $id, psu: $customerNumber, outcome: REJECTED }) { redirectTo } }',
    { id: rejected.sca, customerNumber: number },
  )
  expect(await inShort(world, rejected.id)).toEqual(['>RCVD REGISTRATION', 'RCVD>RJCT REJECTION'])
  const cancelled = await pay(world, 'single', given)
  await ask(
    world,
    'mutation ($id: ID!, $psu: String!) { cancelPayment(input: { id: $id, psu: $psu }) { needsAuthorisation } }',
    {
      id: cancelled.id,
      psu: number,
    },
  )
  expect(await inShort(world, cancelled.id)).toEqual(['>RCVD REGISTRATION', 'RCVD>CANC CANCELLATION'])
  const ended = await pay(world, 'single', given)
  await approve(world, ended.sca, number)
  const { authoriseCancellation } = await ask(
    world,
    'mutation ($id: ID!, $psu: String!) { authoriseCancellation(input: { id: $id, psu: $psu }) { authorisation { id } } }',
    { id: ended.id, psu: number },
  )
  await approve(world, authoriseCancellation.id, number)
  expect((await inShort(world, ended.id)).at(-1)).toBe('ACTC>CANC CANCELLATION_APPROVAL')
  const moved = await pay(world, 'single', given)
  await approve(world, moved.sca, number)
  // A Saturday: its batch is on the Monday after.
  await ask(
    world,
    'mutation ($id: ID!) { changePaymentInBank(input: { id: $id, requestedExecutionDate: "2030-05-18" }) { payment { status } } }',
    { id: moved.id },
  )
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { status } } }', { id: moved.id })
  expect((await inShort(world, moved.id)).slice(2)).toEqual(['ACTC>ACWC OTHER_CHANNEL', 'ACWC>CANC OTHER_CHANNEL'])
  const instant = await pay(world, 'single', {
    ...given,
    product: 'INSTANT_NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS_STRAKS',
    input: paymentBody(debtor, creditor, { instructedAmount: { amount: '1.00', currency: 'NOK' } }),
  })
  await approve(world, instant.sca, number)
  expect((await inShort(world, instant.id)).slice(1)).toEqual(['RCVD>ACTC APPROVAL', 'ACTC>ACSC EXECUTION'])
})

it('keeps the way of a payment in a snapshot', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const { id, sca } = await pay(world, 'single', {
    psu: number,
    context: 'PRIVATE',
    input: paymentBody(debtor, creditor),
  })
  await approve(world, sca, number)
  await ask(world, 'mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  await moveOn(world, 'P1D')
  expect(await inShort(world, id)).toHaveLength(3)
  await ask(world, 'mutation { restoreSnapshot(name: "before") { world { name } } }')
  expect(await inShort(world, id)).toEqual(['>RCVD REGISTRATION', 'RCVD>ACTC APPROVAL'])
})
