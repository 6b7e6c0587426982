import { createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'

import { z } from 'zod'
import { findOperation } from '../client/find-operation.ts'
import { guessRequired } from '../client/required-headers.ts'
import { systemClockAndIds } from '../context.ts'
import { ROUTES } from '../rest/routes.ts'
import { CERTIFICATE_HEADER } from '../security/certificate-header.ts'
import { createDigest } from '../security/digest.ts'
import { signHeaders } from '../security/request-signer.ts'
import { SIGNATURE_HEADER } from '../security/signature-parameters.ts'
import { keepText } from './answers.ts'
import { SandbankError } from './failure.ts'
import type { Tpp, TppOptions, TppRequest } from './kit.ts'
import type { Operator } from './operator.ts'
import type { Psus } from './psus.ts'

type Identity = {
  readonly tppId: string
  readonly keyId: string
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly certificateHeader: string
}

/** A TPP whose key is made here and never leaves this process. */
export function createTpp(operator: Operator, psus: Psus, name: string, options: TppOptions): Tpp {
  // Begun at once, so that it is ready when the first call is made.
  const identity = makeIdentity(operator, name, options)
  identity.catch(() => {})
  const { origin } = new URL(operator.door.url)
  return {
    name,
    id: async () => (await identity).tppId,
    credentials: async () => {
      const { certificate, key, keyId } = await identity
      return {
        certificate: certificate.toString(),
        key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
        keyId,
      }
    },
    fetch: async (url, init = {}) => {
      const { key, keyId, certificateHeader } = await identity
      const target = targetOf(operator.door.url, url)
      const body = bodyOf(init)
      const method = (init.method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase()
      const chosen = await headersOf({ origin, target }, method, init, body !== undefined, psus)
      const said = new Set(Object.keys(init.headers ?? {}).map(header => header.toLowerCase()))
      const added: [string, string][] = [
        ['X-Request-ID', newId()],
        ['Date', machineNow().toUTCString()],
        ['Digest', createDigest(typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array()))],
        [CERTIFICATE_HEADER, certificateHeader],
      ]
      const headers = [...chosen, ...added.filter(([header]) => !said.has(header.toLowerCase()))]
      const { signature } = signHeaders({ message: { method, target, headers }, keyId, key })
      if (!said.has(SIGNATURE_HEADER.toLowerCase())) headers.push([SIGNATURE_HEADER, signature])
      return keepText(await operator.door.send({ method, target, headers, body }))
    },
  }
}

const { machineNow, newId } = systemClockAndIds

const issued = z.object({
  issueCertificate: z.object({ tppId: z.string(), keyId: z.string(), certificatePem: z.string() }),
})

const ISSUE = `mutation Issue($input: IssueCertificateInput!) {
  issueCertificate(input: $input) { tppId keyId certificatePem }
}`

async function makeIdentity(
  operator: Operator,
  name: string,
  { roles = ['AI', 'PI'], id }: TppOptions,
): Promise<Identity> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const input = {
    name,
    roles: roles.map(role => `PSP_${role}`),
    publicKey,
    ...(id === undefined ? {} : { authorityId: id }),
  }
  const { issueCertificate: made } = await operator.ask(issued, ISSUE, { input })
  const certificate = new X509Certificate(made.certificatePem)
  return {
    tppId: made.tppId,
    keyId: made.keyId,
    key: createPrivateKey(privateKey),
    certificate,
    certificateHeader: certificate.raw.toString('base64'),
  }
}

/** Path and query of an address of this bank; a link of an answer is one already. */
function targetOf(base: string, url: string): string {
  if (url.startsWith('/')) return url
  // What a URL would not change need not be read as one.
  if (url.startsWith(`${base}/`) && PLAIN.test(url)) return url.slice(base.length)
  const { origin, pathname, search } = new URL(url)
  if (origin === new URL(base).origin) return `${pathname}${search}`
  throw new SandbankError(`${url} is not an address of this bank, which is at ${base}: use world.url('/v1/…').`)
}

const PLAIN = /^[a-z]+:\/\/[a-z0-9.:]+(?:\/[\w-]+)*(?:\?[\w\-.~&=,:]+)?$/

function bodyOf({ body, json }: TppRequest): string | Uint8Array | undefined {
  if (json === undefined) return body
  if (body === undefined) return JSON.stringify(json)
  throw new SandbankError('A call has body or json, not both.')
}

async function headersOf(
  { origin, target }: { readonly origin: string; readonly target: string },
  method: string,
  { headers = {}, psu, context, agreementId, scenario }: TppRequest,
  hasBody: boolean,
  psus: Psus,
): Promise<[string, string][]> {
  const [pathname = ''] = target.split(/[?#]/, 1)
  const [, world, path = pathname] = /^\/worlds\/([^/]+)(\/.*)$/.exec(pathname) ?? []
  const operation = findOperation(ROUTES, method, path)
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  )
  const named = new Set(Object.keys(headers).map(name => name.toLowerCase()))
  const added: [string, string][] = [
    ['Accept', 'application/json'],
    ...(hasBody ? [['Content-Type', 'application/json'] satisfies [string, string]] : []),
    ...guessRequired(operation?.headerSet, { origin, pathname }, newId),
    ...(psu === undefined ? [] : [['PSU-ID', await psus.idOf(world, psu)] satisfies [string, string]]),
    ...(context === undefined ? [] : [['PSU-Context', context] satisfies [string, string]]),
    ...(agreementId === undefined ? [] : [['PSU-Corporate-ID', agreementId] satisfies [string, string]]),
    ...(scenario === undefined ? [] : [['Sandbank-Scenario', scenario] satisfies [string, string]]),
  ]
  return [...added.filter(([name]) => !named.has(name.toLowerCase())), ...given]
}
