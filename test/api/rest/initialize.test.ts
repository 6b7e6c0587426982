import { afterAll, describe, expect, it } from 'vitest'
import { createCardTransaction, createTransaction } from '../../../src/bank/inputs/transactions.ts'
import { isValidIban } from '../../../src/domain/account-numbers.ts'
import { addCustomer, PATHS } from '../../support/builders/builders.ts'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { type Answer, startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const path = PATHS.initialize
afterAll(() => expect(bank.faults).toEqual([]))

/** Everything that a client can read of a world. */
async function readAll(world: World): Promise<string[]> {
  const read = async (at: string): Promise<Answer> => world.call('GET', at)
  const accounts = await read(PATHS.accounts)
  const cards = await read(PATHS.cardAccounts)
  const agreements = await read(PATHS.agreements)
  const lists = [
    ...accounts.body.map(({ id }: { id: string }) => `${PATHS.accounts}/${id}/transactions?limit=1000`),
    ...cards.body.map(({ id }: { id: string }) => `${PATHS.cardAccounts}/${id}/transactions?limit=1000`),
    ...agreements.body.map(({ id }: { id: string }) => `${PATHS.agreements}/${id}/engagements`),
  ]
  return [accounts, cards, agreements, ...(await Promise.all(lists.map(read)))].map(answer => answer.text)
}

describe('200', () => {
  it('creates the published customers with their accounts, and answers their list form (D30)', async () => {
    const world = await bank.world()
    const answer = await world.call('POST', path)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([
      { customerNumber: '13039319955', customerType: 'PRIVATE' },
      { customerNumber: '12085592767', customerType: 'PRIVATE' },
      { customerNumber: '18129215603', customerType: 'CORPORATE' },
      { customerNumber: '20079518612', customerType: 'CORPORATE' },
    ])
    const counts = answer.body.map((one: Record<'accounts' | 'cardAccounts' | 'agreements', string[]>) => [
      one.accounts.length,
      one.cardAccounts.length,
      one.agreements.length,
    ])
    expect(counts).toEqual([
      [2, 1, 1],
      [2, 1, 1],
      [3, 0, 1],
      [2, 0, 1],
    ])
    const listed = await world.call('GET', `${PATHS.customers}?withAccounts=true&withAgreements=true`)
    expect(listed.text).toBe(answer.text)
  })

  it('opens both corporations to a private member with REGISTER and VIEW, one with APPROVE and one without, who has a second approver (D30)', async () => {
    const world = await bank.world('STANDARD')
    const agreements = (await world.call('GET', PATHS.agreements)).body.slice(2)
    const roles = []
    for (const { id } of agreements) {
      const engagements = (await world.call('GET', `${PATHS.agreements}/${id}/engagements`)).body
      roles.push(engagements.map((one: { roles: string[] }) => one.roles.join(' ')))
    }
    expect(roles).toEqual([
      ['VIEW REGISTER APPROVE', 'VIEW REGISTER APPROVE', 'VIEW REGISTER APPROVE'],
      ['VIEW REGISTER', 'VIEW APPROVE', 'VIEW REGISTER', 'VIEW APPROVE'],
    ])
  })

  it('has valid Norwegian numbers, and a year of transactions of which every one of the last months has some (D30)', async () => {
    const world = await bank.world('STANDARD')
    const accounts = (await world.call('GET', PATHS.accounts)).body
    for (const { iban, bban } of accounts) {
      expect(isValidIban(iban), iban).toBe(true)
      expect(iban.slice(4)).toBe(bban)
    }
    const { body } = await world.call('GET', `${PATHS.accounts}/${accounts[0].id}/transactions?limit=1000`)
    const months = new Set(body.transactions.map((one: { bookingDate: string }) => one.bookingDate.slice(0, 7)))
    expect(months.size).toBeGreaterThanOrEqual(12)
  })

  it('fills every field that transaction details supply, none of them always but days and amounts, and has an account in EUR (D84)', async () => {
    const world = await bank.world('STANDARD')
    const accounts: { id: string; currency: string }[] = (await world.call('GET', PATHS.accounts)).body
    const cards: { id: string }[] = (await world.call('GET', PATHS.cardAccounts)).body
    expect(accounts.map(({ currency }) => currency).filter(currency => currency !== 'NOK')).toEqual(['EUR'])
    for (const [holders, path, input, always] of [
      [accounts, PATHS.accounts, createTransaction, []],
      [cards, PATHS.cardAccounts, createCardTransaction, ['originalAmount', 'transactionDate', 'cardAcceptorName']],
    ] as const) {
      const lists = holders.map(({ id }) => world.call('GET', `${path}/${id}/transactions?limit=1000`))
      const lines: object[] = (await Promise.all(lists)).flatMap(({ body }) => body.transactions)
      const notSupplied = ['creditorId', 'ultimateCreditor', 'ultimateDebtor']
      const optional = Object.keys(input.shape).filter(name => !notSupplied.includes(name))
      for (const name of optional)
        expect([name, lines.some(line => name in line)], 'a line that has it').toEqual([name, true])
      const required = ['transactionAmount', 'bookingDate', 'valueDate', ...always]
      for (const name of [
        'creditorName',
        'debtorName',
        'endToEndId',
        'proprietaryBankTransactionCode',
        'currencyExchange',
      ])
        if (optional.includes(name) && !required.includes(name))
          expect([name, lines.some(line => !(name in line))], 'a line without it').toEqual([name, true])
      expect(lines.filter(line => notSupplied.some(name => name in line))).toEqual([])
      expect(JSON.stringify(lines)).toContain('"exchangeRate"')
    }
    const exchanges = JSON.stringify(
      await Promise.all(accounts.map(({ id }) => world.call('GET', `${PATHS.accounts}/${id}/transactions`))),
    )
    expect(exchanges).toContain('contractIdentification')
  })

  it('names the same shop in the text of a line as its creditor', async () => {
    const world = await bank.world('STANDARD')
    const accounts: { id: string }[] = (await world.call('GET', PATHS.accounts)).body
    const lines: { creditorName?: string; remittanceInformationUnstructured?: string }[] = []
    for (const { id } of accounts)
      lines.push(...(await world.call('GET', `${PATHS.accounts}/${id}/transactions?limit=1000`)).body.transactions)
    const creditors = new Set(lines.map(one => one.creditorName))
    const shops = lines.filter(one => creditors.has(one.remittanceInformationUnstructured ?? '-'))
    expect(shops.length).toBeGreaterThan(100)
    for (const { creditorName, remittanceInformationUnstructured } of shops)
      expect(remittanceInformationUnstructured).toBe(creditorName)
  })

  it('is the same on every run, byte for byte, whatever was there before (D30)', async () => {
    const world = await bank.world()
    await addCustomer(world)
    const first = await world.call('POST', path)
    const before = await readAll(world)
    await addCustomer(world)
    await world.call('DELETE', `${PATHS.accounts}/${first.body[0].accounts[0]}`)
    const second = await world.call('POST', path)
    expect(second.text).toBe(first.text)
    expect(second.headers['sandbank-replayed']).toBeUndefined()
    expect(await readAll(world)).toEqual(before)
  })

  it('resets the clock of the world, and forgets calls of before: their ids are free (D15, D30)', async () => {
    const world = await bank.world()
    await bank.store.transaction(tx =>
      tx.world.update({ where: { id: world.name }, data: { clockOffsetMs: 90n * 86_400_000n } }),
    )
    await world.call('POST', PATHS.customers, {
      body: { customerNumber: '1', name: 'A', type: 'PRIVATE' },
      requestId: 'a',
    })
    await world.call('POST', path, { requestId: 'fill' })
    const row = await bank.store.reader.world.findUniqueOrThrow({ where: { name: world.name } })
    expect(row.clockOffsetMs).toBe(0n)
    const records = await bank.store.reader.request.findMany({ where: { worldId: row.id } })
    expect(records.map(({ requestId }) => requestId)).toEqual(['fill'])
    expect(Math.abs((records[0]?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
  })

  it('stores what other TPPs had as one snapshot, which the answer names and an operator restores (D30)', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const listed = async () => (await ask(world, '{ snapshots { nodes { name } } }')).snapshots.nodes
    const warning = async () => (await world.call('POST', path)).headers['sandbank-warning']
    const consent = async (): Promise<string> =>
      (
        await ask(
          world,
          'mutation { grantConsent(input: { psu: "13039319955", context: PRIVATE }) { consent { id } } }',
        )
      ).grantConsent.consent.id
    await register(psu, NDCT, paymentBody(debtor, creditor))
    expect(await warning(), 'what the caller had').not.toContain('WORLD_SHARED')
    expect(await listed()).toEqual([])
    const first = await consent()
    expect(await warning()).toMatch(/WORLD_SHARED; .* snapshot before-initialize /)
    expect(await warning(), 'nothing to lose').not.toContain('WORLD_SHARED')
    const second = await consent()
    expect(await warning()).toContain('before-initialize')
    expect(await listed()).toEqual([{ name: 'before-initialize' }])
    await ask(world, 'mutation { restoreSnapshot(name: "before-initialize") { world { name } } }')
    const { consents } = await ask(world, '{ consents { nodes { id state } } }')
    expect(consents.nodes).toEqual([{ id: second, state: 'VALID' }])
    expect(first).not.toBe(second)
  })

  it('restores payments and the clock of before with it (D30, D86)', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const { path: paymentPath } = await register(psu, NDCT, paymentBody(debtor, creditor))
    const before = await psu.call('GET', paymentPath)
    const answer = await world.call('POST', path, { tpp: bank.newTpp() })
    expect(answer.headers['sandbank-warning']).toContain('before-initialize')
    expect((await ask(world, '{ clock { frozen } }')).clock.frozen).toBe(false)
    await ask(world, 'mutation { restoreSnapshot(name: "before-initialize") { world { name } } }')
    expect((await psu.call('GET', paymentPath)).text).toBe(before.text)
    expect((await ask(world, '{ clock { now frozen } }')).clock).toEqual({
      now: '2030-05-15T10:00:00.000Z',
      frozen: true,
    })
  })

  it('changes no other world', async () => {
    const other = await bank.world()
    const kept = await addCustomer(other)
    await (await bank.world()).call('POST', path)
    expect((await other.call('GET', PATHS.customers)).body).toMatchObject([kept])
  })

  it('fills the default world at the first start (D30)', async () => {
    const answer = await bank.at('default').call('GET', PATHS.customers)
    expect(answer.body).toHaveLength(4)
    expect(answer.body[0]._links.self.href).toMatch(/^\/v1\/sandbox\/customers\//)
  })
})
