import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbank, Tpp, World } from '../../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { runStory } from '../../support/clients/story-runs.ts'

// Stories whose calls name what calls made that the journal does not have any more (D104).

const KARI = '13039319955'
const PER = '70000000001'
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'
const ACCOUNT = {
  accountName: 'Brukskonto',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  currency: 'NOK',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 900, currency: 'NOK' } }],
} as const
let cli: Cli
let served: RunningBank
let bank: Sandbank
beforeAll(async () => {
  cli = createCli()
  served = await cli.serve()
  bank = await connectSandbank(served.url)
})
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

/** Stops the bank, removes its journal, and serves it again: the worlds stay. */
async function forgetCalls(): Promise<void> {
  await bank.close()
  await served.stop()
  const files = readdirSync(cli.home).filter(name => name.includes('.calls.db'))
  expect(files).toContain('sandbank.calls.db')
  for (const name of files) rmSync(join(cli.home, name))
  served = await cli.serve()
  bank = await connectSandbank(served.url)
}

const payment = (iban: string, amount: string) => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorName: 'Ola',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
  debtorAccount: { iban, currency: 'NOK' },
})

type Made = {
  readonly psu: string
  readonly iban: string
  readonly paymentId: string
  /** Of a corporation for which the person acts. */
  readonly agreementId?: string
}

/** A person and an account of theirs, a consent and a payment that waits, all with keys. */
async function makeWithKeys({ graphql }: World, tpp: Tpp): Promise<Made> {
  const { data } = await graphql(
    `mutation ($account: CreateAccountInput!, $card: CreateCardAccountInput!, $consent: GrantConsentInput!, $payment: CreatePaymentInput!) {
      createCustomer(input: { key: "nora", name: "Nora", type: PRIVATE }) { customer { customerNumber } }
      createAccount(input: $account) { account { iban } }
      createCardAccount(input: $card) { cardAccount { id } }
      createTransaction(input: { accountId: "nora-daily", transactionAmount: { amount: "500.00", currency: "NOK" }
        bookingDate: "2025-06-02", valueDate: "2025-06-02" }) { transaction { id } }
      grantConsent(input: $consent) { consent { id } }
      createPayment(input: $payment) { payment { id } }
    }`,
    {
      account: { key: 'nora-daily', customerNumber: 'nora', ...ACCOUNT },
      card: {
        key: 'nora-card',
        customerNumber: 'nora',
        accountName: 'Kort',
        product: 'Visa',
        currency: 'NOK',
        creditLine: 1000,
        balances: ACCOUNT.balances,
      },
      consent: { key: 'nora-consent', psu: 'nora', tpp: await tpp.id() },
      payment: { key: 'nora-rent', psu: 'nora', tpp: await tpp.id(), ...payment('nora-daily', '10.00') },
    },
  )
  return {
    psu: data.createCustomer.customer.customerNumber,
    iban: data.createAccount.account.iban,
    paymentId: data.createPayment.payment.id,
  }
}

/** A corporation with its account, a person who may act for it, their consent and a payment that waits. */
async function makeCorporation({ graphql }: World, tpp: Tpp): Promise<Made> {
  const { data } = await graphql(
    `mutation ($account: CreateAccountInput!, $consent: GrantConsentInput!, $payment: CreatePaymentInput!) {
      clerk: createCustomer(input: { key: "clerk", name: "Kim", type: PRIVATE }) { customer { customerNumber } }
      createCustomer(input: { key: "havn", name: "Havn AS", type: CORPORATE }) { customer { id } }
      createAccount(input: $account) { account { iban } }
      createAgreement(input: { key: "bank", owner: "havn", name: "Nettbank" }) { agreement { id } }
      createEngagement(input: { agreementId: "bank", customer: "clerk", account: { iban: "running" }
        roles: [VIEW, REGISTER, APPROVE], registerLimit: 100000, approvalLimit: 100000 }) { engagement { id } }
      grantConsent(input: $consent) { consent { id } }
      createPayment(input: $payment) { payment { id } }
    }`,
    {
      account: { key: 'running', customerNumber: 'havn', ...ACCOUNT, creditLine: 1000 },
      consent: { psu: 'clerk', tpp: await tpp.id(), context: 'CORPORATE', agreementId: 'bank' },
      payment: { psu: 'clerk', agreementId: 'bank', tpp: await tpp.id(), ...payment('running', '10.00') },
    },
  )
  return {
    psu: data.clerk.customer.customerNumber,
    iban: data.createAccount.account.iban,
    paymentId: data.createPayment.payment.id,
    agreementId: data.createAgreement.agreement.id,
  }
}

/** The same of a person at the door of TPPs, who may be in the world already. */
async function makeWithoutKeys(world: World, tpp: Tpp, psu: string): Promise<Made> {
  if (psu === PER)
    await tpp.fetch(world.url('/v1/sandbox/customers'), { json: { customerNumber: psu, name: 'Per', type: 'PRIVATE' } })
  const iban = 'NO9386011117947'
  const account = { ...ACCOUNT, customerNumber: psu, bban: '86011117947', iban }
  expect((await tpp.fetch(world.url('/v1/sandbox/accounts'), { json: account })).status).toBe(201)
  const line = {
    transactionAmount: { amount: '500.00', currency: 'NOK' },
    bookingDate: '2025-06-02',
    valueDate: '2025-06-02',
  }
  const { data } = await world.graphql('query ($iban: String!) { account(by: { iban: $iban }) { id } }', { iban })
  await tpp.fetch(world.url(`/v1/sandbox/accounts/${data.account.id}/transactions`), { json: line })
  await world.approve(await tpp.fetch(world.url('/v1/accounts'), { psu, context: 'PRIVATE' }), psu)
  const made = await tpp.fetch(world.url(PAYMENTS), { psu, context: 'PRIVATE', json: payment(iban, '10.00') })
  expect(made.status).toBe(201)
  return { psu, iban, paymentId: (await made.json()).paymentId }
}

/** Reads by the consent, of the account and of the payment, and a payment of more than the account was opened with. */
async function liveOn(world: World, tpp: Tpp, { psu, iban, paymentId, agreementId }: Made): Promise<readonly string[]> {
  const as =
    agreementId === undefined
      ? { psu, context: 'PRIVATE' as const }
      : { psu, context: 'CORPORATE' as const, agreementId }
  const list = await tpp.fetch(world.url('/v1/accounts'), as)
  const { accounts } = await list.clone().json()
  const { resourceId } = accounts.find((one: { readonly iban: string }) => one.iban === iban)
  const read = await tpp.fetch(world.url(`/v1/accounts/${resourceId}/balances`), as)
  const status = await tpp.fetch(world.url(`${PAYMENTS}/${paymentId}/status`), as)
  const paid = await tpp.fetch(world.url(PAYMENTS), { ...as, json: payment(iban, '1200.00') })
  await world.approve(paid, psu)
  await world.clock.advance('P5D')
  const { paymentId: own } = await paid.clone().json()
  const booked = await tpp.fetch(world.url(`${PAYMENTS}/${own}/status`), as)
  expect([list, read, status, paid, booked].map(answer => answer.status)).toEqual([200, 200, 200, 201, 200])
  expect(await booked.json()).toMatchObject({ transactionStatus: 'ACSC' })
  return (await world.calls({ by: ['TPP'] })).map(({ id }) => id)
}

/** A world that stays when the kit's connection ends. */
async function createWorld(source: object, name?: string): Promise<World> {
  const { data } = await bank.world.graphql(
    'mutation ($input: CreateWorldInput!) { createWorld(input: $input) { world { name } } }',
    { input: { name, source } },
  )
  return bank.openWorld(data.createWorld.world.name)
}

async function storyOf(world: World, form: string, ids: readonly string[]): Promise<string> {
  const { data } = await world.graphql(
    'query ($ids: [ID!]!, $form: StoryForm!) { copyCalls(ids: $ids, form: $form) }',
    { ids, form },
  )
  return data.copyCalls
}

const NOTE = 'What these calls name, and no call here makes, is made at the beginning, as it is now.'

describe('D104: a story puts in what it names of calls that the journal does not have, and passes in a new world', () => {
  const ofPer = (world: World, tpp: Tpp) => makeWithoutKeys(world, tpp, PER)
  const ofKari = (world: World, tpp: Tpp) => makeWithoutKeys(world, tpp, KARI)
  const ofOlder = (world: World, tpp: Tpp) => makeWithoutKeys(world, tpp, '70000000002')

  it.each([
    ['nothing', 'with keys', { empty: true }, makeWithKeys],
    ['the standard set', 'with keys', { standard: true }, makeWithKeys],
    ['nothing', 'of a corporation', { empty: true }, makeCorporation],
    ['nothing', 'without keys', { empty: true }, ofPer],
    ['the standard set', 'of a person of the source', { standard: true }, ofKari],
    ['a fixture', 'of a person of the source', { fixtureName: 'standard' }, ofKari],
    ['another world', 'of a person of the source', { copyOf: 'older' }, ofOlder],
  ] as const)('from %s, %s', async (_, __, source, make) => {
    const tpp = bank.tpp('acme')
    const id = await tpp.id()
    if ('copyOf' in source)
      await (await createWorld({ empty: true }, 'older')).graphql(
        'mutation { createCustomer(input: { customerNumber: "70000000002", name: "Liv", type: PRIVATE }) { customer { id } } }',
      )
    const before = await createWorld(source)
    const made = await make(before, tpp)
    await forgetCalls()
    const world = await bank.openWorld(before.name)
    const ids = await liveOn(world, bank.tpp('acme', { id }), made)
    for (const form of ['NODE_TEST', 'PYTEST'] as const) {
      // pytest runs in a bank of its own, which does not have the world that was copied.
      if ('copyOf' in source && form !== 'NODE_TEST') continue
      const text = await storyOf(world, form, ids)
      expect(text).toContain(NOTE)
      expect(text).not.toContain('the journal has no call that made it')
      expect(text).not.toContain(made.paymentId)
      const { exitCode, output } = await runStory(form, text)
      expect(exitCode, `${output}\n${text}`).toBe(0)
    }
  })

  it('and names what no fixture can say or what is gone', async () => {
    const tpp = bank.tpp('acme')
    const id = await tpp.id()
    const before = await createWorld({ standard: true })
    const made = await makeWithoutKeys(before, tpp, KARI)
    await forgetCalls()
    const world = await bank.openWorld(before.name)
    const path = world.url(`${PAYMENTS}/${made.paymentId}`)
    const read = await bank.tpp('acme', { id }).fetch(`${path}/status`, { psu: KARI })
    const cancelled = await bank.tpp('acme', { id }).fetch(path, { psu: KARI, method: 'DELETE' })
    expect([read, cancelled].map(({ status }) => status)).toEqual([200, 204])
    const ids = (await world.calls({ by: ['TPP'] })).map(call => call.id)
    const text = await storyOf(world, 'NODE_TEST', ids)
    expect(text).toContain(`names ${made.paymentId}, and the journal has no call that made it`)
    expect(await storyOf(world, 'HAR', ids)).not.toContain('applyFixture')
  })
})
