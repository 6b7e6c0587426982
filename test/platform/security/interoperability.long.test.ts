import { execFileSync } from 'node:child_process'
import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { readTrustAnchors } from '../../../src/platform/security/certificates/trust-anchors.ts'
import { verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import type { RawHeaders, SignedMessage } from '../../../src/platform/security/signature/signing-string.ts'
import { openssl } from '../../support/builders/certificates.ts'
import { fillAuthority, keptKey } from '../../support/builders/kept-keys.ts'
import { headerOf } from '../../support/clients/signing-client.ts'

const now = new Date()
const folder = mkdtempSync(join(tmpdir(), 'sandbank-'))
const file = (name: string) => join(folder, name)
fillAuthority(folder)
const authority = openCertificateAuthority(folder, now)
const shell = (script: string) =>
  execFileSync('bash', ['-ec', script], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const receive = (message: SignedMessage, body: Uint8Array, anchors = [authority.certificate]) => {
  const certificate = createCertificateReader(anchors).read(headerOf(message, 'TPP-Signature-Certificate'), new Date())
  verifySignature(message, certificate, { keyId: 'tolerant', now: new Date() })
  verifyDigest(headerOf(message, 'Digest'), body)
  return certificate
}

beforeAll(() => {
  const since = new Date(now.getTime() - 60_000)
  const issued = authority.issue({ name: 'Fjord Pay', roles: ['PSP_PI'], now: since, key: keptKey('fjord') })
  writeFileSync(file('tpp.key'), issued.keyPem)
  writeFileSync(file('tpp.pem'), issued.certificatePem)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a shell script with nothing but openssl would do; it prints one header on each line. */
const SCRIPT = (dnOptions: string, keyIdFilter: string) => `
  body='{"customerNumber":"1","name":"Kari Ærlig","type":"PRIVATE"}'
  printf '%s' "$body" > body.json
  digest="SHA-256=$(openssl dgst -sha256 -binary body.json | openssl base64 -A)"
  date="$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"
  printf '(request-target): post /v1/sandbox/customers\\ndate: %s\\ndigest: %s\\nx-request-id: 42' "$date" "$digest" > signing-string
  signature="$(openssl dgst -sha256 -sign tpp.key signing-string | openssl base64 -A)"
  serial="$(openssl x509 -in tpp.pem -noout -serial | cut -d= -f2)"
  issuer="$(openssl x509 -in tpp.pem -noout -issuer ${dnOptions} | sed 's/^issuer= *//' ${keyIdFilter})"
  echo "Date: $date"
  echo "Digest: $digest"
  echo "X-Request-ID: 42"
  echo "TPP-Signature-Certificate: $(openssl x509 -in tpp.pem -outform DER | openssl base64 -A)"
  echo "Signature: keyId=\\"SN=$serial,CA=$issuer\\",headers=\\"(request-target) date digest x-request-id\\",signature=\\"$signature\\""
`
const readLines = (output: string): RawHeaders =>
  output
    .trim()
    .split('\n')
    .map(
      line =>
        [line.slice(0, line.indexOf(':')), Buffer.from(line.slice(line.indexOf(':') + 1)).toString('latin1')] as const,
    )

describe('a shell script with openssl', () => {
  it.each([
    ['as openssl prints the issuer by default', '', ''],
    ['with its quotation marks escaped', '', `| sed 's/"/\\\\"/g'`],
    ['with -nameopt compat', '-nameopt compat', ''],
    ['with -nameopt RFC2253', '-nameopt RFC2253', ''],
    ['with -nameopt RFC2253 in UTF-8', '-nameopt RFC2253,-esc_msb,utf8', ''],
    ['with -nameopt oneline in UTF-8', '-nameopt oneline,-esc_msb,utf8', ''],
    ['with long names', '-nameopt sep_comma_plus_space,lname,utf8', ''],
    ['with object identifiers', '-nameopt sep_comma_plus_space,oid,utf8', ''],
    ['with everything dumped in hexadecimal', '-nameopt sep_comma_plus,oid,dump_all,dump_der', ''],
  ])('signs a request that is accepted: %s', (_, dnOptions, filter) => {
    const headers = readLines(shell(SCRIPT(dnOptions, filter)))
    const message = { method: 'POST', target: '/v1/sandbox/customers', headers }
    expect(receive(message, readFileSync(file('body.json'))).roles).toEqual(['PSP_PI'])
  })

  it('makes a CA of its own that is trusted once its certificate lies in the folder trust', () => {
    shell(`
      mkdir -p trust
      openssl req -x509 -newkey rsa:2048 -nodes -keyout own-ca.key -out trust/own-ca.pem -days 30 -utf8 -subj '/C=NO/O=Own "CA", AS/CN=Rot Æ' 2> /dev/null
      openssl ecparam -name prime256v1 -genkey -noout -out tpp.key
      openssl req -new -key tpp.key -subj '/CN=Own TPP/organizationIdentifier=PSDNO-FSA-555' -out own.csr
      echo keyUsage=digitalSignature > own.cnf
      openssl x509 -req -in own.csr -extfile own.cnf -CA trust/own-ca.pem -CAkey own-ca.key -set_serial 0x0A -days 30 -sha256 -out tpp.pem 2> /dev/null`)
    const headers = readLines(shell(SCRIPT('-nameopt RFC2253', '')))
    const message = { method: 'POST', target: '/v1/sandbox/customers', headers }
    const certificate = receive(message, readFileSync(file('body.json')), readTrustAnchors(folder))
    expect(certificate).toMatchObject({
      tppId: 'NO-FSA-555',
      algorithm: 'ecdsa-sha256',
      serialHex: 'a',
      issuerText: 'CN=Rot Æ,O=Own \\"CA\\"\\, AS,C=NO',
    })
  })
})

// As the library http-signature 1.4 writes its header: the request's target and host covered, the issuer percent-encoded.
describe('a client in the manner of the library http-signature', () => {
  it.each([
    ['rsa', 'rsa-sha256'],
    ['ec', 'ecdsa-sha256'],
  ])('signs a request that is accepted, sent over HTTP: %s', async (kind, algorithm) => {
    const key =
      kind === 'rsa'
        ? openssl(['genrsa', '2048']).toString()
        : openssl(['ecparam', '-name', 'prime256v1', '-genkey', '-noout']).toString()
    const issued = authority.issue({
      name: 'Fjord Pay',
      roles: [],
      now: new Date(now.getTime() - 60_000),
      key: createPrivateKey(key),
    })
    const certificate = new X509Certificate(issued.certificatePem)
    const received = await exchange(outgoing => {
      outgoing.setHeader('X-Request-ID', '99162322')
      outgoing.setHeader('PSU-Corporate-ID', '42')
      outgoing.setHeader('Digest', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
      outgoing.setHeader('TPP-Signature-Certificate', certificate.raw.toString('base64'))
      outgoing.setHeader('Date', new Date().toUTCString())
      const names = ['(request-target)', 'host', 'date', 'digest', 'x-request-id', 'psu-corporate-id']
      const lines = names.map(name =>
        name === '(request-target)' ? `${name}: get ${outgoing.path}` : `${name}: ${outgoing.getHeader(name)}`,
      )
      const issuer = certificate.issuer.replaceAll('\n', ', ').replace('Ø', '%C3%98')
      const signature = sign('sha256', Buffer.from(lines.join('\n')), key).toString('base64')
      outgoing.setHeader(
        'Signature',
        `keyId="SN=${certificate.serialNumber},CA=${issuer}",algorithm="${algorithm}",headers="${names.join(' ')}",signature="${signature}"`,
      )
    })
    expect(headerOf(received, 'Signature')).toMatch(/^keyId=/)
    expect(receive(received, new Uint8Array()).algorithm).toBe(algorithm)
  })
})

/** Sends one request to a server of Node's and gives what that server received. */
function exchange(prepare: (outgoing: ReturnType<typeof httpRequest>) => void): Promise<SignedMessage> {
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, answer) => {
      const headers: (readonly [string, string])[] = []
      for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
        headers.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? ''])
      answer.end()
      server.close()
      resolve({ method: incoming.method ?? '', target: incoming.url ?? '', headers })
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('the server has no port'))
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: address.port,
        path: '/v1/accounts?withBalance=true',
        method: 'GET',
      })
      outgoing.on('error', reject)
      prepare(outgoing)
      outgoing.end()
    })
  })
}
