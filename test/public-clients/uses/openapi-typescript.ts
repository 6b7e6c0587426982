import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript-client.ts'
import { headers, payment, product, report, signer } from './payment.ts'

const client = createClient<paths>({ baseUrl: signer })
const { data, response } = await client.POST('/v1/payments/{paymentProduct}', {
  params: { path: { paymentProduct: product }, header: headers },
  body: payment,
})
report(response.status, data)
