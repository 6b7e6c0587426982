import type { InputFieldMap, ObjectRef } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { anyType } from './fields.ts'
import { naming } from './inputs.ts'

type Types = typeof builder.$inferSchemaTypes
type Builder = PothosSchemaTypes.QueryFieldBuilder<Types, object>

/** One way to name a thing. `names` are the kinds whose ids, or keys, it takes; any other way is a text of its own. */
type Name = { readonly names?: KeyedKind | readonly KeyedKind[]; readonly description: string }

/** The ways to name a thing: the argument `by`, and how each way finds the row (D130). */
export type Ways<Row> = {
  readonly args: ReturnType<typeof byArg>
  readonly find: (bank: Context, by: By) => Promise<Row>
  /** The id alone: as it was given, where a way takes the id or the key itself. Whether there is such a thing is not asked then. */
  readonly idOf: (bank: Context, by: By) => Promise<string>
}
type By = Readonly<Record<string, unknown>>
type Way<Row> = Name & { readonly find: (bank: Context, name: string) => Promise<Row> }

/** The ways to name a thing of which exactly one is given: `account(by: { iban: "…" })`. */
export function waysTo<Row extends { readonly id: string }>(
  thing: string,
  ways: Readonly<Record<string, Way<Row>>>,
): Ways<Row> {
  const given = (by: By) => {
    const [[name = '', value] = []] = Object.entries(by)
    const way = Object.hasOwn(ways, name) ? ways[name] : undefined
    if (way === undefined) throw new TypeError(`No ${thing} can be found by ${name}.`)
    return { way, name: String(value) }
  }
  const find: Ways<Row>['find'] = (bank, by) => {
    const { way, name } = given(by)
    return way.find(bank, name)
  }
  return {
    args: byArg(oneOf(`${thing}By`, `What names one ${thing}: exactly one of its fields.`, ways)),
    find,
    idOf: async (bank, by) => {
      const { way, name } = given(by)
      return way.names === undefined ? (await way.find(bank, name)).id : name
    },
  }
}

/** The two ways that each thing with a key has: its id, and that key, which the reader of arguments replaces by the id. */
export function byIdOrKey<Row>(kind: KeyedKind, noun: string, id: string, find: Way<Row>['find']) {
  return {
    id: { names: kind, description: id, find },
    key: { names: kind, description: `The key that the ${noun} was given when it was made.`, find },
  }
}

function byArg(type: ReturnType<typeof oneOf>) {
  return builder.args(t => ({ by: t.field({ type, required: true, description: 'What names it.' }) }))
}

/** One thing, found by exactly one of its names (D130). */
export function lookup<Row>(t: Builder, type: ObjectRef<Types, Row>, description: string, { args, find }: Ways<Row>) {
  return t.field({
    type: anyType(type),
    nullable: true,
    description,
    args,
    resolve: (_: object, { by }: { readonly by: By }, { bank }: GraphqlContext) => find(bank, by),
  })
}

/** An input of which exactly one field is given. */
export function oneOf(name: string, description: string, by: Readonly<Record<string, Name>>) {
  return builder.inputType(name, {
    description,
    isOneOf: true,
    fields: t =>
      Object.fromEntries(
        Object.entries(by).map(([field, { names, description: text }]) => [
          field,
          names === undefined
            ? t.string({ description: text })
            : t.id({ description: text, extensions: naming(names) }),
        ]),
      ) satisfies InputFieldMap,
  })
}
