import { request } from 'node:http'
import { createServer } from 'node:https'
import { afterAll } from 'vitest'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { forgeDer } from '../../support/builders/certificates.ts'
import { element, sequence } from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'

/** How a proxy speaks to the bank behind it. */
type ProxyManners = {
  /** It passes the name on that its client has called; else it calls the bank by the bank's own, as nginx does unless its configuration says otherwise. */
  readonly keepsHost: boolean
}

/** Names that a browser, or a program, resolves to this machine. */
const NAMES = ['bank.localhost', 'localhost']
const SUBJECT_ALT_NAME = '2.5.29.17'

/** The key of the proxies of the tests, and a certificate for it of an unknown CA, as PEM; `both` is what HAProxy reads. */
export function proxyCredentials() {
  const key = keptKey('tls-proxy')
  const names = sequence(...NAMES.map(name => element(0x82, Buffer.from(name))))
  const now = Date.now()
  const certificate = encodePem(
    forgeDer(
      { key },
      {
        key,
        subject: [['2.5.4.3', 'bank.localhost']],
        notBefore: new Date(now - 3_600_000),
        notAfter: new Date(now + 86_400_000),
        isAuthority: true,
        keyUsage: ['digitalSignature', 'keyEncipherment', 'keyCertSign'],
        moreExtensions: [{ id: SUBJECT_ALT_NAME, value: names }],
      },
    ),
    'CERTIFICATE',
  )
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' })
  return { certificate, key: keyPem, both: `${certificate}${keyPem}` }
}

/** A real proxy that speaks TLS to its clients and plain HTTP to the bank, with a certificate of its own. */
export async function startTlsProxy(bank: string, { keepsHost }: ProxyManners) {
  const { certificate, key, both } = proxyCredentials()
  const server = createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { host = '', ...headers } = incoming.headers
    const onward = request(bank, {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: {
        ...headers,
        host: keepsHost ? host : new URL(bank).host,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': host,
        'x-forwarded-for': '203.0.113.7',
      },
    })
    onward.on('response', answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return { port: address.port, certificate, both }
}
