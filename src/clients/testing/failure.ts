import type * as kit from './kit.ts'

/** The error that the kit throws. Its message has the call and the answer; its stack, the place in the test. */
export class SandbankError extends Error implements kit.SandbankError {
  override readonly name = 'SandbankError'
  readonly code: string | undefined
  readonly path: string | undefined
  readonly journal: string | undefined

  constructor(message: string, { code, path, journal, cause }: Partial<kit.SandbankError> = {}) {
    const { stackTraceLimit } = Error
    try {
      // Node prints the line of the first frame above the message: in the bundle, a line of thousands of characters.
      Error.stackTraceLimit = 0
      super(message, cause === undefined ? {} : { cause })
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
    this.code = code
    this.path = path
    this.journal = journal
    const stack = [`SandbankError: ${message}`, ...framesOfCaller(stackTraceLimit)].join('\n')
    Object.defineProperty(this, 'stack', { value: stack, writable: true, configurable: true, enumerable: false })
  }
}

/** Our own frames that may stand above the caller's. */
const MOST_OF_OURS = 40

/** The frames outside of the bundled file; all, if that leaves none. */
function framesOfCaller(limit: number): string[] {
  const at: { stack?: string } = {}
  Error.stackTraceLimit = limit + MOST_OF_OURS
  Error.captureStackTrace(at)
  Error.stackTraceLimit = limit
  const [own = '', ...frames] = (at.stack ?? '').split('\n').slice(1)
  // Cached code has the name of the file from which it was compiled.
  const place = own.slice(Math.max(own.lastIndexOf('('), own.lastIndexOf(' ')) + 1)
  const file = place.replace(/:\d+:\d+\)?$/, '')
  const others = frames.filter(frame => !frame.includes(file))
  return (others.length === 0 ? frames : others).slice(0, limit)
}

const SPEAKS_HTTP = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])

/** The part of TLS that prevents a connection to a bank, and its remedy; undefined when the cause is not TLS. */
export function tlsFault(url: string, error: unknown): string | undefined {
  const [cause, code] = causeOf(error)
  if (code === undefined) return undefined
  if (SPEAKS_HTTP.has(code))
    return `${url} does not speak TLS: call it by http://, or the address of the proxy before it.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${url} is for another name (${cause}): call it by the name that stands in it.`
  if (!/CERT|SIGNATURE|ISSUER/.test(code)) return undefined
  return `The certificate of ${url} is not trusted here (${cause}): put that of its authority, or the certificate itself, into a PEM file, and name the file in NODE_EXTRA_CA_CERTS.`
}

// fetch stores in its error's cause the error that node:https would throw.
function causeOf(error: unknown): readonly [text: string, code: string | undefined] {
  if (!(error instanceof Error)) return ['', undefined]
  if ('code' in error && typeof error.code === 'string') return [error.message, error.code]
  return causeOf(error.cause)
}
