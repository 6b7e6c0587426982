import type { InputFieldMap, ObjectRef } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import type { KeyedKind } from '../../domain/keys.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { anyType, capital } from './fields.ts'
import { naming } from './inputs.ts'

type Types = typeof builder.$inferSchemaTypes
type Builder = PothosSchemaTypes.QueryFieldBuilder<Types, object>

/** One way to name a thing. `names` are the kinds whose ids, or keys, it takes; any other way is a text of its own. */
type Name = { readonly names?: KeyedKind | readonly KeyedKind[]; readonly description: string }

/** A thing found by exactly one of its names: `account(by: { iban: "…" })` (D130). */
export function lookup<Row, const Names extends string>(
  t: Builder,
  field: string,
  {
    type,
    description,
    by,
    find,
  }: {
    readonly type: ObjectRef<Types, Row>
    readonly description: string
    readonly by: Readonly<Record<Names, Name>>
    readonly find: Readonly<Record<Names, (bank: Context, name: string) => Promise<Row>>>
  },
) {
  const input = oneOf(`${capital(field)}By`, `What names one ${type.name}: exactly one of its fields.`, by)
  const finders = new Map<string, (bank: Context, name: string) => Promise<Row>>(Object.entries(find))
  return t.field({
    type: anyType(type),
    nullable: true,
    description,
    args: { by: t.arg({ type: input, required: true, description: 'What names it.' }) },
    resolve: (_: object, args: { readonly by: object }, { bank }: GraphqlContext) => {
      const [[name, value] = []] = Object.entries(args.by)
      const found = finders.get(name ?? '')
      if (found === undefined) throw new TypeError(`${field} has no way to find by ${name}.`)
      return found(bank, String(value))
    },
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
