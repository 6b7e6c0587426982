import { isFields, type RefusedCall, withHeaders, withoutHeaders } from './commands.ts'
import type { Fault } from './errors.ts'
import type { HeaderLine } from './journal.ts'
import { parseJson } from './texts.ts'

/** The call with a right value in each place that had a wrong one, wherever that is: in a header, the query, the body, or a variable (D97). */
export function corrected(call: RefusedCall, today: string): RefusedCall {
  const { faults } = call
  if (call.asked !== undefined) return { ...call, asked: correctAsk(call.asked, faults, today) }
  const headers = faults.flatMap(fault => (fault.path?.includes('-') === true ? [rightHeader(fault.path)] : []))
  const right = headers.reduce(
    (one, [name, value]) => (value === '' ? withoutHeaders(one, name) : withHeaders(one, [name, value])),
    call,
  )
  const placed = faults.filter(({ path }) => path !== undefined)
  const isWhole = call.body !== undefined && faults.length > 0 && placed.length === 0 && !isFields(parseJson(call.body))
  return placed.length === 0 && !isWhole ? right : { ...right, ...correctForm(call, faults, today) }
}

/** What a header may hold; nothing takes it out, since \`sandbank call\` adds what is required. */
function rightHeader(name: string): HeaderLine {
  return [name, RIGHT_HEADERS[name.toLowerCase()] ?? '']
}

const RIGHT_HEADERS: Readonly<Record<string, string>> = {
  'psu-ip-address': '192.0.2.7',
  'psu-http-method': 'GET',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'tpp-redirect-preferred': 'true',
}

const LONGEST_TOLD = 1_000

/** The values of arguments that were wrong, and the names that the schema suggests for those that it does not know. */
function correctAsk({ query, variables }: NonNullable<RefusedCall['asked']>, faults: readonly Fault[], today: string) {
  const holder = Object.keys(variables).find(name => isFields(variables[name]))
  const placed = faults.flatMap(fault => {
    const [first = ''] = partsOf(fault.path ?? '')
    if (first === '') return []
    const known = Object.hasOwn(variables, first) || holder === undefined
    return [known ? fault : { ...fault, path: `${holder}.${fault.path}` }]
  })
  const right = placed.reduce<unknown>((all, fault) => setAt(all, partsOf(fault.path ?? ''), fault, today), variables)
  const renamed = faults.reduce((text, fault) => {
    // Names can be as long as a document.
    const told = fault.text.slice(0, LONGEST_TOLD)
    const [, bare] = /must have a selection of subfields\. Did you mean "(\w+) \{/.exec(told) ?? []
    if (bare !== undefined) return text.replace(new RegExp(`\\b${bare}\\b(\\s*\\([^()]*\\))?`), '$& { __typename }')
    const [, wrong, suggested] = /"([\w.]*\w)"[^?]*Did you mean (?:to use [\w ]+)?"([\w.]*\w)"/.exec(told) ?? []
    if (wrong === undefined || suggested === undefined) return text
    return text.replaceAll(
      new RegExp(`\\b${wrong.split('.').at(-1)}\\b`, 'g'),
      suggested.split('.').at(-1) ?? suggested,
    )
  }, query)
  return { query: renamed, variables: isFields(right) ? right : variables }
}

/** What of a refused call its faults are about. */
type CallParts = {
  /** Path and query below the world's base URL. */
  readonly path: string
  readonly body: string | undefined
}

/**
 * The call with a right value in each place that had a wrong one (D97). What would be right is read from the words of the faults;
 * where they do not tell it, they stand in that place themselves, marked by `<…>`.
 * @param today what a day is replaced by
 */
function correctForm({ path, body }: CallParts, faults: readonly Fault[], today: string): CallParts {
  // Headers have hyphens, and fields of the interface have none.
  const told = faults.filter(fault => fault.path?.includes('-') !== true)
  const [plain = '', query = ''] = path.split('?', 2)
  const names = new URLSearchParams(query)
  const isQuery = ({ path: name }: Fault) => name !== undefined && (body === undefined || names.has(name))
  const inBody = told.filter(fault => !isQuery(fault))
  return {
    path: correctQuery(plain, query, told.filter(isQuery), today),
    body: inBody.length === 0 ? body : correctBody(body, inBody, today),
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

/** What the words of a fault say would be right: the first that fits. Undefined takes the field out. */
const RULES: readonly (readonly [RegExp, (place: Place, words: readonly string[]) => unknown])[] = [
  [/is not a field|goes with|is deprecated; give|must not be before|No execution (?:falls|is left)/, () => undefined],
  [/is no ISO 8601 duration/, () => 'P1D'],
  [/creditor account is the debtor account/, () => ACCOUNT],
  [/or give today, ([\d-]+)/, (_, [day]) => day],
  [/is no account of this world|must be a Norwegian account/, ({ name }) => (name === 'bban' ? IBAN.slice(4) : IBAN)],
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

function rightValue(found: unknown, { text, path = '' }: Fault, today: string): unknown {
  const name = partsOf(path).findLast(part => /\D/.test(part)) ?? ''
  const told = `<write here: ${path} ${text}>`
  for (const [words, give] of RULES) {
    const [match, ...parts] = words.exec(text) ?? []
    if (match === undefined) continue
    const right = give({ found, name, today }, parts)
    return right === undefined && words !== RULES[0]?.[0] ? told : right
  }
  return SAMPLES.get(name) ?? told
}

function correctQuery(plain: string, query: string, faults: readonly Fault[], today: string): string {
  const values = new URLSearchParams(query)
  const kept = query.split('&').filter(part => {
    const [[name = ''] = []] = new URLSearchParams(part)
    return part !== '' && !faults.some(({ path }) => path === name)
  })
  const right = new Map(
    faults.map(fault => [fault.path ?? '', rightValue(values.getAll(fault.path ?? '').at(-1), fault, today)]),
  )
  const corrected = [...right].flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  )
  const parts = [...kept, ...corrected]
  return parts.length === 0 ? plain : `${plain}?${parts.join('&')}`
}

function correctBody(body: string | undefined, faults: readonly Fault[], today: string): string {
  const parsed = parseJson(body ?? '')
  const start: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isFields(start)) return `<write here: ${faults.map(({ text }) => text).join(' ')}>`
  const corrected = faults.reduce<unknown>(
    (value, fault) => (fault.path === undefined ? value : setAt(value, partsOf(fault.path), fault, today)),
    start,
  )
  return JSON.stringify(corrected)
}

function partsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter(part => part !== '')
}

function setAt(value: unknown, [part, ...rest]: readonly string[], fault: Fault, today: string): unknown {
  if (part === undefined) return rightValue(value, fault, today)
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === part ? setAt(item, rest, fault, today) : item))
  if (!isFields(value)) return value
  const { [part]: found, ...others } = value
  const right = setAt(found, rest, fault, today)
  return right === undefined ? others : { ...value, [part]: right }
}
