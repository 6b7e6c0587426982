/**
 * The name that was probably meant by a wrong one: the same letters in another style, one typing mistake, the same words, or a second typing mistake
 * in a long name. `amount` suggests `transactionAmount` if no other name has that word, `customerName` suggests `name`, and `setClock` suggests
 * `advanceClock`. Nothing when several names fit equally well, since a wrong suggestion is worse than none. When there are many or long names, not
 * all are compared (D74).
 */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined
  const letters = lettersOf(wrong)
  const all: string[] = []
  for (const name of names) {
    if (all.length === MOST_NAMES) break
    if (letters !== '' && lettersOf(name) === letters) return name
    all.push(name)
  }
  const { length } = wrong
  return (
    (length < 2 ? undefined : typedAs(wrong, all, 1)) ??
    ofTheSameWords(wrong, all) ??
    (length < LONG_NAME ? undefined : typedAs(wrong, all, 2))
  )
}

/**
 * The same; and where several names have all words of the wrong one, the one whose other words are its owner's, else all: `amount` in a
 * CardTransaction means `transactionAmount`, and `limit` in an Engagement `registerLimit` or `approvalLimit`.
 */
export function nearestOnes(wrong: string, names: readonly string[], owner: string): readonly string[] {
  const near = nearest(wrong, names)
  if (near !== undefined) return [near]
  const words = wordsOf(wrong)
  if (words.length === 0 || wrong.length > LONGEST_NAME) return []
  const containing = names.filter(name => words.every(word => wordsOf(name).includes(word)))
  const owners = wordsOf(owner)
  const own = containing.filter(name => wordsOf(name).every(word => words.includes(word) || owners.includes(word)))
  const found = own.length === 1 ? own : containing
  return found.length > MOST_MEANT ? [] : found
}

/** Of more names none is likely. */
const MOST_MEANT = 3

/** From this length on two typing mistakes are likely; in a shorter name they make another word, as `account` of `amount`. */
const LONG_NAME = 8

/** The only name among the nearest that differs by so many typing mistakes. */
function typedAs(wrong: string, names: readonly string[], most: number): string | undefined {
  let least = most
  const nearby = new Set<string>()
  for (const name of names) {
    const apart = distance(wrong, name, least)
    if (apart > least) continue
    if (apart < least) nearby.clear()
    least = apart
    nearby.add(name)
  }
  const [only, another] = nearby
  return another === undefined ? only : undefined
}

/** The only name whose words all end the wrong one, else the only one that contains all of its words, else the only one that means the same. */
function ofTheSameWords(wrong: string, names: readonly string[]): string | undefined {
  const words = wordsOf(wrong)
  if (words.length === 0) return undefined
  const all = names.map(name => ({ name, own: wordsOf(name) }))
  const ending = all.filter(({ own }) => own.join(' ') === words.slice(-own.length).join(' '))
  const containing = all.filter(({ own }) => words.every(word => own.includes(word)))
  const same = all.filter(
    ({ own }) => own.length === words.length && own.every((one, at) => meanTheSame(one, words[at])),
  )
  const [only, another] = [ending, containing, same].find(({ length }) => length > 0) ?? []
  return another === undefined ? only?.name : undefined
}

/** Words by which other banks and libraries name what a name of ours does or says: the first of each line is ours. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['advance', 'move', 'set', 'forward'],
  ['change', 'update', 'set', 'edit'],
  ['create', 'add', 'make', 'new'],
  ['delete', 'remove', 'drop'],
  ['grant', 'give', 'create'],
  ['state', 'status'],
]

function meanTheSame(ours: string, theirs: string | undefined): boolean {
  return ours === theirs || SYNONYMS.some(([own, ...others]) => own === ours && others.some(word => word === theirs))
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_ .]/)
    .filter(word => word !== '')
}

/** A name in our style: `creditor_name` becomes `creditorName`. */
function lettersOf(name: string): string {
  return name.replaceAll(/[-_ .]/g, '').toLowerCase()
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
      const isSwap = letter === other.charCodeAt(column - 2) && one[row - 2] === other[column - 1]
      const here = isSwap ? Math.min(typed, (earlier[column - 2] ?? 0) + 1) : typed
      now[column] = here
      least = Math.min(least, here)
    }
    if (least > most) return least
    ;[earlier, before, now] = [before, now, earlier]
  }
  return before[other.length] ?? 0
}
