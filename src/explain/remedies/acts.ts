import type { Context } from '../../context.ts'
import type { Act, Fault } from '../../domain/errors.ts'
import { UNFINISHED_STATUSES } from '../../domain/status.ts'
import { again, ask, type Commands, inTurn, type RefusedCall, withFields } from '../commands.ts'
import { withArguments } from './arguments.ts'
import { itsStatus } from './payments.ts'

/** Undefined where the code of the refusal decides. `of` is the object of the act. */
type FindActCommands = (
  ctx: Context,
  call: RefusedCall,
  of: string,
) => Promise<Commands | undefined> | Commands | undefined

const byItsCode: FindActCommands = () => undefined

/** For each act that a fault wants, the commands that do it (D97). */
const ACT_COMMANDS = {
  ADVANCE_CLOCK: (_, { place }) => ask(place, 'mutation { advanceClock(by: "PT1H") { now } }'),
  ALLOW_DUPLICATE: (_, call) => again(asAnother(call)),
  CANCEL_AT_ONCE: cancelledAtOnce,
  CANCEL_PAYMENTS: afterCancelling,
  CLEAR_SCENARIOS: (_, call) => inTurn(ask(call.place, 'mutation { clearScenarios { scenario } }'), again(call)),
  DELETE_CUSTOMER: (_, call, id) =>
    call.door === 'REST'
      ? again({ ...call, path: `/v1/sandbox/customers/${id}` })
      : ask(call.place, `mutation { deleteCustomer(id: "${id}") { id } }`),
  DELETE_SNAPSHOT: (_, call, name) =>
    inTurn(ask(call.place, `mutation { deleteSnapshot(name: "${name}") { name } }`), again(call)),
  EXAMINE_SIGNATURE: byItsCode,
  LEAVE_SCENARIO: byItsCode,
  LOOK_AT_STATE: (_, call) => itsStatus(call),
  NAME_MEMBER: withMember,
  RESET_WORLD: (_, { place }, name) => ask(place, `mutation { resetWorld(name: "${name}") { name } }`),
  SEND_LESS: byItsCode,
  SHOW_PSU: byItsCode,
} as const satisfies Record<Act, FindActCommands>

/** The remedy for a call whose first fault wants an act. */
export function afterAct(ctx: Context, call: RefusedCall) {
  const want = call.faults.find(fault => fault.want?.kind === 'act')?.want
  if (want?.kind !== 'act') return undefined
  const find: FindActCommands = ACT_COMMANDS[want.act]
  return find(ctx, call, want.of ?? '')
}

export function wantsAct(faults: readonly Pick<Fault, 'want'>[], act: Act): boolean {
  return faults.some(({ want }) => want?.kind === 'act' && want.act === act)
}

function asAnother(call: RefusedCall): RefusedCall {
  if (call.graphql !== undefined)
    return { ...call, graphql: withArguments(call.graphql, { allowLogicalDuplicate: 'true' }) }
  const [path = '', query = ''] = call.path.split('?', 2)
  const parts = query.split('&').filter(part => part !== '' && !part.startsWith('allowLogicalDuplicate='))
  return { ...call, path: `${path}?${[...parts, 'allowLogicalDuplicate=true'].join('&')}` }
}

/** A payment that no member can authorise is cancelled without an SCA (D36). */
function cancelledAtOnce(_: Context, call: RefusedCall): Commands | undefined {
  const [path = '', rest] = call.path.split('/cancellation-authorisations')
  return rest === undefined ? itsStatus(call) : again({ ...call, method: 'DELETE', path })
}

/** What is not final from the account of a payment is cancelled first, as the operator can (D29, D36). */
async function afterCancelling(ctx: Context, call: RefusedCall, paymentId: string): Promise<Commands> {
  const { debtorAccountId } = await ctx.load.payment(paymentId)
  const open = await ctx.db.payment.findMany({
    where: { worldId: ctx.world.id, debtorAccountId, status: { in: [...UNFINISHED_STATUSES] } },
    select: { id: true },
    take: 50,
  })
  const cancelled = open.map(({ id }, place) => `p${place}: cancelPaymentInBank(id: "${id}") { id }`).join(' ')
  return inTurn(ask(call.place, `mutation { ${cancelled} }`), again(call))
}

/** D27: an account of the agreement's owner, and a member that does not own it. */
async function withMember(ctx: Context, call: RefusedCall, ownerId: string): Promise<Commands | undefined> {
  const worldId = ctx.world.id
  const account = await ctx.db.account.findFirst({ where: { worldId, ownerId } })
  const member = await ctx.db.customer.findFirst({ where: { worldId, type: 'PRIVATE', id: { not: ownerId } } })
  if (account === null || member === null) return undefined
  const isOwner = call.faults.some(({ path }) => path === 'customer')
  return again(
    withFields(call, fields => ({
      ...fields,
      account: { iban: account.iban },
      customer: isOwner ? member.customerNumber : fields['customer'],
    })),
  )
}
