import { expect } from 'vitest'
import type { Decision } from '../../../src/bank/resolvers/authorisations/read.ts'
import type { Answer, Bank, CallOptions, Tpp, World } from '../clients/bank.ts'
import { decide, PSU_PRESENT } from '../clients/psu.ts'
import {
  accountBody,
  addCorporateSetting,
  addCustomer,
  balance,
  create,
  customerBody,
  engagementBody,
  holder,
  PATHS,
} from './builders.ts'
import { type Headers, NOON } from './consented.ts'
import { accountOf, putDocument } from './documents.ts'

/** What tests of payments have in common: payers, right bodies, and the steps of a payment. */

export const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
export const INSTANT = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'
export const CROSS_BORDER = '/v1/payments/cross-border-credit-transfers'
export const SEPA = '/v1/payments/sepa-credit-transfers'
export const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers'
export const PERIODIC = '/v1/periodic-payments/norwegian-domestic-credit-transfers'
export const BASKETS = '/v1/signing-baskets'

/** Right by its check digits, and in no world. */
export const FOREIGN_IBAN = 'DE89370400440532013000'
export const OUTSIDE_IBAN = 'NO9386011117947'
export const OUTSIDE_BBAN = '86011117947'

type Changes = Readonly<Record<string, unknown>>
type Numbered = { readonly iban: string; readonly currency: string }

const numbered = ({ iban, currency }: Numbered) => ({ iban, currency })
const inKroner = (amount: string) => ({ amount, currency: 'NOK' })

/** A domestic payment of 100 kroner, right as it is. */
export const paymentBody = (debtor: Numbered, creditor: Numbered, changes: Changes = {}) => ({
  instructedAmount: inKroner('100.00'),
  creditorName: 'Ola Nordmann',
  creditorAccount: numbered(creditor),
  debtorAccount: numbered(debtor),
  ...changes,
})

export const ADDRESS = {
  street: 'Hauptstraße',
  buildingNumber: '1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
} as const

/** A hundred euros to Germany. */
export const crossBorderBody = (debtor: Numbered, changes: Changes = {}) => ({
  ...paymentBody(debtor, { iban: FOREIGN_IBAN, currency: 'EUR' }),
  instructedAmount: { amount: '100.00', currency: 'EUR' },
  creditorAgent: 'COBADEFFXXX',
  creditorAddress: ADDRESS,
  ...changes,
})

export const sepaBody = (debtor: Numbered, changes: Changes = {}) => {
  const { creditorAgent: _, creditorAddress: __, ...body } = crossBorderBody(debtor)
  return { ...body, ...changes }
}

/** Several domestic payments, one of each amount. */
export const bulkBody = (
  debtor: Numbered,
  creditor: Numbered,
  amounts = ['100.00', '200.00'],
  changes: Changes = {},
) => ({
  debtorAccount: numbered(debtor),
  payments: amounts.map(amount => ({
    instructedAmount: inKroner(amount),
    creditorName: 'Ola Nordmann',
    creditorAccount: numbered(creditor),
  })),
  ...changes,
})

/** On the 20th of each month from the day on which `NOON` lies. */
export const periodicBody = (debtor: Numbered, creditor: Numbered, changes: Changes = {}) => ({
  ...paymentBody(debtor, creditor),
  startDate: '2030-05-15',
  frequency: 'Monthly',
  dayOfExecution: '20',
  ...changes,
})

/** The world as a PSU's TPP calls it: every call carries these headers. */
export function callingAs(world: World, headers: Headers, tpp?: Tpp): World {
  const shared: CallOptions = tpp === undefined ? {} : { tpp }
  return {
    ...world,
    call: (method, path, options = {}) =>
      world.call(method, path, { ...shared, ...options, headers: { ...headers, ...options.headers } }),
  }
}

async function psuIdOf(bank: Bank, world: World, customerNumber: string): Promise<string> {
  const where = { worldId: world.name, customerNumber }
  return (await bank.store.reader.customer.findFirstOrThrow({ where })).psuId
}

/** The headers of the calls for a private PSU, by its customerNumber. */
export async function privateHeaders(bank: Bank, world: World, customerNumber: string): Promise<Headers> {
  return { ...PSU_PRESENT, 'PSU-ID': await psuIdOf(bank, world, customerNumber), 'PSU-Context': 'PRIVATE' }
}

type Setting = { readonly world?: World; readonly at?: string; readonly booked?: number; readonly account?: Changes }

/** A world at noon, in it a PSU with an account of 1000 kroner, and an account of somebody else. `psu` calls as its TPP does. */
export async function addPayer(bank: Bank, { world, at = NOON, booked = 1000, account = {} }: Setting = {}) {
  const [customer, other] = [customerBody(), customerBody()]
  const number = customer.customerNumber
  const currency = String(account['currency'] ?? 'NOK')
  const own = accountBody(number, { balances: [balance(booked, 'closingBooked', currency)], ...account })
  const others = accountBody(other.customerNumber)
  const customers = [holder(customer, own), holder(other, others)]
  const home = world ?? (await bank.world())
  await putDocument(bank, home, { ...(world === undefined ? { clock: { now: at, frozen: true } } : {}), customers })
  const debtor = await accountOf(bank, home, own)
  const creditor = await accountOf(bank, home, others)
  const headers = await privateHeaders(bank, home, number)
  return { world: home, psu: callingAs(home, headers), number, headers, debtor, creditor }
}

type Rights = { readonly roles?: readonly string[]; readonly registerLimit?: number; readonly approvalLimit?: number }

/** Somebody who acts for a corporation; `psu` calls as its TPP does. */
export async function addMember(
  bank: Bank,
  world: World,
  { agreement, account }: { agreement: { id: string }; account: { iban: string } },
  { roles = ['VIEW', 'REGISTER', 'APPROVE'], registerLimit = 1000, approvalLimit = 1000 }: Rights = {},
) {
  const number = String((await addCustomer(world)).customerNumber)
  const rights = { roles, registerLimit, approvalLimit }
  await create(world, `${PATHS.agreements}/${agreement.id}/engagements`, engagementBody(number, account.iban, rights))
  const headers = {
    ...PSU_PRESENT,
    'PSU-ID': await psuIdOf(bank, world, number),
    'PSU-Context': 'CORPORATE',
    'PSU-Corporate-ID': String(agreement.id),
  }
  return { psu: callingAs(world, headers), number, headers }
}

/** A corporation at noon with an account of 1000 kroner, and an account of somebody else. */
export async function addCorporate(bank: Bank) {
  const world = await bank.world()
  const other = customerBody()
  const others = accountBody(other.customerNumber)
  await putDocument(bank, world, { clock: { now: NOON, frozen: true }, customers: [holder(other, others)] })
  return { world, creditor: await accountOf(bank, world, others), ...(await addCorporateSetting(world)) }
}

/** A payment or basket that was registered: where it is, and what its TPP was answered. */
export type Registered = { readonly id: string; readonly path: string; readonly made: Answer['body'] }

/** Registers a payment or basket, which must be answered 201. */
export async function register(
  psu: World,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Registered> {
  const answer = await psu.call('POST', path, { ...options, body })
  expect(answer.status, answer.text).toBe(201)
  const id = String(answer.body.paymentId ?? answer.body.basketId)
  return { id, path: `${answer.headers['location']?.slice(psu.base.length)}`, made: answer.body }
}

/** Starts an SCA, of a payment or basket, or of a payment's cancellation; the link to it. */
export async function startSca(psu: World, path: string, collection = 'authorisations'): Promise<string> {
  return String((await create(psu, `${path}/${collection}`, undefined))._links.scaRedirect.href)
}

/** Lets a PSU decide on a payment or basket in an SCA of its own. */
export async function sign(
  bank: Bank,
  psu: World,
  { path }: Pick<Registered, 'path'>,
  customerNumber: string,
  decision: Partial<Decision> = {},
): Promise<URL> {
  return decide(bank, psu, await startSca(psu, path), { customerNumber, ...decision })
}

/** What …/status answers. */
export async function statusOf(psu: World, { path }: Pick<Registered, 'path'>) {
  const answer = await psu.call('GET', `${path}/status`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Booked and expected balance of an account. */
export async function balancesOf(world: World, { id }: { id: string }): Promise<{ booked: number; expected: number }> {
  const [account] = (await world.call('GET', `${PATHS.accounts}/${id}`)).body
  const [booked, expected] = account.balances
  return { booked: booked.balanceAmount.amount, expected: expected.balanceAmount.amount }
}
