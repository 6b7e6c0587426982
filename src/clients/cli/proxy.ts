import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Command } from 'commander'
import { EXAMPLE_REQUEST_ID, EXAMPLE_TPP_ID, isPlaceholder } from '../../api/rest/header-formats.ts'
import { HEADERS } from '../../api/rest/headers.ts'
import { isUuid } from '../../domain/ids.ts'
import type { Config } from '../../platform/config.ts'
import { startListening } from '../../platform/http/listening.ts'
import { CERTIFICATE_HEADER } from '../../platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../platform/security/refusals.ts'
import type { RawHeaders } from '../../platform/security/signature/signing-string.ts'
import { chooseSigner } from './banks.ts'
import { findHeaderSet } from './call.ts'
import { baseOption, command, print, settings, tppOption } from './command.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { findPsuId } from './operator.ts'
import { type PlaceOptions, splitWorld, worldUrl } from './place.ts'
import { composeRequest, pairs, type Reply, send } from './request.ts'

export function proxyCommand(): Command {
  return command(
    'proxy',
    'Sign whatever comes and pass it on to a running bank, so that Postman, a browser or a fuzzer needs no signing. Ends with Ctrl-C.',
    ['npx sandbank proxy --tpp acme', 'npx sandbank proxy --tpp acme --world green --psu 13039319955 --port 4001'],
  )
    .addOption(tppOption())
    .option('--world <world>', 'the world to call (default: default)')
    .option(
      '--psu <number>',
      "a customerNumber or key; the customer's psuId is sent as PSU-ID where the caller names no PSU",
    )
    .option('--port <port>', 'where it listens; 0 takes any free port', '4001')
    .addOption(baseOption())
    .action(async (options: ProxyOptions) => {
      const tools = { config: settings(), now: () => new Date(), newId: randomUUID }
      // A wrong number is refused at the start.
      if (options.psu !== undefined) await findPsuId(worldUrl(options, tools.config), options.psu, tools.config.token)
      const { url, signsFor, stop } = await startProxy(options, tools)
      const end = () => void stop()
      process.once('SIGINT', end)
      process.once('SIGTERM', end)
      print(`Signs and passes on: ${url} → ${signsFor}`)
    })
}

export type ProxyOptions = PlaceOptions & {
  readonly tpp?: string
  readonly psu?: string
  readonly port: string
}

export type ProxyTools = { readonly config: Config; readonly now: () => Date; readonly newId: () => string }

/** A proxy that is listening. */
export type RunningProxy = { readonly url: string; readonly signsFor: string; stop(): Promise<void> }

/** The same limit as the bank's, so that the bank refuses larger bodies. */
const MAX_BODY_BYTES = 2 * 1_048_576

/**
 * `proxy`: signs every request and passes it on to a world (D91), so that Postman, a browser or a fuzzer need not sign. Headers of the caller stay;
 * required ones are added. It signs for anyone who can reach it, so it listens only on this machine, and answers no page of another site.
 */
export async function startProxy(options: ProxyOptions, { config, now, newId }: ProxyTools): Promise<RunningProxy> {
  const tpp = chooseSigner(config.home, options)
  const own = worldUrl(options, config)

  async function answer(incoming: IncomingMessage): Promise<Reply | Redirect> {
    const { method = 'GET', url: target = '/' } = incoming
    const { world = options.world, path } = splitWorld(withOwnId(plain(target), tpp.certificate.tppId))
    const base = worldUrl({ ...options, world }, config)
    // Nothing is signed here: the PSU's browser opens the page, coming from the TPP's site.
    if (method === 'GET' && path.startsWith('/sca/')) return { location: `${base}${path}` }
    assertOurs(incoming)
    // With the proxy's address as server, so that calls of an importer go through it.
    if (method === 'GET' && path === '/openapi.json') {
      const headers = [['X-Forwarded-Host', incoming.headers.host ?? '']] as const
      return send({
        method,
        url: new URL(`${worldUrl({ base: options.base }, config)}${path}`),
        headers,
        body: Buffer.alloc(0),
      })
    }
    assertSigned(path)
    const headerSet = await findHeaderSet(method, path, () => {})
    const body = await readBody(incoming)
    const findPsu = (number: string) => findPsuId(base, number, config.token)
    const changes = await named(
      pairs(incoming.rawHeaders).filter(([name, value]) => !HOP_BY_HOP.has(name.toLowerCase()) && !isSet(name, value)),
      findPsu,
    )
    const names = new Set(changes.map(([name]) => name.toLowerCase()))
    const asks = options.psu !== undefined && NAMES_PSU.has(headerSet ?? '') && !IDENTIFIES.some(one => names.has(one))
    const request = composeRequest({
      method,
      url: new URL(`${base}${path}`),
      tpp,
      headerSet,
      body: body.length === 0 ? undefined : body,
      changes,
      now: now(),
      newId,
      ...(asks ? { psuId: await findPsu(options.psu) } : {}),
    })
    return send(request)
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      reply => pass(reply, outgoing),
      (error: unknown) => {
        const isUnknownPsu = error instanceof Failure && error.exitCode === EXIT.refused
        const status = error instanceof Refused ? error.status : isUnknownPsu ? 400 : 502
        outgoing.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${messageOf(error)}\n`)
      },
    )
  })
  return { url: await open(server, options.port), signsFor: `${tpp.name} → ${own}`, stop: () => close(server) }
}

/** The address at the bank, for a PSU on an SCA page. */
type Redirect = { readonly location: string }

/** A call that the proxy refuses itself. */
class Refused extends Error {
  readonly status: 403 | 404

  constructor(status: 403 | 404, message: string) {
    super(message)
    this.status = status
  }
}

/** The target as the bank would resolve it: dots in a path could lead to another door than its beginning. */
function plain(target: string): string {
  if (!target.startsWith('/') || !URL.canParse(`http://signer${target}`))
    throw new Refused(404, `${JSON.stringify(target.slice(0, 80))} is no path of the bank, such as /v1/accounts.`)
  const { pathname, searchParams, search } = new URL(`http://signer${target}`)
  const placeholders = [...searchParams].filter(([, value]) => isPlaceholder(value))
  for (const [name] of placeholders) searchParams.delete(name)
  const query = placeholders.length === 0 ? search : `?${searchParams}`
  return `${pathname}${query === '?' ? '' : query}`
}

/**
 * It signs only for programs of this machine (D91): a page of another site could use it through a browser, also under a DNS name of its own for this
 * address.
 */
function assertOurs({ headers }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (!OWN_HOSTS.test(host))
    throw new Refused(403, `Host ${JSON.stringify(host.slice(0, 80))} is not this signer: call 127.0.0.1 or localhost.`)
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Refused(
      403,
      `A page of ${JSON.stringify(origin.slice(0, 80))} may not use this signer: only programs may.`,
    )
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refused(403, 'A page of another site may not use this signer (Sec-Fetch-Site): only programs may.')
}

function assertSigned(path: string): void {
  if (!/^\/v1(?![^/?])/.test(path))
    throw new Refused(
      404,
      `This signer serves /v1 and /worlds/NAME/v1, not ${path.slice(0, 80)}: that needs no signature.`,
    )
}

const OWN_HOSTS = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i

/** Headers that the signer sets, and placeholders of importers for missing values (D91). */
function isSet(name: string, value: string): boolean {
  const isProof = [CERTIFICATE_HEADER, SIGNATURE_HEADER, 'Digest'].some(one => one.toLowerCase() === name.toLowerCase())
  return isProof || isPlaceholder(value) || value === EXAMPLE_REQUEST_ID
}

/** A target with the id of the signer's TPP where the caller may leave it out. */
function withOwnId(target: string, id: string): string {
  return target.replaceAll('%7BtppId%7D', id).replaceAll(EXAMPLE_TPP_ID, id)
}

/** The header sets of calls that name a PSU. */
const NAMES_PSU = new Set<string>(Object.keys(HEADERS.find(({ name }) => name === 'PSU-ID')?.sets ?? {}))
const IDENTIFIES = ['psu-id', 'x-psu-identity']

/** The headers with PSUs by their psuIds: the caller may name one by customerNumber or key. */
function named(headers: RawHeaders, findPsu: (number: string) => Promise<string>): Promise<[string, string][]> {
  return Promise.all(
    headers.map(async ([name, value]): Promise<[string, string]> => {
      const isNamed = name.toLowerCase() === 'psu-id' && value !== '' && !isUuid(value)
      return [name, isNamed ? await psuIdOf(value, findPsu) : value]
    }),
  )
}

/** A value that names no customer is passed on, unless it can only be meant as a number: the bank says what is wrong with it. */
function psuIdOf(value: string, findPsu: (number: string) => Promise<string>): Promise<string> {
  return findPsu(value).catch((error: unknown) => {
    const isUnknown = error instanceof Failure && error.exitCode === EXIT.refused
    if (isUnknown && !/^\d{9}(?:\d\d)?$/.test(value)) return value
    throw error
  })
}

/** Headers that belong to one connection, and those that the proxy writes itself (RFC 9110, 7.6.1). */
export const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
])

function pass(reply: Reply | Redirect, outgoing: ServerResponse): void {
  if ('location' in reply) return void outgoing.writeHead(302, { Location: reply.location }).end()
  const headers = reply.headers.filter(
    ([name]) => !HOP_BY_HOP.has(name.toLowerCase()) || name.toLowerCase() === 'content-length',
  )
  outgoing.writeHead(reply.status, reply.reason, headers.flat()).end(reply.body)
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Error(`A body of more than ${MAX_BODY_BYTES} bytes is not passed on.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function open(server: Server, port: string): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Failure('usage', `--port takes a port from 0 to 65535, not ${JSON.stringify(port)}.`)
  await startListening(server, { host: '127.0.0.1', port: Number(port) }).catch((error: unknown) => {
    throw new Failure('usage', `The proxy cannot listen on port ${port}: ${messageOf(error)}.`, error)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
