import MiniSearch from 'minisearch'
import { nearest } from '../../../domain/nearest-names.ts'

/** A place of the documentation: address, title, text and kind. */
export type Passage = {
  readonly address: string
  readonly title: string
  readonly says: string
  readonly kind: PassageKind
  /** More text to search in. */
  readonly text?: string
}

/** The weight of each kind: there are hundreds of fields. */
const WEIGHTS = { operation: 6, page: 6, error: 4, warning: 3, decision: 2, field: 1 } as const
type PassageKind = keyof typeof WEIGHTS

/** Finds passages by the beginnings of words, also with a typing mistake, and by synonyms (D108). The best come first. When few have all words, those with some of them follow. */
export type Finder = (text: string) => Passage[]

/** Indexes the passages in parts, so that other calls are answered meanwhile (D74). */
export async function createFinder(passages: readonly Passage[]): Promise<Finder> {
  const index = new MiniSearch<Passage & { readonly id: number }>({
    fields: ['title', 'says', 'text'],
    searchOptions: {
      boost: { title: 4, says: 1, text: 0.5 },
      prefix: term => term.length > 1,
      // A swap of two letters counts as two.
      fuzzy: term => (term.length > 6 ? 2 : term.length > 3 ? 1 : false),
      boostDocument: id => WEIGHTS[passages[Number(id)]?.kind ?? 'field'],
    },
  })
  await index.addAllAsync(
    passages.map((passage, id) => ({ ...passage, id })),
    { chunkSize: 20 },
  )
  return text => {
    const all = text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
    if (all.length === 0) return []
    const large = all.filter(word => !SMALL_WORDS.has(word))
    const words = large.length === 0 ? all : large
    const queries = words.map(word => ({ combineWith: 'OR' as const, queries: [word, ...alike(word).map(exactly)] }))
    const whole = index.search({ combineWith: 'AND', queries })
    const part = whole.length < FEW ? index.search({ combineWith: 'OR', queries }) : []
    return [...new Set([...whole, ...part].map(({ id }) => Number(id)))].flatMap(id => passages[id] ?? [])
  }
}

/** With fewer passages than this, a reader looks further. */
const FEW = 3

/** Words of a question that say nothing of its subject. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and are at be by can do does for from how i if in into is it me my of on or our the there this to what when where which who why with you'.split(
    ' ',
  ),
)

/** Words that people use, and the words of this documentation for the same. */
const SYNONYMS: readonly (readonly [begins: string, words: readonly string[]])[] = [
  ['idempot', ['D15', 'X-Request-ID']],
  ['retry', ['D15', 'X-Request-ID']],
  ['sign', ['signature']],
  ['approv', ['SCA', 'authorise', 'authorisation']],
  ['login', ['SCA', 'PSU']],
  ['authoriz', ['authorise', 'authorisation']],
  ['sca', ['authorisation', 'approve']],
  ['mtls', ['certificate']],
  ['webhook', ['subscription', 'redirect']],
  ['mock', ['scenario', 'fixture']],
  ['simulat', ['scenario']],
  ['throttl', ['ACCESS_EXCEEDED']],
  ['ratelimit', ['ACCESS_EXCEEDED']],
  ['limit', ['ACCESS_EXCEEDED']],
  ['rate', ['ACCESS_EXCEEDED']],
  ['seed', ['fixture', 'generate']],
  ['time', ['clock']],
  ['beneficiary', ['creditor']],
  ['payee', ['creditor']],
  ['payer', ['debtor']],
  ['refund', ['cancel']],
  ['docker', ['hosting', 'container']],
  ['wrong', ['invalid']],
  ['missing', ['required']],
]

function alike(word: string): readonly string[] {
  return SYNONYMS.flatMap(([begins, words]) => (beginsWith(word, begins) ? words : []))
}

/** Also with a typing mistake, if the word is long enough. */
function beginsWith(word: string, begins: string): boolean {
  if (word.startsWith(begins) || begins.length < 5) return word.startsWith(begins)
  return [-1, 0, 1].some(more => nearest(word.slice(0, begins.length + more), [begins]) !== undefined)
}

/** A query that all words must match exactly. */
const exactly = (text: string) => ({ combineWith: 'AND' as const, queries: [text], prefix: false, fuzzy: false })

/** The passages that cite each decision, one of each page. */
export function citationsOf(passages: readonly Passage[]): ReadonlyMap<string, readonly Passage[]> {
  const found = new Map<string, Map<string, Passage>>()
  for (const passage of passages) {
    if (passage.kind === 'field') continue
    for (const [id] of `${passage.says} ${passage.text ?? ''}`.matchAll(/\bD\d{1,3}\b/g)) {
      if (passage.address === `/decisions#${id}`) continue
      const citing = found.get(id) ?? new Map<string, Passage>()
      citing.set(passage.address, passage)
      found.set(id, citing)
    }
  }
  return new Map([...found].map(([id, citing]) => [id, [...citing.values()]]))
}
