import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, globalAgent } from 'node:https'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCli, type RunningBank } from '../../support/clients/cli.ts'
import { proxyCredentials } from '../../workbench/pages/start-tls-proxy.ts'
import { CHANGES, CREATED } from './compare/changes.ts'
import { type Change, type FilteringBank, filtering } from './compare/filter.ts'
import { KARI, readHar, record } from './compare/recording.ts'

/** `sandbank compare` (D134), between two banks with homes and authorities of their own. A filter changes the answers of the other one in known ways. */

const [cli, other] = [createCli(), createCli()]
let [bank, otherBank]: RunningBank[] = []
let filter: FilteringBank
let [file, fileThere] = ['', '']
beforeAll(async () => {
  for (const [one, name] of [
    [cli, 'acme'],
    [other, 'acme'],
    [cli, 'second'],
  ] as const)
    one.addTpp(name)
  ;[bank, otherBank] = [await cli.serve(), await other.serve()]
  filter = await filtering(otherBank.url)
  file = await record(cli, bank, 'recorded')
  fileThere = await record(other, otherBank, 'recorded')
  await allow(other, otherBank)
})
afterEach(() => {
  filter.changes = []
  filter.came = []
  filter.headers = []
})
afterAll(async () => {
  await Promise.all([filter.stop(), bank?.stop(), otherBank?.stop()])
  for (const one of [cli, other]) one.remove()
})

/** A consent at the other bank, as the user of a real one would have. */
async function allow(one: typeof cli, { url }: RunningBank) {
  const tpp = JSON.parse((await one.run(['tpp', 'list', '--json'])).stdout)[0].tppId
  const { exitCode } = await one.run(['call', 'GET', '/v1/sandbox/customers'], { env: { SANDBANK_URL: url } })
  const grant = `mutation { grantConsent(input: { tpp: "${tpp}", psu: "${KARI}", context: PRIVATE }) { consent { id } } }`
  expect([exitCode, (await one.run(['graphql', grant], { env: { SANDBANK_URL: url } })).stderr]).toEqual([0, ''])
}

const keyOf = (one: typeof cli, name = 'acme') => join(one.home, 'tpps', name, 'key.pem')
const certOf = (one: typeof cli) => join(one.home, 'tpps', 'acme', 'cert.pem')
const there = (world = '') => ['--bank', filter.url + world, '--cert', certOf(other), '--key', keyOf(other)]
const compare = (...args: string[]) => cli.run(['compare', ...args], { env: { SANDBANK_URL: bank?.url ?? '' } })

async function reportOf(...args: string[]) {
  const { exitCode, stdout, stderr } = await compare(...args, '--json')
  expect([exitCode === 0 || exitCode === 1, stderr]).toEqual([true, ''])
  const report = JSON.parse(stdout)
  const found = report.operations.flatMap(
    ({ operation, differences }: { operation: string; differences: { kind: string; place: string }[] }) =>
      differences.map(({ kind, place }) => ({ operation, kind, place })),
  )
  expect(exitCode).toBe(found.length === 0 ? 0 : 1)
  return { ...report, found }
}

const sorted = (found: readonly object[]) => found.map(one => JSON.stringify(one)).sort()
const expected = (changes: readonly Change[]) => sorted(changes.map(({ found }) => found))

describe('D134: a bank differs in nothing from itself', () => {
  it('by its recorded answers, whose ids are carried into later calls, with what the operator did between them', async () => {
    const report = await reportOf(file)
    expect([report.found, report.calls]).toEqual([[], 10])
    expect(report.leftOut.map(({ why }: { why: string }) => why)).toEqual(['An act of the operator, done here alone'])
  })

  it('by the answers that the other bank gives to its own calls, and to calls of this one with --writes', async () => {
    const reads = await reportOf(fileThere, ...there('/worlds/recorded'))
    expect([reads.found, reads.calls]).toEqual([[], 7])
    const writes = await reportOf(file, ...there(), '--writes')
    expect([writes.found, writes.calls]).toEqual([[], 10])
  })
})

describe('D134: each change of another bank is one difference, and there is no other', () => {
  it('all of them at once', async () => {
    filter.changes = CHANGES
    expect(sorted((await reportOf(fileThere, ...there('/worlds/recorded'))).found)).toEqual(expected(CHANGES))
  })

  it.each([1, 2, 3])('many at once, by chance %i, at another bank and in a file', async seed => {
    const chance = chancesOf(seed)
    filter.changes = CHANGES.filter(() => chance() < 0.5)
    const { found, operations } = await reportOf(fileThere, ...there('/worlds/recorded'))
    expect(sorted(found)).toEqual(expected(filter.changes))
    const rules = operations.flatMap(({ differences }: { differences: { rule: string }[] }) => differences)
    expect(rules.some(({ rule }: { rule: string }) => rule !== '')).toBe(true)
    const changed = changedFile(filter.changes)
    expect(sorted((await reportOf(changed)).found)).toEqual(expected(filter.changes))
  })
})

/** The file with answers that are changed in it. */
function changedFile(changes: readonly Change[]): string {
  const har = readHar(file)
  for (const { request, response } of har.log.entries)
    for (const { of, change } of changes) {
      if (!of.test(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`)) continue
      const text = response.content.text
      const answer = {
        status: response.status,
        headers: new Map(response.headers.map(({ name, value }) => [name, value])),
        body: text === '' ? undefined : JSON.parse(text),
      }
      change(answer)
      response.status = answer.status
      response.headers = [...answer.headers].map(([name, value]) => ({ name, value }))
      response.content.text = answer.body === undefined ? '' : JSON.stringify(answer.body)
    }
  const changed = join(cli.home, 'changed.har')
  writeFileSync(changed, JSON.stringify(har))
  return changed
}

describe('D134: nothing is sent to another bank but what the file holds', () => {
  it('and of that only what is safe to repeat, unless --writes is given; each call once', async () => {
    const { leftOut } = await reportOf(file, ...there())
    expect(filter.came.filter(one => !/^GET /.test(one))).toEqual([])
    const writes = leftOut.find(({ why }: { why: string }) => /--writes/.test(why))
    expect(writes.calls.map(({ what }: { what: string }) => what)).toEqual([
      'createPayment',
      'createPayment',
      'cancelPayment',
    ])
    filter.came = []
    await reportOf(file, ...there(), '--writes')
    expect(filter.came.filter(one => CREATED.test(one))).toHaveLength(2)
    expect(filter.came.filter(one => /graphql/.test(one))).toEqual([])
    expect(filter.came).toHaveLength(10)
  })

  it('with its headers, and the proof made anew by the certificate of --cert', async () => {
    await reportOf(file, ...there())
    const [recorded] = readHar(file).log.entries
    const [sent = {}] = filter.headers
    const names = recorded?.request.headers.map(({ name }) => name.toLowerCase()) ?? []
    expect(Object.keys(sent).sort()).toEqual([...new Set([...names, 'host', 'connection'])].sort())
    const certificate = readFileSync(certOf(other), 'utf8').replaceAll(/-----[^-]+-----|\s/g, '')
    expect(sent['tpp-signature-certificate']).toBe(certificate)
    const [, requestId] =
      Object.entries(recorded?.request.headers ?? []).find(([, { name }]) => /^x-request-id$/i.test(name)) ?? []
    expect(sent['x-request-id']).not.toBe(requestId?.value)
  })

  it('and no report holds a PSU, an id, a certificate, a signature, a token or the key', async () => {
    const har = readHar(fileThere)
    for (const { request } of har.log.entries)
      request.headers.push({ name: 'Authorization', value: 'Bearer secret-of-the-file-1' })
    const secret = join(cli.home, 'secret.har')
    writeFileSync(secret, JSON.stringify(har))
    filter.changes = CHANGES
    const [html, junit] = [join(cli.home, 'drift.html'), join(cli.home, 'drift.xml')]
    const texts = [
      (await compare(secret, ...there('/worlds/recorded'), '--html', html, '--junit', junit)).stdout,
      JSON.stringify(await reportOf(secret, ...there('/worlds/recorded'))),
      readFileSync(html, 'utf8'),
      readFileSync(junit, 'utf8'),
    ]
    expect(filter.headers.every(({ authorization }) => authorization === 'Bearer secret-of-the-file-1')).toBe(true)
    const values = har.log.entries.flatMap(({ request, response }) => [
      ...request.headers
        .filter(({ name }) => /^(?:psu-id|signature|tpp-signature-certificate|x-request-id|digest)$/i.test(name))
        .map(({ value }) => value),
      ...(response.content.text.match(/(?<=")(?:[A-Z]{2}\d{13}|[\da-f-]{36})(?=")/g) ?? []),
    ])
    expect(values.length).toBeGreaterThan(50)
    for (const text of texts) {
      expect(values.filter(value => text.includes(value))).toEqual([])
      expect(text).not.toMatch(/secret-of-the-file|PRIVATE KEY|BEGIN CERT/)
    }
    expect(texts[2]).toMatch(/^<!DOCTYPE html>[\s\S]*--paper[\s\S]*accounts\[\]\.product/)
    expect(texts[2]).not.toMatch(/<script|<link|(?:src|href)="(?!#)/)
    expect(texts[3]).toContain(`<testsuites name="sandbank compare">`)
    expect(texts[3]?.match(/<failure /g)).toHaveLength(CHANGES.length)
  })
})

describe('D134: what cannot be compared ends with 2', () => {
  it.each<[string, () => readonly string[], string]>([
    ['no source', () => [], 'Give one source of calls'],
    ['two sources', () => [file, '--calls'], 'Give one source of calls'],
    ['no file', () => ['nowhere.har'], 'The file of calls cannot be read from nowhere.har'],
    ['no JSON', () => [keyOf(cli)], 'is not a JSON object. Give an HTTP archive (HAR)'],
    ['other JSON', () => [fileOf('other.json', { calls: [] })], 'neither log.entries'],
    ['no call', () => [fileOf('none.har', { log: { entries: [] } })], 'No call of'],
    ['no call of the bank', () => [fileOf('others.har', otherCalls)], 'No operation of this bank has this path'],
    ['a number of calls', () => ['--calls', 'all'], '--calls takes a number from 1 to 200, not "all"'],
    ['no bank', () => [file, '--bank', 'http://127.0.0.1:9'], 'http://127.0.0.1:9 does not answer'],
    ['no base URL', () => [file, '--bank', 'https://me:word@bank.example'], '--bank takes one like'],
    ['no TLS', () => [file, '--bank', filter.url.replace('http', 'https')], 'does not speak TLS'],
    ['a key alone', () => [file, '--bank', filter.url, '--key', keyOf(cli)], '--cert and --key belong together'],
    [
      'a key of another',
      () => [file, '--bank', filter.url, '--cert', certOf(cli), '--key', keyOf(cli, 'second')],
      'is not the key of',
    ],
    ['no certificate', () => [file, '--bank', filter.url, '--cert', file, '--key', keyOf(other)], '--cert'],
    ['a certificate for nothing', () => [file, '--cert', certOf(cli), '--key', keyOf(cli)], '--bank names'],
    ['writes for nothing', () => [file, '--writes'], '--writes is about'],
    ['a world for nothing', () => [file, '--world', 'green'], '--world names'],
    ['two contents', () => [file, '--from', 'EMPTY', '--copy-of', 'recorded'], 'one thing'],
    ['no such world', () => [file, '--copy-of', 'nowhere'], 'nowhere'],
    [
      'a file that cannot be written',
      () => [file, '--junit', '/nowhere/drift.xml'],
      '/nowhere/drift.xml cannot be written',
    ],
  ])('%s', async (_, args, words) => {
    const { exitCode, stdout, stderr } = await compare(...args())
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
    expect(stderr).not.toMatch(/me:word/)
  })

  it('no bank at the address that is named for this one', async () => {
    const { exitCode, stderr } = await compare(file, '--base', 'http://127.0.0.1:9')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('http://127.0.0.1:9')])
  })
})

const otherCalls = {
  log: {
    entries: [
      { request: { method: 'GET', url: 'https://cdn.example/page.js', headers: [] }, response: { status: 200 } },
    ],
  },
}

function fileOf(name: string, content: object): string {
  const path = join(cli.home, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** Numbers from 0 to 1, the same ones for each seed. */
function chancesOf(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

it('leaves no world behind', async () => {
  const { stdout } = await cli.run(['world', 'list', '--json'], { env: { SANDBANK_URL: bank?.url ?? '' } })
  expect(
    JSON.parse(stdout)
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(['default', 'recorded'])
})

it('reads a collection of Postman, its variables and the answers that it keeps', async () => {
  const customers = '{{baseUrl}}/v1/sandbox/customers'
  const kept = readHar(file).log.entries[0]?.response.content.text ?? ''
  const collection = {
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    variable: [{ key: 'id', value: '00000000-0000-4000-8000-000000000000' }],
    item: [
      {
        name: 'Customers',
        item: [
          {
            request: { method: 'GET', url: { raw: customers }, header: [{ key: 'X-Request-ID', value: 'postman-1' }] },
            response: [{ code: 200, header: [{ key: 'Content-Type', value: 'application/json' }], body: kept }],
          },
          {
            request: { method: 'GET', url: { raw: `${customers}/:who`, variable: [{ key: 'who', value: '{{id}}' }] } },
          },
          { request: { method: 'GET', url: `${customers}/{{theirs}}` } },
        ],
      },
    ],
  }
  const report = await reportOf(fileOf('postman.json', collection))
  // The answer that is kept has no other header than the one that is written there.
  expect(report.found.map(({ place }: { place: string }) => place)).toEqual(['x-request-id'])
  expect(report.leftOut).toEqual([
    { why: expect.stringContaining('has no answer'), calls: [{ number: 2, what: 'customer' }] },
    { why: expect.stringContaining('leaves {{theirs}} to Postman'), calls: [{ number: 3, what: 'customer' }] },
  ])
  expect((await reportOf(fileOf('postman.json', collection), ...there())).found).toEqual([])
})

it('starts a bank of its own where none runs', async () => {
  const { exitCode, stdout } = await cli.run(['compare', file], { env: { PORT: '9' } })
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('nothing differs')])
})

it('D134: shows the certificate of --cert in TLS, and says so where the bank demands one', async () => {
  const { certificate, key } = proxyCredentials()
  const shown: string[] = []
  const ca = readFileSync(join(other.home, 'ca', 'cert.pem'))
  const server = createServer({ key, cert: certificate, ca, requestCert: true }, (incoming, outgoing) => {
    if (incoming.socket instanceof TLSSocket) shown.push(incoming.socket.getPeerCertificate().serialNumber)
    outgoing.writeHead(404, { 'Content-Type': 'application/json' }).end('{"tppMessages":[]}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
  const trusted = globalAgent.options.ca
  const untrusted = await compare(file, '--bank', url)
  expect([untrusted.exitCode, untrusted.stderr]).toEqual([2, expect.stringContaining('NODE_EXTRA_CA_CERTS')])
  globalAgent.options.ca = certificate
  try {
    const bare = await compare(file, '--bank', url)
    expect([bare.exitCode, bare.stderr]).toEqual([2, expect.stringContaining('--cert in TLS')])
    expect(shown).toEqual([])
    const { exitCode, stderr } = await compare(file, '--bank', url, '--cert', certOf(other), '--key', keyOf(other))
    expect([exitCode, stderr]).toEqual([1, ''])
    expect(new Set(shown)).toEqual(new Set([new X509Certificate(readFileSync(certOf(other))).serialNumber]))
  } finally {
    globalAgent.options.ca = trusted
    server.close()
    server.closeAllConnections()
  }
})
