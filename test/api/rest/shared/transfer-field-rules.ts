import { PURPOSE_CODES } from '../../../../src/bank/inputs/transfers.ts'
import {
  ABSENT,
  BIC_FORM,
  CURRENCY,
  DAY,
  type FieldRule,
  NO_LIST,
  NO_OBJECT,
  NO_TEXT,
  nameRules,
  REQUIRED,
  textRules,
  UNKNOWN,
} from './field-rules.ts'

/** What is no object, as the schemas put it. */
const OBJECT_RULES = (path: string): FieldRule[] => [
  [path, 'must be a JSON object, not string.', 'x'],
  [path, 'must be a JSON object, not number.', 5],
  [path, 'must be a JSON object, not array.', ['x']],
  [path, 'must be a JSON object, not null.', null],
]

/** [I] AccountReference in payments. */
const accountRules = (path: string, needsCurrency: boolean): readonly FieldRule[] => [
  [path, REQUIRED, ABSENT],
  [path, `must be an object with iban or bban${needsCurrency ? ', and currency' : ''}.`, null, ['x'], ...NO_OBJECT],
  [path, 'must have iban or bban or both (D23).', { currency: 'NOK' }],
  [`${path}.iban`, 'must be an IBAN.', ...NO_TEXT],
  [
    `${path}.iban`,
    'must be an IBAN: two capitals, two digits, 1 to 30 capitals or digits.',
    '',
    'NO9',
    'no9386011117947',
    'NO93-8601',
    `NO93${'1'.repeat(31)}`,
    'NO93Ø',
  ],
  ...textRules(`${path}.bban`, 30),
  ...(needsCurrency ? [[`${path}.currency`, REQUIRED, ABSENT] as const] : []),
  [`${path}.currency`, 'must be an ISO 4217 code.', ...NO_TEXT],
  [`${path}.currency`, CURRENCY, 'nok', 'NO', '', 'XXX', '578'],
  [`${path}.name`, UNKNOWN, 'x'],
]

const structuredRules = (path: string): readonly FieldRule[] => [
  [`${path}.reference`, REQUIRED, ABSENT],
  ...textRules(`${path}.reference`, 35),
  ...textRules(`${path}.referenceType`, 35),
  ...textRules(`${path}.referenceIssuer`, 35),
  [`${path}.issuer`, UNKNOWN, 'x'],
]

/**
 * The rules of one transfer, the same in the bodies of all three services. `at` is where it stands in the body, which must have
 * every optional field, but for the message and the deprecated reference.
 */
export const transferRules = (at = '', needsCurrency = false): readonly FieldRule[] => [
  [`${at}instructedAmount`, REQUIRED, ABSENT],
  ...OBJECT_RULES(`${at}instructedAmount`),
  [`${at}instructedAmount.amount`, REQUIRED, ABSENT],
  [`${at}instructedAmount.amount`, 'must be a decimal number in a string, for example "10.50".', ...NO_TEXT],
  [`${at}instructedAmount.currency`, REQUIRED, ABSENT],
  [`${at}instructedAmount.currency`, CURRENCY, 'nok', 'NOKK', '', 'XXX'],
  [`${at}instructedAmount.value`, UNKNOWN, '1'],
  [`${at}creditorName`, REQUIRED, ABSENT],
  ...nameRules(`${at}creditorName`, 70),
  ...accountRules(`${at}creditorAccount`, needsCurrency),
  [`${at}creditorAddress`, 'must be an object with at least country.', null, ['x'], ...NO_OBJECT],
  ...textRules(`${at}creditorAddress.street`, 70),
  ...textRules(`${at}creditorAddress.buildingNumber`, 140),
  ...textRules(`${at}creditorAddress.postalCode`, 140),
  ...textRules(`${at}creditorAddress.city`, 140),
  [`${at}creditorAddress.country`, REQUIRED, ABSENT],
  [`${at}creditorAddress.country`, 'must be an ISO 3166-1 code.', ...NO_TEXT],
  [
    `${at}creditorAddress.country`,
    'must be an ISO 3166-1 alpha-2 code of the interface\'s list, in capitals, for example "NO".',
    'no',
    'NOR',
    'N',
    '',
    'XX',
    'XK',
  ],
  [`${at}creditorAddress.zip`, UNKNOWN, 'x'],
  [`${at}creditorAgent`, 'must be a BIC.', ...NO_TEXT],
  [
    `${at}creditorAgent`,
    'must be a BIC of 8 or 11 characters, for example "DNBANOKK".',
    '',
    'DNBANOK',
    'DNBANOKKX',
    'DNBANOKKXX',
    'DNBANOKKXXXX',
  ],
  [`${at}creditorAgent`, 'must be in capitals: "DNBANOKK".', 'dnbanokk', 'DnbaNOkk'],
  [`${at}creditorAgent`, BIC_FORM, 'DNB4NOKK', 'DNBANO1K', 'DNBANOKO'],
  ...textRules(`${at}endToEndIdentification`, 35),
  [`${at}purposeCode`, `must be one of ${PURPOSE_CODES.join(', ')}.`, 'sala', 'GDDS', '', 'SALAX', ...NO_TEXT],
  ...textRules(`${at}remittanceInformationUnstructured`, 140),
  [`${at}remittanceInformationStructuredArray`, 'must be a list of references.', ...NO_LIST],
  [`${at}remittanceInformationStructuredArray`, 'must hold at least one reference.', []],
  [
    `${at}remittanceInformationStructuredArray`,
    'must hold at most 5 references (D47).',
    [...'abcdef'].map(reference => ({ reference })),
  ],
  ...structuredRules(`${at}remittanceInformationStructuredArray[0]`),
  [`${at}remittanceInformationStructured`, 'must be a JSON object, not string.', 'x'],
  [`${at}instructedAmout`, UNKNOWN, { amount: '1.00', currency: 'NOK' }],
  [`${at}__proto__`, UNKNOWN, {}],
]

/** The fields that only a payment of its own has, and a bulk once for all. */
export const payerRules = (needsCurrency = false): readonly FieldRule[] => [
  ...accountRules('debtorAccount', needsCurrency),
  ...textRules('ultimateDebtor', 70),
]

export const dayRules = (path: string): readonly FieldRule[] => [
  [path, 'must be a date.', ...NO_TEXT],
  [path, DAY, '', '2030-02-30', '2030-13-01', '15.05.2030', '2030-5-15', '2030-05-15T00:00:00Z'],
]
