import type { Account } from '../generated/client.ts'
import { assertAccountNumber, isInSepa, type Numbers, type Reference, storedNumbers } from './account-numbers.ts'
import { byRule, checkTogether, DomainError, type ErrorCode } from './errors.ts'
import { exchange } from './exchange-rates.ts'
import type { AnyOf } from './given.ts'
import { isCreditorReference, isValidKid } from './kid.ts'
import { parseAmount } from './money.ts'
import { PRODUCT_RULES, type Product, type ProductRules } from './products.ts'

/** A note to the TPP about a value that was accepted but not taken literally ([I] TppMessage). */
export type Warning = { readonly code: ErrorCode; readonly path: string; readonly text: string }

/** The message for the PSU about a new payment, in the languages of the bank's texts ([I] psuMessage, D19). */
export const PSU_MESSAGES = {
  en: 'Please approve this payment in your bank.',
  nb: 'Vennligst godkjenn betalingen i banken din.',
} as const

/** One transfer as the bodies of all three services have it. */
export type Transfer = {
  readonly instructedAmount: { readonly amount: string; readonly currency: string }
  readonly creditorName: string
  readonly creditorAccount: Reference
  readonly creditorAddress?:
    | Readonly<Partial<Record<'street' | 'buildingNumber' | 'postalCode' | 'city' | 'country', string | undefined>>>
    | undefined
  readonly creditorAgent?: string | undefined
  /** Of an entry of a bulk payment; a payment of one transfer has its own. */
  readonly ultimateDebtor?: string | undefined
  readonly endToEndIdentification?: string | undefined
  readonly purposeCode?: string | undefined
  readonly remittanceInformationUnstructured?: string | undefined
  readonly remittanceInformationStructured?: StructuredReference | undefined
  readonly remittanceInformationStructuredArray?: readonly StructuredReference[] | undefined
}

/** The remittance that is shown of a transfer; the deprecated field is read as a list of one ([I] Versioning 5). */
export type ShownTransfer = Omit<Transfer, 'remittanceInformationStructured'>

/** [I] Structured remittance element. */
export type StructuredReference = {
  readonly reference: string
  readonly referenceType?: string | undefined
  readonly referenceIssuer?: string | undefined
}

/** The computed values of a transfer: its amounts in minor units, its creditor's account and its references, as rows hold them. */
export type DecidedTransfer = {
  readonly amountMinor: bigint
  /** In the debtor account's currency. */
  readonly debitMinor: bigint
  /** In the debtor account's currency. */
  readonly feeMinor: bigint
  readonly creditorAccount: ReturnType<typeof storedNumbers>
  readonly references: readonly StructuredReference[]
  readonly warnings: readonly Warning[]
}

/** The sums of several transfers, in the debtor account's currency. */
export function totalsOf(
  transfers: readonly Pick<DecidedTransfer, 'debitMinor' | 'feeMinor'>[],
): Pick<DecidedTransfer, 'debitMinor' | 'feeMinor'> {
  const sum = (of: 'debitMinor' | 'feeMinor') => transfers.reduce((total, transfer) => total + transfer[of], 0n)
  return { debitMinor: sum('debitMinor'), feeMinor: sum('feeMinor') }
}

/**
 * Checks a transfer against the rules of its product (D21, D23, D47, D48). `creditor` is the receiving account if it is in this world; `prefix` is
 * the place of the transfer in the body.
 */
export function decideTransfer(
  product: Product,
  debtor: Numbers,
  creditor: Account | undefined,
  transfer: Transfer,
  prefix: string,
): DecidedTransfer {
  judgeTransfer(product, debtor, creditor, transfer, prefix)
  const rules = PRODUCT_RULES[product]
  const amountMinor = instructedMinor(rules, transfer.instructedAmount, `${prefix}instructedAmount`)
  return {
    amountMinor,
    ...takenFrom(debtor, rules, amountMinor, transfer.instructedAmount.currency),
    creditorAccount: storedNumbers(
      transfer.creditorAccount,
      creditor,
      rules.currency ?? transfer.instructedAmount.currency,
    ),
    references: referencesOf(transfer),
    warnings: transfer.remittanceInformationStructured === undefined ? [] : [deprecatedReference(prefix)],
  }
}

function takenFrom(debtor: Numbers, { feeMinor }: ProductRules, amountMinor: bigint, currency: string) {
  return {
    debitMinor: atLeastOne(exchange(amountMinor, currency, debtor.currency)),
    feeMinor: exchange(feeMinor, 'NOK', debtor.currency),
  }
}

/** What is known of a transfer, and of its amount. */
type KnownTransfer = AnyOf<Omit<Transfer, 'instructedAmount'>> & {
  readonly instructedAmount?: AnyOf<Transfer['instructedAmount']> | undefined
}

/** Checks the known parts of a transfer against the rules of its product (D16, D78). */
export function judgeTransfer(
  product: Product,
  debtor: Numbers | undefined,
  creditor: Account | undefined,
  transfer: KnownTransfer,
  prefix: string,
): void {
  const rules = PRODUCT_RULES[product]
  const { instructedAmount, creditorAccount } = transfer
  checkTogether(
    () => instructedAmount !== undefined && instructedMinor(rules, instructedAmount, `${prefix}instructedAmount`),
    () => {
      const abroad = rules.needsAgent ? { agent: transfer.creditorAgent } : undefined
      // Where an IBAN is required, the number beside the lack of one need not be right too.
      if (creditorAccount !== undefined && !lacksIban(rules, creditorAccount))
        assertAccountNumber(creditorAccount, creditor, `${prefix}creditorAccount`, abroad)
    },
    () => {
      if (creditor !== undefined && creditor.iban === debtor?.iban)
        throw new DomainError('BAD_REQUEST', 'The creditor account is the debtor account.', `${prefix}creditorAccount`)
    },
    () => assertAgent(rules, transfer, prefix),
    () =>
      creditorAccount !== undefined &&
      assertReached(rules, creditor !== undefined, creditorAccount, `${prefix}creditorAccount.iban`),
    () => assertRemittance(transfer, prefix),
    () => assertReferences(rules, transfer, creditor, prefix),
  )
}

function instructedMinor(
  rules: ProductRules,
  { amount, currency }: AnyOf<Transfer['instructedAmount']>,
  path: string,
): bigint {
  let minor = 0n
  checkTogether(
    () => {
      if (rules.currency !== undefined && currency !== undefined && currency !== rules.currency)
        throw new DomainError('FORMAT_ERROR', `must be ${rules.currency} for this payment product.`, `${path}.currency`)
    },
    () => {
      if (amount === undefined || currency === undefined) return
      minor = parseAmount(amount, currency, `${path}.amount`)
      if (minor <= 0n) throw new DomainError('FORMAT_ERROR', byRule.D21`must be more than zero.`, `${path}.amount`)
    },
  )
  return minor
}

function assertAgent(rules: ProductRules, { creditorAgent, creditorAddress }: KnownTransfer, prefix: string): void {
  if (rules.needsAgent) assertForeign(creditorAgent, creditorAddress, prefix)
  else if (creditorAgent !== undefined)
    throw new DomainError('FORMAT_ERROR', 'goes with cross-border-credit-transfers only.', `${prefix}creditorAgent`)
}

function lacksIban({ needsIban }: ProductRules, { iban }: Reference): boolean {
  return needsIban && iban === undefined
}

/** Whether a product reaches the country of an IBAN: domestic ones Norway, SEPA the countries of its scheme. */
function assertReached(rules: ProductRules, isOurs: boolean, account: Reference, path: string): void {
  const [{ reaches }, { iban }] = [rules, account]
  if (lacksIban(rules, account)) throw new DomainError('FORMAT_ERROR', 'is required for this payment product.', path)
  if (iban === undefined) return
  if (reaches === 'NORWAY' && !isOurs && !iban.startsWith('NO')) {
    throw new DomainError(
      'FORMAT_ERROR',
      'must be a Norwegian account for a domestic payment: use cross-border-credit-transfers.',
      path,
    )
  }
  if (reaches === 'SEPA' && !isInSepa(iban)) {
    throw new DomainError(
      'FORMAT_ERROR',
      `must be an account in a country of SEPA, which ${iban.slice(0, 2)} is not: use cross-border-credit-transfers.`,
      path,
    )
  }
}

function assertForeign(agent: string | undefined, address: Transfer['creditorAddress'], prefix: string): void {
  const missing = (['street', 'postalCode', 'city', 'country'] as const).filter(field => address?.[field] === undefined)
  const faults = missing.map(field => ({
    path: `${prefix}creditorAddress.${field}`,
    text: 'is required for cross-border-credit-transfers.',
  }))
  if (agent === undefined)
    faults.push({
      path: `${prefix}creditorAgent`,
      text: "is required for cross-border-credit-transfers: the BIC of the creditor's bank.",
    })
  if (faults.length > 0) throw new DomainError('FORMAT_ERROR', faults)
}

/** D47: a message or structured references, and these in one of two fields. */
function assertRemittance(transfer: KnownTransfer, prefix: string): void {
  const {
    remittanceInformationStructured: deprecated,
    remittanceInformationStructuredArray: list,
    remittanceInformationUnstructured: message,
  } = transfer
  if (deprecated !== undefined && list !== undefined) {
    throw new DomainError(
      'FORMAT_ERROR',
      'is deprecated; give remittanceInformationStructuredArray alone.',
      `${prefix}remittanceInformationStructured`,
    )
  }
  if (message !== undefined && referencesOf(transfer).length > 0) {
    throw new DomainError(
      'FORMAT_ERROR',
      byRule.D47`goes without a structured reference: a payment has one or the other.`,
      `${prefix}remittanceInformationUnstructured`,
    )
  }
}

/** The structured references, in either field, without the blanks that people print in a KID (D47). */
function referencesOf(transfer: KnownTransfer): readonly StructuredReference[] {
  const { remittanceInformationStructured: deprecated, remittanceInformationStructuredArray: list = [] } = transfer
  return (deprecated === undefined ? list : [deprecated]).map(one =>
    one.referenceType === SCOR ? { ...one, reference: one.reference.replaceAll(' ', '') } : one,
  )
}

/** The type of a reference that the creditor's bank checks (ISO 20022). */
const SCOR = 'SCOR'

/** The structured references in the column of an entry: a list; in rows of 1.0.0 one of them (D47). */
export function storedReferences<Stored>(column: Stored): Stored | Stored[] {
  return column === null || Array.isArray(column) ? column : [column]
}

/** D47. */
function assertReferences(
  { scor, mostReferences }: ProductRules,
  transfer: KnownTransfer,
  creditor: Account | undefined,
  prefix: string,
): void {
  const isOld = transfer.remittanceInformationStructured !== undefined
  const path = `${prefix}remittanceInformationStructured${isOld ? '' : 'Array'}`
  const references = referencesOf(transfer)
  const checked = references.flatMap((one, place) => (one.referenceType === SCOR ? [{ ...one, place }] : []))
  checkTogether(
    () => {
      if (references.length > mostReferences)
        throw new DomainError(
          'FORMAT_ERROR',
          byRule.D47`must hold exactly one reference for this payment product.`,
          path,
        )
    },
    () => {
      if (checked.length > 1)
        throw new DomainError('FORMAT_ERROR', byRule.D47`must hold at most one reference of type SCOR.`, path)
    },
    ...checked.map(({ reference, place }) => () => {
      const { isRight, words } = SCORS[scor]
      if (!isRight(reference))
        throw new DomainError('KID_INVALID', words, isOld ? `${path}.reference` : `${path}[${place}].reference`)
    }),
    () => {
      if (checked.length === 0 && creditor?.demandsKid === true)
        throw new DomainError(
          'KID_MISSING',
          byRule.D47`The creditor takes only payments with a KID: a structured reference of type SCOR.`,
          path,
        )
    },
  )
}

/** What a reference of type SCOR must be. */
const SCORS = {
  KID: { isRight: isValidKid, words: byRule.D47`is no KID: 2 to 25 digits, the last a mod 10 or mod 11 check digit.` },
  RF: {
    isRight: isCreditorReference,
    words: byRule.D47`is no creditor reference of ISO 11649: RF, two check digits by mod 97, and 1 to 21 capitals or digits.`,
  },
} as const

function deprecatedReference(prefix: string): Warning {
  return {
    code: 'FORMAT_ERROR',
    path: `${prefix}remittanceInformationStructured`,
    text: 'is deprecated and was read as remittanceInformationStructuredArray with one element ([I] Versioning 5).',
  }
}

function atLeastOne(minor: bigint): bigint {
  return minor < 1n ? 1n : minor
}
