import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { afterAll } from 'vitest'
import type { HeaderPolicy } from '../../../src/api/rest/headers.ts'
import { listen } from '../../../src/api/server.ts'
import { createApp } from '../../../src/app.ts'
import { createContext, systemClockAndIds } from '../../../src/bank/context.ts'
import type { Journal } from '../../../src/domain/calls.ts'
import type { LocalTpp } from '../../../src/domain/tpps.ts'
import { DEFAULT_WORLD, type WorldContent } from '../../../src/domain/worlds.ts'
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from '../../../src/platform/security/authority/certificate-authority.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import type { LocalKey } from '../../../src/platform/security/authority/local-tpps.ts'
import {
  createCertificateReader,
  describeCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { openStore, type Store } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { createJournal } from '../../../src/sandbox/journal/journal.ts'
import { openPostgresJournal } from '../../../src/sandbox/journal/postgres.ts'
import { createWorld } from '../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { assertDocumented } from '../../api/openapi/assert-documented.ts'
import { booksOf } from '../harness/database.ts'
import { copyHome, takeKey } from '../harness/template.ts'
import { type SigningInput, signedRequest } from './signing-client.ts'

/** A caller with a certificate of the bank's own authority. */
export type Tpp = { readonly key: KeyObject; readonly certificate: X509Certificate }

/** What came back. `body` is the parsed JSON, undefined when there was none. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes; a wrong one shows as undefined.
  readonly body: any
}

export type CallOptions = {
  readonly body?: unknown
  /** Sent as it is, in place of `body` as JSON. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly requestId?: string
  readonly tpp?: Tpp
  readonly date?: Date | undefined
  readonly signedHeaders?: readonly string[]
  readonly tamper?: SigningInput['tamper']
}

/** One isolated bank within the server, seen as its clients see it. */
export type World = {
  readonly name: string
  /** `/worlds/NAME` */
  readonly base: string
  /** A signed REST call; the answer is checked against the OpenAPI document. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A GraphQL operation of the operator. */
  graphql(query: string, variables?: Record<string, unknown>): Promise<Answer>
}

export type Bank = {
  readonly url: string
  readonly store: Store
  readonly authority: CertificateAuthority
  readonly tpp: Tpp
  readonly faults: readonly unknown[]
  /** A TPP of its own, by default one that may do all. */
  newTpp(options?: { roles?: readonly ('PSP_PI' | 'PSP_AI')[] }): Tpp
  /** A new world for one test. */
  world(from?: WorldContent): Promise<World>
  at(name: string): World
}

/** Starts a real bank on a real port with a real file, for the tests of one file; it is gone after them. */
export async function startBank(
  options: {
    readonly token?: string
    readonly headers?: HeaderPolicy
    /** Refuses what is tolerated elsewhere (D73). */
    readonly strict?: boolean
    /** Addresses and networks of the proxies in front. */
    readonly proxies?: readonly string[]
    readonly onQuery?: (sql: string) => void
    /** The address of books that others may have open, too. */
    readonly books?: string
    /** No TPP is known before the first one is made. */
    readonly isNew?: boolean
    /** For how long calls of a world that wait may share a commit. */
    readonly groupMs?: number
  } = {},
): Promise<Bank> {
  const home = await copyHome()
  const faults: unknown[] = []
  const store = await openStore(options.books ?? (await booksOf(home)), {
    onUnprepared: call => faults.push(call),
    ...(options.onQuery === undefined ? {} : { onQuery: options.onQuery }),
    ...(options.groupMs === undefined ? {} : { groupMs: options.groupMs }),
  })
  const local: (LocalTpp & LocalKey)[] = []
  const localTpps = () => (options.isNew === true ? [] : local)
  const journal = await journalOf(options.books ?? (await booksOf(home)), options.token)
  const deps = { store, running: new Set<string>(), localTpps, ...systemDeps, ...journal }
  await ensureDefaultWorld(deps)
  const authority = openCertificateAuthority(home, deps.machineNow())
  const app = createApp({
    deps,
    security: {
      certificates: createCertificateReader([authority.certificate]),
      keyId: 'tolerant',
      headers: options.headers ?? 'strict',
      strict: options.strict === true,
      machineNow: deps.machineNow,
    },
    certify: certifyWith(authority, deps.machineNow),
    localKey: async name => local.find(({ localName }) => localName === name),
    ...(options.proxies === undefined ? {} : { proxies: options.proxies }),
    operator:
      options.token === undefined
        ? { token: undefined, hosts: ['127.0.0.1', 'localhost'] }
        : { token: options.token, hosts: undefined },
    report: error => faults.push(error),
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await server.stop()
    await journal.journal?.close()
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })

  const newTpp: Bank['newTpp'] = (wanted = {}) => {
    const name = `tpp-${randomUUID().slice(0, 8)}`
    const roles = wanted.roles ?? (['PSP_PI', 'PSP_AI'] as const)
    const { keyPem, certificatePem } = authority.issue({ name, roles, now: deps.machineNow(), key: takeKey() })
    const certificate = new X509Certificate(certificatePem)
    const { tppId, tppName } = describeCertificate(certificate)
    local.push({ id: tppId, name: tppName, localName: name, keyPem, certificatePem })
    return { key: createPrivateKey(keyPem), certificate }
  }
  const tpp = newTpp()
  const at = (name: string): World => {
    const base = name === DEFAULT_WORLD ? '' : `/worlds/${name}`
    return {
      name,
      base,
      call: async (method, path, { body, raw, headers = {}, ...rest } = {}) => {
        const bytes = raw ?? (body === undefined ? undefined : JSON.stringify(body))
        const signed = signedRequest({
          ...(rest.tpp ?? tpp),
          method,
          url: `${base}${path}`,
          headers: [
            ...(bytes === undefined ? [] : [['Content-Type', 'application/json'] as const]),
            ...Object.entries(headers),
          ],
          body: bytes ?? '',
          ...rest,
        })
        const answer = await send(server.url, signed)
        assertDocumented(method, path, answer)
        return answer
      },
      graphql: (query, variables) =>
        send(server.url, {
          method: 'POST',
          target: `${base}/graphql`,
          headers: [
            ['Content-Type', 'application/json'],
            ['Accept', 'application/json'],
          ],
          body: Buffer.from(JSON.stringify({ query, variables })),
        }),
    }
  }
  const operator = createContext(deps, await getWorld(deps, DEFAULT_WORLD), { kind: 'operator' })
  return {
    url: server.url,
    store,
    authority,
    tpp,
    faults,
    newTpp,
    at,
    world: async (from = 'EMPTY') =>
      at((await createWorld(operator, { name: `w-${randomUUID().slice(0, 13)}`, from })).name ?? ''),
  }
}

/** On PostgreSQL the calls are in the database, as of a server; else in memory. */
async function journalOf(books: string, token: string | undefined): Promise<{ readonly journal?: Journal }> {
  if (!books.startsWith('postgresql:')) return {}
  const { machineNow } = systemClockAndIds
  return { journal: createJournal(await openPostgresJournal(books, machineNow), { machineNow, token }) }
}

/** Sends exactly these headers, repeated ones too, over plain HTTP. */
export function send(
  url: string,
  {
    method,
    target,
    headers,
    body,
  }: { method: string; target: string; headers: readonly (readonly [string, string])[]; body: Uint8Array },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const lines: Record<string, string | string[]> = {}
    for (const [name, value] of headers) {
      const before = lines[name]
      lines[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
    }
    const withBody = body.length > 0 ? { 'Content-Length': String(body.length) } : {}
    const request = httpRequest(
      { hostname, port, method, path: target, headers: { ...withBody, ...lines } },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
          const isJson = response.headers['content-type']?.includes('json') === true && text !== ''
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(received),
            text,
            body: isJson ? JSON.parse(text) : undefined,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
