import { z } from 'zod'
import type { OperationName } from '../../bank/operations/list.ts'
import { addDays } from '../../domain/calendar.ts'
import { standardRowsOn } from '../../sandbox/worlds/standard-rows.ts'

/** One whole request that a standard world (D30) accepts, without the headers that every call of its header set carries. */
export type RequestExample = {
  /** Parts of the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** `{name}` in it, as in a path, is an id that `after` gives. */
  readonly body?: unknown
  /** Ids that only an earlier call can give: the parameter, and the operation whose example returns it (ID_SOURCES). */
  readonly after?: Readonly<Record<string, string>>
  /** The payment of `after` must have passed its SCA. */
  readonly approved?: true
  /** The PSU must have opened its accounts to the TPP. */
  readonly consented?: true
}

/** Where an answer contains the id that another operation's path takes: a JSON pointer into its body. */
export const ID_SOURCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createCustomer: { customerId: '/customerId' },
  createAgreement: { mockAgreementId: '/id' },
  createEngagement: { mockEngagementId: '/id' },
  createAccount: { mockAccountId: '/id' },
  createCardAccount: { mockCardAccountId: '/id' },
  createTransaction: { mockTransactionId: '/transactionId' },
  createCardTransaction: { mockCardTransactionId: '/cardTransactionId' },
  createPayment: { paymentId: '/paymentId' },
  createBulkPayment: { paymentId: '/paymentId' },
  createPeriodicPayment: { paymentId: '/paymentId' },
  startPaymentAuthorisation: { authorisationId: '/authorisationId' },
  authoriseCancellation: { authorisationId: '/authorisationId' },
  createSigningBasket: { basketId: '/basketId' },
  authoriseSigningBasket: { authorisationId: '/authorisationId' },
} satisfies Partial<Record<OperationName, Readonly<Record<string, string>>>>

/** The things of the standard set that the documentation uses. */
export type ExampleIds = {
  readonly customer: ExampleCustomer
  readonly other: ExampleCustomer
  readonly corporate: ExampleCustomer
  readonly agreement: ExampleRow
  readonly engagement: ExampleRow
  readonly account: ExampleAccount
  readonly creditor: ExampleAccount
  readonly company: ExampleAccount
  readonly card: ExampleRow
  readonly transaction: ExampleRow
  readonly cardTransaction: ExampleRow
}
type ExampleRow = { readonly id: string }
export type ExampleCustomer = ExampleRow & {
  readonly psuId: string
  readonly customerNumber: string
  readonly name: string
}
type ExampleAccount = ExampleRow & { readonly iban: string; readonly bban: string }

/** The first of each kind in the standard set, which has the same ids in every world. */
export async function exampleIds(today: string): Promise<ExampleIds> {
  const rowsOf = await standardRowsOn(today)
  const first = (table: string, is: (row: Readonly<Record<string, unknown>>) => boolean): unknown => {
    for (const row of rowsOf(table)) if (is(row)) return row
    throw new Error(`The standard set has no such ${table}.`)
  }
  const [kari, ola] = [0, 1].map(nth => {
    let place = -1
    return exampleCustomer.parse(
      first('Customer', () => {
        place += 1
        return place === nth
      }),
    )
  })
  const [customer, other] = [must(kari), must(ola)]
  const corporate = exampleCustomer.parse(first('Customer', ({ type }) => type === 'CORPORATE'))
  const accountOf = (owner: ExampleRow) => exampleAccount.parse(first('Account', ({ ownerId }) => ownerId === owner.id))
  const agreement = exampleRow.parse(first('Agreement', ({ ownerId }) => ownerId === corporate.id))
  const account = accountOf(customer)
  const card = exampleRow.parse(first('CardAccount', ({ ownerId }) => ownerId === customer.id))
  const isYoung = ({ bookingDate }: Readonly<Record<string, unknown>>) => String(bookingDate) > addDays(today, -60)
  return {
    customer,
    other,
    corporate,
    agreement,
    engagement: exampleRow.parse(first('Engagement', ({ agreementId }) => agreementId === agreement.id)),
    account,
    creditor: accountOf(other),
    company: accountOf(corporate),
    card,
    // Recent enough for a consent whose SCA is no longer fresh (D41).
    transaction: exampleRow.parse(first('Transaction', row => row['accountId'] === account.id && isYoung(row))),
    cardTransaction: exampleRow.parse(first('CardTransaction', ({ cardAccountId }) => cardAccountId === card.id)),
  }
}

const exampleRow = z.object({ id: z.string() })
const exampleCustomer = exampleRow.extend({ psuId: z.string(), customerNumber: z.string(), name: z.string() })
const exampleAccount = exampleRow.extend({ iban: z.string(), bban: z.string() })

/** An example for each operation, by its name. The days of examples are counted from `today`. */
export function requestExamples(ids: ExampleIds, today: string): Readonly<Record<string, RequestExample>> {
  return {
    ...sandboxExamples(ids, today),
    ...informationExamples(ids, today),
    ...paymentExamples(ids, today),
  } satisfies Record<OperationName, RequestExample>
}

/** Examples of some operations. */
type Some = Partial<Record<OperationName, RequestExample>>

function sandboxExamples(ids: ExampleIds, today: string) {
  const { customer, other, corporate, agreement, engagement, account, company, card } = ids
  const ofCustomer = { params: { customerId: customer.id } }
  const ofAgreement = { params: { mockAgreementId: agreement.id } }
  const ofEngagement = { params: { mockAgreementId: agreement.id, mockEngagementId: engagement.id } }
  const ofAccount = { params: { mockAccountId: account.id } }
  const ofCard = { params: { mockCardAccountId: card.id } }
  const newEngagement = {
    customer: other.customerNumber,
    account: { iban: company.iban },
    roles: ['VIEW', 'REGISTER'],
    registerLimit: 50_000,
    approvalLimit: 0,
  }
  const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount: 1500.5, currency: 'NOK' } }]
  const yesterday = addDays(today, -1)
  return {
    createCustomer: { body: { customerNumber: '01017012345', name: 'Siri Hansen', type: 'PRIVATE' } },
    customers: { query: { withAccounts: 'true', withAgreements: 'true' } },
    customer: ofCustomer,
    deleteCustomer: ofCustomer,
    initialize: {},
    createAgreement: {
      body: { owner: corporate.customerNumber, name: 'Regnskap', engagements: [newEngagement] },
    },
    agreements: {},
    agreement: ofAgreement,
    deleteAgreement: ofAgreement,
    createEngagement: { ...ofAgreement, body: newEngagement },
    engagements: ofAgreement,
    engagement: ofEngagement,
    deleteEngagement: ofEngagement,
    createAccount: {
      body: {
        customerNumber: customer.customerNumber,
        accountName: 'Feriekonto',
        bban: '86011117947',
        iban: 'NO9386011117947',
        currency: 'NOK',
        product: 'Sparekonto',
        cashAccountType: 'SVGS',
        creditLine: 0,
        balances,
      },
    },
    accounts: {},
    account: ofAccount,
    deleteAccount: ofAccount,
    changeBalances: { ...ofAccount, body: { balances } },
    createCardAccount: {
      body: {
        customerNumber: customer.customerNumber,
        accountName: 'Reisekort',
        maskedPan: '541275******0017',
        currency: 'NOK',
        product: 'Mastercard',
        creditLine: 20_000,
        balances,
      },
    },
    cardAccounts: {},
    cardAccount: ofCard,
    deleteCardAccount: ofCard,
    changeCardBalances: { ...ofCard, body: { balances } },
    createTransaction: {
      ...ofAccount,
      body: {
        transactionAmount: { amount: '-249.50', currency: 'NOK' },
        bookingDate: yesterday,
        valueDate: yesterday,
        creditorName: 'Kaffebrenneriet',
        remittanceInformationUnstructured: 'Lunsj',
      },
    },
    transactions: { ...ofAccount, query: { fromDate: addDays(today, -30), limit: '3' } },
    transaction: { params: { ...ofAccount.params, mockTransactionId: ids.transaction.id } },
    deleteTransactions: ofAccount,
    createCardTransaction: {
      ...ofCard,
      body: {
        transactionAmount: { amount: '-12.50', currency: 'EUR' },
        originalAmount: { amount: '-147.30', currency: 'NOK' },
        bookingDate: yesterday,
        valueDate: yesterday,
        transactionDate: yesterday,
        cardAcceptorName: 'Bäckerei Sommer',
        merchantCategoryCode: '5462',
      },
    },
    cardTransactions: { ...ofCard, query: { fromDate: addDays(today, -30), limit: '3' } },
    cardTransaction: { params: { ...ofCard.params, mockCardTransactionId: ids.cardTransaction.id } },
    deleteCardTransactions: ofCard,
    setContactInformation: { body: { emails: ['psd2-operations@tpp.example'] } },
    contactInformation: { after: { tppId: 'setContactInformation' } },
  } satisfies Some
}

function informationExamples({ customer, account, card, transaction }: ExampleIds, today: string) {
  const read = { headers: { 'PSU-ID': customer.psuId }, consented: true } as const
  const ofAccount = { ...read, params: { id: account.id } }
  const ofCard = { ...read, params: { id: card.id } }
  const offer = { body: { recurringIndicator: true, validUntil: addDays(today, 90), frequencyPerDay: 4 } }
  const statement = { query: { bookingStatus: 'both', limit: '3' } }
  return {
    offerConsent: offer,
    offerConsentDeprecated: offer,
    consentedAccounts: { ...read, query: { withBalance: 'true' } },
    consentedAccount: ofAccount,
    accountBalances: ofAccount,
    accountTransactions: { ...ofAccount, ...statement },
    accountTransactionDetails: { ...read, params: { id: account.id, transactionId: transaction.id } },
    consentedCardAccounts: { ...read, query: { withBalance: 'true' } },
    consentedCardAccount: ofCard,
    cardAccountBalances: ofCard,
    cardAccountTransactions: { ...ofCard, ...statement },
    confirmFunds: {
      ...read,
      body: { account: { iban: account.iban }, instructedAmount: { amount: '100.00', currency: 'NOK' } },
    },
  } satisfies Some
}

function paymentExamples({ customer, account, creditor }: ExampleIds, today: string) {
  const from = { iban: account.iban, currency: 'NOK' }
  const transfer = {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: creditor.iban, currency: 'NOK' },
    remittanceInformationUnstructured: 'Takk for sist',
  }
  // With the context the link to the SCA comes at once (D45).
  const psu = { 'PSU-ID': customer.psuId, 'PSU-Context': 'PRIVATE' }
  const product = 'norwegian-domestic-credit-transfers'
  const creating = { params: { paymentProduct: product }, headers: psu }
  const one = {
    params: { paymentService: 'payments', paymentProduct: product },
    after: { paymentId: 'createPayment' },
  }
  const basket = { after: { basketId: 'createSigningBasket' } }
  return {
    createPayment: { ...creating, body: { ...transfer, debtorAccount: from } },
    createBulkPayment: {
      ...creating,
      body: {
        debtorAccount: from,
        payments: [transfer, { ...transfer, instructedAmount: { amount: '250.00', currency: 'NOK' } }],
      },
    },
    createPeriodicPayment: {
      ...creating,
      body: {
        ...transfer,
        debtorAccount: from,
        startDate: addDays(today, 7),
        frequency: 'Monthly',
        dayOfExecution: '20',
        executionRule: 'following',
      },
    },
    payment: one,
    paymentStatus: one,
    cancelPayment: one,
    startPaymentAuthorisation: one,
    paymentAuthorisations: one,
    paymentAuthorisation: { ...one, after: { ...one.after, authorisationId: 'startPaymentAuthorisation' } },
    authoriseCancellation: { ...one, approved: true },
    cancellationAuthorisations: { ...one, approved: true },
    cancellationAuthorisation: {
      ...one,
      approved: true,
      after: { ...one.after, authorisationId: 'authoriseCancellation' },
    },
    createSigningBasket: { after: { paymentId: 'createPayment' }, body: { paymentIds: ['{paymentId}'] } },
    signingBasket: basket,
    signingBasketStatus: basket,
    authoriseSigningBasket: basket,
    signingBasketAuthorisations: basket,
    signingBasketAuthorisation: { after: { ...basket.after, authorisationId: 'authoriseSigningBasket' } },
    deleteSigningBasket: basket,
  } satisfies Some
}

/** A value that document and standard set are known to have. */
function must<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new RangeError('The standard set or the document lacks what the examples speak of.')
  return row
}
