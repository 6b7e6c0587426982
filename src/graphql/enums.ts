import type { BalanceType, CashAccountType } from '../domain/accounts.ts'
import type { CustomerType } from '../domain/customers.ts'
import type { Role } from '../domain/engagements.ts'
import type { WorldContent } from '../domain/worlds.ts'
import { builder } from './builder.ts'

export const CustomerTypeEnum = builder.enumType('CustomerType', {
  description: 'What a customer is ([I] Sandbox customer, D25).',
  values: describe<CustomerType>({
    PRIVATE: 'A person. Gets an agreement and rights to its own accounts automatically.',
    CORPORATE: 'A corporation. Its members act for it through agreements.',
  }),
})

export const CashAccountTypeEnum = builder.enumType('CashAccountType', {
  description:
    'Kind of cash account: ISO 20022 ExternalCashAccountType1Code, as far as the interface lists it ([I] Sandbox account).',
  values: describe<CashAccountType>({
    CACC: 'Current: the account that payments and salaries normally go through.',
    CASH: 'Cash payment: used for payments in cash.',
    CHAR: 'Charges: used for charges, if they are booked on an account of their own.',
    CISH: 'Cash income: used for income from payments in cash.',
    COMM: 'Commission: used for commission, if it is booked on an account of its own.',
    CPAC: 'Clearing participant: settlement between participants of a clearing system.',
    LLSV: 'Limited liquidity savings: savings with special conditions on withdrawal.',
    LOAN: 'Loan: the account of a loan.',
    MGLD: 'Marginal lending: for a marginal lending facility.',
    MOMA: 'Money market: for money market deposits.',
    NREX: 'Non-resident external: for deposits of persons resident abroad.',
    ODFT: 'Overdraft: holds an overdraft.',
    ONDP: 'Overnight deposit: for deposits over night.',
    OTHR: 'Other: none of the other kinds.',
    SACC: 'Settlement: for posting debits and credits that result from settlement.',
    SLRY: 'Salary: used for salary payments.',
    SVGS: 'Savings: used for savings.',
    TAXE: 'Tax: used for taxes, if they are booked on an account of their own.',
    TRAN: 'Transacting: the most common kind of bank account with everyday payments.',
    TRAS: 'Cash trading: for trading, if it is booked on an account of its own.',
  }),
})

export const BalanceTypeEnum = builder.enumType('BalanceType', {
  description: 'Which balance of an account ([I] Sandbox account, D22).',
  values: describe<BalanceType>({
    closingBooked: 'The sum of all booked transactions.',
    expected: 'What is booked, less what authorised payments have reserved, plus what an operator set it apart by.',
  }),
})

export const RoleEnum = builder.enumType('Role', {
  description:
    'A right of a PSU to an account ([I] Sandbox engagement). REGISTER and VIEW together are needed to be offered for consent.',
  values: describe<Role>({
    OWNER: 'Owns the account.',
    DISPOSAL: 'May dispose of what is on the account.',
    VIEW: 'May see the account, its balances and transactions.',
    REGISTER: 'May register payments up to registerLimit.',
    APPROVE: 'May approve payments up to approvalLimit.',
    INTERNAL_TRANSFER: "May move money between the owner's accounts.",
    SALARY: 'May register and see salary payments.',
  }),
})

export const WorldContentEnum = builder.enumType('WorldContent', {
  description: 'What a world starts with (D30).',
  values: describe<WorldContent>({
    EMPTY: 'Nothing.',
    STANDARD:
      'The published customers with accounts, cards, agreements and a year of transactions: the same set each time.',
  }),
})

/** A description for each of the words: one that is missing or too much does not compile. */
export function describe<Word extends string>(
  meanings: Record<Word, string>,
): { [W in Word]: { description: string } } {
  return mapValues(meanings, description => ({ description }))
}

function mapValues<Key extends string, From, To>(record: Record<Key, From>, to: (value: From) => To): Record<Key, To>
function mapValues(record: Record<string, unknown>, to: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}
