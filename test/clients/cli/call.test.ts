import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { HEADERS } from '../../../src/api/rest/headers.ts'
import { PSU_ID_QUERY } from '../../../src/clients/cli/operator.ts'
import { type Cli, createCli } from '../../support/clients/cli.ts'
import {
  type CheckingServer,
  findHeader,
  type Received,
  startCheckingServer,
} from '../../support/harness/checking-server.ts'

const PSU_ID = '0192f0c1-7c1e-7b1a-9c55-2f4f6a1b0c3d'
const TOKEN = 'operator-token-of-the-test'

let cli: Cli
let bank: CheckingServer
beforeAll(async () => {
  cli = createCli()
  bank = await startCheckingServer({ home: cli.home, psuIds: { '13039319955': PSU_ID }, token: TOKEN })
  cli.addTpp('acme')
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

describe('a call', () => {
  it('carries what the operation requires and passes the checks of certificate, signature and digest', async () => {
    const body = '{"customerNumber":"13039319955","name":"Kåre Ødegård","type":"PRIVATE"}'
    const { exitCode, stdout, stderr } = await call('POST', '/v1/sandbox/customers', '--data', body)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const request = newest()
    expect(request).toMatchObject({ method: 'POST', target: '/v1/sandbox/customers' })
    expect(request.body.toString('utf8')).toBe(body)
    for (const { name, sets } of HEADERS) {
      if (sets.sandboxWrite === 'required')
        expect({ name, value: findHeader(request, name) }).toEqual({ name, value: expect.any(String) })
    }
    expect(findHeader(request, 'Content-Type')).toBe('application/json')
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('HTTP 200 OK')
    expect(lines).toContain('Content-Type: application/json; charset=utf-8')
    expect(stdout).toContain('\n\n{\n  "method": "POST",\n  "target": "/v1/sandbox/customers",')
  })

  it('has a new X-Request-ID every time', async () => {
    await call('GET', '/v1/sandbox/customers')
    const first = findHeader(newest(), 'X-Request-ID')
    await call('GET', '/v1/sandbox/customers')
    expect(findHeader(newest(), 'X-Request-ID')).not.toBe(first)
  })

  it('asks for an outcome with --scenario', async () => {
    await call('GET', '/v1/sandbox/customers', '--scenario', 'error; code=ACCESS_EXCEEDED')
    expect(findHeader(newest(), 'Sandbank-Scenario')).toBe('error; code=ACCESS_EXCEEDED')
  })

  it('goes to the world that is asked for, or that the link of an answer names', async () => {
    await call('get', '/v1/sandbox/customers?withAccounts=true', '--world', 'green')
    expect(newest().target).toBe('/worlds/green/v1/sandbox/customers?withAccounts=true')
    expect((await call('GET', '/worlds/red/v1/sandbox/customers')).stderr).toBe('')
    expect(newest().target).toBe('/worlds/red/v1/sandbox/customers')
    expect((await call('GET', '/worlds/red/v1/sandbox/customers', '--world', 'green')).exitCode).toBe(2)
  })

  it('finds the bank by HOST and PORT, and by SANDBANK_URL', async () => {
    const args = ['call', 'GET', '/v1/sandbox/customers']
    expect((await cli.run(args, { env: { HOST: '0.0.0.0', PORT: String(bank.port) } })).exitCode).toBe(0)
    expect((await cli.run(args, { env: { SANDBANK_URL: `${bank.url}/` } })).exitCode).toBe(0)
    expect(newest().target).toBe('/v1/sandbox/customers')
  })

  it('sends the bytes of a file as they are', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x0d, 0x0a, 0x7d])
    const file = join(cli.home, 'body.json')
    writeFileSync(file, bytes)
    await call('POST', '/v1/sandbox/customers', '--data', `@${file}`)
    expect(newest().body).toEqual(bytes)
  })

  it('says that a path is no operation of the bank, and sends it all the same', async () => {
    const { exitCode, stderr } = await call('GET', '/v1/nothing')
    expect(exitCode).toBe(0)
    expect(stderr).toContain('No operation of the bank is GET /v1/nothing')
  })
})

describe('--header', () => {
  it('replaces a header before signing, adds others, and keeps repeats apart', async () => {
    const { exitCode } = await call(
      ...['GET', '/v1/sandbox/customers', '--header', 'x-request-id: my-own', '--header', 'PSU-Corporate-ID: Ås: 1'],
      ...['--header', 'X-Extra:1', '--header', 'X-Extra:2'],
    )
    expect(exitCode).toBe(0)
    const { headers } = newest()
    expect(headers.filter(([name]) => name.toLowerCase() === 'x-request-id')).toEqual([['x-request-id', 'my-own']])
    expect(headers.filter(([name]) => name === 'X-Extra').map(([, value]) => value)).toEqual(['1', '2'])
    const corporate = findHeader(newest(), 'PSU-Corporate-ID') ?? ''
    expect(Buffer.from(corporate, 'latin1').toString('utf8')).toBe('Ås: 1')
  })

  it('without a value leaves a header out, the signature too', async () => {
    expect((await call('GET', '/v1/sandbox/customers', '--header', 'Date:', '--header', 'digest:')).exitCode).toBe(0)
    expect(['Date', 'Digest'].map(name => findHeader(newest(), name))).toEqual([undefined, undefined])
    const { exitCode, stdout } = await call('GET', '/v1/sandbox/customers', '--header', 'Signature:')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('SIGNATURE_MISSING')
  })

  it('that no request can carry is wrong usage, and nothing is sent', async () => {
    const count = bank.received.length
    const { exitCode, stderr } = await call('GET', '/v1/sandbox/customers', '--header', 'X-A: 1\r\nX-B: 2')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('X-A holds a control character')
    expect(bank.received).toHaveLength(count)
  })
})

describe('--psu', () => {
  it('looks the psuId up in the same world and sends it, signed', async () => {
    const { exitCode } = await callWithToken('--psu', '13039319955', '--world', 'green')
    expect(exitCode).toBe(0)
    const [lookup, request] = bank.received.slice(-2)
    expect(lookup?.target).toBe('/worlds/green/graphql')
    expect(request && findHeader(request, 'PSU-ID')).toBe(PSU_ID)
    expect(request && signedHeaders(request)).toContain('psu-id')
  })

  it('says so when there is no such customer, or when the operator has to show the token', async () => {
    const unknown = await callWithToken('--psu', '1')
    expect(unknown.exitCode).toBe(1)
    expect(unknown.stderr).toContain('"1"')
    const untrusted = await call('GET', '/v1/sandbox/customers', '--psu', '13039319955')
    expect(untrusted.exitCode).toBe(1)
    expect(untrusted.stderr).toContain('SANDBANK_TOKEN')
  })

  it('asks what the schema of the bank answers', () => {
    expect(validate(schema, parse(PSU_ID_QUERY))).toEqual([])
  })

  it('says so when what answers is no GraphQL door of a bank', async () => {
    const other = await startCheckingServer()
    try {
      const { exitCode, stderr } = await cli.run([
        'call',
        'GET',
        '/v1/x',
        '--psu',
        '1',
        '--base',
        `${other.url}/elsewhere`,
      ])
      expect(exitCode).toBe(1)
      expect(stderr).toContain('/elsewhere/graphql did not answer')
    } finally {
      await other.stop()
    }
  })

  function callWithToken(...args: readonly string[]) {
    return cli.run(['call', 'GET', '/v1/sandbox/customers', '--base', bank.url, ...args], {
      env: { SANDBANK_TOKEN: TOKEN },
    })
  }
})

describe('what is shown', () => {
  it('--json is one line with status, headers and body, for scripts', async () => {
    const { stdout } = await call('GET', '/v1/sandbox/customers', '--json')
    expect(stdout.trimEnd()).not.toContain('\n')
    expect(JSON.parse(stdout)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { method: 'GET' },
    })
    const empty = await call('DELETE', '/v1/sandbox/customers/1', '--json', '--header', 'X-Wanted-Status: 204')
    expect(JSON.parse(empty.stdout)).toMatchObject({ status: 204, body: null })
  })

  it('--verbose shows the signing string and every header on stderr, and leaves stdout alone', async () => {
    const { stdout, stderr } = await call('GET', '/v1/sandbox/customers?withAccounts=true', '--verbose', '--json')
    const request = newest()
    expect(JSON.parse(stdout)).toMatchObject({ status: 200 })
    const signed = `  (request-target): get /v1/sandbox/customers?withAccounts=true\n  date: ${findHeader(request, 'Date')}\n`
    expect(stderr).toContain(signed)
    for (const [name, value] of request.headers) {
      if (name !== 'Connection') expect(stderr).toContain(`  ${name}: ${value}\n`)
    }
  })
})

describe('the exit code', () => {
  it.each([
    [201, 0],
    [429, 1],
    [503, 5],
  ])('of an answer %i is %i, and the answer is shown', async (status, expected) => {
    const { exitCode, stdout } = await call('GET', '/v1/sandbox/customers', '--header', `X-Wanted-Status: ${status}`)
    expect(exitCode).toBe(expected)
    expect(stdout).toMatch(new RegExp(`^HTTP ${status} `))
  })

  it('is 3 without an answer, and stderr says how to start the bank', async () => {
    const gone = await startCheckingServer()
    await gone.stop()
    const { exitCode, stdout, stderr } = await cli.run(['call', 'GET', '/v1/sandbox/customers', '--base', gone.url])
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(stderr).toContain(gone.url)
    expect(stderr).toContain('npx sandbank start')
  })

  it.each([
    [['GET', 'v1/sandbox/customers'], 'begin with a slash'],
    [['FETCH', '/v1/sandbox/customers'], 'GET, POST, PUT, PATCH, DELETE'],
    [['GET', '/v1/sandbox/customers', '--tpp', 'nobody'], 'npx sandbank tpp new nobody'],
    [['POST', '/v1/sandbox/customers', '--data', '@/no/such/file'], '/no/such/file'],
    [['GET', '/v1/sandbox/customers', '--base', 'localhost:4000'], 'http://127.0.0.1:4000'],
  ])('of %j is 2, with what would be right', async (args, expected) => {
    const { exitCode, stdout, stderr } = await cli.run(['call', '--base', bank.url, ...args])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(expected)
  })

  it('is 2 when there is no TPP, or more than one to choose from', async () => {
    const other = createCli()
    try {
      const args = ['call', 'GET', '/v1/sandbox/customers', '--base', bank.url]
      const none = await other.run(args)
      expect(none.exitCode).toBe(2)
      expect(none.stderr).toContain('npx sandbank tpp new NAME')
      other.addTpp('acme')
      other.addTpp('beta')
      const several = await other.run(args)
      expect(several.exitCode).toBe(2)
      expect(several.stderr).toContain(
        'choose one with --tpp, SANDBANK_TPP or `npx sandbank tpp use NAME` (acme, beta)',
      )
      const signer = (text: string) => /TPP-Signature-Certificate: (\S+)/i.exec(text)?.[1]
      const named = await other.run([...args, '--tpp', 'beta', '--curl'])
      const byEnvironment = await other.run([...args, '--curl'], { env: { SANDBANK_TPP: 'beta' } })
      expect(signer(byEnvironment.stdout)).toBe(signer(named.stdout))
      expect((await other.run(['tpp', 'use', 'nobody'])).exitCode).toBe(2)
      expect((await other.run(['tpp', 'use', 'beta'])).stdout).toContain('beta signs from now on')
      expect(signer((await other.run([...args, '--curl'])).stdout)).toBe(signer(named.stdout))
      expect(signer(named.stdout)).toMatch(/^MII/)
      // The TPPs of this home sign calls to that bank, as there is none of its own.
      const chosen = await other.run(['tpp', 'use', 'acme'], { env: { SANDBANK_URL: bank.url } })
      expect(chosen.stdout).toContain('acme signs from now on')
      expect(signer((await other.run([...args, '--curl'])).stdout)).not.toBe(signer(named.stdout))
    } finally {
      other.remove()
    }
  })
})

function call(...args: readonly string[]) {
  return cli.run(['call', ...args, '--base', bank.url])
}

function newest(): Received {
  const request = bank.received.at(-1)
  if (request === undefined) throw new Error('the bank was not called')
  expect(request.body.length === 0 || findHeader(request, 'Digest') === digestOf(request.body)).toBe(true)
  return request
}

function digestOf(body: Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}

/** The names that a signature covers; the header is one encoded word, since the name of the CA is not ASCII. */
function signedHeaders(request: Received): string[] {
  const [, encoded = ''] = /^=\?utf-8\?B\?(.*)\?=$/.exec(findHeader(request, 'Signature') ?? '') ?? []
  const [, names = ''] = /headers="([^"]*)"/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return names.split(' ')
}
