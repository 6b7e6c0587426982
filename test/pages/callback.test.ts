import { expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register } from '../support/builders/payments.ts'
import { startBank } from '../support/clients/bank.ts'
import { visitor } from './visits.ts'

const bank = await startBank()

it('after an SCA the page in the place of an application leads to the payment, the accounts of the PSU and the calls', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  const { body } = await psu.graphql(`{ payment(id: "${payment.id}") { authorisations { nodes { id } } } }`)
  const [sca] = body.data.payment.authorisations.nodes
  const done = await psu.graphql(
    `mutation { completeAuthorisation(id: "${sca.id}", psu: "${number}", outcome: APPROVED) { redirectTo } }`,
  )
  const added = new URL(done.body.data.completeAuthorisation.redirectTo).search
  const { text } = await visitor(bank, `${psu.base}/callback${added}`).open()
  const links = [...text.slice(text.indexOf('<main')).matchAll(/class="button[^"]*" href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  expect(links[0]).toBe(`${psu.base}/console/payments/${payment.id}`)
  expect(links[1]).toMatch(/\/console\/customers\//)
  expect(links[2]).toMatch(/\/requests\?caller=/)
  for (const link of links) expect((await visitor(bank, link).open()).status).toBe(200)
  // Who does not know the session learns nothing.
  const other = await visitor(bank, `${psu.base}/callback?psu-id=x&tpp-session-id=y`).open()
  expect(other.text).not.toContain('/console/payments/0')
})
