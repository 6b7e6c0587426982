import { afterAll, expect, it, onTestFinished } from 'vitest'
import { isSmallWorld } from '../../../src/platform/store/world-copies.ts'
import { accountBody, customerBody, PATHS } from '../../support/builders/builders.ts'
import { type Answer, send, startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { isFuzz, storiesOf } from '../../support/harness/property-runs.ts'
import { LONG } from '../../support/harness/property-time.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const READ = '{ customers(first: 50) { nodes { name accounts { nodes { accountName owner { name } } } } } }'
const STATEMENT = 'query ($id: ID!) { account(by: { id: $id }) { accountName transactions(first: 1) { totalCount } } }'
const CONNECTIONS = 5
const CUSTOMERS = 6
/** How often each thing is done to the world. */
const ROUNDS = isFuzz ? Math.max(6, Math.floor(storiesOf('worldsInUse') / 50)) : storiesOf('worldsInUse')

/** Words that nothing else in an answer has. In each of the two states everything is named after it. */
const STATES = ['crimson', 'azure'] as const
type State = (typeof STATES)[number]
const NAMES = new RegExp(STATES.join('|'), 'g')

/** A world with two snapshots, and an account of each with as many lines as are wanted. */
async function twoStates(lines: number): Promise<{ world: World; accounts: string[] }> {
  const world = await bank.world()
  const accounts: string[] = []
  for (const state of STATES) {
    const document = {
      customers: Array.from({ length: CUSTOMERS }, (_, place) => {
        const { customerNumber: _n, bban: _b, iban: _i, ...account } = accountBody('', { accountName: state })
        return {
          key: `customer-${place}`,
          name: state,
          type: 'PRIVATE',
          accounts: [{ ...account, key: `${state}-${place}`, generate: { profile: 'household', transactions: lines } }],
        }
      }),
    }
    const { applyFixture } = await ask(
      world,
      'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }',
      { fixture: document },
    )
    accounts.push(applyFixture.ids.find(({ key }: { key: string }) => key === `${state}-0`).id)
    await ask(
      world,
      `mutation { takeSnapshot(name: "${state}") { snapshot { name } } resetWorld(input: { name: "${world.name}" }) { world { name } } }`,
    )
  }
  return { world, accounts }
}

/** Something that is read, and what of a state an answer holds when it is whole. */
type Reading = { readonly ask: (at: World) => Promise<Answer>; readonly shown: (answer: Answer) => string }

/** How often an answer names each state. */
const namedIn = ({ text }: Answer) =>
  STATES.map(state => (text.match(NAMES) ?? []).filter(name => name === state).length).join(' ')

const page = (at: World, path: string) =>
  send(bank.url, { method: 'GET', target: at.base + path, headers: [['Accept', 'text/html']], body: Buffer.from('') })

function readings(accounts: readonly string[]): Reading[] {
  return [
    { ask: at => at.call('GET', `${PATHS.customers}?withAccounts=true`), shown: namedIn },
    { ask: at => at.call('GET', PATHS.accounts), shown: namedIn },
    { ask: at => at.graphql(READ), shown: namedIn },
    { ask: at => page(at, '/console/customers'), shown: namedIn },
    ...accounts.flatMap(id => [
      {
        ask: (at: World) => at.call('GET', `${PATHS.accounts}/${id}/transactions?limit=1000`),
        shown: ({ status, body }: Answer) => (status === 200 ? `${body.transactions.length} lines` : 'none'),
      },
      {
        ask: (at: World) => at.graphql(STATEMENT, { id }),
        shown: ({ body }: Answer) =>
          body?.data?.account == null
            ? 'none'
            : `${body.data.account.accountName} ${body.data.account.transactions.totalCount} lines`,
      },
    ]),
  ]
}

it.each([
  ['a small world, which is copied at once', 3, ROUNDS],
  // With six accounts just more lines and bookings of them than are copied at once.
  ['a large one, which is copied bit by bit', 340, Math.ceil(ROUNDS / 2)],
])(
  '%s, is copied, kept, restored, reset and deleted while five connections use it: no fault, and every answer is of one state, and whole',
  LONG,
  async (what, lines, rounds) => {
    const { world, accounts } = await twoStates(lines)
    const read = readings(accounts)
    // The result of each reading in each state, and in the world without either, while there is no other caller.
    const whole = read.map(() => new Set<string>())
    const readAll = async (at: World) => Promise.all(read.map(async one => one.shown(await one.ask(at))))
    const note = async () => {
      for (const [place, shown] of (await readAll(world)).entries()) whole[place]?.add(shown)
    }
    await note()
    const wholeOf = new Map<State, readonly string[]>()
    for (const state of STATES) {
      await ask(world, `mutation { restoreSnapshot(name: "${state}") { world { name } } }`)
      await note()
      wholeOf.set(state, await readAll(world))
      const { id } = await bank.store.reader.world.findFirstOrThrow({ where: { name: world.name } })
      expect(await isSmallWorld(bank.store.reader, id)).toBe(what.startsWith('a small'))
    }
    // Nothing, and both states: an account is only in one of them.
    expect(whole.map(one => one.size)).toEqual([3, 3, 3, 3, 2, 2, 2, 2])
    // What the world is no more, or is not yet, shows nothing.
    for (const one of whole) for (const nothing of ['0 0', 'none']) one.add(nothing)

    let over = false
    onTestFinished(() => {
      over = true
    })
    const broken: string[] = []
    const statuses = new Set<number>()
    const seen = read.map(() => new Set<string>())
    const work = async (number: number) => {
      for (let round = number; !over; round += 1) {
        const place = round % (read.length + 1)
        const one = read[place]
        const answer = await (one === undefined
          ? world.call('POST', PATHS.customers, { body: customerBody({ name: 'green' }) })
          : one.ask(world))
        statuses.add(answer.status)
        if (one === undefined) continue
        const shown = one.shown(answer)
        seen[place]?.add(shown)
        if (whole[place]?.has(shown) !== true) broken.push(`${place}: ${shown}: ${answer.text.slice(0, 300)}`)
      }
    }
    const working = Array.from({ length: CONNECTIONS }, (_, number) => work(number))
    const made: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const state = STATES[round % 2] ?? 'azure'
      await ask(world, `mutation { restoreSnapshot(name: "${state}") { world { name } } }`)
      const {
        createWorld: { world: copy },
      } = await ask(
        world,
        'mutation ($of: String!) { createWorld(input: { source: { copyOf: $of } }) { world { name } } }',
        {
          of: world.name,
        },
      )
      await ask(world, `mutation { takeSnapshot(name: "round-${round}") { snapshot { name } } }`)
      const {
        createWorld: { world: again },
      } = await ask(
        world,
        `mutation { createWorld(input: { source: { snapshot: { name: "round-${round}" } } }) { world { name } } deleteSnapshot(name: "round-${round}") { snapshot { name } } }`,
      )
      for (const { name } of [copy, again]) {
        expect(await readAll(bank.at(name))).toEqual(wholeOf.get(state))
        made.push(name)
      }
      if (round > 1) await ask(world, `mutation { deleteWorld(name: "${made.shift()}") { world { name } } }`)
      if (round % 3 === 1)
        await ask(world, `mutation { resetWorld(input: { name: "${world.name}" }) { world { name } } }`)
    }
    await ask(bank.at('default'), `mutation { deleteWorld(name: "${world.name}") { world { name } } }`)
    while (!statuses.has(404)) await new Promise(resolve => setImmediate(resolve))
    over = true
    await Promise.all(working)
    expect(broken).toEqual([])
    // An account of the other state and a customer of a world that is gone are refused; nothing else is anybody's fault.
    expect([...statuses].toSorted()).toEqual([200, 201, 404])
    // And all was read in each state while that was done.
    for (const state of STATES)
      for (const [place, shown] of seen.entries()) expect([place, ...shown]).toContain(wholeOf.get(state)?.[place])
  },
)
