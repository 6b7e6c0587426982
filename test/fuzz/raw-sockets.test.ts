import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { signedRequest } from '../support/clients/signing-client.ts'
import { expectOutcome, inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')

type Damage = { readonly at: number; readonly cut: number; readonly bytes: Uint8Array }

const snippet = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc
    .constantFrom(
      '\r\n',
      '\n',
      '\r',
      '\r\n\r\n',
      '\u0000',
      ' ',
      ':',
      '\t',
      'HTTP/9.9',
      'HTTP/0.9',
      'Content-Length: 5\r\n',
      'Content-Length: -1\r\n',
      'Content-Length: 99999999999999999999\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Transfer-Encoding: chunked, identity\r\n',
      'Expect: 100-continue\r\n',
      'Expect: miracles\r\n',
      'Connection: upgrade\r\nUpgrade: h2c\r\n',
      'Host: a\r\nHost: b\r\n',
      ' folded: header\r\n',
      'CONNECT ',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'X: '.padEnd(40_000, 'y'),
      'X: '.padEnd(70_000, 'z'),
    )
    .map(text => Buffer.from(text)),
)
const damage: fc.Arbitrary<Damage> = fc.record({ at: fc.nat(4000), cut: fc.nat(30), bytes: snippet })

it('Bytes that are no HTTP request are answered in words, or the connection is closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), fc.boolean(), async (damages, inHead) => {
      const whole = validRequest()
      const limit = inHead ? 200 : whole.length
      const broken = damages.reduce((bytes, { at, cut, bytes: put }) => {
        const place = at % Math.min(limit, bytes.length + 1)
        return Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)])
      }, whole)
      expectAnswers(await inTime(exchange(broken)))
      expect(bank.faults).toEqual([])
    }),
    RUNS,
  )
  expect((await world.call('GET', '/v1/sandbox/customers')).status).toBe(200)
})

function validRequest(): Buffer {
  const { method, target, headers, body } = signedRequest({
    ...bank.tpp,
    method: 'POST',
    url: `${world.base}/v1/sandbox/customers`,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ customerNumber: '1', name: 'Ola', type: 'PRIVATE' }),
  })
  const lines = [['Host', '127.0.0.1'], ...headers, ['Content-Length', String(body.length)]]
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${head}\r\n`), body])
}

/** Sends the bytes, ends, and waits for the other side to end too. */
function exchange(bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(bank.url)
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1')
    socket.on('data', part => {
      text += part
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.end(bytes)
  })
}

/** Each answer on the connection is one of ours. Damage can make a second request out of one, so there may be several. */
function expectAnswers(text: string): void {
  let rest = text
  while (rest !== '') {
    const [, status = '', head = ''] = rest.match(/^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/) ?? []
    expect(status, rest.slice(0, 200)).toMatch(/^\d{3}$/)
    const start = rest.indexOf('\r\n\r\n') + 4
    const length = Number(head.match(/content-length: (\d+)/i)?.[1] ?? 0)
    const body = rest.slice(start, start + length)
    const type = head.match(/content-type: ([^\r]*)/i)?.[1] ?? ''
    // Damage to the path can make it that of a page, which answers people.
    if (type.startsWith('text/html')) expect(Number(status)).toBeLessThan(500)
    else if (status !== '100') {
      expectOutcome(bank, 'POST', {
        status: Number(status),
        headers: { 'content-type': type },
        text: Buffer.from(body, 'latin1').toString(),
      })
    }
    rest = rest.slice(start + length)
  }
}
