import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnsweredCall } from '../../../src/domain/calls.ts'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { journalText } from '../../support/builders/journal-text.ts'
import { ALL, callAt } from '../../support/clients/answered-calls.ts'
import { makeDirectory } from '../../support/harness/stores.ts'

describe('The journal is bounded (D95)', () => {
  it('to the last 10,000 calls of each world', async () => {
    const now = new Date()
    const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
    for (let n = 0; n < 10_450; n += 1) {
      journal.add(callAt(n, now))
      if (n % 5_000 === 0) await journal.ready()
    }
    journal.add(callAt(1, now, { world: 'other' }))
    await journal.ready()
    const ids = (await journal.list('default', {}, ALL)).map(({ id }) => Number(id))
    expect(ids.length).toBe(10_000)
    expect([ids.at(0), ids.at(-1)]).toEqual([10_449, 450])
    expect(await journal.count('other', {})).toBe(1)
    await journal.close()
  })

  it('to 24 hours', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
    for (let n = 0; n < 300; n += 1) journal.add(callAt(n, now))
    await journal.ready()
    now = new Date('2026-01-01T23:59:59Z')
    expect(await journal.count('default', {})).toBe(300)
    now = new Date('2026-01-02T00:00:00Z')
    expect([await journal.count('default', {}), await journal.find('default', '0000000001')]).toEqual([0, undefined])
    journal.add(callAt(300, now))
    await journal.ready()
    expect((await journal.list('default', {}, ALL)).map(({ id }) => id)).toEqual(['0000000300'])
    await journal.close()
  })

  it('to 64 KiB of each body, and says how long it was', async () => {
    const now = new Date()
    const journal = openJournal(':memory:', { machineNow: () => now, token: 'the-token' })
    const long = 'x'.repeat(200_000)
    journal.add(
      callAt(1, now, { requestBody: Buffer.from(long), answerBody: `the-token ${long}`, target: '/?a=the-token' }),
    )
    await journal.ready()
    const call = await journal.find('default', '0000000001')
    expect(call?.request).toMatchObject({ body: 'x'.repeat(65_536), bytes: 200_000 })
    expect(call?.answer.body?.slice(0, 15)).toBe('[hidden] xxxxxx')
    expect(call?.target).toBe('/?a=[hidden]')
    await journal.close()
  })
})

it('A list of calls reads nothing of their headers and bodies (D74)', async () => {
  const path = join(await makeDirectory(), 'bank.calls.db')
  const now = new Date()
  const journal = openJournal(path, { machineNow: () => now, token: undefined })
  for (let n = 0; n < 60; n += 1) journal.add(callAt(n, now, { requestBody: Buffer.alloc(60_000, 'x') }))
  await new Promise(resolve => setTimeout(resolve, 500))
  const other = new Database(path)
  expect(other.prepare("UPDATE Batch SET messages = x''").run().changes).toBeGreaterThan(0)
  other.close()
  await journal.ready()
  expect(await journal.list('default', {}, ALL)).toHaveLength(60)
  await journal.close()
})

it('What only an opened call shows goes with the calls that it belongs to', async () => {
  const path = join(await makeDirectory(), 'bank.calls.db')
  const now = new Date()
  const journal = openJournal(path, { machineNow: () => now, token: undefined })
  const long = 'æ"'.repeat(3_000)
  for (let n = 0; n < 10_300; n += 1) journal.add(callAt(n, now, n % 50 === 0 ? { requestBody: long } : {}))
  await journal.ready()
  expect(await journal.count('default', {})).toBe(10_000)
  expect((await journal.find('default', callAt(300, now).id))?.request.body).toBe(long)
  expect(await journal.find('default', callAt(299, now).id)).toBeUndefined()
  await journal.close()
  const rows = new Database(path, { readonly: true })
  const count = (table: string) => rows.prepare<number>(`SELECT count(*) FROM ${table}`).pluck().get()
  expect([count('Call'), count('Batch')]).toEqual([10_000, 34])
  rows.close()
})

it('A call whose texts no database can store is stored with signs in their place', async () => {
  const now = new Date()
  const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
  journal.add(callAt(1, now, { operation: 'cut\0off', target: '/\ud800' }))
  await journal.ready()
  expect(await journal.list('default', {}, ALL)).toMatchObject([{ operation: 'cut\u2400off', target: '/\ufffd' }])
  await journal.close()
})

it('Each of many calls with the same certificate has it whole; a secret is hidden wherever it stands, in any spelling', async () => {
  const now = new Date()
  const token = 'a "quoted" \\ token'
  const journal = openJournal(':memory:', { machineNow: () => now, token })
  const certificate = 'MIIC'.repeat(400)
  const headers = [
    ...['TPP-Signature-Certificate', certificate],
    ...['Cookie', 'x'.repeat(300)],
    ...['X-Note', `it is ${token}.`],
  ]
  for (const n of [1, 2])
    journal.add(callAt(n, now, { requestHeaders: headers, requestBody: `${token} ${'y'.repeat(5_000 * n)}` }))
  await journal.ready()
  for (const n of [1, 2])
    expect((await journal.find('default', callAt(n, now).id))?.request).toMatchObject({
      headers: [
        ['TPP-Signature-Certificate', certificate],
        ['Cookie', '[hidden]'],
        ['X-Note', 'it is [hidden].'],
      ],
      body: `[hidden] ${'y'.repeat(5_000 * n)}`,
    })
  await journal.close()
})

it.each(['a-token-of-letters', 'To/ken+with=all&sorts?', 'a-"quoted"-\\-token'])(
  'The token %j is hidden however a text spells its letters',
  async token => {
    const now = new Date()
    const journal = openJournal(':memory:', { machineNow: () => now, token })
    const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(2, '0')
    const spellings = [
      [...token].map(letter => `%${hex(letter)}`).join(''),
      [...token].map(letter => `%${hex(letter).toUpperCase()}`).join(''),
      [...token].map(letter => `\\u00${hex(letter)}`).join(''),
      encodeURIComponent(token).replaceAll('t', '%74'),
      encodeURIComponent(token).replaceAll(/%../g, digits => digits.toLowerCase()),
      JSON.stringify(token).slice(1, -1).replaceAll('t', '\\u0074'),
    ]
    for (const [n, spelling] of spellings.entries())
      journal.add(callAt(n + 1, now, { target: `/?a=${spelling}`, requestBody: `{"a":"${spelling}","b":1}` }))
    await journal.ready()
    for (const [n, spelling] of spellings.entries()) {
      const found = await journal.find('default', callAt(n + 1, now).id)
      expect([found?.target, found?.request.body], spelling).toEqual(['/?a=[hidden]', '{"a":"[hidden]","b":1}'])
    }
    await journal.close()
  },
)

it.each(['a-token-of-letters', 'To/ken+with=all&sorts?'])(
  'D95: the token %j is hidden in Base64, wherever it stands in what is encoded; so are credentials of others',
  async token => {
    const now = new Date()
    const journal = openJournal(':memory:', { machineNow: () => now, token })
    const encodings = ['base64', 'base64url'] as const
    const base64 = ['', 'x', 'yz', 'user:', 'Bearer '].flatMap(before =>
      encodings.map(encoding => Buffer.from(`${before}${token} and more`).toString(encoding)),
    )
    const others = ['Bearer another-token-1', 'Basic dXNlcjpzZWNyZXQ='].map(text =>
      Buffer.from(text).toString('base64'),
    )
    const words = [...base64, ...others]
    for (const [n, word] of words.entries())
      journal.add(
        callAt(n + 1, now, {
          target: `/?a=${encodeURIComponent(word)}&b=1`,
          requestHeaders: ['X-Note', `it is ${word}.`],
          requestBody: `{"a":"${word}","b":"Basic ${Buffer.from('user:pass').toString('base64')}"}`,
        }),
      )
    const plain =
      'Basic information, a bearer instrument, Bearer of good news, QmFzaWM= and a digest of 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    journal.add(callAt(99, now, { requestBody: plain, requestHeaders: ['X-Upstream', 'Bearer ya29.A0ARrdaM-secret'] }))
    await journal.ready()
    for (const n of words.keys()) {
      const found = await journal.find('default', callAt(n + 1, now).id)
      expect([found?.target, found?.request.headers, found?.request.body], words[n]).toEqual([
        '/?a=[hidden]&b=1',
        [['X-Note', 'it is [hidden].']],
        '{"a":"[hidden]","b":"Basic [hidden]"}',
      ])
    }
    expect((await journal.find('default', callAt(99, now).id))?.request).toMatchObject({
      headers: [['X-Upstream', 'Bearer [hidden]']],
      body: plain,
    })
    await journal.close()
  },
)

it('What came in headers, names and bodies is shown as it came, whatever its characters are', async () => {
  const journal = openJournal(':memory:', { machineNow: () => new Date(), token: undefined })
  const requestHeaders = [
    'X-A',
    '\u00017',
    'X-B',
    '\u0002"x"',
    'X-C',
    '',
    'X-D',
    'Bj\u00f8rn\u00ff',
    'X-E',
    'tab\there',
    'X-F',
    '\u0003',
  ]
  const answerHeaders = ['Location', '/a', 'Sandbank-Warning', 'J\u014dzef \u010a says "\u20ac"', 'X-F', '\u00010']
  const body = '{"name":"J\u014dzef\n\u0001 \u{1f600}"}'
  journal.add(
    callAt(1, new Date(), { requestHeaders, answerHeaders, requestBody: Buffer.from(body), answerBody: body }),
  )
  journal.add(callAt(2, new Date(), { target: '/v1/\u00e9', tppId: 'CN=J\u014dzef\n', requestHeaders: ['X-G', 'g'] }))
  await journal.ready()
  const first = await journal.find('default', '0000000001')
  expect(first?.request.headers.flat()).toEqual(requestHeaders)
  expect(first?.answer.headers.flat()).toEqual(answerHeaders)
  expect([first?.request.body, first?.answer.body]).toEqual([body, body])
  const second = await journal.find('default', '0000000002')
  expect(second).toMatchObject({ target: '/v1/\u00e9', tppId: 'CN=J\u014dzef\n' })
  expect(second?.request.headers).toEqual([['X-G', 'g']])
  await journal.close()
})

it('Calls that say the same as the one before, or nearly, are shown each with all that they said', async () => {
  const now = new Date()
  const path = join(await makeDirectory(), 'bank.calls.db')
  const journal = openJournal(path, { machineNow: () => now, token: 'a-secret-token' })
  const long = 'x'.repeat(2_000)
  const said: Partial<AnsweredCall>[] = [
    { requestHeaders: ['A', '1', 'B', long], answerHeaders: ['C', '2'], answerBody: '{"a":1}', requestBody: 'same' },
    { requestHeaders: ['A', '1', 'B', long], answerHeaders: ['C', '2'], answerBody: '{"a":1}', requestBody: 'same' },
    { requestHeaders: ['A', '2', 'B', long], answerHeaders: ['C', ''], answerBody: '{"a":2}' },
    { requestHeaders: ['A', '\u0003', 'B', ''], answerHeaders: ['C', '\u0003'], answerBody: '\u0003' },
    {
      requestHeaders: ['A', '\u0003', 'b', ''],
      answerHeaders: ['C', '\u0003'],
      answerBody: '\u0003',
      target: '/other',
    },
    { requestHeaders: ['A', '\u0003'], answerHeaders: [], answerBody: undefined, target: '/other', steps: ['WORLD'] },
    { requestHeaders: [], answerHeaders: [], answerBody: undefined, steps: ['WORLD'] },
    { requestHeaders: ['Cookie', 'c', 'D', 'd'], answerHeaders: ['C', '2'], answerBody: 'a-secret-token' },
    { requestHeaders: ['Cookie', 'c', 'D', 'a-secret-token'], answerHeaders: ['C', '2'], answerBody: 'a-secret-token' },
  ]
  said.forEach((call, n) => void journal.add(callAt(n, now, call)))
  await journal.ready()
  const hidden = (text: string) => text.replace('a-secret-token', '[hidden]')
  for (const [n, call] of said.entries()) {
    const { requestHeaders = [], requestBody, answerHeaders = [], answerBody } = call
    const found = await journal.find('default', callAt(n, now).id)
    const shown = requestHeaders.map((text, place) =>
      requestHeaders[place - 1] === 'Cookie' ? '[hidden]' : hidden(text),
    )
    expect(found?.request.headers.flat()).toEqual(shown)
    expect(found?.answer.headers.flat()).toEqual(answerHeaders)
    expect([found?.request.body, found?.answer.body]).toEqual([
      requestBody,
      answerBody === undefined ? undefined : hidden(String(answerBody)),
    ])
    expect(found?.target).toBe(call.target ?? '/v1/sandbox/customers')
    expect(found?.verdicts.map(({ step }) => step)).toEqual(call.steps ?? ['ROUTE'])
  }
  expect(await journal.list('default', {}, ALL)).toHaveLength(said.length)
  await journal.close()
  expect(journalText(path)).toContain('[hidden]')
  expect(journalText(path)).not.toContain('a-secret-token')
})

it('A journal in a file is there again, for its owner alone', async () => {
  const path = join(await makeDirectory(), 'bank.calls.db')
  const now = new Date()
  const first = openJournal(path, { machineNow: () => now, token: undefined })
  first.add(callAt(7, now))
  first.close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const second = openJournal(path, { machineNow: () => now, token: undefined })
  await second.ready()
  expect(await second.find('default', '0000000007')).toMatchObject({ target: '/v1/sandbox/customers', status: 200 })
  await second.close()
})

it('Who follows hears of each call a moment later, without its headers and bodies', async () => {
  const now = new Date()
  const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
  const heard: unknown[] = []
  const stop = journal.follow(call => heard.push(call))
  journal.add(callAt(1, now, { requestHeaders: ['Authorization', 'secret'] }))
  expect(heard).toEqual([])
  await journal.ready()
  expect(heard).toEqual([expect.objectContaining({ id: '0000000001', status: 200 })])
  expect(JSON.stringify(heard)).not.toContain('secret')
  stop()
  journal.add(callAt(2, now))
  await journal.close()
  expect(heard).toHaveLength(1)
})

describe('Two processes that write into one journal', () => {
  const now = new Date()
  async function openTwo() {
    const path = join(await makeDirectory(), 'bank.calls.db')
    const options = { machineNow: () => now, token: undefined }
    return [openJournal(path, options), openJournal(path, options)] as const
  }

  it("show a watcher each other's calls, each once, in the order in which they were written", async () => {
    const [own, other] = await openTwo()
    own.add(callAt(1, now))
    await own.ready()
    const heard: [id: number, place: number][] = []
    const followed: number[] = []
    const stop = own.watch(calls => heard.push(...calls.map(({ id, place }): [number, number] => [Number(id), place])))
    own.follow(({ id }) => followed.push(Number(id)))
    // A call that began before others and took longer comes when it was written.
    for (const [journal, ids] of [
      [other, [3, 4]],
      [own, [2, 6]],
      [other, [5]],
      [own, [7]],
    ] as const) {
      for (const id of ids) journal.add(callAt(id, now))
      await journal.ready()
    }
    await expect.poll(() => heard.map(([id]) => id)).toEqual([3, 4, 2, 6, 5, 7])
    const places = heard.map(([, place]) => place)
    expect(places).toEqual(places.toSorted((one, next) => one - next))
    // The log of a process is of its own calls.
    expect(followed).toEqual([2, 6, 7])
    // Without a call of its own it looks every second.
    other.add(callAt(8, now))
    await other.ready()
    while (heard.length < 7) await new Promise(resolve => setTimeout(resolve, 20))
    expect(heard.at(-1)?.[0]).toBe(8)
    stop()
    other.add(callAt(9, now))
    await other.ready()
    own.add(callAt(10, now))
    await own.ready()
    expect(heard).toHaveLength(7)
    for (const journal of [own, other]) await journal.close()
  })

  it('show all of them, however many came at once, some in each turn', async () => {
    const [own, other] = await openTwo()
    const heard: number[] = []
    const parts: number[] = []
    own.watch(calls => {
      heard.push(...calls.map(({ id }) => Number(id)))
      parts.push(calls.length)
    })
    for (let n = 0; n < 1_500; n += 1) other.add(callAt(n, now))
    await other.ready()
    own.add(callAt(1_500, now))
    await own.ready()
    while (heard.length < 1_501) await new Promise(resolve => setTimeout(resolve, 20))
    expect(heard).toEqual(Array.from({ length: 1_501 }, (_, n) => n))
    expect(Math.max(...parts)).toBe(200)
    for (const journal of [own, other]) await journal.close()
  })

  it('keep it within its bound together', async () => {
    const [own, other] = await openTwo()
    for (let n = 0; n < 12_000; n += 1) {
      const journal = n % 200 < 100 ? own : other
      journal.add(callAt(n, now))
      if (n % 100 === 99) await journal.ready()
    }
    expect(await own.count('default', {})).toBe(10_000)
    for (const journal of [own, other]) await journal.close()
  })
})

it('Who lists calls by when they were written misses none that took long', async () => {
  const now = new Date()
  const journal = openJournal(':memory:', { machineNow: () => now, token: undefined })
  for (const id of [2, 3, 1, 4]) journal.add(callAt(id, now))
  await journal.ready()
  const places = (await journal.list('default', {}, { ...ALL, order: 'WRITTEN' })).map(({ place }) => String(place))
  const idsOf = async (window: Partial<typeof ALL> | { newer: string }) =>
    (await journal.list('default', {}, { ...ALL, order: 'WRITTEN', ...window })).map(({ id }) => Number(id))
  expect(await idsOf({})).toEqual([4, 1, 3, 2])
  expect(await idsOf({ newer: places[2] ?? '' })).toEqual([4, 1])
  await journal.close()
})
