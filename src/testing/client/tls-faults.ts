const SPEAKS_HTTP = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])

/** What of TLS keeps a client from a bank at an address, and what helps; undefined when it is nothing of TLS. */
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

// fetch has in the cause of its error what node:https throws.
function causeOf(error: unknown): readonly [text: string, code: string | undefined] {
  if (!(error instanceof Error)) return ['', undefined]
  if ('code' in error && typeof error.code === 'string') return [error.message, error.code]
  return causeOf(error.cause)
}
