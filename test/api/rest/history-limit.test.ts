import { afterAll, describe, expect, it } from 'vitest'
import { cardTransactionBody, create, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import {
  addConsented,
  addTransaction,
  DAY_90_AGO,
  DAY_91_AGO,
  type Headers,
  unattended,
} from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { expectLink } from './shared/consent-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const tooFar = (cause: string, remedy: string) =>
  `2030-02-13 is 91 days ago: ${cause}, at most 90 days back can be read, that is from 2030-02-14 ([I] Limits). ${remedy}`
const OLD_SCA = tooFar('with an SCA older than 15 minutes', 'Send the PSU to scaRedirect.')
const NO_PSU = tooFar('without PSU-IP-Address', 'The SCA is fresh: send PSU-IP-Address while the PSU is present.')
const NEITHER = tooFar(
  'without PSU-IP-Address and with an SCA older than 15 minutes',
  'Send the PSU to scaRedirect, then send PSU-IP-Address while the PSU is present.',
)

async function setUp() {
  const psu = await addConsented(bank)
  const { world, account, card } = psu
  const at = (day: string) => ({ bookingDate: day, valueDate: day })
  const within = await addTransaction(world, account.id, at(DAY_90_AGO))
  const beyond = await addTransaction(world, account.id, at(DAY_91_AGO))
  await create(world, `${PATHS.cardAccounts}/${card.id}/transactions`, cardTransactionBody(at(DAY_91_AGO)))
  const of = (path: string) => (headers: Headers) => world.call('GET', path, { headers })
  const far = [
    of(`/v1/accounts/${account.id}/transactions?bookingStatus=both&dateFrom=${DAY_91_AGO}`),
    of(`/v1/card-accounts/${card.id}/transactions?bookingStatus=both&dateFrom=${DAY_91_AGO}`),
    of(`/v1/accounts/${account.id}/transactions/${beyond}`),
  ]
  const near = [
    of(`/v1/accounts/${account.id}/transactions?bookingStatus=both&dateFrom=${DAY_90_AGO}`),
    of(`/v1/card-accounts/${card.id}/transactions?bookingStatus=both&dateFrom=${DAY_90_AGO}`),
    of(`/v1/accounts/${account.id}/transactions/${within}`),
  ]
  return { ...psu, far, near }
}

describe('History without a fresh SCA goes 90 days back ([I] Limits, D41)', () => {
  it('with the PSU and an SCA of at most 15 minutes all can be read; a second later 90 days', async () => {
    const { world, headers, far, near } = await setUp()
    await moveClock(bank, world, { by: 'PT15M' })
    for (const read of [...far, ...near]) expect((await read(headers)).status).toBe(200)
    await moveClock(bank, world, { by: 'PT1S' })
    for (const read of near) expect((await read(headers)).status).toBe(200)
    for (const read of far) {
      const refused = await read(headers)
      expect(expectRefusal(refused, 401, 'CONSENT_EXPIRED')).toEqual([OLD_SCA])
      expectLink(world, refused)
    }
  })

  it('without the PSU 90 days at once, however fresh the SCA', async () => {
    const { world, headers, far, near } = await setUp()
    for (const read of near) expect((await read(unattended(headers))).status).toBe(200)
    for (const read of far)
      expect(expectRefusal(await read(unattended(headers)), 401, 'CONSENT_EXPIRED')).toEqual([NO_PSU])
    await moveClock(bank, world, { by: 'PT1H' })
    for (const read of far)
      expect(expectRefusal(await read(unattended(headers)), 401, 'CONSENT_EXPIRED')).toEqual([NEITHER])
  })

  it('the SCA behind the link opens all of it again, for the same PSU and context', async () => {
    const { world, headers, customerNumber, far } = await setUp()
    await moveClock(bank, world, { by: 'PT1H' })
    const [read] = far
    if (read === undefined) throw new Error('there is nothing to read')
    const href = expectLink(world, await read(headers))
    const back = await decide(bank, world, href, { customerNumber })
    expect(back.searchParams.get('psu-id')).toBe(headers['PSU-ID'])
    for (const again of far) expect((await again(headers)).status).toBe(200)
  })

  it('moves along with the days of Oslo', async () => {
    const { world, headers, near } = await setUp()
    await moveClock(bank, world, { to: new Date('2030-05-15T21:59:59Z') })
    for (const read of near) expect((await read(headers)).status).toBe(200)
    await moveClock(bank, world, { by: 'PT1S' })
    for (const read of near) expectRefusal(await read(headers), 401, 'CONSENT_EXPIRED')
  })
})
