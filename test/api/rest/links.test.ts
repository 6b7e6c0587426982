import { afterAll, describe, expect, it } from 'vitest'
import { addCorporateSetting, PATHS } from '../../support/builders/builders.ts'
import {
  addPayer,
  BASKETS,
  CROSS_BORDER,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  type Registered,
  register,
  sign,
  statusOf,
} from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Links = Readonly<Record<string, { readonly href: string; readonly verbs: readonly string[] }>>

/** Takes every link by each of its verbs, what deletes last: none may be refused. Verbs that were taken, by link. */
async function follow(world: World, links: Links): Promise<Record<string, readonly string[]>> {
  const calls = Object.entries(links).flatMap(([name, { href, verbs }]) => verbs.map(verb => ({ name, href, verb })))
  const ordered = calls.toSorted((one, other) => Number(one.verb === 'DELETE') - Number(other.verb === 'DELETE'))
  for (const { href, verb } of ordered) {
    if (!href.startsWith(`${world.base}/v1/`) || verb === 'PUT') continue
    const answer = await world.call(verb, href.slice(world.base.length))
    expect(answer.status, `${verb} ${href} ${answer.text}`).toBeLessThan(300)
  }
  return Object.fromEntries(Object.entries(links).map(([name, { verbs }]) => [name, verbs]))
}

const linksAt = async (world: World, path: string): Promise<Links> => (await world.call('GET', path)).body._links

type Payer = Awaited<ReturnType<typeof addPayer>>
const domestic = ({ psu, debtor, creditor }: Payer) =>
  register(psu, `${NDCT}?allowLogicalDuplicate=true`, paymentBody(debtor, creditor))
const signed = async (payer: Payer, made: Registered) => {
  await sign(bank, payer.psu, made, payer.number)
  return made
}

describe('no verb of a link is refused ([I] Link)', () => {
  it.each([
    ['RCVD', 'a payment', true, domestic],
    ['ACTC', 'a payment', true, async (payer: Payer) => signed(payer, await domestic(payer))],
    [
      'ACSC',
      'a payment',
      false,
      async (payer: Payer) => {
        const made = await signed(payer, await domestic(payer))
        await moveClock(bank, payer.world, { by: 'P3D' })
        return made
      },
    ],
    [
      'ACSP',
      'a payment abroad',
      false,
      async (payer: Payer) => {
        const made = await signed(
          payer,
          await register(
            payer.psu,
            CROSS_BORDER,
            crossBorderBody(payer.debtor, { instructedAmount: { amount: '5.00', currency: 'EUR' } }),
          ),
        )
        await moveClock(bank, payer.world, { by: 'PT2H' })
        return made
      },
    ],
    [
      'CANC',
      'a payment',
      false,
      async (payer: Payer) => {
        const made = await domestic(payer)
        await payer.psu.call('DELETE', made.path)
        return made
      },
    ],
    [
      'RJCT',
      'a payment',
      false,
      async (payer: Payer) => {
        const made = await domestic(payer)
        await sign(bank, payer.psu, made, payer.number, { outcome: 'REJECTED' })
        return made
      },
    ],
    [
      'ACTC',
      'a periodic payment',
      true,
      async (payer: Payer) =>
        signed(payer, await register(payer.psu, PERIODIC, periodicBody(payer.debtor, payer.creditor))),
    ],
  ] as const)('%s of %s: can it be deleted? %s', async (status, _, isDeleted, make) => {
    const payer = await addPayer(bank)
    const made = await make(payer)
    expect((await statusOf(payer.psu, made)).transactionStatus).toBe(status)
    const verbs = await follow(payer.psu, await linksAt(payer.psu, made.path))
    expect(verbs['self']).toEqual(isDeleted ? ['GET', 'DELETE'] : ['GET'])
    // A cancellation that waits for its SCA keeps the payment (D36).
    if (!isDeleted) expect((await payer.psu.call('DELETE', made.path)).status).toBe(405)
  })

  it('of a signing basket, before its SCA, after a part of it and after all of it (D39)', async () => {
    const payer = await addPayer(bank)
    const ids = [await domestic(payer), await domestic(payer)]
    const basket = await register(payer.psu, BASKETS, { paymentIds: ids.map(({ id }) => id) })
    const verbs = { self: ['GET', 'DELETE'], status: ['GET'], startAuthorisation: ['POST'] }
    expect(await follow(payer.psu, basket.made._links)).toEqual(verbs)
    const other = await register(payer.psu, BASKETS, { paymentIds: ids.map(({ id }) => id) })
    const [first] = ids
    if (first !== undefined) await signed(payer, first)
    expect(await follow(payer.psu, await linksAt(payer.psu, other.path))).toEqual({ ...verbs, self: ['GET'] })
    await signed(payer, other)
    expect((await payer.psu.call('GET', `${other.path}/status`)).body.transactionStatus).toBe('ACTC')
    expect(await follow(payer.psu, await linksAt(payer.psu, other.path))).toEqual({ self: ['GET'], status: ['GET'] })
    expect((await payer.psu.call('DELETE', other.path)).status).toBe(409)
    expect((await payer.psu.call('POST', `${other.path}/authorisations`)).status).toBe(409)
  })

  it("of an agreement: a private customer's own cannot be deleted (D26)", async () => {
    const { world } = await addPayer(bank)
    await addCorporateSetting(world)
    const agreements: { id: string; _links: Links }[] = (await world.call('GET', PATHS.agreements)).body
    const deletable = agreements.filter(({ _links }) => _links['self']?.verbs.includes('DELETE'))
    expect([agreements.length > deletable.length, deletable.length]).toEqual([true, 1])
    for (const { id, _links } of agreements) {
      const may = _links['self']?.verbs.includes('DELETE') === true
      expect((await world.call('DELETE', `${PATHS.agreements}/${id}`)).status).toBe(may ? 204 : 400)
    }
  })
})
