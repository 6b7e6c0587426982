import { randomUUID } from 'node:crypto'
import { type RequestToSign, type SignedRequest, signRequest } from './sign-request.ts'

/** A request to sign, with a new X-Request-ID unless the test gives one. `tamper` changes it after it was signed. */
export type SigningInput = Omit<RequestToSign, 'requestId'> & {
  readonly requestId?: string | undefined
  readonly tamper?: ((request: SignedRequest) => SignedRequest) | undefined
}

/** A request as a TPP would send it, with all signature headers. */
export function signedRequest({ requestId = randomUUID(), tamper, ...request }: SigningInput): SignedRequest {
  const signed = signRequest({ ...request, requestId })
  return tamper === undefined ? signed : tamper(signed)
}

/** Puts other values in place of headers, or adds them; undefined takes a header out. */
export function withHeaders(
  request: SignedRequest,
  changes: Readonly<Record<string, string | undefined>>,
): SignedRequest {
  const names = new Set(Object.keys(changes).map(name => name.toLowerCase()))
  const kept = request.headers.filter(([name]) => !names.has(name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...request, headers: [...kept, ...added] }
}

/** The value of a header; the test fails when the request does not carry it. */
export function headerOf(request: Pick<SignedRequest, 'headers'>, name: string): string {
  const found = request.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())
  if (found === undefined) throw new Error(`the request has no header ${name}`)
  return found[1]
}
