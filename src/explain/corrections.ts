import type { Fault } from '../domain/errors.ts'
import { parseJson } from '../domain/texts.ts'
import { type Fields, type GraphqlAsk, isFields, type RefusedCall, withHeaders, withoutHeaders } from './commands.ts'
import { textMistake } from './json-mistakes.ts'
import { nearAmount, nearCurrency, nearDay, nearIban, nearText } from './near-values.ts'
import { withSuggestion } from './suggestions.ts'

/** A fault with its place; one that names none is about the whole. */
type PlacedFault = Required<Pick<Fault, 'text' | 'path'>>

/** The call with a right value in each place that had a wrong one, wherever that is: in a header, the query, the body, or a variable (D97). */
export function corrected(call: RefusedCall, today: string): RefusedCall {
  const faults = call.faults.map(({ text, path = '' }) => ({ text, path }))
  if (call.asked !== undefined) return { ...call, asked: correctAsk(call.asked, faults, today) }
  // Headers have hyphens, and fields of the interface have none.
  const inHeaders = faults.filter(({ path }) => path.includes('-'))
  const others = faults.filter(({ path }) => !path.includes('-'))
  const right = inHeaders.reduce((one, { path }) => withRightHeader(one, path), call)
  return { ...right, ...correctForm(call, others, today) }
}

/** With what such a header may hold; one of which nothing is known goes, since `sandbank call` adds what is required. */
function withRightHeader(call: RefusedCall, name: string): RefusedCall {
  const value = RIGHT_HEADERS[name.toLowerCase()]
  return value === undefined ? withoutHeaders(call, name) : withHeaders(call, [name, value])
}

const RIGHT_HEADERS: Readonly<Record<string, string>> = {
  'psu-ip-address': '192.0.2.7',
  'psu-http-method': 'GET',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'tpp-redirect-preferred': 'true',
}

/** The values of arguments that were wrong, and the names that the schema suggests for those that it does not know. */
function correctAsk(asked: GraphqlAsk, told: readonly PlacedFault[], today: string): GraphqlAsk {
  const { query, variables } = asked
  // Those that were sent as a text of JSON are read already.
  const faults = told.filter(({ path }) => path !== 'variables')
  const holder = Object.keys(variables).find(name => isFields(variables[name]))
  const placed = faults.map(fault => {
    const parts = partsOf(fault.path)
    const [first] = parts
    const isOwn = first === undefined || holder === undefined || Object.hasOwn(variables, first)
    return { fault, parts: isOwn ? parts : [holder, ...parts] }
  })
  const right = withRightFields(variables, placed, today)
  const suggested = faults.reduce((one, { text }) => withSuggestion(one, text), { query, variables: right })
  // A document that can be run has the names of the schema already.
  return asked.isRunnable === true ? { ...suggested, query } : suggested
}

/** What of a call its faults are about, when those of its headers are mended. */
type CallParts = Pick<RefusedCall, 'path' | 'body'>

/**
 * The call with a right value in each place that had a wrong one (D97). What would be right is read from the words of the faults;
 * where they do not tell it, they stand in that place themselves, marked by `<…>`.
 * @param today what a day is replaced by
 */
function correctForm({ path, body }: CallParts, faults: readonly PlacedFault[], today: string): CallParts {
  const names = new URLSearchParams(queryOf(path))
  const isQuery = ({ path: name }: PlacedFault) => name !== '' && (body === undefined || names.has(name))
  const inBody = faults.filter(fault => !isQuery(fault))
  return {
    path: correctQuery(path, faults.filter(isQuery), today),
    body: body === undefined ? undefined : correctBody(body, inBody, today),
  }
}

const IBAN = 'NO9386011117947'
const ACCOUNT = { iban: IBAN, currency: 'NOK' }
const ADDRESS = { street: 'Storgata', buildingNumber: '1', postalCode: '0155', city: 'Oslo', country: 'NO' }
const AMOUNT = { amount: '1.00', currency: 'NOK' }

/** What a field may hold of which only the name is known. */
const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['amount', AMOUNT.amount],
  ['currency', AMOUNT.currency],
  ['instructedAmount', AMOUNT],
  ['transactionAmount', AMOUNT],
  ['creditorAccount', ACCOUNT],
  ['debtorAccount', ACCOUNT],
  ['creditorAddress', ADDRESS],
  ...Object.entries(ADDRESS),
  ['creditorName', 'Ola Nordmann'],
  ['name', 'Kari Nordmann'],
  ['frequency', 'Monthly'],
  ['dayOfExecution', '1'],
  ['monthsOfExecution', [1]],
  ['iban', IBAN],
  ['bban', IBAN.slice(4)],
])

/** A place with a wrong value: what stands there, what its field is called, and what is a day. */
type Place = { readonly found: unknown; readonly name: string; readonly today: string }

/** The words of a fault after which its field goes. */
const LEFT_OUT = /is not a field|goes with|is deprecated; give|must not be before|No execution (?:falls|is left)/

/** What the words of a fault say would be right: the first that fits. */
const RULES: readonly (readonly [RegExp, (place: Place, words: readonly string[]) => unknown])[] = [
  [/is no ISO 8601 duration/, () => 'P1D'],
  [/creditor account is the debtor account/, () => ACCOUNT],
  [/or give today, ([\d-]+)/, (_, [day]) => day],
  [/is no account of this world|must be a Norwegian account/, ({ name }) => (name === 'bban' ? IBAN.slice(4) : IBAN)],
  [/is not an amount in .* at most (\d) after/, ({ found }, [digits]) => nearAmount(Number(digits))(found)],
  [/is not an amount in|must be a decimal number in a string/, ({ found }) => nearAmount()(found)],
  [/must be an ISO 4217 code/, ({ found }) => nearCurrency(found)],
  [/must be an IBAN/, ({ found }) => nearIban(found)],
  [/must be a day of the calendar|must be a date/, ({ found }) => nearDay(found)],
  [/must be a string/, ({ found }) => nearText(found)],
  [/for example "?([\w.*-]*\w)/, (_, [example]) => example],
  [/must be one of ([^,;.]+)/, (_, [first]) => first],
  [/must be true or false|must be a JSON boolean/, () => true],
  [/must be a day of the month/, () => '1'],
  [/must be today \(([\d-]+)/, (_, [day]) => day],
  [/must be a day of/, ({ today }) => today],
  [/must be an IBAN/, () => IBAN],
  [/must be an account in a country of SEPA/, () => 'DE89370400440532013000'],
  [/must be an e-mail address/, () => 'name@example.com'],
  [/purpose code/, () => 'SALA'],
  [/code of 4 digits/, () => '5411'],
  [/must be more than zero/, () => AMOUNT.amount],
  [/must be ([A-Z]{3})(?:,| for)/, (_, [currency]) => currency],
  [/must have (?:\d+ to|at most) (\d+) characters/, fit],
  [/control character/, ({ found }) => String(found).replace(/\p{Cc}+/gu, ' ')],
  [/from (-?\d+) to \d+|must be at (?:least|most) (\d+)/, (_, [least, bound]) => Math.max(1, Number(least ?? bound))],
  [/must be a JSON array/, ({ found }) => [found]],
  [/more than once/, ({ found }) => found],
]

function fit({ found, name }: Place, [most]: readonly string[]): unknown {
  return typeof found === 'string' && found !== '' ? [...found].slice(0, Number(most)).join('') : SAMPLES.get(name)
}

function rightValue(found: unknown, { text, path }: PlacedFault, today: string): unknown {
  // Under the name that was misspelt it was there.
  if (text === 'is required.' && found != null && found !== '') return found
  if (LEFT_OUT.test(text)) return undefined
  const name = partsOf(path).findLast(part => /\D/.test(part)) ?? ''
  const told = `<write here: ${path} ${text}>`
  for (const [words, give] of RULES) {
    const match = words.exec(text)
    if (match === null) continue
    // Where nothing near to what stands there is right, the next rule has something else.
    const right = give({ found, name, today }, match.slice(1))
    if (right !== undefined) return right
  }
  return SAMPLES.get(name) ?? told
}

function correctQuery(path: string, faults: readonly PlacedFault[], today: string): string {
  if (faults.length === 0) return path
  const [plain] = path.split('?')
  const query = queryOf(path)
  const values = new URLSearchParams(query)
  const kept = query.split('&').filter(part => {
    const [[name] = []] = new URLSearchParams(part)
    return name !== undefined && !faults.some(fault => fault.path === name)
  })
  const right = new Map(
    faults.map(fault => {
      const found = values.getAll(fault.path).at(-1)
      const meant = meantIn(fault)
      return meant === undefined ? [fault.path, rightValue(found, fault, today)] : [meant, found]
    }),
  )
  const corrected = [...right].flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  )
  const parts = [...kept, ...corrected]
  return parts.length === 0 ? `${plain}` : `${plain}?${parts.join('&')}`
}

function queryOf(path: string): string {
  return path.split('?').slice(1).join('?')
}

function correctBody(body: string, faults: readonly PlacedFault[], today: string): string {
  if (faults.length === 0) return body
  const parsed = parseJson(body)
  // What is said of the whole tells no value for a part of it.
  if (isFields(parsed) && faults.every(({ path }) => path === '')) return body
  const start: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  const meant = typeof parsed === 'string' ? parsed : parsed === undefined ? meantBy(body) : undefined
  if (meant !== undefined && isFields(parseJson(meant))) return meant
  const inner = isFields(start) ? wrappedIn(start, faults) : undefined
  if (inner !== undefined) return JSON.stringify(inner)
  if (!isFields(start)) return `<write here: ${faults.map(({ text }) => text).join(' ')}>`
  const placed = faults.map(fault => ({ fault, parts: partsOf(fault.path) }))
  return JSON.stringify(withRightFields(start, placed, today))
}

/** What stands within one object too many, as some languages write a thing with its name. */
function wrappedIn(fields: Fields, faults: readonly PlacedFault[]): Fields | undefined {
  const [only, another] = Object.keys(fields)
  if (only === undefined || another !== undefined) return undefined
  const isStrange = faults.some(({ path, text }) => path === only && LEFT_OUT.test(text) && !/did you mean/.test(text))
  const inner = fields[only]
  const isWanted = faults.some(
    ({ path, text }) => text === 'is required.' && isFields(inner) && Object.hasOwn(inner, path),
  )
  return isStrange && isWanted && isFields(inner) ? inner : undefined
}

/** The JSON that was meant by a body that is none: in UTF-16 its letters stand between zeros. */
function meantBy(body: string): string | undefined {
  const narrow = body.replaceAll(/[\0\ufeff\ufffd]/g, '')
  return parseJson(narrow) === undefined ? textMistake(narrow)?.right : narrow
}

type FaultyField = { readonly fault: PlacedFault; readonly parts: readonly string[] }

/** The fields with a right value in each faulty place, after those that were misspelt have the names that were meant. */
function withRightFields(fields: Fields, faults: readonly FaultyField[], today: string): Fields {
  const named = faults.reduce((one, { fault, parts }) => withRightName(one, parts, meantIn(fault)), fields)
  return faults.reduce((one, { fault, parts }) => setIn(one, parts, fault, today), named)
}

function meantIn({ text }: PlacedFault): string | undefined {
  return /^is not a field of this request \(D18\): did you mean "(\w+)"\?$/.exec(text)?.[1]
}

/** The field at a place under the name that was meant, where that is free. */
function withRightName(fields: Fields, [part, ...rest]: readonly string[], meant: string | undefined): Fields {
  if (part === undefined || meant === undefined || !Object.hasOwn(fields, part)) return fields
  if (rest.length > 0) return { ...fields, [part]: nameWithin(fields[part], rest, meant) }
  if (Object.hasOwn(fields, meant)) return fields
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === part ? meant : name, value]))
}

function nameWithin(value: unknown, parts: readonly string[], meant: string): unknown {
  if (isFields(value)) return withRightName(value, parts, meant)
  const [part, ...rest] = parts
  if (!Array.isArray(value)) return value
  return value.map((item: unknown, at) => (String(at) === part ? nameWithin(item, rest, meant) : item))
}

function partsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter(part => part !== '')
}

// JSON leaves out what is undefined, and so does a command.
function setIn(fields: Fields, [part, ...rest]: readonly string[], fault: PlacedFault, today: string): Fields {
  return part === undefined ? fields : { ...fields, [part]: setAt(fields[part], rest, fault, today) }
}

function setAt(value: unknown, parts: readonly string[], fault: PlacedFault, today: string): unknown {
  const [part, ...rest] = parts
  if (part === undefined) return rightValue(value, fault, today)
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? setAt(item, rest, fault, today) : item))
  return isFields(value) ? setIn(value, parts, fault, today) : value
}
