import { type GraphQLSchema, Lexer, Source, TokenKind } from 'graphql'
import { nearest } from '../../domain/fixtures.ts'

/** A part of a text, and what stands there instead. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** What makes a text readable as GraphQL that cannot be read at a place: by what stands there, and before it. */
export function readableAt(text: string, at: number, schema: GraphQLSchema): readonly Edit[] | undefined {
  const [found = '', before = ''] = [text[at], text.slice(0, at).trimEnd().at(-1)]
  if (found === '' || found === '\n') return closing(text) ?? endOfString(text, at)
  if (found === "'" || CURLED.includes(found)) return quoted(text)
  if (found === '=') return [{ start: at, end: at + 1, text: ':' }]
  if (found === '}' && before === '{') return [{ start: at, end: at, text: '__typename ' }]
  if (found === ')' && before === '(') return [{ start: text.lastIndexOf('(', at), end: at + 1, text: '' }]
  const [word] = /^\w+/.exec(text.slice(at)) ?? []
  if (word === undefined) return [{ start: at, end: at + 1, text: '' }]
  if (before === '') return beginning(text, at, word, schema)
  // Names between the brackets of an operation are those of its variables.
  return '(,'.includes(before) && !text.slice(0, at).includes('{') ? [{ start: at, end: at, text: '$' }] : undefined
}

const CURLED = '\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f'

/** The brackets that were not closed, in their order. */
function closing(text: string): Edit[] | undefined {
  const lexer = new Lexer(new Source(text))
  const open: string[] = []
  try {
    for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
      const own = CLOSING[kind]
      if (own !== undefined) open.push(own)
      else if (kind === open.at(-1)) open.pop()
    }
  } catch {
    return undefined
  }
  if (open.length === 0) return undefined
  return [{ start: text.length, end: text.length, text: ` ${open.toReversed().join(' ')}` }]
}

const CLOSING: Readonly<Partial<Record<TokenKind, string>>> = {
  [TokenKind.BRACE_L]: TokenKind.BRACE_R,
  [TokenKind.BRACKET_L]: TokenKind.BRACKET_R,
  [TokenKind.PAREN_L]: TokenKind.PAREN_R,
}

function quoted(text: string): Edit[] {
  return [...text.matchAll(/['\u2018-\u201f]/g)].map(({ index }) => ({ start: index, end: index + 1, text: '"' }))
}

/** A string ends where the first bracket or the line does. */
function endOfString(text: string, at: number): Edit[] | undefined {
  const begin = text.lastIndexOf('"', at - 1)
  if (begin < 0) return undefined
  const rest = text.slice(begin + 1)
  const length = /[)\]}\n]/.exec(rest)?.index ?? rest.length
  const end = begin + 1 + rest.slice(0, length).trimEnd().length
  return [{ start: end, end, text: '"' }]
}

/** A document that begins with a field has lost its brackets; another word is a keyword that was misspelt. */
function beginning(text: string, start: number, word: string, schema: GraphQLSchema): Edit[] | undefined {
  const has = (type: ReturnType<GraphQLSchema['getQueryType']>) => type?.getFields()[word] !== undefined
  const kind = has(schema.getQueryType()) ? '' : has(schema.getMutationType()) ? 'mutation ' : undefined
  if (kind !== undefined)
    return [
      { start, end: start, text: `${kind}{ ` },
      { start: text.length, end: text.length, text: ' }' },
    ]
  const near = nearest(word.toLowerCase(), ['query', 'mutation', 'fragment'])
  return near === undefined ? undefined : [{ start, end: start + word.length, text: near }]
}
