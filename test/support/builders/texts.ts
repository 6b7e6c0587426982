import fc from 'fast-check'

/** Texts made up at random. fast-check has such too, and needs a second or two of each process to get ready to make them smaller. */

/** Any character of Unicode. */
const character = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map(place => String.fromCodePoint(place < 0xd800 ? place : place + 0x800))

/** Some that readers take for one, though they are several. */
const several = fc.constantFrom(
  'e\u0301',
  'a\u0308\u0323',
  '👨\u200d👩\u200d👧',
  '🇳🇴',
  '👍🏽',
  'नि',
  '각',
  '\r\n',
  '❤\ufe0f',
)

type Lengths = { readonly minLength?: number; readonly maxLength?: number }

/** Any text, often of characters that take several bytes, units or code points. */
export const anyText = (lengths: Lengths = {}): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.oneof({ weight: 4, arbitrary: character }, { weight: 2, arbitrary: ascii }, several),
    ...lengths,
  })
const ascii = fc.integer({ min: 0, max: 0x7f }).map(code => String.fromCharCode(code))

const word = fc.string({ unit: fc.constantFrom(...'abcxyz0129'), minLength: 1, maxLength: 12 })
const inUrl = fc.oneof(
  anyText({ maxLength: 8 }).map(encodeURIComponent),
  fc.constantFrom('.', '~', '!$', "'()", '*+,;=:@'),
)

/** Any query of an address. */
export const anyQuery: fc.Arbitrary<string> = fc.array(inUrl, { maxLength: 4 }).map(parts => parts.join('&'))

/** Any address of HTTP, with or without a port, a path and a query. */
export const anyUrl: fc.Arbitrary<string> = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.array(word, { minLength: 2, maxLength: 4 }).map(words => `${words.join('.')}.example`),
    port: fc.option(
      fc.integer({ min: 1, max: 65_535 }).map(port => `:${port}`),
      { nil: '' },
    ),
    path: fc.array(inUrl, { maxLength: 4 }).map(parts => parts.map(part => `/${part}`).join('')),
    query: fc.option(
      anyQuery.map(query => `?${query}`),
      { nil: '' },
    ),
  })
  .map(({ scheme, host, port, path, query }) => `${scheme}://${host}${port}${path}${query}`)
