/** More names than the clients of a bank use, unless somebody makes them up. */
const MOST_KNOWN = 1_000
const LONGEST_KNOWN = 60
const known = new Map<string, string>()

/** The name of a header in small letters. Clients use few names, again and again, so that each is changed once. */
export function inSmallLetters(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const small = name.toLowerCase()
  if (known.size < MOST_KNOWN && name.length <= LONGEST_KNOWN) known.set(name, small)
  return small
}
