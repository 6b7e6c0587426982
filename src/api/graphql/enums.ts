import type { InputType } from '@pothos/core'
import type { BookingStatus } from '../../domain/account-information.ts'
import {
  type BalanceType,
  CASH_ACCOUNTS,
  type CashAccountType,
  CUSTOMER_TYPES,
  type CustomerType,
} from '../../domain/accounts.ts'
import { type Outcome, PSU_CONTEXTS } from '../../domain/authorisations.ts'
import type { ConsentState } from '../../domain/consents.ts'
import type { Role } from '../../domain/engagements.ts'
import type { AuthorisationPurpose, AuthorisationStatus, PsuContext } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { withoutSources } from './sources.ts'

/**
 * An enum of words with a description for each: a missing or superfluous one does not compile. `list` is the list of the domain that inputs use, when
 * another enum has the same words.
 */
export function enumOf<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
  list?: readonly Word[],
) {
  const values = mapValues(meanings, meaning => ({ description: withoutSources(meaning) }))
  const made = builder.enumType(name, { description, values })
  ENUMS.push({ made, list, words: keyOf(Object.keys(meanings)) })
  return made
}

/** The enum of a list, or the one that has exactly its words; undefined when there is none. */
export function enumWith(list: readonly string[]): EnumType | undefined {
  const words = keyOf(list)
  const [found, ...others] = ENUMS.filter(one => one.list === list).concat(
    ENUMS.filter(one => one.list === undefined && one.words === words),
  )
  if (others.length > 0) throw new TypeError(`Several enums have the words ${words}: give each its list.`)
  return found?.made
}

type EnumType = InputType<typeof builder.$inferSchemaTypes>
type ListedEnum = { readonly made: EnumType; readonly words: string; readonly list: readonly string[] | undefined }
const ENUMS: ListedEnum[] = []

function keyOf(words: readonly string[]): string {
  return words.toSorted().join(' ')
}

/** A record with other values under the same names. */
export function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  to: (value: From) => To,
): Record<Key, To>
export function mapValues(record: Record<string, unknown>, to: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}

export const CustomerTypeEnum = enumOf<CustomerType>(
  'CustomerType',
  'What a customer is.',
  {
    PRIVATE: 'A person. Gets an agreement and rights to its own accounts automatically.',
    CORPORATE: 'A corporation. Its members act for it through agreements.',
  },
  CUSTOMER_TYPES,
)

export const CashAccountTypeEnum = enumOf<CashAccountType>(
  'CashAccountType',
  'Kind of cash account: ISO 20022 ExternalCashAccountType1Code, as far as the interface lists it.',
  mapValues(CASH_ACCOUNTS, ({ meaning }) => meaning),
)

export const BalanceTypeEnum = enumOf<BalanceType>('BalanceType', 'Which balance of an account.', {
  closingBooked: 'The sum of all booked transactions.',
  expected: 'What is booked, less what authorised payments have reserved, plus what an operator set it apart by.',
})

export const RoleEnum = enumOf<Role>(
  'Role',
  'A right of a PSU to an account. REGISTER and VIEW together are needed to be offered for consent.',
  {
    OWNER: 'Owns the account.',
    DISPOSAL: 'May dispose of what is on the account.',
    VIEW: 'May see the account, its balances and transactions.',
    REGISTER: 'May register payments up to registerLimit.',
    APPROVE: 'May approve payments up to approvalLimit.',
    INTERNAL_TRANSFER: "May move money between the owner's accounts.",
    SALARY: 'May register and see salary payments.',
  },
)

export const PsuContextEnum = enumOf<PsuContext>(
  'PsuContext',
  'For whom a PSU acts.',
  {
    PRIVATE: 'For itself.',
    CORPORATE: 'For a corporation, under an agreement.',
  },
  PSU_CONTEXTS,
)

export const AuthorisationPurposeEnum = enumOf<Exclude<AuthorisationPurpose, 'BASKET'> | 'SIGNING_BASKET'>(
  'AuthorisationPurpose',
  'What an authorisation brings about once the PSU approves it.',
  {
    CONSENT: 'A consent to account information.',
    PAYMENT: 'That a payment is carried out.',
    CANCELLATION: 'That an authorised payment is cancelled.',
    SIGNING_BASKET: 'That the payments of a signing basket are carried out, each by itself.',
  },
)

export const AuthorisationStatusEnum = enumOf<AuthorisationStatus>(
  'AuthorisationStatus',
  'How an authorisation stands.',
  {
    RECEIVED: 'The PSU has not decided yet.',
    FINALISED: 'The PSU approved.',
    FAILED: 'The PSU rejected, or what it was for is gone or was settled otherwise.',
    EXPIRED: 'The PSU did not decide within 30 minutes.',
  },
)

enumOf<Outcome>('Outcome', "What the PSU decides on the bank's page.", {
  APPROVED: 'It approves.',
  REJECTED: 'It rejects.',
})

export const ConsentStateEnum = enumOf<ConsentState>(
  'ConsentState',
  'How a consent stands: only a VALID one opens anything to its TPP.',
  {
    VALID: 'It is the newest of its TPP, PSU, context and agreement, and not too old.',
    REPLACED: 'The PSU has given a newer one.',
    EXPIRED: 'It is older than 180 days.',
    REVOKED: 'The PSU took it back.',
  },
)

enumOf<BookingStatus>('BookingStatus', 'Which part of a statement is asked for.', {
  booked: 'What is booked.',
  pending: 'What authorised payments will book.',
  both: 'Both parts.',
  all: 'The same as both.',
})
