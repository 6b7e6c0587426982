import { addressOf, again, at, type RefusedCall } from '../../../domain/commands.ts'
import { MAX_BULK_TRANSFERS } from '../../../domain/products.ts'
import type { CallMend } from '../explanation.ts'

/** What only the doors know of a call that they did not read. */
export type ToldByDoor = {
  /** A header of the call, by its name in small letters. */
  readonly header: (name: string) => string | undefined
  /** The body that an operation's example has, by its method and path. */
  readonly sample: (method: string, path: string) => string | undefined
}

const BODY_BYTES = 1_048_576

/** A body that was larger than one may be (D12): by how much, how it is split, and a call of that operation that passes. */
export function smaller(call: RefusedCall, change: string | undefined, { header, sample }: ToldByDoor): CallMend {
  const size = Number(header('content-length'))
  const over = size > BODY_BYTES ? `, so at least ${size - BODY_BYTES} bytes must go` : ''
  const had = size > BODY_BYTES ? `The body had ${size} bytes` : `The body was larger than that`
  const advice = `${had}; one may have ${BODY_BYTES}${over}. ${splitOf(call)}`
  if (call.door !== 'REST') return { advice, change: undefined }
  const body = change === undefined && call.body === undefined ? sample(call.method, call.path) : undefined
  return { advice, change: body === undefined ? change : again({ ...call, body }) }
}

/** The usual way to send as much in several calls. */
function splitOf({ door, path, place }: RefusedCall): string {
  if (door !== 'REST')
    return `Send a large fixture with \`npx sandbank fixture apply FILE${at(place)}\`, which splits it, and several mutations in several calls; ${addressOf(place)}/graphql says what each takes.`
  if (path.startsWith('/v1/bulk-payments/'))
    return `Send its transfers in several bulk payments: one may have ${MAX_BULK_TRANSFERS}.`
  if (path.startsWith('/v1/signing-baskets')) return 'Sign its payments in several baskets.'
  return 'This operation makes one thing a call, and no text in it may be that long: send one call for each, and what is no field of it not at all.'
}
