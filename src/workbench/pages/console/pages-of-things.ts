import type { Context } from '../../../bank/context.ts'
import type { KeyedKind } from '../../../domain/keys.ts'

/** Where each thing has its page in the console, by its type in GraphQL: the address ends in its id. What stands on the page of another is found by the search. */
export const PAGES_OF_THINGS = {
  Account: '/console/accounts/',
  Agreement: '/console/search?q=',
  Authorisation: '/sca/',
  Call: '/requests/',
  CardAccount: '/console/card-accounts/',
  Consent: '/console/consents/',
  Customer: '/console/customers/',
  Payment: '/console/payments/',
  SigningBasket: '/console/search?q=',
} as const

/** The page of a thing that can have a key (D83): its own, or that of the thing to which it belongs. */
export function pageOfThing(ctx: Context, kind: KeyedKind, id: string): Promise<string> {
  return PAGE_OF[kind](ctx, id)
}

const PAGE_OF: Readonly<Record<KeyedKind, (ctx: Context, id: string) => Promise<string>>> = {
  Account: async (_, id) => PAGES_OF_THINGS.Account + id,
  Agreement: async ({ load }, id) => PAGES_OF_THINGS.Customer + (await load.agreement(id)).ownerId,
  Authorisation: async (_, id) => PAGES_OF_THINGS.Authorisation + id,
  CardAccount: async (_, id) => PAGES_OF_THINGS.CardAccount + id,
  CardTransaction: async ({ load }, id) => PAGES_OF_THINGS.CardAccount + (await load.cardTransaction(id)).cardAccountId,
  Consent: async (_, id) => PAGES_OF_THINGS.Consent + id,
  Customer: async (_, id) => PAGES_OF_THINGS.Customer + id,
  Engagement: async ({ load }, id) => PAGES_OF_THINGS.Account + (await load.engagement(id)).accountId,
  Payment: async (_, id) => PAGES_OF_THINGS.Payment + id,
  // Habits have no page of their own.
  Habit: async () => '/',
  Scenario: async () => '/console/scenarios',
  SigningBasket: async ({ load }, id) =>
    ['/console/payments', ...(await load.paymentsOfBasket(id)).slice(0, 1).map(payment => payment.id)].join('/'),
  Transaction: async ({ load }, id) => PAGES_OF_THINGS.Account + (await load.transaction(id)).accountId,
}
