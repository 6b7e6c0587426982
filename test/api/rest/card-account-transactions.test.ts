import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardTransactionBody, create, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { addConsented, DAY_90_AGO, DAY_91_AGO, TODAY } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'
import { DAY, emojis } from './shared/field-rules.ts'

const bank = await startBank()
const path = (id: string, query = '?bookingStatus=booked') => `/v1/card-accounts/${id}/transactions${query}`
afterAll(() => expect(bank.faults).toEqual([]))

const SWITCH = 'cardaccount-switch-originalamount-and-transactionamount'

/** Every field, each as long as the interface allows: a purchase abroad. */
const ABROAD = {
  transactionAmount: { amount: '-10.50', currency: 'EUR' },
  originalAmount: { amount: '-119.70', currency: 'NOK' },
  bookingDate: '2030-05-14',
  valueDate: TODAY,
  transactionDate: '2030-05-13',
  cardAcceptorId: emojis(35),
  cardAcceptorName: emojis(70),
  merchantCategoryCode: '5999',
  transactionDetails: emojis(140),
  invoiced: false,
  currencyExchange: {
    sourceCurrency: 'EUR',
    exchangeRate: '11.4000',
    unitCurrency: 'EUR',
    targetCurrency: 'NOK',
    quotationDate: '2030-05-14',
  },
  proprietaryBankTransactionCode: emojis(35),
}

let psu: Awaited<ReturnType<typeof addConsented>>
let ids: string[]
beforeAll(async () => {
  psu = await addConsented(bank)
  ids = []
  for (const changes of [
    ABROAD,
    { bookingDate: TODAY, valueDate: TODAY },
    { bookingDate: DAY_90_AGO },
    { bookingDate: DAY_91_AGO },
  ]) {
    const body = cardTransactionBody({ valueDate: TODAY, ...changes })
    const made = await create(psu.world, `${PATHS.cardAccounts}/${psu.card.id}/transactions`, body)
    ids.push(made.cardTransactionId)
  }
})

const read = (query?: string, fix = 'none') =>
  psu.world.call('GET', path(psu.card.id, query), { headers: { ...psu.headers, 'x-accept-fix': fix } })
const booked = async (query: string) => {
  const rows: { cardTransactionId: string }[] = (await read(`?bookingStatus=booked${query}`)).body.transactions.booked
  return rows.map(row => ids.indexOf(row.cardTransactionId))
}

describe('200', () => {
  it('is the card account and a page of the last 90 days, latest booking first (D42)', async () => {
    const { body } = await read()
    expect(body.cardAccount).toEqual({ maskedPan: psu.card.maskedPan, currency: 'NOK' })
    expect(await booked('')).toEqual([1, 0, 2])
    expect(await booked(`&dateFrom=${DAY_91_AGO}`)).toEqual([1, 0, 2, 3])
    expect(await booked('&dateTo=2030-05-14')).toEqual([0, 2])
  })

  it('shows every field, as long as the interface allows; absent ones are left out (D19)', async () => {
    const [plain, abroad] = (await read()).body.transactions.booked
    expect(abroad).toEqual({ cardTransactionId: ids[0], ...ABROAD })
    const amount = { amount: '-100.00', currency: 'NOK' }
    expect(plain).toEqual({
      cardTransactionId: ids[1],
      bookingDate: TODAY,
      valueDate: TODAY,
      transactionAmount: amount,
      originalAmount: amount,
    })
  })

  it.each([
    ['none', false],
    ['cardaccount-switch', false],
    [SWITCH, true],
    [`longer-name, ${SWITCH}`, true],
  ])('x-accept-fix %s swaps transactionAmount and originalAmount: %s ([I] Versioning 3, D43)', async (fix, swapped) => {
    const [, abroad] = (await read(undefined, fix)).body.transactions.booked
    const { transactionAmount, originalAmount } = ABROAD
    expect(abroad.transactionAmount).toEqual(swapped ? originalAmount : transactionAmount)
    expect(abroad.originalAmount).toEqual(swapped ? transactionAmount : originalAmount)
  })

  it.each([
    ['booked', ['booked', '_links']],
    ['pending', ['pending', '_links']],
    ['both', ['booked', 'pending', '_links']],
    ['all', ['booked', 'pending', '_links']],
  ])('bookingStatus=%s answers %j ([I] 1.11.7)', async (status, parts) => {
    const { transactions } = (await read(`?bookingStatus=${status}`)).body
    expect(Object.keys(transactions)).toEqual(parts)
    if (parts.includes('pending')) expect(transactions.pending).toEqual([])
  })

  it('has links that spell out the limit, 200 when none is given ([I] Limits)', async () => {
    const at = (query: string) => ({ href: psu.world.base + path(psu.card.id, `?${query}`), verbs: ['GET'] })
    const linksOf = async (query: string) => (await read(query)).body.transactions._links
    expect(await linksOf('?bookingStatus=both')).toEqual({ self: at('bookingStatus=both&offset=0&limit=200') })
    expect(await linksOf('?bookingStatus=all&offset=1&limit=1')).toEqual({
      self: at('bookingStatus=all&offset=1&limit=1'),
      next: at('bookingStatus=all&offset=2&limit=1'),
      previous: at('bookingStatus=all&offset=0&limit=1'),
    })
  })
})

describe('400', () => {
  it('QUERY_PARAMETER_REQUIRED without bookingStatus (D42)', async () => {
    expect(expectRefusal(await read(''), 400, 'QUERY_PARAMETER_REQUIRED')).toEqual([
      'bookingStatus: bookingStatus is required: booked, pending, both or all (D42).',
    ])
  })

  it.each([
    ['bookingStatus=invoiced', ['bookingStatus: must be one of booked, pending, both, all.']],
    ['bookingStatus=booked&dateFrom=2030-2-1', [`dateFrom: ${DAY}`]],
    ['bookingStatus=booked&limit=1001', ['limit: must be a whole number from 1 to 1000.']],
    ['bookingStatus=booked&dateFrom=2030-05-16', ['dateFrom: must not be after dateTo, 2030-05-15.']],
  ])('?%s', async (query, faults) => {
    expect(expectRefusal(await read(`?${query}`), 400, 'FORMAT_ERROR')).toEqual(faults)
  })
})

describeConsentRefusals(bank, {
  path: ({ card }) => path(card.id),
  unknown: { path, noun: 'card account' },
  counted: true,
})
