import type { Account } from '../generated/client.ts'
import { DomainError } from './errors.ts'
import { bbanOfIban, isValidIban, isValidNorwegianBban } from './iban.ts'

/** An account as a payment names it. */
export type Reference = {
  readonly iban?: string | undefined
  readonly bban?: string | undefined
  readonly currency: string
}

/** The numbers that an account has. */
export type Numbers = Pick<Account, 'iban' | 'bban' | 'currency'>

/** D23: the account exists in the world, or its check digits are right; iban and bban name the same one. */
export function assertAccountNumber(reference: Reference, known: Numbers | undefined, path: string): void {
  const { iban, bban, currency } = reference
  if (known !== undefined) {
    if (iban !== undefined && iban !== known.iban) throw twoAccounts(path)
    if (bban !== undefined && bban !== known.bban) throw twoAccounts(path)
    if (currency !== known.currency)
      throw new DomainError('FORMAT_ERROR', [
        {
          path: `${path}.currency`,
          text: `must be ${known.currency}, the currency of the account.`,
          want: { kind: 'value', value: known.currency },
        },
      ])
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
