import { afterAll, beforeEach, expect, it } from 'vitest'
import { addConsented, unattended } from '../../support/builders/consented.ts'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'
import { isOnPostgres } from '../../support/harness/database.ts'

/** D130: what belongs to a TPP has it as `tpp`: by its name of that day, with what the register knows of it. */

let watched: string[] = []
const bank = await startBank({ onQuery: sql => watched.push(sql) })
afterAll(() => expect(bank.faults).toEqual([]))
beforeEach(() => {
  watched = []
})
const own = { id: tppIdOf(bank, bank.tpp), name: expect.stringMatching(/^tpp-/), localName: expect.any(String) }
const TPP = 'tpp { __typename id name localName firstCalledAt }'

/** How many statements read rows for a document. */
async function readsOf(world: World, document: string): Promise<number> {
  watched = []
  await ask(world, document)
  return watched.filter(sql => /^\s*SELECT/i.test(sql)).length
}

it('stands at everything that belongs to a TPP, and is null where a call or scenario is about none', async () => {
  const { psu, number, debtor, creditor, world } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  const basket = await ask(
    world,
    `mutation ($input: CreateSigningBasketInput!) { createSigningBasket(input: $input) { signingBasket { ${TPP} } } }`,
    { input: { tpp: own.id, psu: number, paymentIds: [payment.id] } },
  )
  const rest = await ask(
    world,
    `mutation {
      grantConsent(input: { psu: "${number}", context: PRIVATE, tpp: "${own.id}" }) { consent { ${TPP} } ${TPP} }
      offerConsent(input: { tpp: "${own.id}" }) { authorisation { ${TPP} } }
      setContactInformation(input: { tpp: "${own.id}", emails: ["a@example.com"] }) { contactInformation { ${TPP} } }
      one: setScenario(input: { scenario: "delay; ms=1", for: { tpp: "${own.id}" } }) { scenario { ${TPP} } }
      all: setScenario(input: { scenario: "delay; ms=1" }) { scenario { tpp { id } } } }`,
  )
  const read = await ask(
    world,
    `{ payment(id: "${payment.id}") { ${TPP} } reportCard(tpp: "${own.id}") { ${TPP} }
       calls(filter: { door: REST }, last: 1) { nodes { ${TPP} } } graph: calls(filter: { door: GRAPHQL }, first: 1) { nodes { tpp { id } } } }`,
  )
  const shown = { __typename: 'Tpp', ...own, firstCalledAt: expect.stringMatching(/^\d{4}-/) }
  const { grantConsent, offerConsent, setContactInformation, one, all } = rest
  for (const { tpp } of [
    basket.createSigningBasket.signingBasket,
    grantConsent,
    grantConsent.consent,
    offerConsent.authorisation,
    setContactInformation.contactInformation,
    one.scenario,
    read.payment,
    read.reportCard,
    read.calls.nodes[0],
  ])
    expect(tpp).toEqual(shown)
  expect([all.scenario.tpp, read.graph.nodes[0].tpp]).toEqual([null, null])
})

it('stands at counts of reads', async () => {
  const psu = await addConsented(bank)
  await psu.world.call('GET', `/v1/accounts/${psu.account.id}/balances`, { headers: unattended(psu.headers) })
  const { accessCounts } = await ask(psu.world, `{ accessCounts { nodes { ${TPP} psu { customerNumber } } } }`)
  expect(accessCounts.nodes).toMatchObject([{ tpp: own, psu: { customerNumber: psu.customerNumber } }])
})

it('has the name of the day of its payment, also when its certificate has another one since', async () => {
  const { psu, debtor, creditor, world } = await addPayer(bank)
  const { id } = await register(psu, NDCT, paymentBody(debtor, creditor))
  await bank.store.transaction(
    tx =>
      tx.payment.update({
        where: { worldId_id: { worldId: world.name, id } },
        data: { tppId: 'NO-FSA-000000001', tppName: 'Of old' },
      }),
    { worlds: [world.name] },
  )
  // The register does not know this one: of its own it says nothing.
  const { payment } = await ask(world, `{ payment(id: "${id}") { ${TPP} } }`)
  const shown = { id: 'NO-FSA-000000001', name: 'Of old', localName: null, firstCalledAt: null }
  expect(payment.tpp).toEqual({ __typename: 'Tpp', ...shown })
})

it('is found by node(id), with the prefix PSD or without', async () => {
  const world = await bank.world()
  for (const id of [own.id, `PSD${own.id}`])
    expect(await ask(world, `{ node(id: "${id}") { __typename id ... on Tpp { name localName } } }`)).toEqual({
      node: { __typename: 'Tpp', ...own },
    })
  const { code } = await refused(world, '{ node(id: "NO-FSA-404404404") { id } }')
  expect(code).toBe('RESOURCE_UNKNOWN')
})

it('is read for all rows of a list at once, and written by SQLite where the row has it', async () => {
  const { psu, debtor, creditor, world } = await addPayer(bank)
  const make = (place: number) => register(psu, NDCT, paymentBody(debtor, creditor, { creditorName: `To ${place}` }))
  await make(0)
  const known = '{ payments(first: 50) { nodes { tpp { localName firstCalledAt } } } }'
  const nested = '{ customers { nodes { payments { nodes { tpp { localName } } } } } }'
  const few = [await readsOf(world, known), await readsOf(world, nested)]
  for (let place = 1; place < 12; place += 1) await make(place)
  expect([await readsOf(world, known), await readsOf(world, nested)]).toEqual(few)

  watched = []
  const { payments } = await ask(world, '{ payments(first: 50) { nodes { id tpp { name id } } } }')
  expect(payments.nodes).toHaveLength(12)
  expect(payments.nodes[11]).toEqual({ id: expect.any(String), tpp: { id: own.id, name: own.name } })
  expect(watched.some(sql => /json_object\(.* FROM "Payment"/.test(sql))).toBe(!isOnPostgres)
  expect(watched.some(sql => sql.includes('FROM "Tpp"'))).toBe(false)
})
