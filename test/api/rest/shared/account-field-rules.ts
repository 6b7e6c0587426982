import { balance } from '../../../support/builders/builders.ts'
import {
  ABSENT,
  CURRENCY,
  type FieldRule,
  IBAN,
  NO_LIST,
  NO_NUMBER,
  NO_OBJECT,
  NO_TEXT,
  nameRules,
  REQUIRED,
  textRules,
  UNKNOWN,
} from './field-rules.ts'

const WRONG_CURRENCIES = ['nok', 'Nok', 'NO', 'NOKK', '', 'XXX', 'BTC', '578'] as const
const BALANCE_TYPES = 'must be one of closingBooked, expected.'

/** The rules of a list of sandbox balances (D22), the same in every body that has one. */
export const BALANCE_RULES: readonly FieldRule[] = [
  ['balances', REQUIRED, ABSENT],
  ['balances', 'must be a list of balances.', ...NO_LIST],
  ['balances', 'must hold closingBooked, expected or both (D22).', []],
  [
    'balances',
    'must hold each balanceType once (D22).',
    [balance(1), balance(1)],
    [balance(1), balance(2), balance(3, 'expected')],
  ],
  ['balances[0]', 'must be an object with balanceType and balanceAmount.', null, ['x'], ...NO_OBJECT],
  ['balances[0].balanceType', REQUIRED, ABSENT],
  ['balances[0].balanceType', BALANCE_TYPES, 'ClosingBooked', 'interimAvailable', '', ...NO_TEXT],
  ['balances[0].balanceAmount', REQUIRED, ABSENT],
  ['balances[0].balanceAmount', 'must be an object with amount and currency.', null, ['x'], ...NO_OBJECT],
  ['balances[0].balanceAmount.amount', REQUIRED, ABSENT],
  ['balances[0].balanceAmount.amount', 'must be a JSON number.', '1000.00', ...NO_NUMBER],
  ['balances[0].balanceAmount.currency', REQUIRED, ABSENT],
  ['balances[0].balanceAmount.currency', 'must be an ISO 4217 code.', ...NO_TEXT],
  ['balances[0].balanceAmount.currency', CURRENCY, ...WRONG_CURRENCIES],
  ['balances[0].balanceAmount.currency', 'must be NOK, the currency of the account (D22).', 'EUR'],
  ['balances[0].date', UNKNOWN, '2024-01-01'],
  ['balances[0].balanceAmount.value', UNKNOWN, 1],
]

/** What accounts and card accounts have in common. */
const COMMON_RULES: readonly FieldRule[] = [
  ['customerNumber', REQUIRED, ABSENT],
  ...textRules('customerNumber', 35),
  ['accountName', REQUIRED, ABSENT],
  ...nameRules('accountName', 70),
  ['currency', REQUIRED, ABSENT],
  ['currency', 'must be an ISO 4217 code.', ...NO_TEXT],
  ['currency', CURRENCY, ...WRONG_CURRENCIES],
  ['product', REQUIRED, ABSENT],
  ...textRules('product', 70),
  ['creditLine', REQUIRED, ABSENT],
  [
    'creditLine',
    'must be a whole number from -2147483648 to 2147483647, as a JSON number.',
    0.5,
    2_147_483_648,
    -2_147_483_649,
    ...NO_NUMBER,
  ],
  ['id', UNKNOWN, 'x'],
  ['_links', UNKNOWN, {}],
  ['__proto__', UNKNOWN, { balances: [] }],
  ...BALANCE_RULES,
]

/** [I] Sandbox account. */
export const accountFieldRules = (types: readonly string[]): readonly FieldRule[] => [
  ...COMMON_RULES,
  ['bban', REQUIRED, ABSENT],
  ...textRules('bban', 30),
  ['iban', REQUIRED, ABSENT],
  ['iban', 'must be an IBAN.', ...NO_TEXT],
  [
    'iban',
    IBAN,
    '',
    'NO9',
    'NO93',
    'no9386011117947',
    '9386011117947',
    'NO93-86',
    `NO93${'1'.repeat(31)}`,
    'NO93Ø',
    'NO93\t8',
  ],
  ['cashAccountType', REQUIRED, ABSENT],
  ['cashAccountType', `must be one of ${types.join(', ')}.`, 'cacc', 'CARD', 'Current', '', ...NO_TEXT],
]

/** The card twin: a masked card number in place of account numbers. */
export const cardAccountFieldRules: readonly FieldRule[] = [
  ...COMMON_RULES,
  ['maskedPan', REQUIRED, ABSENT],
  ['maskedPan', 'must be a masked card number.', ...NO_TEXT],
  [
    'maskedPan',
    'must be a card number with its middle masked, for example "525412******3241".',
    '5254121234563241',
    '525412******324',
    '******3241',
    '5254*3241',
    '',
  ],
  ['iban', UNKNOWN, 'NO9386011117947'],
  ['cashAccountType', UNKNOWN, 'CARD'],
]
