import { addDays } from './calendar.ts'
import { formatRoles, NO_LIMIT, ROLES, type Role } from './engagements.ts'
import { norwegianBban, norwegianIban } from './iban.ts'
import { movementAgainstClearing } from './ledger.ts'
import { type CardLine, type Line, standardCardLife, standardLife } from './standard-life.ts'

/** The published customer numbers (D30) with names of ours. */
const CUSTOMERS = [
  { customerNumber: '13039319955', name: 'Kari Nordmann', type: 'PRIVATE' },
  { customerNumber: '12085592767', name: 'Ola Nordmann', type: 'PRIVATE' },
  { customerNumber: '18129215603', name: 'Fjordfisk AS', type: 'CORPORATE' },
  { customerNumber: '20079518612', name: 'Nordlys Bygg AS', type: 'CORPORATE' },
] as const

/** `owner` is a place in CUSTOMERS, `base` an account number without its check digit, `opening` what was there a year ago. */
const ACCOUNTS = [
  {
    owner: 0,
    base: '1503401001',
    name: 'Brukskonto',
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    creditLine: 0,
    life: 'household',
    opening: 65_000_00n,
  },
  {
    owner: 0,
    base: '1503401002',
    name: 'Sparekonto',
    product: 'Sparekonto',
    cashAccountType: 'SVGS',
    creditLine: 0,
    life: 'savings',
    opening: 120_000_00n,
  },
  {
    owner: 1,
    base: '1503402001',
    name: 'Lønnskonto',
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    creditLine: 20_000,
    life: 'household',
    opening: 18_000_00n,
  },
  {
    owner: 1,
    base: '1503402002',
    name: 'Buffer',
    product: 'Sparekonto',
    cashAccountType: 'SVGS',
    creditLine: 0,
    life: 'savings',
    opening: 40_000_00n,
  },
  {
    owner: 2,
    base: '1503403001',
    name: 'Driftskonto',
    product: 'Bedriftskonto',
    cashAccountType: 'CACC',
    creditLine: 500_000,
    life: 'business',
    opening: 900_000_00n,
  },
  {
    owner: 2,
    base: '1503403003',
    name: 'Skattetrekk',
    product: 'Skattetrekkskonto',
    cashAccountType: 'TAXE',
    creditLine: 0,
    life: 'tax',
    opening: 82_000_00n,
  },
  {
    owner: 3,
    base: '1503404001',
    name: 'Driftskonto',
    product: 'Bedriftskonto',
    cashAccountType: 'CACC',
    creditLine: 250_000,
    life: 'business',
    opening: 640_000_00n,
  },
  {
    owner: 3,
    base: '1503404002',
    name: 'Skattetrekk',
    product: 'Skattetrekkskonto',
    cashAccountType: 'TAXE',
    creditLine: 0,
    life: 'tax',
    opening: 82_000_00n,
  },
] as const

const CARD_ACCOUNTS = [
  { owner: 0, maskedPan: '525412******3241', name: 'Kredittkort', product: 'Mastercard', creditLine: 50_000 },
  { owner: 1, maskedPan: '492500******0078', name: 'Kredittkort', product: 'Visa', creditLine: 30_000 },
] as const

type Right = {
  readonly member: number
  readonly roles: readonly Role[]
  readonly registerLimit: number
  readonly approvalLimit: number
}
const ALL_RIGHTS = { roles: ROLES, registerLimit: NO_LIMIT, approvalLimit: NO_LIMIT } as const

/** Who may use the accounts of each customer. Our addition (D30): one member of a corporation with APPROVE and one without. */
const RIGHTS: readonly Right[] = [
  { member: 0, ...ALL_RIGHTS },
  { member: 1, ...ALL_RIGHTS },
  { member: 0, roles: ['VIEW', 'REGISTER', 'APPROVE'], registerLimit: 250_000, approvalLimit: 250_000 },
  { member: 1, roles: ['VIEW', 'REGISTER'], registerLimit: 250_000, approvalLimit: 0 },
]

/**
 * The standard set (D30): the same customers, accounts, ids, amounts and texts on every run. Only the days of its
 * transactions are counted back from `today`, so that "the last 90 days" of a fresh bank are never empty.
 */
export function standardSet(today: string) {
  const newId = idSequence()
  const customers = CUSTOMERS.map(customer => ({ id: newId(), psuId: newId(), ...customer }))
  const agreements = customers.map(({ id, name, type }) => ({
    id: newId(),
    ownerId: id,
    name: type === 'PRIVATE' ? name : `${name} nettbank`,
    automatic: type === 'PRIVATE',
  }))
  const accountIds = ACCOUNTS.map(newId)
  const cardAccountIds = CARD_ACCOUNTS.map(newId)
  const engagements = ACCOUNTS.map(({ owner }, place) => {
    const { member, roles, ...limits } = at(RIGHTS, owner)
    return {
      id: newId(),
      agreementId: at(agreements, owner).id,
      customerId: at(customers, member).id,
      accountId: at(accountIds, place),
      roles: formatRoles(roles),
      ...limits,
    }
  })
  const transactions = ACCOUNTS.flatMap(({ life, owner }, place) =>
    standardLife(life, place).map(line =>
      transaction(newId(), at(accountIds, place), at(customers, owner).name, line, today),
    ),
  )
  const cardTransactions = CARD_ACCOUNTS.flatMap((_, place) =>
    standardCardLife(place).map(line => cardTransaction(newId(), at(cardAccountIds, place), line, today)),
  )
  const accounts = ACCOUNTS.map(({ owner, base, life: _, opening, ...fields }, place) => {
    const id = at(accountIds, place)
    const bookedMinor = transactions.reduce<bigint>(
      (sum, line) => (line.accountId === id ? sum + line.amountMinor : sum),
      opening,
    )
    return { id, ownerId: at(customers, owner).id, ...numbersOf(base), currency: 'NOK', bookedMinor, ...fields }
  })
  const cardAccounts = CARD_ACCOUNTS.map(({ owner, ...fields }, place) => {
    const id = at(cardAccountIds, place)
    const bookedMinor = cardTransactions.reduce(
      (sum, line) => (line.cardAccountId === id ? sum + line.originalAmountMinor : sum),
      0n,
    )
    return { id, ownerId: at(customers, owner).id, currency: 'NOK', bookedMinor, ...fields }
  })
  const bookings = [
    ...ACCOUNTS.map(({ opening }, place) => booking(newId(), at(accountIds, place), opening, 'OPENING_BALANCE')),
    ...transactions.map(line => booking(newId(), line.accountId, line.amountMinor, 'TRANSACTION')),
    ...cardTransactions.map(line => booking(newId(), line.cardAccountId, line.originalAmountMinor, 'TRANSACTION')),
  ]
  return { customers, agreements, accounts, cardAccounts, engagements, transactions, cardTransactions, bookings }
}

function transaction(id: string, accountId: string, ownerName: string, line: Line, today: string) {
  const date = addDays(today, -line.daysAgo)
  const incoming = line.amountMinor > 0n
  return {
    id,
    accountId,
    bookingDate: date,
    valueDate: date,
    amountMinor: line.amountMinor,
    currency: 'NOK',
    creditorName: incoming ? ownerName : line.counterparty,
    debtorName: incoming ? line.counterparty : ownerName,
    remittanceInformationUnstructured: line.kid === undefined ? line.text : null,
    remittanceInformationStructuredArray:
      line.kid === undefined ? null : [{ reference: line.kid, referenceType: 'SCOR' }],
    bankTransactionCode: line.code,
  }
}

function cardTransaction(id: string, cardAccountId: string, line: CardLine, today: string) {
  const date = addDays(today, -line.daysAgo)
  return {
    id,
    cardAccountId,
    bookingDate: date,
    valueDate: date,
    transactionDate: date,
    amountMinor: line.amountMinor,
    currency: line.currency,
    originalAmountMinor: line.originalAmountMinor,
    originalCurrency: 'NOK',
    cardAcceptorName: line.merchant,
    merchantCategoryCode: line.merchantCategoryCode,
    transactionDetails: line.merchant,
    invoiced: line.daysAgo > 30,
  }
}

function booking(id: string, accountId: string, changeMinor: bigint, reason: 'OPENING_BALANCE' | 'TRANSACTION') {
  return { id, ...movementAgainstClearing(accountId, changeMinor), currency: 'NOK', reason }
}

/** A valid Norwegian pair (D30). Bases without a check digit are not in the table above. */
function numbersOf(base: string): { bban: string; iban: string } {
  const bban = norwegianBban(base)
  if (bban === undefined) throw new RangeError(`${base} has no check digit`)
  return { bban, iban: norwegianIban(bban) }
}

/** Fixed ids in the form of UUID v7, older than any that a clock gives, sorted as they are made. */
function idSequence(): () => string {
  let made = 0
  return () => {
    made += 1
    return `018cc251-f400-7000-8000-${made.toString(16).padStart(12, '0')}`
  }
}

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new RangeError(`The standard set has no place ${place}`)
  return item
}
