import { client } from './hey-api-client/client.gen'
import { createPayment } from './hey-api-client/sdk.gen'
import { headers, payment, product, report, signer } from './payment.ts'

client.setConfig({ baseUrl: signer })
const { data, response } = await createPayment({ path: { paymentProduct: product }, headers, body: payment })
report(response?.status ?? 0, data)
