import { randomBytes } from 'node:crypto'

/**
 * UUIDs of version 7 (RFC 9562, 5.7), each greater than the one before: 48 bits for the millisecond, 26 for where it stands in it, counted from a random
 * number below half of that, and 48 that are random. Most calls make several, so random bytes are asked for in bulk.
 */
export function createIds(now: () => number = Date.now): () => string {
  let [digits, used] = ['', 0]
  const random = (length: number) => {
    if (used + length > digits.length) [digits, used] = [randomBytes(RANDOM_BYTES).toString('hex'), 0]
    used += length
    return digits.slice(used - length, used)
  }
  let [ms, head, place] = [Number.NEGATIVE_INFINITY, '', 0]
  const begin = (at: number) => {
    const time = at.toString(16).padStart(12, '0')
    ms = at
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`
    place = Number.parseInt(random(7), 16) % (PLACES / 2)
  }
  return () => {
    const at = now()
    place += 1
    if (at > ms) begin(at)
    // A clock that stands still, or goes back, does not make two alike.
    else if (place === PLACES) begin(ms + 1)
    const inMiddle = (place >>> 14).toString(16).padStart(3, '0')
    return `${head}${inMiddle}-${(0x8000 | (place & 0x3fff)).toString(16)}-${random(12)}`
  }
}

const RANDOM_BYTES = 3_072
const PLACES = 2 ** 26
