import { createPayment } from './oazapfts-client.ts'
import { headers, payment, product, report, signer } from './payment.ts'

const answer = await createPayment(
  product,
  headers['X-Request-ID'],
  headers['x-accept-fix'],
  headers['TPP-Session-ID'],
  headers['TPP-Redirect-URI'],
  headers['PSU-IP-Address'],
  payment,
  { psuId: headers['PSU-ID'], psuContext: headers['PSU-Context'] },
  { baseUrl: signer },
)
report(answer.status, answer.data)
