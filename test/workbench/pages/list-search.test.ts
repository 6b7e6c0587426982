import { expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { textOf, visitor } from './visits.ts'

let watched: string[] = []
const bank = await startBank({ onQuery: sql => watched.push(sql) })

/** The creditors of the rows that a search of payments finds, and its page. */
async function found(base: string, query: Readonly<Record<string, string>>) {
  const page = await visitor(bank, `${base}/console/payments?${new URLSearchParams(query)}`).open()
  expect(page.status).toBe(200)
  const names = [...page.text.matchAll(/<td class="wide first"><bdi>([^<]+)/g)].map(([, name = '']) => name)
  return { names, page, text: textOf(page) }
}

it('a list of payments is searched in one box: by creditor, message, amount, number, key and id (D74)', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const made = []
  for (const [creditorName, message, amount] of [
    ['Bokhandelen på Hjørnet', 'Books', '10.00'],
    ['Åse Øvergård', 'Rent May', '20.00'],
    ['Rentokil', 'Mice', '10.50'],
  ] as const)
    made.push(
      await register(
        psu,
        NDCT,
        paymentBody(debtor, creditor, {
          creditorName,
          remittanceInformationUnstructured: message,
          instructedAmount: { amount, currency: 'NOK' },
        }),
      ),
    )
  const names = async (q: string, more = {}) => (await found(psu.base, { q, ...more })).names
  // Newest first; a word is found by its beginning alone, in any case, and beyond ASCII.
  expect(await names('rent')).toEqual(['Rentokil', 'Åse Øvergård'])
  expect(await names('ENT')).toEqual([])
  expect(await names('hjø')).toEqual(['Bokhandelen på Hjørnet'])
  expect(await names('øver')).toEqual(['Åse Øvergård'])
  expect(await names('10.50')).toEqual(['Rentokil'])
  expect(await names('10')).toEqual(['Bokhandelen på Hjørnet'])
  expect(await names(made[1]?.id ?? '')).toEqual(['Åse Øvergård'])
  expect(await names(number)).toHaveLength(3)
  expect(await names(debtor.iban.replace(/(.{4})/g, '$1 ').trim())).toHaveLength(3)
  for (const nothing of ['%', '_', '(', '\\', '[a-', '*', "'; --", '\u0000', '9'.repeat(120)])
    expect(await names(nothing)).toEqual([])
  expect(bank.faults).toEqual([])
})

it('what a search finds is filtered, counted and sorted like the whole list, and says among how many it was searched', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  for (let n = 1; n <= 30; n += 1) {
    const changes = {
      creditorName: n % 2 === 0 ? 'Even Evensen' : 'Odd Oddsen',
      instructedAmount: { amount: `${(n * 7) % 31}.00`, currency: 'NOK' },
    }
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor, changes))
    if (n === 4) await sign(bank, psu, payment, number)
  }
  const { names, text, page } = await found(psu.base, { q: 'even' })
  expect(names).toEqual(Array.from({ length: 15 }, () => 'Even Evensen'))
  expect(text).toContain('15 in all 14 waiting 1 approved')
  expect(text).toContain('1–15 of 15')
  expect(text).toContain('among the newest 10 000 transfers')
  expect((await found(psu.base, { q: 'even', status: 'ACTC' })).names).toEqual(['Even Evensen'])
  const [, sorted = ''] = /<a href="([^"]+)">Amount<span/.exec(page.text) ?? []
  const amounts = [
    ...textOf(await visitor(bank, sorted.replaceAll('&amp;', '&')).open()).matchAll(/(\d+)\.00 NOK Even/g),
  ]
  const numbers = amounts.map(([, amount]) => Number(amount))
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  expect(numbers).toHaveLength(15)
  // Customers and consents have the same box.
  const customers = await visitor(bank, `${psu.base}/console/customers?q=${number}`).open()
  expect(textOf(customers)).toContain('1–1 of 1')
  await psu.graphql(`mutation { grantConsent(input: { psu: "${number}", context: PRIVATE }) { psuId } }`)
  const consents = await visitor(bank, `${psu.base}/console/consents?q=${number}`).open()
  expect(textOf(consents)).toContain('1 in all 1 valid')
})

it('worlds are listed by their last call, or by name with numbers in their order', async () => {
  for (const name of ['team-10', 'team-9', 'team-2'])
    await bank.at('default').graphql(`mutation { createWorld(input: { name: "${name}" }) { world { name } } }`)
  await bank.at('team-9').call('GET', '/v1/sandbox/customers')
  const listed = async (order: string) => {
    const page = await visitor(bank, `/console/worlds?q=team&order=${order}`).open()
    return [...page.text.matchAll(/class="row-link" href="\/worlds\/([^/]+)\//g)].map(([, name]) => name)
  }
  expect((await listed(''))[0]).toBe('team-9')
  expect(await listed('name')).toEqual(['team-2', 'team-9', 'team-10'])
  expect(await listed('name-down')).toEqual(['team-10', 'team-9', 'team-2'])
})

it('a list that is filtered by a TPP looks it up few times, however many states it counts (D74)', async () => {
  const { psu, debtor, creditor } = await addPayer(bank)
  await register(psu, NDCT, paymentBody(debtor, creditor))
  for (const list of ['payments', 'consents']) {
    const page = visitor(bank, `${psu.base}/console/${list}?tpp=${tppIdOf(bank, bank.tpp)}`)
    watched = []
    expect((await page.open()).status).toBe(200)
    // The filter itself, its rows, its counts, and the names to choose from.
    expect([list, watched.filter(sql => /FROM (`main`\.)?["`]Tpp["`]/i.test(sql)).length]).toEqual([list, 4])
  }
})
