import { expect } from 'vitest'
import type { Decision } from '../../../src/bank/resolvers/authorisations/read.ts'
import { revokeConsent } from '../../../src/bank/resolvers/consents/grant.ts'
import type { Bank, CallOptions, World } from '../clients/bank.ts'
import { operatorOf, stopClock } from '../clients/clock.ts'
import { grantConsent } from '../clients/psu.ts'
import {
  accountBody,
  addCorporateSetting,
  cardAccountBody,
  create,
  customerBody,
  engagementBody,
  holder,
  transactionBody,
} from './builders.ts'

/** The instant at which the worlds of these tests stand still: a Wednesday noon in Oslo, in summer time. */
export const NOON = '2030-05-15T10:00:00Z'
/** The same as a day of Oslo's calendar, and the earliest day that can be read without a fresh SCA. */
export const TODAY = '2030-05-15'
export const DAY_90_AGO = '2030-02-14'
export const DAY_91_AGO = '2030-02-13'

export type Headers = Readonly<Record<string, string>>

/** The same call without the PSU ([I] Limits). */
export function unattended(headers: Headers): Headers {
  return without(headers, 'PSU-IP-Address')
}

export function without(headers: Headers, ...names: string[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** A private PSU with two accounts and a card account, all open to the bank's first TPP, at noon. `headers` are those of its calls. */
export async function addConsented(bank: Bank, { world, at = NOON }: { world?: World; at?: string } = {}) {
  const home = world ?? (await bank.world())
  if (world === undefined) await stopClock(bank, home, at)
  const psu = await addPrivate(home)
  return { world: home, ...psu, headers: await consentOf(bank, home, psu.customerNumber) }
}

/** A private customer with two accounts and a card account. */
export async function addPrivate(world: World) {
  const { customerNumber: number, ...customer } = customerBody()
  const [account, other] = [accountBody(number), accountBody(number)]
  const card = cardAccountBody(number)
  const { accounts } = holder({ customerNumber: number, ...customer }, account, other)
  const { customerNumber: _, ...cardAccount } = card
  const document = {
    customers: [
      {
        ...{ key: `psu-${number}`, customerNumber: number, ...customer },
        accounts: accounts.map((one, place) => ({ key: `${place === 0 ? 'account' : 'other'}-${number}`, ...one })),
        cardAccounts: [{ key: `card-${number}`, ...cardAccount }],
      },
    ],
  }
  const { body } = await world.graphql(APPLY, { document })
  expect(body.errors).toBeUndefined()
  const named: { key: string; id: string }[] = body.data.applyFixture.ids
  const idOf = (key: string) => String(named.find(one => one.key === `${key}-${number}`)?.id)
  return {
    customerNumber: number,
    customerId: idOf('psu'),
    account: { ...account, id: idOf('account') },
    other: { ...other, id: idOf('other') },
    card: { ...card, id: idOf('card') },
  }
}

/** Puts a document into a world (D85), as a client does. */
export const APPLY = 'mutation ($document: FixtureInput!) { applyFixture(fixture: $document) { ids { key id } } }'

/** A consent for all, or for the accounts given: the headers of the calls that rest on it, the PSU present. */
export function consentOf(
  bank: Bank,
  world: World,
  customerNumber: string,
  options: CallOptions & Pick<Decision, 'accountIds' | 'agreementId' | 'context'> = {},
): Promise<Headers> {
  const { accountIds, agreementId, context, ...call } = options
  return grantConsent(bank, world, { customerNumber, accountIds, agreementId, context }, call)
}

/** A PSU that acts only for a corporation, whose account it may open, and its consent. */
export async function addCorporateConsented(bank: Bank, world: World) {
  const setting = await addCorporateSetting(world)
  const customerNumber = String(setting.psu.customerNumber)
  await create(world, setting.engagementsPath, engagementBody(customerNumber, setting.account.iban))
  const headers = await consentOf(bank, world, customerNumber, { agreementId: setting.agreement.id })
  return { ...setting, customerNumber, headers }
}

/** The PSU takes its newest consent back. */
export async function revokeNewest(bank: Bank, world: World, customerId: string): Promise<void> {
  const newest = await bank.store.reader.consent.findFirstOrThrow({
    where: { worldId: world.name, customerId },
    orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
  })
  await revokeConsent(await operatorOf(bank, world), newest.id)
}

/** A booked transaction of an account; its id. */
export async function addTransaction(world: World, accountId: string, changes: Readonly<Record<string, unknown>> = {}) {
  const body = transactionBody({ bookingDate: TODAY, valueDate: TODAY, ...changes })
  const path = `/v1/sandbox/accounts/${accountId}/transactions`
  const { transactionId } = await create(world, path, body)
  return String(transactionId)
}
