import type { Account } from '../generated/client.ts'
import { DomainError, type ErrorCode } from './errors.ts'
import { exchange, isExchanged } from './exchange-rates.ts'
import { bbanOfIban, isValidIban, isValidNorwegianBban } from './iban.ts'
import { isValidKid } from './kid.ts'
import { parseAmount } from './money.ts'
import { PRODUCT_RULES, type Product, type ProductRules } from './products.ts'

/** A note to the TPP about something that was accepted but not taken literally ([I] TppMessage). */
export type Warning = { readonly code: ErrorCode; readonly path: string; readonly text: string }

/** One transfer as the bodies of all three services have it. */
export type Transfer = {
  readonly instructedAmount: { readonly amount: string; readonly currency: string }
  readonly creditorName: string
  readonly creditorAccount: Reference
  readonly creditorAddress?:
    | Readonly<Partial<Record<'street' | 'buildingNumber' | 'postalCode' | 'city' | 'country', string>>>
    | undefined
  readonly creditorAgent?: string | undefined
  readonly endToEndIdentification?: string | undefined
  readonly purposeCode?: string | undefined
  readonly remittanceInformationUnstructured?: string | undefined
  readonly remittanceInformationStructured?: StructuredReference | undefined
  readonly remittanceInformationStructuredArray?: readonly StructuredReference[] | undefined
}

/** [I] Structured remittance element. */
export type StructuredReference = {
  readonly reference: string
  readonly referenceType?: string | undefined
  readonly referenceIssuer?: string | undefined
}

/** An account as a payment names it. */
export type Reference = {
  readonly iban?: string | undefined
  readonly bban?: string | undefined
  readonly currency: string
}
type Numbers = Pick<Account, 'iban' | 'bban' | 'currency'>

/** What a transfer comes to: its amounts in minor units and its reference. */
export type DecidedTransfer = {
  readonly amountMinor: bigint
  /** In the debtor account's currency. */
  readonly debitMinor: bigint
  /** In the debtor account's currency. */
  readonly feeMinor: bigint
  readonly reference: StructuredReference | undefined
  readonly warnings: readonly Warning[]
}

/**
 * Holds a transfer to the rules of its product (D21, D23, D47, D48). `creditor` is the account of the world that it goes
 * to, if it stays in the bank; `prefix` is where the transfer stands in the body.
 */
export function decideTransfer(
  product: Product,
  debtor: Numbers,
  creditor: Account | undefined,
  transfer: Transfer,
  prefix: string,
): DecidedTransfer {
  const rules = PRODUCT_RULES[product]
  if (creditor !== undefined)
    assertExchanged(transfer.instructedAmount.currency, creditor.currency, `${prefix}creditorAccount.currency`)
  const amountMinor = instructedMinor(rules, transfer.instructedAmount, debtor, `${prefix}instructedAmount`)
  assertAccountNumber(transfer.creditorAccount, creditor, `${prefix}creditorAccount`)
  assertCreditor(rules, debtor, creditor, transfer, prefix)
  const reference = referenceOf(transfer, prefix)
  const place = transfer.remittanceInformationStructured === undefined ? 'Array' : ''
  assertKid(reference, creditor, `${prefix}remittanceInformationStructured${place}`)
  const { currency } = transfer.instructedAmount
  return {
    amountMinor,
    debitMinor: atLeastOne(exchange(amountMinor, currency, debtor.currency)),
    feeMinor: exchange(rules.feeMinor, 'NOK', debtor.currency) ?? 0n,
    reference,
    warnings: transfer.remittanceInformationStructured === undefined ? [] : [deprecatedReference(prefix)],
  }
}

/** D23: the account exists in the world, or its check digits are right; iban and bban name the same one. */
export function assertAccountNumber(reference: Reference, known: Numbers | undefined, path: string): void {
  const { iban, bban, currency } = reference
  if (known !== undefined) {
    if (iban !== undefined && iban !== known.iban) throw twoAccounts(path)
    if (bban !== undefined && bban !== known.bban) throw twoAccounts(path)
    if (currency !== known.currency)
      throw new DomainError(
        'FORMAT_ERROR',
        `must be ${known.currency}, the currency of the account.`,
        `${path}.currency`,
      )
    return
  }
  if (iban !== undefined && !isValidIban(iban)) {
    throw new DomainError(
      'FORMAT_ERROR',
      'is no account of this world, and its check digits or its length are wrong for an IBAN (mod 97; D23).',
      `${path}.iban`,
    )
  }
  if (iban === undefined && bban !== undefined && !isValidNorwegianBban(bban)) {
    throw new DomainError(
      'FORMAT_ERROR',
      'is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).',
      `${path}.bban`,
    )
  }
  if (iban !== undefined && bban !== undefined && bbanOfIban(iban) !== bban) throw twoAccounts(path)
}

function twoAccounts(path: string): DomainError {
  return new DomainError(
    'FORMAT_ERROR',
    'iban and bban name two different accounts; give one, or both of the same account (D23).',
    path,
  )
}

function instructedMinor(
  rules: ProductRules,
  { amount, currency }: Transfer['instructedAmount'],
  debtor: Numbers,
  path: string,
): bigint {
  if (rules.currency !== undefined && currency !== rules.currency) {
    throw new DomainError('FORMAT_ERROR', `must be ${rules.currency} for this payment product.`, `${path}.currency`)
  }
  assertExchanged(debtor.currency, currency, `${path}.currency`)
  if (rules.feeMinor > 0n) assertExchanged(debtor.currency, 'NOK', 'debtorAccount.currency')
  const minor = parseAmount(amount, currency, `${path}.amount`)
  if (minor > 0n) return minor
  throw new DomainError('FORMAT_ERROR', 'must be more than zero (D21).', `${path}.amount`)
}

/** D49: only the currencies of the published table are exchanged; what needs no exchange may be in any. */
function assertExchanged(from: string, to: string, path: string): void {
  if (from === to || (isExchanged(from) && isExchanged(to))) return
  throw new DomainError(
    'FORMAT_ERROR',
    `The bank does not exchange ${from} for ${to}: see the published rates (D49).`,
    path,
  )
}

function assertCreditor(
  rules: ProductRules,
  debtor: Numbers,
  creditor: Account | undefined,
  transfer: Transfer,
  prefix: string,
): void {
  const { creditorAccount, creditorAgent, creditorAddress } = transfer
  if (creditor !== undefined && creditor.iban === debtor.iban) {
    throw new DomainError('BAD_REQUEST', 'The creditor account is the debtor account.', `${prefix}creditorAccount`)
  }
  if (rules.needsIban && creditorAccount.iban === undefined)
    throw new DomainError('FORMAT_ERROR', 'is required for this payment product.', `${prefix}creditorAccount.iban`)
  if (rules.needsAgent) assertForeign(creditorAgent, creditorAddress, prefix)
  else if (creditorAgent !== undefined)
    throw new DomainError('FORMAT_ERROR', 'goes with cross-border-credit-transfers only.', `${prefix}creditorAgent`)
  if (
    rules.currency === 'NOK' &&
    creditor === undefined &&
    creditorAccount.iban !== undefined &&
    !creditorAccount.iban.startsWith('NO')
  ) {
    throw new DomainError(
      'FORMAT_ERROR',
      'must be a Norwegian account for a domestic payment: use cross-border-credit-transfers.',
      `${prefix}creditorAccount.iban`,
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

function referenceOf(transfer: Transfer, prefix: string): DecidedTransfer['reference'] {
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
  const reference = deprecated ?? list?.[0]
  if (reference !== undefined && message !== undefined) {
    throw new DomainError(
      'FORMAT_ERROR',
      'goes without a structured reference: a payment has one or the other (D47).',
      `${prefix}remittanceInformationUnstructured`,
    )
  }
  return reference
}

/** D47. */
function assertKid(reference: DecidedTransfer['reference'], creditor: Account | undefined, path: string): void {
  const kid = reference?.referenceType === 'SCOR' ? reference.reference : undefined
  if (kid !== undefined && !isValidKid(kid)) {
    throw new DomainError(
      'KID_INVALID',
      'is no KID: 2 to 25 digits, the last a mod 10 or mod 11 check digit (D47).',
      path.endsWith('Array') ? `${path}[0].reference` : `${path}.reference`,
    )
  }
  if (kid === undefined && creditor?.demandsKid === true) {
    throw new DomainError(
      'KID_MISSING',
      'The creditor takes only payments with a KID: a structured reference of type SCOR (D47).',
      path,
    )
  }
}

function deprecatedReference(prefix: string): Warning {
  return {
    code: 'FORMAT_ERROR',
    path: `${prefix}remittanceInformationStructured`,
    text: 'is deprecated and was read as remittanceInformationStructuredArray with one element ([I] Versioning 5).',
  }
}

function atLeastOne(minor: bigint | undefined): bigint {
  return minor === undefined || minor < 1n ? 1n : minor
}
