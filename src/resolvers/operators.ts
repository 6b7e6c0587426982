import { actingAs, BUILT_IN_TPP, type Context } from '../context.ts'
import { linkSca } from './authorisations/start.ts'
import { findTpp } from './tpp-register.ts'

/** The operator calling on behalf of a TPP: the built-in one unless another is named (D71). RESOURCE_UNKNOWN for a TPP that the bank does not know. */
export async function actAsTpp(bank: Context, tpp: string | undefined, path = 'tpp'): Promise<Context> {
  if (tpp === undefined) return actingAs(bank, BUILT_IN_TPP)
  const { id, name } = await findTpp(bank, tpp, path)
  return actingAs(bank, { kind: 'tpp', tppId: id, tppName: name })
}

/** Runs a call of account information as a TPP makes it; a refusal that an SCA would lift carries the link to one (D32). */
export async function readAsTpp<Result>(
  bank: Context,
  tpp: string | undefined,
  run: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const ctx = await actAsTpp(bank, tpp)
  return linkSca(ctx, () => run(ctx))
}
