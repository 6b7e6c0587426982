import type { KeyObject, X509Certificate } from 'node:crypto'
import type { HeaderLine } from '../../domain/calls.ts'
import { replaceIds } from '../../domain/ids.ts'
import { isRequestId } from '../../platform/http/headers.ts'
import { describeCertificate } from '../../platform/security/certificates/certificates.ts'
import { CERTIFICATE_HEADER } from '../../platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../platform/security/refusals.ts'
import { createDigest } from '../../platform/security/signature/digest.ts'
import { formatKeyId } from '../../platform/security/signature/key-id.ts'
import { signHeaders } from '../../platform/security/signature/request-signer.ts'
import { HIDDEN } from '../../sandbox/journal/secrets.ts'
import type { RecordedCall } from '../../workbench/explain/drift/recorded-calls.ts'
import type { Request } from './request.ts'

export type Signer = { readonly x509: X509Certificate; readonly key: KeyObject }

/** One of the banks to which recorded calls are sent. */
export type Side = {
  /** Without a slash at its end. */
  readonly base: string
  /** The ids of this bank, by those of the file and of the other bank. */
  readonly ids: Map<string, string>
  readonly signerOf: (call: RecordedCall) => Signer | undefined
  /** The PSU who stands for those of the file. */
  readonly psuId?: string | undefined
  /** Whether a header of the file goes to this bank. */
  readonly keeps: (name: string) => boolean
  readonly tls?: Request['tls']
}

export type ReplayTools = {
  readonly now: () => Date
  /** The X-Request-ID in place of a recorded one: the same one for the same, since a bank does a call once for each (D15). */
  readonly requestIdFor: (recorded: string) => string
}

/** A recorded call as it is sent to a bank: with its own headers, and no others but its proof, which is made anew. */
export function requestFor(call: RecordedCall, side: Side, { now, requestIdFor }: ReplayTools): Request {
  const ownIds = (text: string) => replaceIds(text, id => side.ids.get(id))
  const url = new URL(`${side.base}${ownIds(call.target)}`)
  const body = Buffer.from(ownIds(call.body))
  const signer = side.signerOf(call)
  const proofs: Readonly<Record<string, (recorded: string) => string | undefined>> = {
    date: () => now().toUTCString(),
    'x-request-id': recorded => (recorded === '' || isRequestId(recorded) ? requestIdFor(recorded) : recorded),
    digest: () => createDigest(body),
    [CERTIFICATE_HEADER.toLowerCase()]: () => signer?.x509.raw.toString('base64'),
    [SIGNATURE_HEADER.toLowerCase()]: () => undefined,
    'psu-id': recorded => side.psuId ?? ownIds(recorded),
  }
  const recorded = isUnsigned(call) && signer !== undefined ? withProof(call.headers) : call.headers
  const headers = recorded.flatMap(([name, value]): HeaderLine[] => {
    const key = name.toLowerCase()
    // The journal keeps no secret, and an archive of it has that in its place.
    if (!side.keeps(key) || value === HIDDEN) return []
    const proof = proofs[key]
    const made = proof === undefined ? ownIds(value) : proof(value)
    return made === undefined ? [] : [[name, Buffer.from(made).toString('latin1')]]
  })
  const signature = headerIn(recorded, SIGNATURE_HEADER)
  const request = { method: call.method, url, headers, body, ...(side.tls === undefined ? {} : { tls: side.tls }) }
  if (signer === undefined || signature === undefined) return request
  return { ...request, headers: [...headers, [SIGNATURE_HEADER, signatureOf(request, signer, signature)]] }
}

/** A call of Postman has no proof when a signer or a script adds it. A call that was refused for want of one lacks it again. */
function isUnsigned({ headers, answer }: RecordedCall): boolean {
  const isProved = [SIGNATURE_HEADER, CERTIFICATE_HEADER].some(name => headerIn(headers, name) !== undefined)
  return !isProved && answer?.status !== 401
}

function withProof(headers: readonly HeaderLine[]): readonly HeaderLine[] {
  const names = ['Date', 'X-Request-ID', 'Digest', CERTIFICATE_HEADER, SIGNATURE_HEADER]
  const missing = names.filter(name => headerIn(headers, name) === undefined)
  return [...headers, ...missing.map((name): HeaderLine => [name, ''])]
}

export function headerIn(headers: readonly HeaderLine[], name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
}

/** Signs what the recorded signature covers, where that can be read. */
function signatureOf({ method, url, headers }: Request, { x509, key }: Signer, recorded: string): string {
  const carried = new Set(headers.map(([name]) => name.toLowerCase()))
  const covered = /headers="([^"]+)"/.exec(recorded)?.[1]?.split(' ')
  const names = covered?.filter(name => name === '(request-target)' || carried.has(name))
  const { signature } = signHeaders({
    message: { method, target: url.pathname + url.search, headers },
    keyId: formatKeyId(describeCertificate(x509)),
    key,
    ...(names === undefined || names.length === 0 ? {} : { names }),
  })
  return signature
}
