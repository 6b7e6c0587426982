import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCorporateSetting, expectRefusal, UNKNOWN_ID } from '../../../support/builders/builders.ts'
import {
  addConsented,
  addPrivate,
  consentOf,
  type Headers,
  NOON,
  revokeNewest,
  unattended,
  without,
} from '../../../support/builders/consented.ts'
import { tppIdOf } from '../../../support/builders/tpp-ids.ts'
import type { Answer, Bank, Tpp, World } from '../../../support/clients/bank.ts'
import { stopClock } from '../../../support/clients/clock.ts'
import { decide, PSU_PRESENT } from '../../../support/clients/psu.ts'

type Owner = Awaited<ReturnType<typeof addPrivate>>

/** An operation that rests on a consent. */
export type ConsentedOperation = {
  readonly method?: 'GET' | 'POST'
  /** The target of a call that reads what `owner` has. */
  readonly path: (owner: Owner) => string
  readonly body?: (owner: Owner) => unknown
  /** The path with another id in place of the account's, and what a refusal calls it. */
  readonly unknown?: { readonly path: (id: string) => string; readonly noun: string }
  /** Limited to 4 calls a day without the PSU (D41). */
  readonly counted?: boolean
  /** Called for each PSU before it is read, to add what the path needs. */
  readonly prepare?: (world: World, owner: Owner) => Promise<void>
}

export const NO_PSU =
  'The call names no PSU: it has no PSU-ID, and no TPP-Session-ID that the bank issued at an SCA (D32). Send the PSU to scaRedirect.'
export const NO_CONSENT = 'This PSU has given this TPP no consent for this context (D32). Send the PSU to scaRedirect.'
const consentOfAnother = (tppId: string) =>
  NO_CONSENT.replace('Send', `It has given one to ${tppId}, and a consent serves the TPP alone that it is for. Send`)
export const NO_AGREEMENT =
  'PSU-Corporate-ID: A request for a corporate user needs PSU-Corporate-ID: the id of the agreement that the PSU acts under ([I] Authentication 5).'
const TOO_MANY =
  'PSU-IP-Address: Without PSU-IP-Address this can be read 4 times a day, and was on 2030-05-15 ([I] Limits). Send PSU-IP-Address when the PSU is there, or wait until tomorrow in Oslo.'
export const expiredText = (grantedAt: string, limit = '180 days, after which an SCA must be renewed') =>
  `The consent is of ${grantedAt}: it serves this call for ${limit} ([I] Limits). Send the PSU to scaRedirect.`

/** A refusal with a link to the page where the PSU lifts it; the link's path, which must be in this world (D19, D32). */
export function expectLink(world: World, answer: Answer): string {
  const { scaRedirect } = answer.body._links
  expect(scaRedirect).toEqual({
    href: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/worlds\/[^/]+\/sca\/[0-9a-f-]{36}$/),
    verbs: ['GET'],
  })
  expect(new URL(scaRedirect.href).pathname.startsWith(`${world.base}/sca/`)).toBe(true)
  return scaRedirect.href
}

const LONG_AGO = '2029-11-01T10:00:00Z'

/** What every operation of account information refuses, one test for each row of the interface's tables (D10, D11, D14, D32, D34, D41). */
export function describeConsentRefusals(bank: Bank, operation: ConsentedOperation): void {
  const { method = 'GET', path, body, unknown, prepare = async () => {} } = operation
  let world: World
  let psu: Owner & { headers: Headers }
  let revoked: typeof psu
  let old: typeof psu
  let payer: Tpp

  const read = (headers: Headers, owner: Owner = psu, tpp = bank.tpp) =>
    world.call(method, path(owner), { headers, tpp, ...(body === undefined ? {} : { body: body(owner) }) })

  beforeAll(async () => {
    world = await bank.world()
    await stopClock(bank, world, LONG_AGO)
    old = await addConsented(bank, { world })
    await stopClock(bank, world, NOON)
    psu = await addConsented(bank, { world })
    revoked = await addConsented(bank, { world })
    await revokeNewest(bank, world, revoked.customerId)
    payer = bank.newTpp({ roles: ['PSP_PI'] })
    for (const owner of [old, psu, revoked]) await prepare(world, owner)
  })

  describe('400', () => {
    it.each(['x-accept-fix', 'TPP-Session-ID', 'TPP-Redirect-URI'])('%s is required (D10)', async name => {
      expect(expectRefusal(await read(without(psu.headers, name)), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
        `${name}: The header ${name} is required for this operation.`,
      ])
    })

    it.each([
      ['PSU-ID', 'kari', 'a UUID'],
      ['PSU-Context', 'private', 'one of PRIVATE, CORPORATE'],
      ['PSU-IP-Address', 'localhost', 'an IPv4 or IPv6 address'],
      ['PSU-IP-Port', '65536', 'a port from 1 to 65535'],
      ['PSU-Device-ID', 'phone', 'a UUID'],
      [
        'TPP-Redirect-URI',
        'javascript:alert(1)',
        'an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app',
      ],
      ['TPP-Redirect-Preferred', 'no', 'one of true, false'],
    ])('%s must not be %s (D11)', async (name, value, right) => {
      expect(expectRefusal(await read({ ...psu.headers, [name]: value }), 400, 'FORMAT_ERROR')).toEqual([
        `${name}: The header ${name} must be ${right}; it is ${JSON.stringify(value)}.`,
      ])
    })

    it('a corporate call needs PSU-Corporate-ID ([I] Authentication 5)', async () => {
      const answer = await read({ ...psu.headers, 'PSU-Context': 'CORPORATE' })
      expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([NO_AGREEMENT])
    })

    it('a private call has no PSU-Corporate-ID', async () => {
      const answer = await read({ ...psu.headers, 'PSU-Context': 'PRIVATE', 'PSU-Corporate-ID': UNKNOWN_ID })
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
        'PSU-Corporate-ID: PSU-Corporate-ID goes with the context CORPORATE; PSU-Context says PRIVATE.',
      ])
    })

    it('an unknown query parameter (D18)', async () => {
      const target = `${path(psu)}${path(psu).includes('?') ? '&' : '?'}colour=red`
      const sent = body === undefined ? {} : { body: body(psu) }
      const answer = await world.call(method, target, { headers: psu.headers, ...sent })
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
        expect.stringMatching(/^colour: is not a query parameter of this operation \(D18\): it has .+\.$/),
      ])
    })
  })

  describe('401', () => {
    it('CONSENT_INVALID when the call names no PSU, with a link that leads to a consent', async () => {
      const newcomer = await addPrivate(world)
      await prepare(world, newcomer)
      const refused = await read(PSU_PRESENT, newcomer)
      expect(expectRefusal(refused, 401, 'CONSENT_INVALID')).toEqual([NO_PSU])
      const back = await decide(bank, world, expectLink(world, refused), { customerNumber: newcomer.customerNumber })
      expect(back.href.split('&psu-id=')[0]).toBe(PSU_PRESENT['TPP-Redirect-URI'])
      const headers = { ...PSU_PRESENT, 'TPP-Session-ID': back.searchParams.get('tpp-session-id') ?? '' }
      expect((await read(headers, newcomer)).status).toBe(200)
    })

    it('CONSENT_INVALID for a PSU that has given this TPP no consent, with a link for that PSU', async () => {
      const refused = await read(psu.headers, psu, bank.newTpp())
      expect(expectRefusal(refused, 401, 'CONSENT_INVALID')).toEqual([consentOfAnother(tppIdOf(bank, bank.tpp))])
      const href = expectLink(world, refused)
      await expect(decide(bank, world, href, { customerNumber: old.customerNumber })).rejects.toMatchObject({
        code: 'PSU_CREDENTIALS_INVALID',
      })
    })

    it('CONSENT_EXPIRED when the SCA is older than 180 days, with a link ([I] Limits)', async () => {
      const refused = await read(old.headers, old)
      expect(expectRefusal(refused, 401, 'CONSENT_EXPIRED')).toEqual([expiredText('2029-11-01T10:00:00.000Z')])
      expectLink(world, refused)
    })

    it('PSU_CREDENTIALS_INVALID for a PSU that the bank does not know', async () => {
      const stranger = randomUUID()
      const answer = await read({ ...psu.headers, 'PSU-ID': stranger })
      expect(expectRefusal(answer, 401, 'PSU_CREDENTIALS_INVALID')).toEqual([
        `PSU-ID: The bank knows no PSU "${stranger}". PSU-ID is the psu-id that the bank adds to TPP-Redirect-URI after an SCA, and \`psuId\` in GraphQL (D20).`,
      ])
    })

    it('PSU_CREDENTIALS_INVALID for an agreement that is not one of the PSU (D34)', async () => {
      const { agreement } = await addCorporateSetting(world)
      const answer = await read({ ...psu.headers, 'PSU-Corporate-ID': agreement.id })
      expect(expectRefusal(answer, 401, 'PSU_CREDENTIALS_INVALID')).toEqual([
        `PSU-Corporate-ID: "${agreement.id}" is no agreement of a corporation in which this PSU has an engagement (D34).`,
      ])
    })
  })

  describe('403', () => {
    it('CONSENT_UNKNOWN when the PSU has taken the consent back, without a link', async () => {
      const answer = await read(revoked.headers, revoked)
      expect(expectRefusal(answer, 403, 'CONSENT_UNKNOWN')).toEqual([
        'The PSU revoked this consent at 2030-05-15T10:00:00.000Z. Ask it for a new one.',
      ])
      expect(answer.body._links).toBeUndefined()
    })

    it('FORBIDDEN for a certificate that states only PSP_PI (D14)', async () => {
      expect(expectRefusal(await read(psu.headers, psu, payer), 403, 'FORBIDDEN')).toEqual([
        'TPP-Signature-Certificate: This operation needs the role PSP_AI; the certificate states PSP_PI (D14).',
      ])
    })
  })

  if (unknown !== undefined) {
    describe('404 RESOURCE_UNKNOWN, whether it does not exist or is only outside the consent (D32)', () => {
      const expectUnknown = async (id: string, headers = psu.headers) => {
        const answer = await world.call(method, unknown.path(id), { headers })
        expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
          `The consent opens no ${unknown.noun} ${JSON.stringify(id)}.`,
        ])
      }

      it('an id that nothing has', async () => {
        await expectUnknown(UNKNOWN_ID)
        await expectUnknown('no-id')
      })

      it("another PSU's", async () => {
        for (const { id } of [old.account, old.card]) await expectUnknown(id)
      })

      it("one that the PSU has but did not tick on the bank's page", async () => {
        const picky = await addPrivate(world)
        const headers = await consentOf(bank, world, picky.customerNumber, { accountIds: [picky.other.id] })
        for (const { id } of [picky.account, picky.card]) await expectUnknown(id, headers)
      })

      it("another world's", async () => {
        const there = await addConsented(bank)
        for (const { id } of [there.account, there.card]) await expectUnknown(id)
      })
    })
  }

  if (operation.counted === true) {
    describe('429', () => {
      it('ACCESS_EXCEEDED at the fifth call of a day without the PSU; with the PSU it is still served ([I] Limits)', async () => {
        for (let call = 1; call <= 4; call += 1) expect((await read(unattended(psu.headers))).status).toBe(200)
        const answer = await read(unattended(psu.headers))
        expect(expectRefusal(answer, 429, 'ACCESS_EXCEEDED')).toEqual([TOO_MANY])
        expect((await read(psu.headers)).status).toBe(200)
      })
    })
  } else {
    it('is not counted: without the PSU it is served a fifth time', async () => {
      for (let call = 1; call <= 5; call += 1) expect((await read(unattended(psu.headers))).status).toBe(200)
    })
  }
}
