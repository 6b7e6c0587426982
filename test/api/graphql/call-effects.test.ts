import { expect, it } from 'vitest'
import { COPY_FORMS } from '../../../src/api/graphql/workbench.ts'
import {
  accountBody,
  addAccount,
  addAgreement,
  addCardAccount,
  addCorporateSetting,
  addCustomer,
  agreementBody,
  balance,
  cardAccountBody,
  cardTransactionBody,
  customerBody,
  engagementBody,
  PATHS,
  transactionBody,
} from '../../support/builders/builders.ts'
import {
  addPayer,
  BASKETS,
  BULK,
  bulkBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank, type World } from '../../support/clients/bank.ts'

const bank = await startBank()
const FIXTURE = COPY_FORMS.at(-1)

type Made = { readonly world: World; readonly answer: Answer; readonly id?: string }

/** A call of each operation that adds something; what it made is named by Location, or by `id`. */
const CALLS: Readonly<Record<string, () => Promise<Made>>> = {
  createCustomer: async () => {
    const world = await bank.world()
    return { world, answer: await world.call('POST', PATHS.customers, { body: customerBody() }) }
  },
  createAccount: async () => {
    const world = await bank.world()
    const { customerNumber } = await addCustomer(world)
    return { world, answer: await world.call('POST', PATHS.accounts, { body: accountBody(customerNumber) }) }
  },
  changeBalances: async () => {
    const world = await bank.world()
    const { id } = await addAccount(world)
    const body = { balances: [balance(77)] }
    return { world, id, answer: await world.call('PUT', `${PATHS.accounts}/${id}/balances`, { body }) }
  },
  createCardAccount: async () => {
    const world = await bank.world()
    const { customerNumber } = await addCustomer(world)
    return { world, answer: await world.call('POST', PATHS.cardAccounts, { body: cardAccountBody(customerNumber) }) }
  },
  createTransaction: async () => {
    const world = await bank.world()
    const { id } = await addAccount(world)
    const path = `${PATHS.accounts}/${id}/transactions`
    return { world, answer: await world.call('POST', path, { body: transactionBody() }) }
  },
  createCardTransaction: async () => {
    const world = await bank.world()
    const { id } = await addCardAccount(world)
    const path = `${PATHS.cardAccounts}/${id}/transactions`
    return { world, answer: await world.call('POST', path, { body: cardTransactionBody() }) }
  },
  createAgreement: async () => {
    const world = await bank.world()
    const { customerNumber } = await addCustomer(world, { type: 'CORPORATE' })
    return { world, answer: await world.call('POST', PATHS.agreements, { body: agreementBody(customerNumber) }) }
  },
  createEngagement: async () => {
    const world = await bank.world()
    const { psu, corporation, account } = await addCorporateSetting(world)
    const agreement = await addAgreement(world, corporation.customerNumber)
    const body = engagementBody(psu.customerNumber, account.iban)
    return { world, answer: await world.call('POST', `${PATHS.agreements}/${agreement.id}/engagements`, { body }) }
  },
  setContactInformation: async () => {
    const world = await bank.world()
    const id = tppIdOf(bank, bank.tpp)
    const body = { emails: ['psd2@tpp.example'] }
    return { world, id, answer: await world.call('PUT', `/v1/tpps/${id}/contact-information`, { body }) }
  },
  createPayment: async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    return { world: psu, answer: await psu.call('POST', NDCT, { body: paymentBody(debtor, creditor) }) }
  },
  createBulkPayment: async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    return { world: psu, answer: await psu.call('POST', BULK, { body: bulkBody(debtor, creditor) }) }
  },
  createPeriodicPayment: async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    return { world: psu, answer: await psu.call('POST', PERIODIC, { body: periodicBody(debtor, creditor) }) }
  },
  createSigningBasket: async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const { id } = await register(psu, NDCT, paymentBody(debtor, creditor))
    return { world: psu, answer: await psu.call('POST', BASKETS, { body: { paymentIds: [id] } }) }
  },
}

/** What a document says, whenever it was made. */
const undated = (fixture: object) =>
  JSON.parse(JSON.stringify(fixture, (name, value) => (name === 'createdAt' ? undefined : value)))

it.each(Object.keys(CALLS))('What %s made is in its fixture, which makes it again in an empty world', async name => {
  const made = await CALLS[name]?.()
  if (made === undefined) throw new Error(name)
  const { world, answer } = made
  expect(answer.status, answer.text).toBeLessThan(300)
  const id = made.id ?? answer.headers['location']?.split('/').at(-1) ?? ''
  expect(id).not.toBe('')
  const { body } = await world.graphql(
    'query ($id: ID!, $forms: [CopyForm!]) { call(by: { id: $id }) { operation copies(forms: $forms) { text note } } }',
    { id: answer.headers['sandbank-request'], forms: [FIXTURE] },
  )
  const { operation, copies } = body.data.call
  expect(operation).toBe(name)
  const fixture = JSON.parse(copies[0].text)
  const again = await bank
    .at('default')
    .graphql(
      'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name } } }',
      {
        fixture,
      },
    )
  expect(again.body.errors, JSON.stringify(again.body.errors)).toBeUndefined()
  const there = await bank.at(again.body.data.createWorld.world.name).graphql('{ fixture }')
  expect(undated(there.body.data.fixture)).toMatchObject(undated(fixture))
})
