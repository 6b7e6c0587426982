import type { GraphqlWorld } from '../clients/graphql-server.ts'

/** Bodies that are right; a test changes what it is about. */

export const customer = (customerNumber = '07049912345', type = 'PRIVATE') => ({
  customerNumber,
  name: `Customer ${customerNumber}`,
  type,
})

export const account = (customerNumber = '07049912345', number = 1) => ({
  customerNumber,
  accountName: `Account ${number}`,
  bban: `1503400${String(number).padStart(4, '0')}`,
  iban: `NO931503400${String(number).padStart(4, '0')}`,
  currency: 'NOK',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  creditLine: 1000,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1000.5, currency: 'NOK' } }],
})

export const cardAccount = (customerNumber = '07049912345', last = '0001') => ({
  customerNumber,
  accountName: 'Card',
  maskedPan: `525412******${last}`,
  currency: 'NOK',
  product: 'Mastercard',
  creditLine: 20000,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: -100, currency: 'NOK' } }],
})

export const transaction = (amount = '10.00', bookingDate = '2026-01-15', currency = 'NOK') => ({
  transactionAmount: { amount, currency },
  bookingDate,
  valueDate: bookingDate,
})

/** Makes one thing, which must succeed, and answers its id. */
async function make(world: GraphqlWorld, noun: string, input: object): Promise<string> {
  const field = `${noun.slice(0, 1).toLowerCase()}${noun.slice(1)}`
  const mutation = `mutation ($input: Create${noun}Input!) { made: create${noun}(input: $input) { ${field} { id } } }`
  const answer = await world.run(mutation, { input })
  if (answer.errors.length > 0) throw new Error(answer.text)
  return answer.data.made[field].id
}

export const makeCustomer = (world: GraphqlWorld, input = customer()) => make(world, 'Customer', input)

export const makeAccount = (world: GraphqlWorld, input: object = account()) => make(world, 'Account', input)

export const makeCardAccount = (world: GraphqlWorld, input: object = cardAccount()) => make(world, 'CardAccount', input)

export const makeTransaction = (world: GraphqlWorld, accountId: string, input: object = transaction()) =>
  make(world, 'Transaction', { accountId, ...input })

export const makeCardTransaction = (world: GraphqlWorld, cardAccountId: string, input: object = transaction()) =>
  make(world, 'CardTransaction', { cardAccountId, ...input })

const makeAgreement = (world: GraphqlWorld, input: object) => make(world, 'Agreement', input)

/** A corporation with one account, a person, and an agreement without engagements. */
export async function makeCorporation(world: GraphqlWorld) {
  await makeCustomer(world, customer('999000111', 'CORPORATE'))
  await makeCustomer(world)
  const accountId = await makeAccount(world, account('999000111', 7))
  const agreementId = await makeAgreement(world, { owner: '999000111', name: 'Main' })
  return { accountId, agreementId, iban: account('999000111', 7).iban, psu: '07049912345' }
}

export const engagement = (iban: string, psu: string) => ({
  customer: psu,
  account: { iban },
  roles: ['VIEW', 'REGISTER'],
  registerLimit: 5000,
  approvalLimit: 0,
})
