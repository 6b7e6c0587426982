import { capital, type Forms } from './names.ts'
import { afterLine, atEnd, atEndOf, beforeLine, withImport, withLine } from './source-text.ts'

/** A change of a file's text. */
export type Change = readonly [path: string, change: (text: string) => string]

/** What lists the nouns of a room: each gets the new one. */
export function nounLists(forms: Forms): readonly Change[] {
  return [...store(forms), ...bank(forms), ...api(forms), ...workbench(forms), ...tests(forms)]
}

const store = ({ One, one, many, word, aWord }: Forms): readonly Change[] => [
  [
    'prisma/schema.prisma',
    text =>
      atEnd(
        afterLine(text, '  scenarios  ', `  ${many.padEnd(16)} ${One}[]`),
        `/// ${capital(aWord)} of the bank.
model ${One} {
  worldId   String
  id        String
  name      String
  createdAt DateTime

  world World @relation(fields: [worldId], references: [id], onDelete: Cascade)

  @@id([worldId, id])
  @@unique([worldId, name])
}
`,
      ),
  ],
  ['src/platform/store/world-tables.ts', text => beforeLine(text, "  'Scenario',", `  '${One}',`)],
  [
    'src/platform/store/loaders/loaders.ts',
    text =>
      atEndOf(
        atEndOf(text, 'const rows = {', `  ${one}: (of: Of) => (ids: Ids) => of.db.${one}.findMany(of.withIds(ids)),`),
        'const LOADERS = {',
        `  ${one}: (of: Of) => of.lookup('${word}', rows.${one}(of)),`,
      ),
  ],
]

const bank = ({ One, one, many, file, word, words, aWord }: Forms): readonly Change[] => [
  ['src/domain/keys.ts', text => atEndOf(text, 'export const KEYED = {', `  ${One}: '${word}',`)],
  ['src/bank/resolvers/keys.ts', text => atEndOf(text, 'const READERS = {', `  ${One}: '${one}',`)],
  [
    'src/bank/operations/list.ts',
    text => withLine(atEndOf(text, 'const NOUNS = [', `  ${many},`), `import * as ${many} from './${file}.ts'`),
  ],
  ['src/bank/operations/entries/entry.ts', text => afterLine(text, "  | 'signing basket'", `  | '${word}'`)],
  [
    'src/sandbox/fixtures/inputs/fixtures.ts',
    text =>
      withImport(
        beforeLine(
          text,
          '    scenarios: list(',
          `    ${many}: list(${many}, '${capital(words)}.', '${capital(aWord)} of the bank.', {}),`,
        ),
        many,
        `../../../bank/operations/entries/${file}.ts`,
      ),
  ],
]

const api = ({ One, Many, one, many, file, word, words, aWord }: Forms): readonly Change[] => [
  [
    'src/api/rest/routes.ts',
    text => withImport(atEndOf(text, 'const ALL = [', `  ...${one}Routes,`), `${one}Routes`, `./${file}.ts`),
  ],
  ['src/api/graphql/all-nouns.ts', text => `${text}import './${file}.ts'\n`],
  [
    'src/api/graphql/nouns.ts',
    text => {
      // A list is described by the plural, which is said where it is not the singular with an s.
      const plural = words === `${word}s` ? '' : `, '${word}', '${words}'`
      const line = `export const ${Many} = noun('${One}', (bank, id) => bank.load.${one}(id)${plural})`
      return afterLine(text, 'export const Bookings = ', line)
    },
  ],
  [
    'src/api/openapi/tags.ts',
    text => afterLine(text, "  'Sandbox card transactions'", `  'Sandbox ${words}': '${capital(words)} of the bank.',`),
  ],
  [
    'src/api/openapi/parameters.ts',
    text => atEndOf(text, '  return {', `    ${one}Id: { description: 'The id of ${aWord}.' },`, 'function pathParts('),
  ],
  [
    'src/api/openapi/examples.ts',
    text =>
      atEndOf(
        atEndOf(text, 'export const ID_SOURCES', `  create${One}: { ${one}Id: '/id' },`),
        '  return {',
        `    create${One}: { body: { name: 'Example of ${aWord}' } },
    ${many}: {},
    ${one}: { after: { ${one}Id: 'create${One}' } },
    delete${One}: { after: { ${one}Id: 'create${One}' } },`,
        'function sandboxExamples(',
      ),
  ],
]

const workbench = ({ One, one, word, words }: Forms): readonly Change[] => [
  [
    'src/workbench/explain/near-rows.ts',
    text =>
      atEndOf(
        text,
        'const ROWS = {',
        `  '${word}': ctx => ctx.db.${one}.findMany({ ...latest(ctx), select: { id: true } }),`,
      ),
  ],
  [
    'src/workbench/explain/explained-rows.ts',
    text => atEndOf(text, 'const NOUNS: ', `  ['${One}', load => load.${one}, ['name']],`),
  ],
  [
    'src/workbench/pages/console/changes.tsx',
    text => atEndOf(text, 'export const THINGS = {', `  ${One}: ['${word}', '${words}'],`),
  ],
  [
    'src/workbench/pages/console/pages-of-things.ts',
    text =>
      atEndOf(
        text,
        'const PAGE_OF: ',
        `  // ${capital(words)} have no page of their own.
  ${One}: async () => '/',`,
      ),
  ],
]

const tests = ({ One, one, many, file, aWord }: Forms): readonly Change[] => [
  [
    'test/support/builders/builders.ts',
    text =>
      atEnd(
        atEndOf(text, 'export const PATHS = {', `  ${many}: '/v1/sandbox/${file}',`),
        `export const ${one}Body = (changes: Changes = {}) => ({ name: \`${One} \${nextNumber()}\`, ...changes })

export const add${One} = (world: World, changes?: Changes) => create(world, PATHS.${many}, ${one}Body(changes))
`,
      ),
  ],
  [
    'test/support/builders/whole-fixture.ts',
    text => beforeLine(text, '  scenarios: [', `  ${many}: [{ key: '${one}', createdAt: '-1D', name: '${One}' }],`),
  ],
  [
    'test/guards/routes.test.ts',
    text =>
      atEndOf(
        text,
        'const PUBLISHED = [',
        `  'POST /v1/sandbox/${file} sandboxWrite 201',
  'GET /v1/sandbox/${file} sandboxRead 200',
  'GET /v1/sandbox/${file}/{${one}Id} sandboxRead 200',
  'DELETE /v1/sandbox/${file}/{${one}Id} sandboxRead 204',`,
      ),
  ],
  [
    'test/guards/operations.test.ts',
    text =>
      atEndOf(
        atEndOf(text, 'const OPERATORS_READS = {', `  ${many}: '${One}Connection!',\n  ${one}: '${One}',`),
        'const TWINS = {',
        `  create${One}: 'mutation',\n  delete${One}: 'mutation',`,
      ),
  ],
  [
    'test/guards/fields.test.ts',
    text =>
      withImport(
        atEndOf(
          text,
          'const COMMANDS: ',
          `  '${aWord}': {
    operation: 'create${One}',
    path: PATHS.${many},
    known: ${one}Body(),
    list: '${many}',
  },`,
        ),
        `${one}Body`,
        '../support/builders/builders.ts',
      ),
  ],
]
