import { readdirSync, readFileSync } from 'node:fs'
import { camel, capital, didYouMean, kebabOf, operationWords, pluralOf, WrongName, withArticle } from './names.ts'
import type { Change } from './noun-lists.ts'
import { operationTest } from './operation-test.ts'
import { atEnd, atEndOf, beforeLine, withImport } from './source-text.ts'

/** An operation to begin, and what it needs of its noun. */
export type Begun = {
  readonly name: string
  readonly Name: string
  /** The noun: `cardAccount`, `CardAccount`, `CardAccounts`, `card account`, and the name of its file in each room. */
  readonly one: string
  readonly One: string
  readonly Many: string
  readonly word: string
  readonly file: string
  /** Below the base URL: `/v1/sandbox/card-accounts/{mockCardAccountId}/close`. */
  readonly path: string
  /** The parameter of the path, and the field of a created thing that has its value. */
  readonly id: string
  readonly idField: string
  /** The field of the graph that shows its name. */
  readonly nameField: string
  /** The columns that must differ, where two things may not have the same name. */
  readonly unique: readonly string[]
}

/**
 * An operation that gives a thing of the noun another name: the smallest work that is seen at both doors. What the operation is meant to do takes its
 * place.
 */
export function beginOperation(given: string): {
  readonly begun: Begun
  readonly made: Readonly<Record<string, string>>
  readonly changes: readonly Change[]
} {
  const { verb, noun } = operationWords(given)
  const [name, one] = [camel(given), camel(noun)]
  const One = capital(one)
  const unique = tablesWithNames().get(One) ?? refuseNoun(verb, noun)
  const file = fileOf(one) ?? refuseNoun(verb, noun)
  const holder = fileOf(name)
  if (holder !== undefined)
    throw new WrongName(`"${given}" is taken: ${ROOM}/${holder}.ts has ${name}. Take another verb.`)
  const examples = read('src/api/openapi/examples.ts')
  const [, id = '', idField = ''] = new RegExp(`^  create${One}: \\{ (\\w+): '/(\\w+)' \\}`, 'm').exec(examples) ?? []
  const Many = pluralOfType(One)
  const path = `/v1/sandbox/${kebabOf(Many)}/{${id}}/${verb}`
  const words = { name, Name: capital(name), one, One, Many, word: noun.replaceAll('-', ' ') }
  const begun = { ...words, file, path, id, idField, nameField: nameFieldOf(One), unique }
  return {
    begun,
    made: { [`test/api/rest/${given}.test.ts`]: operationTest(begun) },
    changes: [...changesFor(begun), verbChange(verb)],
  }
}

const ROOM = 'src/bank/operations'
const read = (path: string) => readFileSync(path, 'utf8')

/** The name of the file that has an operation's record. */
function fileOf(name: string): string | undefined {
  const files = readdirSync(ROOM).filter(file => file.endsWith('.ts'))
  return files.find(file => read(`${ROOM}/${file}`).includes(`\n  name: '${name}',\n`))?.replace(/\.ts$/, '')
}

/** The tables that have names, and the columns by which a name is unique. */
function tablesWithNames(): ReadonlyMap<string, readonly string[]> {
  const models = read('prisma/schema.prisma').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)
  return new Map(
    [...models].flatMap(([, table = '', columns = '']) => {
      if (!/^ {2}name +String$/m.test(columns) || fileOf(camel(kebabOf(table))) === undefined) return []
      const [, unique = ''] = /@@unique\(\[([^\]]*\bname)\]\)/.exec(columns) ?? []
      return [[table, unique.split(', ').filter(column => column !== '')]]
    }),
  )
}

/** The plural of a noun in the graph, which says the plural of each. */
function pluralOfType(One: string): string {
  const [, Many] =
    new RegExp(`^export const (\\w+) = noun\\(\\s*'${One}'`, 'm').exec(read('src/api/graphql/nouns.ts')) ?? []
  return Many ?? pluralOf(One)
}

function nameFieldOf(One: string): string {
  const [type = ''] = new RegExp(`^type ${One} [\\s\\S]*?^\\}`, 'm').exec(read('schema.graphql')) ?? []
  return /^ {2}(name|\w+Name): String!/m.exec(type)?.[1] ?? 'name'
}

function refuseNoun(verb: string, noun: string): never {
  const known = [...tablesWithNames().keys()].map(kebabOf)
  const meant = known.find(one => pluralOf(one) === noun)
  throw new WrongName(
    meant === undefined
      ? `"${noun}" is no noun whose things have names: such nouns are ${known.join(', ')}. Begin the operation of another noun by hand: src/README.md says how.`
      : `An operation names its noun in the singular: ${didYouMean('operation', `${verb}-${meant}`)}`,
  )
}

function changesFor(begun: Begun): readonly Change[] {
  const { name, one, One, Many, word, file, path, id } = begun
  const exampleLine = `    ${name}: { after: { ${id}: 'create${One}' }, body: { name: 'Another name' } },`
  return [
    [`src/bank/inputs/${file}.ts`, text => withSchema(text, begun)],
    [`src/bank/resolvers/${file}.ts`, text => withResolver(text, begun)],
    [`${ROOM}/${file}.ts`, text => withRecord(text, begun)],
    [
      `src/api/rest/${file}.ts`,
      text => {
        const route = `  serveDone(operations.${name}, { ...CHANGE, path: '${path}' }),`
        return withImport(beforeLine(text, `  serve(operations.${one},`, route), 'CHANGE', './serve.ts')
      },
    ],
    [
      `src/api/graphql/${file}.ts`,
      text =>
        beforeLine(
          text,
          `  delete${One}: mutation(`,
          `  ${name}: mutation(t, operations.${name}, {
    payload: p => ({ ${one}: p.of(${Many}.type, 'The ${word}.', made => made) }),
    ids: { ${id}: ['id', "The ${word}'s id."] },
  }),`,
        ),
    ],
    ['src/api/openapi/examples.ts', text => atEndOf(text, '  return {', exampleLine, 'function sandboxExamples(')],
    ['test/guards/routes.test.ts', text => atEndOf(text, 'const PUBLISHED = [', `  'PUT ${path} sandboxWrite 204',`)],
    ['test/guards/operations.test.ts', text => atEndOf(text, 'const TWINS = {', `  ${name}: 'mutation',`)],
    [
      'test/guards/fields.test.ts',
      text => atEndOf(text, 'const ELSEWHERE: ', `  ${name}: 'its name is that of create${One}',`),
    ],
  ]
}

/** The verbs of operations are a list: a new one is added. */
function verbChange(verb: string): Change {
  return [
    'test/api/openapi/document.test.ts',
    text => (new RegExp(`[(|]${verb}[|)]`).test(text) ? text : text.replace('|initialize', `|initialize|${verb}`)),
  ]
}

function withSchema(text: string, { name, Name, word, path }: Begun): string {
  const added = `/** The body of PUT ${path}. */
export const ${name} = z
  .strictObject({ name: name(70, "The ${word}'s new name.") })
  .openapi('${Name}', { description: 'Another name for ${withArticle(word)}.' })
export type ${Name} = z.output<typeof ${name}>
`
  return withImport(atEnd(text, added), 'name', './values.ts')
}

function withResolver(text: string, { name, Name, one, One, word, file, unique }: Begun): string {
  const isUnique = unique.length > 0
  const parts = unique.map(column => (['worldId', 'name'].includes(column) ? column : `${column}: found.${column}`))
  const load = parts.some(part => part.includes('found.')) ? 'const found = await' : 'await'
  const check = `const taken = await tx.db.${one}.findUnique({ where: { ${unique.join('_')}: { ${parts.join(', ')} } } })
    if (taken !== null && taken.id !== id)
      throw new DomainError('CONFLICT', \`Another ${word} has this name already: \${taken.id}.\`, 'name')
`
  const added = `/** Gives ${withArticle(word)} another name. RESOURCE_UNKNOWN when the world does not have it${isUnique ? ', CONFLICT when the name is taken' : ''}. */
export function ${name}(ctx: Context, id: string, { name }: ${Name}): Promise<${One}> {
  return command(ctx, async tx => {
    const worldId = tx.world.id
    ${load} tx.load.${one}(id)
    ${isUnique ? check : ''}return tx.db.${one}.update({ where: { worldId_id: { worldId, id } }, data: { name } })
  })
}
`
  const typed = withImport(atEnd(text, added), Name, `../inputs/${file}.ts`, 'import type')
  return isUnique ? withImport(typed, 'DomainError', '../../domain/errors.ts') : typed
}

function withRecord(text: string, { name, one, word, id, file, unique }: Begun): string {
  const isUnique = unique.length > 0
  const [, facts = 'one'] =
    new RegExp(`^export const ${one} = operation\\(\\{\n  \\.\\.\\.(\\w+),`, 'm').exec(text) ?? []
  const isWhole = text.includes(`import * as inputs from '../inputs/${file}.ts'`)
  const added = `export const ${name} = operation({
  ...${facts},
  name: '${name}',
  summary: 'Rename ${withArticle(word)}',
  description: 'Gives ${withArticle(word)} another name.${isUnique ? ' CONFLICT when the name is taken.' : ''}',
  input: ${isWhole ? `inputs.${name}` : `${name}Body`},
  refusals: ['RESOURCE_UNKNOWN'${isUnique ? ", 'CONFLICT'" : ''}],
  run: (ctx, { ids, input }) => resolvers.${name}(ctx, ids.${id}, input),
})
`
  const whole = atEnd(text, added)
  return isWhole ? whole : withImport(whole, `${name} as ${name}Body`, `../inputs/${file}.ts`)
}
