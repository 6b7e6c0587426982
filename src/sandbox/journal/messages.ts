import { isUtf8 } from 'node:buffer'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import {
  type AnsweredCall,
  type ClockMark,
  causeOf,
  type HeaderLine,
  type Message,
  STEPS,
  type Step,
} from '../../domain/calls.ts'
import { ACTS, type Fault, type Want } from '../../domain/errors.ts'
import { beginningOf } from '../../domain/texts.ts'
import type { Batch } from './engine.ts'
import { JOURNAL_LIMITS } from './limits.ts'
import { HIDDEN, type Hide, isSecret, type secretsOf } from './secrets.ts'

/** The parts that only an opened call shows. */
export type CallDetails = {
  readonly steps: readonly Step[]
  readonly faults: readonly Fault[]
  readonly request: Message
  readonly answer: Message
  readonly clock: ClockMark | undefined
}

// A client sends nearly the same headers with each call: a value that is equal to the one at the same place of the previous call is written as 0.
type CallValues = readonly (string | 0)[]

/** The values of calls that are written together. `hide` removes secrets from them. */
function valuesOf(calls: readonly AnsweredCall[], hide: Hide): CallValues[] {
  let before: readonly string[] = []
  return calls.map(call => {
    const last = before
    before = valuesOfCall(call, hide)
    return before.map((value, place) => (value === last[place] ? 0 : value))
  })
}

/**
 * The average size of a call in batches that are stored uncompressed: signatures and digests hardly compress, and an attempt costs as much as writing
 * them.
 */
const SMALL_CALL = 4_096

/** Their bytes: JSON, compressed if that saves enough. */
function pack(values: readonly CallValues[]): Buffer {
  const json = JSON.stringify(values)
  return json.length <= values.length * SMALL_CALL
    ? Buffer.from(json)
    : deflateRawSync(json, { level: constants.Z_BEST_SPEED })
}

// JSON begins with its bracket, and deflated JSON never does: the first byte distinguishes the two forms.
const BRACKET = '['.charCodeAt(0)
const unpacked = (messages: Buffer) => (messages[0] === BRACKET ? messages : inflateRawSync(messages)).toString()

/** The calls of a batch, in their order. */
export function unpack(messages: Buffer): CallDetails[] {
  let before: readonly string[] = []
  return listOf(JSON.parse(unpacked(messages))).map(values => {
    const last = before
    before = listOf(values).map((value, place) => (value === 0 ? (last[place] ?? '') : String(value)))
    return callOf(before)
  })
}

function valuesOfCall(call: AnsweredCall, hide: Hide): string[] {
  const { steps, faults, requestHeaders, requestBody, answerHeaders, answerBody, clock } = call
  return [
    steps.join(' '),
    faults.length === 0
      ? '[]'
      : JSON.stringify(faults, (_, value) => (typeof value === 'string' ? hide(value) : value)),
    ...bodyOf(requestBody, hide),
    ...bodyOf(answerBody, hide),
    String(requestHeaders.length),
    ...headersOf(requestHeaders, hide),
    ...headersOf(answerHeaders, hide),
    // Headers are pairs, so an additional value is the clock; earlier journals have none.
    ...(clock === undefined ? [] : [clock.frozenAt?.toISOString() ?? String(clock.clockOffsetMs)]),
  ]
}

function callOf(values: readonly string[]): CallDetails {
  const [steps = '', faults = '[]', sent = '', request = '', answered = '', answer = '', count = '', ...lines] = values
  return {
    steps: steps.split(' ').flatMap(name => STEPS.find(step => step === name) ?? []),
    // Nearly all have none, and to check an empty list costs as much as the rest.
    faults: faults === '[]' ? [] : faultsIn.parse(JSON.parse(faults)),
    request: messageOf(sent, request, lines.slice(0, Number(count))),
    answer: messageOf(answered, answer, lines.slice(Number(count), lines.length - (lines.length % 2))),
    clock: lines.length % 2 === 0 ? undefined : clockOf(lines.at(-1) ?? ''),
  }
}

function clockOf(text: string): ClockMark {
  return /^-?\d+$/.test(text)
    ? { frozenAt: null, clockOffsetMs: BigInt(text) }
    : { frozenAt: new Date(text), clockOffsetMs: 0n }
}

function messageOf(bytes: string, body: string, lines: readonly string[]): Message {
  const headers = lines.flatMap((name, place): HeaderLine[] =>
    place % 2 === 0 ? [[name, lines[place + 1] ?? '']] : [],
  )
  return { headers, body: bytes === '0' ? undefined : body, bytes: Number(bytes) }
}

function headersOf(lines: readonly string[], hide: Hide): string[] {
  return lines.map((text, place) => (place % 2 === 1 && isSecret(lines[place - 1] ?? '') ? HIDDEN : hide(text)))
}

function bodyOf(body: string | Uint8Array | undefined, hide: Hide): readonly [bytes: string, text: string] {
  if (body === undefined || body.length === 0) return ['0', '']
  const { bodyBytes } = JOURNAL_LIMITS
  const text = typeof body === 'string' ? beginningOf(body, bodyBytes) : beginningOf(decoded(body), bodyBytes)
  return [String(Buffer.byteLength(body)), hide(text)]
}

/** Text that is not UTF-8 is shown as ISO-8859-1, so that no letter is lost: a body in that encoding is the most likely cause. */
function decoded(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, JOURNAL_LIMITS.bodyBytes))
  return isUtf8(body) ? bytes.toString() : bytes.toString('latin1')
}

const storedWant: z.ZodType<Want> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('value'), value: z.unknown() }),
  z.object({ kind: z.literal('name'), name: z.string() }),
  z.object({ kind: z.literal('known'), noun: z.string(), key: z.string() }),
  z.object({ kind: z.literal('act'), act: z.enum(ACTS), of: z.string().optional() }),
])

/** What a stored fault wanted; undefined when another version has stored another form. */
const wantOfFault = storedWant.optional().catch(undefined)

// For JSON undefined and absent are the same, for a type they are not.
const faultsIn = z.array(
  z
    .object({
      text: z.string(),
      path: z.string().optional(),
      want: wantOfFault,
      rule: z.string().optional(),
      ofVariable: z.literal(true).optional(),
    })
    .transform(({ path, ofVariable, ...fault }) => ({
      ...fault,
      ...(path === undefined ? {} : { path }),
      ...(ofVariable === undefined ? {} : { ofVariable }),
    })),
)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Calls in written form, those of a world together, without secrets: no server's token, no private key, no cookie. */
export function batchesOf(
  calls: readonly AnsweredCall[],
  { hide, mayHoldSecret }: ReturnType<typeof secretsOf>,
): readonly Batch[] {
  return [...new Set(calls.map(({ world }) => world))].map(world => {
    const own = calls.filter(call => call.world === world)
    const [values, rows] = [valuesOf(own, asItIs), own.map(call => rowOf(call, asItIs))]
    // Very few contain a secret, so all are searched together.
    let texts = ''
    for (const list of [...values, ...rows.map(row => Object.values(row))])
      for (const text of list) if (typeof text === 'string') texts += `${text}\n`
    return mayHoldSecret(texts)
      ? { world, rows: own.map(call => rowOf(call, hide)), messages: pack(valuesOf(own, hide)) }
      : { world, rows, messages: pack(values) }
  })
}

const asItIs: Hide = text => text

function rowOf(call: AnsweredCall, hide: Hide): Batch['rows'][number] {
  const { world, id, at, by, door, operation, tppId, method, target, requestId, traceId } = call
  const { status, code, durationMs, faults } = call
  const [fault] = faults
  const text = (value: string | undefined) => (value === undefined || value === '' ? null : hide(value))
  return {
    world,
    id,
    at: at.getTime(),
    by,
    door,
    operation: text(operation),
    tppId: text(tppId),
    method: hide(method),
    target: hide(target),
    requestId: text(requestId),
    traceId: text(traceId),
    status,
    code: text(code),
    durationMs: Math.round(durationMs * 1000) / 1000,
    cause: fault === undefined ? null : hide(causeOf(fault)),
  }
}
