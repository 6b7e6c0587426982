import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addConsented, addCorporateConsented, addTransaction, TODAY } from '../../support/builders/consented.ts'
import { startBank } from '../../support/clients/bank.ts'
import { describeConsentRefusals } from './shared/consent-refusals.ts'
import { emojis } from './shared/field-rules.ts'

const bank = await startBank()
const path = (accountId: string, id: string) => `/v1/accounts/${accountId}/transactions/${id}`
afterAll(() => expect(bank.faults).toEqual([]))

let psu: Awaited<ReturnType<typeof addConsented>>
beforeAll(async () => {
  psu = await addConsented(bank)
})

async function detailsOf(changes: Readonly<Record<string, unknown>> = {}) {
  const id = await addTransaction(psu.world, psu.account.id, changes)
  const answer = await psu.world.call('GET', path(psu.account.id, id), { headers: psu.headers })
  expect(answer.status, answer.text).toBe(200)
  return { id, details: answer.body.transactionsDetails }
}

/** Every field that a mock transaction can have, each as long as the interface allows ([I] Transaction details). */
const full = () => ({
  transactionAmount: { amount: '-1234567890123.45', currency: 'NOK' },
  bookingDate: '2030-05-14',
  valueDate: TODAY,
  endToEndId: emojis(35),
  creditorName: emojis(70),
  creditorAccount: { iban: `NL91${'A'.repeat(30)}`, bban: emojis(30), currency: 'EUR' },
  creditorAgent: 'DNBANOKKXXX',
  debtorName: emojis(70),
  debtorAccount: { iban: psu.account.iban },
  debtorAgent: 'DNBANOKK',
  remittanceInformationUnstructured: emojis(140),
  purposeCode: 'SALA',
  bankTransactionCode: 'PMNT-RCDT-ESCT',
  proprietaryBankTransactionCode: emojis(35),
  remittanceInformationUnstructuredArray: [emojis(140), 'faktura 7'],
  remittanceInformationStructuredArray: [
    { reference: emojis(35), referenceType: 'SCOR', referenceIssuer: emojis(35) },
    { reference: '2345676' },
  ],
  currencyExchange: {
    sourceCurrency: 'EUR',
    exchangeRate: '11.4000',
    unitCurrency: 'EUR',
    targetCurrency: 'NOK',
    quotationDate: '2030-05-14',
    contractIdentification: emojis(35),
  },
})

describe('200', () => {
  it('shows every field, as long as the interface allows, in characters (D31)', async () => {
    const { id, details } = await detailsOf(full())
    expect(details).toEqual({ transactionId: id, ...full() })
  })

  it('leaves out what the transaction does not have, without null (D19, D44)', async () => {
    const { id, details } = await detailsOf()
    expect(details).toEqual({
      transactionId: id,
      bookingDate: TODAY,
      valueDate: TODAY,
      transactionAmount: { amount: '100.00', currency: 'NOK' },
    })
  })

  it('is what the list shows, under the same id ([I] 1.18.0)', async () => {
    const { id, details } = await detailsOf(full())
    const list = `/v1/accounts/${psu.account.id}/transactions?bookingStatus=booked`
    const { transactions } = (await psu.world.call('GET', list, { headers: psu.headers })).body
    expect(transactions.booked.find((one: { transactionId: string }) => one.transactionId === id)).toEqual(details)
  })

  it('supplies no creditorId, ultimateCreditor and ultimateDebtor ([I] Transaction details, D44)', async () => {
    const hidden = { creditorId: 'NO123', ultimateCreditor: 'Mor', ultimateDebtor: 'Far' }
    const { id, details } = await detailsOf({ ...hidden, creditorName: 'Butikken' })
    expect(Object.keys(details)).not.toEqual(expect.arrayContaining(Object.keys(hidden)))
    for (const name of Object.keys(hidden)) expect(details[name]).toBeUndefined()
    expect(details.creditorName).toBe('Butikken')
    const stored = await psu.world.call('GET', `/v1/sandbox/accounts/${psu.account.id}/transactions/${id}`)
    expect(stored.body).toMatchObject(hidden)
  })

  it('shows an account by only one of its numbers, and no account without a number', async () => {
    const { details } = await detailsOf({ creditorAccount: { bban: '1' }, creditorName: 'Ola' })
    expect(details.creditorAccount).toEqual({ bban: '1' })
    expect(details.debtorAccount).toBeUndefined()
  })

  it('survives stored parts that it cannot read any more: they are left out (D44)', async () => {
    const { id } = await detailsOf(full())
    await bank.store.transaction(
      tx =>
        tx.transaction.update({
          where: { worldId_id: { worldId: psu.world.name, id } },
          data: { currencyExchange: { rate: 1 }, remittanceInformationStructuredArray: 'x' },
        }),
      { worlds: [psu.world.name] },
    )
    const answer = await psu.world.call('GET', path(psu.account.id, id), { headers: psu.headers })
    expect(answer.status).toBe(200)
    const { currencyExchange: _c, remittanceInformationStructuredArray: _r, ...rest } = full()
    expect(answer.body.transactionsDetails).toEqual({ transactionId: id, ...rest })
  })

  it('has a link to itself only in a corporate context ([I] Transaction details)', async () => {
    const { world } = psu
    const { account, headers } = await addCorporateConsented(bank, world)
    const id = await addTransaction(world, account.id)
    const { transactionsDetails } = (await world.call('GET', path(account.id, id), { headers })).body
    const self = { href: world.base + path(account.id, id), verbs: ['GET'] }
    expect(transactionsDetails._links).toEqual({ transactionDetails: self })
    expect((await detailsOf()).details._links).toBeUndefined()
  })
})

describe('404', () => {
  it('a transaction that is not of this account looks like one that does not exist', async () => {
    const { world, account, other, headers } = psu
    const { id } = await detailsOf()
    const foreign = await addConsented(bank, { world })
    const foreignId = await addTransaction(world, foreign.account.id)
    for (const [accountId, transactionId] of [
      [account.id, UNKNOWN_ID],
      [other.id, id],
      [account.id, foreignId],
    ] as const) {
      const answer = await world.call('GET', path(accountId, transactionId), { headers })
      expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
        `The consent opens no transaction "${transactionId}".`,
      ])
    }
  })
})

const transactionIds = new Map<string, string>()

describeConsentRefusals(bank, {
  prepare: async (world, { account }) => {
    transactionIds.set(account.id, await addTransaction(world, account.id))
  },
  path: ({ account }) => path(account.id, transactionIds.get(account.id) ?? ''),
  unknown: { path: id => path(id, UNKNOWN_ID), noun: 'account' },
  counted: true,
})
