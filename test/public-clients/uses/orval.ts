import { createPayment } from './orval-client.ts'
import { headers, payment, product, report } from './payment.ts'

const answer = await createPayment(product, payment, undefined, { headers })
report(answer.status, answer.data)
