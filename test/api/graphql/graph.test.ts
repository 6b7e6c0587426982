import { afterAll, expect, it } from 'vitest'
import { addAccount, addCustomer, UNKNOWN_ID } from '../../support/builders/builders.ts'
import {
  addCorporateConsented,
  addPrivate,
  addTransaction,
  consentOf,
  NOON,
  TODAY,
  unattended,
} from '../../support/builders/consented.ts'
import { pay } from '../../support/builders/graphql-payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'
import { stopClock } from '../../support/clients/clock.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const GRANT = `mutation ($tpp: String, $customerNumber: String!, $context: PsuContext) {
  grantConsent(input: { tpp: $tpp, psu: $customerNumber, context: $context }) { consent { id tpp { id name } agreement { id } } } }`

it('finds anything by its id alone, as what it is', async () => {
  const world = await bank.world('STANDARD')
  await ask(world, GRANT, { customerNumber: '13039319955', context: 'PRIVATE' })
  const lists = [
    ...['customers', 'agreements', 'accounts', 'cardAccounts', 'consents', 'authorisations'].map(
      list => `${list}(first: 1) { nodes { __typename id } }`,
    ),
    'deep: accounts(first: 1) { nodes { engagements(first: 1) { nodes { __typename id } } transactions(first: 1) { nodes { __typename id } } bookings(first: 1) { nodes { __typename id } } } }',
  ]
  const found = [...nodesIn(await ask(world, `{ ${lists.join(' ')} }`))]
  expect(new Set(found.map(node => node.__typename)).size).toBe(9)
  for (const node of found) {
    const { node: same } = await ask(world, 'query ($id: ID!) { node(id: $id) { __typename id } }', { id: node.id })
    expect(same).toEqual(node)
  }
  const { node } = await ask(
    world,
    'query ($id: ID!) { node(id: $id) { ... on Customer { name accounts(first: 1) { nodes { iban } } } ... on Account { iban } } }',
    { id: found.find(one => one.__typename === 'Customer')?.id },
  )
  expect(node).toEqual({ name: expect.any(String), accounts: { nodes: expect.any(Array) } })
  expect(await refused(world, 'query ($id: ID!) { node(id: $id) { id } }', { id: UNKNOWN_ID })).toMatchObject({
    code: 'RESOURCE_UNKNOWN',
    tppMessages: [{ text: `Nothing in this world has the id "${UNKNOWN_ID}".` }],
  })
  const other = await bank.world()
  expect((await refused(other, 'query ($id: ID!) { node(id: $id) { id } }', { id: found[0]?.id })).code).toBe(
    'RESOURCE_UNKNOWN',
  )
})

it('refuses half of a character as an id, and asks no statement for it', async () => {
  const world = await bank.world()
  for (const field of ['node', 'payment', 'consent', 'agreement'])
    expect(await refused(world, `query ($id: ID!) { ${field}(id: $id) { id } }`, { id: '\ud800' })).toMatchObject({
      code: 'FORMAT_ERROR',
    })
  for (const field of ['customer', 'account'])
    expect(
      await refused(world, `query ($id: ID!) { ${field}(by: { id: $id }) { id } }`, { id: '\ud800' }),
    ).toMatchObject({ code: 'FORMAT_ERROR' })
})

it('leads back from accounts, cards and agreements to the consents that open them, and from customers to their SCAs', async () => {
  const world = await bank.world()
  const { customerNumber, account, other, card } = await addPrivate(world)
  const { consent } = (await ask(world, GRANT, { customerNumber })).grantConsent
  const back = await ask(
    world,
    `query ($account: ID!, $other: ID!, $card: ID!, $agreement: ID!, $customerNumber: String!) {
      account(by: { id: $account }) { consents { totalCount nodes { id } } }
      other: account(by: { id: $other }) { consents(last: 1) { nodes { id } } }
      cardAccount(id: $card) { consents { nodes { id } } }
      agreement(id: $agreement) { consents { nodes { id } } payments { totalCount } }
      customer(by: { customerNumber: $customerNumber }) { authorisations { totalCount nodes { purpose status } } payments { totalCount } } }`,
    { account: account.id, other: other.id, card: card.id, agreement: consent.agreement.id, customerNumber },
  )
  expect(back).toEqual({
    account: { consents: { totalCount: 1, nodes: [{ id: consent.id }] } },
    other: { consents: { nodes: [{ id: consent.id }] } },
    cardAccount: { consents: { nodes: [{ id: consent.id }] } },
    agreement: { consents: { nodes: [{ id: consent.id }] }, payments: { totalCount: 0 } },
    customer: {
      authorisations: { totalCount: 1, nodes: [{ purpose: 'CONSENT', status: 'FINALISED' }] },
      payments: { totalCount: 0 },
    },
  })
})

it('leads back to payments from who registered them, what pays them, their agreement, entries and runs', async () => {
  const world = await bank.world('STANDARD')
  await stopClock(bank, world, NOON)
  const input = {
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    instructedAmount: { amount: '250.00', currency: 'NOK' },
  }
  const { id } = await pay(world, 'single', { psu: '13039319955', input })
  const { payment } = await ask(
    world,
    `query ($id: ID!) { payment(id: $id) {
      psu { payments(last: 1) { nodes { id } } } agreement { payments(last: 1) { nodes { id } } }
      debtorAccount { payments(last: 1) { nodes { id ... on SinglePayment { creditorName } } } } } }`,
    { id },
  )
  const only = { payments: { nodes: [{ id }] } }
  const named = { payments: { nodes: [{ id, creditorName: 'Ola Nordmann' }] } }
  expect(payment).toEqual({ psu: only, agreement: only, debtorAccount: named })
})

it("leads from what a TPP sees to what the operator sees, and links a corporation's transaction as REST does", async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { psu, agreement, account, headers } = await addCorporateConsented(bank, world)
  await addTransaction(world, account.id)
  const list = await world.call('GET', `/v1/accounts/${account.id}/transactions?bookingStatus=booked`, { headers })
  const { transactionId } = list.body.transactions.booked[0]
  const rest = await world.call('GET', `/v1/accounts/${account.id}/transactions/${transactionId}`, { headers })
  const access = { tpp, psu: psu.customerNumber, context: 'CORPORATE', agreementId: agreement.id, psuIpAddress: '::1' }
  const { asTpp: seen } = await ask(
    world,
    `query ($access: AccessInput, $id: ID!, $transactionId: ID!) {
      asTpp(access: $access) { account(by: { id: $id }) {
        transactions(bookingStatus: booked) { account { iban } holder { id } booked { _links { name } transaction { id account { id } } } }
        transaction(id: $transactionId) { _links { name href verbs } transaction { id } account { id } } } } }`,
    { access, id: account.id, transactionId },
  )
  expect(seen.account.transactions.holder).toEqual({ id: account.id })
  expect(seen.account.transactions.booked).toEqual([
    { _links: null, transaction: { id: transactionId, account: { id: account.id } } },
  ])
  const { _links, ...rest2 } = seen.account.transaction
  expect(rest2).toEqual({ transaction: { id: transactionId }, account: { id: account.id } })
  expect(Object.fromEntries(_links.map(({ name, ...link }: { name: string }) => [name, link]))).toEqual(
    rest.body.transactionsDetails._links,
  )
  expect(_links).toHaveLength(1)
})

it('shows how often TPPs read without the PSU', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber, account, card } = await addPrivate(world)
  const headers = unattended(await consentOf(bank, world, customerNumber))
  for (const path of [
    `accounts/${account.id}/balances`,
    `accounts/${account.id}/balances`,
    `card-accounts/${card.id}/balances`,
  ])
    expect((await world.call('GET', `/v1/${path}`, { headers })).status).toBe(200)
  const counts =
    'totalCount nodes { tpp { id } operation day calls left psu { customerNumber } account { id } cardAccount { id } }'
  const { accessCounts } = await ask(world, `{ accessCounts { ${counts} } }`)
  expect(accessCounts.totalCount).toBe(2)
  expect(accessCounts.nodes).toEqual(
    expect.arrayContaining([
      {
        tpp: { id: tpp },
        operation: 'balances',
        day: TODAY,
        calls: 2,
        left: 2,
        psu: { customerNumber },
        account: { id: account.id },
        cardAccount: null,
      },
      {
        tpp: { id: tpp },
        operation: 'balances',
        day: TODAY,
        calls: 1,
        left: 3,
        psu: { customerNumber },
        account: null,
        cardAccount: { id: card.id },
      },
    ]),
  )
  const count = async (filter: object) =>
    (
      await ask(world, 'query ($filter: AccessCountFilterInput) { accessCounts(filter: $filter) { totalCount } }', {
        filter,
      })
    ).accessCounts.totalCount
  expect([
    await count({ tpp: localNameOf(await tppsOf(world)) }),
    await count({ tpp: 'SANDBANK' }),
    await count({ accountId: card.id }),
    await count({ customer: 'nobody' }),
    await count({ day: '2030-05-14' }),
  ]).toEqual([2, 0, 1, 0, 0])
  const first = await ask(world, '{ accessCounts(first: 1) { nodes { calls } pageInfo { endCursor hasNextPage } } }')
  const second = await ask(
    world,
    `{ accessCounts(after: "${first.accessCounts.pageInfo.endCursor}") { nodes { calls } pageInfo { hasNextPage } } }`,
  )
  expect([first.accessCounts.nodes[0].calls, second.accessCounts.nodes[0].calls].sort()).toEqual([1, 2])
  expect([first.accessCounts.pageInfo.hasNextPage, second.accessCounts.pageInfo.hasNextPage]).toEqual([true, false])
})

it('knows its own TPP, those of this machine and those that have called, and takes any of their names', async () => {
  const world = await bank.world()
  const { customerNumber } = await addPrivate(world)
  const quiet = tppIdOf(bank, bank.newTpp())
  const list = await tppsOf(world)
  const own = list.find(({ id }) => id === quiet)
  expect(own).toEqual({
    id: quiet,
    name: own?.localName,
    localName: expect.stringMatching(/^tpp-/),
    firstCalledAt: null,
  })
  expect(list.find(({ id }) => id === 'SANDBANK')).toMatchObject({ name: 'Sandbank', localName: null })
  await world.call('GET', '/v1/sandbox/customers')
  await expect.poll(async () => (await tppsOf(world)).find(({ id }) => id === tpp)?.firstCalledAt).toMatch(/^\d{4}-/)
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort())

  for (const said of [quiet, `PSD${quiet}`, own?.localName]) {
    const { consent } = (await ask(world, GRANT, { tpp: said, customerNumber })).grantConsent
    expect(consent).toMatchObject({ tpp: { id: quiet, name: own?.localName } })
  }
  const filtered = await ask(world, `{ consents(filter: { tpp: "${own?.localName}" }) { totalCount } }`)
  expect(filtered.consents.totalCount).toBe(3)
})

it('refuses a TPP that it does not know, and names those that it knows', async () => {
  const world = await bank.world()
  const { customerNumber } = await addPrivate(world)
  const unknown = 'There is no TPP "acmee". Known are '
  for (const [query, path] of [
    [`mutation { grantConsent(input: { tpp: "acmee", psu: "${customerNumber}" }) { psuId } }`, 'input.tpp'],
    ['{ asTpp(access: { tpp: "acmee" }) { accounts { iban } } }', 'access.tpp'],
    [
      `mutation { cancelPayment(input: { id: "x", psu: "${customerNumber}", tpp: "acmee" }) { needsAuthorisation } }`,
      'input.tpp',
    ],
    ['{ consents(filter: { tpp: "acmee" }) { totalCount } }', 'filter.tpp'],
    ['{ payments(filter: { tpp: "acmee" }) { totalCount } }', 'filter.tpp'],
    ['{ authorisations(filter: { tpp: "acmee" }) { totalCount } }', 'filter.tpp'],
  ] as const) {
    const { code, tppMessages } = await refused(world, query)
    expect([query, code, tppMessages[0].path]).toEqual([query, 'RESOURCE_UNKNOWN', path])
    expect(tppMessages[0].text).toContain(unknown)
    expect(tppMessages[0].text).toContain(`(${tpp})`)
  }
  expect((await ask(world, '{ authorisations { totalCount } }')).authorisations.totalCount).toBe(0)
})

type ShownTpp = {
  readonly id: string
  readonly name: string
  readonly localName: string | null
  readonly firstCalledAt: string | null
}

async function tppsOf(world: World): Promise<ShownTpp[]> {
  return (await ask(world, '{ tpps(first: 1000) { nodes { id name localName firstCalledAt } } }')).tpps.nodes
}

function localNameOf(list: readonly ShownTpp[]): string | null | undefined {
  return list.find(({ id }) => id === tpp)?.localName
}

type Node = { readonly __typename: string; readonly id: string }

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('__typename' in value && 'id' in value) yield { __typename: String(value.__typename), id: String(value.id) }
  for (const part of Object.values(value)) yield* nodesIn(part)
}

it('names the lists of a preset page that have more rows, unless their pageInfo is asked for', async () => {
  const world = await bank.world()
  const { customerNumber } = await addCustomer(world)
  for (let made = 0; made < 11; made += 1) await addAccount(world, {}, customerNumber)
  const read = async (args: string, fields = '') => {
    const { body } = await world.graphql(`{ customers { nodes { own: accounts${args} { nodes { id }${fields} } } } }`)
    return [body.data.customers.nodes[0].own.nodes.length, body.extensions]
  }
  expect(await read('')).toEqual([10, { truncated: ['customers.nodes.own'] }])
  expect(await read('', ' totalCount')).toEqual([10, { truncated: ['customers.nodes.own'] }])
  expect(await read('', ' pageInfo { hasNextPage }')).toEqual([10, undefined])
  expect(await read('(first: 10)')).toEqual([10, undefined])
  expect(await read('(first: 11)')).toEqual([11, undefined])
  expect(await read('(last: 2)')).toEqual([2, undefined])
})
