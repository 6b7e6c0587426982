import { z } from '@hono/zod-openapi'
import { normaliseIban, readBban } from '../../domain/account-numbers.ts'
import { isDay } from '../../domain/calendar.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { readId } from '../../domain/ids.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import {
  assertAmount,
  BOOK_DIGITS,
  COUNTRIES,
  CURRENCIES,
  isCountry,
  isCurrency,
  parseAmount,
} from '../../domain/money.ts'
import { isVisible } from '../../domain/texts.ts'
import { BIC } from '../../domain/transactions.ts'

/** The forms of single values, used by every command. Each refusal states what would be right. */

/** Text of 1 to `max` characters, counted in Unicode code points (D31), without control characters. */
export function text(max: number, description: string) {
  return z
    .string(requiredText())
    .superRefine((value, refinement) => {
      // There are never more code points than code units, so the code points of few texts must be counted.
      const length = value.length > max ? Array.from(value).length : value.length
      if (length < 1 || length > max) refinement.addIssue(`must have 1 to ${max} characters; it has ${length}.`)
      else if (!value.isWellFormed()) refinement.addIssue(HALF)
      else if (CONTROL.test(value)) refinement.addIssue(CONTROLS)
    })
    .openapi({
      description: `${description}${charactersOf(max)}`,
      minLength: 1,
      maxLength: max,
      // Written with \x, which the regular expressions of every language know.
      pattern: '^[^\\x00-\\x1F\\x7F-\\x9F]*$',
    })
}
/** What the description of a text says of its characters. */
export function charactersOf(max: number): string {
  return ` 1 to ${max} characters (code points, D31), without control characters such as line feeds.`
}

/** The same for a name, which people must be able to see. */
export function name(max: number, description: string) {
  return text(max, description).refine(value => value === '' || isVisible(value), {
    error: 'must have a visible character.',
    // Without it, the faults of a text come alone.
    when: ({ issues }) => issues.length === 0,
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

const CONTROLS = 'holds a control character; only printable text is accepted.'
const HALF = 'holds half of a surrogate pair, which is no character.'

/** Characters that prevent a text from being stored or compared on any engine. */
export function characterFault(text: string): string | undefined {
  if (!text.isWellFormed()) return HALF
  return text.includes('\0') ? CONTROLS : undefined
}

/** A text without them, in the words of a schema. */
export function storable(text: string, { addIssue }: { readonly addIssue: (fault: string) => void }): void {
  const fault = characterFault(text)
  if (fault !== undefined) addIssue(fault)
}

/** Names a schema that several inputs use. Each use may have its own description. */
export function named<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  about: { readonly description: string } & Readonly<Record<string, unknown>>,
): Schema {
  NAMED.set(name, about.description)
  return schema.openapi(name, about)
}
const NAMED = new Map<string, string>()

/** The name and the schema of a named schema. */
export function descriptionOfName(name: string): string | undefined {
  return NAMED.get(name)
}

/** The sentence of a schema about a broken rule. Zod passes only the sentence of a check on, so the rule is found by it, as data (D97). */
export function ruleText(rule: string) {
  return (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string => {
    const { text } = byRule(rule)(parts, ...values)
    RULES.set(text, rule)
    return text
  }
}
const RULES = new Map<string, string>()

/** The rule of such a sentence. */
export function ruleOfText(text: string): string | undefined {
  return RULES.get(text)
}

/** Fields of which at least one is given: what is to change. */
export function someOf<const Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  return z
    .strictObject(shape)
    .partial()
    .refine(given => Object.values(given).some(value => value !== undefined), {
      error: `must have at least one of ${Object.keys(shape).join(', ')}.`,
    })
}

/** A text in which the letters of a UUID may have either case (D74). */
export function idText(description: string) {
  return text(64, description).overwrite(readId)
}

/** The id of something that the bank has: an ID in GraphQL. */
export function resourceId(description: string) {
  const schema = idText(description)
  RESOURCE_IDS.add(schema)
  return schema
}
const RESOURCE_IDS = new WeakSet<z.ZodType>()

export function isResourceId(schema: z.ZodType): boolean {
  return RESOURCE_IDS.has(schema)
}

/** The id of a thing of these kinds, where the operator's input has what REST has in its path: the operation refuses one that the world does not have. */
export function pathId(kinds: KeyedKind | readonly KeyedKind[], description: string) {
  const schema = z.string(required('an id')).superRefine(storable).overwrite(readId).openapi({ description })
  RESOURCE_IDS.add(schema)
  KINDS_OF_ID.set(schema, [kinds].flat())
  return schema
}
const KINDS_OF_ID = new WeakMap<z.ZodType, readonly KeyedKind[]>()

/** The kinds of things that such an id may name. */
export function kindsOfId(schema: unknown): readonly KeyedKind[] | undefined {
  if (schema instanceof z.ZodOptional) return kindsOfId(schema.unwrap())
  return schema instanceof z.ZodType ? KINDS_OF_ID.get(schema) : undefined
}

/** A number that the operator may leave out when a key is given, since it is derived from that (D83). REST always requires it. */
export function fromKey<Schema extends z.ZodType>(schema: Schema): Schema {
  const { error } = schema.def
  const offering = (issue: z.core.$ZodRawIssue) => {
    // Zod passes the details of an issue on only with its message.
    if (issue.input === undefined) Object.assign(issue, { params: { orKey: true } })
    const text: unknown = error && Reflect.apply(error, undefined, [issue])
    return typeof text === 'string' ? text : undefined
  }
  // As a child of the schema it keeps its description.
  const own = schema.clone({ ...schema.def, error: offering }, { parent: true })
  FROM_KEY.add(own)
  return own
}
const FROM_KEY = new WeakSet<z.ZodType>()

export function followsFromKey(schema: z.ZodType): boolean {
  return FROM_KEY.has(schema)
}

/** One word of a list. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words, description: string) {
  const schema = z.enum(words, required(`one of ${words.join(', ')}`)).openapi({ description })
  LISTS.set(schema, words)
  return schema
}
const LISTS = new WeakMap<z.ZodType, readonly string[]>()

/** The list from which an enum takes its words. */
export function wordsOf(schema: z.ZodEnum): readonly string[] {
  return LISTS.get(schema) ?? schema.options.map(String)
}

/** A whole number that fits an int32 ([I]), not below `least`. */
export function int32(least: number, description: string) {
  const range = `a whole number from ${least} to ${MAX_INT32}`
  const whole = z.int32(required(`${range}, as a JSON number`))
  return (least > MIN_INT32 ? whole.min(least, `must be ${range}.`) : whole).openapi({
    type: 'integer',
    format: 'int32',
    minimum: least,
    maximum: MAX_INT32,
    description: `${description} A whole number from ${least} to ${MAX_INT32}.`,
  })
}
const MAX_INT32 = 2_147_483_647
export const MIN_INT32 = -2_147_483_648

export const currency = z
  .string(required('an ISO 4217 code'))
  .refine(isCurrency, { error: 'must be an ISO 4217 code of the interface\'s list, in capitals, for example "NOK".' })
  .openapi('ISOCurrencyCode', {
    description: "ISO 4217 alphabetic code of the interface's list, in capitals.",
    enum: [...CURRENCIES],
    examples: ['NOK'],
  })

export const country = z
  .string(required('an ISO 3166-1 code'))
  .refine(isCountry, {
    error: 'must be an ISO 3166-1 alpha-2 code of the interface\'s list, in capitals, for example "NO".',
  })
  .openapi('ISOCountryCode', { description: 'ISO 3166-1 alpha-2 code.', enum: [...COUNTRIES], examples: ['NO'] })

export const day = z
  .string(required('a date'))
  .refine(isDay, { error: 'must be a day of the calendar, written YYYY-MM-DD.' })
  .openapi({ description: 'A calendar day, YYYY-MM-DD.', format: 'date', examples: ['2026-05-18'] })

/** D23: any IBAN-shaped text is accepted for sandbox data, because test data may be wrong on purpose. Spaces are removed. */
export const sandboxIban = z
  .string(required('an IBAN'))
  .overwrite(normaliseIban)
  .regex(
    /^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/,
    ruleText(
      'D23',
    )`must be an IBAN: two capitals, two digits, 1 to 30 capitals or digits. Check digits are not verified here.`,
  )
  .openapi({
    description:
      'IBAN (ISO 13616-1:2007), at most 34 characters. Spaces are removed; check digits are not verified (D23).',
    examples: ['NO9386011117947'],
  })

/** D23: 1 to 30 characters. */
export function bbanText(more: string) {
  return text(30, `Basic bank account number${more}.`)
}

/** The same for new rows, which hold the digits of a Norwegian number alone (D23). */
export const sandboxBban = bbanText(
  '; blanks and dots of a Norwegian one are removed, check digits are not verified (D23)',
).overwrite(readBban)

export const bic = z
  .string(required('a BIC'))
  .regex(BIC, { error: ({ input }) => bicFault(String(input)) })
  .openapi('BicFiIdentifier', { description: 'BIC of a financial institution.', examples: ['DNBANOKK'] })

/** What is wrong with a BIC, as far as its characters prove it. */
function bicFault(text: string): string {
  const capitals = text.toUpperCase()
  if (BIC.test(capitals)) return `must be in capitals: ${JSON.stringify(capitals)}.`
  return text.length === 8 || text.length === 11
    ? 'must be a BIC: 6 capitals, then 2 or 5 capitals or digits, of which the first is not 0 or 1 and the second is not the letter O, for example "DNBANOKK".'
    : 'must be a BIC of 8 or 11 characters, for example "DNBANOKK".'
}

/** A decimal number: text in the production interface, a JSON number in the sandbox's. In GraphQL either is taken for both. */
export function decimalNumber<Schema extends z.ZodType>(schema: Schema): Schema {
  DECIMALS.add(schema)
  return schema
}
const DECIMALS = new WeakSet<z.ZodType>()

export function isDecimal(schema: z.ZodType): boolean {
  return DECIMALS.has(schema)
}

/** D21: without leading zeros; a limited number of digits before the point, and at most 5 after it, as no currency has more. */
const decimal = (digits: number) => `^-?(0|[1-9][0-9]{0,${digits - 1}})(\\.[0-9]{1,5})?$`

/** A money amount of the production interface (D21). Its digits are checked against its currency here, its sign by the operation. */
export const amount = named(amountOf(13), 'Amount', {
  description: 'An amount of money in its currency ([I] Amount, D21). Below zero where the field says so.',
})

/** A stored amount: payments in another currency make it larger than any amount that a call can state. */
export const bookedAmount = named(amountOf(BOOK_DIGITS), 'BookedAmount', {
  description: 'An amount of money as the books hold it, in its currency. Below zero where the field says so.',
})

function amountOf(digits: number) {
  return z
    .strictObject({
      amount: decimalNumber(
        z.string(required('a decimal number in a string, for example "10.50"')).openapi({
          description: `Decimal number as a string, in units of the currency: at most ${digits} digits before and the ISO 4217 fraction digits after the point; no leading zeros: 1.00, not 01.00 (D21). Fewer digits after the point are taken, at REST with the warning FRACTION_DIGITS.`,
          pattern: decimal(digits),
          examples: ['10.50'],
        }),
      ),
      currency,
    })
    .superRefine((value, refinement) => hasDigitsOfItsCurrency(value, refinement, digits), {
      // A fault of the currency hides none of the amount (D78).
      when: ({ value }) => isObject(value) && typeof value['amount'] === 'string',
    })
}

/** A rule for two days of an input that begin and end a range. */
export function daysInOrder<From extends string, To extends string>(from: From, to: To) {
  return (value: Readonly<Partial<Record<From | To, string | undefined>>>, refinement: z.RefinementCtx): void => {
    const [first, last]: readonly (string | undefined)[] = [value[from], value[to]]
    if (first === undefined || last === undefined || first <= last) return
    refinement.addIssue({ code: 'custom', path: [from], message: `must not be after ${to}, ${last}.` })
  }
}

/** The same, and more than zero: a rule of the form, so that it is reported together with the body's other faults (D16, D21). */
export const positiveAmount = amount
  .superRefine(({ amount: text }, refinement) => {
    if (/^-?[0-9.]+$/.test(text) && Number(text) <= 0)
      refinement.addIssue({ code: 'custom', path: ['amount'], message: ruleText('D21')`must be more than zero.` })
  })
  .openapi({ not: { properties: { amount: { type: 'string', pattern: '^-|^0(\\.0+)?$' } } } })

function hasDigitsOfItsCurrency(
  value: { readonly amount: string; readonly currency: string },
  refinement: z.RefinementCtx,
  digits: number,
): void {
  try {
    if (isCurrency(value.currency)) parseAmount(value.amount, value.currency, 'amount', digits)
    else assertAmount(value.amount, 'amount', digits)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    for (const { text, rule } of error.faults)
      refinement.addIssue({ code: 'custom', path: ['amount'], message: text, params: { rule } })
  }
}

/** A rule for account references: at least one of the numbers (D23). */
export const hasNumber = [
  ({ iban, bban }: { readonly iban?: string | undefined; readonly bban?: string | undefined }) =>
    iban !== undefined || bban !== undefined,
  { error: ruleText('D23')`must have iban or bban or both.` },
] as const

/** The same in JSON Schema. Written in this way, client generators make one type of it: the currency alone names no account. */
export const NUMBER_NEEDED = { minProperties: 1, not: { ...having('currency'), maxProperties: 1 } }

/** An account named by its number (AccountReference). */
export const accountReference = named(
  z
    .strictObject({ iban: sandboxIban.optional(), bban: sandboxBban.optional(), currency: currency.optional() })
    .refine(...hasNumber),
  'AccountReference',
  {
    description: 'An account of this or another bank, by iban or bban or both ([I] AccountReference).',
    ...NUMBER_NEEDED,
  },
)

/** An object that has all of these fields, in JSON Schema, for rules about fields that exclude each other. */
export function having(...names: string[]) {
  return { required: names, properties: Object.fromEntries(names.map(name => [name, {}])) }
}

/** The texts for a missing required value, and for one of the wrong type. An object with unknown fields is of the right one (D18). */
export function required(form: string) {
  return {
    error: ({ code, input }: { readonly code?: string; readonly input?: unknown }) => {
      if (code === 'unrecognized_keys') return undefined
      return input === undefined ? 'is required.' : `must be ${form}.`
    },
  }
}

/** The same for text. Digits and truth values are text when they stand in quotation marks, in JSON as in YAML. */
export function requiredText() {
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === undefined) return 'is required.'
    const unquoted = typeof input === 'number' || typeof input === 'boolean'
    return unquoted ? 'must be a string: put it into quotation marks.' : 'must be a string.'
  }
  return { error }
}

/** An optional query parameter `true` or `false`; false when absent. */
export function flag(description: string) {
  return z
    .enum(['true', 'false'], { error: 'must be true or false.' })
    .default('false')
    .transform(value => value === 'true')
    .openapi({ type: 'boolean', default: false, description })
}

/** An optional whole number in a query string. */
export function wholeNumber(least: number, most: number, preset: number) {
  const error = `must be a whole number from ${least} to ${most}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .default(String(preset))
    .transform(Number)
    .refine(value => value >= least && value <= most, { error })
    .openapi({ type: 'integer', minimum: least, maximum: most, default: preset })
}

/** A JSON column, read by its schema. A value that cannot be read any more is left out, so that the list still works (D44). */
export function stored<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  return value === null ? undefined : schema.safeParse(value).data
}

/** Whether a value holds more values, or more characters, than one turn should read (D74). A larger value is not read to its end. */
export function holdsMoreThan(value: unknown, values: number, characters: number): boolean {
  let [count, length] = [0, 0]
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && count <= values && length <= characters) {
    const one = waiting.pop()
    count += 1
    if (typeof one === 'string') length += one.length
    else if (typeof one === 'object' && one !== null)
      for (const [name, part] of Object.entries(one)) {
        length += name.length
        waiting.push(part)
      }
  }
  return count > values || length > characters
}
