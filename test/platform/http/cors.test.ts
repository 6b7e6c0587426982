import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../../../src/api/server.ts'
import { createApp } from '../../../src/app.ts'
import { ConfigError, readConfig } from '../../../src/platform/config.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const APP = 'https://app.example.com'
const OTHER = 'https://other.example.com'
const deps = { store: bank.store, running: new Set<string>(), ...systemDeps }
const app = createApp({
  deps,
  security: {
    certificates: createCertificateReader([bank.authority.certificate]),
    keyId: 'tolerant',
    headers: 'strict',
    strict: false,
    machineNow: deps.machineNow,
  },
  certify: certifyWith(bank.authority, deps.machineNow),
  operator: { token: undefined, hosts: ['127.0.0.1'], origins: [APP] },
  report: () => {},
})
const server = await listen(app, { host: '127.0.0.1', port: 0, origins: [APP] })
afterAll(() => server.stop())

const preflight = (url: string, origin: string) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'signature,x-request-id',
    },
  })
const GRAPHQL = { method: 'POST', body: '{"query":"{ customers { totalCount } }"}' }

describe('SANDBANK_CORS', () => {
  it('lets a page of an origin that it names ask first, and read what REST and GraphQL answer', async () => {
    const asked = await preflight(`${server.url}/v1/sandbox/customers`, APP)
    expect(asked.status).toBe(204)
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-headers': 'signature,x-request-id',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
    })
    const rest = await fetch(`${server.url}/v1/sandbox/customers`, { headers: { Origin: APP } })
    expect([rest.status, rest.headers.get('Access-Control-Allow-Origin'), rest.headers.get('Vary')]).toEqual([
      401,
      APP,
      'Origin',
    ])
    expect(rest.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-ID')
    const headers = { Origin: APP, 'Content-Type': 'application/json' }
    const graph = await fetch(`${server.url}/graphql`, { ...GRAPHQL, headers })
    expect([graph.status, graph.headers.get('Access-Control-Allow-Origin')]).toEqual([200, APP])
    expect((await graph.json()).data.customers.totalCount).toBe(4)
  })

  it('shows pages of other origins nothing, and refuses them at the operator’s door', async () => {
    const asked = await preflight(`${server.url}/v1/sandbox/customers`, OTHER)
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(asked.status).toBe(405)
    const headers = { Origin: OTHER, 'Content-Type': 'application/json' }
    const graph = await fetch(`${server.url}/graphql`, { ...GRAPHQL, headers })
    expect([graph.status, graph.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null])
  })

  it('adds Origin to Vary beside what else an answer depends on: its coding, its language', async () => {
    for (const [path, own] of [
      ['/openapi.json', ['Accept-Encoding']],
      ['/docs', ['Accept-Encoding', 'Accept-Language']],
    ] as const)
      for (const origin of [APP, OTHER, 'null']) {
        const { headers: answered } = await fetch(`${server.url}${path}`, { headers: { Origin: origin } })
        expect([path, (answered.get('Vary') ?? '').split(', ').sort()]).toEqual([path, [...own, 'Origin']])
      }
  })

  it('allows no origin when it is not set', async () => {
    const asked = await preflight(`${bank.url}/v1/sandbox/customers`, APP)
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
    expect(readConfig({}).origins).toEqual([])
    expect(readConfig({ SANDBANK_CORS: `${APP}, http://localhost:3000` }).origins).toEqual([
      APP,
      'http://localhost:3000',
    ])
  })

  it.each(['*', 'app.example.com', 'https://app.example.com/', 'https://app.example.com/path', 'null'])(
    'does not take %s, which is no origin',
    value => {
      expect(() => readConfig({ SANDBANK_CORS: value })).toThrow(ConfigError)
    },
  )
})
