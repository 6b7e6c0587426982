import { afterAll, describe, expect, it } from 'vitest'
import { withKidCheckDigit } from '../../../src/domain/kid.ts'
import { accountBody, addAccount, create, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import {
  ADDRESS,
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  FOREIGN_IBAN,
  INSTANT,
  NDCT,
  OUTSIDE_BBAN,
  OUTSIDE_IBAN,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  SEPA,
  sepaBody,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'

/** Bodies as people print account numbers and references, and as the portals of the banks show them. */

const bank = await startBank()
const { world, psu, number, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const AGAIN = '?allowLogicalDuplicate=true'
const KID = withKidCheckDigit('1234567', 'mod10')
const RF = 'RF18539007547034'
const post = (path: string, body: unknown) => psu.call('POST', path === PERIODIC ? path : path + AGAIN, { body })
const refuse = async (path: string, body: unknown, code = 'FORMAT_ERROR') =>
  expectRefusal(await post(path, body), 400, code)
const shown = async (path: string, body: unknown) =>
  (await psu.call('GET', (await register(psu, path === PERIODIC ? path : path + AGAIN, body)).path)).body
const to = (creditorAccount: object) => paymentBody(debtor, creditor, { creditorAccount })
const entriesOf = (creditorBban: string) =>
  bank.store.reader.paymentEntry.findMany({ where: { worldId: world.name, creditorBban } })

describe('D23: account numbers as people print them', () => {
  it('a Norwegian one may have blanks and dots, and new rows hold its digits alone', async () => {
    for (const bban of ['8601.11.17947', '8601 11 17947', ' 86011117947 ', OUTSIDE_BBAN])
      expect((await shown(NDCT, to({ bban }))).creditorAccount).toEqual({ bban: OUTSIDE_BBAN, currency: 'NOK' })
    expect((await entriesOf(OUTSIDE_BBAN)).length).toBe(4)
    const both = to({ iban: 'NO93 8601 1117 947', bban: '8601.11.17947' })
    expect((await shown(NDCT, both)).creditorAccount).toEqual({
      iban: OUTSIDE_IBAN,
      bban: OUTSIDE_BBAN,
      currency: 'NOK',
    })
  })

  it('finds an account of the world by them, also as debtor, in a bulk and in funds confirmations', async () => {
    const printed = (bban: string) => bban.replace(/^(.{4})(..)/, '$1.$2.')
    const accounts = {
      debtorAccount: { bban: printed(debtor.bban) },
      creditorAccount: { bban: printed(creditor.bban) },
    }
    const body = paymentBody(debtor, creditor, accounts)
    expect(await shown(NDCT, body)).toMatchObject({
      debtorAccount: { bban: debtor.bban },
      creditorAccount: { bban: creditor.bban, currency: 'NOK' },
    })
    const [first] = bulkBody(debtor, creditor).payments
    const bulk = { ...bulkBody(debtor, creditor), payments: [{ ...first, ...accounts, debtorAccount: undefined }] }
    expect((await shown(BULK, bulk)).payments[0].creditorAccount.bban).toBe(creditor.bban)
  })

  it('an account that 1.0.0 stored with its dots is found by the number as it was sent', async () => {
    const old = await addAccount(world)
    const bban = '1503.40.20099'
    await bank.store.transaction(
      tx => tx.account.update({ where: { worldId_id: { worldId: world.name, id: old.id } }, data: { bban } }),
      { worlds: [world.name] },
    )
    const { creditorAccount } = await shown(NDCT, to({ bban }))
    expect(creditorAccount).toEqual({ bban, currency: 'NOK' })
    expect((await entriesOf(bban)).map(one => one.creditorAccountId)).toEqual([old.id])
    expect(await refuse(NDCT, to({ bban: '1503 40 20098' }))).toEqual([
      'creditorAccount.bban: is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).',
    ])
  })

  it('sandbox accounts and transactions hold digits alone', async () => {
    const made = await create(world, PATHS.accounts, accountBody(number, { bban: '1234.56.78903' }))
    expect(made).toMatchObject({ bban: '12345678903' })
    const again = await world.call('POST', PATHS.accounts, { body: accountBody(number, { bban: '1234 56 78903' }) })
    expectRefusal(again, 409, 'CONFLICT')
  })

  it('any other number is checked, both where both are given', async () => {
    const wrong = { iban: 'NO8815034020017', bban: '15034020017' }
    const fault =
      'iban: is no account of this world, and no right IBAN: the account number in it, 15034020017, ends in a wrong check digit (mod 11) (D23).'
    expect(await refuse(NDCT, to(wrong))).toEqual([`creditorAccount.${fault}`])
    expect(
      await refuse(PERIODIC, periodicBody(debtor, creditor, { creditorAccount: { ...wrong, currency: 'NOK' } })),
    ).toEqual([`creditorAccount.${fault}`])
    const bulk = bulkBody(debtor, creditor)
    expect(
      await refuse(BULK, { ...bulk, payments: bulk.payments.map(one => ({ ...one, creditorAccount: wrong })) }),
    ).toEqual([0, 1].map(place => `payments[${place}].creditorAccount.${fault}`))
    const german = { iban: 'DE77A70400440532013000' }
    expect(await refuse(CROSS_BORDER, crossBorderBody(debtor, { creditorAccount: german }))).toEqual([
      'creditorAccount.iban: is no account of this world, and no right IBAN: an IBAN of DE goes on with [0-9]{18}, this one with A70400440532013000 (D23).',
    ])
  })
})

describe('D23: the currency of an account', () => {
  it.each([
    [
      'of this world is its own',
      NDCT,
      () => paymentBody(debtor, creditor, { creditorAccount: { iban: creditor.iban } }),
      'NOK',
    ],
    ['elsewhere is NOK', NDCT, () => to({ iban: OUTSIDE_IBAN }), 'NOK'],
    ['elsewhere is NOK, paid at once', INSTANT, () => to({ iban: OUTSIDE_IBAN }), 'NOK'],
    ['of SEPA is EUR', SEPA, () => sepaBody(debtor, { creditorAccount: { iban: FOREIGN_IBAN } }), 'EUR'],
    [
      'abroad is the instructed one',
      CROSS_BORDER,
      () =>
        crossBorderBody(debtor, {
          creditorAccount: { iban: FOREIGN_IBAN },
          instructedAmount: { amount: '1.00', currency: 'USD' },
        }),
      'USD',
    ],
  ])('%s where it is not given', async (_what, path, body, currency) => {
    const bare = { ...body(), debtorAccount: { iban: debtor.iban } }
    expect(await shown(path, bare)).toMatchObject({ creditorAccount: { currency }, debtorAccount: { currency: 'NOK' } })
  })

  it('is required in a periodic payment ([I])', async () => {
    const body = periodicBody(debtor, creditor, {
      creditorAccount: { iban: creditor.iban },
      debtorAccount: { iban: debtor.iban },
    })
    expect(await refuse(PERIODIC, body)).toEqual([
      'creditorAccount.currency: is required.',
      'debtorAccount.currency: is required.',
    ])
  })

  it('does not make another payment of the same one (D46)', async () => {
    const body = to({ iban: OUTSIDE_IBAN, currency: 'NOK' })
    await register(psu, NDCT + AGAIN, body)
    for (const creditorAccount of [{ iban: OUTSIDE_IBAN }, { bban: '8601.11.17947' }])
      expectRefusal(await psu.call('POST', NDCT, { body: to(creditorAccount) }), 409, 'CONFLICT')
  })
})

describe('D23: a creditor in a country without IBANs', () => {
  const american = (changes = {}) =>
    crossBorderBody(debtor, {
      creditorAccount: { bban: '021000021-123 456.7' },
      creditorAgent: 'CHASUS33',
      creditorAddress: { ...ADDRESS, country: 'US' },
      instructedAmount: { amount: '5.00', currency: 'USD' },
      ...changes,
    })

  it('is named by bban, which stays as it was sent, and creditorAgent', async () => {
    const bban = '021000021-123 456.7'
    expect((await shown(CROSS_BORDER, american())).creditorAccount).toEqual({ bban, currency: 'USD' })
    await register(psu, CROSS_BORDER, american({ instructedAmount: { amount: '6.00', currency: 'USD' } }))
    const elsewhere = { creditorAgent: 'BOFAUS3N', instructedAmount: { amount: '6.00', currency: 'USD' } }
    // The same number at another bank is another account (D46).
    await register(psu, CROSS_BORDER, american(elsewhere))
    expectRefusal(await psu.call('POST', CROSS_BORDER, { body: american(elsewhere) }), 409, 'CONFLICT')
  })

  it('is named by iban where the country of creditorAgent has IBANs', async () => {
    expect(await refuse(CROSS_BORDER, american({ creditorAgent: 'DEUTDEFF' }))).toEqual([
      'creditorAccount.iban: is required: accounts in DE, the country of creditorAgent, have IBANs (D23).',
    ])
    expect(await refuse(CROSS_BORDER, american({ creditorAgent: 'DNBANOKK' }))).toEqual([
      'creditorAccount.bban: is no account of this world, and no Norwegian account number: 11 digits, the last a mod 11 check digit (D23).',
    ])
    expect(await refuse(NDCT, to({ bban: '021000021' }))).toHaveLength(1)
  })
})

describe('D47: references', () => {
  const kid = { reference: KID, referenceType: 'SCOR' }
  const invoice = { reference: 'EF-2030-77', referenceType: 'CINV', referenceIssuer: 'eFaktura' }
  const list = (...references: object[]) => ({ remittanceInformationStructuredArray: references })

  it('a KID stands beside references of other types, in every service, in booked lines too', async () => {
    const both = list(kid, invoice)
    expect(await shown(NDCT, paymentBody(debtor, creditor, both))).toMatchObject(both)
    expect(await shown(PERIODIC, periodicBody(debtor, creditor, both))).toMatchObject(both)
    const bulk = bulkBody(debtor, creditor)
    const entries = bulk.payments.map(one => ({ ...one, ...both }))
    expect(await shown(BULK, { ...bulk, payments: entries })).toMatchObject({ payments: entries })
  })

  it('there are at most five, one of them of type SCOR', async () => {
    const others = [...'abcd'].map(reference => ({ reference }))
    expect((await post(NDCT, paymentBody(debtor, creditor, list(kid, ...others)))).status).toBe(201)
    expect(await refuse(NDCT, paymentBody(debtor, creditor, list(kid, ...others, invoice)))).toEqual([
      'remittanceInformationStructuredArray: must hold at most 5 references (D47).',
    ])
    expect(await refuse(NDCT, paymentBody(debtor, creditor, list(kid, kid)))).toEqual([
      'remittanceInformationStructuredArray: must hold at most one reference of type SCOR (D47).',
    ])
    for (const [path, body] of [
      [SEPA, sepaBody(debtor, list(invoice, invoice))],
      [CROSS_BORDER, crossBorderBody(debtor, list(invoice, invoice))],
    ] as const)
      expect(await refuse(path, body)).toEqual([
        'remittanceInformationStructuredArray: must hold exactly one reference for this payment product (D47).',
      ])
  })

  it('blanks in a KID are removed, and the payment is the same one (D46)', async () => {
    const amount = { instructedAmount: { amount: '7.77', currency: 'NOK' } }
    const printed = { ...kid, reference: `${KID.slice(0, 3)} ${KID.slice(3)} ` }
    const body = paymentBody(debtor, creditor, { ...amount, ...list(printed) })
    expect(await shown(NDCT, body)).toMatchObject(list(kid))
    for (const references of [list(kid), list(printed)])
      expectRefusal(
        await psu.call('POST', NDCT, { body: paymentBody(debtor, creditor, { ...amount, ...references }) }),
        409,
        'CONFLICT',
      )
    await register(psu, NDCT, paymentBody(debtor, creditor, { ...amount, ...list(kid, invoice) }))
  })

  it('SCOR in SEPA and cross-border payments is a reference of ISO 11649', async () => {
    const rf = (reference: string) => list({ reference, referenceType: 'SCOR' })
    expect(await shown(SEPA, sepaBody(debtor, rf('RF18 5390 0754 7034')))).toMatchObject(rf(RF))
    expect(await shown(CROSS_BORDER, crossBorderBody(debtor, rf(RF)))).toMatchObject(rf(RF))
    for (const reference of ['RF19539007547034', KID, 'RF18', 'rf18539007547034'])
      expect(await refuse(SEPA, sepaBody(debtor, rf(reference)), 'KID_INVALID')).toEqual([
        'remittanceInformationStructuredArray[0].reference: is no creditor reference of ISO 11649: RF, two check digits by mod 97, and 1 to 21 capitals or digits (D47).',
      ])
    expect(await refuse(NDCT, paymentBody(debtor, creditor, rf(RF)), 'KID_INVALID')).toHaveLength(1)
  })

  it('an entry of 1.0.0, which holds one reference and no list, is shown as a list', async () => {
    const { path, made } = await register(psu, NDCT + AGAIN, paymentBody(debtor, creditor, list(kid)))
    await bank.store.transaction(
      tx =>
        tx.paymentEntry.updateMany({
          where: { worldId: world.name, paymentId: made.paymentId },
          data: { remittanceInformationStructured: kid },
        }),
      { worlds: [world.name] },
    )
    expect((await psu.call('GET', path)).body).toMatchObject(list(kid))
  })
})

describe('D51: what Berlin Group has', () => {
  it('an entry of a bulk payment has its own ultimateDebtor', async () => {
    const bulk = bulkBody(debtor, creditor, ['1.00', '2.00'], { ultimateDebtor: 'Kari' })
    const [first, second] = bulk.payments
    const payments = [{ ...first, ultimateDebtor: 'Per' }, second]
    const answer = await shown(BULK, { ...bulk, payments })
    expect(answer.ultimateDebtor).toBe('Kari')
    expect(answer.payments.map((one: object) => Reflect.get(one, 'ultimateDebtor'))).toEqual(['Per', undefined])
    expect(await shown(NDCT, paymentBody(debtor, creditor, { ultimateDebtor: 'Kari' }))).toMatchObject({
      ultimateDebtor: 'Kari',
    })
  })

  it('and this interface has not is refused with its name here, or as what this interface does not have', async () => {
    const UNKNOWN = 'is not a field of this request (D18):'
    const ABSENT = 'is a field that this interface does not have (D51). Leave it out:'
    const body = paymentBody(debtor, creditor, {
      endToEndId: 'x',
      chargeBearer: 'SLEV',
      creditorAddress: { country: 'NO', townName: 'Oslo' },
      creditorAccount: { iban: OUTSIDE_IBAN, msisdn: '4712345678' },
    })
    expect((await refuse(NDCT, body)).toSorted()).toEqual([
      `chargeBearer: ${ABSENT} the fees are those of the product (D48).`,
      `creditorAccount.msisdn: ${ABSENT} an account is named by iban or bban.`,
      `creditorAddress.townName: ${UNKNOWN} did you mean "city"?`,
      `endToEndId: ${UNKNOWN} did you mean "endToEndIdentification"?`,
    ])
    const bulk = bulkBody(debtor, creditor, ['1.00'], { batchBookingPreferred: true })
    expect(await refuse(BULK, bulk)).toEqual([
      `batchBookingPreferred: ${ABSENT} each payment of a bulk is booked by itself.`,
    ])
  })
})

describe('D78: all faults at once', () => {
  it('names the currency and the amount of one Amount', async () => {
    const amounts = [
      [
        { amount: 'ten', currency: 'KR' },
        '"ten" is not an amount: write 1 to 13 digits',
        'must be an ISO 4217 code of',
      ],
      [{ amount: '1,50', currency: 'EUR' }, '"1,50" is not an amount in EUR:', 'must be NOK for this payment product.'],
      [{ amount: '-1.00', currency: 'EUR' }, 'must be more than zero (D21).', 'must be NOK for this payment product.'],
      [{ amount: 'ten' }, '"ten" is not an amount: write 1 to 13 digits', 'is required.'],
    ] as const
    for (const [instructedAmount, amount, currency] of amounts) {
      const faults = await refuse(NDCT, paymentBody(debtor, creditor, { instructedAmount }))
      expect(faults.toSorted()).toEqual([
        expect.stringContaining(`instructedAmount.amount: ${amount}`),
        expect.stringContaining(`instructedAmount.currency: ${currency}`),
      ])
    }
    const line = {
      transactionAmount: { amount: '0.00', currency: 'EUR' },
      bookingDate: '2030-05-14',
      valueDate: '2030-05-14',
    }
    const booked = await world.call('POST', `${PATHS.accounts}/${debtor.id}/transactions`, { body: line })
    expect(expectRefusal(booked, 400, 'FORMAT_ERROR')).toEqual([
      'transactionAmount.currency: must be NOK, the currency of the account.',
      'transactionAmount.amount: must not be zero: a transaction moves money.',
    ])
  })

  const balance = (balanceType: string) => ({ balanceType, balanceAmount: { amount: 7, currency: 'NOK' } })

  it.each(['9007199254740993', '9.007199254740993e15', '-90071992547409930'])(
    'quotes the number %s as it was sent, although no JSON number keeps its digits',
    async sent => {
      const body = accountBody(number, { balances: [balance('closingBooked')] })
      const raw = JSON.stringify(body).replace('"amount":7', `"amount":${sent}`)
      const [fault] = expectRefusal(await world.call('POST', PATHS.accounts, { raw }), 400, 'FORMAT_ERROR')
      expect(fault).toMatch(/^balances\[0\]\.balanceAmount\.amount: /)
      expect(fault).toContain(`: ${sent} is not an amount in NOK`)
    },
  )

  it('quotes none of two numbers that are read as the same one', async () => {
    const body = accountBody(number, { balances: [balance('closingBooked'), balance('expected')] })
    const raw = JSON.stringify(body)
      .replace('"amount":7', '"amount":9007199254740993')
      .replace('"amount":7', '"amount":9007199254740992')
    const faults = expectRefusal(await world.call('POST', PATHS.accounts, { raw }), 400, 'FORMAT_ERROR')
    expect(faults[0]).toMatch(/^balances\[0\]\.balanceAmount\.amount: This number is not an amount in NOK/)
  })
})
