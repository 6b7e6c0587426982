import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { World } from '../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../src/testing.ts'
import { createCli } from '../support/clients/cli.ts'
import { runStory } from '../support/clients/story-runs.ts'
import { storiesOf } from '../support/harness/property-runs.ts'
import { LONG } from '../support/harness/property-time.ts'

/** D104: a story made of a random day of calls, or of some of them, is whole: it passes on a fresh bank. */

const cli = createCli()
const served = await cli.serve()
const bank = await connectSandbank(served.url)
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

const KARI = '13039319955'
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'
const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers'
const psu = { psu: KARI, context: 'PRIVATE' } as const
const acme = bank.tpp('acme')
const reader = bank.tpp('reader', { roles: ['AI'] })

/** What a day has so far: what a later act may name. */
type Day = {
  readonly world: World
  readonly accounts: string[]
  readonly paths: string[]
  readonly waiting: Response[]
  readonly customers: string[]
}

const of = <One>(list: readonly One[], choice: number): One | undefined => list[choice % Math.max(1, list.length)]
const idOf = async (answer: Response, name: string): Promise<string | undefined> => {
  const body: unknown = await answer.clone().json()
  const id: unknown = Reflect.get(Object(body), name)
  return typeof id === 'string' ? id : undefined
}

async function pay({ world, paths, waiting }: Day, path: string, choice: number, more: object = {}): Promise<void> {
  const amount = of(['5.00', '12.50', '12,50', '9999999.00', '0.00'], choice)
  const json = {
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: `Ola ${choice % 7}`,
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
    ...more,
  }
  const made = await acme.fetch(world.url(path), { ...psu, json })
  const id = made.status === 201 ? await idOf(made, 'paymentId') : undefined
  if (id === undefined) return
  paths.push(`${path}/${id}`)
  waiting.push(made)
}

/** Whoever comes too late, or to a thing that is over, is refused: the day goes on. */
const tried = (act: Promise<unknown>): Promise<unknown> => act.catch(() => undefined)

const ACTS = {
  read: async ({ world, accounts }: Day) => {
    const answer = await acme.fetch(world.url('/v1/accounts'), psu)
    if (answer.status === 401) return void (await tried(world.approve(answer, KARI)))
    const list: { resourceId: string }[] = (await answer.json()).accounts
    accounts.splice(0, accounts.length, ...list.map(({ resourceId }) => resourceId))
  },
  grant: async ({ world }: Day) =>
    world.graphql(
      'mutation ($tpp: String) { grantConsent(input: { psu: "13039319955", context: PRIVATE, tpp: $tpp }) { psuId } }',
      { tpp: await acme.id() },
    ),
  statement: async ({ world, accounts }: Day, choice: number) => {
    const id = of(accounts, choice)
    const list = of(['balances', 'transactions?bookingStatus=booked', 'transactions?bookingStatus=both'], choice)
    if (id !== undefined) await acme.fetch(world.url(`/v1/accounts/${id}/${list}`), psu)
  },
  pay: (day: Day, choice: number) => pay(day, PAYMENTS, choice),
  payLater: (day: Day, choice: number) => pay(day, PAYMENTS, choice, { requestedExecutionDate: '2099-01-05' }),
  payMonthly: async (day: Day, choice: number) => {
    const { data } = await day.world.graphql('{ clock { now } }')
    const startDate = String(data.clock.now).slice(0, 10)
    return pay(day, PERIODIC, choice, { startDate, frequency: 'Monthly', dayOfExecution: '15' })
  },
  status: async ({ world, paths }: Day, choice: number) => {
    const path = of(paths, choice)
    if (path !== undefined) await acme.fetch(world.url(`${path}${choice % 2 === 0 ? '/status' : ''}`), psu)
  },
  approve: async ({ world, waiting }: Day, choice: number) => {
    const answer = of(waiting, choice)
    if (answer !== undefined) await tried(world.approve(answer.clone(), KARI))
  },
  reject: async ({ world, waiting }: Day, choice: number) => {
    const answer = of(waiting, choice)
    if (answer !== undefined) await tried(world.reject(answer.clone(), KARI))
  },
  cancel: async ({ world, paths }: Day, choice: number) => {
    const path = of(paths, choice)
    if (path === undefined) return
    const answer = await acme.fetch(world.url(path), { ...psu, method: 'DELETE' })
    if (answer.status !== 202) return
    const started = await acme.fetch(world.url(`${path}/cancellation-authorisations`), { ...psu, method: 'POST' })
    await tried(world.approve(started, KARI))
  },
  basket: async ({ world, paths, waiting }: Day, choice: number) => {
    const paymentIds = paths.slice(choice % 3, (choice % 3) + 2).map(path => path.split('/').at(-1))
    const answer = await acme.fetch(world.url('/v1/signing-baskets'), { ...psu, json: { paymentIds } })
    if (answer.status !== 201) return
    const path = `/v1/signing-baskets/${await idOf(answer, 'basketId')}`
    waiting.push(await acme.fetch(world.url(`${path}/authorisations`), { ...psu, method: 'POST' }))
  },
  move: ({ world }: Day, choice: number) => world.clock.advance(of(['PT1H', 'P1D', 'P5D'], choice) ?? 'P1D'),
  customer: async ({ world, customers }: Day, choice: number) => {
    const customerNumber = `7${String(choice).padStart(10, '0')}`
    const json = { customerNumber, name: 'Per', type: 'PRIVATE' }
    const { status } = await reader.fetch(world.url('/v1/sandbox/customers'), { json })
    if (status === 201) customers.push(customerNumber)
  },
  account: async ({ world, customers }: Day, choice: number) => {
    const customerNumber = of(customers, choice) ?? KARI
    const json = {
      customerNumber,
      accountName: 'Sparing',
      bban: `9${String(choice).padStart(10, '0')}`,
      iban: `NO009${String(choice).padStart(10, '0')}`,
      currency: 'NOK',
      product: 'Sparekonto',
      cashAccountType: 'SVGS',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: choice % 1_000, currency: 'NOK' } }],
    }
    await acme.fetch(world.url('/v1/sandbox/accounts'), { json })
  },
  fail: ({ world }: Day) => world.setScenario('error; code=ACCESS_EXCEEDED', { times: 1 }),
  other: ({ world }: Day) => reader.fetch(world.url('/v1/accounts'), psu),
} as const satisfies Record<string, (day: Day, choice: number) => Promise<unknown>>

const names = Object.keys(ACTS) satisfies string[]
const act = fc.record({ name: fc.constantFrom(...names), choice: fc.nat(100_000) })
const day = fc.record({ acts: fc.array(act, { minLength: 3, maxLength: 16 }), chosen: fc.nat() })
const NUM_RUNS = Math.min(storiesOf('randomDays'), 300)

it('D104: a story of a random day, or of some of its calls, passes on a fresh bank', LONG, async () => {
  await fc.assert(
    fc.asyncProperty(day, async ({ acts, chosen }) => {
      const world = await bank.createWorld({ from: 'STANDARD' })
      const lived: Day = { world, accounts: [], paths: [], waiting: [], customers: [] }
      for (const { name, choice } of acts) await run(name, lived, choice)
      const all = (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
      const some = all.filter((_, place) => ((chosen >> (place % 30)) & 1) === 1)
      const ids = some.length === 0 ? all : some
      if (ids.length === 0) return
      const { data } = await world.graphql('query ($ids: [ID!]!) { copyCalls(ids: $ids, form: NODE_TEST) }', { ids })
      const text: string = data.copyCalls
      expect(text).not.toContain('the journal has no call that made it')
      const { exitCode, output } = await runStory('NODE_TEST', text)
      expect(exitCode, `${output}\n${text}`).toBe(0)
      await world.close()
    }),
    { numRuns: NUM_RUNS },
  )
})

async function run(name: string, lived: Day, choice: number): Promise<void> {
  for (const [known, does] of Object.entries(ACTS)) if (known === name) await does(lived, choice)
}
