import { type AccessInput, access } from '../../bank/inputs/access.ts'
import { builder } from './builder.ts'
import { type Reader, readerOf } from './callers.ts'
import { given } from './input-types.ts'
import { inputTypeOf } from './inputs.ts'

/** What a TPP reads: its fields are in the files of their nouns (D130). */
export const AsTpp = builder.objectRef<Reader>('AsTpp')

builder.objectType(AsTpp, {
  description:
    'The bank as one TPP sees it. Each field runs the operation that REST has for it, with its rules, its limits and its scenarios; a refused field is null, and its error carries the link to an SCA where one helps.',
})

const accessArg = builder.args(t => ({
  access: t
    .field({
      type: inputTypeOf(access),
      description: 'Who calls, and for which PSU. When not given, it is the built-in TPP, without a PSU.',
    })
    .validate(given(access.nullish())),
}))

builder.queryField('asTpp', t =>
  t.field({
    type: AsTpp,
    nullable: true,
    description: 'What a TPP reads, in place of what the operator sees in the other fields of the query.',
    args: accessArg,
    resolve: (_, args, { bank }) => readerOf(bank, accessIn(args)),
  }),
)

// Validated by the plugin.
function accessIn(args: object): AccessInput | null | undefined
function accessIn({ access: stated }: { readonly access?: unknown }): unknown {
  return stated
}
