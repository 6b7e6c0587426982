import { findOperation } from '../../../api/rest/routes.ts'
import type { Route } from '../../../api/rest/serve.ts'
import type { Context } from '../../../bank/context.ts'
import { type HeaderLine, headerText, type JournaledCall } from '../../../domain/calls.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { isLoopback, isRequestId, reachedAt } from '../../../platform/http/headers.ts'
import { DEFAULT_ORIGIN, type Place, placeOf } from '../commands.ts'
import { isOfOlderGraph, OLDER_DOCUMENT } from '../graphql/older-documents.ts'
import { listRequired } from './required-headers.ts'

/** A call of the journal in the form from which all copies are made. */
export type Sketch = {
  readonly call: JournaledCall
  readonly place: Place
  /** The address by which the caller reached the bank. */
  readonly origin: string
  readonly method: string
  /** Path and query below the world's base URL. */
  readonly path: string
  readonly target: string
  /** The headers that the caller chose: without those of the connection, and without those that every signed call creates anew. */
  readonly headers: readonly HeaderLine[]
  /** A header of the call, from the caller or added. */
  readonly header: (name: string) => string | undefined
  readonly body: string | undefined
  readonly route: Route | undefined
  readonly tppId: string | undefined
  /** The name of the TPP on the bank's machine, if it is one of the bank's own. */
  readonly tpp: string | undefined
  /** Differences that every copy has. */
  readonly notes: readonly string[]
}

export async function sketchOf({ world, deps }: Context, call: JournaledCall): Promise<Sketch> {
  const sent = new Map(call.request.headers.map(([name, value]) => [name.toLowerCase(), headerText(value)]))
  const header = (name: string) => sent.get(name.toLowerCase())
  const base = worldBasePath(world)
  const path = call.target.startsWith(`${base}/`) ? call.target.slice(base.length) : call.target
  const [plain = ''] = path.split('?', 1)
  const method = call.method === 'HEAD' ? 'GET' : call.method
  return {
    call,
    place: placeOf(nameOf(world), reachedAt(header)),
    origin: reachedAt(header) ?? DEFAULT_ORIGIN,
    method,
    path,
    target: call.target,
    headers: call.request.headers
      .filter(([name, value]) => isChosen(name.toLowerCase(), value))
      .map(([name, value]) => [name, headerText(value)]),
    header,
    body: call.request.body,
    route: call.door === 'REST' ? findOperation(method, plain) : undefined,
    tppId: call.tppId,
    // A call that was refused before its caller was identified can be made by anyone.
    tpp: (await deps.localTpps?.())?.find(({ id }) => call.tppId === undefined || id === call.tppId)?.localName,
    notes: notesOn(call, reachedAt(header)),
  }
}

/** Headers of connections, programs and browsers: no bank looks at them. */
export const OF_THE_CONNECTION =
  /^(host|connection|content-length|transfer-encoding|keep-alive|expect|te|trailer|upgrade|user-agent|accept-(encoding|language)|origin|referer|cookie|authorization|sec-.*|priority|dnt|cache-control|pragma|via|forwarded|x-forwarded-.*|x-real-ip)$/
/** Headers that each signed call has anew, so a copy leaves them out. */
export const MADE_AGAIN: readonly string[] = [
  'Date',
  'X-Request-ID',
  'Digest',
  'TPP-Signature-Certificate',
  'Signature',
]

function isChosen(name: string, value: string): boolean {
  // A new call has its own id; a malformed id is copied, since the call was refused for it.
  if (name === 'x-request-id') return !isRequestId(value)
  return !OF_THE_CONNECTION.test(name) && !MADE_AGAIN.some(one => one.toLowerCase() === name)
}

function notesOn(call: JournaledCall, origin: string | undefined): string[] {
  const { verdicts, request } = call
  const host = origin?.replace(/^https?:\/\//, '')
  const failed = verdicts.find(({ passed }) => !passed)
  const proof =
    failed !== undefined && (['CERTIFICATE', 'SIGNATURE', 'DIGEST'] as const).some(step => step === failed.step)
  const recorded = Buffer.byteLength(request.body ?? '')
  return [
    // The caller chose the Host, and a copy would sign for it or send it the operator's token.
    ...(host === undefined || isLoopback(host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1'))
      ? []
      : [`The caller named the bank ${host}: make sure that it is this one before you run a copy.`]),
    ...(proof ? [`The call was refused for its ${failed.step.toLowerCase()}; a copy is signed rightly.`] : []),
    ...(isOfOlderGraph(call) ? [OLDER_DOCUMENT] : []),
    ...(request.bytes > recorded
      ? [`The body had ${request.bytes} bytes, of which the journal has the first ${recorded}.`]
      : []),
  ]
}

/** Headers that a client of the bank adds by itself, and the caller left out. */
export function leftOut({ header, route, body }: Sketch): string[] {
  const added = [
    'Accept',
    ...(body === undefined ? [] : ['Content-Type']),
    ...MADE_AGAIN,
    ...listRequired(route?.headerSet),
  ]
  return [...new Set(added)].filter(name => header(name) === undefined)
}
