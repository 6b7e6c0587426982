/**
 * [I] Authentication: the headers that say on whose behalf a call acts, and where the PSU goes afterwards, are as much part of a call as its body
 * (D15).
 */
export const ACTING_FOR = ['PSU-ID', 'X-PSU-IDENTITY', 'PSU-Corporate-ID', 'PSU-Context', 'TPP-Redirect-URI'] as const

type CallParts = {
  readonly method: string
  readonly target: string
  /** The headers of ACTING_FOR, in their order. */
  readonly acting: readonly (string | null)[]
  readonly body: Uint8Array
}

const NAMES = ['method', 'path or query', ...ACTING_FOR, 'body']

/**
 * The version of the stored form, in front of the hash. It changes when the parts of the hash or the sums change; records of an older version are
 * then compared by their sums alone. The first records had no version, and the hash of this one.
 */
const FORM = '2 '
const FORMS_OF_THIS_HASH: readonly string[] = ['', FORM]

/**
 * What identifies a repeated call (D15): a hash of all of it, which alone decides, followed by small sums of its parts, which show where a different
 * call differs.
 */
export function writeFingerprint(whole: string, { method, target, acting, body }: CallParts): string {
  const sums = [target, ...acting.map(value => value ?? '')].map(sumOfText)
  return `${FORM}${whole} ${method} ${sums.join(' ')} ${sumOf(body)}`
}

/**
 * Whether a call is the stored one. A record in an older form is compared as far as possible: a client's retry must not be refused because the bank
 * was updated.
 */
export function isSameCall(stored: string, call: string): boolean {
  const [one, other] = [read(stored), read(call)]
  if (one.whole === other.whole) return true
  const isOlder = !FORMS_OF_THIS_HASH.includes(one.form) || one.sums.length === 0
  return isOlder && otherParts(stored, call).length === 0
}

/**
 * The names of the parts that differ; none when one of the two has no sums, or when the sums are equal by chance. Method and target have their place
 * in every version.
 */
export function otherParts(one: string, other: string): readonly string[] {
  const [ours, theirs] = [read(one).sums, read(other).sums]
  const shared = ours.length === theirs.length ? ours.length : Math.min(ours.length, theirs.length, 2)
  return NAMES.slice(0, shared).filter((_, place) => ours[place] !== theirs[place])
}

type Fingerprint = { readonly form: string; readonly whole: string | undefined; readonly sums: readonly string[] }

function read(fingerprint: string): Fingerprint {
  // A hash is longer than any version.
  const [form = ''] = /^[^ ]{1,3} /.exec(fingerprint) ?? []
  const [whole, ...sums] = fingerprint.slice(form.length).split(' ')
  return { form, whole, sums }
}

// FNV-1a. Of a long body only its beginning and its length: sums decide nothing.
const MOST_BYTES = 4_096

function sumOf(bytes: Uint8Array): string {
  let sum = 0x811c9dc5 ^ bytes.length
  for (let place = 0; place < Math.min(bytes.length, MOST_BYTES); place += 1)
    sum = Math.imul(sum ^ (bytes[place] ?? 0), 0x01000193)
  return (sum >>> 0).toString(36)
}

function sumOfText(text: string): string {
  let sum = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1) sum = Math.imul(sum ^ text.charCodeAt(place), 0x01000193)
  return (sum >>> 0).toString(36)
}
