import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { forgeCertificate, issueTo, makeAuthority, NOW } from '../../support/builders/certificates.ts'
import { send as sendOver, startBank } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'
import { authority, otherKey, rewriteSignature, send } from '../../support/hostile/attack-kit.ts'
import { ATTACKS } from './attack-table.ts'

const bank = await startBank()
// The certificates of the attacks are made for a fixed instant, so this server stands at it.
const foreign = makeAuthority()
const server = await serve(bank.store, [authority.certificate, foreign.certificate], () => NOW)
afterAll(async () => {
  expect([...bank.faults, ...server.faults]).toEqual([])
  await server.stop()
})

const INTERNAL = /error:|asn1|ERR_|node:|\/src\/|\n|\0/i
const count = () => bank.store.reader.customer.count()

describe('an attack is refused with its code and its reason, and has no effect', () => {
  it.each(ATTACKS)('%s', async (_, code, attack, reason) => {
    const before = await count()
    const texts = expectRefusal(await sendOver(server.url, attack()), 401, code)
    expect(texts.join(' ')).toMatch(reason)
    for (const text of texts) expect(text).not.toMatch(INTERNAL)
    expect(await count()).toBe(before)
  })

  it('a Signature of 64 kB is refused for the size of the headers', async () => {
    const long = rewriteSignature(send(), text => `opaque="${'x'.repeat(60_000)}",${text}`)
    const faults = expectRefusal(await sendOver(server.url, long), 431, 'BAD_REQUEST')
    expect(faults).toEqual([
      expect.stringMatching(
        /^The headers of a request may have 32768 bytes together \(32 KiB\); these have more, the largest of them is signature with \d+\.$/,
      ),
    ])
  })

  it('the untouched request is accepted, so that each refusal is for its own reason', async () => {
    const headers = [['PSU-ID', '5f0a1b2c-3d4e-5f60-7182-93a4b5c6d7e8'] as const]
    const answer = await sendOver(server.url, send({ requestId: 'good', headers }))
    expect(answer.status, answer.text).toBe(201)
  })
})

describe('roles (D14)', () => {
  const list = (roles: Parameters<typeof bank.newTpp>[0]) =>
    bank.at('default').call('GET', PATHS.customers, { tpp: bank.newTpp(roles) })

  it.each([['PSP_AI'], ['PSP_PI'], ['PSP_PI', 'PSP_AI']] as const)(
    '%s %s may use sandbox operations',
    async (...roles) => {
      expect((await list({ roles })).status).toBe(200)
    },
  )

  it('a statement that names none of the two may not', async () => {
    expect(expectRefusal(await list({ roles: [] }), 403, 'FORBIDDEN')).toEqual([
      'TPP-Signature-Certificate: This operation needs the role PSP_PI or PSP_AI; the certificate states none (D14).',
    ])
  })

  it('a certificate without the statement may do all', async () => {
    const request = send({ certificate: forgeCertificate(authority), method: 'GET', body: '', requestId: 'unstated' })
    const answer = await sendOver(server.url, request)
    expect(answer.status, answer.text).toBe(200)
  })
})

describe('a trust anchor of its own', () => {
  it('lets the TPPs of another CA in, and they see the same sandbox data (D3)', async () => {
    const other = issueTo(foreign, { authorityId: 'SE-FI-556677', key: otherKey() })
    const request = send({ ...other, method: 'GET', url: PATHS.customers, headers: [], body: '', requestId: 'foreign' })
    const answer = await sendOver(server.url, request)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual((await bank.at('default').call('GET', PATHS.customers)).body)
  })
})
