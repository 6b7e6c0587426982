import { namesOf } from './given.ts'
import { beginningOf, showControls } from './texts.ts'

/**
 * Every code of a refusal, and whether it is one of faults in a body: those have the same status, so that one answer can report several of them, each
 * with its own code (D16). `wire/errors.ts` gives each its HTTP status (D17).
 */
const CODES = {
  FORMAT_ERROR: 'BODY',
  BAD_REQUEST: 'BODY',
  HTTP_HEADER_REQUIRED: 'CALL',
  QUERY_PARAMETER_REQUIRED: 'CALL',
  SCA_INVALID: 'CALL',
  PAYMENT_FAILED: 'CALL',
  EXECUTION_DATE_INVALID: 'BODY',
  REFERENCE_MIX_INVALID: 'CALL',
  KID_MISSING: 'BODY',
  KID_INVALID: 'BODY',
  CERTIFICATE_MISSING: 'CALL',
  CERTIFICATE_INVALID: 'CALL',
  CERTIFICATE_EXPIRED: 'CALL',
  SIGNATURE_MISSING: 'CALL',
  SIGNATURE_INVALID: 'CALL',
  PSU_CREDENTIALS_INVALID: 'CALL',
  CONSENT_INVALID: 'CALL',
  CONSENT_EXPIRED: 'CALL',
  SCA_EXPIRED: 'CALL',
  FORBIDDEN: 'CALL',
  CONSENT_UNKNOWN: 'CALL',
  PRODUCT_INVALID: 'CALL',
  NOT_FOUND: 'CALL',
  RESOURCE_UNKNOWN: 'CALL',
  PRODUCT_UNKNOWN: 'CALL',
  SCA_NOT_FOUND: 'CALL',
  METHOD_NOT_ALLOWED: 'CALL',
  CANCELLATION_INVALID: 'CALL',
  NOT_ACCEPTABLE: 'CALL',
  CONFLICT: 'CALL',
  CONTENT_TOO_LARGE: 'CALL',
  UNSUPPORTED_MEDIA_TYPE: 'CALL',
  HEADERS_TOO_LARGE: 'CALL',
  ACCESS_EXCEEDED: 'CALL',
  SYSTEM_ERROR: 'CALL',
  UNAVAILABLE: 'CALL',
} as const satisfies Record<string, 'BODY' | 'CALL'>
export const ERROR_CODES = namesOf(CODES)
export type ErrorCode = keyof typeof CODES

/**
 * One fault of a refused request. `path` names its place: a JSON path into the body, a header or a query parameter (D16). `want` is what would be
 * right, if the schema of the place does not say it; `rule` is the broken rule; no door returns these two, and the journal records them (D97).
 * `number` is the number that `text` calls SOME_NUMBER, as it was read: the door has the call's text, and quotes the number from there.
 */
export type Fault = {
  readonly text: string
  readonly path?: string
  readonly code?: ErrorCode
  readonly want?: Want | undefined
  readonly rule?: string | undefined
  readonly number?: number | undefined
  /** It is the whole value of a variable of GraphQL, which may stand within a literal. */
  readonly ofVariable?: true
}

/** A number with more digits than every JSON number keeps: another one may have been sent than was read. */
export const SOME_NUMBER = 'This number'

/** A number within a fault, as every reader of JSON reads it, or SOME_NUMBER. */
export function shownNumber(value: number): string {
  return String(value).replace(/\D/g, '').length > KEPT_DIGITS ? SOME_NUMBER : String(value)
}
const KEPT_DIGITS = 15

/** The sentence of a refusal, with the rule that it names, if any. */
export type Words = Pick<Fault, 'text' | 'rule' | 'number'>

type Sentence = (
  parts: TemplateStringsArray,
  ...values: readonly (string | number)[]
) => Required<Pick<Fault, 'text' | 'rule'>>

function sentenceBy(rule: string, then = ''): Sentence {
  return (parts, ...values) => {
    const sentence = String.raw({ raw: parts }, ...values)
    return { text: `${sentence.slice(0, -1)} (${rule})${sentence.slice(-1)}${then && ` ${then}`}`, rule }
  }
}

const RULES = [
  14, 15, 20, 21, 22, 23, 24, 26, 27, 28, 29, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 45, 47, 70, 74, 75, 77, 79,
  83, 84, 85, 95, 102, 133,
] as const

function sentencesByRule(): Readonly<Record<`D${(typeof RULES)[number]}`, Sentence>>
function sentencesByRule() {
  return Object.fromEntries(RULES.map(number => [`D${number}`, sentenceBy(`D${number}`)]))
}

/**
 * A sentence that names its rule: byRule.D38`must not be before startDate.` is `must not be before startDate (D38).` Another rule, or several, are
 * an argument; `then` is a sentence that follows.
 */
export const byRule = Object.assign(sentenceBy, sentencesByRule())

/** The sentence of a fault. */
export function inWords(words: string | Words): Words {
  return typeof words === 'string' ? { text: words } : words
}

/** What would be right, as data: explanations are made from it, and never from a sentence. */
export type Want =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly value: unknown }
  /** The value that stands there, given once. */
  | { readonly kind: 'once' }
  /** The value that stands there, under this name. */
  | { readonly kind: 'name'; readonly name: string }
  /** An existing thing of the same kind, in place of this one. */
  | { readonly kind: 'known'; readonly noun: string; readonly key: string }
  /** Another operation, before the call or in its place; `of` is the thing that it acts on. */
  | { readonly kind: 'act'; readonly act: Act; readonly of?: string | undefined }

/** An act that lets the call succeed; the call itself is right. */
export const ACTS = [
  'ADVANCE_CLOCK',
  'ALLOW_DUPLICATE',
  'CANCEL_AT_ONCE',
  'CANCEL_PAYMENTS',
  'CLEAR_HABITS',
  'CLEAR_SCENARIOS',
  'DELETE_CUSTOMER',
  'DELETE_SNAPSHOT',
  'EXAMINE_SIGNATURE',
  'LEAVE_SCENARIO',
  'LOOK_AT_STATE',
  'MAKE_TPP',
  'NAME_MEMBER',
  'RESET_WORLD',
  'SEND_LESS',
  'SHOW_PSU',
] as const
export type Act = (typeof ACTS)[number]

/** A fault of a call that another act would prevent. */
export function actWanted(
  act: Act,
  words: string | Words,
  about: { readonly path?: string; readonly of?: string } = {},
): Fault[] {
  const { path, of } = about
  return [{ ...inWords(words), ...(path === undefined ? {} : { path }), want: { kind: 'act', act, of } }]
}

/** Whether one of the faults names an act. */
export function wantsAct(faults: readonly Pick<Fault, 'want'>[], act: Act): boolean {
  return faults.some(({ want }) => want?.kind === 'act' && want.act === act)
}

/** A place in a body or other JSON, as `path` names it: `balances[0].balanceAmount.currency`. A long name is cut. */
export function pathTo(parts: readonly PropertyKey[]): string {
  return parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`
    const name = String(part)
    const cut = name.length > LONGEST_NAME ? `${beginningOf(name, LONGEST_NAME)}…` : name
    return path === '' ? cut : `${path}.${cut}`
  }, '')
}
const LONGEST_NAME = 80

/**
 * The only way to refuse: rules throw it, only the doors catch it. Several faults of one request travel together (D16). `code` is that of the first;
 * a fault with another code carries its own.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  /** What a client receives: at most 20 faults, and how many more there are. */
  readonly faults: readonly Fault[]
  /** How many faults are not in the list. */
  readonly unlisted: number
  /** Names of links that the answer must offer, for example to the page where the PSU can renew a consent (D32). */
  readonly links: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    faults: string | Words | readonly Fault[],
    path?: string,
    links: Readonly<Record<string, string>> = {},
    unlisted = 0,
  ) {
    const all = isList(faults) ? faults : [{ ...inWords(faults), ...(path === undefined ? {} : { path }) }]
    const more = Math.max(0, all.length - MOST_FAULTS) + unlisted
    const count = more < MOST_COUNTED_FAULTS ? `${more} more` : `${MOST_COUNTED_FAULTS} or more further`
    const shown = all.slice(0, MOST_FAULTS).map(readable)
    const list = more === 0 ? shown : [...shown, { text: `${count} faults are not listed.` }]
    super(list.map(fault => (fault.path === undefined ? fault.text : `${fault.path}: ${fault.text}`)).join(' '))
    this.code = code
    this.faults = list
    this.unlisted = more
    this.links = links
  }

  /** The listed faults, to be reported together with others. */
  get listed(): readonly Fault[] {
    return this.unlisted === 0 ? this.faults : this.faults.slice(0, -1)
  }
}

/** Words and place of a fault may hold a caller's text: no control character of that stands raw in a message. */
function readable(fault: Fault): Fault {
  const { text, path } = fault
  return { ...fault, text: showControls(text), ...(path === undefined ? {} : { path: showControls(path) }) }
}

/** The same refusal with other words. */
export function reworded(
  { code, listed, links, unlisted }: DomainError,
  wordsOf: (text: string) => string,
): DomainError {
  const faults = listed.map(fault => ({ ...fault, text: wordsOf(fault.text) }))
  return new DomainError(code, faults, undefined, links, unlisted)
}

function isList(faults: string | Words | readonly Fault[]): faults is readonly Fault[] {
  return Array.isArray(faults)
}

/** How many faults are listed, so that an answer stays readable. */
export const MOST_FAULTS = 20

/** How many faults are counted: a document with more is not read to its end (D74). */
export const MOST_COUNTED_FAULTS = 50_000

/** The thing that has a key under another name than the one that was asked for, such as a customer's number in place of its id. */
export type NamedOtherwise = { readonly name: string; readonly id: string }

/** Things that a call names by a key that the world does not have. */
export function unknownInWorld(noun: string, key: string, other?: NamedOtherwise): DomainError {
  const shown = JSON.stringify(key.slice(0, 80))
  const text =
    other === undefined
      ? `There is no ${noun} ${shown} in this world.`
      : `There is no ${noun} with the id ${shown} in this world: it is the ${other.name} of the ${noun} ${other.id}.`
  return new DomainError('RESOURCE_UNKNOWN', [{ text, want: { kind: 'known', noun, key } }])
}

/** Runs all checks and refuses once, with the faults of all of them (D16). */
export function checkTogether(...checks: readonly (() => unknown)[]): void {
  refuseTogether(
    checks.flatMap(check => {
      try {
        check()
        return []
      } catch (error) {
        return [error]
      }
    }),
  )
}

/** Runs a rule for a part of an input: its faults get the path of that part. */
export function checkPart(place: string, rule: () => void): void {
  try {
    rule()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, listed, links, unlisted } = error
    const at = (path: string | undefined) => (path === undefined ? place : `${place}.${path}`)
    throw new DomainError(
      code,
      listed.map(fault => ({ ...fault, path: at(fault.path) })),
      undefined,
      links,
      unlisted,
    )
  }
}

/**
 * Throws several refusals as one, as `checkTogether` does; does nothing when there are none. Other errors are thrown unchanged. `unlisted` is how
 * many more faults there are.
 */
export function refuseTogether(errors: readonly unknown[], unlisted = 0): void {
  const [first, ...others] = errors.map(error => {
    if (error instanceof DomainError) return error
    throw error
  })
  if (first !== undefined) throw joinRefusals(first, others, unlisted)
}

/**
 * Joins refusals into one. An answer has one status: faults whose code has another status than the first are reported only after the first are
 * corrected.
 */
export function joinRefusals(first: DomainError, others: readonly DomainError[], unlisted = 0): DomainError {
  const reported = [first, ...others.filter(one => isReportedBeside(first.code, one.code))]
  const faults = reported.flatMap(({ code, listed }) =>
    code === first.code ? listed : listed.map(fault => ({ code, ...fault })),
  )
  const more = reported.reduce((sum, one) => sum + one.unlisted, unlisted)
  return new DomainError(first.code, faults, undefined, first.links, more)
}

/** Whether a fault may be reported together with one of this code. */
export function isReportedBeside(first: ErrorCode, code: ErrorCode): boolean {
  return code === first || (CODES[first] === 'BODY' && CODES[code] === 'BODY')
}
