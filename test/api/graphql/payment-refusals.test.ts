import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCustomer, change } from '../../support/builders/builders.ts'
import { asProduct, CREATE, ordered } from '../../support/builders/graphql-payments.ts'
import {
  addCorporate,
  addMember,
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  INSTANT,
  NDCT,
  OUTSIDE_IBAN,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  SEPA,
  sepaBody,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
const { world, psu, number, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const single = paymentBody(debtor, creditor)
const bulk = bulkBody(debtor, creditor)
const periodic = periodicBody(debtor, creditor)
const kid = (reference: string) => ({ remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }] })

beforeAll(async () => {
  await ask(
    world,
    'mutation ($id: ID!) { setKidDemand(input: { accountId: $id, demanded: true }) { account { demandsKid } } }',
    {
      id: creditor.id,
    },
  )
})

/** The same body through both doors, as the same TPP for the same PSU. */
async function both(path: string, body: object): Promise<[Answer, Awaited<ReturnType<typeof refused>>]> {
  const [, , service, product] = path.split('/')
  const query = service === 'payments' ? CREATE.single : service === 'bulk-payments' ? CREATE.bulk : CREATE.periodic
  const rest = await psu.call('POST', path, { body })
  return [
    rest,
    await refused(
      world,
      query,
      ordered({ tpp, psu: number, context: 'PRIVATE', product: asProduct(product), input: body }),
    ),
  ]
}

const ROWS: readonly (readonly [string, string, string, object])[] = [
  [
    'a product that bulks do not offer',
    '/v1/bulk-payments/sepa-credit-transfers',
    'PRODUCT_INVALID',
    { ...bulk, payments: bulk.payments.map(one => ({ ...one, ...kid('1234567897') })) },
  ],
  [
    'a product that periodic payments do not offer',
    '/v1/periodic-payments/cross-border-credit-transfers',
    'PRODUCT_INVALID',
    { ...periodic, ...kid('1234567897') },
  ],
  ['an amount of nothing', NDCT, 'FORMAT_ERROR', change(single, 'instructedAmount.amount', '0.00')],
  ['an amount with too many digits', NDCT, 'FORMAT_ERROR', change(single, 'instructedAmount.amount', '1.001')],
  ['another currency than kroner', NDCT, 'FORMAT_ERROR', change(single, 'instructedAmount.currency', 'EUR')],
  [
    'faults in several fields',
    NDCT,
    'FORMAT_ERROR',
    { ...single, creditorName: '', purposeCode: 'GIFT', endToEndIdentification: 'x'.repeat(36) },
  ],
  ['a creditor without a number', NDCT, 'FORMAT_ERROR', { ...single, creditorAccount: { currency: 'NOK' } }],
  [
    'a creditor whose check digits are wrong',
    NDCT,
    'FORMAT_ERROR',
    { ...single, creditorAccount: { iban: 'NO9386011117948', currency: 'NOK' } },
  ],
  ["the debtor's own account", NDCT, 'BAD_REQUEST', { ...single, creditorAccount: single.debtorAccount }],
  [
    'an account that is not of the PSU',
    NDCT,
    'FORBIDDEN',
    { ...single, debtorAccount: single.creditorAccount, creditorAccount: { iban: OUTSIDE_IBAN, currency: 'NOK' } },
  ],
  ['a KID that is none', NDCT, 'KID_INVALID', { ...single, ...kid('12345') }],
  ['no KID where one is demanded', NDCT, 'KID_MISSING', single],
  [
    'a message beside a reference',
    NDCT,
    'FORMAT_ERROR',
    { ...single, ...kid('1234567897'), remittanceInformationUnstructured: 'x' },
  ],
  ['a day that has passed', NDCT, 'EXECUTION_DATE_INVALID', { ...single, requestedExecutionDate: '2030-05-14' }],
  ['a day that there is not', NDCT, 'FORMAT_ERROR', { ...single, requestedExecutionDate: '2030-02-30' }],
  [
    'another day for an instant payment',
    INSTANT,
    'EXECUTION_DATE_INVALID',
    { ...single, requestedExecutionDate: '2030-05-16' },
  ],
  [
    'a cross-border payment without BIC',
    CROSS_BORDER,
    'FORMAT_ERROR',
    change(crossBorderBody(debtor), 'creditorAgent', undefined),
  ],
  [
    'a cross-border payment without a whole address',
    CROSS_BORDER,
    'FORMAT_ERROR',
    change(crossBorderBody(debtor), 'creditorAddress', { country: 'DE' }),
  ],
  [
    'a country that there is not',
    CROSS_BORDER,
    'FORMAT_ERROR',
    change(crossBorderBody(debtor), 'creditorAddress.country', 'XX'),
  ],
  ['SEPA in kroner', SEPA, 'FORMAT_ERROR', change(sepaBody(debtor), 'instructedAmount.currency', 'NOK')],
  ['SEPA with a BIC', SEPA, 'FORMAT_ERROR', sepaBody(debtor, { creditorAgent: 'COBADEFFXXX' })],
  ['a bulk of nothing', BULK, 'FORMAT_ERROR', { ...bulk, payments: [] }],
  ['a bulk with a wrong transfer', BULK, 'FORMAT_ERROR', change(bulk, 'payments[0].instructedAmount.amount', '-1')],
  [
    'a plan that ends before it starts',
    PERIODIC,
    'EXECUTION_DATE_INVALID',
    { ...periodic, startDate: '2030-05-14', endDate: '2030-05-13' },
  ],
  [
    'a plan in which nothing runs',
    PERIODIC,
    'EXECUTION_DATE_INVALID',
    { ...periodic, startDate: '2030-05-21', endDate: '2030-05-31' },
  ],
  ['months for another frequency', PERIODIC, 'FORMAT_ERROR', { ...periodic, monthsOfExecution: [1] }],
  ['a month twice', PERIODIC, 'FORMAT_ERROR', { ...periodic, frequency: 'MonthlyVariable', monthsOfExecution: [3, 3] }],
  ['a day of the month that there is not', PERIODIC, 'FORMAT_ERROR', { ...periodic, dayOfExecution: '0' }],
]

it.each(ROWS)('refuses %s at %s with %s and the messages of REST', async (_, path, code, body) => {
  const [rest, extensions] = await both(path, body)
  expectSameRefusal(rest, extensions, code)
})

it("names a word that is none of an enum's as REST names the field", async () => {
  const [rest, extensions] = await both(PERIODIC, { ...periodic, frequency: 'Hourly' })
  expect([rest.body.tppMessages[0].code, rest.body.tppMessages[0].path]).toEqual(['FORMAT_ERROR', 'frequency'])
  expect(extensions.tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'input.frequency' })
})

it('refuses a logical duplicate unless it is allowed, whichever door the first one came through (D46)', async () => {
  const body = { ...single, ...kid('1234567897') }
  const first = await register(psu, NDCT, body)
  const [rest, extensions] = await both(NDCT, body)
  expectSameRefusal(rest, extensions, 'CONFLICT')
  expect(extensions.tppMessages[0].text).toContain(first.id)
  expect(extensions.tppMessages[0].text).toMatch(
    /another one, add \?allowLogicalDuplicate=true to the path, or in GraphQL allowLogicalDuplicate: true to the input\.$/,
  )
  const variables = ordered({ tpp, psu: number, input: body, allowLogicalDuplicate: true })
  expect((await ask(world, CREATE.single, variables)).made.payment.status).toBe('RCVD')
})

it('refuses a PSU that the bank does not know, and a redirectUri that is none with the faults of the body', async () => {
  const stranger = await refused(world, CREATE.single, ordered({ psu: 'nobody', input: single }))
  expect(stranger).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID', tppMessages: [{ path: 'input.psu' }] })
  const odd = await refused(world, CREATE.single, ordered({ psu: number, input: single, redirectUri: 'data:x' }))
  expect(odd).toMatchObject({
    code: 'FORMAT_ERROR',
    tppMessages: [{ path: 'input.redirectUri' }, { code: 'KID_MISSING' }],
  })
  expect((await ask(world, '{ payments(filter: { tpp: "SANDBANK" }) { totalCount } }')).payments.totalCount).toBe(0)
})

it('refuses members of a corporation as REST does: without agreement, role or limit (D34, D35)', async () => {
  const corporate = await addCorporate(bank)
  const member = await addMember(bank, corporate.world, corporate, { registerLimit: 50 })
  const viewer = await addMember(bank, corporate.world, corporate, { roles: ['VIEW'] })
  const stranger = String((await addCustomer(corporate.world)).customerNumber)
  const input = paymentBody(corporate.account, corporate.creditor)
  const refuse = (variables: object) =>
    refused(corporate.world, CREATE.single, ordered({ tpp, context: 'CORPORATE', input, ...variables }))
  const agreementId = corporate.agreement.id
  const post = (caller: typeof member, headers = {}) => caller.psu.call('POST', NDCT, { body: input, headers })
  expectSameRefusal(await post(member), await refuse({ psu: member.number, agreementId }), 'FORBIDDEN')
  expectSameRefusal(await post(viewer), await refuse({ psu: viewer.number, agreementId }), 'FORBIDDEN')
  expectSameRefusal(
    await post(member, { 'PSU-Corporate-ID': 'x' }),
    await refuse({ psu: member.number, agreementId: 'x' }),
    'PSU_CREDENTIALS_INVALID',
  )
  expect((await refuse({ psu: member.number })).tppMessages[0]).toMatchObject({
    code: 'HTTP_HEADER_REQUIRED',
    path: 'input.agreementId',
    text: expect.stringContaining('needs agreementId: the id of the agreement'),
  })
  expect((await refuse({ psu: stranger, agreementId })).code).toBe('PSU_CREDENTIALS_INVALID')
})
