import { afterAll, expect, it } from 'vitest'
import { addCorporateSetting, create, engagementBody, UNKNOWN_ID } from '../../support/builders/builders.ts'
import {
  addConsented,
  addTransaction,
  DAY_91_AGO,
  type Headers,
  revokeNewest,
  unattended,
  without,
} from '../../support/builders/consented.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { type Answer, startBank, type World } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const { world, customerNumber, account, card, headers } = await addConsented(bank)
const setting = await addCorporateSetting(world)
await create(world, setting.engagementsPath, engagementBody(setting.psu.customerNumber, setting.account.iban))
const transaction = await addTransaction(world, account.id)
const present = { tpp, psu: customerNumber, psuIpAddress: '192.0.2.7' }

const FIELDS: Readonly<Record<string, string>> = {
  accounts: 'accounts { iban }',
  account: 'account(by: { id: $id }) { iban }',
  balances: 'account(by: { id: $id }) { balances { balanceType } }',
  transactions: 'account(by: { id: $id }) { transactionsARGS { nextOffset } }',
  details: 'account(by: { id: $id }) { transaction(id: $transactionId) { transactionId } }',
  cards: 'cardAccounts { maskedPan }',
  card: 'cardAccount(by: { id: $id }) { maskedPan }',
  cardBalances: 'cardAccount(by: { id: $id }) { balances { balanceType } }',
  cardTransactions: 'cardAccount(by: { id: $id }) { transactionsARGS { nextOffset } }',
}

type Twin = {
  readonly field: string
  readonly access: object
  readonly id?: string
  readonly args?: string
  readonly transactionId?: string
}

function twin(at: World, { field, access, id = account.id, args = '', transactionId = transaction }: Twin) {
  const selection = (FIELDS[field] ?? '').replace('ARGS', args === '' ? '' : `(${args})`)
  const names = { id: 'ID!', transactionId: 'ID!' }
  const used = Object.entries(names).filter(([name]) => selection.includes(`$${name}`))
  const head = ['$access: AccessInput', ...used.map(([name, type]) => `$${name}: ${type}`)].join(', ')
  return refused(at, `query (${head}) { asTpp(access: $access) { ${selection} } }`, { access, id, transactionId })
}

const get = (path: string, own: Headers = headers, at = world): Promise<Answer> =>
  at.call('GET', path, { headers: own })
const ACCOUNT = `/v1/accounts/${account.id}`
const CARD = `/v1/card-accounts/${card.id}`
const unknownPsu = { ...PSU_PRESENT, 'PSU-ID': UNKNOWN_ID }
const corporate = { ...headers, 'PSU-Context': 'CORPORATE' }

const ROWS: readonly (readonly [string, string, () => Promise<Answer>, Twin])[] = [
  ['no PSU at all', 'CONSENT_INVALID', () => get('/v1/accounts', PSU_PRESENT), { field: 'accounts', access: { tpp } }],
  [
    'a corporate context without an agreement',
    'HTTP_HEADER_REQUIRED',
    () => get('/v1/accounts', corporate),
    { field: 'accounts', access: { ...present, context: 'CORPORATE' } },
  ],
  [
    'an agreement of somebody else',
    'PSU_CREDENTIALS_INVALID',
    () => get('/v1/accounts', { ...corporate, 'PSU-Corporate-ID': setting.agreement.id }),
    { field: 'accounts', access: { ...present, context: 'CORPORATE', agreementId: setting.agreement.id } },
  ],
  [
    'an agreement in the private context',
    'FORMAT_ERROR',
    () => get('/v1/card-accounts', { ...headers, 'PSU-Context': 'PRIVATE', 'PSU-Corporate-ID': 'x' }),
    { field: 'cards', access: { ...present, context: 'PRIVATE', agreementId: 'x' } },
  ],
  [
    'an account outside the consent',
    'RESOURCE_UNKNOWN',
    () => get(`/v1/accounts/${setting.account.id}`),
    { field: 'account', access: present, id: setting.account.id },
  ],
  [
    'an unknown account',
    'RESOURCE_UNKNOWN',
    () => get(`/v1/accounts/${UNKNOWN_ID}/balances`),
    { field: 'balances', access: present, id: UNKNOWN_ID },
  ],
  [
    'an unknown card',
    'RESOURCE_UNKNOWN',
    () => get(`/v1/card-accounts/${UNKNOWN_ID}`),
    { field: 'card', access: present, id: UNKNOWN_ID },
  ],
  [
    "a card's balances by an account's id",
    'RESOURCE_UNKNOWN',
    () => get(`/v1/card-accounts/${account.id}/balances`),
    { field: 'cardBalances', access: present },
  ],
  [
    'an unknown transaction',
    'RESOURCE_UNKNOWN',
    () => get(`${ACCOUNT}/transactions/${UNKNOWN_ID}`),
    { field: 'details', access: present, transactionId: UNKNOWN_ID },
  ],
  [
    'no bookingStatus',
    'QUERY_PARAMETER_REQUIRED',
    () => get(`${ACCOUNT}/transactions`),
    { field: 'transactions', access: present },
  ],
  [
    'no bookingStatus for a card',
    'QUERY_PARAMETER_REQUIRED',
    () => get(`${CARD}/transactions`),
    { field: 'cardTransactions', access: present, id: card.id },
  ],
  [
    'a page of no rows and a day that there is not',
    'FORMAT_ERROR',
    () => get(`${ACCOUNT}/transactions?bookingStatus=both&limit=0&dateTo=2030-02-30`),
    { field: 'transactions', access: present, args: 'bookingStatus: both, limit: 0, dateTo: "2030-02-30"' },
  ],
  [
    'days out of order',
    'FORMAT_ERROR',
    () => get(`${ACCOUNT}/transactions?bookingStatus=booked&dateFrom=2030-05-02&dateTo=2030-05-01`),
    {
      field: 'transactions',
      access: present,
      args: 'bookingStatus: booked, dateFrom: "2030-05-02", dateTo: "2030-05-01"',
    },
  ],
  [
    'a history of 91 days without the PSU',
    'CONSENT_EXPIRED',
    () => get(`${ACCOUNT}/transactions?bookingStatus=booked&dateFrom=${DAY_91_AGO}`, unattended(headers)),
    {
      field: 'transactions',
      access: { tpp, psu: customerNumber },
      args: `bookingStatus: booked, dateFrom: "${DAY_91_AGO}"`,
    },
  ],
]

it.each(ROWS)('refuses %s with %s and the messages of REST', async (_, code, rest, asked) => {
  expectSameRefusal(await rest(), await twin(world, asked), code)
})

it('refuses a PSU that the bank does not know', async () => {
  const rest = await get('/v1/accounts', unknownPsu)
  const extensions = await twin(world, { field: 'accounts', access: { tpp, psu: 'nobody' } })
  expect([rest.body.tppMessages[0].code, extensions.code]).toEqual([
    'PSU_CREDENTIALS_INVALID',
    'PSU_CREDENTIALS_INVALID',
  ])
})

it('refuses headers of the wrong form, all of them together', async () => {
  const access = { psuIpAddress: 'here', redirectUri: 'javascript:alert(1)' }
  const extensions = await twin(world, { field: 'accounts', access })
  expect(extensions.code).toBe('FORMAT_ERROR')
  expect(extensions.tppMessages.map((message: { path: string }) => message.path)).toEqual([
    'access.redirectUri',
    'access.psuIpAddress',
  ])
})

it('leads from a refusal to the SCA that lifts it', async () => {
  const nobody = await twin(world, { field: 'accounts', access: { tpp } })
  expect(nobody.links.scaRedirect).toEqual({
    href: expect.stringMatching(`^${bank.url}${world.base}/sca/[0-9a-f-]{36}$`),
    verbs: ['GET'],
  })
})

it('counts calls without the PSU together with those of REST, and refuses the fifth (D41)', async () => {
  const mine = await addConsented(bank)
  const balances =
    'query ($access: AccessInput, $id: ID!) { asTpp(access: $access) { account(by: { id: $id }) { balances { balanceType } } } }'
  const variables = { access: { tpp, psu: mine.customerNumber }, id: mine.account.id }
  for (let call = 0; call < 3; call += 1) await ask(mine.world, balances, variables)
  const path = `/v1/accounts/${mine.account.id}/balances`
  expect((await get(path, unattended(mine.headers), mine.world)).status).toBe(200)
  const fifth = await get(path, unattended(mine.headers), mine.world)
  expectSameRefusal(fifth, await refused(mine.world, balances, variables), 'ACCESS_EXCEEDED')
})

it('refuses a consent that is too old, and one that was revoked', async () => {
  const mine = await addConsented(bank)
  const access = { tpp, psu: mine.customerNumber, psuIpAddress: '2001:db8::1' }
  await moveClock(bank, mine.world, { by: 'P181D' })
  const old = await get('/v1/accounts', mine.headers, mine.world)
  expectSameRefusal(old, await twin(mine.world, { field: 'accounts', access }), 'CONSENT_EXPIRED')
  await revokeNewest(bank, mine.world, mine.customerId)
  const revoked = await get('/v1/card-accounts', without(mine.headers, 'TPP-Session-ID'), mine.world)
  expect(revoked.body.tppMessages[0].code).toBe('HTTP_HEADER_REQUIRED')
  expectSameRefusal(
    await get('/v1/card-accounts', mine.headers, mine.world),
    await twin(mine.world, { field: 'cards', access }),
    'CONSENT_UNKNOWN',
  )
})

it("names the argument that stands for REST's header, where it is found (D71)", async () => {
  const refusals = await Promise.all([
    twin(world, { field: 'accounts', access: { ...present, context: 'CORPORATE' } }),
    twin(world, { field: 'cards', access: { ...present, context: 'PRIVATE', agreementId: 'x' } }),
    twin(world, { field: 'accounts', access: { tpp, psu: 'nobody', psuIpAddress: '2001:db8::1' } }),
    twin(world, { field: 'accounts', access: { tpp: 'nobody' } }),
  ])
  expect(refusals.map(({ tppMessages: [{ path, text }] }) => [path, text])).toEqual([
    ['access.agreementId', expect.stringContaining('needs access.agreementId: the id')],
    ['access.agreementId', 'access.agreementId goes with the context CORPORATE; access.context says PRIVATE.'],
    ['access.psu', 'The bank knows no PSU "nobody". access.psu is the customerNumber of a customer of this world.'],
    ['access.tpp', expect.stringContaining('There is no TPP "nobody".')],
  ])
})

it('refuses to confirm funds as REST does', async () => {
  const query =
    'query ($access: AccessInput, $input: ConfirmFundsInput!) { asTpp(access: $access) { fundsConfirmation(input: $input) { fundsAvailable } } }'
  const amount = (value: string, currency = 'NOK') => ({ amount: value, currency })
  const rows: [string, object][] = [
    ['RESOURCE_UNKNOWN', { account: { iban: setting.account.iban }, instructedAmount: amount('1.00') }],
    ['FORMAT_ERROR', { account: { iban: account.iban }, instructedAmount: amount('1.00', 'EUR') }],
    ['FORMAT_ERROR', { account: { iban: account.iban }, instructedAmount: amount('0') }],
    ['FORMAT_ERROR', { account: {}, instructedAmount: amount('1.00'), payee: '' }],
  ]
  for (const [code, body] of rows) {
    const rest = await world.call('POST', '/v1/funds-confirmations', { headers, body })
    expectSameRefusal(rest, await refused(world, query, { access: present, input: body }), code)
  }
})
