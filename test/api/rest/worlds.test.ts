import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addAgreement,
  addCardAccount,
  addCorporation,
  addCustomer,
  balance,
  cardTransactionBody,
  create,
  customerBody,
  engagementBody,
  expectRefusal,
  PATHS,
  transactionBody,
} from '../../support/builders/builders.ts'
import { startBank, type World } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

/** One of everything. */
async function fill(world: World) {
  const psu = await addCustomer(world)
  const firm = await addCorporation(world)
  const account = await addAccount(world, {}, firm.customerNumber)
  const card = await addCardAccount(world, {}, firm.customerNumber)
  const agreement = await addAgreement(world, firm.customerNumber)
  const engagements = `${PATHS.agreements}/${agreement.id}/engagements`
  const engagement = await create(world, engagements, engagementBody(psu.customerNumber, account.iban))
  const transactions = `${PATHS.accounts}/${account.id}/transactions`
  const transaction = await create(world, transactions, transactionBody())
  const cardTransactions = `${PATHS.cardAccounts}/${card.id}/transactions`
  const cardTransaction = await create(world, cardTransactions, cardTransactionBody())
  const ones = [
    `${PATHS.customers}/${psu.customerId}`,
    `${PATHS.accounts}/${account.id}`,
    transactions,
    `${PATHS.cardAccounts}/${card.id}`,
    cardTransactions,
    `${PATHS.agreements}/${agreement.id}`,
    `${engagements}/${engagement.id}`,
  ]
  const posts = [
    [engagements, engagementBody(psu.customerNumber, account.iban)],
    [transactions, transactionBody()],
    [cardTransactions, cardTransactionBody()],
  ] as const
  const puts = [`${PATHS.accounts}/${account.id}/balances`, `${PATHS.cardAccounts}/${card.id}/balances`]
  const gets = [
    ...ones,
    engagements,
    `${transactions}/${transaction.transactionId}`,
    `${cardTransactions}/${cardTransaction.cardTransactionId}`,
  ]
  return { psu, firm, account, gets, puts, posts, deletes: ones }
}

const [mine, other] = [await bank.world(), await bank.world()]
const filled = await fill(mine)

describe('a world does not see what another has (D1, D2)', () => {
  it.each(filled.gets)('GET %s', async path => {
    expect((await mine.call('GET', path)).status).toBe(200)
    for (const world of [other, bank.at('default')])
      expectRefusal(await world.call('GET', path), 404, 'RESOURCE_UNKNOWN')
  })

  it.each(filled.puts)('PUT %s', async path => {
    const body = { balances: [balance(1)] }
    expectRefusal(await other.call('PUT', path, { body }), 404, 'RESOURCE_UNKNOWN')
  })

  it.each(filled.posts.map(([path, body]) => ({ path, body })))('POST $path', async ({ path, body }) => {
    expectRefusal(await other.call('POST', path, { body }), 404, 'RESOURCE_UNKNOWN')
  })

  it.each(filled.deletes)('DELETE %s', async path => {
    expectRefusal(await other.call('DELETE', path), 404, 'RESOURCE_UNKNOWN')
    expect((await mine.call('GET', path)).status).toBe(200)
  })

  it('lists nothing of it, and cannot name it in a body', async () => {
    const lists = [PATHS.customers, PATHS.accounts, PATHS.cardAccounts, PATHS.agreements]
    for (const path of lists) expect((await other.call('GET', path)).body).toEqual([])
    const firm = await addCorporation(other)
    const agreement = await addAgreement(other, firm.customerNumber)
    const answer = await other.call('POST', `${PATHS.agreements}/${agreement.id}/engagements`, {
      body: engagementBody(filled.psu.customerNumber, filled.account.iban),
    })
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      `customer: There is no customer with the number "${filled.psu.customerNumber}" in this world.`,
      `account.iban: There is no account with the iban "${filled.account.iban}" in this world.`,
    ])
  })

  it('has its own customers under the same numbers (D24)', async () => {
    const made = await addCustomer(other, { customerNumber: filled.psu.customerNumber })
    await other.call('DELETE', `${PATHS.customers}/${made.customerId}`)
    expect((await mine.call('GET', `${PATHS.customers}/${filled.psu.customerId}`)).status).toBe(200)
  })

  it('shares its sandbox data with all TPPs (D3)', async () => {
    const tpp = bank.newTpp()
    for (const path of filled.gets)
      expect((await mine.call('GET', path, { tpp })).text).toBe((await mine.call('GET', path)).text)
    const all = await mine.call('GET', PATHS.accounts, { tpp })
    expect(all.text).toBe((await mine.call('GET', PATHS.accounts)).text)
  })
})

describe('links and Location (D19)', () => {
  it.each([mine, bank.at('default')])('start with the base path of the world $name', async world => {
    const hrefs = (text: string) => [...text.matchAll(/"href":"([^"]+)"/g)].map(([, href = '']) => href)
    const made = await world.call('POST', PATHS.customers, { body: customerBody() })
    expect(made.headers['location']).toBe(`${world.base}${PATHS.customers}/${made.body.customerId}`)
    const answers = [made, await world.call('GET', PATHS.accounts), await world.call('GET', PATHS.agreements)]
    const found = answers.flatMap(({ text }) => hrefs(text))
    expect(found.length).toBeGreaterThan(3)
    for (const href of found) {
      expect(href.startsWith(`${world.base}/v1/`), href).toBe(true)
      const answer = await world.call('GET', href.slice(world.base.length))
      expect(answer.status, href).toBe(200)
    }
  })
})

describe('the base URL of a world (D1)', () => {
  it('is /worlds/default for the default world too; its links lead to the shorter one', async () => {
    const [long, short] = [world('default'), bank.at('default')]
    const answer = await long('GET', PATHS.customers)
    expect(answer.text).toBe((await short.call('GET', PATHS.customers)).text)
  })

  it.each(['nowhere', 'Default', 'a_b', '-a', 'a'.repeat(64), '%00', 'a%2Fb', '%F0%9F%90%9F', '__proto__'])(
    'is unknown for %s: 404 RESOURCE_UNKNOWN',
    async name => {
      const [fault] = expectRefusal(await world(name)('GET', PATHS.customers), 404, 'RESOURCE_UNKNOWN')
      expect(fault).toMatch(
        /^world: There is no world ".+" on this server\. Create it with the GraphQL mutation createWorld/,
      )
    },
  )
})

/** Calls below /worlds/NAME, whatever the name. */
function world(name: string) {
  return (method: string, path: string) => bank.at('default').call(method, `/worlds/${name}${path}`)
}
