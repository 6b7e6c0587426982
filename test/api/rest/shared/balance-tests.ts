import { describe, expect, it } from 'vitest'
import { balance, expectRefusal, UNKNOWN_ID } from '../../../support/builders/builders.ts'
import type { Bank, World } from '../../../support/clients/bank.ts'
import { BALANCE_RULES } from './account-field-rules.ts'
import { describeFieldRules, UNKNOWN } from './field-rules.ts'

type Made = { readonly id: string; readonly balances: unknown }

/** The tests of PUT …/balances, which is the same for accounts and card accounts. `add` makes one with these balances. */
export function describeChangingBalances(
  bank: Bank,
  world: World,
  collection: string,
  add: (balances: readonly unknown[]) => Promise<Made>,
): void {
  const put = (id: string, ...balances: unknown[]) =>
    world.call('PUT', `${collection}/${id}/balances`, { body: { balances } })

  describe('200', () => {
    it.each([
      ['both', [balance(5.5), balance(-7, 'expected')], 5.5, -7],
      ['closingBooked alone, and expected becomes the same', [balance(12345678901.99)], 12345678901.99, 12345678901.99],
      ['expected alone, and closingBooked stays', [balance(0.1, 'expected')], 1000, 0.1],
      ['zero', [balance(0)], 0, 0],
    ])('sets %s (D22)', async (_, balances, booked, expected) => {
      const made = await add([balance(1000), balance(900, 'expected')])
      const answer = await put(made.id, ...balances)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ ...made, balances: [balance(booked), balance(expected, 'expected')] })
      expect((await world.call('GET', `${collection}/${made.id}`)).body).toEqual([answer.body])
    })

    it('books the difference against clearing, and nothing when there is none', async () => {
      const { id } = await add([balance(1000)])
      await put(id, balance(250))
      await put(id, balance(250))
      await put(id, balance(1, 'expected'))
      const bookings = await bank.store.reader.booking.findMany({
        where: { worldId: world.name, OR: [{ debitId: id }, { creditId: id }] },
        orderBy: { id: 'asc' },
      })
      expect(bookings).toMatchObject([
        { debitId: 'clearing', creditId: id, amountMinor: 100_000n, reason: 'OPENING_BALANCE' },
        { debitId: id, creditId: 'clearing', amountMinor: 75_000n, reason: 'BALANCE_SET' },
      ])
    })
  })

  const request = async () => {
    const { id } = await add([balance(1000)])
    return { path: `${collection}/${id}/balances`, body: { balances: [balance(1)] } }
  }
  describeFieldRules(world, { method: 'PUT', request }, [...BALANCE_RULES, ['currency', UNKNOWN, 'NOK']])

  describe('400', () => {
    it('names a balanceType that stands twice together with the faults of each balance (D78)', async () => {
      const { id } = await add([balance(1000)])
      const answer = await put(id, balance(1, 'closingBooked', 'EUR'), balance(1e20))
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
        expect.stringMatching(/^balances: must hold each balanceType once/),
        expect.stringMatching(/^balances\[0\]\.balanceAmount\.currency: must be NOK/),
        expect.stringMatching(/^balances\[1\]\.balanceAmount\.amount: /),
      ])
    })
  })

  describe('404', () => {
    it('for an id that the world does not have', async () => {
      expectRefusal(await put(UNKNOWN_ID, balance(1)), 404, 'RESOURCE_UNKNOWN')
    })
  })
}
