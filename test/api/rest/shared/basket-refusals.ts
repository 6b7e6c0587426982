import { describe, expect, it } from 'vitest'
import { addAccount, balance, expectRefusal, UNKNOWN_ID } from '../../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  callingAs,
  NDCT,
  paymentBody,
  type Registered,
  register,
} from '../../../support/builders/payments.ts'
import type { Bank } from '../../../support/clients/bank.ts'
import type { OnPayment } from './payment-refusals.ts'
import { dropping } from './payment-refusals.ts'

type Payer = Awaited<ReturnType<typeof addPayer>>

/** A payer, payments of these amounts in kroner, and a basket of them. */
export async function addBasket(bank: Bank, amounts: readonly number[] = [100, 200], payer?: Payer) {
  const own = payer ?? (await addPayer(bank))
  const payments: Registered[] = []
  for (const amount of amounts) {
    const instructedAmount = { amount: String(amount), currency: 'NOK' }
    const body = paymentBody(own.debtor, own.creditor, { instructedAmount })
    payments.push(await register(own.psu, `${NDCT}?allowLogicalDuplicate=true`, body))
  }
  const basket = await register(own.psu, BASKETS, { paymentIds: payments.map(({ id }) => id) })
  return { ...own, payments, basket }
}

/** What every operation on one basket refuses: whose it is, and who calls (D3, D34). */
export function describeBasketRefusals(bank: Bank, { method, tail }: OnPayment): void {
  describe('404', () => {
    it('RESOURCE_UNKNOWN for a basket that there is not, and for that of another TPP or PSU (D3)', async () => {
      const { psu, basket, world, headers } = await addBasket(bank)
      const other = await addPayer(bank, { world })
      for (const [caller, path] of [
        [psu, `${BASKETS}/${UNKNOWN_ID}`],
        [psu, `${BASKETS}/x`],
        [other.psu, basket.path],
        [callingAs(world, headers, bank.newTpp()), basket.path],
      ] as const) {
        const [text] = expectRefusal(await caller.call(method, path + tail), 404, 'RESOURCE_UNKNOWN')
        expect(text).toMatch(/^There is no signing basket ".+" of this TPP and PSU\.$/)
      }
    })
  })

  describe('400, 401 and 403', () => {
    it("a corporation's basket is named with its PSU-Corporate-ID, without it 400 HTTP_HEADER_REQUIRED, and exists for its members (D34, D79, D3)", async () => {
      const corporate = await addCorporate(bank)
      const { world } = corporate
      const clerk = await addMember(bank, world, corporate)
      const stranger = await addPayer(bank, { world })
      const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
      const { id, path } = await register(clerk.psu, BASKETS, { paymentIds: [payment.id] })
      const bare = callingAs(world, dropping(clerk.headers, 'PSU-Corporate-ID'))
      expect(expectRefusal(await bare.call(method, path + tail), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
        `PSU-Corporate-ID: The signing basket ${id} belongs to an agreement of a corporation: send PSU-Corporate-ID: ${corporate.agreement.id} (D34).`,
      ])
      const wrong = callingAs(world, { ...clerk.headers, 'PSU-Corporate-ID': UNKNOWN_ID })
      expectRefusal(await wrong.call(method, path + tail), 401, 'PSU_CREDENTIALS_INVALID')
      expectRefusal(await stranger.psu.call(method, path + tail), 404, 'RESOURCE_UNKNOWN')
    })

    it('a private basket does not exist under an agreement (D79)', async () => {
      const corporate = await addCorporate(bank)
      const { world, agreement } = corporate
      const clerk = await addMember(bank, world, corporate)
      const own = await addAccount(world, { balances: [balance(1000)] }, clerk.number)
      const headers = dropping(clerk.headers, 'PSU-Corporate-ID', 'PSU-Context')
      const psu = callingAs(world, headers)
      const payment = await register(psu, NDCT, paymentBody(own, corporate.creditor))
      const under = callingAs(world, { ...headers, 'PSU-Corporate-ID': agreement.id })
      expectRefusal(await under.call('POST', BASKETS, { body: { paymentIds: [payment.id] } }), 404, 'RESOURCE_UNKNOWN')
      const { path } = await register(psu, BASKETS, { paymentIds: [payment.id] })
      const [text] = expectRefusal(await under.call(method, path + tail), 404, 'RESOURCE_UNKNOWN')
      expect(text).toMatch(/ is a private one: leave PSU-Corporate-ID out/)
    })

    it('PSU_CREDENTIALS_INVALID for an unknown PSU, FORBIDDEN for a certificate that states only PSP_AI (D14)', async () => {
      const { psu, basket } = await addBasket(bank)
      const unknown = await psu.call(method, basket.path + tail, { headers: { 'PSU-ID': UNKNOWN_ID } })
      expectRefusal(unknown, 401, 'PSU_CREDENTIALS_INVALID')
      const tpp = bank.newTpp({ roles: ['PSP_AI'] })
      expectRefusal(await psu.call(method, basket.path + tail, { tpp }), 403, 'FORBIDDEN')
    })

    it('HTTP_HEADER_REQUIRED without PSU-ID', async () => {
      const { world, headers } = await addPayer(bank)
      const path = `${BASKETS}/${UNKNOWN_ID}${tail}`
      const answer = await world.call(method, path, { headers: dropping(headers, 'PSU-ID') })
      expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')).toEqual([
        'PSU-ID: The header PSU-ID is required for this operation.',
      ])
    })
  })
}
