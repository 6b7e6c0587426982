import type { Context } from '../../context.ts'
import { again, type Commands, type Fields, isFields, type RefusedCall, withFields } from '../commands.ts'
import { withOwnBasket } from './payments.ts'

/** What a call collides with is taken out of its way (D15, D24, D39). */
export async function withoutConflict(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [path] = call.faults.map(fault => fault.path)
  if (path === 'X-Request-ID') return again(call)
  if (path?.startsWith('paymentIds') === true) return withOwnBasket(ctx, call)
  return call.faults.every(fault => fault.path !== undefined) ? again(withFreeValues(ctx, call)) : undefined
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
