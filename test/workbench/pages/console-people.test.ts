import { expect, it } from 'vitest'
import { BANK_BY_KEYS } from '../../../src/sandbox/fixtures/documents/bank-by-keys.ts'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { read } from './operator.ts'
import { visitor } from './visits.ts'

const bank = await startBank()
it('what is searched for is found by id, key (D83), number, amount, name and X-Request-ID, and the only one is opened', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  const amount = { instructedAmount: { amount: '1234.50', currency: 'NOK' } }
  const { id } = await register(psu, NDCT, paymentBody(debtor, creditor, amount))
  const { headers } = await psu.call('GET', '/v1/sandbox/customers')
  const leadsTo = async (q: string) =>
    (await visitor(bank, `${psu.base}/console/search?${new URLSearchParams({ q })}`).open()).headers['location']
  const payment = `${psu.base}/console/payments/${id}`
  expect(await leadsTo(id)).toBe(payment)
  expect(await leadsTo('1 234,50 NOK')).toBe(payment)
  expect(await leadsTo(debtor.id)).toBe(`${psu.base}/console/accounts/${debtor.id}`)
  expect(await leadsTo(String(headers['x-request-id']))).toBe(`${psu.base}/requests/${headers['sandbank-request']}`)
  expect(await leadsTo(String(headers['sandbank-request']))).toBe(`${psu.base}/requests/${headers['sandbank-request']}`)
  const { account } = await read(
    psu,
    `{ account(by: { id: "${debtor.id}" }) { iban owner { name customerNumber id } } }`,
  )
  expect(await leadsTo(account.iban.replace(/(.{4})/g, '$1 '))).toBe(`${psu.base}/console/accounts/${debtor.id}`)
  expect(await leadsTo(account.owner.customerNumber)).toBe(`${psu.base}/console/customers/${account.owner.id}`)
  expect(await leadsTo('sandbank')).toBe(`${psu.base}/report?tpp=SANDBANK`)
  const made = await read(
    psu,
    'mutation { createCustomer(input: { key: "stranger-1", name: "X", type: PRIVATE }) { customer { id } } }',
  )
  const stranger = `${psu.base}/console/customers/${made.createCustomer.customer.id}`
  expect(await leadsTo('stranger-1')).toBe(stranger)
  expect((await visitor(bank, stranger).open()).text).toContain('stranger-1')
  for (const nothing of ['', '%', 'no such thing', '9'.repeat(120), "'; --", '\u0000']) {
    const { status, text } = await visitor(
      bank,
      `${psu.base}/console/search?${new URLSearchParams({ q: nothing })}`,
    ).open()
    expect([nothing, status, text.includes('X-Request-IDs')]).toEqual([nothing, 200, true])
    if (/^\w/.test(nothing)) expect(text).toContain(`<h1>Search for ${nothing}</h1>`)
  }
})

it('each thing with a key is found by it, and its page shows the key (D83)', async () => {
  const world = await bank.world()
  const made = await world.graphql(BANK_BY_KEYS)
  expect(made.body.errors).toBeUndefined()
  await world.graphql('mutation { setScenario(input: { key: "late", scenario: "delay; ms=1" }) { scenario { id } } }')
  const pageOf = async (key: string) => {
    const search = await visitor(bank, `${world.base}/console/search?${new URLSearchParams({ q: key })}`).open()
    const to = String(search.headers['location'])
    return { to, text: (await visitor(bank, to.split('#', 1)[0] ?? '').open()).text }
  }
  for (const [key, path] of [
    ['ingrid', 'customers/'],
    ['daily', 'accounts/'],
    ['salary', 'accounts/'],
    ['access', 'consents/'],
    ['rent', 'payments/'],
    ['bills', 'payments/'],
    ['late', 'scenarios'],
  ] as const) {
    const { to, text } = await pageOf(key)
    expect(to).toContain(`${world.base}/console/${path}`)
    expect(text).toMatch(new RegExp(`<(code|dd)>${key}</(code|dd)>|<span class="number">${key}</span>`))
  }
  expect((await pageOf('clerk')).to).toContain('/console/accounts/')
})
