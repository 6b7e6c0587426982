import { describe, expect, it } from 'vitest'
import {
  addAccount,
  addAgreement,
  addCustomer,
  balance,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../../support/builders/builders.ts'
import type { Headers } from '../../../support/builders/consented.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  callingAs,
  NDCT,
  paymentBody,
  privateHeaders,
  register,
} from '../../../support/builders/payments.ts'
import type { Bank } from '../../../support/clients/bank.ts'

type Method = 'GET' | 'POST' | 'DELETE'
/** The operation called on the payment at `path`, or on what belongs to it. */
export type OnPayment = { readonly method: Method; readonly tail: string }

/** Headers without some of them. */
export function dropping(headers: Headers, ...names: string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** What every operation on one payment refuses: the path, the PSU, and whose payment it is (D3, D34). */
export function describePaymentRefusals(bank: Bank, { method, tail }: OnPayment): void {
  const product = NDCT.split('/').at(-1)

  describe('404', () => {
    it('RESOURCE_UNKNOWN for a payment that there is not, or that is of another service or product', async () => {
      const { psu, debtor, creditor } = await addPayer(bank)
      const { id } = await register(psu, NDCT, paymentBody(debtor, creditor))
      for (const path of [
        `${NDCT}/${UNKNOWN_ID}`,
        `${NDCT}/x`,
        `/v1/payments/sepa-credit-transfers/${id}`,
        `/v1/bulk-payments/${product}/${id}`,
        `/v1/periodic-payments/${product}/${id}`,
      ]) {
        const [text] = expectRefusal(await psu.call(method, path + tail), 404, 'RESOURCE_UNKNOWN')
        // Its owner hears where it is.
        if (path.endsWith(id))
          expect(text).toMatch(new RegExp(`^There is no such payment below .+: ${id} is at ${NDCT}/${id}\\.$`))
        else expect(text).toMatch(/^There is no payment ".+" of this TPP and PSU\.$/)
      }
    })

    it('RESOURCE_UNKNOWN for the payment of another TPP, of another PSU, and of a corporation to which the PSU is a stranger (D3)', async () => {
      const corporate = await addCorporate(bank)
      const { world } = corporate
      const clerk = await addMember(bank, world, corporate)
      const own = await addPayer(bank, { world })
      const other = await addPayer(bank, { world })
      const payment = await register(own.psu, NDCT, paymentBody(own.debtor, own.creditor))
      const corporates = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
      const foreign = callingAs(world, own.headers, bank.newTpp())
      for (const [psu, { path }] of [
        [foreign, payment],
        [other.psu, payment],
        [clerk.psu, payment],
        [other.psu, corporates],
        [callingAs(world, { ...other.headers, 'PSU-Corporate-ID': corporate.agreement.id }), corporates],
      ] as const)
        expectRefusal(await psu.call(method, path + tail), 404, 'RESOURCE_UNKNOWN')
    })

    it('RESOURCE_UNKNOWN for a private payment with PSU-Corporate-ID, and for one of another agreement of the PSU (D79)', async () => {
      const corporate = await addCorporate(bank)
      const { world, agreement } = corporate
      const clerk = await addMember(bank, world, corporate)
      const own = await addAccount(world, { balances: [balance(1000)] }, clerk.number)
      const headers = dropping(clerk.headers, 'PSU-Corporate-ID', 'PSU-Context')
      const mine = await register(callingAs(world, headers), NDCT, paymentBody(own, corporate.creditor))
      const under = { headers: { ...headers, 'PSU-Corporate-ID': agreement.id } }
      const answer = await world.call(method, mine.path + tail, under)
      expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')[0]).toMatch(/ is a private one: leave PSU-Corporate-ID out/)
      const theirs = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
      const second = await addAgreement(world, corporate.corporation.customerNumber)
      const rights = engagementBody(clerk.number, corporate.account.iban)
      await create(world, `${PATHS.agreements}/${second.id}/engagements`, rights)
      const elsewhere = callingAs(world, { ...clerk.headers, 'PSU-Corporate-ID': second.id })
      const [text] = expectRefusal(await elsewhere.call(method, theirs.path + tail), 404, 'RESOURCE_UNKNOWN')
      expect(text).toContain(`belongs to another agreement: send PSU-Corporate-ID: ${agreement.id}`)
    })

    it('PRODUCT_UNKNOWN for a product that there is not, NOT_FOUND for such a service', async () => {
      const { psu } = await addPayer(bank)
      const unknown = await psu.call(method, `/v1/payments/domestic/${UNKNOWN_ID}${tail}`)
      expectRefusal(unknown, 404, 'PRODUCT_UNKNOWN')
      const service = await psu.call(method, `/v1/card-payments/${product}/${UNKNOWN_ID}${tail}`)
      expectRefusal(service, 404, 'NOT_FOUND')
    })
  })

  describe('400, 401 and 403', () => {
    it('HTTP_HEADER_REQUIRED without PSU-ID, for which X-PSU-IDENTITY is no substitute here', async () => {
      const { world, headers, number } = await addPayer(bank)
      const path = `${NDCT}/${UNKNOWN_ID}${tail}`
      const bare = { ...dropping(headers, 'PSU-ID'), 'X-PSU-IDENTITY': number }
      expect(expectRefusal(await world.call(method, path, { headers: bare }), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
        'PSU-ID: The header PSU-ID is required for this operation.',
      ])
    })

    it('HTTP_HEADER_REQUIRED for a payment of a corporation without PSU-Corporate-ID; the text names the agreement (D34, D79, [I] Errors)', async () => {
      const corporate = await addCorporate(bank)
      const { world, agreement } = corporate
      const clerk = await addMember(bank, world, corporate)
      const { id, path } = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
      const bare = callingAs(world, dropping(clerk.headers, 'PSU-Corporate-ID', 'PSU-Context'))
      expect(expectRefusal(await bare.call(method, path + tail), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
        `PSU-Corporate-ID: The payment ${id} belongs to an agreement of a corporation: send PSU-Corporate-ID: ${agreement.id} (D34).`,
      ])
      expect((await clerk.psu.call('GET', `${path}/status`)).body).toEqual({ transactionStatus: 'RCVD' })
    })

    it('PSU_CREDENTIALS_INVALID for an unknown PSU, and for an agreement that is not one of the PSU', async () => {
      const corporate = await addCorporate(bank)
      const clerk = await addMember(bank, corporate.world, corporate)
      const { path } = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
      for (const wrong of [{ 'PSU-ID': UNKNOWN_ID }, { 'PSU-Corporate-ID': UNKNOWN_ID }] as Record<string, string>[]) {
        const answer = await clerk.psu.call(method, path + tail, { headers: wrong })
        expectRefusal(answer, 401, 'PSU_CREDENTIALS_INVALID')
      }
    })

    it('PRODUCT_INVALID for a product that the service does not offer', async () => {
      const { psu } = await addPayer(bank)
      const path = `/v1/bulk-payments/sepa-credit-transfers/${UNKNOWN_ID}`
      expectRefusal(await psu.call(method, path + tail), 403, 'PRODUCT_INVALID')
    })

    it('FORBIDDEN for a certificate that states only PSP_AI (D14)', async () => {
      const world = await bank.world()
      const headers = await privateHeaders(bank, world, String((await addCustomer(world)).customerNumber))
      const tpp = bank.newTpp({ roles: ['PSP_AI'] })
      const answer = await world.call(method, `${NDCT}/${UNKNOWN_ID}${tail}`, { headers, tpp })
      expectRefusal(answer, 403, 'FORBIDDEN')
    })
  })
}
