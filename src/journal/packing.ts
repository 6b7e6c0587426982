import { type AnsweredCall, causeOf } from './calls.ts'
import type { Batch } from './engine.ts'
import { pack, valuesOf } from './messages.ts'
import type { Hide, secretsOf } from './secrets.ts'

/** Calls as they are written, those of a world together. No secret is among them: not the server's token, no private key, no cookie. */
export function batchesOf(
  calls: readonly AnsweredCall[],
  { hide, mayHoldSecret }: ReturnType<typeof secretsOf>,
): readonly Batch[] {
  return [...new Set(calls.map(({ world }) => world))].map(world => {
    const own = calls.filter(call => call.world === world)
    const [values, rows] = [valuesOf(own, asItIs), own.map(call => rowOf(call, asItIs))]
    // Nearly none has a secret in it, so all are looked at together.
    let texts = ''
    for (const list of [...values, ...rows.map(row => Object.values(row))])
      for (const text of list) if (typeof text === 'string') texts += `${text}\n`
    return mayHoldSecret(texts)
      ? { world, rows: own.map(call => rowOf(call, hide)), messages: pack(valuesOf(own, hide)) }
      : { world, rows, messages: pack(values) }
  })
}

const asItIs: Hide = text => text

function rowOf(call: AnsweredCall, hide: Hide): Batch['rows'][number] {
  const { world, id, at, by, door, operation, tppId, method, target, requestId, status, code, durationMs, faults } =
    call
  const [fault] = faults
  const text = (value: string | undefined) => (value === undefined || value === '' ? null : hide(value))
  return {
    world,
    id,
    at: at.getTime(),
    by,
    door,
    operation: text(operation),
    tppId: text(tppId),
    method: hide(method),
    target: hide(target),
    requestId: text(requestId),
    status,
    code: text(code),
    durationMs: Math.round(durationMs * 1000) / 1000,
    cause: fault === undefined ? null : hide(causeOf(fault)),
  }
}
