import { afterAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  addCorporateSetting,
  agreementBody,
  balance,
  cardAccountBody,
  cardTransactionBody,
  change,
  create,
  engagementBody,
  PATHS,
  transactionBody,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { asProduct, CREATE, ordered } from '../../support/builders/graphql-payments.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  NDCT,
  OUTSIDE_IBAN,
  PERIODIC,
  paymentBody,
  periodicBody,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
const { world, psu, number, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const WRONG = 'NO0086011117947'
const PAST = '2020-01-01'
const { agreement, account: corporate, corporation } = await addCorporateSetting(world)
const cards = await create(world, PATHS.cardAccounts, cardAccountBody(number))
const demandKid = (id: string) =>
  ask(world, 'mutation ($id: ID!) { setKidDemand(input: { accountId: $id, demanded: true }) { account { id } } }', {
    id,
  })

const pathsOf = (messages: readonly { readonly code: string; readonly path: string }[]) =>
  messages.map(({ code, path }) => `${code} ${path}`)

const wrongParts = (body: object) =>
  change(change(body, 'debtorAccount.iban', WRONG), 'creditorAccount', { iban: WRONG, currency: 'NOK' })
const { debtorAccount: _, ...part } = paymentBody(debtor, creditor)
const entries = [part, { ...part, creditorAccount: { iban: WRONG, currency: 'NOK' } }, { ...part, creditorName: '' }]

const PAYMENTS = [
  [
    'an empty name, and check digits of both accounts that are unknown',
    NDCT,
    { ...wrongParts(paymentBody(debtor, creditor)), creditorName: '' },
    ['FORMAT_ERROR creditorName', 'FORMAT_ERROR debtorAccount.iban', 'FORMAT_ERROR creditorAccount.iban'],
  ],
  [
    'nothing wrong with its form: the day, and check digits of both accounts',
    NDCT,
    { ...wrongParts(paymentBody(debtor, creditor)), requestedExecutionDate: PAST },
    [
      'FORMAT_ERROR debtorAccount.iban',
      'EXECUTION_DATE_INVALID requestedExecutionDate',
      'FORMAT_ERROR creditorAccount.iban',
    ],
  ],
  [
    'an empty name, and one account that pays itself',
    NDCT,
    { ...paymentBody(debtor, debtor), creditorName: '' },
    ['FORMAT_ERROR creditorName', 'BAD_REQUEST creditorAccount'],
  ],
  [
    'an empty name, and an account of the bank in another currency',
    NDCT,
    change({ ...paymentBody(debtor, creditor), creditorName: '' }, 'debtorAccount.currency', 'SEK'),
    ['FORMAT_ERROR creditorName', 'FORMAT_ERROR debtorAccount.currency'],
  ],
  [
    'a bulk payment, each in its place',
    BULK,
    change(change(bulkBody(debtor, creditor), 'payments', entries), 'debtorAccount.iban', WRONG),
    [
      'FORMAT_ERROR payments[2].creditorName',
      'FORMAT_ERROR debtorAccount.iban',
      'FORMAT_ERROR payments[1].creditorAccount.iban',
    ],
  ],
  [
    'a bulk payment without a fault of form',
    BULK,
    change(change(bulkBody(debtor, creditor), 'payments', entries.slice(0, 2)), 'debtorAccount.iban', WRONG),
    ['FORMAT_ERROR debtorAccount.iban', 'FORMAT_ERROR payments[1].creditorAccount.iban'],
  ],
  [
    'a periodic payment whose frequency is none',
    PERIODIC,
    { ...wrongParts(periodicBody(debtor, creditor)), frequency: 'Never' },
    ['FORMAT_ERROR frequency', 'FORMAT_ERROR debtorAccount.iban', 'FORMAT_ERROR creditorAccount.iban'],
  ],
] as const

/** A mutation of both doors, and what its input has besides REST's body. */
const input = (type: string, field: string, beside = {}) => ({
  query: `mutation ($input: ${type}Input!) { ${field}(input: $input) { __typename } }`,
  beside,
})
const engagement = (customer: string, iban: string, changes = {}) => engagementBody(customer, iban, changes)

const SANDBOX = [
  [
    'an account of an unknown customer, with an empty product and a balance in another currency',
    'POST',
    PATHS.accounts,
    input('CreateAccount', 'createAccount'),
    accountBody('404', { product: '', balances: [balance(1, 'closingBooked', 'SEK')] }),
    ['FORMAT_ERROR product', 'BAD_REQUEST customerNumber', 'FORMAT_ERROR balances[0].balanceAmount.currency'],
  ],
  [
    'an account of an unknown customer, with a balance in another currency',
    'POST',
    PATHS.accounts,
    input('CreateAccount', 'createAccount'),
    accountBody('404', { balances: [balance(1, 'closingBooked', 'SEK')] }),
    ['BAD_REQUEST customerNumber', 'FORMAT_ERROR balances[0].balanceAmount.currency'],
  ],
  [
    'a card account of an unknown customer, with a wrong number',
    'POST',
    PATHS.cardAccounts,
    input('CreateCardAccount', 'createCardAccount'),
    cardAccountBody('404', { maskedPan: '1' }),
    ['FORMAT_ERROR maskedPan', 'BAD_REQUEST customerNumber'],
  ],
  [
    'an agreement of an unknown owner, for an unknown customer, on an unknown account',
    'POST',
    PATHS.agreements,
    input('CreateAgreement', 'createAgreement'),
    agreementBody('404', { engagements: [engagement('405', OUTSIDE_IBAN), engagement(number, corporate.iban)] }),
    ['BAD_REQUEST owner', 'BAD_REQUEST engagements[0].customer', 'BAD_REQUEST engagements[0].account.iban'],
  ],
  [
    'an agreement without a name on the account of another, of a private owner',
    'POST',
    PATHS.agreements,
    input('CreateAgreement', 'createAgreement'),
    agreementBody(number, {
      name: '',
      engagements: [engagement('405', corporate.iban), engagement(number, corporate.iban)],
    }),
    [
      'FORMAT_ERROR name',
      'BAD_REQUEST owner',
      'BAD_REQUEST engagements[0].customer',
      'BAD_REQUEST engagements[1].account.iban',
    ],
  ],
  [
    'an engagement without roles, for an unknown customer on an unknown account',
    'POST',
    `${PATHS.agreements}/${agreement.id}/engagements`,
    input('CreateEngagement', 'createEngagement', { agreementId: agreement.id }),
    engagement('404', OUTSIDE_IBAN, { roles: [] }),
    ['FORMAT_ERROR roles', 'BAD_REQUEST customer', 'BAD_REQUEST account.iban'],
  ],
  [
    'an engagement without roles on an account of the PSU itself',
    'POST',
    `${PATHS.agreements}/${agreement.id}/engagements`,
    input('CreateEngagement', 'createEngagement', { agreementId: agreement.id }),
    engagement(corporation.customerNumber, corporate.iban, { roles: [] }),
    ['FORMAT_ERROR roles', 'BAD_REQUEST customer'],
  ],
  [
    'a transaction in another currency, paid by another account, with a purpose that is none',
    'POST',
    `${PATHS.accounts}/${debtor.id}/transactions`,
    input('CreateTransaction', 'createTransaction', { accountId: debtor.id }),
    transactionBody({
      transactionAmount: { amount: '1.00', currency: 'SEK' },
      debtorAccount: { iban: creditor.iban },
      purposeCode: 'too long',
    }),
    ['FORMAT_ERROR purposeCode', 'FORMAT_ERROR transactionAmount.currency', 'BAD_REQUEST debtorAccount'],
  ],
  [
    'a card transaction whose second amount is in another currency, at an acceptor without a name',
    'POST',
    `${PATHS.cardAccounts}/${cards.id}/transactions`,
    input('CreateCardTransaction', 'createCardTransaction', { cardAccountId: cards.id }),
    cardTransactionBody({ originalAmount: { amount: '-1.00', currency: 'SEK' }, cardAcceptorName: '' }),
    ['FORMAT_ERROR cardAcceptorName', 'FORMAT_ERROR originalAmount.currency'],
  ],
  [
    'balances of which one is of no type and one in another currency',
    'PUT',
    `${PATHS.accounts}/${debtor.id}/balances`,
    input('ChangeBalances', 'changeBalances', { id: debtor.id }),
    { balances: [balance(1, 'x'), balance(1, 'expected', 'SEK')] },
    ['FORMAT_ERROR balances[0].balanceType', 'FORMAT_ERROR balances[1].balanceAmount.currency'],
  ],
  [
    'balances of a card account, likewise',
    'PUT',
    `${PATHS.cardAccounts}/${cards.id}/balances`,
    input('ChangeCardBalances', 'changeCardBalances', { id: cards.id }),
    { balances: [balance(1, 'x'), balance(1, 'expected', 'SEK')] },
    ['FORMAT_ERROR balances[0].balanceType', 'FORMAT_ERROR balances[1].balanceAmount.currency'],
  ],
] as const

describe('Check digits and references of a body are named together with its other faults (D78), at both doors', () => {
  const pay = async (path: string, body: object) => {
    const [, , service, product] = path.split('/')
    const query = service === 'payments' ? CREATE.single : service === 'bulk-payments' ? CREATE.bulk : CREATE.periodic
    const args = ordered({ tpp, psu: number, context: 'PRIVATE', product: asProduct(product), input: body })
    return [await psu.call('POST', path, { body }), await refused(world, query, args)] as const
  }

  it.each(PAYMENTS)('of %s', async (_, path, body, faults) => {
    const [rest, graphql] = await pay(path, body)
    expect(rest.status).toBe(400)
    expect(pathsOf(rest.body.tppMessages)).toEqual(faults)
    expectSameRefusal(rest, graphql, rest.body.tppMessages[0].code)
  })

  it.each(SANDBOX)('of %s', async (_, method, path, { query, beside }, body, faults) => {
    const rest = await world.call(method, path, { body })
    expect(rest.status).toBe(400)
    expect(pathsOf(rest.body.tppMessages)).toEqual(faults)
    expectSameRefusal(
      rest,
      await refused(world, query, { input: { ...beside, ...body } }),
      rest.body.tppMessages[0].code,
    )
  })

  it('and a KID that a creditor demands; one that is there and cannot be read is not called missing', async () => {
    await demandKid(creditor.id)
    const body = { ...paymentBody(debtor, creditor), creditorName: '' }
    const [rest, graphql] = await pay(NDCT, body)
    expect(pathsOf(rest.body.tppMessages)).toEqual([
      'FORMAT_ERROR creditorName',
      'KID_MISSING remittanceInformationStructuredArray',
    ])
    expectSameRefusal(rest, graphql, 'FORMAT_ERROR')
    for (const reference of [
      { remittanceInformationStructured: { reference: '' } },
      { remittanceInformationStructuredArray: [{ referenceType: 'SCOR' }] },
    ]) {
      const { tppMessages } = (await psu.call('POST', NDCT, { body: { ...body, ...reference } })).body
      expect(pathsOf(tppMessages).filter(text => text.startsWith('KID'))).toEqual([])
    }
  })

  it('but no fault of another status: an answer has one, and what is 403, 404 or 409 comes when the body is right', async () => {
    const taken = accountBody(number, { iban: debtor.iban, product: '' })
    expect(pathsOf((await world.call('POST', PATHS.accounts, { body: taken })).body.tppMessages)).toEqual([
      'FORMAT_ERROR product',
    ])
    const nobody = `${PATHS.agreements}/${UNKNOWN_ID}/engagements`
    const body = engagement('404', OUTSIDE_IBAN)
    expect((await world.call('POST', nobody, { body })).status).toBe(404)
    expect(pathsOf((await world.call('POST', nobody, { body: { ...body, roles: [] } })).body.tppMessages)).toEqual([
      'FORMAT_ERROR roles',
      'BAD_REQUEST customer',
      'BAD_REQUEST account.iban',
    ])
  })
})
