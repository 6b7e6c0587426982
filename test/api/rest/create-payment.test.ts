import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { addCustomer, expectRefusal, nextNumber, UNKNOWN_ID } from '../../support/builders/builders.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  CROSS_BORDER,
  callingAs,
  crossBorderBody,
  INSTANT,
  NDCT,
  paymentBody,
  register,
  SEPA,
  sepaBody,
  sign,
  startSca,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'

const bank = await startBank()
const { world, psu, number, headers, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const AGAIN = '?allowLogicalDuplicate=true'
const anyPayment = (changes = {}) => paymentBody(debtor, creditor, changes)
const { 'PSU-Context': _, ...withoutContext } = headers

describe('201', () => {
  it('registers a payment that waits for its SCA, and says where it is ([I] Create periodic payment: the answer)', async () => {
    const answer = await psu.call('POST', NDCT, { body: anyPayment() })
    const path = `${world.base}${NDCT}/${answer.body.paymentId}`
    const sca = String(answer.body._links.scaRedirect.href).split('/').at(-1)
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    expect(answer.body).toEqual({
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      transactionStatus: 'RCVD',
      transactionFees: { amount: '0.00', currency: 'NOK' },
      transactionFeeIndicator: false,
      psuMessage: 'Please approve this payment in your bank.',
      _links: {
        self: { href: path, verbs: ['GET', 'DELETE'] },
        status: { href: `${path}/status`, verbs: ['GET'] },
        scaRedirect: { href: `${bank.url}${world.base}/sca/${sca}`, verbs: ['GET'] },
        scaStatus: { href: `${path}/authorisations/${sca}`, verbs: ['GET'] },
      },
    })
  })

  it('with PSU-Context starts the SCA at once, without it only names where to start one (D45)', async () => {
    const single = await register(psu, NDCT + AGAIN, anyPayment())
    expect(Object.keys(single.made._links)).toEqual(['self', 'status', 'scaRedirect', 'scaStatus'])
    const open = await register(callingAs(world, withoutContext), NDCT + AGAIN, anyPayment())
    expect(open.made._links).toEqual({
      self: expect.anything(),
      status: expect.anything(),
      startAuthorisation: { href: `${world.base}${open.path}/authorisations`, verbs: ['POST'] },
    })
    expect((await psu.call('GET', `${open.path}/authorisations`)).body.authorisationIds).toEqual([])
    expect(await startSca(psu, open.path)).toContain(`${world.base}/sca/`)
  })

  it.each([
    [NDCT, '0.00', false],
    [INSTANT, '0.00', false],
    [SEPA, '10.00', true],
    [CROSS_BORDER, '50.00', true],
  ])('%s has fees of %s NOK (D48)', async (path, amount, transactionFeeIndicator) => {
    const bodies: Readonly<Record<string, object>> = {
      [SEPA]: sepaBody(debtor),
      [CROSS_BORDER]: crossBorderBody(debtor),
    }
    const { made } = await register(psu, path + AGAIN, bodies[path] ?? anyPayment())
    expect(made).toMatchObject({ transactionFees: { amount, currency: 'NOK' }, transactionFeeIndicator })
  })

  it.each([
    [undefined, 'Please approve this payment in your bank.'],
    ['en', 'Please approve this payment in your bank.'],
    ['fr, de', 'Please approve this payment in your bank.'],
    ['*', 'Please approve this payment in your bank.'],
    ['nb', 'Vennligst godkjenn betalingen i banken din.'],
    ['no', 'Vennligst godkjenn betalingen i banken din.'],
    ['nn-NO, en;q=0.5', 'Vennligst godkjenn betalingen i banken din.'],
    ['nb-NO, en;q=0.5', 'Vennligst godkjenn betalingen i banken din.'],
    ['en;q=0.3, nb;q=0.8', 'Vennligst godkjenn betalingen i banken din.'],
  ])('with Accept-Language %s has the psuMessage "%s" (D19)', async (language, psuMessage) => {
    const wanted: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language }
    expect((await register(psu, NDCT + AGAIN, anyPayment(), { headers: wanted })).made).toMatchObject({ psuMessage })
  })
})

describe('who pays ([I] Authentication 5, D34)', () => {
  const { 'PSU-ID': psuId = '', ...nobody } = headers
  const create = (changed: Record<string, string>) =>
    world.call('POST', NDCT + AGAIN, { body: anyPayment(), headers: { ...nobody, ...changed } })

  it('is named by PSU-ID, by X-PSU-IDENTITY in its place, or by both', async () => {
    const ways: Record<string, string>[] = [
      { 'PSU-ID': psuId },
      { 'PSU-ID': psuId.toUpperCase() },
      { 'X-PSU-IDENTITY': number },
      { 'PSU-ID': psuId, 'X-PSU-IDENTITY': number },
    ]
    for (const named of ways) expect((await create(named)).status).toBe(201)
  })

  it('must be named: 400 HTTP_HEADER_REQUIRED', async () => {
    expect(expectRefusal(await create({}), 400, 'HTTP_HEADER_REQUIRED')).toEqual([
      'PSU-ID: The header PSU-ID or X-PSU-IDENTITY is required for this operation.',
    ])
  })

  it('must be known, and one and the same: 401 PSU_CREDENTIALS_INVALID', async () => {
    const other = String((await addCustomer(world)).customerNumber)
    const own = await bank.store.reader.customer.findFirstOrThrow({ where: { customerNumber: number } })
    const rows = [
      [{ 'PSU-ID': UNKNOWN_ID }, /^PSU-ID: The bank knows no PSU/],
      [
        { 'X-PSU-IDENTITY': nextNumber() },
        /^X-PSU-IDENTITY: The bank knows no PSU .* X-PSU-IDENTITY is the customerNumber/,
      ],
      [{ 'PSU-ID': psuId, 'X-PSU-IDENTITY': other }, /^X-PSU-IDENTITY: PSU-ID and X-PSU-IDENTITY name two PSUs/],
      [{ 'PSU-ID': own.id.toUpperCase() }, /^PSU-ID: .* That is the id of a customer, not its psuId\. /],
      [{ 'PSU-ID': debtor.id }, /^PSU-ID: .* That is the id of an account\. /],
      [{ 'PSU-ID': psuId, 'PSU-Context': 'CORPORATE', 'PSU-Corporate-ID': UNKNOWN_ID }, /^PSU-Corporate-ID: /],
    ] as const
    for (const [named, text] of rows)
      expect(expectRefusal(await create(named), 401, 'PSU_CREDENTIALS_INVALID')[0]).toMatch(text)
  })

  it('for a corporation needs PSU-Corporate-ID, whether the context is said or follows: 400 HTTP_HEADER_REQUIRED', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate)
    const body = paymentBody(corporate.account, corporate.creditor)
    const { 'PSU-Corporate-ID': _agreement, 'PSU-Context': _context, ...bare } = clerk.headers
    for (const context of [{}, { 'PSU-Context': 'CORPORATE' }] as Record<string, string>[]) {
      const answer = await corporate.world.call('POST', NDCT, { body, headers: { ...bare, ...context } })
      expect(expectRefusal(answer, 400, 'HTTP_HEADER_REQUIRED')[0]).toMatch(/^PSU-Corporate-ID: /)
    }
    expect((await clerk.psu.call('POST', NDCT, { body })).status).toBe(201)
  })

  it('cannot name a corporation in the private context: 400 FORMAT_ERROR', async () => {
    const answer = await create({ 'PSU-ID': psuId, 'PSU-Corporate-ID': UNKNOWN_ID })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(/^PSU-Corporate-ID: .* PSU-Context says PRIVATE\.$/)
  })
})

describe('403 FORBIDDEN (D35)', () => {
  it("for an account that is not the PSU's, and for one outside the bank", async () => {
    const text =
      'debtorAccount: The PSU has no right to pay from this account: it needs an engagement with the role REGISTER (D35).'
    for (const account of [creditor, { iban: 'NO9386011117947', currency: 'NOK' }]) {
      const answer = await psu.call('POST', NDCT, { body: paymentBody(account, debtor) })
      expect(expectRefusal(answer, 403, 'FORBIDDEN')).toEqual([text])
    }
  })

  it('above registerLimit, and not at it; and without the role REGISTER', async () => {
    const corporate = await addCorporate(bank)
    const body = (amount: string) =>
      paymentBody(corporate.account, corporate.creditor, { instructedAmount: { amount, currency: 'NOK' } })
    const clerk = await addMember(bank, corporate.world, corporate, { registerLimit: 100 })
    expect((await clerk.psu.call('POST', NDCT, { body: body('100.00') })).status).toBe(201)
    const above = await clerk.psu.call('POST', NDCT, { body: body('100.01') })
    expect(expectRefusal(above, 403, 'FORBIDDEN')).toEqual([
      "debtorAccount: The amount is above the PSU's registerLimit of 100 NOK (D35).",
    ])
    const viewer = await addMember(bank, corporate.world, corporate, { roles: ['VIEW', 'APPROVE', 'OWNER'] })
    expect(expectRefusal(await viewer.psu.call('POST', NDCT, { body: body('1.00') }), 403, 'FORBIDDEN')).toEqual([
      'debtorAccount: The PSU lacks the role REGISTER on the debtor account (D35).',
    ])
  })

  it('counts the amount in the currency of the account, and no fee', async () => {
    const corporate = await addCorporate(bank)
    const clerk = await addMember(bank, corporate.world, corporate, { registerLimit: 1140 })
    const body = (amount: string) => sepaBody(corporate.account, { instructedAmount: { amount, currency: 'EUR' } })
    expect((await clerk.psu.call('POST', SEPA, { body: body('100.00') })).status).toBe(201)
    expectRefusal(await clerk.psu.call('POST', SEPA, { body: body('100.01') }), 403, 'FORBIDDEN')
  })

  it('for a certificate that states only PSP_AI (D14)', async () => {
    const tpp = bank.newTpp({ roles: ['PSP_AI'] })
    expectRefusal(await psu.call('POST', NDCT, { body: anyPayment(), tpp }), 403, 'FORBIDDEN')
  })
})

describe('404 PRODUCT_UNKNOWN', () => {
  it.each(['domestic', 'NORWEGIAN-DOMESTIC-CREDIT-TRANSFERS', 'constructor', '%20'])('for %s', async product => {
    const answer = await psu.call('POST', `/v1/payments/${product}`, { body: anyPayment() })
    expect(expectRefusal(answer, 404, 'PRODUCT_UNKNOWN')[0]).toMatch(
      /There are norwegian-domestic-credit-transfers, instant-norwegian-domestic-credit-transfers-straks, cross-border-credit-transfers, sepa-credit-transfers\.$/,
    )
  })
})

it('says where the product stands when a path goes on with the id of the payment', async () => {
  const hint = 'An id stands where the product belongs: write /v1/payments/{payment-product}/{paymentId}.'
  const answer = await psu.call('GET', `/v1/payments/${UNKNOWN_ID}/status`)
  expect(expectRefusal(answer, 404, 'PRODUCT_UNKNOWN')[0]).toContain(hint)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/authorisations'],
  ] as const) {
    const { status, body } = await psu.call(method, `/v1/payments/${UNKNOWN_ID}${path}`)
    expect([status, body.tppMessages[0].text]).toEqual([405, expect.stringContaining(hint)])
  }
})

it('says how a TPP-Redirect-URI is written that is not all ASCII (D11)', async () => {
  const changed = { 'TPP-Redirect-URI': Buffer.from('https://tpp.example/kj\u00f8p').toString('latin1') }
  const answer = await psu.call('POST', NDCT, { body: anyPayment(), headers: changed })
  expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toContain('percent-encoded, in UTF-8: %C3%B8 for ø.')
})

describe('409 CONFLICT for a logical duplicate (D46)', () => {
  it.each([
    ['the same', {}],
    ['the amount written otherwise', { instructedAmount: { amount: '77.5', currency: 'NOK' } }],
    ['the creditor by its bban', { creditorAccount: { bban: creditor.bban, currency: 'NOK' } }],
    ['today named as its date', { requestedExecutionDate: '2030-05-15' }],
    ['another purpose, which is no part of it', { purposeCode: 'SALA' }],
  ])('%s', async (_name, changes) => {
    const own = await addPayer(bank, { world })
    const amount = { instructedAmount: { amount: '77.50', currency: 'NOK' } }
    const first = await register(own.psu, NDCT, paymentBody(own.debtor, creditor, amount))
    const body = paymentBody(own.debtor, creditor, { ...amount, ...changes })
    const answer = await own.psu.call('POST', NDCT, { body })
    expect(expectRefusal(answer, 409, 'CONFLICT')).toEqual([
      `The payment ${first.id} has the same debtor, creditor, amount, date and remittance (D46). It waits for its PSU at ${new URL(first.made._links.scaRedirect.href).pathname}. If this is meant as another one, add ?allowLogicalDuplicate=true to the path, or in GraphQL allowLogicalDuplicate: true to the input.`,
    ])
    expect((await own.psu.call('POST', `${NDCT}?allowLogicalDuplicate=false`, { body })).status).toBe(409)
    expect((await own.psu.call('POST', NDCT + AGAIN, { body })).status).toBe(201)
  })

  it.each([
    [NDCT, INSTANT],
    [INSTANT, NDCT],
  ])('the same at %s, and then by another product, which is no part of it', async (path, other) => {
    const own = await addPayer(bank, { world })
    const body = paymentBody(own.debtor, creditor)
    const { id } = await register(own.psu, path, body)
    const refusal = expectRefusal(await own.psu.call('POST', other, { body }), 409, 'CONFLICT')
    expect(refusal[0]).toContain(`The payment ${id} has the same debtor`)
    await register(own.psu, other + AGAIN, body)
  })

  it('not for the same number of another currency', async () => {
    const own = await addPayer(bank, { world })
    const of = (currency: string) => crossBorderBody(own.debtor, { instructedAmount: { amount: '100.00', currency } })
    await register(own.psu, CROSS_BORDER, of('EUR'))
    await register(own.psu, CROSS_BORDER, of('USD'))
    expectRefusal(await own.psu.call('POST', CROSS_BORDER, { body: of('USD') }), 409, 'CONFLICT')
  })

  it('not for another amount, creditor, date, message or reference, nor for another TPP', async () => {
    const own = await addPayer(bank, { world })
    const different = [
      {},
      { instructedAmount: { amount: '100.01', currency: 'NOK' } },
      { creditorAccount: { bban: '86011117947', currency: 'NOK' } },
      { creditorName: 'Kari Nordmann' },
      { requestedExecutionDate: '2030-05-16' },
      { remittanceInformationUnstructured: 'Rent' },
      { remittanceInformationStructuredArray: [{ reference: 'Rent' }] },
      { remittanceInformationStructuredArray: [{ reference: 'Rent', referenceIssuer: 'Ola' }] },
    ]
    for (const changes of different) await register(own.psu, NDCT, paymentBody(own.debtor, creditor, changes))
    await register(own.psu, NDCT, paymentBody(own.debtor, creditor), { tpp: bank.newTpp() })
  })

  it('not after the SCA of the first one was rejected or expired, until another one is started', async () => {
    const own = await addPayer(bank)
    const first = await register(own.psu, NDCT, paymentBody(own.debtor, own.creditor))
    await decide(bank, own.psu, first.made._links.scaRedirect.href, { customerNumber: own.number, outcome: 'REJECTED' })
    const second = await register(own.psu, NDCT, paymentBody(own.debtor, own.creditor))
    await moveClock(bank, own.world, { by: 'PT31M' })
    const third = await register(own.psu, NDCT, paymentBody(own.debtor, own.creditor))
    const sca = await startSca(own.psu, second.path)
    await own.psu.call('DELETE', third.path)
    const again = await own.psu.call('POST', NDCT, { body: paymentBody(own.debtor, own.creditor) })
    expect(expectRefusal(again, 409, 'CONFLICT')[0]).toContain(`${second.id} has the same`)
    expect(again.text).toContain(`at ${new URL(sca).pathname}.`)
  })

  it('says how the first one is authorised while it waits without an SCA, alone or in a basket', async () => {
    const own = await addPayer(bank)
    const psuOf = callingAs(
      own.world,
      Object.fromEntries(Object.entries(own.headers).filter(([name]) => name !== 'PSU-Context')),
    )
    const body = paymentBody(own.debtor, own.creditor)
    const first = await register(psuOf, NDCT, body)
    const alone = expectRefusal(await psuOf.call('POST', NDCT, { body }), 409, 'CONFLICT')
    expect(alone[0]).toContain(`starts: POST ${own.world.base}${first.path}/authorisations.`)
    const basket = await register(psuOf, BASKETS, { paymentIds: [first.id] })
    const grouped = expectRefusal(await psuOf.call('POST', NDCT, { body }), 409, 'CONFLICT')
    expect(grouped[0]).toContain(`starts: POST ${own.world.base}${basket.path}/authorisations.`)
    await sign(bank, psuOf, basket, own.number, { outcome: 'REJECTED' })
    await register(psuOf, NDCT, body)
  })

  it('says nothing of an SCA once the first one is authorised', async () => {
    const own = await addPayer(bank)
    const body = paymentBody(own.debtor, own.creditor)
    const first = await register(own.psu, NDCT, body)
    await sign(bank, own.psu, first, own.number)
    expect(expectRefusal(await own.psu.call('POST', NDCT, { body }), 409, 'CONFLICT')).toEqual([
      `The payment ${first.id} has the same debtor, creditor, amount, date and remittance (D46). If this is meant as another one, add ?allowLogicalDuplicate=true to the path, or in GraphQL allowLogicalDuplicate: true to the input.`,
    ])
  })

  it('not after the first one was cancelled', async () => {
    const own = await addPayer(bank, { world })
    const first = await register(own.psu, NDCT, paymentBody(own.debtor, creditor))
    await own.psu.call('DELETE', first.path)
    await register(own.psu, NDCT, paymentBody(own.debtor, creditor))
  })

  it('400 FORMAT_ERROR for an allowLogicalDuplicate that is neither true nor false', async () => {
    const answer = await psu.call('POST', `${NDCT}?allowLogicalDuplicate=yes`, { body: anyPayment() })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual(['allowLogicalDuplicate: must be true or false.'])
  })
})

describe('the same call twice at the same moment (D15)', () => {
  it('makes one payment', async () => {
    const own = await addPayer(bank, { world })
    const requestId = randomUUID()
    const send = () => own.psu.call('POST', NDCT + AGAIN, { body: paymentBody(own.debtor, creditor), requestId })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).every(status => status === 201 || status === 409)).toBe(true)
    const again = await send()
    expect(again).toMatchObject({ status: 201, headers: { 'sandbank-replayed': 'true' } })
    const where = { worldId: world.name, debtorAccountId: String(own.debtor.id) }
    const payments = await bank.store.reader.payment.findMany({ where })
    expect(payments.map(({ id }) => id)).toEqual([again.body.paymentId])
  })
})
