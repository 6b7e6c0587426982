import { afterAll, expect, it } from 'vitest'
import { showToTpp } from '../../../src/api/rest/transaction-details.ts'
import { insertMany } from '../../../src/platform/store/bulk-writes.ts'
import { addConsented, TODAY } from '../../support/builders/consented.ts'
import { randomLines } from '../../support/builders/random-lines.ts'
import { send, startBank } from '../../support/clients/bank.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'
import { isOnPostgres } from '../../support/harness/database.ts'
import { seeded } from '../../torture/clients.ts'

// What SQLite writes of a statement is held to what JavaScript shows of its rows.

const SEED = 20_261_122
const LINES = Math.max(3_000, Number(process.env['FUZZ_RUNS'] ?? 0))
const AT_ONCE = 500

let watched: string[] | undefined
const bank = await startBank({ onQuery: sql => watched?.push(sql) })
afterAll(() => expect(bank.faults).toEqual([]))

it('shows thousands of lines, whatever stands in them, byte by byte as each one alone is shown', async () => {
  const { world, account, headers } = await addConsented(bank)
  const of = { worldId: world.name, accountId: account.id, bookingDate: TODAY }
  const written = randomLines(seeded(SEED), LINES, of)
  await bank.store.transaction(tx => insertMany(tx, 'Transaction', written), { worlds: [of.worldId] })
  const rows = await bank.store.reader.transaction.findMany({ where: of, orderBy: { id: 'desc' } })
  expect(rows).toHaveLength(LINES)
  const lines = Object.entries(headers)
  watched = []
  for (let offset = 0; offset < LINES; offset += AT_ONCE) {
    const query = `?bookingStatus=booked&offset=${offset}&limit=${AT_ONCE}`
    const url = `${world.base}/v1/accounts/${account.id}/transactions${query}`
    // Much of it no command would have stored, so that the answer is no documented one.
    const { text } = await send(bank.url, signedRequest({ ...bank.tpp, method: 'GET', url, headers: lines }))
    const shown = rows.slice(offset, offset + AT_ONCE).map(row => JSON.stringify(showToTpp(row)))
    expect(text.slice(text.indexOf('"booked":[') + 10, text.indexOf('],"_links"'))).toBe(shown.join(','))
  }
  // PostgreSQL hands over rows.
  const writing = watched.filter(sql => sql.includes('concat(\'{"transactionId":\''))
  expect(writing).toHaveLength(isOnPostgres ? 0 : Math.ceil(LINES / AT_ONCE))
  watched = undefined
})
