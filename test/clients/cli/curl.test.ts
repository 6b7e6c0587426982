import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatCurl } from '../../../src/clients/cli/call.ts'
import { anyText } from '../../support/builders/texts.ts'
import { type Cli, createCli, runBash } from '../../support/clients/cli.ts'
import { type CheckingServer, findHeader, startCheckingServer } from '../../support/harness/checking-server.ts'

const BODY = `{"name":"O'Hara \\"Ås\\" $HOME \`id\`!","note":"@file","list":[1,2]}\n`

let cli: Cli
let bank: CheckingServer
let anyone: CheckingServer
beforeAll(async () => {
  cli = createCli()
  bank = await startCheckingServer({ home: cli.home })
  anyone = await startCheckingServer()
  cli.addTpp('acme')
})
afterAll(async () => {
  await Promise.all([bank.stop(), anyone.stop()])
  cli.remove()
})

it('the printed command, pasted into bash, makes the signed call, and nothing was sent before', async () => {
  const args = [
    'call',
    'POST',
    '/v1/sandbox/customers?note=[a]',
    '--world',
    'green',
    '--data',
    BODY,
    '--header',
    'PSU-Geo-Location: Tromsø',
    '--base',
    bank.url,
  ]
  const { exitCode, stdout, stderr } = await cli.run([...args, '--curl'])
  expect(exitCode).toBe(0)
  expect(stderr).toContain('5 minutes')
  expect(bank.received).toEqual([])
  const answer = await runBash(stdout)
  expect(answer).toMatchObject({ exitCode: 0, stderr: '' })
  expect(answer.stdout).toMatch(/^HTTP\/1\.1 200 OK/)
  const [request] = bank.received
  expect(request).toMatchObject({ method: 'POST', target: '/worlds/green/v1/sandbox/customers?note=[a]' })
  expect(request?.body.toString('utf8')).toBe(BODY)
})

it('the command signs no Date when that is left out, so that it lasts', async () => {
  const { stdout, stderr } = await cli.run([
    'call',
    'GET',
    '/v1/sandbox/customers',
    '--header',
    'Date:',
    '--header',
    'Accept:',
    '--base',
    bank.url,
    '--curl',
  ])
  expect(stderr).toBe('')
  expect((await runBash(stdout)).stdout).toMatch(/^HTTP\/1\.1 200 OK/)
  const request = bank.received.at(-1)
  expect(request && [findHeader(request, 'Date'), findHeader(request, 'Accept')]).toEqual([undefined, undefined])
})

it.each([
  ['that begins with @', Buffer.from('@/etc/hostname')],
  ['of quotes', Buffer.from(`'"'"\\'\\"`)],
  ['of control characters before digits', Buffer.from('\t7\u00011\u001b[0m\r\n\u00857\u007f1')],
  ['that would be shown in another order', Buffer.from('a\u202eb\u2066c\u200f')],
  ['with a NUL', Buffer.from('a\0b')],
  ['that is not UTF-8', Buffer.from([0xc3, 0x28, 0xff])],
  // One may have 128 KiB.
  ['longer than an argument may be', Buffer.from(`{"long":"${'æ'.repeat(66_000)}"}`)],
])('a body %s arrives byte for byte', async (_, body) => {
  await expectSame({ method: 'POST', target: '/v1/x', headers: [['Content-Type', 'application/json']], body })
})

it('any body, query and header value arrives as it is', async () => {
  const text = anyText({ maxLength: 60 }).map(value => Buffer.from(value))
  const query = fc.string({ unit: fc.constantFrom(...`ab%20[]{}'"\\\`$!&;*?~^|=+,`), maxLength: 20 })
  const value = fc.string({ unit: fc.constantFrom(...`aØ€😀 '"\\$!;,=@\`~*`), maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PUT', 'DELETE'),
      text,
      query,
      value,
      async (method, body, search, header) => {
        const bytes = Buffer.from(header.trim()).toString('latin1')
        await expectSame({
          method,
          target: `/v1/x?${search}`,
          headers: [
            ['Content-Type', 'application/json'],
            ['X-Value', bytes],
          ],
          body,
        })
      },
    ),
    { numRuns: 25 },
  )
})

type Expected = { method: string; target: string; headers: [string, string][]; body: Buffer }

/** Runs the command for a request with the real bash and curl, and compares what arrives. */
async function expectSame({ method, target, headers, body }: Expected): Promise<void> {
  const url = new URL(`${anyone.url}${target}`)
  const result = await runBash(formatCurl({ method, url, headers, body }))
  expect(result).toMatchObject({ exitCode: 0, stderr: '' })
  const request = anyone.received.at(-1)
  expect({ method: request?.method, target: request?.target, body: request?.body }).toEqual({
    method,
    target: url.pathname + url.search,
    body,
  })
  for (const [name, value] of headers) {
    if (name !== 'Content-Type' || body.length > 0) expect(request && findHeader(request, name)).toBe(value)
  }
}
