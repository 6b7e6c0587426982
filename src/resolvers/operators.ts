import { actingAs, BUILT_IN_TPP, type Context } from '../context.ts'
import { normaliseTppId } from '../domain/tpps.ts'
import { linkSca } from './authorisations/complete.ts'

/**
 * The operator calling in a TPP's stead: the built-in one unless it is named (D71). A TPP that this world has seen keeps
 * the name of its certificate; any other is called by its id.
 */
export async function actAsTpp(bank: Context, tpp: string | undefined): Promise<Context> {
  if (tpp === undefined) return actingAs(bank, BUILT_IN_TPP)
  const tppId = normaliseTppId(tpp)
  if (tppId === BUILT_IN_TPP.tppId) return actingAs(bank, BUILT_IN_TPP)
  const seen = await bank.db.authorisation.findFirst({
    where: { worldId: bank.world.id, tppId },
    orderBy: { id: 'desc' },
    select: { tppName: true },
  })
  return actingAs(bank, { kind: 'tpp', tppId, tppName: seen?.tppName ?? tppId })
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
