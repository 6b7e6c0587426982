import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import {
  addCardAccount,
  cardTransactionBody,
  create,
  engagementBody,
  PATHS,
  transactionBody,
} from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  BASKETS,
  NDCT,
  paymentBody,
  register,
  startSca,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { grantConsent } from '../../support/clients/psu.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const inCapitals = (text: string) => text.replaceAll(UUID, id => id.toUpperCase())

/** What is the same in each answer to the same read. */
const steady = ({ status, body }: Answer) => ({ status, body: inCapitals(JSON.stringify(body)) })

/** A corporation with everything that has an id, and a member who acts for it. */
async function addEverything() {
  const setting = await addCorporate(bank)
  const { world, account, agreement, corporation, creditor, engagementsPath } = setting
  const member = await addMember(bank, world, setting)
  const engagement = await create(world, engagementsPath, engagementBody(setting.psu.customerNumber, account.iban))
  const card = await addCardAccount(world, {}, corporation.customerNumber)
  const consent = await grantConsent(bank, world, {
    customerNumber: member.number,
    context: 'CORPORATE',
    agreementId: agreement.id,
  })
  const entry = await create(world, `${PATHS.accounts}/${account.id}/transactions`, transactionBody())
  const cardEntry = await create(world, `${PATHS.cardAccounts}/${card.id}/transactions`, cardTransactionBody())
  const [payment, second] = await Promise.all(
    ['1.00', '2.00'].map(amount =>
      register(member.psu, NDCT, paymentBody(account, creditor, { instructedAmount: { amount, currency: 'NOK' } })),
    ),
  )
  if (payment === undefined || second === undefined) throw new Error('There is no payment.')
  const idIn = (href: string) => href.match(UUID)?.at(-1) ?? ''
  const authorisation = idIn(await startSca(member.psu, payment.path))
  return { ...setting, member, engagement, card, consent, entry, cardEntry, payment, second, authorisation }
}

it('A UUID in capitals is the same in every path of REST, and in PSU-ID, PSU-Corporate-ID and TPP-Session-ID (D74)', async () => {
  const all = await addEverything()
  const { world, account, agreement, card, consent, corporation, engagement, engagementsPath, member, payment } = all
  const reads: readonly [World, Readonly<Record<string, string>>, readonly string[]][] = [
    [
      world,
      {},
      [
        `${PATHS.customers}/${corporation.customerId}`,
        `${PATHS.agreements}/${agreement.id}`,
        engagementsPath,
        `${engagementsPath}/${engagement.id}`,
        `${PATHS.accounts}/${account.id}`,
        `${PATHS.accounts}/${account.id}/transactions`,
        `${PATHS.accounts}/${account.id}/transactions/${all.entry.transactionId}`,
        `${PATHS.cardAccounts}/${card.id}`,
        `${PATHS.cardAccounts}/${card.id}/transactions/${all.cardEntry.cardTransactionId}`,
      ],
    ],
    [
      world,
      consent,
      [
        `/v1/accounts/${account.id}`,
        `/v1/accounts/${account.id}/balances`,
        `/v1/accounts/${account.id}/transactions?bookingStatus=all`,
        `/v1/card-accounts/${card.id}`,
      ],
    ],
    [
      world,
      member.headers,
      [
        payment.path,
        `${payment.path}/status`,
        `${payment.path}/authorisations`,
        `${payment.path}/authorisations/${all.authorisation}`,
      ],
    ],
  ]
  for (const [caller, headers, paths] of reads)
    for (const path of paths) {
      const loud = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, name === 'TPP-Redirect-URI' ? value : inCapitals(value)]),
      )
      const [plain, loudly] = [
        await caller.call('GET', path, { headers }),
        await caller.call('GET', inCapitals(path), { headers: loud }),
      ]
      expect(plain.status, `${path} ${plain.text}`).toBe(200)
      expect(steady(loudly), path).toEqual(steady(plain))
    }
})

it('A call that is sent again with its ids in capitals is the same call (D15, D74)', async () => {
  const { account, creditor, member, world } = await addEverything()
  const requestId = randomUUID()
  const send = (headers: Readonly<Record<string, string>>) =>
    world.call('POST', NDCT, { body: paymentBody(account, creditor), headers, requestId })
  const first = await send(member.headers)
  expect(first.status, first.text).toBe(201)
  const ids = ['PSU-ID', 'PSU-Corporate-ID']
  const loud = Object.entries(member.headers).map(([name, value]) => [
    name,
    ids.includes(name) ? inCapitals(value) : value,
  ])
  const again = await send(Object.fromEntries(loud))
  expect([again.text, again.headers['sandbank-replayed']]).toEqual([first.text, 'true'])
  const other = await send({ ...member.headers, 'PSU-ID': randomUUID() })
  expect(other.status).toBe(409)
})

it('A UUID in capitals is the same in a body, in what is written, and in every id of GraphQL (D74)', async () => {
  const { world, account, agreement, member, payment, second } = await addEverything()
  const made = await member.psu.call('POST', BASKETS, { body: { paymentIds: [inCapitals(payment.id), second.id] } })
  expect(made.status, made.text).toBe(201)
  const { basketId } = made.body
  const basket = await member.psu.call('GET', `${BASKETS}/${inCapitals(basketId)}`)
  expect(basket.body.payments).toEqual([payment.id, second.id])
  const twice = await member.psu.call('POST', BASKETS, { body: { paymentIds: [payment.id, inCapitals(payment.id)] } })
  expect(twice.status).toBeGreaterThanOrEqual(400)
  const read = await ask(
    world,
    `query ($id: ID!) { variable: payment(id: $id) { id } literal: payment(id: "${inCapitals(payment.id)}") { id }
      node(id: "${inCapitals(account.id)}") { id } signingBasket(id: "${inCapitals(basketId)}") { id }
      why(of: { payment: "${inCapitals(payment.id)}" }) { subject } agreement(id: "${inCapitals(agreement.id)}") { id } }`,
    { id: inCapitals(payment.id) },
  )
  expect(read).toEqual({
    variable: { id: payment.id },
    literal: { id: payment.id },
    node: { id: account.id },
    signingBasket: { id: basketId },
    why: { subject: expect.stringContaining(payment.id) },
    agreement: { id: agreement.id },
  })
  expect((await member.psu.call('DELETE', `${BASKETS}/${inCapitals(basketId)}`)).status).toBe(204)
  const again = await ask(
    world,
    'mutation ($input: CreateSigningBasketInput!) { createSigningBasket(input: $input) { signingBasket { id } } }',
    {
      input: {
        tpp: tppIdOf(bank, bank.tpp),
        psu: member.number,
        agreementId: inCapitals(agreement.id),
        paymentIds: [inCapitals(payment.id)],
      },
    },
  )
  expect(again.createSigningBasket.signingBasket.id).toMatch(UUID)
  expect((await world.call('DELETE', `${PATHS.accounts}/${inCapitals(account.id)}`)).status).toBe(409)
})

it('A UUID in capitals is the same in each reference of a fixture (D74)', async () => {
  const { world, account, agreement, member, payment, second } = await addEverything()
  const by = { tpp: tppIdOf(bank, bank.tpp), psu: member.number, agreementId: inCapitals(agreement.id) }
  const fixture = {
    consents: [{ ...by, context: 'CORPORATE', accountIds: [inCapitals(account.id)] }],
    payments: [
      {
        ...by,
        key: 'third',
        debtorAccount: { iban: account.iban, currency: 'NOK' },
        creditorAccount: { bban: '86011117947', currency: 'NOK' },
        creditorName: 'Shop',
        instructedAmount: { amount: '3.00', currency: 'NOK' },
      },
    ],
    signingBaskets: [{ ...by, key: 'basket', paymentIds: [inCapitals(payment.id), second.id, 'third'] }],
  }
  await ask(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }', {
    fixture,
  })
  const read = await ask(
    world,
    `{ signingBasket(id: "basket") { payments { id key } agreement { id } }
      consents(filter: { customer: "${member.number}" }, last: 1) { nodes { agreement { id } accounts { id } } } }`,
  )
  expect(read).toMatchObject({
    signingBasket: {
      payments: [{ key: 'third' }, { id: payment.id }, { id: second.id }],
      agreement: { id: agreement.id },
    },
    consents: { nodes: [{ agreement: { id: agreement.id }, accounts: [{ id: account.id }] }] },
  })
})

it('A UUID in capitals is the same in the address of a page (D74)', async () => {
  const { world, account, payment, authorisation, corporation } = await addEverything()
  for (const path of [
    `/console/payments/${payment.id}`,
    `/console/accounts/${account.id}`,
    `/console/customers/${corporation.customerId}`,
    `/sca/${authorisation}`,
  ]) {
    const page = await fetch(`${bank.url}${world.base}${inCapitals(path)}`)
    expect(page.status, path).toBe(200)
  }
})
