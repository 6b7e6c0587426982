import { z } from '@hono/zod-openapi'
import type { FieldMap } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import { type Naming, withKeys } from '../../bank/resolvers/keys.ts'
import { noFaults, noteAt, throwFaults } from '../../sandbox/fixtures/plan/faults.ts'
import { builder } from './builder.ts'
import { type Fields, type Kinds, payload } from './fields.ts'
import { given } from './input-types.ts'
import type { FlatInput } from './inputs.ts'
import { findJudge, registerJudge } from './judged.ts'
import { noteWarnings } from './warnings.ts'

type Builder = PothosSchemaTypes.MutationFieldBuilder<typeof builder.$inferSchemaTypes, object>

/** How many things one call creates: as many as can be checked, stored and answered in some milliseconds (D74). */
const MOST_AT_ONCE = 500

/** The bulk form of a mutation. */
type Bulk<Read, Made> = {
  /** The field that makes one. */
  readonly single: string
  readonly makes: Naming['kind'] | undefined
  readonly input: FlatInput<Read>
  readonly payload: (t: Kinds<readonly Made[]>) => Fields<readonly Made[]>
  readonly most?: number
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly make: (tx: Context, input: Read) => Promise<Made>
  /** Makes all of them with fewer statements, where that can be; undefined where it cannot. Faults are at `inputs[place]`. */
  readonly many?: (tx: Context, inputs: readonly Read[]) => Promise<readonly Made[] | undefined>
  /** Runs the whole as a scenario says. */
  readonly play?: (
    context: Parameters<PlayedBy>[0],
    inputs: readonly Read[],
    run: (at: Context) => Promise<readonly Made[]>,
  ) => Promise<readonly Made[]>
}
type PlayedBy = (context: (typeof builder.$inferSchemaTypes)['Context']) => unknown
type MayHaveKey = { readonly key?: { readonly key?: string | undefined }; readonly body?: unknown }

/** Several things in one command: all or nothing, the faults of all of them together, each at its place in `inputs` (D130). */
export function bulkField<Read extends MayHaveKey, Made>(t: Builder, bulk: Bulk<Read, Made>): FieldMap {
  const { single, makes, input, most = MOST_AT_ONCE, extensions } = bulk
  const name = `${single}s`
  const few = `must be a list of 1 to ${most}.`
  judgeEach(name, single, most)
  return {
    [name]: t.field({
      type: payload<readonly Made[], Fields<readonly Made[]>>(name, bulk.payload),
      description: `Makes 1 to ${most} at once, all or nothing: ${single} for many. Faults of all of them are reported together, each at its place in inputs.`,
      extensions: { ...extensions, ...(makes && { makes }) },
      args: builder.args(arg => ({
        inputs: arg
          .field({ type: [input.type], required: true, description: `What ${single} takes, 1 to ${most} times.` })
          .validate(given(z.array(input.schema).min(1, few).max(most, few))),
      })),
      resolve: async (_, { inputs }, context) => {
        const naming = namingOf(makes, inputs)
        const run = (at: Context) => withKeys(at, naming, tx => command(tx, inner => makeAll(inner, bulk, inputs)))
        const made = await (bulk.play === undefined ? run(context.bank) : bulk.play(context, inputs, run))
        return noteWarnings(
          made,
          'inputs',
          inputs.map(({ body }) => body),
        )
      },
    }),
  }
}

/** The names of what is made, if one of the inputs has a key. */
function namingOf(makes: Naming['kind'] | undefined, inputs: readonly MayHaveKey[]): Naming | undefined {
  const keys = inputs.map(({ key }) => key?.key)
  if (makes === undefined || keys.every(key => key === undefined)) return undefined
  return { kind: makes, keys, pathOf: place => `inputs[${place}].key` }
}

async function makeAll<Read extends MayHaveKey, Made>(
  tx: Context,
  { make, many }: Bulk<Read, Made>,
  inputs: readonly Read[],
): Promise<readonly Made[]> {
  const together = await many?.(tx, inputs)
  if (together !== undefined) return together
  const faults = noFaults()
  const made: Made[] = []
  for (const [place, input] of inputs.entries())
    await make(tx, input).then(
      one => made.push(one),
      error => noteAt(faults, placeOf(place), error),
    )
  throwFaults(faults)
  return made
}

// The rules for the form of one input hold for each.
function judgeEach(name: string, single: string, most: number): void {
  const judge = findJudge(single)
  if (judge === undefined) return
  registerJudge(name, async ({ inputs }, bank) => {
    const faults = noFaults()
    for (const [place, input] of [inputs].flat().slice(0, most).entries())
      await judge({ input }, bank).catch(error => noteAt(faults, placeOf(place), error))
    throwFaults(faults)
  })
}

const placeOf = (place: number) => (path: string | undefined) =>
  path === undefined ? `inputs[${place}]` : `inputs[${place}].${path}`
