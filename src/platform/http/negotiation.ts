import Negotiator from 'negotiator'

/** The media type that a client prefers; undefined when it accepts none of them. The first one when it states nothing. */
export function chooseType<Type extends string>(accept: string | undefined, offered: readonly Type[]) {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const chosen = new Negotiator({ headers: { accept } }).mediaType([...offered])
  return offered.find(type => type === chosen)
}

/** Whether a browser requests a page to read, rather than a program data. */
export function wantsPage(accept: string | undefined): boolean {
  const types = ['application/json', 'application/graphql-response+json', 'text/html']
  return accept !== undefined && chooseType(accept, types) === 'text/html'
}

/** Whether it accepts a compressed answer. */
export function wantsGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false
  return new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['gzip', 'identity'])[0] === 'gzip'
}

/** The languages of texts for people (D19). */
export type Language = 'en' | 'nb'

// A reader of any Norwegian is served in bokmål.
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['en', 'en'],
  ['nb', 'nb'],
  ['no', 'nb'],
  ['nn', 'nb'],
])

/** The language of a reader, English when none of ours is requested (D19). */
export function chooseLanguage(accepted: string | undefined): Language {
  if (accepted === undefined) return 'en'
  const chosen = new Negotiator({ headers: { 'accept-language': accepted } }).language([...LANGUAGES.keys()])
  return LANGUAGES.get(chosen ?? 'en') ?? 'en'
}
