import type { Explanation, Subject } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { DomainError } from '../../domain/errors.ts'
import { nameOf } from '../../domain/worlds.ts'
import { getRequest } from '../../sandbox/journal/requests.ts'
import { type DoorReading, explainCall } from './calls.ts'
import { placeOf, written } from './commands.ts'
import { explainAuthorisation, explainConsent } from './consents.ts'
import type { CallRemedy, UntriedExplanation } from './explanation.ts'
import { explainBasket, explainPayment } from './payments.ts'

/** Explains a refused call, or the state of a payment, basket, consent or SCA. FORMAT_ERROR unless exactly one is named. */
export async function explain(ctx: Context, subject: Subject, door: DoorReading): Promise<Explanation> {
  const named = Object.entries(subject).flatMap(([name, id]) => (id == null ? [] : [{ name, id }]))
  const [only, ...others] = named
  if (only === undefined || others.length > 0) {
    throw new DomainError(
      'FORMAT_ERROR',
      'Name exactly one: requestId, paymentId, basketId, consentId or authorisationId.',
    )
  }
  const explained = await explainOne(ctx, only, door)
  const { change, advice } = await tried(ctx, explained, door)
  return { ...explained, change: change && written(change), advice }
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

type NamedSubject = { readonly name: string; readonly id: string }

async function explainOne(ctx: Context, only: NamedSubject, door: DoorReading): Promise<UntriedExplanation> {
  const place = placeOf(nameOf(ctx.world), door.reached)
  if (only.name === 'requestId') return explainCall(ctx, await getRequest(ctx, only.id), door, place)
  if (only.name === 'paymentId') return explainPayment(ctx, await ctx.load.payment(only.id), place)
  if (only.name === 'basketId') return explainBasket(ctx, only.id, place)
  if (only.name === 'consentId') return explainConsent(ctx, await ctx.load.consent(only.id), place)
  return explainAuthorisation(ctx, await ctx.load.authorisation(only.id), place)
}
