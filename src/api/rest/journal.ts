import type { AnsweredCall } from '../../domain/calls.ts'
import type { DomainError } from '../../domain/errors.ts'
import { type Answer, problem } from './answers.ts'
import type { Incoming, Trace } from './call.ts'

type StartedCall = {
  readonly id: string
  readonly at: Date
  readonly requestId: string | undefined
  readonly traceId: string | undefined
  readonly start: number
}

/** A call in the form that the journal takes (D95). */
export function answeredCall(
  { id, at, requestId, traceId, start }: StartedCall,
  incoming: Incoming,
  trace: Trace,
  sent: Answer,
): AnsweredCall {
  const { world, clock, operation, tppId, steps, body } = trace
  const refusal = trace.refusal ?? (sent.status >= 400 ? readRefusal(sent.body) : undefined)
  const answerHeaders: string[] = []
  for (const name in sent.headers) answerHeaders.push(name, sent.headers[name] ?? '')
  for (const [name, value] of sent.own ?? []) answerHeaders.push(name, value)
  for (const warning of sent.warnings ?? []) answerHeaders.push('Sandbank-Warning', warning)
  return {
    id,
    world,
    at,
    by: 'TPP',
    door: 'REST',
    operation,
    tppId,
    method: incoming.method,
    target: incoming.target,
    requestId,
    traceId,
    status: sent.status,
    code: refusal?.code,
    durationMs: performance.now() - start,
    requestHeaders: incoming.lines,
    requestBody: body,
    answerHeaders,
    answerBody: sent.body,
    steps,
    clock,
    faults: refusal?.faults ?? [],
  }
}

// Only the body of an answer is stored for repeated calls (D15).
function readRefusal(body: string): Pick<DomainError, 'faults'> & { readonly code: string } {
  const { tppMessages } = problem.parse(JSON.parse(body))
  const faults = tppMessages.map(({ text = '', path }) => (path === undefined ? { text } : { text, path }))
  return { code: tppMessages[0]?.code ?? 'BAD_REQUEST', faults }
}
