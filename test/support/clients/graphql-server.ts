import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { createGraphql } from '../../../src/api/graphql/yoga/server.ts'
import { listen } from '../../../src/api/server.ts'
import { OPERATIONS } from '../../../src/bank/operations/list.ts'
import type { WorldContent } from '../../../src/domain/worlds.ts'
import { originReader, readCallers } from '../../../src/platform/http/addresses.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { explainWith } from '../../../src/platform/security/doctor/explain.ts'
import { openStore, type Store } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { createLive } from '../../../src/sandbox/live/live.ts'
import { createWorld } from '../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, enterWorld } from '../../../src/sandbox/worlds/doors.ts'
import { copyCall } from '../../../src/workbench/explain/copies/forms.ts'
import { correctDocument } from '../../../src/workbench/explain/graphql/corrected-documents.ts'
import { reportCard } from '../../../src/workbench/explain/report-card/card.ts'
import { copyCalls } from '../../../src/workbench/explain/stories/forms.ts'
import { explain } from '../../../src/workbench/explain/why.ts'
import { createGraphiql } from '../../../src/workbench/pages/graphiql/page.tsx'
import { booksOf } from '../harness/database.ts'
import { copyHome, templateAuthority } from '../harness/template.ts'

/** What came back. `data` and `errors` are those of GraphQL, undefined when the answer was none of it. */
type GraphqlAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes; a wrong one shows as undefined.
  readonly body: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly errors: any[]
}

export type GraphqlWorld = {
  readonly name: string
  readonly url: string
  /** Runs an operation as a client would. */
  run(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<GraphqlAnswer>
}

export type GraphqlServer = {
  readonly url: string
  readonly store: Store
  /** What the server reported as its own faults. */
  readonly faults: unknown[]
  /** A new world for one test. */
  world(from?: WorldContent): Promise<GraphqlWorld>
  at(name: string): GraphqlWorld
  send(path: string, init?: RequestInit): Promise<GraphqlAnswer>
}

type Options = {
  readonly token?: string
  readonly hosts?: readonly string[]
  readonly onQuery?: (sql: string) => void
}

/** The operator's door on a real port with a real file, for the tests of one file; it is gone after them. */
export async function startGraphql({ token, hosts, onQuery }: Options = {}): Promise<GraphqlServer> {
  const home = await copyHome()
  const faults: unknown[] = []
  const store = await openStore(await booksOf(home), {
    onUnprepared: call => faults.push(call),
    ...(onQuery === undefined ? {} : { onQuery }),
  })
  const deps = { store, running: new Set<string>(), ...systemDeps }
  await ensureDefaultWorld(deps)
  const authority = await templateAuthority()
  const certify = certifyWith(authority, deps.machineNow)
  const explainSignature = explainWith(createCertificateReader([authority.certificate]), deps.machineNow)
  const report = (error: unknown) => faults.push(error)
  const door = createGraphql({
    paths: ['/graphql', '/worlds/:world/graphql'],
    deps,
    certify,
    copyCall,
    copyCalls,
    explainSignature,
    explain: (ctx, subject, { reached }) =>
      explain(ctx, subject, {
        reached,
        explainSignature,
        rehearse: async () => undefined,
        correctDocument: (call, faults) => correctDocument(schema, call, faults),
      }),
    reportCard: (ctx, tpp) => reportCard(ctx, tpp, OPERATIONS),
    live: createLive(deps),
    addressOf: readCallers().addressOf,
    originOf: originReader(),
    operator: { token, hosts },
    page: createGraphiql({ deps, operator: { token, hosts }, report }),
    report,
  })
  const server = await listen(door.app, { host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    await server.stop()
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })

  const send: GraphqlServer['send'] = async (path, init) => answerOf(await fetch(`${server.url}${path}`, init))
  const at = (name: string): GraphqlWorld => ({
    name,
    url: `${server.url}/worlds/${name}/graphql`,
    run: (query, variables, headers) =>
      send(`/worlds/${name}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      }),
  })
  const world: GraphqlServer['world'] = async (from = 'EMPTY') => {
    const name = `w-${randomUUID()}`
    await createWorld(await enterWorld(deps, 'default', { kind: 'operator' }), { name, from })
    return at(name)
  }
  return { url: server.url, store, faults, world, at, send }
}

async function answerOf(response: Response): Promise<GraphqlAnswer> {
  const text = await response.text()
  const json = (response.headers.get('Content-Type') ?? '').includes('json')
  const body = json ? JSON.parse(text) : undefined
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    data: body?.data,
    errors: body?.errors ?? [],
  }
}
