/** [I] Authentication: what says for whom a call acts, and where the PSU goes after it, is as much a part of it as its body (D15). */
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
 * What a call is told by when it is sent again (D15): a hash of all of it, which alone decides; behind it, small sums of its parts, for who asks which of them
 * was another.
 */
export function writeFingerprint(whole: string, { method, target, acting, body }: CallParts): string {
  const sums = [target, ...acting.map(value => value ?? '')].map(sumOfText)
  return `${whole} ${method} ${sums.join(' ')} ${sumOf(body)}`
}

export function isSameCall(one: string, other: string): boolean {
  return wholeOf(one) === wholeOf(other)
}

/** The parts that differ, by their names; none where one of the two has no sums, or where these are equal by chance. */
export function otherParts(one: string, other: string): readonly string[] {
  const [, ...ours] = one.split(' ')
  const [, ...theirs] = other.split(' ')
  return ours.length === theirs.length ? NAMES.filter((_, place) => ours[place] !== theirs[place]) : []
}

function wholeOf(fingerprint: string): string {
  const end = fingerprint.indexOf(' ')
  return end < 0 ? fingerprint : fingerprint.slice(0, end)
}

// FNV-1a. Of a long body its beginning and its length: this decides nothing.
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
