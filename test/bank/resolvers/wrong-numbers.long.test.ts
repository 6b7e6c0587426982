import { afterAll, describe, expect, it } from 'vitest'
import { MOST_UNNAMED, MOST_WRONG_NUMBERS } from '../../../src/domain/authorisations.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, visitor } from '../../workbench/pages/visits.ts'

const bank = await startBank({ proxies: ['127.0.0.1'] })
afterAll(() => expect(bank.faults).toEqual([]))

const HEADERS = {
  'TPP-Redirect-URI': 'https://tpp.example/back',
  'TPP-Session-ID': 's',
  'x-accept-fix': 'none',
  'PSU-IP-Address': '127.0.0.1',
}

const HELD_MS = 1_990

describe('Wrong customer numbers', () => {
  it.each(['one after the other', 'all at once'])(
    'are answered at once on the page of an SCA up to the tenth, then after 2 s, and a right one is taken: %s (D75)',
    async how => {
      const world = await bank.world('STANDARD')
      const { path } = await ask(bank, world)
      const browser = visitor(bank, path)
      await browser.open()
      const guess = async (customerNumber: string, more = {}) => {
        const begun = performance.now()
        const { status } = await browser.submit({ customerNumber, ...more })
        return { status, isHeld: performance.now() - begun >= HELD_MS }
      }
      const wrong = Array.from({ length: MOST_WRONG_NUMBERS + 1 }, (_, n) => String(n))
      const answers = []
      if (how === 'all at once') answers.push(...(await Promise.all(wrong.map(number => guess(number)))))
      else for (const number of wrong) answers.push(await guess(number))
      expect(answers.every(({ status }) => status === 401)).toBe(true)
      expect(answers.filter(({ isHeld }) => isHeld)).toHaveLength(1)
      expect(await guess('13039319955')).toEqual({ status: 200, isHeld: true })
      expect(await guess('13039319955', { action: 'reject' })).toEqual({ status: 303, isHeld: true })
    },
  )

  it('count for the PSU that the TPP named and the address, whichever SCA they are entered at, for a minute (D75)', async () => {
    const world = await bank.world('STANDARD')
    const psuOf = async (customerNumber: string) =>
      bank.store.reader.customer.findFirstOrThrow({ where: { world: { name: world.name }, customerNumber } })
    const [kari, other] = [await psuOf('13039319955'), await psuOf('12085592767')]
    const isHeld = async (customerId: string | undefined, from: string) => {
      const { path } = await ask(bank, world, { customerId })
      const browser = visitor(bank, path, { 'X-Forwarded-For': from })
      await browser.open()
      const begun = performance.now()
      expect((await browser.submit({ customerNumber: '1' })).status).toBe(401)
      return performance.now() - begun >= HELD_MS
    }
    for (let n = 0; n < MOST_WRONG_NUMBERS; n += 1) expect(await isHeld(kari.id, '192.0.2.1')).toBe(false)
    expect(await isHeld(kari.id, '192.0.2.1')).toBe(true)
    expect(await isHeld(kari.id, '192.0.2.2')).toBe(false)
    expect(await isHeld(other.id, '192.0.2.1')).toBe(false)
    expect(await isHeld(undefined, '192.0.2.1')).toBe(false)
    // A minute later they are forgotten, and the next wrong number takes their rows along.
    await bank.store.transaction(tx => tx.wrongNumber.updateMany({ where: {}, data: { until: new Date() } }))
    expect(await isHeld(kari.id, '192.0.2.1')).toBe(false)
    expect(await bank.store.reader.wrongNumber.count()).toBe(1)
  })

  it('are refused by GraphQL, where the operator may read all of them, and a right one is taken', async () => {
    const world = await bank.world('STANDARD')
    const offered = await world.call('POST', '/v1/bank-offered-consents', { headers: HEADERS })
    const id = offered.body._links.scaRedirect.href.split('/').at(-1)
    const guess = (customerNumber: string) =>
      world.graphql(
        `mutation { completeAuthorisation(input: { id: "${id}", psu: "${customerNumber}", outcome: REJECTED }) { authorisation { status } } }`,
      )
    for (let n = 0; n <= MOST_WRONG_NUMBERS; n += 1)
      expect((await guess(String(n))).body.errors[0].extensions.code).toBe('PSU_CREDENTIALS_INVALID')
    expect((await guess('13039319955')).body.data).toEqual({
      completeAuthorisation: { authorisation: { status: 'FAILED' } },
    })
  })
})

describe('Reads that name no PSU', () => {
  it('leave a bounded number of links behind, of which the latest work', async () => {
    const world = await bank.world('STANDARD')
    const read = () => world.call('GET', '/v1/accounts', { headers: HEADERS })
    let last = ''
    for (let n = 0; n < MOST_UNNAMED + 10; n += 1) last = (await read()).body._links.scaRedirect.href
    const open = await bank.store.reader.authorisation.count({ where: { world: { name: world.name } } })
    expect(open).toBe(MOST_UNNAMED)
    expect((await fetch(last)).status).toBe(200)
  })
})
