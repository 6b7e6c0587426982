import { expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { visitor } from './visits.ts'

const bank = await startBank()

it('after an SCA the page in the place of an application leads to the payment, the accounts of the PSU and the calls', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  const { body } = await psu.graphql(`{ payment(id: "${payment.id}") { authorisations { nodes { id } } } }`)
  const [sca] = body.data.payment.authorisations.nodes
  const done = await psu.graphql(
    `mutation { completeAuthorisation(input: { id: "${sca.id}", psu: "${number}", outcome: APPROVED }) { redirectTo } }`,
  )
  const added = new URL(done.body.data.completeAuthorisation.redirectTo).search
  const { text } = await visitor(bank, `${psu.base}/callback${added}`).open()
  const links = [...text.slice(text.indexOf('<main')).matchAll(/class="button[^"]*" href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  expect(links[0]).toBe(`${psu.base}/console/payments/${payment.id}`)
  expect(links[1]).toMatch(/\/console\/customers\//)
  expect(links[2]).toMatch(/\/requests\?caller=/)
  // Its status is read by the TPP that the SCA was for: here with all values filled in, or in a terminal.
  const status = `${NDCT}/${payment.id}/status`
  expect(text.replaceAll(/<[^>]*>/g, '')).toMatch(
    new RegExp(`sandbank call GET ${status} .*--tpp tpp-\\w+ --header .*PSU-ID`),
  )
  const [here = ''] = links.slice(3)
  expect(here).toMatch(/\/docs\/operations\/paymentStatus\?as=/)
  const { text: form } = await visitor(bank, here.replaceAll('&amp;', '&')).open()
  expect(form).toContain(`sandbank call GET ${status}`)
  expect(form).toContain(new URLSearchParams(added).get('tpp-session-id'))
  for (const link of links) expect((await visitor(bank, link).open()).status).toBe(200)
  // Who does not know the session learns nothing.
  const other = await visitor(bank, `${psu.base}/callback?psu-id=x&tpp-session-id=y`).open()
  expect(other.text).not.toContain('/console/payments/0')
})
