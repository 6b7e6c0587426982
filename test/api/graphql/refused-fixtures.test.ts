import { afterAll, describe, expect, it } from 'vitest'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'
import { REFUSED_FIXTURES } from '../../support/hostile/refused-fixtures.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'

/** What a fixture is refused with. */
async function refusalOf(world: GraphqlWorld, fixture: object) {
  const { status, errors } = await world.run(APPLY, { fixture })
  return { status, ...errors[0].extensions }
}

describe('A fixture with many faults (D16, D74)', () => {
  it.each(REFUSED_FIXTURES)('is refused with the places of the first 20: %s', async (_, make) => {
    const world = await server.world()
    const { status, code, tppMessages } = await refusalOf(world, make(200))
    expect([status, code]).toEqual([200, expect.stringMatching(/^(FORMAT_ERROR|BAD_REQUEST|CONFLICT)$/)])
    const placed = tppMessages.filter((one: { path?: string }) => one.path !== undefined)
    expect(placed.length).toBeLessThanOrEqual(20)
    const [rest] = tppMessages.slice(placed.length)
    if (rest !== undefined) expect(rest.text).toMatch(/^[1-9]\d* more faults are not listed\.$/)
    expect((await world.run('{ world { counts { customers } } }')).data.world.counts.customers).toBe(0)
  })

  it('says of each fault that it lists which name is probably meant, and of an entry that is much too long nothing', async () => {
    const world = await server.world()
    const customers = Array.from({ length: 30 }, (_, place) => ({
      key: `customer${place}-kari`,
      name: 'Kari',
      type: 'PRIVATE',
    }))
    const owners = [...customers.map(({ key }) => `${key}-x`), `kari-${'0'.repeat(60)}`]
    const refused = (owner: string[]) =>
      refusalOf(world, { customers, agreements: owner.map(one => ({ owner: one, name: 'Agreement' })) })
    const { tppMessages } = await refused(owners)
    expect(tppMessages).toHaveLength(21)
    for (const [place, { path, text }] of tppMessages.slice(0, 20).entries()) {
      expect(path).toBe(`agreements[${place}].owner`)
      expect(text).toMatch(` Is "customer${place}-kari" meant?`)
    }
    expect(tppMessages[20].text).toBe('11 more faults are not listed.')
    expect((await refused(owners.slice(-1))).tppMessages[0].text).not.toMatch('meant?')
  })

  it('says which list is too long, and nothing of references to what it holds', async () => {
    const world = await server.world()
    const customers = Array.from({ length: 100_001 }, () => ({}))
    const agreements = [{ owner: 'kari', name: 'Agreement' }, { owner: 'kari' }]
    expect((await refusalOf(world, { customers, agreements })).tppMessages).toMatchObject([
      { path: 'customers', text: 'must hold at most 100000 entries.' },
      { path: 'agreements[1].name', text: 'is required.' },
    ])
  })

  it('says of a document with too many values beside its lists just that', async () => {
    const { tppMessages } = await refusalOf(await server.world(), { other: Array(15_001).fill(1) })
    expect(tppMessages).toEqual([
      { category: 'ERROR', code: 'FORMAT_ERROR', text: expect.stringMatching(/^An entry may hold 15000 values/) },
    ])
  })

  it('names as many customers that are not there as it likes', async () => {
    const world = await server.world()
    const agreements = Array.from({ length: 20_000 }, (_, place) => ({ owner: `ghost-${place}`, name: 'Agreement' }))
    const { code, tppMessages } = await refusalOf(world, { agreements })
    expect([code, tppMessages[20].text]).toEqual(['BAD_REQUEST', '19980 more faults are not listed.'])
  })
})
