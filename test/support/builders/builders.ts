import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, CallOptions, World } from '../clients/bank.ts'

/** Bodies that are right as they are, one builder per noun; `changes` makes them what a test is about. */

type Changes = Readonly<Record<string, unknown>>

let made = 0
/** A number that no other builder of this run gave. */
export function nextNumber(): string {
  made += 1
  return String(10_000_000_000 + made)
}

export const customerBody = (changes: Changes = {}) => ({
  customerNumber: nextNumber(),
  name: 'Kari Nordmann',
  type: 'PRIVATE',
  ...changes,
})

export const balance = (amount: unknown, balanceType = 'closingBooked', currency = 'NOK') => ({
  balanceType,
  balanceAmount: { amount, currency },
})

export const accountBody = (customerNumber: string, changes: Changes = {}) => {
  const number = nextNumber()
  return {
    customerNumber,
    accountName: 'Brukskonto',
    bban: number,
    iban: `NO93${number}`,
    currency: 'NOK',
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    creditLine: 0,
    balances: [balance(1000)],
    ...changes,
  }
}

export const cardAccountBody = (customerNumber: string, changes: Changes = {}) => ({
  customerNumber,
  accountName: 'Kredittkort',
  maskedPan: `525412******${nextNumber().slice(-4)}`,
  currency: 'NOK',
  product: 'Mastercard',
  creditLine: 50_000,
  balances: [balance(0)],
  ...changes,
})

export const agreementBody = (owner: string, changes: Changes = {}) => ({
  owner,
  name: `Nettbank ${nextNumber()}`,
  ...changes,
})

export const engagementBody = (customer: string, iban: string, changes: Changes = {}) => ({
  customer,
  account: { iban },
  roles: ['VIEW', 'REGISTER'],
  registerLimit: 1000,
  approvalLimit: 0,
  ...changes,
})

/** A day long past, so that no clock makes it a future one. */
export const PAST_DAY = '2024-03-15'

export const transactionBody = (changes: Changes = {}) => ({
  transactionAmount: { amount: '100.00', currency: 'NOK' },
  bookingDate: PAST_DAY,
  valueDate: PAST_DAY,
  ...changes,
})

export const cardTransactionBody = (changes: Changes = {}) => ({
  transactionAmount: { amount: '-100.00', currency: 'NOK' },
  bookingDate: PAST_DAY,
  valueDate: PAST_DAY,
  ...changes,
})

/** A customer of a fixture with what it has. */
export const holder = (
  customer: ReturnType<typeof customerBody>,
  ...accounts: readonly ReturnType<typeof accountBody>[]
) => ({
  ...customer,
  accounts: accounts.map(({ customerNumber: _, ...account }) => account),
})

/** A POST that must be answered 201; its body. */
export async function create(world: World, path: string, body: unknown, options: CallOptions = {}) {
  const answer = await world.call('POST', path, { ...options, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

export const PATHS = {
  customers: '/v1/sandbox/customers',
  agreements: '/v1/sandbox/agreements',
  accounts: '/v1/sandbox/accounts',
  cardAccounts: '/v1/sandbox/card-accounts',
  initialize: '/v1/sandbox/initialize',
} as const

export const addCustomer = (world: World, changes?: Changes) => create(world, PATHS.customers, customerBody(changes))

export const addCorporation = (world: World, changes?: Changes) => addCustomer(world, { type: 'CORPORATE', ...changes })

/** An account of a customer; of a new private one unless the test names the owner. */
export async function addAccount(world: World, changes: Changes = {}, owner?: string) {
  const customerNumber = owner ?? (await addCustomer(world)).customerNumber
  return create(world, PATHS.accounts, accountBody(customerNumber, changes))
}

export async function addCardAccount(world: World, changes: Changes = {}, owner?: string) {
  const customerNumber = owner ?? (await addCustomer(world)).customerNumber
  return create(world, PATHS.cardAccounts, cardAccountBody(customerNumber, changes))
}

export const addAgreement = (world: World, owner: string, changes?: Changes) =>
  create(world, PATHS.agreements, agreementBody(owner, changes))

/** A corporation with an account and an agreement, and a private customer that may become a member. */
export async function addCorporateSetting(world: World) {
  const psu = await addCustomer(world)
  const corporation = await addCorporation(world)
  const account = await addAccount(world, {}, corporation.customerNumber)
  const agreement = await addAgreement(world, corporation.customerNumber)
  const engagementsPath = `${PATHS.agreements}/${agreement.id}/engagements`
  return { psu, corporation, account, agreement, engagementsPath }
}

/** A UUID that nothing has. */
export const UNKNOWN_ID = randomUUID()

/** The value behind a path such as `balances[0].balanceAmount` replaced in a copy; `undefined` takes the field out. */
export function change<Value>(value: Value, path: string, replacement: unknown): Value {
  const copy = structuredClone(value)
  const keys = path.split(/[.[\]]+/).filter(key => key !== '')
  const last = keys.pop() ?? ''
  const parent: unknown = keys.reduce<unknown>((at, key) => (isObject(at) ? Reflect.get(at, key) : undefined), copy)
  if (!isObject(parent)) throw new Error(`There is nothing at ${path} to change`)
  if (replacement === undefined) Reflect.deleteProperty(parent, last)
  else
    Reflect.defineProperty(parent, last, { value: replacement, enumerable: true, configurable: true, writable: true })
  return copy
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What an answer refuses, as `path: text` lines, after checking status and code. */
export function expectRefusal(answer: Answer, status: number, code: string): string[] {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status)
  const messages: { category: string; code: string; path?: string; text: string }[] = answer.body.tppMessages
  for (const message of messages) expect(message).toMatchObject({ category: 'ERROR', code })
  return messages.map(({ path, text }) => (path === undefined ? text : `${path}: ${text}`))
}
