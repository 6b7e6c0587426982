/**
 * The name that was probably meant by a wrong one: the same letters in another style, one typing mistake, or a name with the same words. `amount`
 * suggests `transactionAmount` if no other name has that word, and `customerName` suggests `name`. Nothing when several names fit equally well, since
 * a wrong suggestion is worse than none. When there are many or long names, not all are compared (D74).
 */
export function nearest(wrong: string, names: Iterable<string>, most = typingMistakes(wrong)): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined
  const letters = lettersOf(wrong)
  const all: string[] = []
  for (const name of names) {
    if (all.length === MOST_NAMES) break
    if (letters !== '' && lettersOf(name) === letters) return name
    all.push(name)
  }
  return typedAs(wrong, all, most) ?? ofTheSameWords(wrong, all)
}

/** The only name among the nearest that differs by one typing mistake. */
function typedAs(wrong: string, names: readonly string[], most: number): string | undefined {
  let best: { readonly name: string; readonly apart: number } | undefined
  let isShared = false
  for (const name of names) {
    const apart = distance(wrong, name, most)
    if (apart > most || (best !== undefined && apart > best.apart)) continue
    isShared = apart === best?.apart && name !== best.name
    best = { name, apart }
  }
  return isShared ? undefined : best?.name
}

/** The only name that contains all words of the wrong one, or whose words all end it. */
function ofTheSameWords(wrong: string, names: readonly string[]): string | undefined {
  const words = wordsOf(wrong)
  if (words.length === 0) return undefined
  const longer = names.filter(name => {
    const own = wordsOf(name)
    return own.length > words.length && words.every(word => own.includes(word))
  })
  const shorter = names.filter(name => {
    const own = wordsOf(name)
    return own.length > 0 && own.length < words.length && own.join(' ') === words.slice(-own.length).join(' ')
  })
  const [only, another] = [...shorter, ...longer]
  return another === undefined ? only : undefined
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ .]+/)
    .filter(word => word !== '')
}

/** A name in our style: `creditor_name` becomes `creditorName`. */
function lettersOf(name: string): string {
  return name.replaceAll(/[-_ ]/g, '').toLowerCase()
}

/** How many letters one typing mistake may change. */
function typingMistakes({ length }: string): number {
  return length < 2 ? 0 : length < 6 ? 1 : 2
}

/** One search takes a millisecond or so, and a refusal lists 20 faults. */
const MOST_NAMES = 500

const LONGEST_NAME = 40
/**
 * How many letters must be changed, added, removed, or exchanged with the next (optimal string alignment). When there are more than `most`, any
 * number above `most`.
 */
function distance(one: string, other: string, most: number): number {
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  let [earlier, now] = [before.slice(), before.slice()]
  for (let row = 1; row <= one.length; row += 1) {
    // Beyond this distance from the diagonal, more letters differ than allowed.
    const [first, last] = [Math.max(1, row - most), Math.min(other.length, row + most)]
    now[first - 1] = row
    const letter = one.charCodeAt(row - 1)
    let least = row
    for (let column = first; column <= last; column += 1) {
      const same = letter === other.charCodeAt(column - 1) ? 0 : 1
      const typed = Math.min((before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, (before[column - 1] ?? 0) + same)
      const isSwap = row > 1 && letter === other.charCodeAt(column - 2) && one[row - 2] === other[column - 1]
      const here = isSwap ? Math.min(typed, (earlier[column - 2] ?? 0) + 1) : typed
      now[column] = here
      least = Math.min(least, here)
    }
    if (least > most) return least
    ;[earlier, before, now] = [before, now, earlier]
  }
  return before[other.length] ?? 0
}
