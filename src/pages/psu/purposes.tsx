import type { Child } from 'hono/jsx'
import type { Context } from '../../context.ts'
import { CONSENT_DAYS } from '../../domain/consents.ts'
import type { Authorisation, AuthorisationPurpose } from '../../generated/client.ts'
import type { Language } from '../../http/negotiation.ts'
import type { Offer } from '../../resolvers/consents/offers.ts'
import { textsIn } from '../language.ts'
import { summariseOrder } from './orders.tsx'

/** The behaviour of the page for one kind of authorisation. */
export type Purpose = {
  /** The request of the TPP, in the PSU's language. */
  readonly summarise: (ctx: Context, authorisation: Authorisation, language: Language) => Promise<Child>
  /** Whether the PSU can answer under this agreement. */
  readonly fits: (offer: Offer) => boolean
  /** Whether the PSU ticks the accounts that it opens. */
  readonly picksAccounts: boolean
}

/** The kinds of authorisation as the PSU sees them. */
export const PURPOSES: Record<AuthorisationPurpose, Purpose> = {
  CONSENT: {
    summarise: async (_ctx, _authorisation, language) => textsIn(language).sca.consent(CONSENT_DAYS),
    fits: ({ accounts, cardAccounts }) => accounts.length + cardAccounts.length > 0,
    picksAccounts: true,
  },
  PAYMENT: orderOf('payment'),
  CANCELLATION: orderOf('cancellation'),
  BASKET: orderOf('basket'),
}

function orderOf(noun: 'payment' | 'cancellation' | 'basket'): Purpose {
  return {
    summarise: (ctx, authorisation, language) => summariseOrder(ctx, authorisation, language, noun),
    fits: () => true,
    picksAccounts: false,
  }
}
