/**
 * The name that is most like a wrong one, if any is like it: no more than so many letters differ. Where more than one does, a name that is the last word
 * of the wrong one is meant: `customerName` is `name` sooner than `customerNumber`. Of many or long names not all are looked at (D74).
 */
export function nearest(wrong: string, names: Iterable<string>, most = likeFor(wrong)): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined
  const lastWord = /[A-Z][a-z]+$/.exec(wrong)?.[0].toLowerCase()
  let best: { name: string; apart: number } | undefined
  let ending: string | undefined
  let looked = 0
  const letters = lettersOf(wrong)
  for (const name of names) {
    looked += 1
    if (looked > MOST_NAMES) break
    if (letters !== '' && lettersOf(name) === letters) return name
    if (name.toLowerCase() === lastWord) ending = name
    const apart = distance(wrong, name, most)
    if (apart <= most && (best === undefined || apart < best.apart)) best = { name, apart }
  }
  return best !== undefined && best.apart < 2 ? best.name : (ending ?? best?.name)
}

/** A name without what other languages write between its words: `creditor_name` is `creditorName`. */
function lettersOf(name: string): string {
  return name.replaceAll(/[-_ ]/g, '').toLowerCase()
}

/** How many letters may differ, by default: with three in a short name any two would be alike. */
function likeFor({ length }: string): number {
  return Math.min(3, Math.floor(length * 0.4) + 1)
}

/** One search takes a millisecond or so, and a refusal lists 20 faults. */
const MOST_NAMES = 500

const LONGEST_NAME = 40

/** How many letters are to be changed, added or taken away (Levenshtein); for more than `most`, any number above it. */
function distance(one: string, other: string, most: number): number {
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  let now = before.slice()
  for (let row = 1; row <= one.length; row += 1) {
    // Further from the diagonal more letters differ than may.
    const [first, last] = [Math.max(1, row - most), Math.min(other.length, row + most)]
    now[first - 1] = row
    const letter = one.charCodeAt(row - 1)
    let least = row
    for (let column = first; column <= last; column += 1) {
      const same = letter === other.charCodeAt(column - 1) ? 0 : 1
      const here = Math.min((before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, (before[column - 1] ?? 0) + same)
      now[column] = here
      least = Math.min(least, here)
    }
    if (least > most) return least
    ;[before, now] = [now, before]
  }
  return before[other.length] ?? 0
}
