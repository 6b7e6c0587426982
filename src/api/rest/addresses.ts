import { DomainError, type Fault } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import type { Warning } from '../../platform/security/warnings.ts'

/** The parts of an address to which [I] gives no length. 1.0.0 took as many characters as a message has (D31). */
const PARTS = ['buildingNumber', 'postalCode', 'city'] as const
const MOST = 70

type LongPart = { readonly path: string; readonly length: number }

/** The parts of a payment's addresses, and of those of its entries, that are longer than 70 characters (D31). */
export function findLongAddresses(body: unknown): readonly LongPart[] {
  if (!isObject(body)) return []
  const entries: unknown = Reflect.get(body, 'payments')
  const places = Array.isArray(entries) ? entries.map((one, place) => [`payments[${place}].`, one] as const) : []
  return [['', body] as const, ...places].flatMap(([prefix, transfer]) =>
    longParts(isObject(transfer) ? Reflect.get(transfer, 'creditorAddress') : undefined, `${prefix}creditorAddress`),
  )
}

function longParts(address: unknown, at: string): LongPart[] {
  if (!isObject(address)) return []
  return PARTS.flatMap(part => {
    const value: unknown = Reflect.get(address, part)
    if (typeof value !== 'string' || value.length <= MOST) return []
    const { length } = Array.from(value)
    return length <= MOST ? [] : [{ path: `${at}.${part}`, length }]
  })
}

/** One warning for all addresses of a body, since a header names each thing once (D73). */
export function warnOfLongAddresses([first, ...others]: readonly LongPart[]): Warning | undefined {
  if (first === undefined) return undefined
  const more = others.length === 0 ? '' : ` So have ${others.length} more parts of addresses of this body.`
  return { code: 'ADDRESS_LENGTH', text: `${first.path}: ${sentenceOf(first)}${more}` }
}

/** The refusal of a strict server: FORMAT_ERROR at each part (D73). */
export function refuseLongAddresses(long: readonly LongPart[]): void {
  if (long.length === 0) return
  const faults = long.map(
    (one): Fault => ({
      path: one.path,
      text: `${sentenceOf(one)} This server was set to refuse it (SANDBANK_STRICT=1).`,
      rule: 'D31',
    }),
  )
  throw new DomainError('FORMAT_ERROR', faults)
}

function sentenceOf({ length }: LongPart): string {
  return `The text has ${length} characters; a bank may take only ${MOST} (D31).`
}
