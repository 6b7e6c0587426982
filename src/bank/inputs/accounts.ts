import { z } from '@hono/zod-openapi'
import { BALANCE_TYPES, CASH_ACCOUNT_TYPES } from '../../domain/accounts.ts'
import {
  currency,
  decimalNumber,
  fromKey,
  int32,
  MIN_INT32,
  name,
  oneOf,
  required,
  ruleText,
  sandboxBban,
  sandboxIban,
  someOf,
  text,
} from './values.ts'

/** D22: sandbox balances are JSON numbers. */
const balance = z
  .strictObject(
    {
      balanceType: oneOf(
        BALANCE_TYPES,
        'closingBooked is the balance of all booked transactions; expected counts pending ones too.',
      ),
      balanceAmount: z
        .strictObject(
          {
            amount: decimalNumber(
              z.number(required('a JSON number')).openapi({
                description: 'In units of the currency, with at most its fraction digits (D22).',
                examples: [1500.5],
              }),
            ),
            currency,
          },
          required('an object with amount and currency'),
        )
        .openapi('SandboxBalanceAmount', { description: "What the balance is, in the account's currency." }),
    },
    required('an object with balanceType and balanceAmount'),
  )
  .openapi('SandboxBalance', { description: 'A balance to set ([I] Sandbox account, D22).' })

const balances = z
  .array(balance, required('a list of balances'))
  .min(1, ruleText('D22')`must hold closingBooked, expected or both.`)
  .refine(list => new Set(list.map(one => one.balanceType)).size === list.length, {
    error: ruleText('D22')`must hold each balanceType once.`,
  })
  .openapi({
    maxItems: BALANCE_TYPES.length,
    uniqueItems: true,
    description:
      'closingBooked, expected or both, each once, in the currency of the account. `expected` is as `closingBooked` when only that is given (D22).',
  })

const creditLine = int32(
  MIN_INT32,
  'How far the account may be overdrawn, in whole units of its currency; a negative one is what must stay on it.',
)

/** [I] Sandbox account: the body of POST /v1/sandbox/accounts. */
export const createAccount = z
  .strictObject({
    customerNumber: text(35, 'The customerNumber of the owner.'),
    accountName: name(70, "The account's name."),
    bban: fromKey(sandboxBban),
    iban: fromKey(sandboxIban),
    currency,
    product: text(70, "The bank's name for the kind of account."),
    cashAccountType: oneOf(CASH_ACCOUNT_TYPES, 'ISO 20022 cash account type.'),
    creditLine,
    balances,
  })
  .openapi('CreateAccount', { description: 'An account to add ([I] Sandbox account).' })
export type CreateAccount = z.output<typeof createAccount>

/** What the operator changes of an account. */
export const changeAccount = someOf({
  accountName: createAccount.shape.accountName,
  product: createAccount.shape.product,
  creditLine: createAccount.shape.creditLine,
}).openapi('ChangeAccount', { description: 'What to change of an account; what is not given stays.' })
export type ChangeAccount = z.output<typeof changeAccount>

/** The body of PUT …/balances, for accounts and card accounts. */
export const changeBalances = z
  .strictObject({ balances })
  .openapi('ChangeBalances', { description: 'The balances to set, of an account or card account (D22).' })
export type ChangeBalances = z.output<typeof changeBalances>

/** The body of POST /v1/sandbox/card-accounts: an account's, with a masked card number instead of account numbers. */
export const createCardAccount = z
  .strictObject({
    customerNumber: text(35, 'The customerNumber of the owner.'),
    accountName: name(70, "The card account's name."),
    maskedPan: fromKey(
      z
        .string(required('a masked card number'))
        .regex(
          /^[0-9]{4,6}[*xX\u2022]{2,12}[0-9]{4}$/,
          'must be a card number with its middle masked, for example "525412******3241".',
        )
        .openapi({
          description: 'The card number, its middle replaced by asterisks; unique in the world.',
          examples: ['525412******3241'],
        }),
    ),
    currency,
    product: text(70, "The bank's name for the kind of card."),
    creditLine: int32(
      MIN_INT32,
      "The card's credit limit, in whole units of its currency, of any sign ([I] Sandbox account).",
    ),
    balances,
  })
  .openapi('CreateCardAccount', { description: 'A card account to add.' })
export type CreateCardAccount = z.output<typeof createCardAccount>
