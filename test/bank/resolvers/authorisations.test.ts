import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { getAuthorisation } from '../../../src/bank/resolvers/authorisations/read.ts'
import {
  addAccount,
  addAgreement,
  addCorporation,
  create,
  engagementBody,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { addPrivate, NOON } from '../../support/builders/consented.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { moveClock, operatorOf, stopClock } from '../../support/clients/clock.ts'
import { decide, PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

let world: World
let psu: Awaited<ReturnType<typeof addPrivate>>
beforeAll(async () => {
  world = await bank.world()
  await stopClock(bank, world, NOON)
  psu = await addPrivate(world)
})

async function offer(changes: Readonly<Record<string, string>> = {}, at = world) {
  const { body } = await at.call('POST', '/v1/bank-offered-consents', { headers: { ...PSU_PRESENT, ...changes } })
  return { id: String(body.authorisationId), href: String(body._links.scaRedirect.href) }
}
const stored = async (id: string, at = world) => getAuthorisation(await operatorOf(bank, at), id)
const approve = (href: string, at = world) => decide(bank, at, href, { customerNumber: psu.customerNumber })

describe('An authorisation', () => {
  it('can be used until 30 minutes have passed, and not after (D33)', async () => {
    const at = await bank.world()
    await stopClock(bank, at, NOON)
    const { customerNumber } = await addPrivate(at)
    const [used, late] = [await offer({}, at), await offer({}, at)]
    await moveClock(bank, at, { to: new Date('2030-05-15T10:29:59.999Z') })
    await decide(bank, at, used.href, { customerNumber })
    await moveClock(bank, at, { by: 'PT0.001S' })
    await expect(decide(bank, at, late.href, { customerNumber })).rejects.toMatchObject({
      code: 'SCA_EXPIRED',
      message: 'This authorisation was not finished within 30 minutes and has expired. Start a new one.',
    })
    await expect(decide(bank, at, late.href, { outcome: 'REJECTED' })).rejects.toMatchObject({ code: 'SCA_EXPIRED' })
  })

  it('that was not finished is stored as expired, at its own instant, when the clock passes it (D40)', async () => {
    const at = await bank.world()
    await stopClock(bank, at, NOON)
    const first = await offer({}, at)
    await moveClock(bank, at, { by: 'PT10M' })
    const second = await offer({}, at)
    const clock = await moveClock(bank, at, { by: 'P1D' })
    expect(clock.nextDueAt).toBeNull()
    expect(await stored(first.id, at)).toMatchObject({
      status: 'EXPIRED',
      finishedAt: new Date('2030-05-15T10:30:00Z'),
    })
    expect(await stored(second.id, at)).toMatchObject({
      status: 'EXPIRED',
      finishedAt: new Date('2030-05-15T10:40:00Z'),
    })
  })

  it('is used once: SCA_INVALID afterwards, approved or rejected (D33)', async () => {
    const [approved, rejected] = [await offer(), await offer()]
    await approve(approved.href)
    await decide(bank, world, rejected.href, { customerNumber: psu.customerNumber, outcome: 'REJECTED' })
    for (const [{ href }, done] of [
      [approved, 'approved'],
      [rejected, 'rejected'],
    ] as const) {
      for (const outcome of ['APPROVED', 'REJECTED'] as const) {
        const again = decide(bank, world, href, { customerNumber: psu.customerNumber, outcome })
        await expect(again).rejects.toMatchObject({
          code: 'SCA_INVALID',
          message: `This authorisation was already ${done}. Start a new one.`,
        })
      }
    }
  })

  it('of two approvals at the same moment one counts', async () => {
    const { href } = await offer()
    const before = await bank.store.reader.consent.count({ where: { worldId: world.name } })
    const results = await Promise.allSettled([approve(href), approve(href), approve(href)])
    expect(results.map(result => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await bank.store.reader.consent.count({ where: { worldId: world.name } })).toBe(before + 1)
  })

  it('keeps what the PSU decided, and when', async () => {
    const [approved, rejected] = [await offer(), await offer()]
    const back = await approve(approved.href)
    await decide(bank, world, rejected.href, { customerNumber: psu.customerNumber, outcome: 'REJECTED' })
    const finishedAt = new Date(NOON)
    expect(await stored(approved.id)).toMatchObject({
      status: 'FINALISED',
      customerId: psu.customerId,
      context: 'PRIVATE',
      sessionId: back.searchParams.get('tpp-session-id'),
      finishedAt,
    })
    expect(await stored(rejected.id)).toMatchObject({ status: 'FAILED', sessionId: null, customerId: null, finishedAt })
  })

  it('stays open after a refused decision, so that the PSU can try again', async () => {
    const { href, id } = await offer()
    const wrong = [{ customerNumber: '1' }, {}, { customerNumber: psu.customerNumber, context: 'CORPORATE' as const }]
    for (const decision of wrong) await expect(decide(bank, world, href, decision)).rejects.toThrow()
    expect((await stored(id)).status).toBe('RECEIVED')
    await approve(href)
  })

  it('sends the PSU to the address and query of the TPP, with what the bank adds (D33)', async () => {
    const { href } = await offer({ 'TPP-Redirect-URI': 'https://tpp.example/back?a=1&psu-id=mine' })
    const back = await approve(href)
    expect(back.href.startsWith('https://tpp.example/back?a=1&psu-id=mine&psu-id=')).toBe(true)
  })

  it('is unknown in another world, and when there is none: SCA_NOT_FOUND', async () => {
    const { id } = await offer()
    for (const [at, wanted] of [
      [await bank.world(), id],
      [world, UNKNOWN_ID],
    ] as const) {
      const operator = await operatorOf(bank, at)
      await expect(completeAuthorisation(operator, wanted, { outcome: 'REJECTED' })).rejects.toMatchObject({
        code: 'SCA_NOT_FOUND',
        message: `There is no authorisation "${wanted}" in this world.`,
      })
    }
  })
})

describe('Calls that are refused for the lack of an SCA', () => {
  it('a hundred times leaves one open authorisation, and a new one only after that has expired', async () => {
    const at = await bank.world()
    await stopClock(bank, at, NOON)
    const { customerId } = await addPrivate(at)
    const customer = await bank.store.reader.customer.findFirstOrThrow({ where: { worldId: at.name, id: customerId } })
    const headers = { ...PSU_PRESENT, 'PSU-ID': customer.psuId }
    const ask = async () => (await at.call('GET', '/v1/accounts', { headers })).body._links.scaRedirect.href
    const hrefs = new Set(await Promise.all(Array.from({ length: 100 }, ask)))
    expect(hrefs.size).toBe(1)
    await moveClock(bank, at, { by: 'PT30M' })
    hrefs.add(await ask())
    expect(hrefs.size).toBe(2)
    expect(await bank.store.reader.authorisation.count({ where: { worldId: at.name } })).toBe(2)
  })

  it('without naming a PSU gives each call a link of its own, since they may be of two people', async () => {
    const ask = async () =>
      (await world.call('GET', '/v1/accounts', { headers: PSU_PRESENT })).body._links.scaRedirect.href
    expect(await ask()).not.toBe(await ask())
  })

  it('with another address, context or TPP is another authorisation', async () => {
    const ask = async (changes: Readonly<Record<string, string>>, tpp = bank.tpp) =>
      (await world.call('GET', '/v1/accounts', { headers: { ...PSU_PRESENT, ...changes }, tpp })).body._links
        .scaRedirect.href
    const hrefs = [
      await ask({}),
      await ask({ 'TPP-Redirect-URI': 'https://tpp.example/other' }),
      await ask({ 'TPP-Redirect-Preferred': 'false' }),
      await ask({ 'PSU-Context': 'PRIVATE' }),
      await ask({}, bank.newTpp()),
    ]
    expect(new Set(hrefs).size).toBe(hrefs.length)
  })
})

describe('The choice of the PSU', () => {
  it('is needed where it can act under several agreements, and is held to what the TPP fixed', async () => {
    const { customerNumber, account } = await addPrivate(world)
    const firm = await addCorporation(world)
    const owned = await addAccount(world, {}, firm.customerNumber)
    const agreement = await addAgreement(world, firm.customerNumber)
    await create(world, `${PATHS.agreements}/${agreement.id}/engagements`, engagementBody(customerNumber, owned.iban))
    const { href } = await offer()
    const choose = (decision: Parameters<typeof decide>[3]) =>
      decide(bank, world, href, { customerNumber, ...decision })
    await expect(choose({})).rejects.toMatchObject({
      code: 'SCA_INVALID',
      message: `context: The customer can act for itself, context: PRIVATE, or for a corporation, context: CORPORATE with agreementId: ${agreement.id}. The TPP can say which when it starts the SCA.`,
    })
    await expect(choose({ agreementId: UNKNOWN_ID })).rejects.toMatchObject({ code: 'SCA_INVALID' })
    await expect(choose({ context: 'PRIVATE', accountIds: [owned.id] })).rejects.toMatchObject({ code: 'SCA_INVALID' })
    const back = await choose({ context: 'CORPORATE', accountIds: [owned.id] })

    const fixed = await offer({ 'PSU-ID': back.searchParams.get('psu-id') ?? '', 'PSU-Corporate-ID': agreement.id })
    for (const decision of [{ context: 'PRIVATE' as const }, { accountIds: [account.id] }])
      await expect(decide(bank, world, fixed.href, { customerNumber, ...decision })).rejects.toMatchObject({
        code: 'SCA_INVALID',
      })
    await expect(decide(bank, world, fixed.href, { customerNumber: psu.customerNumber })).rejects.toMatchObject({
      code: 'PSU_CREDENTIALS_INVALID',
      message: 'psu: This authorisation is meant for another customer.',
    })
    await decide(bank, world, fixed.href, { customerNumber })
  })
})
