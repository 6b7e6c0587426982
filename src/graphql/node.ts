import type { Context } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { unlessGone } from '../resolvers/references.ts'
import { builder } from './builder.ts'
import { NOUNS } from './nouns.ts'

/** Ids are unique among all nouns of a world (D20), so one alone finds its row, as clients with a normalised cache want (Relay). */
type Row = { readonly id: string }
type TypedRow = { readonly row: Row; readonly typename: string }

// Which noun a row is of. Rows know it no longer once they are found.
const typenames = new WeakMap<Row, string>()

const NodeRef = builder.interfaceRef<Row>('Node').implement({
  description: 'Whatever has an id of its own (Relay, global object identification).',
  fields: t => ({ id: t.exposeID('id', { description: 'Unique among everything in the world.' }) }),
  resolveType: row => typenames.get(row) ?? null,
})

for (const { type } of NOUNS) type.addInterfaces([NodeRef])

builder.queryField('node', t =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'Whatever has this id in the world. RESOURCE_UNKNOWN when nothing has.',
    args: { id: t.arg.id({ required: true, description: 'The id of anything.' }) },
    resolve: async (_, { id }, { bank }) => {
      const found = (await Promise.all(NOUNS.map(noun => look(bank, id, noun)))).find(one => one !== null)
      if (found == null) {
        throw new DomainError(
          'RESOURCE_UNKNOWN',
          `Nothing in this world has the id ${JSON.stringify(id.slice(0, 80))}.`,
        )
      }
      typenames.set(found.row, found.typename)
      return found.row
    },
  }),
)

async function look(bank: Context, id: string, { type, find }: (typeof NOUNS)[number]): Promise<TypedRow | null> {
  const row = await unlessGone(find(bank, id))
  return row === null ? null : { row, typename: type.name }
}
