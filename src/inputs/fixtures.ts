import { z } from '@hono/zod-openapi'
import { PROFILES } from '../domain/fixtures.ts'
import { PRODUCTS, type ServicePath } from '../domain/products.ts'
import { PAYMENT_STATUSES } from '../domain/status.ts'
import { setContactInformation } from './account-information.ts'
import { createAccount, createCardAccount } from './accounts.ts'
import { createAgreement } from './agreements.ts'
import { createCustomer } from './customers.ts'
import { createEngagement } from './engagements.ts'
import { fixtureDay, fixtureInstant, id, list, named, reference } from './fixture-entries.ts'
import { balanceState, basketState, consentState, paymentState } from './fixture-states.ts'
import { createBulkPayment, createPayment, createPeriodicPayment } from './payments.ts'
import { basketPayments } from './signing-baskets.ts'
import { createCardTransaction, createTransaction } from './transactions.ts'
import { account as paymentAccount, transfer } from './transfers.ts'
import { bookedAmount, int32, oneOf, required, text } from './values.ts'

/**
 * A fixture (D82): what is in a world, as one document. Its entries are made of the schemas of the commands that make
 * them, so that nothing is described twice; the document adds keys, ids and days that are relative.
 */

const generate = z
  .strictObject({
    profile: oneOf(PROFILES, 'Whose life it is.'),
    transactions: int32(0, 'How many; as many as the life has when not given.')
      .max(100_000, 'must be at most 100000.')
      .optional(),
    from: fixtureDay.optional().openapi({ description: 'The first day; a year ago, -365D, when not given.' }),
    to: fixtureDay.optional().openapi({ description: 'The last day; yesterday, -1D, when not given.' }),
    seed: int32(0, 'Another seed is another life, the same seed the same; 1 when not given.').optional(),
  })
  .openapi('FixtureLife', {
    description: 'A plausible life in an account: salary, rent, groceries, subscriptions, cards (D84).',
  })

const { customerNumber, ...customerFields } = createCustomer.shape
const { customerNumber: _owner, bban, iban, ...accountFields } = createAccount.shape
const { customerNumber: _holder, maskedPan, ...cardFields } = createCardAccount.shape

const transaction = z
  .strictObject({
    ...named,
    ...createTransaction.shape,
    transactionAmount: bookedAmount.openapi({
      description: createTransaction.shape.transactionAmount.description ?? 'What is booked.',
    }),
    bookingDate: fixtureDay,
    valueDate: fixtureDay,
  })
  .openapi('FixtureTransaction', { description: 'A booked transaction of an account (D28).' })

const cardTransaction = z
  .strictObject({
    ...named,
    ...createCardTransaction.shape,
    bookingDate: fixtureDay,
    valueDate: fixtureDay,
    transactionDate: fixtureDay.optional(),
  })
  .openapi('FixtureCardTransaction', { description: 'A booked transaction of a card account (D43).' })

const EXACT =
  'Its balances before its transactions where `balances` cannot tell them, as an export does; then those say nothing.'

const account = z
  .strictObject({
    ...named,
    ...accountFields,
    bban: bban.optional().openapi({ description: 'Account number; a valid Norwegian one when not given (D83).' }),
    iban: iban.optional().openapi({ description: 'IBAN; that of the account number when not given (D83).' }),
    demandsKid: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Whether it takes only payments with a KID (D47).' }),
    state: balanceState.optional().openapi({ description: EXACT }),
    transactions: list(transaction, 'What is booked on it. `balances` are those before it.'),
    generate: generate.optional(),
  })
  .openapi('FixtureAccount', {
    description: 'An account of the customer. Its balances are those before its transactions.',
  })

const cardAccount = z
  .strictObject({
    ...named,
    ...cardFields,
    maskedPan: maskedPan.optional().openapi({ description: 'Masked card number; derived when not given (D83).' }),
    state: balanceState.optional().openapi({ description: EXACT }),
    transactions: list(cardTransaction, 'What is booked on it. `balances` are those before it.'),
    generate: generate.optional(),
  })
  .openapi('FixtureCardAccount', {
    description: 'A card account of the customer. Its balances are those before its transactions.',
  })

const customer = z
  .strictObject({
    ...named,
    ...customerFields,
    customerNumber: customerNumber.optional().openapi({ description: 'The number; derived when not given (D83).' }),
    psuId: id.openapi({ description: 'What PSU-ID carries; derived when not given (D20).' }),
    accounts: list(account, 'Its accounts.'),
    cardAccounts: list(cardAccount, 'Its card accounts.'),
  })
  .openapi('FixtureCustomer', { description: 'A customer with what it owns ([I] Sandbox customer).' })

const engagement = z
  .strictObject({
    ...named,
    ...createEngagement.shape,
    customer: reference('The PSU'),
    account: z
      .strictObject({ iban: reference('The account') }, required('an object with the field iban'))
      .openapi('FixtureIban', { description: "The account, one of the agreement's owner (D27)." }),
  })
  .openapi('FixtureEngagement', { description: 'The rights of a PSU on an account ([I] Sandbox engagement).' })

const agreement = z
  .strictObject({
    ...named,
    ...createAgreement.shape,
    owner: reference('The corporation'),
    engagements: list(engagement, 'Who may do what with which account.'),
  })
  .openapi('FixtureAgreement', { description: 'An agreement of a corporation (D26).' })

const KEPT =
  'How it stood, as an export tells it. It is put so, whatever the rules would make of it by now; without it, the rules bring it there.'
const GONE = '; where `state` is given, the id of one that is deleted since will do'

/** A subject has at most 4 kB, and a TPP without an identifier is known by all of it (D20). */
const MOST_OF_A_NAME = 8192
const tpp = text(MOST_OF_A_NAME, 'The TPP, by its id; the built-in one when not given.').optional()
const tppName = text(MOST_OF_A_NAME, 'What the TPP is called; its id when not given.').optional()

const contact = z
  .strictObject({
    tpp: text(MOST_OF_A_NAME, 'The TPP, by its id.'),
    ...setContactInformation.shape,
    updatedAt: fixtureInstant.optional().openapi({ description: 'When it was registered; now when not given.' }),
  })
  .openapi('FixtureContact', { description: 'Where a TPP wants notices ([I] 1.18.0).' })

const consent = z
  .strictObject({
    ...named,
    tpp,
    tppName,
    psu: reference('Who gave it'),
    agreement: reference(`The agreement it was given under, its own one when not given${GONE}`).optional(),
    state: consentState.optional().openapi({ description: KEPT }),
    accounts: list(reference('An account'), 'The accounts, by key or iban; all that are offered when not given.'),
    cardAccounts: list(reference('A card account'), 'The card accounts, by key or masked number.'),
    grantedAt: fixtureInstant.optional(),
    revokedAt: fixtureInstant.optional(),
  })
  .openapi('FixtureConsent', { description: 'What a PSU lets a TPP see (D32).' })

const SERVICES = ['payments', 'bulk-payments', 'periodic-payments'] as const satisfies readonly ServicePath[]
const payer = paymentAccount.openapi({ description: 'An account: its key or number, and its currency.' })

// The fields of all three bodies; which of them go together the schema of the service says.
const {
  debtorAccount: _debtor,
  creditorAccount: _creditor,
  payments: _payments,
  requestedExecutionDate: _day,
  startDate: _start,
  endDate: _end,
  ...bodyFields
} = { ...createBulkPayment.shape, ...createPeriodicPayment.shape, ...createPayment.shape }
const body = z.strictObject(bodyFields).partial().shape

const numbered = z
  .strictObject({
    iban: reference('The account').optional(),
    bban: text(30, 'Basic bank account number.').optional(),
    currency: payer.shape.currency,
  })
  .openapi('FixturePaymentAccount', { description: 'An account by its key, iban or bban, with its currency (D23).' })

const transferFields = { ...transfer, creditorAccount: numbered }
const bulkTransfer = z
  .strictObject(transferFields)
  .openapi('FixtureTransfer', { description: 'One of the payments of a bulk.' })

const payment = z
  .strictObject({
    ...named,
    service: oneOf(SERVICES, 'payment-service in the path.').optional(),
    product: oneOf(PRODUCTS, 'payment-product in the path; domestic when not given.').optional(),
    tpp,
    tppName,
    psu: reference(`Who registers it${GONE}`),
    agreement: reference(`The agreement that a corporate PSU acts under${GONE}`).optional(),
    status: oneOf(
      PAYMENT_STATUSES,
      'How it stands: RCVD when not given. It is brought there by what would bring it there.',
    ).optional(),
    state: paymentState.optional().openapi({
      description: `${KEPT} What was booked of it is then among the transactions of the document.`,
    }),
    ...body,
    creditorAccount: numbered.optional(),
    debtorAccount: numbered,
    payments: list(bulkTransfer, 'The transfers of a bulk.'),
    requestedExecutionDate: fixtureDay.optional(),
    startDate: fixtureDay.optional(),
    endDate: fixtureDay.optional(),
  })
  .openapi('FixturePayment', {
    description: 'A payment of any service, with the fields of the command that registers it (D35).',
  })

const basket = z
  .strictObject({
    ...named,
    tpp,
    tppName,
    psu: reference(`Whose basket it is${GONE}`),
    agreement: reference(`The agreement that a corporate PSU acts under${GONE}`).optional(),
    state: basketState.optional().openapi({ description: KEPT }),
    paymentIds: basketPayments('The payments, by key or id (D39).', 'A payment, by key or id.'),
  })
  .openapi('FixtureSigningBasket', { description: 'Payments that are signed together (D39).' })

const clock = z
  .strictObject({
    now: fixtureInstant.optional().openapi({ description: "What the world's clock shows, in UTC." }),
    frozen: z.boolean(required('true or false')).optional().openapi({ description: 'Whether it stands still.' }),
  })
  .openapi('FixtureClock', { description: "The world's clock (D40). An existing world's only moves forward." })

/** The lines of statements, as the document has them. */
export const statements = { transactions: z.array(transaction), cardTransactions: z.array(cardTransaction) } as const

/** The whole document. */
export const fixture = z
  .strictObject({
    clock: clock.optional(),
    customers: list(customer, 'Customers with their accounts.'),
    agreements: list(agreement, 'Agreements of corporations, with their engagements.'),
    contacts: list(contact, 'Addresses of TPPs.'),
    consents: list(consent, 'Consents.'),
    payments: list(payment, 'Payments.'),
    signingBaskets: list(basket, 'Signing baskets.'),
  })
  .openapi('Fixture', { description: 'What is in a world, as one document (D82).' })
export type Fixture = z.output<typeof fixture>
/** The document as it is written. */
export type FixtureDocument = z.input<typeof fixture>
