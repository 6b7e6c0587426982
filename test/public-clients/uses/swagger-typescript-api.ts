import { headers, payment, product, report, signer } from './payment.ts'
import { Api, ISOCurrencyCode } from './swagger-client.ts'

const api = new Api({ baseUrl: signer })
const currency = ISOCurrencyCode.NOK
const { instructedAmount, creditorAccount, debtorAccount, ...rest } = payment
const body = {
  ...rest,
  instructedAmount: { ...instructedAmount, currency },
  creditorAccount: { ...creditorAccount, currency },
  debtorAccount: { ...debtorAccount, currency },
}
const { status, data } = await api.v1.createPayment(product, body, {}, { headers })
report(status, data)
