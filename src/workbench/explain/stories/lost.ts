import { findOperation } from '../../../api/rest/routes.ts'
import type { Context } from '../../../bank/context.ts'
import { balancesBefore } from '../../../bank/resolvers/exports/holdings.ts'
import { DERIVED } from '../../../domain/keys.ts'
import { sourceOf, worldNow } from '../../../domain/worlds.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { standard } from '../../../sandbox/fixtures/documents/standard.ts'
import { exportWorld } from '../../../sandbox/fixtures/export/export.ts'
import type { NamedRow } from '../../../sandbox/fixtures/export/needed.ts'
import type { Fixture } from '../../../sandbox/fixtures/inputs/fixtures.ts'
import { type List, TREE } from '../../../sandbox/fixtures/plan/tree.ts'
import { readDocument, rootFields } from '../graphql/documents.ts'
import type { OperationStep, StoryStep } from './story.ts'
import { isMadeIn, textsOf } from './values.ts'

/**
 * Mutations, before all other steps, for what the calls of a story name or read by and neither its source nor its steps make: the journal does not have
 * the calls that made it any more, or too many for a story (D104). Undefined when there is nothing of the kind that a fixture can say.
 */
export async function makeLost(ctx: Context, steps: readonly StoryStep[]): Promise<OperationStep | undefined> {
  const first = steps.find(({ call }) => call.clock !== undefined)
  const isPutBack = steps.some(step => step.kind === 'OPERATION' && PUTS_BACK.test(step.query))
  if (first?.call.clock === undefined || isPutBack) return undefined
  const begin = worldNow(first.call.clock, first.call.at)
  const isMade = await madeBy(ctx, steps)
  const there = new Set<string>()
  const { document, entries } = await exportWorld(ctx, {
    choose: rows => neededOf(rows, steps, begin).filter(row => !isMade(row)),
    isThere: row => isMade(row) && there.add(row.id).has(row.id),
    hasLines: false,
  })
  const ids = new Map(entries.map(({ key, id }) => [key, id]))
  const mutations = await mutationsFor(ctx, document, { ids, there, begin })
  return mutations.length === 0 ? undefined : stepOf(first, mutations)
}

const PUTS_BACK = /\b(?:initialize|resetWorld|restoreSnapshot)\b/

/** Whether the source of the world or a step makes a row. An id says when it was made, unless it follows from a key or from a document (D83). */
async function madeBy(ctx: Context, steps: readonly StoryStep[]): Promise<(row: NamedRow) => boolean> {
  const { db, world } = ctx
  const image = world.imageId === null ? null : await db.world.findFirst({ where: { id: world.imageId } })
  const begun = new Set<string>()
  // A copy has the ids of what it was copied from (D81); the standard set has its keys and numbers.
  if (image !== null) for (const id of await idsIn({ ...ctx, world: image }, TREE)) begun.add(id)
  else if (sourceOf(world).kind === 'STANDARD')
    for (const name of [...keysIn(standard), ...(JSON.stringify(standard).match(/\d{11}/g) ?? [])]) begun.add(name)
  const making = steps.filter(({ call }) => call.method !== 'GET' && call.code === undefined)
  const keys = new Set<string>()
  for (const { call } of making) {
    await yieldTurn()
    const sent = call.door === 'REST' ? undefined : readDocument(call)
    for (const key of sent === undefined ? [] : keysIn(rootFields(sent))) keys.add(key)
  }
  const applies = making.some(step => step.kind === 'OPERATION' && /\bapplyFixture\b/.test(step.query))
  return ({ kind, id, key = id, entry }) => {
    if ([id, key, ...(kind.numbers?.(entry) ?? [])].some(name => begun.has(name))) return true
    if (key !== id) return keys.has(key)
    if (id >= DERIVED.from && id < DERIVED.to) return applies
    return making.some(({ call }) => isMadeIn(id, call) || call.answer.body?.includes(id) === true)
  }
}

/** The ids of what a document of the world would have, without lines. */
async function idsIn(ctx: Context, lists: readonly List[]): Promise<string[]> {
  const ids: string[] = []
  for (const { kind, lists: nested } of lists) {
    if (kind.inBulk !== true) for (const { id } of await kind.rows(ctx)) ids.push(id)
    ids.push(...(await idsIn(ctx, nested)))
  }
  return ids
}

/** The keys that a value gives, in order. */
const keysIn = (value: unknown) => [...JSON.stringify(value).matchAll(/"key":"([\w.-]+)"/g)].map(([, key = '']) => key)

const wordsIn = (text: string) => text.match(/[A-Za-z\d][\w.-]{0,63}/g) ?? []

/** What accepted calls name, the consents by which they read, and what belongs to customers and agreements among these. */
function neededOf(rows: readonly NamedRow[], steps: readonly StoryStep[], begin: Date): NamedRow[] {
  const accepted = steps.filter(({ call }) => call.code === undefined && call.status < 300)
  const sent = accepted.flatMap(step => [...textsOf(step), step.call.target, step.call.request.body ?? ''])
  const words = new Set(sent.flatMap(wordsIn))
  const readers = new Set(
    accepted.flatMap(step =>
      step.kind === 'CALL' && findOperation('GET', step.path.replace(/\?.*/, ''))?.service === 'accountInformation'
        ? [`${step.call.tppId} ${step.psu}`]
        : [],
    ),
  )
  const isNamed = ({ kind, id, number = id, key = id, entry }: NamedRow) =>
    [id, number, key, ...(kind.numbers?.(entry) ?? [])].some(name => words.has(name))
  const isReadBy = ({ kind, createdAt, entry: { tpp, psu, revokedAt } }: NamedRow) =>
    kind.noun === 'consent' &&
    readers.has(`${tpp} ${psu}`) &&
    createdAt !== undefined &&
    createdAt <= begin &&
    !(typeof revokedAt === 'string' && new Date(revokedAt) <= begin)
  const found = rows.filter(row => isNamed(row) || isReadBy(row))
  const psus = new Set(found.flatMap(({ kind, entry }) => (kind.noun === 'consent' ? [entry['psu']] : [])))
  const owners = new Set([...found, ...rows.filter(({ number }) => psus.has(number))].map(({ id }) => id))
  return [...found, ...rows.filter(({ owner }) => owner !== undefined && owners.has(owner))]
}

type Mutation = { readonly field: string; readonly type: string; readonly given: object; readonly answer: object }
type Beginning = {
  readonly ids: ReadonlyMap<string, string>
  readonly there: ReadonlySet<string>
  readonly begin: Date
}
type Holder = { readonly key?: string | undefined; readonly demandsKid?: boolean | undefined }

/** Accounts are made by mutations of their own: a document that has an account has its owner, too, and that may be of the source. */
async function mutationsFor(ctx: Context, { customers = [], ...others }: Fixture, { ids, there, begin }: Beginning) {
  const idOf = (key = '') => ids.get(key) ?? ''
  const apply = (given: Fixture): Mutation => {
    const field = 'applyFixture(fixture: $) { ids { key id } }'
    return { field, type: 'FixtureInput', given, answer: { ids: keysIn(given).map(key => ({ key, id: idOf(key) })) } }
  }
  const created: Mutation[] = []
  const people: typeof customers = []
  for (const { accounts = [], cardAccounts = [], ...owner } of customers) {
    if (!there.has(idOf(owner.key))) people.push(owner)
    const add = async (noun: 'Account' | 'CardAccount', { key, demandsKid, ...entry }: Holder) => {
      const [shown, id] = [noun === 'Account' ? 'account' : 'cardAccount', idOf(key)]
      const given = { key, customerNumber: owner.key, ...entry, balances: await balancesAt(ctx, id, begin) }
      const [field, type] = [`create${noun}(input: $) { ${shown} { id } }`, `Create${noun}Input`]
      created.push({ field, type, given, answer: { [shown]: { id } } })
      const demand = { field: 'setKidDemand(input: $) { account { id } }', type: 'SetKidDemandInput' }
      if (demandsKid === true) created.push({ ...demand, given: { accountId: key, demanded: true }, answer: {} })
    }
    for (const one of accounts) await add('Account', one)
    for (const one of cardAccounts) await add('CardAccount', one)
  }
  const isSome = ({ type, given }: Mutation) => type !== 'FixtureInput' || keysIn(given).length > 0
  return [apply({ customers: people }), ...created, apply(others)].filter(isSome)
}

/** The balances of an account when the story begins: lines before are in them, and the story books those after. */
async function balancesAt({ db, world: { id: worldId } }: Context, id: string, begin: Date) {
  const where = { worldId, id }
  const row = (await db.account.findFirst({ where })) ?? (await db.cardAccount.findFirstOrThrow({ where }))
  const after = { worldId, accountId: id, createdAt: { gt: begin } }
  const lines = await db.transaction.findMany({ where: after, select: { amountMinor: true } })
  const booked = lines.reduce((sum, { amountMinor }) => sum - amountMinor, row.bookedMinor)
  return balancesBefore(id, booked, row.expectedOffsetMinor, row.currency)
}

/** The mutations as one call of the journal, where it never was. What they make is made when the story begins: dates before are left out. */
function stepOf({ call }: StoryStep, mutations: readonly Mutation[]): OperationStep {
  const named = mutations.map((one, place) => ({ ...one, name: `made${place + 1}` }))
  const types = named.map(({ name, type }) => `$${name}: ${type}!`).join(', ')
  const fields = named.map(({ name, field }) => `${name}: ${field.replace('$', `$${name}`)}`).join(' ')
  const variables = Object.fromEntries(named.map(({ name, given }) => [name, given]))
  const body = JSON.stringify({ data: Object.fromEntries(named.map(({ name, answer }) => [name, answer])) })
  const message = { headers: [], bytes: body.length, body }
  const own = {
    id: '0',
    operation: 'applyFixture',
    status: 200,
    code: undefined,
    by: 'OPERATOR',
    door: 'GRAPHQL',
  } as const
  return {
    kind: 'OPERATION',
    call: { ...call, ...own, request: { ...message, body: undefined }, answer: message },
    gives: [],
    query: `mutation (${types}) { ${fields} }`,
    variables: JSON.stringify(variables, (name, value) => (/^(?:created|revoked)At$/.test(name) ? undefined : value)),
    short: undefined,
    isAdded: true,
  }
}
