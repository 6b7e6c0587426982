import { afterAll, describe, expect, it } from 'vitest'
import { MOST_UNNAMED, MOST_WRONG_NUMBERS } from '../../src/domain/authorisations.ts'
import { ask, visitor } from '../pages/visits.ts'
import { startBank } from '../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const HEADERS = {
  'TPP-Redirect-URI': 'https://tpp.example/back',
  'TPP-Session-ID': 's',
  'x-accept-fix': 'none',
  'PSU-IP-Address': '127.0.0.1',
}

describe('Customer numbers', () => {
  it('cannot be tried without limit, one after the other or all at once', async () => {
    const world = await bank.world('STANDARD')
    for (const atOnce of [false, true]) {
      const offered = await world.call('POST', '/v1/bank-offered-consents', { headers: HEADERS })
      const id = offered.body._links.scaRedirect.href.split('/').at(-1)
      const guess = (customerNumber: string) =>
        world.graphql(
          `mutation { completeAuthorisation(id: "${id}", customerNumber: "${customerNumber}", outcome: APPROVED) { authorisation { status } } }`,
        )
      const numbers = Array.from({ length: MOST_WRONG_NUMBERS + 5 }, (_, n) => String(n))
      const answers = []
      if (atOnce) answers.push(...(await Promise.all(numbers.map(guess))))
      else for (const number of numbers) answers.push(await guess(number))
      const codes = answers.map(({ body }) => body.errors[0].extensions.code)
      expect(codes.filter(code => code === 'PSU_CREDENTIALS_INVALID')).toHaveLength(MOST_WRONG_NUMBERS)
      expect(codes.filter(code => code === 'SCA_INVALID')).toHaveLength(5)
      const late = await guess('13039319955')
      expect(late.body.errors[0].message).toContain('closed after too many wrong numbers')
    }
  })

  it('cannot be tried without limit on the page of an SCA, where the right one after too many opens nothing', async () => {
    const world = await bank.world('STANDARD')
    const { path } = await ask(bank, world)
    const browser = visitor(bank, path)
    await browser.open()
    const wrong = Array.from({ length: MOST_WRONG_NUMBERS + 5 }, (_, n) => String(n))
    const answers = await Promise.all(wrong.map(customerNumber => browser.submit({ customerNumber })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(MOST_WRONG_NUMBERS)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    // Not among them: which of several calls at once comes first, nobody knows.
    expect(await browser.submit({ customerNumber: '13039319955' })).toMatchObject({ status: 400 })
  })
})

describe('Reads that name no PSU', () => {
  it('leave a bounded number of links behind, of which the latest work', async () => {
    const world = await bank.world('STANDARD')
    const read = () => world.call('GET', '/v1/accounts', { headers: HEADERS })
    let last = ''
    for (let n = 0; n < MOST_UNNAMED + 10; n += 1) last = (await read()).body._links.scaRedirect.href
    const open = await bank.store.reader.authorisation.count({ where: { world: { name: world.name } } })
    expect(open).toBe(MOST_UNNAMED)
    expect((await fetch(`${bank.url}${last}`)).status).toBe(200)
  })
})
