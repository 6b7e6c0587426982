import type { Context } from '../../../bank/context.ts'
import type { HeaderLine, JournaledCall } from '../../../domain/calls.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { listRequired } from '../copies/required-headers.ts'
import { leftOut, MADE_AGAIN, type Sketch, sketchOf } from '../copies/sketch.ts'
import type { CallStep, StoryTpp } from './story.ts'

/** The TPPs of a story, by their ids. */
export type Tpps = ReadonlyMap<string | undefined, StoryTpp>

type Around = {
  readonly tpps: Tpps
  readonly repeated: ReadonlySet<string>
  readonly isScripted: boolean
}

/** A call of a TPP as a step of a story, without what each client of the bank adds by itself; undefined for one that no client can send. */
export async function callStep(ctx: Context, call: JournaledCall, around: Around): Promise<CallStep | undefined> {
  const failed = call.verdicts.find(({ passed }) => !passed)?.step
  const sketch = await sketchOf(ctx, call)
  // A call that was refused before its caller was known can be made by any TPP.
  const tpp = around.tpps.get(call.tppId) ?? [...around.tpps.values()][0]
  // No client can send a call that is not a valid request of HTTP.
  if (failed === 'FRAMING' || tpp === undefined) return undefined
  const forged = failed === 'CERTIFICATE' || failed === 'SIGNATURE' || failed === 'DIGEST' ? failed : undefined
  const psuId = sketch.header('PSU-ID')
  const customer =
    psuId === undefined
      ? null
      : await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, psuId: psuId.toLowerCase() } })
  const own = [
    ...(forged === undefined ? [] : [PROOFS[forged]]),
    ...(forged === 'SIGNATURE' && isStale(sketch.header('Date'), call.at) ? ['Date'] : []),
    ...(around.repeated.has(call.requestId ?? '') ? ['X-Request-ID'] : []),
  ]
  const proofs = own.flatMap((name): HeaderLine[] => {
    const value = sketch.header(name)
    return value === undefined ? [] : [[name, value]]
  })
  const played = call.answer.headers.find(([name]) => /^sandbank-scenario$/i.test(name))?.[1]
  // The scenario was set before the story begins, so the call must request it itself.
  const isMeant = played !== undefined && !around.isScripted && sketch.header('Sandbank-Scenario') === undefined
  const headers = sketch.headers.filter(
    line => !isUsual(line, sketch) && !(customer !== null && /^psu-id$/i.test(line[0])),
  )
  const base = worldBasePath(ctx.world)
  return {
    kind: 'CALL',
    call,
    gives: [],
    tpp,
    method: sketch.method,
    path: sketch.path,
    isOfWorld: call.target.startsWith(`${base}/`) && !/^\/worlds\//.test(sketch.path),
    psu: customer?.customerNumber,
    headers: [...headers, ...proofs, ...(isMeant ? [['Sandbank-Scenario', played] satisfies HeaderLine] : [])],
    lacks: leftOut(sketch).filter(name => own.includes(name) || !MADE_AGAIN.includes(name)),
    body: sketch.body,
    forged,
    isLost: /^(?:lose-answer|hang)\b/.test(played ?? ''),
  }
}

/** The headers that these steps of a call examine. */
const PROOFS = { CERTIFICATE: 'TPP-Signature-Certificate', SIGNATURE: 'Signature', DIGEST: 'Digest' } as const

/** Whether a signature may have been refused for its time. */
function isStale(date: string | undefined, at: Date): boolean {
  return date !== undefined && !(Math.abs(Date.parse(date) - at.getTime()) < 60_000)
}

/** Whether each client of the bank adds the header by itself when it is required, with this value or an equivalent one. */
function isUsual([name, value]: HeaderLine, { route, origin }: Sketch): boolean {
  const key = name.toLowerCase()
  if (OF_BODIES[key]?.test(value) === true) return true
  if (!listRequired(route?.headerSet).some(one => one.toLowerCase() === key)) return false
  return USUAL[key]?.test(value) === true || (key === 'tpp-redirect-uri' && value.startsWith(`${origin}/`))
}

const OF_BODIES: Readonly<Record<string, RegExp>> = {
  accept: /^(?:application\/json|\*\/\*)$/,
  'content-type': /^application\/json$/,
}
const USUAL: Readonly<Record<string, RegExp>> = {
  'x-accept-fix': /^none$/,
  'psu-ip-address': /^127\.0\.0\.1$/,
  // The bank only requires a session, so any other serves as well.
  'tpp-session-id': /^[\da-f]{8}-[\da-f-]{27}$/i,
}
