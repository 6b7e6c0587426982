import { afterAll, expect, it } from 'vitest'
import { firstIdAt } from '../../../src/domain/calendar.ts'
import { addPrivate, NOON } from '../../support/builders/consented.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { moveClock, stopClock } from '../../support/clients/clock.ts'
import { decide, PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const DAY = 24 * 60 * 60 * 1000

async function offer(world: World) {
  const { body } = await world.call('POST', '/v1/bank-offered-consents', { headers: PSU_PRESENT })
  return { id: String(body.authorisationId), href: String(body._links.scaRedirect.href) }
}

/** Puts authorisations into a world that were made so many days ago, by the machine's clock. */
async function addOld(world: World, daysAgo: number, status: 'RECEIVED' | 'FINALISED' | 'EXPIRED', count: number) {
  const made = Date.now() - daysAgo * DAY
  const ids = Array.from({ length: count }, (_, place) => firstIdAt(new Date(made + place)))
  const at = new Date(NOON)
  const worldId = world.name
  const fixed = { worldId, tppId: 'NO-FSA-1', tppName: 'Old', purpose: 'CONSENT', status } as const
  const rest = {
    redirectUri: 'https://tpp.example',
    redirectPreferred: true,
    createdAt: at,
    expiresAt: new Date('2999-01-01'),
  }
  await bank.store.transaction(
    tx => tx.authorisation.createMany({ data: ids.map(id => ({ ...fixed, ...rest, id })) }),
    { worlds: [worldId] },
  )
}

const countOf = (world: World, where: { status?: 'RECEIVED' | 'FINALISED' | 'EXPIRED' } = {}) =>
  bank.store.reader.authorisation.count({ where: { worldId: world.name, tppId: 'NO-FSA-1', ...where } })

it('finished authorisations of more than 30 days go, some with each new one, and of this world only', async () => {
  const [world, other] = [await bank.world(), await bank.world()]
  for (const one of [world, other]) await addOld(one, 31, 'FINALISED', 30)
  await offer(world)
  expect(await countOf(world)).toBe(10)
  await offer(world)
  expect(await countOf(world)).toBe(0)
  expect(await countOf(other)).toBe(30)
})

it('unfinished ones stay, and younger ones', async () => {
  const world = await bank.world()
  await addOld(world, 400, 'RECEIVED', 25)
  await addOld(world, 29, 'FINALISED', 5)
  await addOld(world, 40, 'EXPIRED', 5)
  await offer(world)
  expect([
    await countOf(world, { status: 'RECEIVED' }),
    await countOf(world, { status: 'FINALISED' }),
    await countOf(world),
  ]).toEqual([25, 5, 30])
})

it("a world's clock that is moved by years makes none of them old", async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber } = await addPrivate(world)
  const { id, href } = await offer(world)
  await decide(bank, world, href, { customerNumber })
  await moveClock(bank, world, { by: 'P3Y' })
  await offer(world)
  expect(await bank.store.reader.authorisation.count({ where: { worldId: world.name, id, status: 'FINALISED' } })).toBe(
    1,
  )
})
