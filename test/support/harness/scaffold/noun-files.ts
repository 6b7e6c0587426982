import { capital, type Forms } from './names.ts'

/** The files of a new noun, one in each room, with the lines that are the same for each. */
export function nounFiles(forms: Forms): Readonly<Record<string, string>> {
  const { file } = forms
  return {
    [`src/domain/${file}.ts`]: domain(forms),
    [`src/bank/inputs/${file}.ts`]: inputs(forms),
    [`src/bank/resolvers/${file}.ts`]: resolvers(forms),
    [`src/bank/resolvers/exports/${file}.ts`]: exports(forms),
    [`src/bank/operations/${file}.ts`]: operations(forms),
    [`src/bank/operations/entries/${file}.ts`]: entries(forms),
    [`src/api/rest/${file}.ts`]: rest(forms),
    [`src/api/graphql/${file}.ts`]: graphql(forms),
  }
}

const domain = ({ One, aWord, word }: Forms) => `import { DomainError } from './errors.ts'

/** CONFLICT when another ${word} has the name already. */
export function assertNew${One}(name: string, taken: { readonly id: string } | null): void {
  if (taken === null) return
  const text = \`There is already ${aWord} with the name \${JSON.stringify(name)}: \${taken.id}.\`
  throw new DomainError('CONFLICT', text, 'name')
}
`

const inputs = ({ One, one, words, aWord, word, file }: Forms) => `import { z } from '@hono/zod-openapi'
import { which } from './filters.ts'
import { name, text } from './values.ts'

/** The body of POST /v1/sandbox/${file}. */
export const create${One} = z
  .strictObject({ name: name(70, "The ${word}'s name; unique in the world.") })
  .openapi('Create${One}', { description: '${capital(aWord)} to add.' })
export type Create${One} = z.output<typeof create${One}>

export const ${one}Filter = z
  .strictObject({
    nameContains: text(70, 'Only ${words} whose name holds this text. Capitals of A to Z do not matter.').optional(),
  })
  .openapi('${One}Filter', which('${words}'))
export type ${One}Filter = z.output<typeof ${one}Filter>
`

const resolvers = ({
  One,
  Many,
  one,
  file,
  aWord,
  words,
}: Forms) => `import { assertNew${One} } from '../../domain/${file}.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type { ${One} } from '../../generated/client.ts'
import type { Context } from '../context.ts'
import type { Create${One}, ${One}Filter } from '../inputs/${file}.ts'
import { command } from './command.ts'
import { condition, type Listing, listWorld, rowsOf } from './lists.ts'

/** Adds ${aWord}. CONFLICT when the name is taken. */
export function create${One}(ctx: Context, { name }: Create${One}): Promise<${One}> {
  return command(ctx, async tx => {
    const worldId = tx.world.id
    assertNew${One}(name, await tx.db.${one}.findUnique({ where: { worldId_name: { worldId, name } } }))
    return tx.db.${one}.create({
      data: { worldId, id: tx.newId('${One}'), name, createdAt: tx.now } satisfies ${One},
    })
  })
}

/** All ${words} of the world, oldest first. */
export function list${Many}({ db, world }: Context): Promise<${One}[]> {
  return db.${one}.findMany({ where: { worldId: world.id }, orderBy: { id: 'asc' } })
}

/** All ${words} that pass a filter, oldest first. */
export function pageOf${Many}(ctx: Context, args: PageArgs, filter?: ${One}Filter | null): Promise<Listing<${One}>> {
  const conditions = condition('name', 'contains', filter?.nameContains)
  return listWorld(ctx, '${One}', args, conditions, ids => ctx.db.${one}.findMany(rowsOf(ctx, ids)))
}

/** Deletes ${aWord}. RESOURCE_UNKNOWN when the world does not have it. */
export function delete${One}(ctx: Context, id: string): Promise<${One}> {
  return command(ctx, async tx => {
    const found = await tx.load.${one}(id)
    await tx.db.${one}.delete({ where: { worldId_id: { worldId: tx.world.id, id } } })
    return found
  })
}
`

const exports = ({ One, Many, one, file, words }: Forms) => `import type { EachOf } from '../../../domain/given.ts'
import type { Context } from '../../context.ts'
import type { Create${One} } from '../../inputs/${file}.ts'
import type { ExportRow } from './rows.ts'

/** The ${words} of a world, as the inputs that would create them again (D85). */
export async function export${Many}({ db, world }: Context): Promise<ExportRow[]> {
  const rows = await db.${one}.findMany({ where: { worldId: world.id }, orderBy: { id: 'asc' } })
  return rows.map(({ id, name }) => ({ id, entry: { name } satisfies EachOf<Create${One}> }))
}
`

const operations = ({
  One,
  Many,
  one,
  many,
  file,
  aWord,
  words,
  word,
}: Forms) => `import { create${One} as body } from '../inputs/${file}.ts'
import * as resolvers from '../resolvers/${file}.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox ${words}', service: 'sandbox' } as const
const one = { ...described, ids: { ${one}Id: '${One}' } } as const

export const create${One} = operation({
  ...described,
  name: 'create${One}',
  makes: '${One}',
  summary: 'Create ${aWord}',
  description: 'Adds ${aWord}. CONFLICT when the name is taken.',
  input: body,
  refusals: ['CONFLICT'],
  run: (ctx, { input }) => resolvers.create${One}(ctx, input),
})

export const ${many} = operation({
  ...described,
  name: '${many}',
  summary: 'List ${words}',
  description: 'All ${words} of the world, oldest first.',
  refusals: [],
  run: ctx => resolvers.list${Many}(ctx),
})

export const ${one} = operation({
  ...one,
  name: '${one}',
  summary: 'Get ${aWord}',
  description: 'One ${word}.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => ctx.load.${one}(ids.${one}Id),
})

export const delete${One} = operation({
  ...one,
  name: 'delete${One}',
  summary: 'Delete ${aWord}',
  description: 'Deletes ${aWord}.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.delete${One}(ctx, ids.${one}Id),
})
`

const entries = ({ One, Many, many, file, word, words }: Forms) => `import { parseInput } from '../../inputs/parse.ts'
import { export${Many} } from '../../resolvers/exports/${file}.ts'
import { create${One} } from '../${file}.ts'
import { sandboxCall } from './calls.ts'
import { entryKind, oneByOne } from './entry.ts'

/** The ${words} of a document, by create${One}. */
export const ${many} = entryKind({
  noun: '${word}',
  operations: [create${One}.name],
  fields: create${One}.input.shape,
  references: [],
  make: oneByOne(async (at, entry) => {
    const { id } = await create${One}.run(at, sandboxCall(parseInput(create${One}.input, entry), {}))
    return { id, number: id }
  }),
  rows: export${Many},
})
`

const rest = ({ One, one, many, file, aWord }: Forms) => `import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { Create${One} } from '../../bank/inputs/${file}.ts'
import * as operations from '../../bank/operations/${file}.ts'
import type { EachOf } from '../../domain/given.ts'
import type { ${One} } from '../../generated/client.ts'
import { link, linkTo } from './answers.ts'
import { CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const COLLECTION = '/v1/sandbox/${file}'
const ONE = \`\${COLLECTION}/{${one}Id}\`

/** ${capital(aWord)} as REST shows it. */
const ${one} = z
  .strictObject({ id: z.string(), name: z.string(), _links: z.strictObject({ self: link }) })
  .openapi('${One}')

const shown = shownBy(${one}, show${One})

export const ${one}Routes = [
  serve(operations.create${One}, { ...CREATE, path: COLLECTION, ...shown.made(pathOf) }),
  serve(operations.${many}, { ...READ, path: COLLECTION, ...shown.list }),
  serve(operations.${one}, { ...READ, path: ONE, ...shown.one }),
  serveDone(operations.delete${One}, { ...DELETE, path: ONE }),
]

function show${One}(ctx: Context, row: ${One}) {
  return {
    id: row.id,
    name: row.name,
    _links: { self: linkTo(ctx, pathOf(row), 'GET', 'DELETE') },
  } satisfies EachOf<Create${One}>
}

function pathOf({ id }: ${One}): string {
  return \`\${COLLECTION}/\${id}\`
}
`

const graphql = ({
  One,
  Many,
  one,
  many,
  file,
  aWord,
  word,
  words,
}: Forms) => `import { type Create${One}, ${one}Filter } from '../../bank/inputs/${file}.ts'
import * as operations from '../../bank/operations/${file}.ts'
import { pageOf${Many} } from '../../bank/resolvers/${file}.ts'
import type { EachOf } from '../../domain/given.ts'
import type { ${One} } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { listByFilter, rowById } from './connections.ts'
import { implement, type Kinds } from './fields.ts'
import { mutation, mutations } from './mutations.ts'
import { ${Many} } from './nouns.ts'

implement(
  ${Many}.type,
  '${capital(aWord)} of the bank.',
  t =>
    ({
      id: t.id('A UUID.'),
      name: t.text('1 to 70 characters, unique in the world.'),
      createdAt: t.instant("When it was created, by the world's clock."),
    }) satisfies EachOf<Create${One}>,
)

builder.queryFields(t => ({
  ${many}: listByFilter(t, ${Many}, 'All ${words} of the world, oldest first.', ${one}Filter, pageOf${Many}),
  ${one}: rowById(t, ${Many}, 'One ${word}.', "The ${word}'s id."),
}))

const ${one}Of = (p: Kinds<${One}>) => ({ ${one}: p.of(${Many}.type, 'The ${word}.', made => made) })

builder.mutationFields(t => ({
  ...mutations(t, operations.create${One}, {
    payload: ${one}Of,
    bulk: { things: '${many}', type: ${Many}.type, row: made => made },
  }),
  delete${One}: mutation(t, operations.delete${One}, {
    payload: ${one}Of,
    answers: 'Answers what it was.',
    ids: { ${one}Id: ['id', "The ${word}'s id."] },
  }),
}))
`
