import { setContactInformation } from '../../../bank/inputs/account-information.ts'
import { createTransaction, structuredRemittance } from '../../../bank/inputs/transactions.ts'
import { transfer } from '../../../bank/inputs/transfers.ts'
import { IBAN_SHAPE } from '../../../domain/account-numbers.ts'
import { addDuration, isDay } from '../../../domain/calendar.ts'
import { areRoles } from '../../../domain/engagements.ts'
import { frequencyNamed } from '../../../domain/frequencies.ts'
import { isBalance } from '../../../domain/ledger.ts'
import { isCurrency } from '../../../domain/money.ts'
import { findProduct } from '../../../domain/products.ts'
import { PAYMENT_STATUSES } from '../../../domain/status.ts'
import { parseJson } from '../../../domain/texts.ts'
import { isRedirectUri } from '../../../domain/tpps.ts'
import { isClock } from '../../../domain/worlds.ts'
import { habitText } from '../habits/inputs.ts'
import { scenario } from '../scenarios/inputs.ts'

/**
 * The rules for values of a row in a snapshot besides their types (D86): those of the command that writes each column. A row that was edited by hand
 * is refused here, since no later reader could name the fault.
 */
export function faultInRow(table: string, row: ReadonlyMap<string, unknown>): string | undefined {
  for (const [name, value] of row) {
    const rule = COLUMNS.get(`${table}.${name}`) ?? COLUMNS.get(name) ?? ruleOfKind(name)
    if (value !== null && !rule(value))
      return `${name} is nothing that the bank would write: ${JSON.stringify(value).slice(0, 60)}`
  }
  return table === 'Payment' ? faultInPayment(row) : undefined
}

type Rule = (value: unknown) => boolean

const text =
  (most: number): Rule =>
  value =>
    typeof value !== 'string' || (value.length <= most && !CONTROL.test(value))
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const textual =
  (is: (value: string) => boolean): Rule =>
  value =>
    typeof value === 'string' && is(value)
const number =
  (least: number, most: number): Rule =>
  value =>
    typeof value === 'number' && value >= least && value <= most
const json =
  (schema: { readonly safeParse: (value: unknown) => { readonly success: boolean } }): Rule =>
  value =>
    typeof value === 'string' && schema.safeParse(parseJson(value)).success
const each = (names: string, rule: Rule) => names.split(' ').map((name): [string, Rule] => [name, rule])

const LONGEST = 10_000
const COUNT = number(0, 2_147_483_647)
const DUE = textual(value => Date.parse(value) >= Date.UTC(1900, 0))
const HISTORY = new RegExp(
  `^(?:\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (?:${PAYMENT_STATUSES.join('|')}) [A-Z_]{1,30} [\\w-]{1,64}\\n)*$`,
)

const COLUMNS: ReadonlyMap<string, Rule> = new Map([
  ...each('currency debtorCurrency creditorCurrency originalCurrency', textual(isCurrency)),
  ...each(
    'bookingDate valueDate transactionDate requestedExecutionDate executionDate startDate endDate date day',
    textual(isDay),
  ),
  ...each(
    'iban creditorIban debtorIban',
    textual(value => IBAN_SHAPE.test(value)),
  ),
  ...each('registerLimit approvalLimit calls position asked used', COUNT),
  ...each('dueAt expiresAt revokesAt', DUE),
  ...each('debitMinor feeMinor', number(0, Number.MAX_VALUE)),
  ['roles', textual(areRoles)],
  ['frequency', textual(value => frequencyNamed(value) !== undefined)],
  ['monthsOfExecution', textual(value => /^(?:[1-9]|1[0-2])(?: (?:[1-9]|1[0-2]))*$/.test(value))],
  ['dayOfExecution', number(1, 31)],
  ['times', number(1, 2_147_483_647)],
  ['probability', number(0, 1_000_000)],
  ['Request.status', number(200, 599)],
  ['Request.headers', textual(value => isFlat(parseJson(value)))],
  ['Request.body', textual(value => !value.includes('\0'))],
  ['history', textual(value => HISTORY.test(value))],
  ['redirectUri', textual(value => value === '' || isRedirectUri(value))],
  ['revokesAfter', textual(value => addDuration(new Date(0), value) !== undefined)],
  ['Habit.habit', value => habitText.safeParse(value).success],
  ['Scenario.scenario', value => scenario.safeParse(value).success],
  ['emails', json(setContactInformation.shape.emails)],
  ['currencyExchange', json(createTransaction.shape.currencyExchange)],
  ['creditorAddress', json(transfer.creditorAddress)],
  ['remittanceInformationUnstructuredArray', json(createTransaction.shape.remittanceInformationUnstructuredArray)],
  ['remittanceInformationStructuredArray', json(createTransaction.shape.remittanceInformationStructuredArray)],
  ['remittanceInformationStructured', json(structuredRemittance.or(transfer.remittanceInformationStructuredArray))],
])

function ruleOfKind(name: string): Rule {
  if (name.endsWith('Minor')) return value => typeof value === 'number' && isBalance(BigInt(value))
  if (name.endsWith('At')) return textual(value => isClock(new Date(value)))
  return name === 'id' || name.endsWith('Id') ? textual(value => value !== '' && text(200)(value)) : text(LONGEST)
}

function isFlat(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(one => typeof one === 'string' && !CONTROL.test(one))
  )
}

/** Rules for several columns together (D35, D38). */
function faultInPayment(row: ReadonlyMap<string, unknown>): string | undefined {
  const { service, product, status, startDate, frequency } = Object.fromEntries(row)
  if (service !== 'SINGLE' && service !== 'BULK' && service !== 'PERIODIC') return 'service is none'
  if (typeof product !== 'string' || findProduct(service, product) === undefined) return `product is none of ${service}`
  if (service !== 'PERIODIC') return undefined
  if (startDate === null || frequency === null) return 'a periodic payment lacks startDate or frequency'
  return status === 'ACWC' || status === 'ACSP' || status === 'PART'
    ? `a periodic payment is never ${status}`
    : undefined
}
