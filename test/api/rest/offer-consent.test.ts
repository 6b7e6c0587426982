import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCorporateSetting,
  create,
  engagementBody,
  expectRefusal,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { addPrivate, type Headers, NOON, without } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { stopClock } from '../../support/clients/clock.ts'
import { decide, grantConsent, PSU_PRESENT } from '../../support/clients/psu.ts'
import { NO_AGREEMENT } from './shared/consent-refusals.ts'
import { DAY, UNKNOWN } from './shared/field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const OFFER = '/v1/bank-offered-consents'
afterAll(() => expect(bank.faults).toEqual([]))

type Psu = Awaited<ReturnType<typeof addPrivate>>
let psu: Psu & { psuId: string }
beforeAll(async () => {
  await stopClock(bank, world, NOON)
  const customer = await addPrivate(world)
  const headers = await grantConsent(bank, world, { customerNumber: customer.customerNumber })
  psu = { ...customer, psuId: headers['PSU-ID'] ?? '' }
})

const offer = (headers: Headers = PSU_PRESENT, path = OFFER, body?: unknown) =>
  world.call('POST', path, { headers, ...(body === undefined ? {} : { body }) })

describe.each([OFFER, '/v1/consents'])('201 POST %s', path => {
  it("answers an SCA and the link to the bank's page, also as Location", async () => {
    const answer = await offer(PSU_PRESENT, path)
    expect(answer.status).toBe(201)
    const { authorisationId } = answer.body
    const page = `${world.base}/sca/${authorisationId}`
    expect(answer.body).toEqual({
      authorisationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scaStatus: 'received',
      _links: { scaRedirect: { href: `${bank.url}${page}`, verbs: ['GET'] } },
    })
    expect(answer.headers['location']).toBe(page)
  })

  it('is deprecated only as /v1/consents', async () => {
    const { headers } = await offer(PSU_PRESENT, path)
    expect(headers['deprecation']).toBe(path === OFFER ? undefined : 'true')
  })

  it('leads to a consent, after which the accounts are open', async () => {
    const { body } = await offer(PSU_PRESENT, path)
    const back = await decide(bank, world, body._links.scaRedirect.href, { customerNumber: psu.customerNumber })
    expect(back.searchParams.get('psu-id')).toBe(psu.psuId)
    const answer = await world.call('GET', '/v1/accounts', { headers: { ...PSU_PRESENT, 'PSU-ID': psu.psuId } })
    expect(answer.body.accounts).toHaveLength(2)
  })

  it("accepts what a client of the Berlin Group's consents sends, and ignores it (D32)", async () => {
    const right = {
      access: {},
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    }
    for (const body of [right, {}]) expect((await offer(PSU_PRESENT, path, body)).status).toBe(201)
  })
})

describe('201', () => {
  it('two offers are two SCAs, so that two PSUs that are not named yet do not share one', async () => {
    const [one, two] = [await offer(), await offer()]
    expect(one.body.authorisationId).not.toBe(two.body.authorisationId)
    const { customerNumber } = psu
    for (const { body } of [one, two]) {
      await decide(bank, world, body._links.scaRedirect.href, { customerNumber })
    }
  })

  it('the same call again is answered again, without a second SCA (D15)', async () => {
    const first = await world.call('POST', OFFER, { headers: PSU_PRESENT, requestId: 'offer-1' })
    const again = await world.call('POST', OFFER, { headers: PSU_PRESENT, requestId: 'offer-1' })
    expect(again.text).toBe(first.text)
    expect([again.headers['sandbank-replayed'], again.headers['location']]).toEqual(['true', first.headers['location']])
  })

  it('keeps what the TPP says: PSU, context, agreement, address, how to approve', async () => {
    const { psu: member, account, agreement, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(member.customerNumber, account.iban))
    const granted = await grantConsent(bank, world, {
      customerNumber: member.customerNumber,
      agreementId: agreement.id,
    })
    const headers = {
      ...PSU_PRESENT,
      'PSU-ID': (granted['PSU-ID'] ?? '').toUpperCase(),
      'PSU-Context': 'CORPORATE',
      'PSU-Corporate-ID': agreement.id,
      'TPP-Redirect-URI': 'com.tpp.app:/back',
      'TPP-Redirect-Preferred': 'false',
    }
    const { body } = await offer(headers)
    const stored = await bank.store.reader.authorisation.findUniqueOrThrow({
      where: { worldId_id: { worldId: world.name, id: body.authorisationId } },
    })
    expect(stored).toMatchObject({
      purpose: 'CONSENT',
      status: 'RECEIVED',
      customerId: member.customerId,
      context: 'CORPORATE',
      agreementId: agreement.id,
      redirectUri: 'com.tpp.app:/back',
      redirectPreferred: false,
      createdAt: new Date(NOON),
      expiresAt: new Date('2030-05-15T10:30:00Z'),
    })
  })

  it('needs neither PSU-ID nor TPP-Session-ID', async () => {
    expect((await offer(without(PSU_PRESENT, 'TPP-Session-ID'))).status).toBe(201)
  })
})

describe('400', () => {
  it.each(['x-accept-fix', 'TPP-Redirect-URI', 'PSU-IP-Address'])('%s is required (D10)', async name => {
    expect(expectRefusal(await offer(without(PSU_PRESENT, name)), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
      `${name}: The header ${name} is required for this operation.`,
    ])
  })

  it.each([
    ['PSU-ID', '13039319955', 'a UUID'],
    ['PSU-Context', 'BUSINESS', 'one of PRIVATE, CORPORATE'],
    [
      'TPP-Redirect-URI',
      'https://tpp.example/#back',
      'an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app',
    ],
    [
      'TPP-Redirect-URI',
      '/back',
      'an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app',
    ],
    [
      'TPP-Redirect-URI',
      'data:text/html,x',
      'an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app',
    ],
  ])('%s must not be %s (D11)', async (name, value, right) => {
    expect(expectRefusal(await offer({ ...PSU_PRESENT, [name]: value }), 400, 'FORMAT_ERROR')).toEqual([
      expect.stringContaining(`${name}: The header ${name} must be ${right}; it is "${value}".`),
    ])
  })

  it('a corporate call needs PSU-Corporate-ID ([I] Authentication 5)', async () => {
    const answer = await offer({ ...PSU_PRESENT, 'PSU-ID': psu.psuId, 'PSU-Context': 'CORPORATE' })
    expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([NO_AGREEMENT])
  })
})

describe('401', () => {
  it('PSU_CREDENTIALS_INVALID for an unknown PSU, and for an agreement that is not one of the PSU (D34)', async () => {
    const unknown = await offer({ ...PSU_PRESENT, 'PSU-ID': UNKNOWN_ID })
    expect(expectRefusal(unknown, 401, 'PSU_CREDENTIALS_INVALID')[0]).toMatch(/^PSU-ID: The bank knows no PSU/)
    const foreign = await offer({ ...PSU_PRESENT, 'PSU-ID': psu.psuId, 'PSU-Corporate-ID': UNKNOWN_ID })
    expect(expectRefusal(foreign, 401, 'PSU_CREDENTIALS_INVALID')).toEqual([
      `PSU-Corporate-ID: "${UNKNOWN_ID}" is no agreement of a corporation in which this PSU has an engagement (D34).`,
    ])
  })
})

describe('403', () => {
  it('FORBIDDEN for a certificate that states only PSP_PI (D14)', async () => {
    const tpp = bank.newTpp({ roles: ['PSP_PI'] })
    expectRefusal(await world.call('POST', OFFER, { headers: PSU_PRESENT, tpp }), 403, 'FORBIDDEN')
  })
})

// No body is right as well, so the rules of a missing one are not this operation's.
describe('400 FORMAT_ERROR in the body', () => {
  const INDICATOR = 'must be true or false.'
  it.each([
    [
      'access',
      'names accounts',
      { access: { accounts: [] } },
      'access: names accounts, but the bank itself offers them to the PSU: send no access, or an empty object, and the PSU picks the accounts at scaRedirect (D32).',
    ],
    [
      'access',
      'no object',
      { access: [] },
      'access: must be an empty object: the PSU picks the accounts at the bank (D32).',
    ],
    [
      'access',
      'null',
      { access: null },
      'access: must be an empty object: the PSU picks the accounts at the bank (D32). It is null: an optional field is left out where it has no value.',
    ],
    ['recurringIndicator', 'a text', { recurringIndicator: 'true' }, `recurringIndicator: ${INDICATOR}`],
    ['combinedServiceIndicator', 'a number', { combinedServiceIndicator: 1 }, `combinedServiceIndicator: ${INDICATOR}`],
    ['validUntil', 'no day', { validUntil: '2030-13-01' }, `validUntil: ${DAY}`],
    ['frequencyPerDay', 'zero', { frequencyPerDay: 0 }, 'frequencyPerDay: must be at least 1.'],
    [
      'frequencyPerDay',
      'a fraction',
      { frequencyPerDay: 1.5 },
      'frequencyPerDay: must be a whole number, as a JSON number.',
    ],
    ['accounts', 'unknown', { accounts: [] }, `accounts: ${UNKNOWN}`],
  ])('%s: %s', async (_, __, body, fault) => {
    expect(expectRefusal(await offer(PSU_PRESENT, OFFER, body), 400, 'FORMAT_ERROR')).toEqual([fault])
  })

  it('a body that is no object', async () => {
    for (const body of [[], null, 'x', 5]) {
      const [fault] = expectRefusal(await offer(PSU_PRESENT, OFFER, body), 400, 'FORMAT_ERROR')
      expect(fault).toMatch(/^The body must be a JSON object, not (array|null|string|number)\.$/)
    }
  })
})
