import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { revokeConsent } from '../../../src/bank/resolvers/consents/grant.ts'
import {
  addAccount,
  addAgreement,
  addCorporateSetting,
  addCorporation,
  addCustomer,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
} from '../../support/builders/builders.ts'
import {
  addConsented,
  addCorporateConsented,
  addPrivate,
  addTransaction,
  consentOf,
  type Headers,
  NOON,
  revokeNewest,
  unattended,
  without,
} from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock, operatorOf, stopClock } from '../../support/clients/clock.ts'
import { decide, grantConsent, PSU_PRESENT } from '../../support/clients/psu.ts'
import { expectLink, expiredText, NO_AGREEMENT, NO_CONSENT, NO_PSU } from './shared/consent-refusals.ts'

const bank = await startBank()
const otherTpp = bank.newTpp()
afterAll(() => expect(bank.faults).toEqual([]))

const accountsOf = (answer: { body: { accounts: { resourceId: string }[] } }) =>
  answer.body.accounts.map(one => one.resourceId)

describe('A consent is good for 180 days ([I] Limits)', () => {
  it('to the second, with the PSU and without, and is renewed by a new SCA', async () => {
    const { world, account, other, customerNumber, headers } = await addConsented(bank)
    const list = (as: Headers) => world.call('GET', '/v1/accounts', { headers: as })
    await moveClock(bank, world, { to: new Date('2030-11-11T10:00:00Z') })
    for (const as of [headers, unattended(headers)]) expect((await list(as)).status).toBe(200)
    await moveClock(bank, world, { by: 'PT1S' })
    for (const as of [headers, unattended(headers)])
      expect(expectRefusal(await list(as), 401, 'CONSENT_EXPIRED')).toEqual([expiredText('2030-05-15T10:00:00.000Z')])
    const back = await decide(bank, world, expectLink(world, await list(headers)), { customerNumber })
    expect(back.searchParams.get('psu-id')).toBe(headers['PSU-ID'])
    expect(accountsOf(await list(headers))).toEqual([account.id, other.id])
    await moveClock(bank, world, { by: 'P180D' })
    expect((await list(headers)).status).toBe(200)
  })
})

describe('Transaction details without the PSU need a consent of at most 90 days ([I] Limits)', () => {
  it('to the second; the lists go on, and with the PSU the details as well', async () => {
    const { world, account, customerNumber, headers } = await addConsented(bank)
    const read = async (path: string, as: Headers) =>
      world.call('GET', `/v1/accounts/${account.id}${path}`, { headers: as })
    await moveClock(bank, world, { to: new Date('2030-08-13T10:00:00Z') })
    const today = { bookingDate: '2030-08-13', valueDate: '2030-08-13' }
    const details = `/transactions/${await addTransaction(world, account.id, today)}`
    expect((await read(details, unattended(headers))).status).toBe(200)
    await moveClock(bank, world, { by: 'PT1S' })
    const refused = await read(details, unattended(headers))
    expect(expectRefusal(refused, 401, 'CONSENT_EXPIRED')).toEqual([
      expiredText('2030-05-15T10:00:00.000Z', '90 days without PSU-IP-Address'),
    ])
    expect((await read(details, headers)).status).toBe(200)
    for (const list of ['', '/balances', '/transactions?bookingStatus=both'])
      expect((await read(list, unattended(headers))).status).toBe(200)
    await decide(bank, world, expectLink(world, refused), { customerNumber })
    expect((await read(details, unattended(headers))).status).toBe(200)
  })
})

describe('A consent that the PSU took back', () => {
  it('is unknown from then on (403), an older one does not come alive, and a new SCA gives a new one (D32)', async () => {
    const { world, customerId, customerNumber, account, headers } = await addConsented(bank)
    const list = (as: Headers = headers) => world.call('GET', '/v1/accounts', { headers: as })
    await consentOf(bank, world, customerNumber, { accountIds: [account.id] })
    await revokeNewest(bank, world, customerId)
    const refused = await list()
    expectRefusal(refused, 403, 'CONSENT_UNKNOWN')
    expect(refused.body._links).toBeUndefined()
    await moveClock(bank, world, { by: 'P200D' })
    expectRefusal(await list(), 403, 'CONSENT_UNKNOWN')
    await consentOf(bank, world, customerNumber, { accountIds: [account.id] })
    expect(accountsOf(await list())).toEqual([account.id])
  })

  it('takes newer ones of the same TPP, PSU, context and agreement along', async () => {
    const { world, customerId, customerNumber, headers } = await addConsented(bank)
    await moveClock(bank, world, { by: 'P1D' })
    await consentOf(bank, world, customerNumber)
    const where = { worldId: world.name, customerId }
    const [oldest] = await bank.store.reader.consent.findMany({ where, orderBy: { grantedAt: 'asc' } })
    await revokeConsent(await operatorOf(bank, world), oldest?.id ?? '')
    expectRefusal(await world.call('GET', '/v1/accounts', { headers }), 403, 'CONSENT_UNKNOWN')
  })

  it('is only of that TPP', async () => {
    const { world, customerId, customerNumber, headers } = await addConsented(bank)
    await consentOf(bank, world, customerNumber, { tpp: otherTpp })
    await revokeNewest(bank, world, customerId)
    expect((await world.call('GET', '/v1/accounts', { headers })).status).toBe(200)
    expect((await world.call('GET', '/v1/accounts', { headers, tpp: otherTpp })).status).toBe(403)
  })
})

describe('The newest consent of TPP, PSU, context and agreement counts (D32)', () => {
  it('even when it opens less', async () => {
    const { world, customerNumber, account, other, card, headers } = await addConsented(bank)
    await consentOf(bank, world, customerNumber, { accountIds: [other.id] })
    expect(accountsOf(await world.call('GET', '/v1/accounts', { headers }))).toEqual([other.id])
    for (const path of [`/v1/accounts/${account.id}`, `/v1/card-accounts/${card.id}`])
      expectRefusal(await world.call('GET', path, { headers }), 404, 'RESOURCE_UNKNOWN')
  })

  it('of several contexts and agreements each has its own; without PSU-Context the newest of all counts', async () => {
    const { world, customerNumber, account, headers } = await addConsented(bank)
    const corporation = await addCorporation(world)
    const agreements = []
    for (let place = 0; place < 2; place += 1) {
      const owned = await addAccount(world, {}, corporation.customerNumber)
      const { id } = await addAgreement(world, corporation.customerNumber)
      await create(world, `${PATHS.agreements}/${id}/engagements`, engagementBody(customerNumber, owned.iban))
      await consentOf(bank, world, customerNumber, { agreementId: id })
      agreements.push({ id, account: owned.id })
    }
    const list = (as: Headers) => world.call('GET', '/v1/accounts', { headers: { ...headers, ...as } })
    for (const one of agreements) expect(accountsOf(await list({ 'PSU-Corporate-ID': one.id }))).toEqual([one.account])
    expect(accountsOf(await list({ 'PSU-Context': 'PRIVATE' }))).toContain(account.id)
    // The newest of all is corporate, and a corporate call names its agreement ([I] Authentication 5).
    expect(expectRefusal(await list({}), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
      `PSU-Corporate-ID: The newest consent of this PSU is that of a corporation: send PSU-Corporate-ID: ${agreements[1]?.id} to use it ([I] Authentication 5), or PSU-Context: PRIVATE to act for the PSU itself (D32).`,
    ])
    await consentOf(bank, world, customerNumber, { context: 'PRIVATE', accountIds: [account.id] })
    expect(accountsOf(await list({}))).toEqual([account.id])
  })
})

describe('Who the PSU is', () => {
  it('a TPP-Session-ID that the bank issued at an SCA is enough; PSU-ID comes first (D32)', async () => {
    const one = await addConsented(bank)
    const { world } = one
    const two = await addConsented(bank, { world })
    const list = (as: Headers, tpp = bank.tpp) => world.call('GET', '/v1/accounts', { headers: as, tpp })
    const bySession = await list(without(one.headers, 'PSU-ID'))
    expect(accountsOf(bySession)).toEqual([one.account.id, one.other.id])
    const both = await list({ ...one.headers, 'PSU-ID': two.headers['PSU-ID'] ?? '' })
    expect(accountsOf(both)).toEqual([two.account.id, two.other.id])
    const upper = await list({ ...one.headers, 'PSU-ID': (one.headers['PSU-ID'] ?? '').toUpperCase() })
    expect(accountsOf(upper)).toEqual([one.account.id, one.other.id])
  })

  it('a session of another TPP, of another world or of none names no customer', async () => {
    const { world, customerNumber, headers } = await addConsented(bank)
    const theirs = await consentOf(bank, world, customerNumber, { tpp: otherTpp })
    const there = await addConsented(bank)
    for (const session of [theirs['TPP-Session-ID'], there.headers['TPP-Session-ID'], randomUUID(), 'none']) {
      const as = { ...without(headers, 'PSU-ID'), 'TPP-Session-ID': session ?? '' }
      const refused = await world.call('GET', '/v1/accounts', { headers: as })
      expect(expectRefusal(refused, 401, 'CONSENT_INVALID')).toEqual([NO_PSU])
    }
  })

  it('an SCA that was rejected issues no session and no consent', async () => {
    const world = await bank.world()
    await stopClock(bank, world, NOON)
    const { customerNumber } = await addPrivate(world)
    const { body } = await world.call('POST', '/v1/bank-offered-consents', { headers: PSU_PRESENT })
    const back = await decide(bank, world, body._links.scaRedirect.href, { customerNumber, outcome: 'REJECTED' })
    expect(back.href).toBe(`${PSU_PRESENT['TPP-Redirect-URI']}&error=access_denied`)
    expect(await bank.store.reader.consent.count({ where: { worldId: world.name } })).toBe(0)
  })

  it('one with only corporate access is a corporate user without PSU-Context as well (D34)', async () => {
    const world = await bank.world()
    await stopClock(bank, world, NOON)
    const { headers, agreement, account, customerNumber } = await addCorporateConsented(bank, world)
    const list = (as: Headers) => world.call('GET', '/v1/accounts', { headers: as })
    expect(accountsOf(await list(headers))).toEqual([account.id])
    const anonymous = without(headers, 'PSU-Corporate-ID')
    for (const as of [anonymous, { ...anonymous, 'PSU-Context': 'CORPORATE' }])
      expect(expectRefusal(await list(as), 400, 'HTTP_HEADER_REQUIRED')).toEqual([NO_AGREEMENT])
    const foreign = await list({ ...anonymous, 'PSU-Corporate-ID': randomUUID() })
    expect(expectRefusal(foreign, 401, 'PSU_CREDENTIALS_INVALID')[0]).toMatch(/^PSU-Corporate-ID: .*\(D34\)\.$/)
    // Its own automatic agreement is none of a corporation.
    const own = await bank.store.reader.agreement.findFirstOrThrow({
      where: { worldId: world.name, automatic: true, owner: { customerNumber } },
    })
    expectRefusal(await list({ ...anonymous, 'PSU-Corporate-ID': own.id }), 401, 'PSU_CREDENTIALS_INVALID')
    const asPrivate = await list({ ...anonymous, 'PSU-Context': 'PRIVATE' })
    expect(expectRefusal(asPrivate, 401, 'CONSENT_INVALID')).toEqual([NO_CONSENT])
    expect((await list({ ...headers, 'PSU-Corporate-ID': agreement.id })).status).toBe(200)
  })
})

describe('What a PSU can open', () => {
  it.each([
    [['VIEW'], false],
    [['REGISTER'], false],
    [['OWNER', 'DISPOSAL', 'APPROVE'], false],
    [['VIEW', 'REGISTER'], true],
    [['SALARY', 'REGISTER', 'VIEW'], true],
  ])('an engagement with %j is offered: %s ([I] Endpoints 8)', async (roles, offered) => {
    const world = await bank.world()
    const { psu, account, agreement, engagementsPath } = await addCorporateSetting(world)
    await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban, { roles }))
    const granting = grantConsent(bank, world, {
      customerNumber: psu.customerNumber,
      agreementId: agreement.id,
      accountIds: [account.id],
    })
    if (offered) {
      const answer = await world.call('GET', '/v1/accounts', { headers: await granting })
      expect(accountsOf(answer)).toEqual([account.id])
    } else {
      await expect(granting).rejects.toMatchObject({
        code: 'SCA_INVALID',
        message: `accountIds: ${account.id}: not offered to this customer under this agreement.`,
      })
      expect(await bank.store.reader.consent.count({ where: { worldId: world.name } })).toBe(0)
    }
  })

  it('never another customer’s account, and never nothing', async () => {
    const world = await bank.world()
    const [kari, ola] = [await addPrivate(world), await addPrivate(world)]
    const { customerNumber } = kari
    for (const accountIds of [[ola.account.id], [kari.account.id, ola.card.id], [randomUUID()], []])
      await expect(grantConsent(bank, world, { customerNumber, accountIds })).rejects.toMatchObject({
        code: 'SCA_INVALID',
      })
    const { customerNumber: poor } = await addCustomer(world)
    await expect(grantConsent(bank, world, { customerNumber: poor })).rejects.toMatchObject({
      message: 'accountIds: Choose at least one account.',
    })
  })
})
