import { z } from '@hono/zod-openapi'
import { PROFILES } from '../domain/fixtures.ts'
import { MAX_BULK_TRANSFERS, PRODUCTS, type ServicePath } from '../domain/products.ts'
import { PAYMENT_STATUSES } from '../domain/status.ts'
import { setContactInformation } from './account-information.ts'
import { createAccount, createCardAccount } from './accounts.ts'
import { createAgreement } from './agreements.ts'
import { createCustomer } from './customers.ts'
import { createEngagement } from './engagements.ts'
import { createBulkPayment, createPayment, createPeriodicPayment } from './payments.ts'
import { createSigningBasket } from './signing-baskets.ts'
import { createCardTransaction, createTransaction } from './transactions.ts'
import { account as paymentAccount, transfer } from './transfers.ts'
import { int32, oneOf, required, resourceId, text } from './values.ts'

/**
 * A fixture (D82): what is in a world, as one document. Its entries are made of the schemas of the commands that make
 * them, so that nothing is described twice; the document adds keys, ids and days that are relative.
 */

/** How many entries a list of the document may have. */
export const MOST_ENTRIES = 100_000

/** What is said of a list with more. */
export const tooManyEntries = `must hold at most ${MOST_ENTRIES} entries.`

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const key = z
  .string(required('a key'))
  .regex(
    KEY,
    'must be a key: 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit (D83).',
  )
  .optional()
  .openapi({ description: 'A name, unique in the document, by which other entries refer to this one (D83).' })

const id = z
  .string(required('an id'))
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in small letters (D20).')
  .optional()
  .openapi({ description: 'Its id, a UUID; derived from its place and key when not given (D83).' })

function reference(what: string) {
  return text(70, `${what}: its key in this document, or what the command takes.`)
}

const RELATIVE = /^-?\d{1,5}D$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

const fixtureDay = z
  .string(required('a day'))
  .regex(
    /^(\d{4}-\d{2}-\d{2}|-?\d{1,5}D)$/,
    'must be a day, YYYY-MM-DD, or relative to the day of the world, such as -90D (D84).',
  )
  .openapi({
    description: "A day, YYYY-MM-DD, or counted from the world's own, such as -90D for 90 days ago (D84).",
    examples: ['-90D'],
  })

const fixtureInstant = z
  .string(required('an instant'))
  .refine(value => RELATIVE.test(value) || INSTANT.test(value), {
    error: 'must be an instant in UTC, such as 2026-03-02T09:00:00Z, or relative to now, such as -90D (D84).',
  })
  .openapi({
    description: 'An instant in UTC, or days counted from now, such as -90D (D84).',
    examples: ['2026-03-02T09:00:00Z'],
  })

const createdAt = fixtureInstant.optional().openapi({ description: 'When it was created; now when not given.' })

const named = { key, id, createdAt }

function list<Entry extends z.ZodType>(entry: Entry, description: string) {
  return z.array(entry, required('a list')).max(MOST_ENTRIES, tooManyEntries).optional().openapi({ description })
}

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
  .strictObject({ ...named, ...createTransaction.shape, bookingDate: fixtureDay, valueDate: fixtureDay })
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

const tpp = text(70, 'The TPP, by its id; the built-in one when not given.').optional()
const tppName = text(70, 'What the TPP is called; its id when not given.').optional()

const contact = z
  .strictObject({ tpp: text(70, 'The TPP, by its id.'), ...setContactInformation.shape })
  .openapi('FixtureContact', { description: 'Where a TPP wants notices ([I] 1.18.0).' })

const consent = z
  .strictObject({
    ...named,
    tpp,
    tppName,
    psu: reference('Who gave it'),
    agreement: reference('The agreement it was given under; its own one when not given').optional(),
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
    psu: reference('Who registers it'),
    agreement: reference('The agreement that a corporate PSU acts under').optional(),
    status: oneOf(
      PAYMENT_STATUSES,
      'How it stands: RCVD when not given. It is brought there by what would bring it there.',
    ).optional(),
    bookedAt: fixtureInstant.optional().openapi({
      description:
        'For one that is on its way (ACSP): when it was booked, where its bookings are among the transactions of the document. Without it, it is booked now.',
    }),
    transferIds: z
      .array(id.unwrap(), required('a list of ids'))
      .max(MAX_BULK_TRANSFERS, `must hold at most ${MAX_BULK_TRANSFERS} ids.`)
      .optional()
      .openapi({
        description:
          'The ids of its transfers, in their order, which pending lines of a statement have; derived when not given.',
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
    psu: reference('Whose basket it is'),
    agreement: reference('The agreement that a corporate PSU acts under').optional(),
    paymentIds: z
      .array(resourceId('A payment, by key or id.'), required('a list of payments'))
      .min(1, 'must hold at least one payment.')
      .openapi({
        description: createSigningBasket.shape.paymentIds.description ?? 'The payments, by key or id (D39).',
      }),
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
