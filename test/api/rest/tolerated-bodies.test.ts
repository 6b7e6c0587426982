import { afterAll, describe, expect, it } from 'vitest'
import { change, expectRefusal } from '../../support/builders/builders.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
} from '../../support/builders/payments.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const strictBank = await startBank({ strict: true })
const payer = await addPayer(bank)
const strictPayer = await addPayer(strictBank)
afterAll(() => expect([...bank.faults, ...strictBank.faults]).toEqual([]))

const warnings = ({ headers }: Answer) => headers['sandbank-warning'] ?? ''
const long = (length: number) => '🏠'.repeat(length)

describe('Number, postal code and city of an address have 70 characters; 71 to 140 get a Sandbank-Warning (D31)', () => {
  it.each(['buildingNumber', 'postalCode', 'city'])('%s', async part => {
    const at = (length: number, debtor = payer.debtor) =>
      change(
        crossBorderBody(debtor, { instructedAmount: { amount: `${length}.00`, currency: 'EUR' } }),
        `creditorAddress.${part}`,
        long(length),
      )
    const right = await payer.psu.call('POST', `${CROSS_BORDER}?allowLogicalDuplicate=true`, { body: at(70) })
    expect([right.status, warnings(right)]).toEqual([201, expect.not.stringContaining('ADDRESS_LENGTH')])
    for (const length of [71, 140]) {
      const taken = await payer.psu.call('POST', `${CROSS_BORDER}?allowLogicalDuplicate=true`, { body: at(length) })
      expect(taken.status, taken.text).toBe(201)
      expect(warnings(taken)).toContain(
        `ADDRESS_LENGTH; creditorAddress.${part}: The text has ${length} characters; a bank may take only 70 (D31).`,
      )
      const { body } = await payer.psu.call('GET', `${CROSS_BORDER}/${taken.body.paymentId}`)
      expect(body.creditorAddress[part]).toBe(long(length))
    }
    expectRefusal(
      await payer.psu.call('POST', `${CROSS_BORDER}?allowLogicalDuplicate=true`, { body: at(141) }),
      400,
      'FORMAT_ERROR',
    )
    const strictly = await strictPayer.psu.call('POST', `${CROSS_BORDER}?allowLogicalDuplicate=true`, {
      body: at(71, strictPayer.debtor),
    })
    expect(expectRefusal(strictly, 400, 'FORMAT_ERROR')).toEqual([
      `creditorAddress.${part}: The text has 71 characters; a bank may take only 70 (D31). This server was set to refuse it (SANDBANK_STRICT=1).`,
    ])
  })

  it('of several entries of a bulk in one header', async () => {
    const body = bulkBody(payer.debtor, payer.creditor, ['7.00', '8.00'])
    const creditorAddress = { city: long(71), country: 'NO' }
    const answer = await payer.psu.call('POST', BULK, {
      body: { ...body, payments: body.payments.map(one => ({ ...one, creditorAddress })) },
    })
    expect(answer.status, answer.text).toBe(201)
    expect(warnings(answer)).toContain(
      'ADDRESS_LENGTH; payments[0].creditorAddress.city: The text has 71 characters; a bank may take only 70 (D31). So have 1 more parts of addresses of this body.',
    )
  })
})

describe('What a header of Berlin Group asks for and will not happen is said, and strictly passes too (D73)', () => {
  it.each([
    ['TPP-Notification-URI', 'https://tpp.example/notify', 'NOTIFICATION_NOT_SENT; '],
    ['Client-VOP-Requested', 'true', 'PAYEE_NOT_VERIFIED; '],
  ])('%s', async (name, value, said) => {
    for (const { psu } of [payer, strictPayer]) {
      const answer = await psu.call('GET', `${NDCT}/x`, { headers: { [name]: value } })
      expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')
      expect(warnings(answer)).toContain(said)
    }
    const body = paymentBody(strictPayer.debtor, strictPayer.creditor, { creditorName: name })
    const made = await strictPayer.psu.call('POST', NDCT, { body, headers: { [name]: value } })
    expect([made.status, warnings(made)]).toEqual([201, expect.stringContaining(said)])
    expect(warnings(await payer.psu.call('GET', `${NDCT}/x`))).not.toContain(said)
  })

  it('Client-VOP-Requested: false asks for nothing', async () => {
    const answer = await payer.psu.call('GET', `${NDCT}/x`, { headers: { 'Client-VOP-Requested': 'false' } })
    expect(warnings(answer)).not.toContain('PAYEE_NOT_VERIFIED')
  })
})

describe('The 201 of a payment without PSU-Context says that it would have given scaRedirect at once (D45)', () => {
  const WARNING = { category: 'WARNING', code: 'HTTP_HEADER_REQUIRED' }
  const { debtor, creditor } = payer
  const kroner = { instructedAmount: { amount: '3.00', currency: 'NOK' } }

  it.each([
    ['a single one', NDCT, paymentBody(debtor, creditor, kroner)],
    ['a bulk', BULK, bulkBody(debtor, creditor, ['3.00'])],
    ['a periodic one', PERIODIC, periodicBody(debtor, creditor, kroner)],
  ])('%s, and its repetition (D15)', async (_, path, body) => {
    const headers = Object.fromEntries(Object.entries(payer.headers).filter(([name]) => name !== 'PSU-Context'))
    const send = (more: Record<string, string>) =>
      payer.world.call('POST', path, {
        body,
        headers: { ...headers, ...more },
        requestId: `${path} ${JSON.stringify(more)}`.replaceAll(/[^\w]/g, '-'),
      })
    const made = await send({})
    expect(made.status, made.text).toBe(201)
    expect(made.body.tppMessages).toEqual([
      { ...WARNING, path: 'PSU-Context', text: 'PSU-Context would have given scaRedirect at once (D45).' },
    ])
    expect(Object.keys(made.body._links)).toEqual(['self', 'status', 'startAuthorisation'])
    const again = await send({})
    expect([again.text, again.headers['sandbank-replayed']]).toEqual([made.text, 'true'])
  })

  it('and no other does', async () => {
    const body = paymentBody(debtor, creditor, { ...kroner, creditorName: 'With context' })
    const made = await payer.psu.call('POST', NDCT, { body })
    expect([made.status, made.body.tppMessages]).toEqual([201, undefined])
  })

  it('GraphQL names its argument', async () => {
    const { body } = await payer.world.graphql(
      `mutation ($input: CreatePaymentInput!) {
        createPayment(input: $input) {
          authorisation { id } tppMessages { category code path text }
        }
      }`,
      { input: { psu: payer.number, ...paymentBody(debtor, creditor, { creditorName: 'By GraphQL' }) } },
    )
    expect(body.data.createPayment).toEqual({
      authorisation: null,
      tppMessages: [{ ...WARNING, path: 'input.context', text: 'context would have given scaRedirect at once (D45).' }],
    })
  })
})
