import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAccount, addCustomer, balance, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { addCorporate, callingAs, NDCT, paymentBody, privateHeaders } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

/** D27: 1.0.0 took engagements on automatic agreements, and corporations as members. Such rows stay, and give no right that is not there. */
const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

let world: World
let corporate: Awaited<ReturnType<typeof addCorporate>>
let kari: { customerNumber: string; customerId: string }
let ola: typeof kari
let karis: { id: string; iban: string; currency: string }
let automatic: string

beforeAll(async () => {
  corporate = await addCorporate(bank)
  world = corporate.world
  kari = await addCustomer(world)
  ola = await addCustomer(world)
  karis = await addAccount(world, { balances: [balance(1000)] }, kari.customerNumber)
  await addAccount(world, { balances: [balance(1000)] }, ola.customerNumber)
  automatic = (await world.call('GET', `${PATHS.customers}/${kari.customerId}`)).body.agreements[0].id
  const row = { worldId: world.name, roles: 'VIEW REGISTER APPROVE', registerLimit: 1000, approvalLimit: 1000 }
  const createdAt = new Date()
  const rows = [
    { id: 'old-private', agreementId: automatic, customerId: ola.customerId, accountId: karis.id },
    {
      id: 'old-firm',
      agreementId: corporate.agreement.id,
      customerId: corporate.corporation.customerId,
      accountId: corporate.account.id,
    },
  ]
  await bank.store.transaction(
    tx => tx.engagement.createMany({ data: rows.map(one => ({ ...row, ...one, createdAt })) }),
    {
      worlds: [world.name],
    },
  )
})

it('The PSU does not pay privately from the account of another', async () => {
  const psu = callingAs(world, await privateHeaders(bank, world, ola.customerNumber))
  const answer = await psu.call('POST', NDCT, { body: paymentBody(karis, corporate.creditor) })
  expectRefusal(answer, 403, 'FORBIDDEN')
})

it('A consent in the private context has one agreement: no choice is asked for, and the own accounts are in it alone', async () => {
  const { grantConsent } = await ask(
    world,
    'mutation ($psu: String!) { grantConsent(input: { psu: $psu, context: PRIVATE }) { consent { accounts { id } } } }',
    { psu: ola.customerNumber },
  )
  expect(grantConsent.consent.accounts).toHaveLength(1)
  expect(grantConsent.consent.accounts[0].id).not.toBe(karis.id)
})

it('The rows are read at both doors, and the export leaves them out', async () => {
  const read = await world.call('GET', `${PATHS.agreements}/${automatic}/engagements/old-private`)
  expect(read).toMatchObject({ status: 200, body: { customer: ola.customerNumber } })
  const { engagement } = await ask(world, '{ engagement(id: "old-firm") { psu { customerNumber } } }')
  expect(engagement.psu.customerNumber).toBe(corporate.corporation.customerNumber)
  const { fixture, fixtureLeavesOut } = await ask(world, '{ fixture fixtureLeavesOut }')
  expect(fixtureLeavesOut).toEqual(['1 engagement: old-firm'])
  const made = await bank.world()
  await ask(made, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }', { fixture })
})

it('A snapshot that holds such rows is restored', async () => {
  await ask(world, 'mutation { takeSnapshot(name: "old") { snapshot { name } } }')
  await ask(world, 'mutation { restoreSnapshot(name: "old") { world { name } } }')
  expect((await world.call('GET', `${PATHS.agreements}/${automatic}/engagements/old-private`)).status).toBe(200)
})
