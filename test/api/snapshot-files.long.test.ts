import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { streamOf } from '../../src/platform/http/answers.ts'
import { addPayer, NDCT, paymentBody, register } from '../support/builders/payments.ts'
import { startBank, type World } from '../support/clients/bank.ts'
import { ask } from '../support/clients/both-doors.ts'
import { getSnapshot, linesIn, putSnapshot, SNAPSHOT, wholeFile } from '../support/clients/snapshot-files.ts'

const bank = await startBank()
const guarded = await startBank({ token: 'a-token-of-16-signs' })
afterAll(() => expect([...bank.faults, ...guarded.faults]).toEqual([]))

let world: World
let text: string
let lines: string[]
const at = ({ base }: World) => ({ url: bank.url, base })
const EQUAL =
  'query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!) { diffWorlds(left: $left, right: $right) { equal } }'
const namesIn = async (of: World) =>
  (await ask(of, '{ snapshots(first: 100) { nodes { name } } }')).snapshots.nodes.map(
    (one: { name: string }) => one.name,
  )
async function* each(parts: readonly Uint8Array[]) {
  yield* parts
}
/** The rows that no caller sees yet and that are not dropped. */
const unseen = () => bank.store.reader.world.count({ where: { name: null, discardedAt: { gt: new Date() } } })

beforeAll(async () => {
  world = await bank.world('STANDARD')
  await ask(world, 'mutation { takeSnapshot(name: "kept") { snapshot { name } } }')
  text = (await getSnapshot(at(world), 'kept')).text
  lines = linesIn(text)
})

describe('GET /snapshots/NAME (D131)', () => {
  it('D131: answers a snapshot in small lines, the last of which sums up the others', async () => {
    const answer = await getSnapshot(at(world), 'kept')
    expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      SNAPSHOT,
      'attachment; filename="kept.snapshot"',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).toBe(text)
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(line.length).toBeLessThan(400_000)
    expect(wholeFile(lines)).toBe(text)
  })

  it('D131: HEAD has its headers alone, other methods are named', async () => {
    const path = `${bank.url}${world.base}/snapshots/kept`
    const head = await fetch(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([200, SNAPSHOT, ''])
    const refused = await fetch(path, { method: 'DELETE' })
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT'])
    expect(await refused.json()).toMatchObject({ tppMessages: [{ text: expect.stringContaining('GET, HEAD, PUT') }] })
    expect(await namesIn(world)).toContain('kept')
  })

  it.each([
    ['none', {}, 404, 'has no snapshot \\"none\\". It has'],
    ['%00', {}, 404, 'has no snapshot'],
    ['kept', { Accept: 'application/json' }, 406, SNAPSHOT],
    ['kept', { Origin: 'https://other.example' }, 403, 'may not use this door'],
    ['kept', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'may not use this door'],
  ])('D131: %s with %j is %i', async (name, headers, status, words) => {
    const answer = await getSnapshot(at(world), name, headers)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    expect(answer.headers['sandbank-request']).toBeDefined()
  })

  it('D131: of a world that is not there is 404, at both methods', async () => {
    const nowhere = { url: bank.url, base: '/worlds/nowhere' }
    for (const answer of [await getSnapshot(nowhere, 'kept'), await putSnapshot(nowhere, 'kept', text)])
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('nowhere')])
  })

  it('D131: one that is deleted while it is read ends before its last line', async () => {
    const said = vi.spyOn(console, 'error')
    const many = await bank.world('STANDARD')
    await ask(many, 'mutation { takeSnapshot(name: "brief") { snapshot { name } } }')
    const response = await fetch(`${bank.url}${many.base}/snapshots/brief`)
    const reader = response.body?.getReader()
    await reader?.read()
    await ask(
      many,
      'mutation { deleteSnapshot(name: "brief") { snapshot { name } } takeSnapshot(name: "brief") { snapshot { name } } }',
    )
    const rest = async () => {
      for (let all = ''; ; ) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done) return all
        all += Buffer.from(value ?? []).toString()
      }
    }
    // What the server had sent before it noticed may be all of a small one.
    const came = await rest().catch(() => 'broken off')
    expect(came).toMatch(/broken off|sha256/)
    // Neither a word of the server within the file, nor one on its standard error.
    expect(came).not.toContain('deleted while')
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })
})

describe('PUT /snapshots/NAME (D131)', () => {
  it('D131: makes the same world again in any world, without an X-Request-ID', async () => {
    const other = await bank.world()
    const answer = await putSnapshot(at(other), 'again', text)
    expect([answer.status, answer.headers['location'], answer.body]).toEqual([
      201,
      `${other.base}/snapshots/again`,
      { name: 'again', world: other.name, takenAt: JSON.parse(lines[0] ?? '').takenAt },
    ])
    await ask(other, 'mutation { restoreSnapshot(name: "again") { world { name } } }')
    expect(await ask(other, EQUAL, { left: { world: world.name }, right: { world: other.name } })).toEqual({
      diffWorlds: { equal: true },
    })
    const back = await getSnapshot(at(other), 'again')
    expect(linesIn(back.text).slice(1)).toEqual(lines.slice(1))
  })

  it('D131: takes it in parts of any size, whatever the ends of lines', async () => {
    const bytes = Buffer.from(text)
    for (const [name, size] of [
      ['small', 777],
      ['odd', 65_537],
    ] as const) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
        bytes.subarray(part * size, (part + 1) * size),
      )
      const answer = await putSnapshot(at(world), name, streamOf(each(parts)))
      expect([name, answer.status]).toEqual([name, 201])
    }
  })

  it('D131: ends by itself where that is asked for, as one of takeSnapshot does', async () => {
    expect((await putSnapshot(at(world), 'hourly?expiresAfter=PT1H', text)).status).toBe(201)
    const { contentId } = await bank.store.reader.snapshot.findFirstOrThrow({ where: { name: 'hourly' } })
    const { expiresAt } = await bank.store.reader.world.findUniqueOrThrow({ where: { id: contentId } })
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60)
    for (const [query, path] of [
      ['expiresAfter=soon', 'expiresAfter'],
      ['expiresAfter=PT0S', 'expiresAfter'],
      ['expiresAfter=-PT1H', 'expiresAfter'],
      ['expiresAfter=PT1H&expiresAfter=PT2H', 'expiresAfter'],
      ['expires=PT1H', 'expires'],
    ]) {
      const answer = await putSnapshot(at(world), `later?${query}`, text)
      expect([answer.status, answer.body.tppMessages]).toEqual([
        400,
        [expect.objectContaining({ code: 'FORMAT_ERROR', path })],
      ])
    }
    expect(await namesIn(world)).not.toContain('later')
    const read = await getSnapshot(at(world), 'hourly?expiresAfter=PT1H')
    expect([read.status, read.text]).toEqual([400, expect.stringContaining('expiresAfter: is not a query parameter')])
  })

  it('D131: a name that is taken is 409, also of several at once; one of them is stored', async () => {
    const taken = await putSnapshot(at(world), 'kept', text)
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('has a snapshot kept already')])
    const answers = await Promise.all(Array.from({ length: 4 }, () => putSnapshot(at(world), 'at-once', text)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect((await namesIn(world)).filter((name: string) => name === 'at-once')).toHaveLength(1)
    expect(await unseen()).toBe(0)
  })

  it.each([
    ['Upper', text => text, {}, 400, 'The name of a world or snapshot has 1 to 63 letters'],
    ['plain', text => text, { 'Content-Type': 'application/json' }, 415, SNAPSHOT],
    ['gzip', text => new Uint8Array(gzipSync(text)), {}, 400, 'its first line says nothing of it'],
    ['coded', text => new Uint8Array(gzipSync(text)), { 'Content-Encoding': 'gzip' }, 415, 'must not be compressed'],
    ['coded', () => 'no gzip', { 'Content-Encoding': 'gzip' }, 415, 'must not be compressed'],
    ['empty', () => '', {}, 400, 'its end is missing'],
    ['cut', text => text.slice(0, text.length / 2), {}, 400, 'its end is missing'],
    ['without', text => `${linesIn(text).join('\n')}\n`, {}, 400, 'its end is missing'],
    ['changed', text => text.replace('"STANDARD"', '"STANDARP"').replace('Kari', 'Kåri'), {}, 400, 'was changed after'],
    ['long', text => `${text.split('\n')[0]}\n${'x'.repeat(1_200_000)}`, {}, 400, 'a line of more than 1000000'],
    ['bytes', () => new Uint8Array([0xff, 0xfe, 0, 10, 0xff]), {}, 400, 'first line'],
    ['lines', () => '\n'.repeat(500_000), {}, 400, 'first line'],
    ['other', () => '{"name":"package"}\n{}\n', {}, 400, 'its first line says nothing of it'],
  ] satisfies [string, (text: string) => string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string][])(
    'D131: %s is refused, and nothing of it stays',
    async (name, change, headers, status, words) => {
      const answer = await putSnapshot(at(world), name, change(text), headers)
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
      expect(answer.body.tppMessages[0]).toMatchObject({ category: 'ERROR' })
      expect(await namesIn(world)).not.toContain(name)
      expect(await unseen()).toBe(0)
    },
  )

  it('D131: more than 1 GiB is 413 before it comes', async () => {
    const refused = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { 'Content-Type': SNAPSHOT, 'Content-Length': String(2 ** 30 + 1) }
      const call = request(`${bank.url}${world.base}/snapshots/huge`, { method: 'PUT', headers }, answer =>
        answer.toArray().then(parts => resolve([answer.statusCode, Buffer.concat(parts).toString()]), reject),
      )
      call.on('error', reject)
      call.write(lines[0])
    })
    expect(refused).toEqual([413, expect.stringContaining('may have 1073741824 bytes; this one has 1073741825')])
  })

  it('D131: lines in another order, twice, or of no table are refused at their place', async () => {
    const table = (name: string) => lines.find(line => line.startsWith(`{"table":"${name}"`)) ?? ''
    const [head = '', first = ''] = lines
    const customers = JSON.parse(table('Customer'))
    const DEEP = '['.repeat(100_000) + ']'.repeat(100_000)
    for (const odd of [
      '',
      '{}',
      '[]',
      '{"table":"World","rows":[]}',
      `{"table":${DEEP},"rows":[]}`,
      `{"table":"Customer","rows":[${DEEP}]}`,
      '{"table":"sqlite_master","rows":[["x"]]}',
      JSON.stringify({ ...customers, rows: [customers.rows[0].slice(1)] }),
      JSON.stringify({ ...customers, rows: [customers.rows[0], customers.rows[0]] }),
      JSON.stringify({ ...customers, rows: [customers.rows[0].with(1, { x: 1 })] }),
      // Rows that refer to others come after them.
      table('Account'),
    ]) {
      const answer = await putSnapshot(at(world), 'odd-lines', wholeFile([head, odd]))
      expect([odd.slice(0, 60), answer.status, answer.body?.tppMessages[0].code]).toEqual([
        odd.slice(0, 60),
        400,
        'FORMAT_ERROR',
      ])
    }
    expect((await putSnapshot(at(world), 'odd-lines', wholeFile([head, first, first]))).status).toBe(400)
    expect(await unseen()).toBe(0)
    expect((await putSnapshot(at(world), 'no-rows', wholeFile([head]))).status).toBe(201)
  })

  it('D131: of another version is refused with what to do, and a first line that no bank has written too', async () => {
    const head = JSON.parse(lines[0] ?? '')
    const put = (first: object) =>
      putSnapshot(at(world), 'headless', wholeFile([JSON.stringify(first), ...lines.slice(1)]))
    const older = await put({ ...head, layout: 'older' })
    expect([older.status, older.text]).toEqual([400, expect.stringContaining('written by another version of Sandbank')])
    for (const change of [{ layout: 'x'.repeat(100_000) }, { keptAt: 'yesterday' }, { name: 7 }, { more: 1 }])
      expect([change, (await put({ ...head, ...change })).status]).toEqual([change, 400])
  })

  it('D131: a sender that hangs up leaves nothing', async () => {
    const hangingUp = new AbortController()
    const parts = (async function* () {
      for (const line of lines.slice(0, 5)) yield Buffer.from(`${line}\n`)
      await sleep(300)
      expect(await unseen()).toBe(1)
      hangingUp.abort()
      yield Buffer.from('x')
    })()
    const { signal } = hangingUp
    const headers = { 'Content-Type': SNAPSHOT }
    const call = { method: 'PUT', headers, body: streamOf(parts), duplex: 'half', signal }
    const sending = fetch(`${bank.url}${world.base}/snapshots/broken`, call)
    await expect(sending).rejects.toThrow()
    await expect.poll(unseen, { timeout: 5_000 }).toBe(0)
    expect(await namesIn(world)).not.toContain('broken')
  })

  it('D131: D127: may take longer than other calls, but no pause of 10 s', { timeout: 60_000 }, async () => {
    const slowly = async function* (pauses: readonly number[]) {
      const step = Math.ceil(lines.length / pauses.length)
      for (const [place, pause] of pauses.entries()) {
        yield Buffer.from(
          lines
            .slice(place * step, (place + 1) * step)
            .map(line => `${line}\n`)
            .join(''),
        )
        await sleep(pause)
      }
      yield Buffer.from(text.slice(lines.join('\n').length + 1))
    }
    const [slow, paused] = await Promise.all([
      putSnapshot(at(world), 'slow', streamOf(slowly([4_000, 4_000, 4_000, 4_000]))),
      putSnapshot(at(world), 'paused', streamOf(slowly([1_000, 12_000]))),
    ])
    expect([slow.status, slow.text]).toEqual([201, expect.any(String)])
    expect([paused.status, paused.text]).toEqual([
      400,
      expect.stringContaining('No part of the snapshot came for 10 s'),
    ])
    expect(await unseen()).toBe(0)
  })

  it('D131: a world that is deleted meanwhile is 404, and nothing stays', async () => {
    const doomed = await bank.world()
    const parts = (async function* () {
      yield Buffer.from(`${lines.slice(0, 5).join('\n')}\n`)
      await ask(world, `mutation { deleteWorld(name: "${doomed.name}") { world { name } } }`)
      yield Buffer.from(text.slice(lines.slice(0, 5).join('\n').length + 1))
    })()
    const answer = await putSnapshot(at(doomed), 'late', streamOf(parts))
    expect(answer.status).toBe(404)
    expect(await unseen()).toBe(0)
  })

  it('D131: what dies in the middle is swept after an hour', async () => {
    const socket = connect(Number(new URL(bank.url).port), '127.0.0.1')
    const head = `PUT ${world.base}/snapshots/dying HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${SNAPSHOT}\r\nContent-Length: ${text.length}\r\n\r\n`
    socket.write(`${head}${lines.slice(0, 5).join('\n')}\n`)
    await expect.poll(unseen).toBe(1)
    const [row] = await bank.store.reader.world.findMany({ where: { name: null, discardedAt: { gt: new Date() } } })
    const minutes = ((row?.discardedAt?.getTime() ?? 0) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    socket.destroy()
    await expect.poll(unseen).toBe(0)
  })
})

describe('The operator alone', () => {
  const at = { url: guarded.url, base: '' }

  it('D131: D70: needs the token of /graphql, at both methods', async () => {
    const none = await getSnapshot(at, 'kept')
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer realm="sandbank"'])
    expect((await putSnapshot(at, 'kept', text)).status).toBe(401)
    expect((await putSnapshot(at, 'kept', text, { Authorization: 'Bearer wrong-token-of-16' })).status).toBe(401)
    const token = { Authorization: 'Bearer a-token-of-16-signs' }
    expect((await putSnapshot(at, 'kept', text, token)).status).toBe(201)
    expect((await getSnapshot(at, 'kept', token)).status).toBe(200)
  })
})

it('D95: the journal has these calls, without their bodies', async () => {
  const { calls } = await ask(
    world,
    '{ calls(last: 200, filter: { path: "/snapshots/", by: [OPERATOR] }) { nodes { method status target code request { body } answer { body } } } }',
  )
  const row = (method: string, status: number) =>
    calls.nodes.find((one: { method: string; status: number }) => one.method === method && one.status === status)
  expect(row('GET', 200)).toMatchObject({ request: { body: null }, answer: { body: null } })
  expect(row('PUT', 409)).toMatchObject({ code: 'CONFLICT', request: { body: null } })
})

it('D112: lines of 1.0.0 keep each digit of an amount that no number of JavaScript holds', async () => {
  const { world: from, psu, debtor, creditor } = await addPayer(bank)
  const [exact, other] = ['9007199254740993', '-9007199254740995']
  await register(psu, NDCT, paymentBody(debtor, creditor, { instructedAmount: { amount: '12.34', currency: 'NOK' } }))
  await ask(from, 'mutation { takeSnapshot(name: "kept") { snapshot { name } } }')
  const [head = '', ...rest] = linesIn((await getSnapshot(at(from), 'kept')).text)
  const older = rest.map(line => {
    if (!line.startsWith('{"table":"PaymentEntry"')) return line
    const rows = JSON.parse(line).rows.map((row: unknown[]) => row.toSpliced(15, 1))
    // A text that holds such digits stays a text.
    const named = JSON.stringify({ table: 'PaymentEntry', rows }).replace('"Ola Nordmann"', `"Ola \\"${other}"`)
    expect(named).toMatch(/,1234[,\]]/)
    return named.replace(/,1234(?=[,\]])/, `,${exact}`)
  })
  const first = JSON.stringify({ ...JSON.parse(head), layout: 'e771db2fe2125782', name: 'exact' })
  expect((await putSnapshot(at(from), 'exact', wholeFile([first, ...older]))).status).toBe(201)
  const kept = linesIn((await getSnapshot(at(from), 'exact')).text)
  const entry = kept.find(line => line.startsWith('{"table":"PaymentEntry"'))
  expect(entry).toMatch(new RegExp(`,${exact}[,\\]]`))
  expect(entry).not.toContain('u0000')
})
