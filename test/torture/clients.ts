import { type KeyObject, randomUUID, type X509Certificate } from 'node:crypto'
import type { KeepAliveClient, PlainAnswer } from '../support/clients/keep-alive-client.ts'
import { type SignedRequest, signRequest } from '../support/clients/sign-request.ts'
import type { Verdict } from './books.ts'

export type Tpp = { readonly key: KeyObject; readonly certificate: X509Certificate }

/** A number from 0 to 1, the same row of them for the same seed. */
export type Random = () => number

export type Kind = 'customer' | 'account' | 'transaction' | 'agreement'

/** What a client wants done. `learn` receives the answer once it is acknowledged. */
type Command = {
  readonly kind: Kind
  readonly path: string
  readonly body: object
  readonly learn: (made: Made) => void
}
type Made = { readonly id: string }

/** One call that must have exactly one effect in the end. */
export type Attempt = {
  readonly kind: Kind
  readonly requestId: string
  readonly request: SignedRequest
  readonly twice: boolean
  readonly learn: Command['learn']
  answer: PlainAnswer | undefined
}

/** An account as its one client knows it; amounts are in minor units. */
export type KnownAccount = {
  readonly id: string
  readonly iban: string
  balanceMinor: number
  readonly references: string[]
}
type KnownCustomer = { readonly customerNumber: string; readonly accounts: KnownAccount[] }
type MadeCustomers = { readonly people: KnownCustomer[]; readonly corporations: KnownCustomer[] }

/** Clients that write side by side, each on customers of its own, and remember what they were answered. */
export function createClients(count: number, tpp: Tpp, random: Random, verdict: Verdict) {
  const attempts: Attempt[] = []
  const clients = Array.from({ length: count }, (): MadeCustomers => ({ people: [], corporations: [] }))

  async function workAs(known: MadeCustomers, client: KeepAliveClient, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const command = chooseCommand(known, random)
      const attempt = toAttempt(command, tpp, random() < 0.2)
      attempts.push(attempt)
      const [owner] = known.people
      const refused = owner !== undefined && random() < 0.3 ? sendRefused(client, owner, tpp, verdict) : undefined
      await Promise.all([perform(client, attempt, verdict), refused])
    }
  }

  return {
    attempts,
    work: (client: KeepAliveClient, signal: AbortSignal) =>
      Promise.all(clients.map(known => workAs(known, client, signal))),
    acknowledged: () => attempts.filter(attempt => attempt.answer !== undefined),
    accounts: () =>
      clients.flatMap(known => [...known.people, ...known.corporations].flatMap(customer => customer.accounts)),
    customers: () => clients.flatMap(known => [...known.people, ...known.corporations]),
  }
}

async function perform(client: KeepAliveClient, attempt: Attempt, verdict: Verdict): Promise<void> {
  const requests = attempt.twice ? [attempt.request, attempt.request] : [attempt.request]
  const outcomes = await Promise.allSettled(requests.map(request => client.send(request)))
  const answers = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const good = answers.filter(answer => answer.status === 201)
  const refused = answers.filter(answer => answer.status !== 201 && !(answer.status === 409 && attempt.twice))
  for (const answer of refused) verdict.wrongAnswers.push(`${describe(attempt)}: ${answer.status} ${answer.text}`)
  if (new Set(good.map(answer => answer.text)).size > 1)
    verdict.doubled.push(`${describe(attempt)} has two different answers`)
  const [answer] = good
  if (answer !== undefined) acknowledge(attempt, answer)
}

/** A call that is refused, beside others that may share its commit: none of them is lost by it. */
async function sendRefused(
  client: KeepAliveClient,
  { customerNumber }: KnownCustomer,
  tpp: Tpp,
  verdict: Verdict,
): Promise<void> {
  const body = { customerNumber, name: 'Once more', type: 'PRIVATE' }
  const attempt = toAttempt({ kind: 'customer', path: '/v1/sandbox/customers', body, learn: () => {} }, tpp, false)
  const answer = await client.send(attempt.request).catch(() => undefined)
  if (answer !== undefined && answer.status < 400)
    verdict.wrongAnswers.push(`${describe(attempt)} was taken a second time: ${answer.status} ${answer.text}`)
}

function acknowledge(attempt: Attempt, answer: PlainAnswer): void {
  attempt.answer = answer
  const { id, customerId, transactionId } = JSON.parse(answer.text)
  attempt.learn({ id: customerId ?? transactionId ?? id })
}

/** Sends a call once more after the restart: what the file had kept is replayed byte for byte, what it had not is done now. */
export async function repeat(
  client: KeepAliveClient,
  attempt: Attempt,
  kept: boolean,
  verdict: Verdict,
): Promise<void> {
  const answer = await client.send(attempt.request)
  const isReplay = answer.headers['sandbank-replayed'] === 'true'
  if (answer.status !== 201) verdict.wrongAnswers.push(`${describe(attempt)} repeated: ${answer.status} ${answer.text}`)
  else if (kept && !isReplay) verdict.doubled.push(`${describe(attempt)} was done again`)
  else if (!kept && isReplay)
    verdict.halfApplied.push(`${describe(attempt)} is replayed, but the file held no record of it`)
  else if (attempt.answer !== undefined && attempt.answer.text !== answer.text)
    verdict.wrongAnswers.push(`${describe(attempt)} is replayed with another body`)
  else if (attempt.answer === undefined) acknowledge(attempt, answer)
}

export function describe({ kind, requestId }: Attempt): string {
  return `${kind} ${requestId}`
}

function toAttempt({ kind, path, body, learn }: Command, tpp: Tpp, twice: boolean): Attempt {
  const requestId = randomUUID()
  const request = signRequest({
    ...tpp,
    method: 'POST',
    url: path,
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
    requestId,
  })
  return { kind, requestId, request, twice, learn, answer: undefined }
}

/** A client makes customers first, then accounts, transactions and agreements on what it knows to exist. */
function chooseCommand(known: MadeCustomers, random: Random): Command {
  const corporation = pick(known.corporations, random)
  const person = pick(known.people, random)
  const owner = random() < 0.5 ? corporation : person
  const dice = random()
  const account = owner === undefined ? undefined : pick(owner.accounts, random)
  if (account !== undefined && dice < 0.5) return commandForTransaction(account, random)
  if (owner !== undefined && dice < 0.75) return commandForAccount(owner, random)
  if (person !== undefined && corporation?.accounts[0] !== undefined && dice < 0.85)
    return commandForAgreement(corporation, corporation.accounts, person)
  return commandForCustomer(known, random() < 0.6 ? 'PRIVATE' : 'CORPORATE')
}

function commandForCustomer(known: MadeCustomers, type: 'PRIVATE' | 'CORPORATE'): Command {
  const customerNumber = randomUUID().slice(0, 30)
  const list = type === 'PRIVATE' ? known.people : known.corporations
  return {
    kind: 'customer',
    path: '/v1/sandbox/customers',
    body: { customerNumber, name: `Customer ${customerNumber}`, type },
    learn: () => list.push({ customerNumber, accounts: [] }),
  }
}

function commandForAccount(owner: KnownCustomer, random: Random): Command {
  const number = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 28)
  const balanceMinor = Math.floor(random() * 1_000_000)
  const iban = `NO00${number}`
  return {
    kind: 'account',
    path: '/v1/sandbox/accounts',
    body: {
      customerNumber: owner.customerNumber,
      accountName: 'Tortured',
      bban: number,
      iban,
      currency: 'NOK',
      product: 'Current',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: balanceMinor / 100, currency: 'NOK' } }],
    },
    learn: ({ id }) => owner.accounts.push({ id, iban, balanceMinor, references: [] }),
  }
}

function commandForTransaction(account: KnownAccount, random: Random): Command {
  const amountMinor = Math.floor(random() * 20_000) - 10_000 || 1
  const endToEndId = randomUUID().slice(0, 35)
  return {
    kind: 'transaction',
    path: `/v1/sandbox/accounts/${account.id}/transactions`,
    body: {
      transactionAmount: { amount: (amountMinor / 100).toFixed(2), currency: 'NOK' },
      bookingDate: '2026-01-02',
      valueDate: '2026-01-02',
      endToEndId,
    },
    learn: () => {
      account.balanceMinor += amountMinor
      account.references.push(endToEndId)
    },
  }
}

function commandForAgreement(owner: KnownCustomer, accounts: readonly KnownAccount[], person: KnownCustomer): Command {
  const engagements = accounts.slice(0, 3).map(({ iban }) => ({
    customer: person.customerNumber,
    account: { iban },
    roles: ['REGISTER', 'VIEW'],
    registerLimit: 1000,
    approvalLimit: 0,
  }))
  const body = { owner: owner.customerNumber, name: randomUUID(), engagements }
  return { kind: 'agreement', path: '/v1/sandbox/agreements', body, learn: () => undefined }
}

function pick<T>(list: readonly T[], random: Random): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** A row of numbers that a seed determines (a linear congruence with a mixed output). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
}
