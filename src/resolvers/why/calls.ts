import type { Context } from '../../context.ts'
import { osloDay } from '../../domain/calendar.ts'
import { correctForm } from '../../domain/corrections.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { CODE_REMEDIES, scenarioRemedy } from '../../domain/explanations.ts'
import type { JournaledCall } from '../../domain/journal.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import { unlessGone } from '../references.ts'
import { type ExplainedRow, type Explanation, row } from './explanation.ts'

/** The codes of refusals that clients see under another name, with their status, are told apart by `codeOf`. */
export type CodeOf = (wireCode: string, status: number) => ErrorCode | undefined

/** A call as the journal kept it: the rule that refused it, what its ids name, and what would have passed. */
export async function explainCall(ctx: Context, call: JournaledCall, codeOf: CodeOf): Promise<Explanation> {
  const code = call.code === undefined ? undefined : codeOf(call.code, call.status)
  const faults = call.verdicts.flatMap(verdict => (verdict.passed ? [] : verdict.faults))
  const failed = call.verdicts.find(({ passed }) => !passed)
  const psuId = headerOf(call, 'psu-id')
  const psu = psuId === undefined ? null : await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, psuId } })
  const base = { subject: `call ${call.id}`, since: call.at, waitsFor: undefined, until: undefined }
  const named = await rowsNamed(ctx, call)
  const rows =
    psu === null ? named : [row('Customer', psu.id, { customerNumber: psu.customerNumber, psuId: psu.psuId }), ...named]
  if (code === undefined) {
    const text = `It was not refused: ${call.method} ${call.target} was answered ${call.status}.`
    return { ...base, state: String(call.status), text, rule: 'D95', rows, change: undefined }
  }
  const told = faults.map(({ text, path }) => (path === undefined ? text : `${path}: ${text}`)).join(' ')
  const basePath = worldBasePath(ctx.world)
  const remedy =
    failed?.step === 'SCENARIO'
      ? scenarioRemedy(headerOf(call, 'sandbank-scenario') !== undefined)
      : CODE_REMEDIES[code]
  const sent = {
    path: call.target.startsWith(`${basePath}/`) ? call.target.slice(basePath.length) : call.target,
    body: call.request.body,
  }
  return {
    ...base,
    state: code,
    text: `${failed === undefined ? '' : `Refused at the step ${failed.step} (D12). `}${told}`.trim(),
    rule: remedy.rule,
    rows,
    change: remedy.change({
      door: call.door,
      world: nameOf(ctx.world),
      method: call.method,
      ...(code === 'FORMAT_ERROR' && call.door === 'REST' ? correctForm(sent, faults, osloDay(ctx.now)) : sent),
      psu: psu?.customerNumber,
      context: faults.some(({ path }) => path?.toLowerCase() === 'psu-context')
        ? undefined
        : headerOf(call, 'psu-context'),
      tppId: call.tppId,
      at: faults[0]?.path,
      unknown: faults.flatMap(({ text, path }) =>
        path !== undefined && / is not a field |^is not a field/.test(text) ? [path] : [],
      ),
    }),
  }
}

function headerOf({ request }: JournaledCall, wanted: string): string | undefined {
  return request.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const MOST_NAMED = 20

/** The rows that a call names by their ids, as they stand now. */
async function rowsNamed(ctx: Context, { target, request }: JournaledCall): Promise<ExplainedRow[]> {
  const ids = [...new Set(`${target} ${request.body ?? ''}`.match(UUID) ?? [])].slice(0, MOST_NAMED)
  const found = await Promise.all(ids.map(id => Promise.all(FINDERS.map(find => find(ctx, id)))))
  return found.flat().flatMap(one => one ?? [])
}

const FINDERS: readonly ((ctx: Context, id: string) => Promise<ExplainedRow | null>)[] = [
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.payment(id))
    return found && row('Payment', id, { status: found.status, tppId: found.tppId, service: found.service })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.account(id))
    return found && row('Account', id, { iban: found.iban, currency: found.currency, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.cardAccount(id))
    return found && row('CardAccount', id, { maskedPan: found.maskedPan, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.customer(id))
    return found && row('Customer', id, { customerNumber: found.customerNumber, type: found.type })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.agreement(id))
    return found && row('Agreement', id, { name: found.name, owner: found.ownerId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.signingBasket(id))
    return found && row('SigningBasket', id, { tppId: found.tppId })
  },
  async (ctx, id) => {
    const found = await unlessGone(ctx.load.authorisation(id))
    return found && row('Authorisation', id, { status: found.status, purpose: found.purpose, tppId: found.tppId })
  },
]
