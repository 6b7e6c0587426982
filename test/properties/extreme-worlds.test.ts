import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInput } from '../../src/bank/inputs/parse.ts'
import { audit } from '../../src/bank/resolvers/audit.ts'
import { ACCOUNTS, changeBalances } from '../../src/bank/resolvers/holders.ts'
import { createTransaction, deleteTransactions } from '../../src/bank/resolvers/transactions.ts'
import { DomainError } from '../../src/domain/errors.ts'
import type { Currency } from '../../src/domain/money.ts'
import { PRODUCTS } from '../../src/domain/products.ts'
import { exportFixture } from '../../src/sandbox/fixtures/export/export.ts'
import { fixture as fixtureSchema } from '../../src/sandbox/fixtures/inputs/fixtures.ts'
import { applyToWorld } from '../../src/sandbox/fixtures/run/to-world.ts'
import { createWorld } from '../../src/sandbox/worlds/create.ts'
import { anyOperation, type Operation, perform, place } from '../support/builders/ledger-operations.ts'
import { accountAt, openTowns, type Place, type Town } from '../support/builders/populated-world.ts'
import { openAccount, openBooks } from '../support/builders/resolver-world.ts'
import { openRows } from '../support/builders/row-texts.ts'
import { storiesOf } from '../support/harness/property-runs.ts'
import { LONG } from '../support/harness/property-time.ts'

const RUNS = { numRuns: storiesOf('extremeWorlds') }

/** Currencies without digits after the point, with two, three and five, of the smallest and the largest worth. */
const CURRENCIES = ['JPY', 'LBP', 'BHD', 'EUR', 'KWD', 'XDR'] as const satisfies readonly Currency[]
const DIGITS: Readonly<Record<string, number>> = { JPY: 0, BHD: 3, KWD: 3, XDR: 5 }

const sign = fc.constantFrom('', '-')
const anyExtreme = fc.oneof(
  fc.record({ kind: fc.constant('largeLine' as const), at: place, sign }),
  fc.record({
    kind: fc.constant('setTo' as const),
    at: place,
    booked: fc.constantFrom(0, 1, -1, 1e12, -1e12, 9_007_199_254),
    expected: fc.option(fc.constantFrom(0, 1e12, -1e12), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('emptyStatement' as const), at: place }),
  fc.record({
    kind: fc.constant('extremePayment' as const),
    from: fc.constantFrom(0, 2, 4, 5),
    to: fc.nat({ max: 4 }),
    product: fc.constantFrom(PRODUCTS[0], 'cross-border-credit-transfers' as const),
    amount: fc.constantFrom('0.01', '999999999999.99', '9999999999999.99'),
    isCarriedOut: fc.boolean(),
  }),
)
type Extreme = typeof anyExtreme extends fc.Arbitrary<infer Value> ? Value : never

/** The largest amount that a call can name. */
const largest = (currency: string) => {
  const digits = DIGITS[currency] ?? 2
  return digits === 0 ? '9999999999999' : `9999999999999.${'9'.repeat(digits)}`
}

async function performExtreme(town: Town, step: Extreme | Operation): Promise<unknown> {
  const { books } = town
  switch (step.kind) {
    case 'largeLine': {
      const { id, currency } = accountAt(town, step.at)
      return createTransaction(await books.operator(), id, {
        transactionAmount: { amount: `${step.sign}${largest(currency)}`, currency },
        bookingDate: '2030-05-14',
        valueDate: '2030-05-15',
      })
    }
    case 'setTo': {
      const { id, currency } = accountAt(town, step.at)
      const balance = (balanceType: 'closingBooked' | 'expected', amount: number) => ({
        ...{ balanceType, balanceAmount: { amount, currency } },
      })
      const expected = step.expected === undefined ? [] : [balance('expected', step.expected)]
      const balances = [balance('closingBooked', step.booked), ...expected]
      return changeBalances(ACCOUNTS, await books.operator(), id, { balances })
    }
    case 'emptyStatement':
      return deleteTransactions(await books.operator(), accountAt(town, step.at).id)
    case 'extremePayment': {
      const { id, currency } = accountAt(town, step.from)
      const balanceAmount = { amount: Number(largest(currency).split('.')[0]), currency }
      await changeBalances(ACCOUNTS, await books.operator(), id, {
        balances: [{ balanceType: 'closingBooked', balanceAmount }],
      })
      await perform(town, { ...step, kind: 'single', ahead: undefined })
      if (!step.isCarriedOut) return
      const open = { worldId: await books.id(), status: 'RECEIVED' } as const
      const last = (await books.store.reader.authorisation.count({ where: open })) - 1
      await perform(town, { kind: 'decide', pick: last, outcome: 'APPROVED' })
      return perform(town, { kind: 'advance', hours: 24 })
    }
    default:
      return perform(town, step)
  }
}

const steps = fc.array(fc.oneof({ weight: 3, arbitrary: anyExtreme }, { weight: 2, arbitrary: anyOperation }), {
  minLength: 2,
  maxLength: 14,
})

it(
  'every world that calls can make can be exported, and its document makes it again: overdrawn and closed accounts, balances and lines of any size, in currencies of any digits',
  LONG,
  async () => {
    const towns = await openTowns()
    const rowsOf = openRows(towns.file)
    const first = await towns.add('extremes')
    const accounts: Place[] = []
    for (const currency of CURRENCIES)
      accounts.push(await openAccount(first.books, first.payer, { currency, booked: 1e11, creditLine: 2_147_483_647 }))
    let stories = 0
    const seen = {
      'a balance that no call states': 0,
      'a line of more digits than a call has': 0,
      'a line of nothing': 0,
    }
    await fc.assert(
      fc.asyncProperty(steps, async story => {
        stories += 1
        const world = `w-${stories}`
        await createWorld(await first.books.operator(), { name: world, copyOf: 'extremes' })
        const town = { ...first, accounts, books: openBooks(towns.store, world, { tpp: towns.tpp }) }
        for (const step of story)
          await performExtreme(town, step).catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error
          })
        const exported = await exportFixture(await town.books.operator()).catch((error: unknown) => error)
        if (exported instanceof DomainError) {
          // What was opened with more than a call can state is a snapshot's.
          expect(exported.message).toMatch(/snapshot/)
          seen['a balance that no call states'] += 1
          return
        }
        const fixture = parseInput(fixtureSchema, exported)
        const holders = (fixture.customers ?? []).flatMap(one => one.accounts ?? [])
        for (const { transactionAmount } of holders.flatMap(one => one.transactions ?? [])) {
          if (/\d{14}/.test(transactionAmount.amount)) seen['a line of more digits than a call has'] += 1
          if (/^[0.]+$/.test(transactionAmount.amount)) seen['a line of nothing'] += 1
        }
        const name = `f-${stories}`
        await createWorld(await town.books.operator(), { name, fixture: { fixture } })
        const made = openBooks(towns.store, name)
        expect((await audit(await made.operator())).findings).toEqual([])
        const rows = rowsOf(name)
        await applyToWorld(await made.operator(), fixture)
        expect(rowsOf(name)).toBe(rows)
        expect(await exportFixture(await made.operator())).toEqual(exported)
      }),
      RUNS,
    )
    for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true])
  },
)
