import type { Context } from '../../../bank/context.ts'
import { authorisationStatus } from '../../../bank/resolvers/authorisations/read.ts'
import { statusOfBasket } from '../../../bank/resolvers/signing-baskets.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import { inputOf, readDocument, rootFields } from '../graphql/documents.ts'
import type { OperationStep } from './story.ts'
import { idsOfAnswer } from './values.ts'

/**
 * Reads that assert what came of the approvals and moves of the clock after the last call (D104): how each SCA, payment and basket of the story stands.
 * They are the operator's, so that they count against no limit.
 */
export async function readsOfOutcomes(
  ctx: Context,
  made: readonly JournaledCall[],
  after: readonly JournaledCall[],
): Promise<OperationStep[]> {
  const last = after.at(-1)
  if (last === undefined) return []
  const decided = after.flatMap(call => {
    const document = readDocument(call)
    return document === undefined
      ? []
      : rootFields(document).flatMap(field => {
          const { id } = inputOf(field)
          return typeof id === 'string' ? [id] : []
        })
  })
  const ids = [...new Set([...decided, ...made.flatMap(idsOfAnswer)])]
  const reads: OperationStep[] = []
  for (const [field, status] of Object.entries(STATUSES))
    for (const id of ids) {
      const value = await status(ctx, id)
      if (value === undefined) continue
      const place = String(reads.length + 1).padStart(3, '0')
      reads.push({
        ...readOf(last, field, id, value),
        call: { ...answeredBy(last, field, value), id: `${last.id}~${place}` },
      })
    }
  return reads
}

const keyOf = ({ world }: Context, id: string) => ({ where: { worldId: world.id, id } })

/** How a thing stands, by the field of the graph that shows it; undefined when there is no such thing. */
const STATUSES: Readonly<Record<string, (ctx: Context, id: string) => Promise<string | undefined>>> = {
  authorisation: async (ctx, id) => {
    const row = await ctx.db.authorisation.findFirst(keyOf(ctx, id))
    return row === null ? undefined : authorisationStatus(ctx, row)
  },
  payment: async (ctx, id) => (await ctx.db.payment.findFirst(keyOf(ctx, id)))?.status,
  signingBasket: async (ctx, id) => {
    const row = await ctx.db.signingBasket.findFirst(keyOf(ctx, id))
    return row === null ? undefined : statusOfBasket(ctx, row)
  },
}

function readOf(call: JournaledCall, field: string, id: string, value: string): OperationStep {
  const query = `query { ${field}(id: "${id}") { status } }`
  return {
    kind: 'OPERATION',
    call,
    gives: [],
    query,
    variables: '{}',
    short: undefined,
    wanted: { field, value },
    isAdded: true,
  }
}

/** The read as a call of the journal, where it never was. */
function answeredBy(last: JournaledCall, field: string, value: string): JournaledCall {
  const body = JSON.stringify({ data: { [field]: { status: value } } })
  const message = { headers: [], bytes: body.length, body }
  return {
    ...last,
    operation: field,
    by: 'OPERATOR',
    door: 'GRAPHQL',
    request: { ...message, body: undefined },
    answer: message,
  }
}
