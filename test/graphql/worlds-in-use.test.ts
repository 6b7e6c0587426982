import { afterAll, expect, it } from 'vitest'
import { type Answer, startBank, type World } from '../support/bank.ts'
import { ask } from '../support/both-doors.ts'
import { accountBody, customerBody, PATHS } from '../support/builders.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const READ = '{ customers(first: 50) { nodes { name accounts { nodes { accountName owner { name } } } } } }'
const CONNECTIONS = 10
/** How often each thing is done to the world: `npm run fuzz` says more often. */
const ROUNDS = Math.max(6, Math.floor(Number(process.env['FUZZ_RUNS'] ?? 0) / 50))

/** A world with two snapshots: in each, everything is named after it. */
async function twoStates(): Promise<World> {
  const world = await bank.world()
  for (const state of ['red', 'blue']) {
    const document = {
      customers: Array.from({ length: 12 }, (_, place) => {
        const { customerNumber: _n, bban: _b, iban: _i, ...account } = accountBody('', { accountName: state })
        return {
          key: `${state}-${place}`,
          name: state,
          type: 'PRIVATE',
          accounts: [{ ...account, key: `${state}-daily-${place}` }],
        }
      }),
    }
    await ask(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }', {
      fixture: document,
    })
    await ask(world, `mutation { takeSnapshot(name: "${state}") { name } resetWorld(name: "${world.name}") { name } }`)
  }
  await ask(world, 'mutation { restoreSnapshot(name: "red") { name } }')
  return world
}

/** What an answer names, each once. */
const namesIn = ({ text }: Answer) => [...new Set(text.match(/"(red|blue)"/g))].toSorted().join(' ')

it('a world in use by ten connections is copied, kept, restored, reset and deleted: no fault, and no answer of two states', {
  timeout: 1_800_000,
}, async () => {
  const world = await twoStates()
  let over = false
  const mixed: string[] = []
  const statuses = new Set<number>()
  const seen = new Set<string>()
  const kinds = [
    (at: World) => at.call('GET', `${PATHS.customers}?withAccounts=true`),
    (at: World) => at.call('GET', PATHS.accounts),
    (at: World) => at.graphql(READ),
    (at: World) => at.call('POST', PATHS.customers, { body: customerBody({ name: 'green' }) }),
  ]
  const work = async (number: number) => {
    for (let round = number; !over; round += 1) {
      const answer = await kinds[round % kinds.length]?.(world)
      if (answer === undefined) continue
      statuses.add(answer.status)
      const names = namesIn(answer)
      seen.add(names)
      if (names.includes(' ')) mixed.push(answer.text.slice(0, 300))
    }
  }
  const working = Array.from({ length: CONNECTIONS }, (_, number) => work(number))
  const copies: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await ask(world, `mutation { restoreSnapshot(name: "${round % 2 === 0 ? 'blue' : 'red'}") { name } }`)
    const { createWorld: copy } = await ask(world, 'mutation ($of: String!) { createWorld(copyOf: $of) { name } }', {
      of: world.name,
    })
    copies.push(copy.name)
    expect(namesIn(await bank.at(copy.name).graphql(READ))).toBe(round % 2 === 0 ? '"blue"' : '"red"')
    await ask(
      world,
      `mutation { takeSnapshot(name: "round-${round}") { name } deleteSnapshot(name: "round-${round}") { name } }`,
    )
    if (round > 2) await ask(world, `mutation { deleteWorld(name: "${copies.shift()}") { name } }`)
  }
  await ask(world, `mutation { resetWorld(name: "${world.name}") { name } }`)
  await ask(bank.at('default'), `mutation { deleteWorld(name: "${world.name}") { name } }`)
  while (!statuses.has(404)) await new Promise(resolve => setImmediate(resolve))
  over = true
  await Promise.all(working)
  expect(mixed).toEqual([])
  // A customer of a world that is gone is refused; nothing else is anybody's fault.
  expect([...statuses].toSorted()).toEqual([200, 201, 404])
  expect([seen.has('"red"'), seen.has('"blue"')]).toEqual([true, true])
})
