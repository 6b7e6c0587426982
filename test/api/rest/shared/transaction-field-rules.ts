import {
  ABSENT,
  BIC_FORM,
  CURRENCY,
  DAY,
  emojis,
  type FieldRule,
  IBAN,
  NO_LIST,
  NO_TEXT,
  REQUIRED,
  stringRules,
  textRules,
  UNKNOWN,
} from './field-rules.ts'

const notAnObject = (path: string): readonly FieldRule[] => [
  [path, 'must be a JSON object, not null.', null],
  [path, 'must be a JSON object, not array.', []],
  [path, 'must be a JSON object, not string.', 'x'],
]

const amountRules = (path: string): readonly FieldRule[] => [
  ...notAnObject(path),
  [`${path}.amount`, REQUIRED, ABSENT],
  [`${path}.amount`, 'must be a decimal number in a string, for example "10.50".', ...NO_TEXT],
  [`${path}.currency`, REQUIRED, ABSENT],
  [`${path}.currency`, 'must be an ISO 4217 code.', ...NO_TEXT],
  [`${path}.currency`, CURRENCY, 'nok', '', 'XXX'],
  [`${path}.value`, UNKNOWN, '1.00'],
]

const dayRules = (path: string): readonly FieldRule[] => [
  [path, 'must be a date.', ...NO_TEXT],
  [path, DAY, '', '2024-02-30', '2024-2-3', '20240315', '2024-03-15T00:00:00Z', '15.03.2024', '2024-13-01'],
]

const accountRules = (path: string): readonly FieldRule[] => [
  ...notAnObject(path),
  [path, 'must have iban or bban or both (D23).', {}, { currency: 'NOK' }],
  [`${path}.iban`, 'must be an IBAN.', ...NO_TEXT],
  [`${path}.iban`, IBAN, 'x', '', `NO93${'1'.repeat(31)}`],
  ...textRules(`${path}.bban`, 30),
  [`${path}.currency`, CURRENCY, 'nok'],
  [`${path}.name`, UNKNOWN, 'x'],
]

const bicRules = (path: string): readonly FieldRule[] => [
  [path, 'must be a BIC.', ...NO_TEXT],
  [
    path,
    'must be a BIC of 8 or 11 characters, for example "DNBANOKK".',
    ...['', 'DNBANOK', 'DNBANOKKXX', 'DNBANOKKXXXX'],
  ],
  [path, BIC_FORM, 'DNBANO1K', 'DNBANOKO', 'DNBANOKØ'],
  [path, 'must be in capitals: "DNBANOKK".', 'dnbanokk'],
]

const exchangeRules: readonly FieldRule[] = [
  ...notAnObject('currencyExchange'),
  ...['sourceCurrency', 'unitCurrency', 'targetCurrency'].flatMap((field): FieldRule[] => [
    [`currencyExchange.${field}`, REQUIRED, ABSENT],
    [`currencyExchange.${field}`, CURRENCY, 'eur', 'XXX'],
  ]),
  ['currencyExchange.exchangeRate', REQUIRED, ABSENT],
  ['currencyExchange.exchangeRate', 'must be a decimal number in a string.', ...NO_TEXT],
  [
    'currencyExchange.exchangeRate',
    'must be a decimal number in a string, for example "11.4320".',
    '',
    '-1',
    '1,5',
    '1e3',
    '.5',
    '1.',
  ],
  ['currencyExchange.quotationDate', REQUIRED, ABSENT],
  ['currencyExchange.quotationDate', DAY, '2024-02-30'],
  ...textRules('currencyExchange.contractIdentification', 35),
  ['currencyExchange.rate', UNKNOWN, '1'],
]

const required = (...paths: string[]): FieldRule[] => paths.map(path => [path, REQUIRED, ABSENT])

/** [I] Transaction details, as the body of a mock transaction (D28). */
export const transactionFieldRules: readonly FieldRule[] = [
  ...required('transactionAmount', 'bookingDate', 'valueDate'),
  ...amountRules('transactionAmount'),
  ...dayRules('bookingDate'),
  ...dayRules('valueDate'),
  ...textRules('endToEndId', 35),
  ...textRules('creditorId', 35),
  ...['creditorName', 'ultimateCreditor', 'debtorName', 'ultimateDebtor'].flatMap(path => textRules(path, 70)),
  ...accountRules('creditorAccount'),
  ...accountRules('debtorAccount'),
  ...bicRules('creditorAgent'),
  ...bicRules('debtorAgent'),
  ...textRules('remittanceInformationUnstructured', 140),
  ['remittanceInformationUnstructuredArray', 'must be a list of strings.', ...NO_LIST],
  ['remittanceInformationUnstructuredArray', 'must hold at most 100 lines.', Array(101).fill('x')],
  ...textRules('remittanceInformationUnstructuredArray[0]', 140),
  ['remittanceInformationStructuredArray', 'must be a list of references.', ...NO_LIST],
  ['remittanceInformationStructuredArray', 'must hold at most 100 references.', Array(101).fill({ reference: '1' })],
  ['remittanceInformationStructuredArray[0]', 'must be a JSON object, not string.', 'x'],
  ...required('remittanceInformationStructuredArray[0].reference'),
  ...textRules('remittanceInformationStructuredArray[0].reference', 35),
  ...textRules('remittanceInformationStructuredArray[0].referenceType', 35),
  ...textRules('remittanceInformationStructuredArray[0].referenceIssuer', 35),
  ['remittanceInformationStructuredArray[0].kid', UNKNOWN, '1'],
  ...exchangeRules,
  ...stringRules('bankTransactionCode'),
  [
    'bankTransactionCode',
    'must be an ISO 20022 bank transaction code of 4 to 14 characters, for example "PMNT-RCDT-ESCT".',
    'PMN',
    'PMNT-RCDT-ESCT1',
    '',
    'PMNT RCDT',
  ],
  ...textRules('proprietaryBankTransactionCode', 35),
  ...stringRules('purposeCode'),
  ['purposeCode', 'must be an ISO 20022 purpose code of 1 to 4 characters.', '', 'SALAR', 'sala', 'S A'],
  ['transactionId', UNKNOWN, 'x'],
  ['remittanceInformationStructured', UNKNOWN, { reference: '1' }],
  ['pending', UNKNOWN, true],
]

/** The body of a mock card transaction. */
export const cardTransactionFieldRules: readonly FieldRule[] = [
  ...required('transactionAmount', 'bookingDate', 'valueDate'),
  ...amountRules('transactionAmount'),
  ...amountRules('originalAmount'),
  ...dayRules('bookingDate'),
  ...dayRules('valueDate'),
  ...dayRules('transactionDate'),
  ...textRules('cardAcceptorId', 35),
  ...textRules('cardAcceptorName', 70),
  ...stringRules('merchantCategoryCode'),
  ['merchantCategoryCode', 'must be an ISO 18245 code of 4 digits.', '', '541', '54111', '54a1'],
  ...textRules('transactionDetails', 140),
  ['invoiced', 'must be true or false.', 'true', 1, null, [], {}],
  ...exchangeRules,
  ...textRules('proprietaryBankTransactionCode', 35),
  ['creditorName', UNKNOWN, 'x'],
]

const exchange = {
  sourceCurrency: 'EUR',
  exchangeRate: '11.4320',
  unitCurrency: 'EUR',
  targetCurrency: 'NOK',
  quotationDate: '2024-03-14',
  contractIdentification: emojis(35),
}

/** Every optional field of a transaction, each at its limit where it has one (D31). */
export const FULL_TRANSACTION = {
  endToEndId: emojis(35),
  creditorId: emojis(35),
  creditorName: emojis(70),
  creditorAccount: { iban: `NO93${'1'.repeat(30)}`, bban: emojis(30), currency: 'EUR' },
  creditorAgent: 'DNBANOKK',
  ultimateCreditor: emojis(70),
  debtorName: emojis(70),
  debtorAccount: { bban: '12345678901' },
  debtorAgent: 'DNBANOKKXXX',
  ultimateDebtor: emojis(70),
  remittanceInformationUnstructured: emojis(140),
  remittanceInformationUnstructuredArray: [emojis(140), 'b'],
  remittanceInformationStructuredArray: [
    { reference: emojis(35), referenceType: emojis(35), referenceIssuer: emojis(35) },
    { reference: '1' },
  ],
  currencyExchange: exchange,
  bankTransactionCode: 'PMNT-RCDT-ESCT',
  proprietaryBankTransactionCode: emojis(35),
  purposeCode: 'SALA',
}

/** The same for a card transaction. */
export const FULL_CARD_TRANSACTION = {
  transactionAmount: { amount: '-10.00', currency: 'EUR' },
  originalAmount: { amount: '-114.32', currency: 'NOK' },
  transactionDate: '2024-03-13',
  cardAcceptorId: emojis(35),
  cardAcceptorName: emojis(70),
  merchantCategoryCode: '5411',
  transactionDetails: emojis(140),
  invoiced: false,
  currencyExchange: exchange,
  proprietaryBankTransactionCode: emojis(35),
}
