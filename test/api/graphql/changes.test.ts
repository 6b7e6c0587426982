import { afterAll, describe, expect, it } from 'vitest'
import { account, customer, engagement } from '../../support/builders/graphql-data.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  NDCT,
  paymentBody,
  register,
  sign,
} from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** D130: what was made can be changed by the operator: changeCustomer, changeAccount, changeEngagement. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

/** A person with an account, and a corporation with an account and an agreement of which the person is a member. */
async function town() {
  const world = await bank.world()
  await ask(
    world,
    `mutation ($kari: CreateCustomerInput!, $firm: CreateCustomerInput!, $daily: CreateAccountInput!, $running: CreateAccountInput!, $clerk: CreateEngagementInput!) {
      a: createCustomer(input: $kari) { customer { id } } b: createCustomer(input: $firm) { customer { id } }
      c: createAccount(input: $daily) { account { id } } d: createAccount(input: $running) { account { id } }
      createAgreement(input: { key: "bank", owner: "firm", name: "Main" }) { agreement { id } }
      createEngagement(input: $clerk) { engagement { id } } }`,
    {
      kari: { key: 'kari', ...customer() },
      firm: { key: 'firm', ...customer('999000111', 'CORPORATE') },
      daily: { key: 'daily', ...account() },
      running: { key: 'running', ...account('999000111', 7) },
      clerk: { key: 'clerk', agreementId: 'bank', ...engagement('running', 'kari') },
    },
  )
  return world
}

const change = (noun: string, selection: string) => {
  const field = `${noun.slice(0, 1).toLowerCase()}${noun.slice(1)}`
  return `mutation ($input: Change${noun}Input!) { change${noun}(input: $input) { ${field} { ${selection} } warnings { code } } }`
}
const CUSTOMER = change('Customer', 'key name agreements { nodes { name } }')
const ACCOUNT = change('Account', 'key accountName product creditLine')
const ENGAGEMENT = change('Engagement', 'key roles registerLimit approvalLimit offeredForConsent')

describe('changeCustomer', () => {
  it("gives a person another name, and its automatic agreement with it (D26), but no corporation's agreement", async () => {
    const world = await town()
    const before = await ask(world, '{ customer(by: { key: "kari" }) { id customerNumber psuId createdAt } }')
    expect(await ask(world, CUSTOMER, { input: { id: 'kari', name: 'Kari Berg' } })).toEqual({
      changeCustomer: {
        customer: { key: 'kari', name: 'Kari Berg', agreements: { nodes: [{ name: 'Kari Berg' }] } },
        warnings: [],
      },
    })
    expect(await ask(world, '{ customer(by: { key: "kari" }) { id customerNumber psuId createdAt } }')).toEqual(before)
    const firm = await ask(world, CUSTOMER, { input: { id: 'firm', name: 'Havn AS' } })
    expect(firm.changeCustomer.customer).toMatchObject({ name: 'Havn AS', agreements: { nodes: [{ name: 'Main' }] } })
    // REST and the store have it too.
    const rest = await world.call('GET', `/v1/sandbox/customers/${before.customer.id}`)
    expect([rest.body.customerName, rest.body.agreements[0].name]).toEqual(['Kari Berg', 'Kari Berg'])
    const rows = await bank.store.reader.customer.findMany({ where: { worldId: world.name }, orderBy: { id: 'asc' } })
    expect(rows.map(({ name }) => name)).toEqual(['Kari Berg', 'Havn AS'])
  })

  it.each([
    [{ id: 'kari', name: '' }, 'FORMAT_ERROR', 'input.name', 'must have 1 to 70 characters; it has 0.'],
    [{ id: 'kari', name: 'a'.repeat(71) }, 'FORMAT_ERROR', 'input.name', 'must have 1 to 70 characters; it has 71.'],
    [{ id: 'kari' }, 'FORMAT_ERROR', 'input.name', 'is required'],
    [{ id: 'karl', name: 'Karl' }, 'RESOURCE_UNKNOWN', undefined, 'There is no key "karl": is "kari" meant?'],
  ])('refuses %j', async (input, code, path, text) => {
    const world = await town()
    const { tppMessages } = await refused(world, CUSTOMER, { input })
    expect(tppMessages).toMatchObject([{ code, text: expect.stringContaining(text) }])
    expect(tppMessages[0].path).toBe(path)
    expect((await ask(world, '{ customer(by: { key: "kari" }) { name } }')).customer.name).toBe('Customer 07049912345')
  })
})

describe('changeAccount', () => {
  it('changes what is given, and nothing else', async () => {
    const world = await town()
    const of = async (input: object) =>
      (await ask(world, ACCOUNT, { input: { id: 'daily', ...input } })).changeAccount.account
    expect(await of({ accountName: 'Lønn' })).toMatchObject({
      accountName: 'Lønn',
      product: 'Brukskonto',
      creditLine: 1000,
    })
    expect(await of({ product: 'Spar', creditLine: -50 })).toMatchObject({
      accountName: 'Lønn',
      product: 'Spar',
      creditLine: -50,
    })
    // A null is a field that is not given.
    expect(await of({ accountName: null, product: 'Mer' })).toMatchObject({ accountName: 'Lønn', product: 'Mer' })
    const { account } = await ask(world, '{ account(by: { key: "daily" }) { id } audit { findings { text } } }')
    const [rest] = (await world.call('GET', `/v1/sandbox/accounts/${account.id}`)).body
    expect(rest).toMatchObject({ accountName: 'Lønn', product: 'Mer', creditLine: -50 })
  })

  it('D37: a credit line below what is used lets no payment through', async () => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank, { booked: 10 })
    await ask(world, ACCOUNT, { input: { id: debtor.id, creditLine: 500 } })
    const pay = async () => {
      const payment = await register(psu, NDCT, paymentBody(debtor, creditor, { creditorName: `To ${Math.random()}` }))
      await sign(bank, psu, payment, number)
      await ask(world, 'mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
      return (await ask(world, `{ payment(id: "${payment.id}") { status fundsAvailable } }`)).payment
    }
    expect(await pay()).toEqual({ status: 'ACSC', fundsAvailable: true })
    await ask(world, ACCOUNT, { input: { id: debtor.id, creditLine: 0 } })
    expect(await pay()).toEqual({ status: 'RJCT', fundsAvailable: false })
  })

  it.each([
    [{ id: 'daily' }, 'FORMAT_ERROR', 'input', 'must have at least one of accountName, product, creditLine.'],
    [{ id: 'daily', accountName: '  ' }, 'FORMAT_ERROR', 'input.accountName', 'must have a visible character.'],
    [{ id: 'daily', creditLine: 2 ** 31 }, 'FORMAT_ERROR', 'input.creditLine', '2147483647'],
    [{ id: 'kari', product: 'x' }, 'RESOURCE_UNKNOWN', undefined, '"kari" is the key of another kind of thing'],
  ])('refuses %j', async (input, code, path, text) => {
    const world = await town()
    const { tppMessages } = await refused(world, ACCOUNT, { input })
    expect(tppMessages).toMatchObject([{ code, text: expect.stringContaining(text) }])
    expect(tppMessages[0].path).toBe(path)
  })
})

describe('changeEngagement', () => {
  it('changes roles and limits, each alone; the roles keep their order (D27)', async () => {
    const world = await town()
    const of = async (input: object) =>
      (await ask(world, ENGAGEMENT, { input: { id: 'clerk', ...input } })).changeEngagement.engagement
    expect(await of({ roles: ['APPROVE', 'VIEW'] })).toEqual({
      key: 'clerk',
      roles: ['APPROVE', 'VIEW'],
      registerLimit: 5000,
      approvalLimit: 0,
      offeredForConsent: false,
    })
    expect(await of({ registerLimit: 7, approvalLimit: 8 })).toMatchObject({
      roles: ['APPROVE', 'VIEW'],
      registerLimit: 7,
      approvalLimit: 8,
    })
  })

  it.each([
    [{ id: 'clerk' }, 'FORMAT_ERROR', 'input', 'must have at least one of roles, registerLimit, approvalLimit.'],
    [{ id: 'clerk', roles: [] }, 'FORMAT_ERROR', 'input.roles', 'must name at least one role'],
    [{ id: 'clerk', roles: ['VIEW', 'VIEW'] }, 'FORMAT_ERROR', 'input.roles', 'must name each role once'],
    [{ id: 'clerk', approvalLimit: -1 }, 'FORMAT_ERROR', 'input.approvalLimit', '0'],
    [{ id: 'clark', approvalLimit: 1 }, 'RESOURCE_UNKNOWN', undefined, 'is "clerk" meant?'],
  ])('refuses %j', async (input, code, path, text) => {
    const world = await town()
    const { tppMessages } = await refused(world, ENGAGEMENT, { input })
    expect(tppMessages).toMatchObject([{ code, text: expect.stringContaining(text) }])
    expect(tppMessages[0].path).toBe(path)
    expect((await ask(world, '{ engagement(id: "clerk") { roles } }')).engagement.roles).toEqual(['VIEW', 'REGISTER'])
  })

  it('D26, D27: an owner keeps every right to its own account', async () => {
    const world = await town()
    const { account: own } = await ask(world, '{ account(by: { key: "daily" }) { engagements { nodes { id } } } }')
    const [{ id }] = own.engagements.nodes
    const { tppMessages } = await refused(world, ENGAGEMENT, { input: { id, registerLimit: 1 } })
    expect(tppMessages).toMatchObject([
      { code: 'BAD_REQUEST', text: expect.stringContaining('This is the automatic agreement of a private customer') },
    ])
  })

  it('D77: keeps the right that a waiting payment needs, and lets a change through that leaves it', async () => {
    const corporate = await addCorporate(bank)
    const { world, account: debtor } = corporate
    const clerk = await addMember(bank, world, corporate, { approvalLimit: 50 })
    const boss = await addMember(bank, world, corporate, { approvalLimit: 100 })
    const payment = await register(clerk.psu, NDCT, paymentBody(debtor, corporate.creditor))
    await sign(bank, clerk.psu, payment, clerk.number)
    const id = await engagementOf(world, boss.number)
    for (const input of [{ approvalLimit: 99 }, { roles: ['VIEW', 'REGISTER'] }]) {
      const { tppMessages } = await refused(world, ENGAGEMENT, { input: { id, ...input } })
      expect(tppMessages).toMatchObject([
        { code: 'CONFLICT', text: expect.stringContaining(`The payment ${payment.id} is PDNG and waits`) },
      ])
    }
    await ask(world, ENGAGEMENT, { input: { id, roles: ['APPROVE'], registerLimit: 0 } })
    await ask(world, ENGAGEMENT, { input: { id: await engagementOf(world, clerk.number), approvalLimit: 100 } })
    await ask(world, ENGAGEMENT, { input: { id, approvalLimit: 0 } })
  })
})

async function engagementOf(world: World, number: string): Promise<string> {
  const { customer: member } = await ask(
    world,
    `{ customer(by: { customerNumber: "${number}" }) { engagements { nodes { id } } } }`,
  )
  return member.engagements.nodes[0].id
}

it('are no operations of TPPs: no scenario acts on them (D102), and the journal has them as calls of the operator', async () => {
  const world = await town()
  const query = 'mutation { changeCustomer(input: { id: "kari", name: "Ola" }) { customer { name } } }'
  const sent = await fetch(`${bank.url}${world.base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sandbank-Scenario': 'delay; ms=1' },
    body: JSON.stringify({ query }),
  })
  expect(JSON.parse(await sent.text()).errors[0].message).toContain('this document runs none')
  await ask(world, query)
  const { calls } = await ask(
    world,
    '{ calls(first: 1, filter: { contains: "changeCustomer", refused: false }) { nodes { by operation status } } }',
  )
  expect(calls.nodes).toEqual([{ by: 'OPERATOR', operation: 'changeCustomer', status: 200 }])
})
