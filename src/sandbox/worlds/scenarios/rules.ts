import { type Context, tppOf } from '../../../bank/context.ts'
import { command } from '../../../bank/resolvers/command.ts'
import { type Listing, listWorld } from '../../../bank/resolvers/lists.ts'
import { findCustomer, type PsuClaim } from '../../../bank/resolvers/psus.ts'
import { findTpp } from '../../../bank/resolvers/tpp-register.ts'
import { actWanted, DomainError } from '../../../domain/errors.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import {
  assertCanAct,
  canActOn,
  formatScenario,
  isDrawn,
  isSameNumber,
  PAYMENTS,
  type Scenario,
  type ScenarioOperation,
} from '../../../domain/scenarios.ts'
import type { Scenario as Rule } from '../../../generated/client.ts'
import { scenario as grammar } from './inputs.ts'

/** The scenarios that a test has set on a world (D88): rules for the calls of TPPs; they are part of the world's state. */

/** The parts of a call that rules read. */
type RuleSubject = {
  readonly operation: ScenarioOperation
  readonly claim: () => PsuClaim
  readonly creditors: () => readonly string[]
}

type RuleMatch = { readonly rule: Rule; readonly scenario: Scenario }

/** The rules of the world that apply to a call, latest first, since the latest one counts. Rules apply only to calls of TPPs. */
export async function rulesFor(ctx: Context, { operation, claim, creditors }: RuleSubject): Promise<RuleMatch[]> {
  if (ctx.caller.kind !== 'tpp') return []
  const { tppId } = tppOf(ctx)
  const rules = await ctx.db.scenario.findMany({ where: { worldId: ctx.world.id }, orderBy: { id: 'desc' } })
  const fitting = rules
    .filter(
      rule => isLeft(rule) && (rule.tppId ?? tppId) === tppId && (rule.operation ?? operation.name) === operation.name,
    )
    .map(rule => ({ rule, scenario: grammar.parse(rule.scenario) }))
    .filter(({ scenario }) => canActOn(scenario, operation))
    .filter(({ rule }) => paysTo(rule, creditors))
  if (fitting.every(({ rule }) => rule.customerNumber === null)) return fitting
  const customerNumber = await numberOf(ctx, claim())
  return fitting.filter(({ rule }) => rule.customerNumber === null || rule.customerNumber === customerNumber)
}

// An unknown PSU is a fault of the call; no rule applies.
async function numberOf(ctx: Context, claim: PsuClaim): Promise<string | undefined> {
  try {
    return (await findCustomer(ctx, claim))?.customerNumber
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

function paysTo({ creditorAccount }: Rule, creditors: () => readonly string[]): boolean {
  return creditorAccount === null || creditors().some(number => isSameNumber(number, creditorAccount))
}

function isLeft({ times, used }: Rule): boolean {
  return times === null || used < times
}

export function isChosen({ rule }: RuleMatch): boolean {
  return isDrawn(rule.seed, rule.asked, probabilityOf(rule) ?? 1)
}

/** Probabilities are stored in millionths. */
const MILLION = 1_000_000

export async function count(tx: Context, { id, asked, used, times }: Rule, more: 0 | 1): Promise<void> {
  const worldId = tx.world.id
  await tx.db.scenario.updateMany({ where: { worldId, id }, data: { asked: asked + 1, used: used + more } })
  if (more === 1 && times !== null && used + more >= times) await noteRules(tx)
}

// Recorded on the world, so that calls search for no rule when there is none.
async function noteRules(tx: Context): Promise<void> {
  const rules = await tx.db.scenario.findMany({ where: { worldId: tx.world.id } })
  await tx.db.world.updateMany({ where: { id: tx.world.id }, data: { hasScenarios: rules.some(isLeft) } })
}

/** The calls to which a rule applies: all given conditions must hold. */
export type SetScenario = {
  readonly scenario: Scenario
  readonly tpp?: string | undefined
  readonly operation?: ScenarioOperation | undefined
  readonly psu?: string | undefined
  readonly creditorAccount?: string | undefined
  readonly times?: number | undefined
  readonly probability?: number | undefined
  readonly seed?: number | undefined
}

/** A call reads all of them. */
const MOST_RULES = 100

/** From now on a scenario acts on calls of TPPs in this world (D88). */
export function setScenario(ctx: Context, set: SetScenario): Promise<Rule> {
  assertRule(set)
  const { scenario, operation, creditorAccount, times, probability, seed } = set
  return command(ctx, async tx =>
    addRule(tx, {
      id: tx.newId('Scenario'),
      ...ruleOf({ scenario, operation, creditorAccount, times, probability, seed }),
      tppId: set.tpp === undefined ? null : (await findTpp(tx, set.tpp, 'for.tpp')).id,
      customerNumber: set.psu === undefined ? null : await knownNumber(tx, set.psu),
      asked: 0,
      used: 0,
      createdAt: tx.now,
    }),
  )
}

/** FORMAT_ERROR for a rule that could never act. */
export function assertRule({ scenario, operation, creditorAccount }: SetScenario): void {
  // Accounts of other banks have numbers of many forms; all have digits.
  if (creditorAccount !== undefined && !/(?:\d *){4}/.test(creditorAccount))
    throw new DomainError('FORMAT_ERROR', 'must be an IBAN, a BBAN or the key of an account.', 'for.creditorAccount')
  if (operation === undefined) return
  assertCanAct(scenario, operation, 'for.operation')
  if (creditorAccount !== undefined && !PAYMENTS.includes(operation.name))
    throw new DomainError('FORMAT_ERROR', `${operation.name} pays to no account.`, 'for.creditorAccount')
}

/** The columns of a rule. */
export function ruleOf(set: Omit<SetScenario, 'tpp' | 'psu'>) {
  return {
    scenario: formatScenario(set.scenario),
    operation: set.operation?.name ?? null,
    creditorAccount: set.creditorAccount ?? null,
    times: set.times ?? null,
    // A probability above 0 stays above 0.
    probability: set.probability === undefined ? null : Math.max(1, Math.round(set.probability * MILLION)),
    seed: set.seed ?? 1,
  }
}

/** Adds a rule to the world. CONFLICT when the limit of rules is reached. */
export async function addRule(tx: Context, row: Omit<Rule, 'worldId'>): Promise<Rule> {
  await makeRoom(tx)
  const rule = await tx.db.scenario.create({ data: { worldId: tx.world.id, ...row } })
  await noteRules(tx)
  return rule
}

// Rules that are used up are deleted first.
async function makeRoom(tx: Context): Promise<void> {
  const worldId = tx.world.id
  const rules = await tx.db.scenario.findMany({ where: { worldId }, orderBy: { id: 'asc' } })
  if (rules.length < MOST_RULES) return
  const spent = rules.find(rule => !isLeft(rule))
  if (spent === undefined)
    throw new DomainError(
      'CONFLICT',
      actWanted(
        'CLEAR_SCENARIOS',
        `A world has at most ${MOST_RULES} scenarios at once: clearScenarios takes them away.`,
      ),
    )
  await tx.db.scenario.delete({ where: { worldId_id: { worldId, id: spent.id } } })
}

async function knownNumber(tx: Context, customerNumber: string): Promise<string> {
  const where = { worldId_customerNumber: { worldId: tx.world.id, customerNumber } }
  if ((await tx.db.customer.findUnique({ where })) !== null) return customerNumber
  const text = `This world has no customer ${JSON.stringify(customerNumber.slice(0, 80))}.`
  throw new DomainError('RESOURCE_UNKNOWN', [
    { path: 'for.psu', text, want: { kind: 'known', noun: 'customer', key: customerNumber } },
  ])
}

/** The scenarios of this world, including used ones. */
export function pageOfScenarios(ctx: Context, args: PageArgs): Promise<Listing<Rule>> {
  return listWorld(ctx, 'Scenario', args, [], ids =>
    ctx.db.scenario.findMany({ where: { worldId: ctx.world.id, id: { in: ids } } }),
  )
}

/** Removes scenarios: the named ones, or all. Returns them. RESOURCE_UNKNOWN for an id that the world does not have. */
export function clearScenarios(ctx: Context, ids?: readonly string[]): Promise<Rule[]> {
  return command(ctx, async tx => {
    const rules = await tx.db.scenario.findMany({ where: { worldId: tx.world.id }, orderBy: { id: 'asc' } })
    const unknown = ids?.find(id => rules.every(rule => rule.id !== id))
    if (unknown !== undefined)
      throw new DomainError(
        'RESOURCE_UNKNOWN',
        `This world has no scenario ${JSON.stringify(unknown.slice(0, 80))}.`,
        'ids',
      )
    const gone = rules.filter(({ id }) => ids === undefined || ids.includes(id))
    await tx.db.scenario.deleteMany({ where: { worldId: tx.world.id, id: { in: gone.map(({ id }) => id) } } })
    await noteRules(tx)
    return gone
  })
}

/** The probability of a rule as given, to the millionth. */
export function probabilityOf({ probability }: Pick<Rule, 'probability'>): number | null {
  return probability === null ? null : probability / MILLION
}
