import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ACTING_FOR } from '../../../src/domain/fingerprints.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { ensureDefaultWorld } from '../../../src/sandbox/worlds/doors.ts'
import {
  addAccount,
  addCustomer,
  customerBody,
  expectRefusal,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { issueTo, makeAuthority } from '../../support/builders/certificates.ts'
import { setClockAhead } from '../../support/builders/world-clock.ts'
import { type Answer, send, startBank, type World } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { signedRequest, withHeaders } from '../../support/clients/signing-client.ts'
import { urlOf } from '../../support/harness/stores.ts'

const bank = await startBank()
const world = await bank.world()
const path = PATHS.customers
const HOURS = 3_600_000
afterAll(() => expect(bank.faults).toEqual([]))

const USED = (id: string, what: string) =>
  expect.stringMatching(
    new RegExp(
      `^X-Request-ID: X-Request-ID ${id} was used for another call \\(other ${what}\\) at \\d{4}-[\\d:.T-]+Z\\. Each call needs an id of its own\\. Repeated with it, for 24 hours, may be only a call with the same method, path, query, PSU-ID, X-PSU-IDENTITY, PSU-Corporate-ID, PSU-Context, TPP-Redirect-URI and body \\(D15\\)\\.$`,
    ),
  )
const count = async ({ name }: World = world) => bank.store.reader.customer.count({ where: { world: { name } } })
/** What must be the same when a call is repeated: all but the mark, the time it was sent at, and its own id. */
const essence = ({ status, text, headers }: Answer) => {
  const { 'sandbank-replayed': replayed, 'sandbank-request': __, date: _, ...rest } = headers
  return { status, text, headers: rest, replayed }
}

async function expectReplay(first: Answer, repeat: () => Promise<Answer>) {
  const again = essence(await repeat())
  expect(again).toEqual({ ...essence(first), replayed: 'true' })
  expect(first.headers).not.toHaveProperty('sandbank-replayed')
}

describe('the same call again (D15)', () => {
  it.each(['POST', 'PUT', 'DELETE'])(
    'a %s gets the stored answer, byte for byte, and has no second effect',
    async method => {
      const account = await addAccount(world)
      const own = `${PATHS.accounts}/${account.id}`
      const requestId = randomUUID()
      const calls: Record<string, () => Promise<Answer>> = {
        POST: () => world.call('POST', `${own}/transactions`, { body: transactionBody(), requestId }),
        PUT: () => world.call('PUT', `${own}/balances`, { body: { balances: account.balances }, requestId }),
        DELETE: () => world.call('DELETE', own, { requestId }),
      }
      const repeat = calls[method] ?? (() => Promise.reject(new Error(method)))
      const first = await repeat()
      expect(first.status).toBeLessThan(300)
      const state = (await world.call('GET', PATHS.accounts)).text
      await expectReplay(first, repeat)
      await expectReplay(first, repeat)
      expect((await world.call('GET', PATHS.accounts)).text).toBe(state)
    },
  )

  it('gets a refusal of 400, 404 or 409 again, even when the rule would now pass', async () => {
    const taken = await addCustomer(world)
    const rows = [
      [400, 'POST', path, { body: {} }],
      [404, 'DELETE', `${path}/${UNKNOWN_ID}`, {}],
      [409, 'POST', path, { body: customerBody({ customerNumber: taken.customerNumber }) }],
    ] as const
    const calls = rows.map(([status, method, target, options]) => ({
      status,
      call: () => world.call(method, target, { ...options, requestId: `kept-${status}` }),
    }))
    const firsts = await Promise.all(calls.map(({ call }) => call()))
    expect(firsts.map(({ status }) => status)).toEqual(calls.map(({ status }) => status))
    await world.call('DELETE', `${path}/${taken.customerId}`)
    for (const [place, first] of firsts.entries()) await expectReplay(first, calls[place]?.call ?? Promise.reject)
    expect((await world.call('POST', path, rows[2][3])).status).toBe(201)
  })

  it('gets a refusal of 406 and 415 again: they come after the check of repeats (D12)', async () => {
    const call = () =>
      world.call('POST', path, {
        body: customerBody({ customerNumber: 'x' }),
        headers: { Accept: 'text/html' },
        requestId: 'kept-406',
      })
    const first = await call()
    expect(first.status).toBe(406)
    await expectReplay(first, call)
  })

  it('is not stored when it was refused with 401 or 403', async () => {
    const body = customerBody()
    const refused = await world.call('POST', path, {
      body,
      requestId: 'later',
      tamper: request => withHeaders(request, { Signature: undefined }),
    })
    expectRefusal(refused, 401, 'SIGNATURE_MISSING')
    const roleless = await world.call('POST', path, { body, requestId: 'later', tpp: bank.newTpp({ roles: [] }) })
    expectRefusal(roleless, 403, 'FORBIDDEN')
    const answer = await world.call('POST', path, { body, requestId: 'later' })
    expect(answer.status).toBe(201)
    expect(answer.headers).not.toHaveProperty('sandbank-replayed')
  })

  it('of initialize is answered from the store, and does not undo what came after it', async () => {
    const own = await bank.world()
    const call = () => own.call('POST', PATHS.initialize, { requestId: 'fill' })
    const first = await call()
    await addCustomer(own)
    await expectReplay(first, call)
    expect(await count(own)).toBe(5)
  })
})

it('what counts stands in the documentation (D15)', async () => {
  const page = await (await fetch(`${bank.url}/docs/decisions`, { headers: { Accept: 'text/html' } })).text()
  const text = page.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain(`method, path, query, ${ACTING_FOR.join(', ')} and, to the last byte, body`)
})

describe('the id of another call (D15)', () => {
  it.each<[form: string, older: (words: readonly string[]) => string, isCompared: boolean]>([
    ['a hash of other things, and sums', ([, , ...sums]) => `1 of-other-things ${sums.join(' ')}`, true],
    ['the hash of today and sums, without a form', ([, ...words]) => words.join(' '), true],
    ['a hash alone, of content that is not known any more', () => 'of-other-things', false],
  ])(
    'a record of an earlier edition with %s answers its call, as far as it can be compared',
    async (_, older, isCompared) => {
      const requestId = randomUUID()
      const body = customerBody()
      const call = (name: string) => world.call('POST', path, { body: { ...body, name }, requestId })
      const first = await call('Kari')
      const { fingerprint } = await bank.store.reader.request.findFirstOrThrow({ where: { requestId } })
      const data = { fingerprint: older(fingerprint.split(' ')) }
      await bank.store.transaction(tx => tx.request.updateMany({ where: { requestId }, data }), {
        worlds: [world.name],
      })
      await expectReplay(first, () => call('Kari'))
      if (isCompared) expect(expectRefusal(await call('Ola'), 409, 'CONFLICT')).toEqual([USED(requestId, 'body')])
      else await expectReplay(first, () => call('Ola'))
    },
  )

  it('is refused for another body, path, query or method', async () => {
    const body = customerBody()
    await world.call('POST', path, { body, requestId: 'taken' })
    const before = await count()
    const attempts = [
      ['body', () => world.call('POST', path, { body: { ...body, name: 'Ola' }, requestId: 'taken' })],
      ['body', () => world.call('POST', path, { raw: `${JSON.stringify(body)} `, requestId: 'taken' })],
      ['path or query', () => world.call('POST', `${path}?a=b`, { body, requestId: 'taken' })],
      ['path or query', () => world.call('POST', PATHS.agreements, { body, requestId: 'taken' })],
      ['method, path or query, body', () => world.call('DELETE', `${path}/${UNKNOWN_ID}`, { requestId: 'taken' })],
    ] as const
    for (const [what, attempt] of attempts)
      expect(expectRefusal(await attempt(), 409, 'CONFLICT')).toEqual([USED('taken', what)])
    expect(await count()).toBe(before)
    const repeated = await world.call('POST', path, { body, requestId: 'taken' })
    expect(repeated).toMatchObject({ status: 201, headers: { 'sandbank-replayed': 'true' } })
  })

  it('is free for another TPP, and in another world', async () => {
    const body = customerBody()
    await world.call('POST', path, { body, requestId: 'shared' })
    const other = await world.call('POST', path, { body: customerBody(), requestId: 'shared', tpp: bank.newTpp() })
    expect(other.status).toBe(201)
    expect((await (await bank.world()).call('POST', path, { body, requestId: 'shared' })).status).toBe(201)
  })

  it('may be repeated by a GET, also one that a POST used', async () => {
    await world.call('POST', path, { body: customerBody(), requestId: 'read' })
    for (const target of [path, path, PATHS.accounts]) {
      const answer = await world.call('GET', target, { requestId: 'read' })
      expect(answer.status).toBe(200)
      expect(answer.headers).not.toHaveProperty('sandbank-replayed')
    }
  })
})

describe('while the first is still running (D15)', () => {
  it('its twins are refused, and get its answer when it is done', async () => {
    const own = await bank.world()
    const body = customerBody()
    const call = () => own.call('POST', path, { body, requestId: 'slow' })
    let release = () => {}
    const turn = new Promise<void>(resolve => {
      release = resolve
    })
    const { id } = await bank.store.reader.world.findUniqueOrThrow({ where: { name: own.name } })
    const held = bank.store.transaction(() => turn, { worlds: [id] })
    const first = call()
    await own.call('GET', path)
    const twins = await Promise.all(Array.from({ length: 5 }, call))
    release()
    await held
    for (const twin of twins)
      expect(expectRefusal(twin, 409, 'CONFLICT')).toEqual([
        'X-Request-ID: A call with this X-Request-ID is still running. Wait for its answer, then repeat the call to get it (D15).',
      ])
    expect((await first).status).toBe(201)
    await expectReplay(await first, call)
    expect(await count(own)).toBe(1)
  })

  it('exactly one of many at once has the effect, and all that are answered get the same', async () => {
    const own = await bank.world()
    const body = customerBody()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => own.call('POST', path, { body, requestId: 'many' })),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length + answers.filter(({ status }) => status === 409).length).toBe(40)
    expect(made.filter(({ headers }) => headers['sandbank-replayed'] === undefined)).toHaveLength(1)
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(await count(own)).toBe(1)
  })

  it('calls with ids of their own are not held up by each other', async () => {
    const own = await bank.world()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => own.call('POST', path, { body: customerBody() })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
    expect(await count(own)).toBe(40)
  })
})

describe("after 24 hours of the machine's clock (D15)", () => {
  it('the id may be used again, and not a moment before; what is old goes in slices', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
    const authority = makeAuthority()
    const tpp = issueTo(authority, { now: new Date() })
    const start = Date.now()
    let ahead = 0
    const machineNow = () => new Date(start + ahead)
    const store = await openStore(urlOf(join(home, 'sandbank.db')))
    await ensureDefaultWorld({ store, running: new Set(), ...systemDeps, machineNow })
    const server = await serve(store, [authority.certificate], machineNow)
    const call = (requestId: string) =>
      send(
        server.url,
        signedRequest({
          ...tpp,
          method: 'POST',
          url: path,
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify(customerBody()),
          requestId,
        }),
      )
    const records = () => store.reader.request.count()
    const first = await call('daily')
    for (let n = 0; n < 40; n += 1) await call(`other-${n}`)
    ahead = 24 * HOURS - 1
    expectRefusal(await call('daily'), 409, 'CONFLICT')
    expect(await records()).toBe(41)
    ahead = 24 * HOURS + 60_000
    const answer = await call('daily')
    expect(answer.status).toBe(201)
    expect(answer.headers).not.toHaveProperty('sandbank-replayed')
    expect(answer.body.customerId).not.toBe(first.body.customerId)
    expect(await records()).toBe(21)
    await call('later')
    expect(await records()).toBe(2)
    // A world with few old records is not searched again at once.
    ahead = 48 * HOURS + 61_000
    await call('next-day')
    expect(await records()).toBe(1)
    expect(server.faults).toEqual([])
    await server.stop()
    await store.close()
    rmSync(home, { recursive: true, force: true })
  })

  it("a world's clock that moves on does not count: a retry does not know of it", async () => {
    const own = await bank.world()
    const body = customerBody()
    const call = () => own.call('POST', path, { body, requestId: 'moved' })
    const first = await call()
    await setClockAhead(bank, own, 48 * HOURS)
    await expectReplay(first, call)
  })
})

describe('two processes on one file (D15)', () => {
  it('have one effect, and answer the rest with what was kept, refusals too', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
    const authority = makeAuthority()
    const tpp = issueTo(authority, { now: new Date() })
    const url = urlOf(join(home, 'sandbank.db'))
    const stores = [await openStore(url), await openStore(url)]
    for (const store of stores) await ensureDefaultWorld({ store, running: new Set(), ...systemDeps })
    const servers = await Promise.all(stores.map(store => serve(store, [authority.certificate])))
    const call = (at: number, requestId: string, body: string) =>
      send(
        servers[at % 2]?.url ?? '',
        signedRequest({
          ...tpp,
          method: 'POST',
          url: path,
          headers: [['Content-Type', 'application/json']],
          body,
          requestId,
        }),
      )
    for (let round = 0; round < 15; round += 1) {
      for (const [kind, body] of [
        ['201', JSON.stringify(customerBody())],
        ['400', '{}'],
      ] as const) {
        const answers = await Promise.all([0, 1].map(at => call(at, `${kind}-${round}`, body)))
        const statuses = answers.map(({ status }) => String(status))
        expect(statuses).toContain(kind)
        expect(statuses.filter(status => status !== kind && status !== '409')).toEqual([])
        const done = answers.filter(({ status }) => String(status) === kind)
        expect(done.filter(({ headers }) => headers['sandbank-replayed'] === undefined)).toHaveLength(1)
      }
    }
    for (const [at, server] of servers.entries()) {
      expect(server.faults).toEqual([])
      await server.stop()
      await stores[at]?.close()
    }
    rmSync(home, { recursive: true, force: true })
  })
})

describe('for another PSU, agreement or redirect address (D15)', () => {
  const headers = {
    'PSU-ID': UNKNOWN_ID,
    'PSU-IP-Address': '127.0.0.1',
    'TPP-Redirect-URI': 'https://tpp.example/back',
    'TPP-Session-ID': 's',
    'x-accept-fix': 'none',
  }
  const offer = (requestId: string, changes: Record<string, string> = {}) =>
    world.call('POST', '/v1/bank-offered-consents', { requestId, headers: { ...headers, ...changes } })

  it.each([
    ['PSU-ID', '5f0a7bd2-1111-4222-8333-444455556666'],
    ['PSU-Corporate-ID', 'another'],
    ['PSU-Context', 'PRIVATE'],
    ['TPP-Redirect-URI', 'https://tpp.example/other'],
  ])('the id is refused: %s', async (name, value) => {
    const psu = (await addPsu()).psuId
    const requestId = randomUUID()
    const first = await offer(requestId, { 'PSU-ID': psu })
    expect(first.status).toBe(201)
    await expectReplay(first, () => offer(requestId, { 'PSU-ID': psu }))
    expect(expectRefusal(await offer(requestId, { 'PSU-ID': psu, [name]: value }), 409, 'CONFLICT')).toEqual([
      USED(requestId, name),
    ])
  })

  async function addPsu() {
    const { customerNumber } = await addCustomer(world)
    const { body } = await world.graphql(`{ customer(by: { customerNumber: "${customerNumber}" }) { psuId } }`)
    return body.data.customer
  }
})

describe('across a restart of the server on the same file (D15)', () => {
  it('gets the stored answer, and a new call its own', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
    const authority = makeAuthority()
    const tpp = issueTo(authority, { now: new Date() })
    const call = (url: string, requestId: string, body: string) =>
      send(
        url,
        signedRequest({
          ...tpp,
          method: 'POST',
          url: path,
          headers: [['Content-Type', 'application/json']],
          body,
          requestId,
        }),
      )
    const run = async (work: (url: string) => Promise<void>) => {
      const store = await openStore(urlOf(join(home, 'sandbank.db')))
      await ensureDefaultWorld({ store, running: new Set(), ...systemDeps })
      const server = await serve(store, [authority.certificate])
      await work(server.url)
      expect(server.faults).toEqual([])
      await server.stop()
      await store.close()
    }
    const body = JSON.stringify(customerBody({ type: 'CORPORATE' }))
    const answers: Answer[] = []
    await run(async url => void answers.push(await call(url, 'r-1', body)))
    await run(async url => {
      const [first] = answers
      if (first === undefined) throw new Error('The first server answered nothing')
      expect(first.status).toBe(201)
      await expectReplay(first, () => call(url, 'r-1', body))
      expectRefusal(await call(url, 'r-1', JSON.stringify(customerBody())), 409, 'CONFLICT')
      expect((await call(url, 'r-2', JSON.stringify(customerBody()))).status).toBe(201)
    })
    rmSync(home, { recursive: true, force: true })
  })
})
