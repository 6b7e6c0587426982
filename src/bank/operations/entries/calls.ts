import type { z } from '@hono/zod-openapi'
import { NO_FIXES } from '../../../domain/account-information.ts'
import { readId } from '../../../domain/ids.ts'
import { normaliseTppId, OPERATOR_TPP_ID } from '../../../domain/tpps.ts'
import type { Caller, Context } from '../../context.ts'
import { text } from '../../inputs/values.ts'
import { NO_PSU } from '../operation.ts'

/** A call of the operator about sandbox data. */
export function sandboxCall<Input, Id extends string = never>(input: Input, ids: Readonly<Record<Id, string>>) {
  return { ids, options: {}, input, access: NO_PSU, fixes: NO_FIXES }
}

/** A subject has at most 4 kB, and identifies a TPP that has no identifier of its own (D20). */
export const MOST_OF_A_NAME = 8192

/** The part of an entry that names the calling TPP. This may be a TPP of another bank, which this one does not know: no certificate is needed. */
export const tppFields = {
  tpp: text(MOST_OF_A_NAME, 'The TPP, by its id; the built-in one when not given.').optional(),
  tppName: text(MOST_OF_A_NAME, 'What the TPP is called; its id when not given.').optional(),
}

type TppFields = { readonly [Name in keyof typeof tppFields]?: z.output<(typeof tppFields)[Name]> }

/** The same call by the TPP that an entry names. */
export function calledBy(at: Context, { tpp, tppName }: TppFields): Context {
  const tppId = tpp === undefined ? OPERATOR_TPP_ID : normaliseTppId(tpp)
  const caller: Caller = { kind: 'tpp', tppId, tppName: tppName ?? (tpp === undefined ? 'Sandbank' : tppId) }
  return { ...at, caller }
}

/** The key or number that identifies another entry. */
export function reference(what: string) {
  return text(70, `${what}: its key in this document, or what the operation takes.`).overwrite(readId)
}
