import { afterAll, expect, it } from 'vitest'
import { approve, CREATE, moveOn, ordered, PRODUCT, pay, statusOf } from '../../support/builders/graphql-payments.ts'
import {
  addPayer,
  bulkBody,
  crossBorderBody,
  paymentBody,
  periodicBody,
  sepaBody,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const TRANSFER = `instructedAmount { amount currency } debitAmount { amount currency } fee { amount currency }
  creditorName creditorAccount { iban bban currency } creditorAddress { street buildingNumber postalCode city country } endToEndIdentification purposeCode
  remittanceInformationUnstructured remittanceInformationStructured { reference referenceType }`
const PAYMENT = `__typename id service product status fundsAvailable tpp { id name } context psu { customerNumber } agreement { automatic } debtorAccount { id }
  debtorReference { iban currency } totalAmount { amount currency } reservedAmount { amount } ultimateDebtor executionDate dueAt
  ... on SinglePayment { ${TRANSFER} creditorAgent failure requestedExecutionDate signingBasket { id } }
  ... on BulkPayment { paymentInformationId requestedExecutionDate entries { position status failure ultimateDebtor payment { id } ${TRANSFER} } }
  ... on PeriodicPayment { ${TRANSFER} startDate endDate frequency executionRule dayOfExecution monthsOfExecution }`
const READ = `query ($id: ID!) { payment(id: $id) { ${PAYMENT} } }`

it('leads a payment from its registration through SCA and batch to its transactions and bookings', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const body = paymentBody(debtor, creditor, {
    remittanceInformationUnstructured: 'Rent',
    endToEndIdentification: 'E-1',
  })
  const by = { psu: number, context: 'PRIVATE', redirectUri: 'com.example.app:back' }
  const { made } = await ask(world, CREATE.single, ordered({ ...by, input: body }))
  expect(made).toEqual({
    payment: { id: expect.any(String), status: 'RCVD' },
    authorisation: { id: expect.any(String), status: 'RECEIVED', redirectUri: 'com.example.app:back' },
    transactionFees: { amount: '0.00', currency: 'NOK' },
    transactionFeeIndicator: false,
    psuMessage: 'Please approve this payment in your bank.',
    tppMessages: [],
  })
  const { id } = made.payment
  await approve(world, made.authorisation.id, number)
  const waiting = (await ask(world, READ, { id })).payment
  expect(waiting).toMatchObject({
    __typename: 'SinglePayment',
    service: 'SINGLE',
    product: PRODUCT,
    status: 'ACTC',
    fundsAvailable: null,
    tpp: { id: 'SANDBANK', name: 'Sandbank' },
    context: 'PRIVATE',
    psu: { customerNumber: number },
    agreement: { automatic: true },
    debtorAccount: { id: debtor.id },
    debtorReference: { iban: debtor.iban, currency: 'NOK' },
    totalAmount: { amount: '100.00', currency: 'NOK' },
    reservedAmount: { amount: '100.00' },
    executionDate: '2030-05-15',
    dueAt: '2030-05-15T11:30:00.000Z',
    signingBasket: null,
    failure: null,
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    fee: { amount: '0.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: creditor.iban },
    endToEndIdentification: 'E-1',
    remittanceInformationUnstructured: 'Rent',
  })
  // Nothing is shown that a payment of this kind never has.
  expect(Object.keys(waiting)).not.toContain('frequency')
  await moveOn(world, 'PT2H')
  const { payment } = await ask(
    world,
    `query ($id: ID!) { payment(id: $id) { status fundsAvailable dueAt reservedAmount { amount } ... on SinglePayment { failure }
      transactions { totalCount nodes { transactionAmount { amount } account { id } payment { id } } }
      bookings { totalCount nodes { amount { amount currency } reason debitAccount { id } creditAccount { id } payment { id } } }
      authorisations { totalCount nodes { purpose status payment { id } } } } }`,
    { id },
  )
  expect(payment).toEqual({
    status: 'ACSC',
    fundsAvailable: true,
    dueAt: null,
    reservedAmount: { amount: '0.00' },
    failure: null,
    transactions: {
      totalCount: 2,
      nodes: expect.arrayContaining([
        { transactionAmount: { amount: '-100.00' }, account: { id: debtor.id }, payment: { id } },
        { transactionAmount: { amount: '100.00' }, account: { id: creditor.id }, payment: { id } },
      ]),
    },
    bookings: {
      totalCount: 1,
      nodes: [
        {
          amount: { amount: '100.00', currency: 'NOK' },
          reason: 'PAYMENT',
          debitAccount: { id: debtor.id },
          creditAccount: { id: creditor.id },
          payment: { id },
        },
      ],
    },
    authorisations: { totalCount: 1, nodes: [{ purpose: 'PAYMENT', status: 'FINALISED', payment: { id } }] },
  })
})

it('shows cross-border and SEPA payments with address, exchanged amount and fee (D48, D49)', async () => {
  const { world, number, debtor } = await addPayer(bank, { booked: 10_000 })
  const abroad = await pay(world, 'single', {
    psu: number,
    product: 'CROSS_BORDER_CREDIT_TRANSFERS',
    input: crossBorderBody(debtor),
  })
  const { payment } = await ask(world, READ, { id: abroad.id })
  expect(abroad.sca).toBeUndefined()
  expect(payment).toMatchObject({
    totalAmount: { amount: '1190.00', currency: 'NOK' },
    instructedAmount: { amount: '100.00', currency: 'EUR' },
    debitAmount: { amount: '1140.00', currency: 'NOK' },
    fee: { amount: '50.00', currency: 'NOK' },
    creditorAgent: 'COBADEFFXXX',
    creditorAddress: crossBorderBody(debtor).creditorAddress,
  })
  const by = { psu: number, product: 'SEPA_CREDIT_TRANSFERS', allowLogicalDuplicate: true }
  const { made } = await ask(world, CREATE.single, ordered({ ...by, input: sepaBody(debtor) }))
  expect(made).toMatchObject({ transactionFees: { amount: '10.00', currency: 'NOK' }, transactionFeeIndicator: true })
})

it('registers a bulk whose transfers are carried out each by itself', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const input = bulkBody(debtor, creditor, ['900.00', '200.00'], {
    paymentInformationId: 'Wages',
    ultimateDebtor: 'Somebody',
  })
  const { id, sca } = await pay(world, 'bulk', { psu: number, context: 'PRIVATE', input })
  await approve(world, sca, number)
  await moveOn(world, 'P1D')
  expect((await ask(world, READ, { id })).payment).toMatchObject({
    __typename: 'BulkPayment',
    service: 'BULK',
    status: 'PART',
    fundsAvailable: false,
    paymentInformationId: 'Wages',
    ultimateDebtor: 'Somebody',
    entries: [
      { position: 0, status: 'EXECUTED', failure: null, payment: { id } },
      { position: 1, status: 'FAILED', failure: expect.stringContaining('D37') },
    ],
  })
})

it('registers a periodic payment, shows what is to come and what has been', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank, { booked: 150 })
  const input = periodicBody(debtor, creditor, {
    endDate: '2030-08-31',
    executionRule: 'preceeding',
    remittanceInformationStructured: { reference: '1234567897', referenceType: 'SCOR' },
  })
  const { made } = await ask(world, CREATE.periodic, ordered({ psu: number, context: 'PRIVATE', input }))
  expect(made.tppMessages).toMatchObject([
    { category: 'WARNING', code: 'FORMAT_ERROR', path: 'input.remittanceInformationStructured' },
  ])
  const { id } = made.payment
  const next = async (first = 12) =>
    (
      await ask(
        world,
        'query ($id: ID!, $first: Int!) { payment(id: $id) { ... on PeriodicPayment { nextExecutions(first: $first) { date plannedDate reason } } } }',
        { id, first },
      )
    ).payment.nextExecutions
  const days = ['2030-05-20', '2030-06-20', '2030-07-19', '2030-08-20']
  expect((await next()).map((run: { date: string }) => run.date)).toEqual(days)
  expect((await next())[2]).toEqual({
    date: '2030-07-19',
    plannedDate: '2030-07-20',
    reason: expect.stringContaining('2030-07-20 is a Saturday'),
  })
  expect(await next(1)).toHaveLength(1)
  await approve(world, made.authorisation.id, number)
  await moveOn(world, 'P2M')
  expect((await ask(world, READ, { id })).payment).toMatchObject({
    __typename: 'PeriodicPayment',
    service: 'PERIODIC',
    status: 'ACTC',
    startDate: '2030-05-15',
    endDate: '2030-08-31',
    frequency: 'Monthly',
    executionRule: 'preceeding',
    dayOfExecution: 20,
    monthsOfExecution: null,
    executionDate: '2030-07-19',
    remittanceInformationStructured: { reference: '1234567897', referenceType: 'SCOR' },
  })
  const { executions } = (
    await ask(
      world,
      'query ($id: ID!) { payment(id: $id) { ... on PeriodicPayment { executions { totalCount nodes { date status failure executedAt } } } } }',
      { id },
    )
  ).payment
  expect(executions).toEqual({
    totalCount: 2,
    nodes: [
      { date: '2030-05-20', status: 'EXECUTED', failure: null, executedAt: '2030-05-20T04:00:00.000Z' },
      { date: '2030-06-20', status: 'FAILED', failure: expect.any(String), executedAt: '2030-06-20T04:00:00.000Z' },
    ],
  })
  expect((await next()).map((run: { date: string }) => run.date)).toEqual(days.slice(2))
  await moveOn(world, 'P2M')
  expect(await next()).toEqual([])
  expect(await statusOf(world, id)).toBe('ACSC')
  expect(
    (
      await refused(
        world,
        'query ($id: ID!) { payment(id: $id) { ... on PeriodicPayment { nextExecutions(first: -1) { date } } } }',
        { id },
      )
    ).tppMessages[0],
  ).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' })
})

it.each([
  ['nb, en;q=0.5', 'Vennligst godkjenn betalingen i banken din.'],
  ['de', 'Please approve this payment in your bank.'],
])('has the psuMessage of REST, with Accept-Language %s (D19)', async (language, psuMessage) => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const variables = ordered({ psu: number, input: paymentBody(debtor, creditor) })
  const response = await fetch(`${bank.url}${world.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify({ query: CREATE.single, variables }),
  })
  expect(await response.json()).toMatchObject({ data: { made: { psuMessage } } })
})

it('takes numbers and references as people print them, and shows them as REST does (D23, D47, D51)', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const references = [
    { reference: '12345 67897', referenceType: 'SCOR' },
    { reference: 'EF-7', referenceType: 'CINV' },
  ]
  const printed = (bban: string) => bban.replace(/^(.{4})(..)/, '$1.$2.')
  const [first, second] = bulkBody(debtor, creditor).payments
  const input = {
    debtorAccount: { bban: printed(debtor.bban) },
    payments: [
      { ...first, creditorAccount: { bban: '8601.11.17947' }, ultimateDebtor: 'Per' },
      {
        ...second,
        creditorAccount: { bban: printed(creditor.bban) },
        remittanceInformationStructuredArray: references,
      },
    ],
  }
  const { id } = await pay(world, 'bulk', { psu: number, context: 'PRIVATE', input })
  const read = `query ($id: ID!, $bban: String!) {
    payment(id: $id) { ... on BulkPayment { entries { creditorAccount { iban bban currency } ultimateDebtor
      remittanceInformationStructured { reference } remittanceInformationStructuredArray { reference referenceType } } } }
    accounts(filter: { bban: $bban }) { nodes { id } } }`
  expect(await ask(world, read, { id, bban: printed(debtor.bban) })).toEqual({
    payment: {
      entries: [
        {
          creditorAccount: { iban: null, bban: '86011117947', currency: 'NOK' },
          ultimateDebtor: 'Per',
          remittanceInformationStructured: null,
          remittanceInformationStructuredArray: null,
        },
        {
          creditorAccount: { iban: null, bban: creditor.bban, currency: 'NOK' },
          ultimateDebtor: null,
          remittanceInformationStructured: { reference: '1234567897' },
          remittanceInformationStructuredArray: [
            { reference: '1234567897', referenceType: 'SCOR' },
            { reference: 'EF-7', referenceType: 'CINV' },
          ],
        },
      ],
    },
    accounts: { nodes: [{ id: debtor.id }] },
  })
})
