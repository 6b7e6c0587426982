import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { expectRefusal } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  BASKETS,
  callingAs,
  NDCT,
  paymentBody,
  register,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { refused } from '../../support/clients/both-doors.ts'
import { dropping } from './shared/payment-refusals.ts'

/** D34, D79: every operation on one payment or basket wants PSU-Corporate-ID for what is a corporation's. One that is new is covered by itself. */
const bank = await startBank()
const corporate = await addCorporate(bank)
const { world, agreement } = corporate
const clerk = await addMember(bank, world, corporate)
const payment = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
const basket = await register(clerk.psu, BASKETS, { paymentIds: [payment.id] })
const bare = callingAs(world, dropping(clerk.headers, 'PSU-Corporate-ID', 'PSU-Context'))
afterAll(() => expect(bank.faults).toEqual([]))

const PARAMETERS: Readonly<Record<string, string>> = {
  paymentService: 'payments',
  paymentProduct: NDCT.split('/').at(-1) ?? '',
  paymentId: payment.id,
  basketId: basket.id,
  authorisationId: payment.id,
}
const NAMED = ROUTES.filter(({ path }) => /\{(paymentId|basketId)\}/.test(path))
const sentence = (noun: string, id: string, header: string) =>
  `${header}: The ${noun} ${id} belongs to an agreement of a corporation: send ${header}: ${agreement.id} (D34).`

describe('What a corporation owns, named without PSU-Corporate-ID, is 400 HTTP_HEADER_REQUIRED (D34, D79)', () => {
  it.each(NAMED.map(({ operation, method, path }) => [operation, method, path] as const))(
    'by %s: %s %s',
    async (_, method, path) => {
      const at = path.replaceAll(/\{(\w+)\}/g, (__, name) => PARAMETERS[name] ?? name)
      const said = path.includes('{basketId}')
        ? sentence('signing basket', basket.id, 'PSU-Corporate-ID')
        : sentence('payment', payment.id, 'PSU-Corporate-ID')
      expect(expectRefusal(await bare.call(method, at), 400, 'HTTP_HEADER_REQUIRED')).toEqual([said])
    },
  )

  it('and nothing has changed', async () => {
    expect(NAMED.length).toBeGreaterThan(11)
    const status = await clerk.psu.call('GET', `${payment.path}/status`)
    expect(status.body).toEqual({ transactionStatus: 'RCVD' })
    const begun = await clerk.psu.call('GET', `${payment.path}/authorisations`)
    expect(begun.body.authorisationIds).toHaveLength(1)
    expect((await clerk.psu.call('GET', `${basket.path}/status`)).body).toEqual({ transactionStatus: 'RCVD' })
  })

  it('at GraphQL too, where the argument is agreementId', async () => {
    const tpp = tppIdOf(bank, bank.tpp)
    const { code, tppMessages } = await refused(
      world,
      `mutation { cancelPayment(input: { id: "${payment.id}", tpp: "${tpp}", psu: "${clerk.number}" }) { payment { status } } }`,
    )
    expect(code).toBe('HTTP_HEADER_REQUIRED')
    expect(tppMessages.map(({ path, text }: Record<string, string>) => `${path}: ${text}`)).toEqual([
      `input.${sentence('payment', payment.id, 'agreementId')}`,
    ])
  })
})
