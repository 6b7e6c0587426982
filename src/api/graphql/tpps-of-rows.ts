import { knownTpp } from '../../bank/resolvers/tpp-register.ts'
import { column, type Part } from '../../domain/views.ts'
import type { GraphqlContext } from './builder.ts'
import type { NamedTpp } from './nouns.ts'

/** The field `tpp` of what belongs to a TPP (D3): the TPP by its name of that day, which the row has. The store can write it. */
export const tppOfRow = {
  of: ({ tppId, tppName }) => ({ id: tppId, name: tppName }),
  source: {
    is: 'object',
    members: { id: column('tppId').source, name: column('tppName').source },
    required: true,
  },
} satisfies Part<{ readonly tppId: string; readonly tppName: string }, NamedTpp>

/** The same for a row that has the id alone. */
export async function tppById({ tppId }: { readonly tppId: string }, { bank }: GraphqlContext): Promise<NamedTpp> {
  return (await knownTpp(bank, tppId)) ?? { id: tppId, name: tppId }
}

/** The same for a row that may be about no TPP. */
export function tppOrNone(
  { tppId }: { readonly tppId?: string | null | undefined },
  context: GraphqlContext,
): Promise<NamedTpp> | null {
  return tppId == null ? null : tppById({ tppId }, context)
}
