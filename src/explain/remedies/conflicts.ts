import type { Context } from '../../context.ts'
import { UNFINISHED_STATUSES } from '../../domain/status.ts'
import { again, ask, type Commands, type Fields, inTurn, isFields, type RefusedCall, withFields } from '../commands.ts'
import { itsStatus, withOwnBasket } from './payments.ts'

/** What a call collides with is taken out of its way (D24, D29, D39, D46). */
export async function withoutConflict(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [fault] = call.faults
  const text = fault?.text ?? ''
  if (fault?.path === 'X-Request-ID') return again(call)
  if (text.includes('allowLogicalDuplicate')) return again(asAnother(call))
  if (/cancel it first/.test(text)) return afterCancelling(ctx, call)
  if (fault?.path?.startsWith('paymentIds') === true) return withOwnBasket(ctx, call)
  if (/^There is already a world/.test(text)) {
    const [, name] = /already a world ([a-z0-9-]+)\./.exec(text) ?? []
    return ask(call.place, `mutation { resetWorld(name: "${name}") { name } }`)
  }
  const [, snapshot] = /has a snapshot (\S+) already/.exec(text) ?? []
  if (snapshot !== undefined)
    return inTurn(ask(call.place, `mutation { deleteSnapshot(name: "${snapshot}") { name } }`), again(call))
  if (/at most \d+ scenarios/.test(text))
    return inTurn(ask(call.place, 'mutation { clearScenarios { scenario } }'), again(call))
  if (/does not wait|waits for an authorisation|before its SCA|cannot be changed|cannot become/.test(text))
    return itsStatus(call)
  return call.faults.every(({ path }) => path !== undefined) ? again(withFreeValues(ctx, call)) : undefined
}

function asAnother(call: RefusedCall): RefusedCall {
  if (call.asked !== undefined) {
    const { query, variables } = call.asked
    const field = /(create(?:Bulk)?Payment)\(/
    return { ...call, asked: { query: query.replace(field, '$1(allowLogicalDuplicate: true, '), variables } }
  }
  const [path = '', query = ''] = call.path.split('?', 2)
  const parts = query.split('&').filter(part => part !== '' && !part.startsWith('allowLogicalDuplicate='))
  return { ...call, path: `${path}?${[...parts, 'allowLogicalDuplicate=true'].join('&')}` }
}

/** What is not final of an account's or a customer's payments is cancelled first, as the operator can (D29, D36). */
async function afterCancelling(ctx: Context, call: RefusedCall): Promise<Commands> {
  const [named] = /payment ([0-9a-f-]{36})/.exec(call.faults[0]?.text ?? '')?.slice(1) ?? []
  const payment = await ctx.db.payment.findFirst({ where: { worldId: ctx.world.id, id: named ?? '' } })
  const owner = await ctx.db.account.findFirst({
    where: { worldId: ctx.world.id, id: payment?.debtorAccountId ?? '' },
  })
  const isCustomers = !/accounts/i.test(`${call.path} ${call.asked?.query ?? ''}`)
  const accounts = await ctx.db.account.findMany({
    where: { worldId: ctx.world.id, ...(isCustomers ? { ownerId: owner?.ownerId ?? '' } : { id: owner?.id ?? '' }) },
    select: { id: true },
  })
  const open = await ctx.db.payment.findMany({
    where: {
      worldId: ctx.world.id,
      debtorAccountId: { in: accounts.map(({ id }) => id) },
      status: { in: [...UNFINISHED_STATUSES] },
    },
    select: { id: true },
    take: 50,
  })
  const cancelled = open.map(({ id }, place) => `p${place}: cancelPaymentInBank(id: "${id}") { id }`).join(' ')
  return inTurn(ask(call.place, `mutation { ${cancelled} }`), again(call))
}

/** Another value for each that is taken: the same with other digits at its end. */
function withFreeValues(ctx: Context, call: RefusedCall): RefusedCall {
  const digits = BigInt(`0x${ctx.newId().replaceAll('-', '').slice(-12)}`)
    .toString()
    .padStart(12, '0')
  const change = (value: unknown): unknown =>
    typeof value !== 'string'
      ? value
      : /\d{4}$/.test(value)
        ? value.replace(/\d{4,11}$/, last => digits.slice(-last.length))
        : `${value} ${digits.slice(-4)}`
  return withFields(call, fields =>
    call.faults.reduce<Fields>((all, { path = '' }) => at(all, path.split('.'), change), fields),
  )
}

function at(fields: Fields, [name = '', ...rest]: readonly string[], change: (value: unknown) => unknown): Fields {
  const value = fields[name]
  if (rest.length === 0) return { ...fields, [name]: change(value) }
  return isFields(value) ? { ...fields, [name]: at(value, rest, change) } : fields
}
