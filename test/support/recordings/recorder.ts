import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { exampleIds, requestExamples } from '../../../src/api/openapi/examples.ts'
import { callOf, type ExampleCall, stepsBefore } from '../../../src/api/openapi/steps.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { listen } from '../../../src/api/server.ts'
import { createApp } from '../../../src/app.ts'
import { createContext } from '../../../src/bank/context.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { DEFAULT_WORLD } from '../../../src/domain/worlds.ts'
import {
  createCertificateReader,
  describeCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { createWorld } from '../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { forgeCertificate, type Holder, makeAuthority, NOW } from '../builders/certificates.ts'
import { keptKey } from '../builders/kept-keys.ts'
import { type SigningInput, signedRequest } from '../clients/signing-client.ts'
import { emptyBooks } from '../harness/database.ts'
import { demandedBy } from '../reference/examples.ts'
import { changesOf, type Recorded, written } from './written.ts'

/** An example as it is sent. */
export type Request = Pick<ExampleCall, 'method' | 'path' | 'headers' | 'body'> &
  Pick<SigningInput, 'tamper'> & { readonly holder?: Holder }

/** One world of a bank whose clock, ids, certificates and Host are fixed, and a TPP that follows the examples there. */
export type Scene = {
  /** Prepares the example of an operation and sends it, as `change` makes it. */
  readonly example: (operation: string, change?: (request: Request) => Request) => Promise<Recorded>
  /** Makes what the example of an operation needs. */
  readonly prepare: (operation: string) => Promise<void>
  /** Sends it with nothing done before. */
  readonly send: (operation: string, change?: (request: Request) => Request) => Promise<Recorded>
  readonly graphql: (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Recorded>
  /** What the field `done` of an operation gives, which must succeed. */
  readonly operate: (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Done>
  /** Ids by the names of parameters: those of earlier answers, and `sca`, the first authorisation of the scene. */
  readonly known: Map<string, string>
}

type Done = { readonly consent?: { readonly id: string } }

export type Recorder = {
  readonly ids: Awaited<ReturnType<typeof exampleIds>>
  readonly tppId: string
  /** A certificate, good but for its changes, and its key. */
  readonly issue: (changes: Parameters<typeof forgeCertificate>[1]) => Holder
  /** Plays a scene in a standard world of its own: the text of the call that it answers with, and what it changed there. */
  readonly scene: (name: string, play: (scene: Scene) => Promise<Recorded>) => Promise<string>
  readonly close: () => Promise<void>
}

const HOST = 'localhost:4010'
const FRESH = 'fresh'
const today = osloDay(NOW)

/** A bank that answers the same calls with the same bytes whenever it is opened. `home` is removed in the end. */
export async function openRecorder(home: string): Promise<Recorder> {
  const store = await openStore(await emptyBooks(`${home}/recorded.db`), { machineNow: () => NOW })
  const newId = { scene: '', place: 0 }
  const authority = makeAuthority()
  const issue: Recorder['issue'] = changes => ({
    key: keptKey('tpp'),
    certificate: forgeCertificate(authority, changes),
  })
  const holder = issue({})
  const { tppId, tppName } = describeCertificate(holder.certificate)
  const localTpps = () => [{ id: tppId, name: tppName, localName: 'recorded' }]
  const deps = {
    store,
    running: new Set<string>(),
    sandbox,
    machineNow: () => NOW,
    newId: () => nextId(newId),
    localTpps,
  }
  await ensureDefaultWorld(deps)
  const app = createApp({
    deps,
    security: {
      certificates: createCertificateReader([authority.certificate]),
      keyId: 'tolerant',
      headers: 'strict',
      strict: false,
      machineNow: deps.machineNow,
    },
    certify: () => Promise.reject(new Error('No call of the recording needs a new certificate.')),
    localKey: async () => undefined,
    operator: { token: undefined, hosts: ['localhost'] },
    report: error => {
      throw error
    },
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const ids = await exampleIds(today)
  const operator = createContext(deps, await getWorld(deps, DEFAULT_WORLD), { kind: 'operator' })
  const here = { url: server.url, holder, tppId, ids }
  await createWorld(operator, { name: FRESH, from: 'STANDARD' })
  const before = await exported(sceneOf(FRESH, here))
  const scene: Recorder['scene'] = async (name, play) => {
    Object.assign(newId, { scene: name, place: 0 })
    await createWorld(operator, { name, copyOf: FRESH })
    const actor = sceneOf(name, here)
    const recorded = await play(actor)
    const stored = isRead(recorded) ? [] : changesOf(before, await exported(actor))
    return written(name, recorded, stored)
  }
  return {
    ids,
    tppId,
    issue,
    scene,
    close: async () => {
      await server.stop()
      await store.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** An id of a scene: the scene's digits, and a number that begins anew in each. What one scene needs more moves no id of another. */
function nextId(at: { readonly scene: string; place: number }): string {
  at.place += 1
  const scene = hash('sha256', at.scene)
  const ms = hex(NOW.getTime(), 12)
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8${scene.slice(0, 3)}-${scene.slice(3, 12)}${hex(at.place, 3)}`
}

// To export takes longer than all else, and a read changes nothing that an export has.
function isRead({ request, sent }: Recorded): boolean {
  return request.startsWith('GET ') || /^\{"query":"(?:query|\{)/.test(sent)
}

async function exported({ graphql }: Scene): Promise<string> {
  return (await graphql('{ fixture }')).text
}

type Here = Pick<Recorder, 'tppId' | 'ids'> & { readonly url: string; readonly holder: Holder }

function sceneOf(world: string, { url, holder, tppId, ids }: Here): Scene {
  const base = `/worlds/${world}`
  const examples = requestExamples(ids, today)
  const known = new Map([['tppId', tppId]])
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => known.get(name) ?? whole)
  let sent = 0
  const sendCall = async (call: ExampleCall, change = (request: Request) => request): Promise<Recorded> => {
    sent += 1
    const asked = call.asksPsu ? { 'PSU-ID': ids.customer.psuId } : {}
    const { method, path, headers, body, ...request } = change({
      method: call.method,
      path: `${base}${fill(call.path)}`,
      headers: { ...demandedBy(call.operation), ...asked, ...call.headers },
      body: call.body === undefined ? undefined : fill(call.body),
    })
    const type = body === undefined || 'Content-Type' in headers ? {} : { 'Content-Type': 'application/json' }
    const signed = signedRequest({
      ...holder,
      ...request.holder,
      ...request,
      method,
      url: path,
      headers: Object.entries({ Host: HOST, ...type, ...headers }),
      body: body ?? '',
      requestId: `99391c7e-ad88-49ec-a2ad-${hex(sent, 12)}`,
    })
    return send(url, signed)
  }
  const routeOf = (operation: string) => {
    const route = ROUTES.find(one => one.operation === operation)
    if (route === undefined) throw new Error(`There is no operation ${operation}.`)
    return route
  }
  const graphql: Scene['graphql'] = (query, variables = {}) =>
    send(url, {
      method: 'POST',
      target: `${base}/graphql`,
      headers: [
        ['Host', HOST],
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ],
      body: Buffer.from(JSON.stringify({ query, variables })),
    })
  const operate: Scene['operate'] = async (query, variables) => {
    const { text } = await graphql(query, variables)
    const { data, errors } = JSON.parse(text)
    if (errors !== undefined) throw new Error(text)
    return data.done
  }
  const approve = () => operate(APPROVE, { id: known.get('sca'), customerNumber: ids.customer.customerNumber })
  const prepare = async (operation: string) => {
    for (const step of stepsBefore(ROUTES, examples, operation)) {
      if (step.kind === 'approve') await approve()
      else if (step.kind === 'call') keep(known, step.call, await sendCall(step.call))
      else {
        known.delete('sca')
        keep(known, {}, await sendCall(callOf(routeOf('offerConsent'), {})))
        await approve()
      }
    }
  }
  const sendExample: Scene['send'] = async (operation, change) => {
    const call = callOf(routeOf(operation), examples[operation] ?? {})
    const answer = await sendCall(call, change)
    if (answer.status < 300 && answer.text.startsWith('{')) keep(known, call, answer)
    return answer
  }
  return {
    known,
    graphql,
    operate,
    prepare,
    send: sendExample,
    example: async (operation, change) => {
      await prepare(operation)
      return sendExample(operation, change)
    },
  }
}

const APPROVE =
  'mutation ($id: ID!, $customerNumber: String!) { done: completeAuthorisation(input: { id: $id, psu: $customerNumber, context: PRIVATE, outcome: APPROVED }) { redirectTo } }'

/** Keeps the ids that an answer gives. */
function keep(known: Map<string, string>, { gives = {} }: Partial<ExampleCall>, { status, text }: Recorded): void {
  if (status >= 300) throw new Error(`A preparation is refused: ${status} ${text}`)
  const body = JSON.parse(text)
  const sca: string | undefined = body._links?.scaRedirect?.href
  if (sca !== undefined && !known.has('sca')) known.set('sca', sca.split('/').at(-1) ?? '')
  for (const [name, pointer] of Object.entries(gives))
    if (!known.has(name)) known.set(name, String(body[pointer.slice(1)]))
}

/** Sends exactly these headers. Of the answer's, Date and what Node says of the connection are not the bank's. */
function send(
  url: string,
  {
    method,
    target,
    headers,
    body,
  }: { method: string; target: string; headers: readonly (readonly [string, string])[]; body: Uint8Array },
): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body.length > 0 ? { 'Content-Length': String(body.length) } : {}
    const request = httpRequest(
      { hostname, port, method, path: target, headers: { ...length, ...Object.fromEntries(headers) } },
      answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const raw = answer.rawHeaders
          const lines = raw.flatMap((name, place) =>
            place % 2 === 1 || /^(?:date|connection|keep-alive)$/i.test(name) ? [] : [`${name}: ${raw[place + 1]}`],
          )
          resolve({
            request: `${method} ${target}`,
            sent: Buffer.from(body).toString(),
            status: answer.statusCode ?? 0,
            headers: lines,
            text: Buffer.concat(parts).toString(),
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
