import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { RawHeaders } from '../security/signing-string.ts'
import { findHeaderSet } from './call.ts'
import { baseOption, command, print, settings, tppOption } from './command.ts'
import { Failure, messageOf } from './failure.ts'
import { type PlaceOptions, worldUrl } from './place.ts'
import { findPsuId } from './psu.ts'
import { composeRequest } from './request.ts'
import { type Reply, send } from './send.ts'
import { chooseTpp } from './tpps.ts'

/** The command `proxy`. */
export function proxyCommand(): Command {
  return command(
    'proxy',
    'Sign whatever comes and pass it on to a running bank, so that Postman, a browser or a fuzzer needs no signing. Ends with Ctrl-C.',
    ['npx sandbank proxy --tpp acme', 'npx sandbank proxy --tpp acme --world green --psu 13039319955 --port 4001'],
  )
    .addOption(tppOption())
    .option('--world <world>', 'the world to call (default: default)')
    .option('--psu <number>', "a customerNumber; the customer's psuId is sent as PSU-ID where the caller sends none")
    .option('--port <port>', 'where it listens; 0 takes any free port', '4001')
    .addOption(baseOption())
    .action(async (options: ProxyOptions) => {
      const tools = { config: settings(), now: () => new Date(), newId: randomUUID }
      const { url, signsFor, stop } = await startProxy(options, tools)
      print(`Signs and passes on: ${url} → ${signsFor}`)
      const end = () => void stop()
      process.once('SIGINT', end)
      process.once('SIGTERM', end)
    })
}

export type ProxyOptions = PlaceOptions & {
  readonly tpp?: string
  readonly psu?: string
  readonly port: string
}

export type ProxyTools = { readonly config: Config; readonly now: () => Date; readonly newId: () => string }

/** A proxy that listens. */
export type RunningProxy = { readonly url: string; readonly signsFor: string; stop(): Promise<void> }

/** As much as the bank takes, so that it is the bank that refuses. */
const MAX_BODY_BYTES = 2 * 1_048_576

/**
 * `proxy`: signs whatever comes and passes it on to a world (D91), so that Postman, a browser or a fuzzer needs no signing. What the
 * caller sends stays; what the operation requires besides is added. It listens on this machine alone, since it lends out a TPP.
 */
export async function startProxy(options: ProxyOptions, { config, now, newId }: ProxyTools): Promise<RunningProxy> {
  const world = worldUrl(options, config)
  const tpp = chooseTpp(config.home, options.tpp)
  const psuId = options.psu === undefined ? undefined : await findPsuId(world, options.psu, config.token)

  async function answer(incoming: IncomingMessage): Promise<Reply> {
    const { method = 'GET', url: path = '/' } = incoming
    const body = await readBody(incoming)
    const request = composeRequest({
      method,
      url: new URL(`${world}${path.startsWith('/') ? path : '/'}`),
      tpp,
      headerSet: await findHeaderSet(method, path, () => {}),
      body: body.length === 0 ? undefined : body,
      changes: pairs(incoming.rawHeaders).filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase())),
      now: now(),
      newId,
      ...(psuId === undefined ? {} : { psuId }),
    })
    return send(request)
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      reply => pass(reply, outgoing),
      (error: unknown) => {
        outgoing.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${messageOf(error)}\n`)
      },
    )
  })
  return { url: await open(server, options.port), signsFor: `${tpp.name} → ${world}`, stop: () => close(server) }
}

/** What speaks of one connection alone, and what the proxy writes itself (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
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

function pass(reply: Reply, outgoing: ServerResponse): void {
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

function pairs(raw: readonly string[]): RawHeaders {
  return raw.flatMap((name, place) =>
    place % 2 === 0 ? [[name, raw[place + 1] ?? ''] satisfies [string, string]] : [],
  )
}

function open(server: Server, port: string): Promise<string> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Failure('usage', `--port takes a port from 0 to 65535, not ${JSON.stringify(port)}.`)
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new Failure('usage', `The proxy cannot listen on port ${port}: ${messageOf(error)}.`, error)),
    )
    server.listen(Number(port), '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
