import { createPrivateKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findOperation } from '../../api/rest/routes.ts'
import { systemClockAndIds } from '../../bank/context.ts'
import { withoutDoubledWorld } from '../../domain/worlds.ts'
import { CERTIFICATE_HEADER } from '../../platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../platform/security/refusals.ts'
import { createDigest } from '../../platform/security/signature/digest.ts'
import { signHeaders } from '../../platform/security/signature/request-signer.ts'
import { guessRequired } from '../../workbench/explain/copies/required-headers.ts'
import { keepText } from './answers.ts'
import { SandbankError } from './failure.ts'
import type { Tpp, TppOptions, TppRequest } from './kit.ts'
import type { Operator } from './operator.ts'
import { assertOptions, assertText, callText, isPlain, shown } from './options.ts'
import type { Psus } from './scenarios.ts'

type Identity = {
  readonly tppId: string
  readonly keyId: string
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly certificateHeader: string
}

/** A TPP whose key is created here and never leaves this process. `noteDefault` receives each address that names no world. */
export function createTpp(
  operator: Operator,
  psus: Psus,
  name: string,
  options: TppOptions,
  noteDefault: (path: string) => void,
): Tpp {
  if (options.roles !== undefined && !Array.isArray(options.roles))
    throw new SandbankError(`bank.tpp takes roles as a list, such as ['AI']; this is ${shown(options.roles)}.`)
  for (const role of options.roles ?? [])
    if (!ROLES.has(role))
      throw new SandbankError(`bank.tpp takes the roles AI, PI or both; ${JSON.stringify(role)} is none.`)
  // Started at once, so that it is ready for the first call.
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
    fetch: async (request, options = {}) => {
      assertCall(request, options)
      const { key, keyId, certificateHeader } = await identity
      const init = request instanceof Request ? await joined(request, options) : options
      const address = request instanceof Request ? request.url : String(request)
      const target = withoutDoubledWorld(targetOf(operator.door.url, address))
      if (address.startsWith('/') && !address.startsWith('/worlds/')) noteDefault(address)
      const body = await bodyOf(init)
      const content = body?.content ?? ''
      const method = (init.method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase()
      const given = linesOf(init.headers)
      const call = `tpp.fetch(${method} ${target.slice(0, 200)})`
      const chosen = await headersOf({ call, origin, target }, method, { ...init, given }, body?.type, psus)
      const stated = new Set(given.map(([header]) => header.toLowerCase()))
      const added: [string, string][] = [
        ['X-Request-ID', newId()],
        ['Date', machineNow().toUTCString()],
        ['Digest', createDigest(typeof content === 'string' ? Buffer.from(content) : content)],
        [CERTIFICATE_HEADER, certificateHeader],
      ]
      const headers = [...chosen, ...added.filter(([header]) => !stated.has(header.toLowerCase()))]
      const { signature } = signHeaders({ message: { method, target, headers }, keyId, key })
      if (!stated.has(SIGNATURE_HEADER.toLowerCase())) headers.push([SIGNATURE_HEADER, signature])
      return keepText(
        await operator.door.send({
          call,
          method,
          target,
          headers,
          body: body?.content,
          signal: init.signal ?? undefined,
        }),
      )
    },
  }
}

const { machineNow, newId } = systemClockAndIds
const ROLES = new Set<string>(['AI', 'PI'])

const issued = z.object({
  issueCertificate: z.object({
    certificate: z.object({ tpp: z.object({ id: z.string() }), keyId: z.string(), certificatePem: z.string() }),
  }),
})

const ISSUE = `mutation Issue($input: IssueCertificateInput!) {
  issueCertificate(input: $input) { certificate { tpp { id } keyId certificatePem } }
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
  const {
    issueCertificate: { certificate: made },
  } = await operator.ask(callText('bank.tpp', name), issued, ISSUE, { input })
  const certificate = new X509Certificate(made.certificatePem)
  return {
    tppId: made.tpp.id,
    keyId: made.keyId,
    key: createPrivateKey(privateKey),
    certificate,
    certificateHeader: certificate.raw.toString('base64'),
  }
}

/** Path and query of an address of this bank; a link of an answer already is one. */
function targetOf(base: string, url: string): string {
  if (url.startsWith('/')) return url
  // A text that a URL would not change need not be parsed as one.
  if (url.startsWith(`${base}/`) && PLAIN.test(url)) return url.slice(base.length)
  if (!URL.canParse(url))
    throw new SandbankError(`tpp.fetch: ${shown(url)} is not an address of this bank: use world.url('/v1/…').`)
  const { origin, pathname, search } = new URL(url)
  if (origin === new URL(base).origin) return `${pathname}${search}`
  throw new SandbankError(
    `tpp.fetch: ${url} is not an address of this bank, which is at ${base}: use world.url('/v1/…').`,
  )
}

const PLAIN = /^[a-z]+:\/\/[a-z0-9.:]+(?:\/[\w-]+)*(?:\?[\w\-.~&=,:]+)?$/

/** Options of `fetch` that mean nothing to a bank: clients written for fetch pass some of them. */
const PASSED_OVER = [
  'cache',
  'credentials',
  'dispatcher',
  'duplex',
  'integrity',
  'keepalive',
  'mode',
  'next',
  'priority',
  'redirect',
  'referrer',
  'referrerPolicy',
  'window',
] as const
const FETCH_OPTIONS = [
  ...([
    'method',
    'headers',
    'body',
    'json',
    'psu',
    'context',
    'agreementId',
    'scenario',
    'signal',
  ] satisfies (keyof TppRequest)[]),
  ...PASSED_OVER,
]

const TEXTS = ['method', 'psu', 'context', 'agreementId', 'scenario'] as const satisfies (keyof TppRequest)[]

/** Refuses arguments that are not a call. */
function assertCall(request: unknown, options: TppRequest): void {
  if (!(request instanceof Request || request instanceof URL))
    assertText('tpp.fetch', "the address of a call, such as world.url('/v1/accounts'),", request)
  assertOptions('tpp.fetch', withoutNull(options), FETCH_OPTIONS)
  for (const name of TEXTS) {
    if (options[name] !== undefined) assertText('tpp.fetch', `the option ${name}`, options[name])
  }
  const { body, signal } = options
  if (Array.isArray(body) || isPlain(body))
    throw new SandbankError('tpp.fetch takes a body as text, bytes or a form: give an object as json.')
  if (signal != null && !(signal instanceof AbortSignal))
    throw new SandbankError(`tpp.fetch takes the option signal as an AbortSignal; this is ${shown(signal)}.`)
}

// `fetch` accepts null for body, signal and window.
function withoutNull(options: TppRequest): Partial<Record<(typeof FETCH_OPTIONS)[number], unknown>> {
  const entries = Object.entries(options).filter(
    ([name, value]) => value !== null || !(name === 'body' || name === 'signal' || name === 'window'),
  )
  return Object.fromEntries(entries)
}

/** A Request, with the options that override it. */
async function joined(request: Request, options: TppRequest): Promise<TppRequest> {
  const own = new Map([...request.headers])
  const others = linesOf(options.headers)
  for (const [name] of others) own.delete(name.toLowerCase())
  const asks = options.body === undefined && options.json === undefined && request.body !== null
  return {
    ...options,
    method: options.method ?? request.method,
    signal: options.signal ?? request.signal,
    headers: Object.fromEntries([...own, ...others]),
    ...(asks ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
  }
}

type Line = readonly [name: string, value: string | null]

function linesOf(headers: TppRequest['headers'] = {}): readonly Line[] {
  if (headers instanceof Headers) return [...headers]
  if (Array.isArray(headers)) return headers.map(([name = '', value = '']): Line => [name, value])
  return Object.entries(headers).map(([name, value]): Line => [name, value === null ? null : String(value)])
}

type Body = { readonly content: string | Uint8Array; readonly type: string }

async function bodyOf({ body = null, json }: TppRequest): Promise<Body | undefined> {
  const type = 'application/json'
  if (json !== undefined && body !== null) throw new SandbankError('tpp.fetch takes body or json, not both.')
  if (json !== undefined) return { content: JSON.stringify(json), type }
  if (body === null) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return { content: body, type }
  // A form or a Blob has its own type, which fetch would send.
  const sent = new Response(body)
  return { content: new Uint8Array(await sent.arrayBuffer()), type: sent.headers.get('Content-Type') ?? type }
}

async function headersOf(
  { call, origin, target }: { readonly call: string; readonly origin: string; readonly target: string },
  method: string,
  { given, psu, context, agreementId, scenario }: TppRequest & { readonly given: readonly Line[] },
  type: string | undefined,
  psus: Psus,
): Promise<[string, string][]> {
  const [pathname = ''] = target.split(/[?#]/, 1)
  const [, world, path = pathname] = /^\/worlds\/([^/]+)(\/.*)$/.exec(pathname) ?? []
  const operation = findOperation(method, path)
  const own = given.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]))
  const named = new Set(given.map(([name]) => name.toLowerCase()))
  const added: [string, string][] = [
    ['Accept', 'application/json'],
    ...(type === undefined ? [] : [['Content-Type', type] satisfies [string, string]]),
    ...guessRequired(operation?.headerSet, { origin, pathname }, newId),
    ...(psu === undefined ? [] : [['PSU-ID', await psus.idOf(call, world, psu)] satisfies [string, string]]),
    ...(context === undefined ? [] : [['PSU-Context', context] satisfies [string, string]]),
    ...(agreementId === undefined ? [] : [['PSU-Corporate-ID', agreementId] satisfies [string, string]]),
    ...(scenario === undefined ? [] : [['Sandbank-Scenario', scenario] satisfies [string, string]]),
  ]
  return [...added.filter(([name]) => !named.has(name.toLowerCase())), ...own]
}
