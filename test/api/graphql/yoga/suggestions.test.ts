import { expect, it } from 'vitest'
import { startGraphql } from '../../../support/clients/graphql-server.ts'

/** A document with a name that the graph does not have gets the one that was meant (D130). */

const server = await startGraphql()
const world = await server.world()

const ROWS: readonly (readonly [document: string, hint: string])[] = [
  ['{ customers { name } }', 'The rows of a connection are its nodes: write nodes { name }.'],
  ['{ requests { totalCount } }', 'Did you mean "calls"?'],
  // Names of version 1.
  ['{ payments { nodes { tppId } } }', 'It stands one edge further: write tpp { id }.'],
  ['{ payments { nodes { tppName } } }', 'It stands one edge further: write tpp { name }.'],
  ['{ payments { customer { name } } }', 'The rows of a connection are its nodes: write nodes { psu }.'],
  ['{ consents { nodes { customer { name } } } }', 'Did you mean "psu"?'],
  ['{ signingBaskets { nodes { customerId } } }', 'It stands one edge further: write psu { id }.'],
  ['{ authorisations { nodes { scaStatus } } }', 'Did you mean "status"?'],
  ['{ calls(filter: { requestId: "x" }) { totalCount } }', 'did you mean "xRequestId"?'],
  ['{ calls(everyWorld: true) { totalCount } }', 'Did you mean "allWorlds"?'],
  ['{ why(of: { basket: "x" }) { text } }', 'Did you mean "signingBasket"?'],
  ['{ payments(filter: { psu: "x" }) { totalCount } }', 'did you mean "customer"?'],
  // What a TPP reads, at the path of its record.
  ['{ consentedAccounts { iban } }', 'A TPP reads it: write query { asTpp { accounts { … } } }.'],
  [
    '{ accountTransactions(id: "x") { nextOffset } }',
    'asTpp { account(by: …) { transactions(bookingStatus: …) { … } } }',
  ],
  ['{ paymentStatus(id: "x") }', 'write query { asTpp { payment(by: …) { status } } }.'],
  ['mutation { confirmFunds(input: {}) }', 'write query { asTpp { fundsConfirmation(input: …) { … } } }.'],
  ['{ accounts(consentId: "x") { nodes { iban } } }', 'write asTpp(access: …) { accounts … }.'],
  // What one would guess.
  ['mutation { createSnapshot(name: "x") { snapshot { name } } }', 'Did you mean "takeSnapshot"?'],
  ['mutation { setBalance(id: "x") { account { id } } }', 'Did you mean "changeBalances"?'],
  ['mutation { setAccountBalance(id: "x") { account { id } } }', 'Did you mean "changeBalances"?'],
  ['mutation { injectFault(code: "x") { id } }', 'Did you mean "setScenario"?'],
  ['mutation { failNextCall(code: "x") { id } }', 'Did you mean "setScenario"?'],
  ['mutation { advanceClock(input: { days: 1 }) { clock { now } } }', 'It takes by, to.'],
  ['{ accounts { nodes { customer { name } } } }', 'Did you mean "owner"?'],
  ['{ accounts { nodes { name } } }', 'Did you mean "accountName"?'],
  ['{ consents { nodes { consentStatus } } }', 'Did you mean "state"?'],
  ['{ consents { nodes { validUntil } } }', 'Did you mean "expiresAt"?'],
  ['{ snapshots { nodes { createdAt } } }', 'Did you mean "takenAt"?'],
  ['{ calls { nodes { response { body } } } }', 'Did you mean "answer"?'],
  ['{ calls { nodes { path } } }', 'Did you mean "target"?'],
  ['mutation { setAccountName(id: "x") { account { id } } }', 'Did you mean "changeAccount"?'],
  ['mutation { approvePayment(id: "x") { payment { id } } }', 'Did you mean "completeAuthorisation"?'],
  ['mutation { runBatch { clock { now } } }', 'Did you mean "advanceClock"?'],
  [
    'mutation { updateAgreement(id: "x") { agreement { id } } }',
    'There is no way to change it: delete it, and make another.',
  ],
  ['{ lostRequests { calls } }', 'Did you mean "lostCalls"?'],
  ['{ listCustomers { totalCount } }', 'Did you mean "customers"?'],
  ['{ getClock { now } }', 'Did you mean "clock"?'],
  ['{ account(id: "x") { iban } }', 'It stands in by: write by: { id: … }.'],
  ['{ account(by: { id: "x", iban: "y" }) { iban } }', 'Give exactly one of id, key, iban, bban.'],
  ['{ account(by: {}) { iban } }', 'Give exactly one of id, key, iban, bban.'],
  ['mutation { updateBalances(id: "x") { account { id } } }', 'Did you mean "changeBalances"?'],
  ['mutation { updateCustomer(id: "x") { customer { id } } }', 'Did you mean "changeCustomer"?'],
  ['mutation { setAccount(id: "x") { account { id } } }', 'Did you mean "changeAccount"?'],
  ['mutation { editEngagement(id: "x") { engagement { id } } }', 'Did you mean "changeEngagement"?'],
  ['mutation { addCustomer(name: "x") { customer { id } } }', 'Did you mean "createCustomer"?'],
  ['mutation { removeCustomer(id: "x") { customer { id } } }', 'Did you mean "deleteCustomer"?'],
  ['mutation { stopClock { clock { now } } }', 'Did you mean "freezeClock"?'],
  ['mutation { createCustomer(name: "x") { customer { id } } }', 'It stands in input: write input: { name: … }.'],
  [
    'mutation { createCustomer(input: { name: "x", type: PRIVATE }) { id } }',
    'It stands one edge further: write customer { id }.',
  ],
  [
    'mutation { createWorld(input: { source: { empty: true, standard: true } }) { world { name } } }',
    'Give exactly one of standard, empty, copyOf, snapshot, fixture, fixtureName.',
  ],
]

it.each(ROWS)('D130: %s: %s', async (document, hint) => {
  const { errors, data } = await world.run(document)
  expect(errors.map(({ message }) => message).join(' ')).toContain(hint)
  expect(data).toBeUndefined()
})
