import { byRule, checkTogether, DomainError } from './errors.ts'
import { namesOf } from './given.ts'
import { minorUnits, numberToMinor } from './money.ts'

/** D25. */
export const CUSTOMER_TYPES = ['PRIVATE', 'CORPORATE'] as const
export type CustomerType = (typeof CUSTOMER_TYPES)[number]

/** D22. */
export const BALANCE_TYPES = ['closingBooked', 'expected'] as const
export type BalanceType = (typeof BALANCE_TYPES)[number]

/** [I] Sandbox account: ISO 20022 cash account types. Until cash-account-type-iso becomes the default, TPPs read the word (D43). */
export const CASH_ACCOUNTS = {
  CACC: { word: 'Current', meaning: 'Current: the account that payments and salaries normally go through.' },
  CASH: { word: 'CashPayment', meaning: 'Cash payment: used for payments in cash.' },
  CHAR: { word: 'Charges', meaning: 'Charges: used for charges, if they are booked on an account of their own.' },
  CISH: { word: 'CashIncome', meaning: 'Cash income: used for income from payments in cash.' },
  COMM: { word: 'Commission', meaning: 'Commission: used for commission, if it is booked on an account of its own.' },
  CPAC: {
    word: 'ClearingParticipantSettlementAccount',
    meaning: 'Clearing participant: settlement between participants of a clearing system.',
  },
  LLSV: {
    word: 'LimitedLiquiditySavingsAccount',
    meaning: 'Limited liquidity savings: savings with special conditions on withdrawal.',
  },
  LOAN: { word: 'Loan', meaning: 'Loan: the account of a loan.' },
  MGLD: { word: 'MarginalLending', meaning: 'Marginal lending: for a marginal lending facility.' },
  MOMA: { word: 'MoneyMarket', meaning: 'Money market: for money market deposits.' },
  NREX: { word: 'NonResidentExternal', meaning: 'Non-resident external: for deposits of persons resident abroad.' },
  ODFT: { word: 'Overdraft', meaning: 'Overdraft: holds an overdraft.' },
  ONDP: { word: 'OverNightDeposit', meaning: 'Overnight deposit: for deposits over night.' },
  OTHR: { word: 'OtherAccount', meaning: 'Other: none of the other kinds.' },
  SACC: { word: 'Settlement', meaning: 'Settlement: for posting debits and credits that result from settlement.' },
  SLRY: { word: 'Salary', meaning: 'Salary: used for salary payments.' },
  SVGS: { word: 'Savings', meaning: 'Savings: used for savings.' },
  TAXE: { word: 'Tax', meaning: 'Tax: used for taxes, if they are booked on an account of their own.' },
  TRAN: {
    word: 'TransactingAccount',
    meaning: 'Transacting: the most common kind of bank account with everyday payments.',
  },
  TRAS: { word: 'CashTrading', meaning: 'Cash trading: for trading, if it is booked on an account of its own.' },
} as const
export const CASH_ACCOUNT_TYPES = namesOf(CASH_ACCOUNTS)
export type CashAccountType = keyof typeof CASH_ACCOUNTS

/** The parts of a balance as stored, in minor units. */
export type StoredBalance = {
  readonly bookedMinor: bigint
  readonly reservedMinor: bigint
  readonly expectedOffsetMinor: bigint
}

export type Balance = { readonly balanceType: BalanceType; readonly amountMinor: bigint }

/** Both balances of an account. Expected = booked − reserved for authorised payments + the difference that an operator has set (D22). */
export function balancesOf(stored: StoredBalance): Balance[] {
  return [
    { balanceType: 'closingBooked', amountMinor: stored.bookedMinor },
    { balanceType: 'expected', amountMinor: expectedMinor(stored) },
  ]
}

function expectedMinor(stored: StoredBalance): bigint {
  return stored.bookedMinor - stored.reservedMinor + stored.expectedOffsetMinor
}

export type BalanceInput = {
  readonly balanceType: BalanceType
  readonly balanceAmount: { readonly amount: number; readonly currency: string }
}

/**
 * An account's new balances. If only `expected` is given, an existing account keeps its booked balance, and a new one books the same amount (D22).
 */
export function setBalances(
  inputs: readonly BalanceInput[],
  currency: string,
  current: StoredBalance | undefined,
): Pick<StoredBalance, 'bookedMinor' | 'expectedOffsetMinor'> {
  const given = new Map<BalanceType, bigint>()
  checkTogether(
    ...inputs.map((input, index) => () => {
      given.set(input.balanceType, balanceMinor(input, currency, `balances[${index}].balanceAmount`))
    }),
  )
  const expected = given.get('expected')
  const bookedMinor = given.get('closingBooked') ?? current?.bookedMinor ?? expected ?? 0n
  const reservedMinor = current?.reservedMinor ?? 0n
  return { bookedMinor, expectedOffsetMinor: expected === undefined ? 0n : expected - bookedMinor + reservedMinor }
}

/** A balance in minor units: in the account's currency, with no more digits than that has. */
export function balanceMinor({ balanceAmount }: BalanceInput, currency: string, path: string): bigint {
  let minor = 0n
  checkTogether(
    () => {
      if (balanceAmount.currency === currency) return
      const words = byRule.D22`must be ${currency}, the currency of the account.`
      throw new DomainError('FORMAT_ERROR', words, `${path}.currency`)
    },
    () => {
      minor = numberToMinor(balanceAmount.amount, balanceAmount.currency, `${path}.amount`)
    },
  )
  return minor
}

type Credit = { readonly creditLine: number; readonly currency: string }

/** The credit line in minor units. */
export function creditLineMinor({ creditLine, currency }: Credit): bigint {
  return BigInt(creditLine) * 10n ** BigInt(minorUnits(currency))
}

/** The amount that an account can pay now, in minor units: booked − reserved + credit line (D37). */
export function availableMinor(account: StoredBalance & Credit): bigint {
  return account.bookedMinor - account.reservedMinor + creditLineMinor(account)
}
