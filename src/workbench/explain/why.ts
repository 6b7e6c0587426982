import type { Explanation, Subject } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { nameOf } from '../../domain/worlds.ts'
import { getRequest } from '../../sandbox/journal/requests.ts'
import { type DoorReading, explainCall } from './calls.ts'
import { type Commands, type Place, placeOf, written } from './commands.ts'
import { explainAuthorisation, explainConsent } from './consents.ts'
import type { CallRemedy, UntriedExplanation } from './explanation.ts'
import { explainBasket, explainPayment } from './payments.ts'

/** An explanation, and its command in parts. */
export type ExplanationInParts = Explanation & { readonly commands: Commands }

/** Explains a refused call, or the state of a payment, basket, consent or SCA. */
export async function explain(ctx: Context, subject: Subject, door: DoorReading): Promise<ExplanationInParts> {
  const explained = await EXPLAINED[subject.kind](ctx, subject.id, door, placeOf(nameOf(ctx.world), door.reached))
  const { change, advice } = await tried(ctx, explained, door)
  return { ...explained, change: change && written(change), commands: change ?? [], advice }
}

/** The command of an explanation if the bank would accept it; else advice alone. */
async function tried(
  ctx: Context,
  { change, advice }: UntriedExplanation,
  { rehearse }: DoorReading,
): Promise<CallRemedy> {
  if (change === undefined || change.length === 0) return { advice, change: undefined }
  return { advice, change: (await rehearse(ctx, change)) === undefined ? change : undefined }
}

type ExplainOne = (ctx: Context, id: string, door: DoorReading, place: Place) => Promise<UntriedExplanation>

const EXPLAINED: Readonly<Record<Subject['kind'], ExplainOne>> = {
  call: async (ctx, id, door, place) =>
    explainCall(ctx, await getRequest(ctx, id, nameOf(ctx.world), 'of.call'), door, place),
  payment: async (ctx, id, _, place) => explainPayment(ctx, await ctx.load.payment(id), place),
  signingBasket: (ctx, id, _, place) => explainBasket(ctx, id, place),
  consent: async (ctx, id, _, place) => explainConsent(ctx, await ctx.load.consent(id), place),
  authorisation: async (ctx, id, _, place) => explainAuthorisation(ctx, await ctx.load.authorisation(id), place),
}
