import { beforeAll, expect, it } from 'vitest'
import { addAccount, addCardAccount, addCustomer } from '../../support/builders/builders.ts'
import { NOON } from '../../support/builders/consented.ts'
import { approve, moveOn, pay } from '../../support/builders/graphql-payments.ts'
import { bulkBody, paymentBody, periodicBody } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { stopClock } from '../../support/clients/clock.ts'
import { isOnPostgres } from '../../support/harness/database.ts'

const statements: string[] = []
// PostgreSQL receives the machine's time once a second, whatever is asked.
const note = (sql: string) => {
  if (!sql.includes('"MachineTime"')) statements.push(sql)
}
const bank = await startBank({ onQuery: note })
/** PostgreSQL answers when it likes, and what waits for two of its answers may ask twice. */
const SPLIT = isOnPostgres ? 4 : 0
let world: World

const EVERYTHING = `query ($n: Int!) {
  payments(last: $n) { nodes { status psu { name } agreement { name } debtorAccount { iban owner { name } } ... on SinglePayment { creditorName creditorAccount { iban } instructedAmount { amount } failure signingBasket { status payments { id creditorName } } }
    ... on BulkPayment { entries { status creditorName } }
    ... on PeriodicPayment { creditorName frequency executions(first: 3) { totalCount nodes { date payment { creditorName } } } nextExecutions(first: 2) { date } }
    authorisations(first: 3) { totalCount nodes { status psu { name } agreement { name } payment { id } signingBasket { id } } }
    transactions(first: 3) { totalCount nodes { account { iban } payment { id } } }
    bookings(first: 3) { totalCount nodes { debitAccount { iban } creditAccount { iban } debitCardAccount { id } creditCardAccount { id } } } } }
  consents(last: $n) { nodes { state psu { name } agreement { name } accounts { iban bookings(first: 2) { totalCount nodes { id } } } cardAccounts { maskedPan bookings(first: 2) { nodes { id } } } } }
  signingBaskets(last: $n) { nodes { status psu { name } agreement { name } payments { id } authorisations { totalCount } } }
  customers(last: $n) { nodes { consents(first: 2) { totalCount nodes { state } } } } }`
const PAYERS = 12

beforeAll(async () => {
  world = await bank.world()
  await stopClock(bank, world, NOON)
  for (let index = 0; index < PAYERS; index += 1) {
    const psu = String((await addCustomer(world)).customerNumber)
    const [debtor, creditor] = [await addAccount(world, {}, psu), await addAccount(world, {}, psu)]
    await addCardAccount(world, {}, psu)
    await ask(world, 'mutation ($psu: String!) { grantConsent(input: { psu: $psu }) { psuId } }', { psu })
    const single = await pay(world, 'single', { psu, input: paymentBody(debtor, creditor) })
    const { createSigningBasket } = await ask(
      world,
      'mutation ($psu: String!, $ids: [ID!]!) { createSigningBasket(input: { psu: $psu, paymentIds: $ids }) { signingBasket { id } } }',
      { psu, ids: [single.id] },
    )
    const signed = await ask(
      world,
      'mutation ($psu: String!, $id: ID!) { authoriseSigningBasket(input: { psu: $psu, id: $id }) { authorisation { id } } }',
      { psu, id: createSigningBasket.signingBasket.id },
    )
    await approve(world, signed.authoriseSigningBasket.authorisation.id, psu)
    const periodic = await pay(world, 'periodic', { psu, context: 'PRIVATE', input: periodicBody(debtor, creditor) })
    await approve(world, periodic.sca, psu)
    const bulk = await pay(world, 'bulk', {
      psu,
      context: 'PRIVATE',
      input: bulkBody(debtor, creditor, ['1.00', '2.00']),
    })
    await approve(world, bulk.sca, psu)
  }
  await moveOn(world, 'P1M')
})

async function countStatements(n: number): Promise<number> {
  statements.length = 0
  const data = await ask(world, EVERYTHING, { n })
  expect(data.payments.nodes).toHaveLength(n)
  expect(data.consents.nodes).toHaveLength(n)
  expect(data.signingBaskets.nodes).toHaveLength(n)
  return statements.length
}

it('asks the store as often for twelve payments, consents and baskets with all they have as for six', async () => {
  // The first call after something was written reads the world again, too.
  await countStatements(1)
  // Two of each kind.
  const six = await countStatements(6)
  expect((await countStatements(PAYERS)) - six).toBeLessThanOrEqual(SPLIT)
  expect(six).toBeLessThan(80)
  expect(bank.faults).toEqual([])
})
