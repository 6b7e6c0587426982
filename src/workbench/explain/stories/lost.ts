import type { Context } from '../../../bank/context.ts'
import type { Noun } from '../../../bank/operations/entries/entry.ts'
import {
  accountsNamed,
  agreementsNamed,
  cardAccountsNamed,
  customersNamed,
} from '../../../bank/resolvers/exports/named.ts'
import { isObject } from '../../../domain/given.ts'
import { exportWorld } from '../../../sandbox/fixtures/export/export.ts'
import { noFaults } from '../../../sandbox/fixtures/plan/faults.ts'
import { planOf } from '../../../sandbox/fixtures/plan/plan.ts'
import type { OperationStep, StoryStep } from './story.ts'
import { isMadeFrom, isMadeIn, textsOf } from './values.ts'

/** What a story can make again as it is now: things without a history of their own. */
const FINDERS = {
  customer: customersNamed,
  account: accountsNamed,
  'card account': cardAccountsNamed,
  agreement: agreementsNamed,
} as const satisfies Partial<Record<Noun, unknown>>

type Thing = { readonly noun: Noun; readonly id: string }

/**
 * One mutation, before all other steps, that makes what the accepted calls of a story name or read by, and what no step of it makes: the calls that
 * made it are not in the journal any more, or too many for a story (D104). Undefined where there is nothing of this kind.
 */
export async function remakeLost(ctx: Context, steps: readonly StoryStep[]): Promise<OperationStep | undefined> {
  const [first] = steps
  if (first === undefined) return undefined
  const isLost = ({ id }: Pick<Thing, 'id'>) =>
    isMadeFrom(id, ctx.world.createdAt) && !steps.some(({ call }) => call.method !== 'GET' && isMadeIn(id, call))
  const lost = [...(await thingsNamed(ctx, steps)), ...(await consentsOf(ctx, steps))].filter(isLost)
  if (lost.length === 0) return undefined
  const { document, entries } = await exportWorld(ctx, lost)
  const fixture = { ...document, ...undated(document.consents) }
  const ids = new Map(entries.map(({ key, id }) => [key, id]))
  const plan = await planOf(fixture, ctx.now, noFaults())
  const made = plan.entries.flatMap(({ key = '' }) => {
    const id = ids.get(key)
    return id === undefined ? [] : [{ key, id }]
  })
  const body = JSON.stringify({ data: { applyFixture: { ids: made } } })
  const message = { headers: [], bytes: body.length, body }
  return {
    kind: 'OPERATION',
    // As a call of the journal, where it never was: before all others.
    call: {
      ...first.call,
      id: '0',
      operation: 'applyFixture',
      status: 200,
      code: undefined,
      by: 'OPERATOR',
      door: 'GRAPHQL',
      request: { ...message, body: undefined },
      answer: message,
    },
    gives: [],
    query: 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }',
    variables: JSON.stringify({ fixture }),
    short: undefined,
  }
}

const acceptedIn = (steps: readonly StoryStep[]) => steps.filter(({ call }) => call.status < 300)

async function thingsNamed(ctx: Context, steps: readonly StoryStep[]): Promise<Thing[]> {
  const words = acceptedIn(steps)
    .flatMap(textsOf)
    .flatMap(text => text.match(WORDS) ?? [])
  const keys = await ctx.db.key.findMany({ where: { worldId: ctx.world.id, key: { in: [...new Set(words)] } } })
  const names = [...new Set([...words, ...keys.map(({ id }) => id)])]
  const things = new Map<string, Thing>()
  for (const [noun, find] of Object.entries(FINDERS))
    for (const [, { id }] of await find(ctx, names)) if (isNoun(noun)) things.set(id, { noun, id })
  return [...things.values()]
}

const WORDS = /[A-Za-z\d][\w.-]{0,63}/g

const isNoun = (noun: string): noun is keyof typeof FINDERS => Object.hasOwn(FINDERS, noun)

/** The consents of persons by which the accepted calls have read, each the newest of its TPP and PSU, with the accounts that it opens. */
async function consentsOf({ db, world }: Context, steps: readonly StoryStep[]): Promise<Thing[]> {
  const things = new Map<string, Thing>()
  const add = (noun: Noun, id: string) => void things.set(id, { noun, id })
  for (const step of acceptedIn(steps)) {
    const { tppId } = step.call
    if (step.kind !== 'CALL' || step.psu === undefined || tppId === undefined) continue
    const psu = await db.customer.findFirst({ where: { worldId: world.id, customerNumber: step.psu } })
    if (psu === null) continue
    const given = await db.consent.findMany({
      where: { worldId: world.id, customerId: psu.id },
      include: { accounts: true, cardAccounts: true },
    })
    const [newest] = given
      .filter(one => one.tppId === tppId && one.context === 'PRIVATE' && one.revokedAt === null)
      .toSorted((one, other) => other.grantedAt.getTime() - one.grantedAt.getTime())
    if (newest === undefined) continue
    add('consent', newest.id)
    for (const { accountId } of newest.accounts) add('account', accountId)
    for (const { cardAccountId } of newest.cardAccounts) add('card account', cardAccountId)
  }
  return [...things.values()]
}

/** Consents that are given when the story begins: its world need not have been there when these were. */
function undated(consents: unknown): { readonly consents?: readonly object[] } {
  if (!Array.isArray(consents)) return {}
  return { consents: consents.filter(isObject).map(({ createdAt: _, ...consent }) => consent) }
}
