import type { HeaderLine, JournaledCall, JudgedFault, Step } from '../../domain/calls.ts'
import type { Fault } from '../../domain/errors.ts'
import { beginningOf, parseJson } from '../../domain/texts.ts'

/** The parts of a call that show what was found. */
type SignedCall = Pick<JournaledCall, 'method' | 'target' | 'request'>

/** The faults of a step. The checks of the signature refuse a header once: what they say of it after that explains it. */
export function judgeFaults(faults: readonly Fault[], step: Step, call: SignedCall): JudgedFault[] {
  return faults.map((fault, place) =>
    PROOFS.has(step) && faults.findIndex(({ path }) => path === fault.path) < place
      ? { ...fault, expected: undefined, found: undefined, isNote: true }
      : judgeFault(fault, step, call),
  )
}

const PROOFS: ReadonlySet<Step> = new Set(['CERTIFICATE', 'SIGNATURE', 'DIGEST'])

/**
 * What was expected and what was found (D95), computed when a call is opened: the fault says what would be right, and the call shows what stood
 * there. Nothing of this is computed while the call is answered.
 */
export function judgeFault(fault: Fault, step: Step, call: SignedCall): JudgedFault {
  return {
    ...fault,
    expected: expectedOf(fault, step),
    found: foundAt(fault.path, step, call),
  }
}

const LONGEST = 300

/** What a step wants, whatever its fault is. */
const EXPECTED: Readonly<Partial<Record<Step, string>>> = {
  FRAMING: 'one request of HTTP that can be read in one way only',
  ACCESS: 'a caller that may use this door',
  ROUTE: 'a path and a method that the bank has',
  WORLD: 'the name of a world of this server',
  SIZE: 'headers and a body within their limits',
  CERTIFICATE: 'a certificate of a trusted issuer, within its dates',
  SIGNATURE: 'the signature of the signing string, made with the key of the certificate',
  DIGEST: 'the digest of the body',
  ROLES: 'a role that allows the operation',
  REQUIRED_HEADERS: 'the header',
  REPLAY: 'an X-Request-ID that was not used for another call',
  MEDIA_TYPE: 'application/json in UTF-8',
}

/** What a fault wants, in words; its sentence when it names no value. */
function expectedOf({ text, path, want }: Fault, step: Step): string | undefined {
  if (want?.kind === 'nothing') return 'no such field'
  if (want?.kind === 'once') return 'it once'
  if (want?.kind === 'value') return cut(typeof want.value === 'string' ? want.value : JSON.stringify(want.value))
  if (want?.kind === 'name') return want.name
  return EXPECTED[step] ?? (path === undefined ? EXPECTED_OF_WHOLE[step] : cut(text))
}

const EXPECTED_OF_WHOLE: Readonly<Partial<Record<Step, string>>> = {
  HEADER_FORMATS: 'a value in the form of the header',
  BODY: 'a body in the form that the operation wants',
  DOCUMENT: 'a document that fits the schema and its limits',
}

function foundAt(path: string | undefined, step: Step, call: SignedCall): string | undefined {
  const { method, target, request } = call
  if (step === 'ROUTE' || step === 'WORLD' || step === 'FRAMING') return cut(`${method} ${target}`)
  if (step === 'SIZE') return `${request.bytes} bytes of body, ${sizeOf(request.headers)} of headers`
  const name = path ?? HEADERS_OF[step]
  if (name === undefined) return undefined
  const header = request.headers.filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  if (header.length > 0) return cut(header.join(', '))
  if (step === 'REQUIRED_HEADERS' || HEADERS_OF[step] !== undefined) return 'nothing'
  const query = new URLSearchParams(target.split('?').slice(1).join('?')).getAll(name)
  if (query.length > 0) return cut(query.join(', '))
  return foundInBody(name, request.body)
}

/** The headers that a step checks, if its fault names none. */
const HEADERS_OF: Readonly<Partial<Record<Step, string>>> = {
  CERTIFICATE: 'TPP-Signature-Certificate',
  SIGNATURE: 'Signature',
  DIGEST: 'Digest',
  HEADER_FORMATS: 'X-Request-ID',
  REPLAY: 'X-Request-ID',
}

function sizeOf(headers: readonly HeaderLine[]): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
}

function foundInBody(path: string, text: string | undefined): string | undefined {
  const body = parseJson(text ?? '')
  if (body === undefined) return undefined
  // At the operator's door a body is the argument `input` (D71).
  const places = [body, at(at(body, 'variables'), 'input'), at(body, 'variables')]
  const parts = path.split(/[.[\]]/).filter(part => part !== '')
  const values = places.map(place => parts.reduce<unknown>(at, place)).filter(value => value !== undefined)
  return values.length === 0 ? 'nothing' : cut(JSON.stringify(values[0]))
}

function at(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Object.entries(value).find(([one]) => one === name)?.[1]
}

function cut(text: string): string {
  return text.length > LONGEST ? `${beginningOf(text, LONGEST)}…` : text
}
