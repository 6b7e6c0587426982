import { existsSync, readFileSync } from 'node:fs'
import { TERMS } from '../../../../src/workbench/pages/docs/terms.ts'
import { type Forms, WrongName } from './names.ts'

/** Refuses a noun that the bank has already, for which the bank has another word, or that is a word of TypeScript. */
export function assertFree({ One, Many, one, many, file, word, words }: Forms, paths: readonly string[]): void {
  const wrong = (cause: string, right = 'Take another noun.') => new WrongName(`"${file}" ${cause}. ${right}`)
  const taken = [...paths.filter(path => existsSync(path)), ...namesIn(one, many, One, Many)]
  if (taken[0] !== undefined) throw wrong(`is taken: there is ${taken[0]} already`)
  const term = TERMS.find(({ not }) => not.some(other => [word, words].includes(other.toLowerCase())))
  if (term !== undefined)
    throw wrong(
      `is a word that no text uses (D107): the bank says ${term.word}`,
      'If another thing is meant, take another noun.',
    )
  if (RESERVED.has(one)) throw wrong(`cannot be a noun: ${one} is a word of TypeScript`)
}

/** What the store and the graph have under the names that the noun would bring. */
function namesIn(one: string, many: string, One: string, Many: string): readonly string[] {
  const graph = readFileSync('schema.graphql', 'utf8')
  const roots = ['Query', 'Mutation'].map(
    name => new RegExp(`^type ${name} \\{[\\s\\S]*?^\\}`, 'm').exec(graph)?.[0] ?? '',
  )
  const fields = `${one}|${many}|create${One}|create${Many}|delete${One}`
  const sought: readonly (readonly [where: string, what: string, text: string, pattern: string])[] = [
    [
      'prisma/schema.prisma',
      'the table or enum',
      readFileSync('prisma/schema.prisma', 'utf8'),
      `^(?:model|enum) (${One}|${Many}) `,
    ],
    [
      'schema.graphql',
      'the type',
      graph,
      `^(?:type|input|enum|interface|union|scalar) (${One}|${Many}|Create${One}Input)\\b`,
    ],
    ['schema.graphql', 'the field', roots.join('\n'), `^ {2}(${fields})[:(]`],
  ]
  return sought.flatMap(([where, what, text, pattern]) => {
    const found = new RegExp(pattern, 'm').exec(text)?.[1]
    return found === undefined ? [] : [`${what} ${found} in ${where}`]
  })
}

const RESERVED: ReadonlySet<string> = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)
