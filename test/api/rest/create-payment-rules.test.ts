import { afterAll, describe, expect, it } from 'vitest'
import { withKidCheckDigit } from '../../../src/domain/kid.ts'
import { addAccount, expectRefusal } from '../../support/builders/builders.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const { world, psu, debtor, creditor } = await addPayer(bank)
const demanding = await addAccount(world)
await bank.store.transaction(
  tx =>
    tx.account.update({ where: { worldId_id: { worldId: world.name, id: demanding.id } }, data: { demandsKid: true } }),
  { worlds: [world.name] },
)
afterAll(() => expect(bank.faults).toEqual([]))

const AGAIN = '?allowLogicalDuplicate=true'
const post = (body: unknown, path = NDCT) => psu.call('POST', path + AGAIN, { body })
const kid = (reference: string) => ({ remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }] })
const anyPayment = (changes = {}) => paymentBody(debtor, creditor, changes)
const REFERENCE = { reference: 'Invoice 7' }

describe('a KID (D47)', () => {
  it.each([
    withKidCheckDigit('1', 'mod10'),
    withKidCheckDigit('1', 'mod11'),
    withKidCheckDigit('123456789012345678901234', 'mod10'),
    withKidCheckDigit('123456789012345678901234', 'mod11'),
  ])('may be %s', async reference => {
    expect((await post(anyPayment(kid(reference)))).status).toBe(201)
    expect((await post(paymentBody(debtor, demanding, kid(reference)))).status).toBe(201)
  })

  it.each(['1', '13', `${withKidCheckDigit('123456789012345678901234', 'mod10')}0`, '12a', '١٨', '-8'])(
    'must not be %s: 400 KID_INVALID',
    async reference => {
      expect(expectRefusal(await post(anyPayment(kid(reference))), 400, 'KID_INVALID')).toEqual([
        'remittanceInformationStructuredArray[0].reference: is no KID: 2 to 25 digits, the last a mod 10 or mod 11 check digit (D47).',
      ])
    },
  )

  it('is refused under the name of the field that was sent', async () => {
    const deprecated = { remittanceInformationStructured: { reference: '13', referenceType: 'SCOR' } }
    const [fault] = expectRefusal(await post(anyPayment(deprecated)), 400, 'KID_INVALID')
    expect(fault).toMatch(/^remittanceInformationStructured\.reference: is no KID/)
  })

  it('must be given where the creditor demands one: 400 KID_MISSING, on every service', async () => {
    const text = 'The creditor takes only payments with a KID: a structured reference of type SCOR (D47).'
    const fields = [
      {},
      { remittanceInformationUnstructured: 'Rent' },
      { remittanceInformationStructuredArray: [REFERENCE] },
    ]
    for (const changes of fields) {
      const answer = await post(paymentBody(debtor, demanding, changes))
      expect(expectRefusal(answer, 400, 'KID_MISSING')).toEqual([`remittanceInformationStructuredArray: ${text}`])
    }
    const bulk = await post(bulkBody(debtor, demanding), BULK)
    expect(expectRefusal(bulk, 400, 'KID_MISSING')).toEqual(
      [0, 1].map(index => `payments[${index}].remittanceInformationStructuredArray: ${text}`),
    )
    const periodic = await psu.call('POST', PERIODIC, { body: periodicBody(debtor, demanding) })
    expectRefusal(periodic, 400, 'KID_MISSING')
  })
})

describe('what the payment is for (D47)', () => {
  const both =
    'remittanceInformationUnstructured: goes without a structured reference: a payment has one or the other (D47).'
  const message = { remittanceInformationUnstructured: 'Rent' }

  it('is a message or a reference, never both', async () => {
    for (const reference of [
      { remittanceInformationStructuredArray: [REFERENCE] },
      { remittanceInformationStructured: REFERENCE },
    ]) {
      expect((await post(anyPayment(reference))).status).toBe(201)
      const answer = await post(anyPayment({ ...message, ...reference }))
      expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([both])
    }
    expect((await post(anyPayment(message))).status).toBe(201)
  })

  it('may be the deprecated field, which is read as a list of one, with a WARNING ([I] Versioning 5)', async () => {
    const { path, made } = await register(psu, NDCT + AGAIN, anyPayment({ remittanceInformationStructured: REFERENCE }))
    expect(made.tppMessages).toEqual([
      {
        category: 'WARNING',
        code: 'FORMAT_ERROR',
        path: 'remittanceInformationStructured',
        text: 'is deprecated and was read as remittanceInformationStructuredArray with one element ([I] Versioning 5).',
      },
    ])
    const { body } = await psu.call('GET', path)
    expect(body.remittanceInformationStructuredArray).toEqual([REFERENCE])
    expect(body).not.toHaveProperty('remittanceInformationStructured')
  })

  it('is not both forms of the reference', async () => {
    const twice = { remittanceInformationStructured: REFERENCE, remittanceInformationStructuredArray: [REFERENCE] }
    expect(expectRefusal(await post(anyPayment(twice)), 400, 'FORMAT_ERROR')).toEqual([
      'remittanceInformationStructured: is deprecated; give remittanceInformationStructuredArray alone.',
    ])
  })
})

describe('requestedExecutionDate', () => {
  const on = (requestedExecutionDate: string) => anyPayment({ requestedExecutionDate })

  it.each(['2030-05-15', '2030-05-17', '2030-05-18', '2200-12-31'])('may be today or later: %s', async day => {
    expect((await post(on(day))).status).toBe(201)
  })

  it.each(['2030-05-14', '2000-01-01'])('must not have passed: %s is 400 EXECUTION_DATE_INVALID', async day => {
    const bulk = bulkBody(debtor, creditor, ['1'], { requestedExecutionDate: day })
    for (const answer of [await post(on(day)), await post(bulk, BULK)])
      expect(expectRefusal(answer, 400, 'EXECUTION_DATE_INVALID')).toEqual([
        'requestedExecutionDate: must be today (2030-05-15 in this world) or later.',
      ])
  })

  it('of an instant payment can only be today', async () => {
    expect((await post(on('2030-05-15'), INSTANT)).status).toBe(201)
    for (const day of ['2030-05-14', '2030-05-16'])
      expect(expectRefusal(await post(on(day), INSTANT), 400, 'EXECUTION_DATE_INVALID')).toEqual([
        'requestedExecutionDate: An instant payment is executed at its SCA: leave it out, or give today, 2030-05-15.',
      ])
  })

  it("is a day of Oslo's calendar: late in the evening UTC it is tomorrow", async () => {
    const late = await addPayer(bank, { at: '2030-05-15T22:30:00Z' })
    const send = (day: string) =>
      late.psu.call('POST', NDCT, { body: paymentBody(late.debtor, late.creditor, { requestedExecutionDate: day }) })
    expectRefusal(await send('2030-05-15'), 400, 'EXECUTION_DATE_INVALID')
    expect((await send('2030-05-16')).status).toBe(201)
  })
})
