import { randomUUID } from 'node:crypto'
import type { KeepAliveClient, PlainAnswer } from '../support/clients/keep-alive-client.ts'
import { type SignedRequest, signRequest } from '../support/clients/sign-request.ts'
import type { Random, Tpp } from './clients.ts'

/** What must hold after every kill, since a caller was answered so. `check` answers what is wrong. */
type Fact = {
  readonly what: string
  readonly world: string
  readonly check: (client: WorldClient) => Promise<string | undefined>
}

/** An acknowledged call that is the same call when it is sent again (D15). */
type Kept = { readonly what: string; readonly request: SignedRequest; readonly text: string }

export type Observations = { readonly facts: Fact[]; readonly kept: Kept[]; readonly wrong: string[] }

/** Thrown when a call was cut off or could not be served: the story ends there. */
export class CutOff extends Error {}

const HEADERS = {
  'x-accept-fix': 'none',
  'TPP-Session-ID': 'none',
  'TPP-Redirect-URI': 'https://tpp.example/back',
  'PSU-IP-Address': '192.0.2.7',
}
const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
const INSTANT = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'

/** Speaks with one world through one process. */
export class WorldClient {
  readonly world: string
  private readonly client: KeepAliveClient
  private readonly tpp: Tpp
  private readonly observations: Observations

  constructor(world: string, client: KeepAliveClient, tpp: Tpp, observations: Observations) {
    this.world = world
    this.client = client
    this.tpp = tpp
    this.observations = observations
  }

  async rest(
    method: string,
    path: string,
    body?: object,
    psu?: Readonly<Record<string, string>>,
  ): Promise<PlainAnswer> {
    const headers = {
      ...(psu === undefined ? {} : HEADERS),
      ...psu,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    }
    const request = signRequest({
      ...this.tpp,
      method,
      url: `${base(this.world)}${path}`,
      headers: Object.entries(headers),
      body: body === undefined ? '' : JSON.stringify(body),
      requestId: randomUUID(),
    })
    const answer = await this.send(request)
    if (method === 'POST' && answer.status === 201)
      this.observations.kept.push({ what: `POST ${path}`, request, text: answer.text })
    return answer
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
  async graphql(query: string): Promise<{ data?: any; errors?: { message: string }[] }> {
    const headers = [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
    ] as const
    const body = Buffer.from(JSON.stringify({ query }))
    return JSON.parse((await this.send({ method: 'POST', target: `${base(this.world)}/graphql`, headers, body })).text)
  }

  send(request: SignedRequest): Promise<PlainAnswer> {
    return this.client.send(request).catch(error => {
      throw new CutOff(String(error))
    })
  }
}

const base = (world: string) => (world === 'default' ? '' : `/worlds/${world}`)

/** A person with accounts and payments, who remembers what the bank has said. */
export async function live(
  newClient: () => WorldClient,
  observations: Observations,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const world = newClient().world
  const remember = (what: string, check: Fact['check']) => observations.facts.push({ what, world, check })
  /** The JSON of an answer that must have this status; what is refused for a reason of its own ends the story. */
  const expecting = (answer: PlainAnswer, ...statuses: number[]) => {
    if (statuses.includes(answer.status)) return answer.text === '' ? {} : JSON.parse(answer.text)
    if (answer.status !== 503 && answer.status !== 409)
      observations.wrong.push(`${answer.status} ${answer.text.slice(0, 300)}`)
    throw new CutOff('refused')
  }
  const done = ({ data, errors }: Awaited<ReturnType<WorldClient['graphql']>>) => {
    if (data != null && errors === undefined) return data
    const text = JSON.stringify(errors)
    // Somebody else may have moved the clock of the world past the end of an SCA.
    if (!/UNAVAILABLE|SYSTEM_ERROR|CONFLICT|SCA_EXPIRED|store/.test(text)) observations.wrong.push(text.slice(0, 300))
    throw new CutOff('refused')
  }

  const addAccount = async (client: WorldClient, customerNumber: string, amount: number) => {
    const number = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 28)
    const body = {
      customerNumber,
      accountName: 'Life',
      bban: number,
      iban: `NO00${number}`,
      currency: 'NOK',
      product: 'Current',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }],
    }
    const { id } = expecting(await client.rest('POST', '/v1/sandbox/accounts', body), 201)
    return { id: String(id), iban: body.iban, path: `/v1/sandbox/accounts/${id}` }
  }

  const begin = async (client: WorldClient) => {
    const customerNumber = randomUUID().slice(0, 20)
    const customer = { customerNumber, name: 'Kari', type: 'PRIVATE' }
    expecting(await client.rest('POST', '/v1/sandbox/customers', customer), 201)
    const { customer: found } = done(
      await client.graphql(`{ customer(by: { customerNumber: "${customerNumber}" }) { psuId } }`),
    )
    const debtor = await addAccount(client, customerNumber, 1_000_000)
    const creditor = await addAccount(client, customerNumber, 0)
    return { customerNumber, psu: { 'PSU-ID': String(found.psuId) }, debtor, creditor }
  }
  type Person = Awaited<ReturnType<typeof begin>>

  /** A payment, and which statuses it may be found in by now. */
  const pay = async (client: WorldClient, { psu, debtor, creditor }: Person, service: string, context: boolean) => {
    const body = {
      instructedAmount: { amount: (1 + random() * 50).toFixed(2), currency: 'NOK' },
      creditorName: 'Ola',
      creditorAccount: { iban: creditor.iban, currency: 'NOK' },
      debtorAccount: { iban: debtor.iban, currency: 'NOK' },
    }
    const headers = context ? { ...psu, 'PSU-Context': 'PRIVATE' } : psu
    const made = expecting(await client.rest('POST', `${service}?allowLogicalDuplicate=true`, body, headers), 201)
    const path = `${service}/${made.paymentId}`
    const payment = { id: String(made.paymentId), path, may: new Set(['RCVD']), sca: made._links?.scaRedirect?.href }
    remember(`payment ${payment.id}`, async asking => {
      const { status, text } = await asking.rest('GET', `${path}/status`, undefined, psu)
      const found = status === 200 ? JSON.parse(text).transactionStatus : status
      return payment.may.has(found) ? undefined : `is ${found}, and may be ${[...payment.may].join()}`
    })
    return payment
  }
  const approve = async (client: WorldClient, { customerNumber }: Person, link: string) =>
    done(
      await client.graphql(
        `mutation { completeAuthorisation(input: { id: "${link.split('/').at(-1)}", psu: "${customerNumber}", outcome: APPROVED }) { redirectTo } }`,
      ),
    )
  const ON_ITS_WAY = ['ACTC', 'ACWC', 'ACSP', 'ACSC']
  /** Allows more before an attempt, and nothing else after it was acknowledged. */
  const attempt = async (
    payments: readonly { may: Set<string> }[],
    statuses: readonly string[],
    run: () => Promise<unknown>,
  ) => {
    for (const { may } of payments) for (const status of statuses) may.add(status)
    await run()
    for (const { may } of payments) for (const status of may) if (!statuses.includes(status)) may.delete(status)
  }

  const stories: readonly ((client: WorldClient, person: Person) => Promise<unknown>)[] = [
    async (client, person) => {
      const payment = await pay(client, person, INSTANT, true)
      await attempt([payment], ['ACSC'], () => approve(client, person, payment.sca))
    },
    async (client, person) => {
      const payment = await pay(client, person, NDCT, true)
      await attempt([payment], ON_ITS_WAY, () => approve(client, person, payment.sca))
    },
    async (client, person) => {
      const payment = await pay(client, person, NDCT, true)
      await attempt([payment], ['CANC'], async () =>
        expecting(await client.rest('DELETE', payment.path, undefined, person.psu), 204),
      )
    },
    async (client, person) => {
      const payments = [await pay(client, person, NDCT, false), await pay(client, person, NDCT, false)]
      const basket = { paymentIds: payments.map(({ id }) => id) }
      const { basketId } = expecting(await client.rest('POST', '/v1/signing-baskets', basket, person.psu), 201)
      const path = `/v1/signing-baskets/${basketId}/authorisations`
      const started = expecting(await client.rest('POST', path, {}, person.psu), 201)
      await attempt(payments, ON_ITS_WAY, () => approve(client, person, started._links.scaRedirect.href))
    },
    async (client, { customerNumber }) => {
      const { path } = await addAccount(client, customerNumber, 10)
      const may = new Set([10])
      remember(`balances of ${path}`, async asking => {
        const { status, text } = await asking.rest('GET', path)
        const found = status === 200 ? JSON.parse(text)[0].balances[0].balanceAmount.amount : status
        return may.has(found) ? undefined : `is ${found}, and may be ${[...may].join()}`
      })
      for (const amount of [20, 30]) {
        may.add(amount)
        const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }]
        expecting(await client.rest('PUT', `${path}/balances`, { balances }), 200)
        for (const other of may) if (other !== amount) may.delete(other)
      }
    },
    async (client, { customerNumber }) => {
      const { path } = await addAccount(client, customerNumber, 10)
      expecting(await client.rest('DELETE', path), 204)
      remember(`deleted ${path}`, async asking => {
        const { status } = await asking.rest('GET', path)
        return status === 404 ? undefined : `is there again: ${status}`
      })
    },
    async client => {
      const number = randomUUID().slice(0, 20)
      done(
        await client.graphql(
          `mutation { createCustomer(input: { customerNumber: "${number}", name: "Ola", type: CORPORATE }) { customer { id } } }`,
        ),
      )
      remember(`customer ${number}`, async asking => {
        const { data } = await asking.graphql(`{ customer(by: { customerNumber: "${number}" }) { id } }`)
        return data?.customer?.id === undefined ? 'is not there' : undefined
      })
    },
    async client => {
      const { advanceClock } = done(
        await client.graphql('mutation { advanceClock(input: { by: "PT4H" }) { clock { now } } }'),
      )
      const moved: string = advanceClock.clock.now
      remember(`clock of ${client.world}`, async asking => {
        const { data } = await asking.graphql('{ clock { now } }')
        return data?.clock?.now >= moved ? undefined : `is ${data?.clock?.now}, and was ${moved}`
      })
    },
  ]

  let person: Person | undefined
  while (!signal.aborted) {
    const client = newClient()
    try {
      person ??= await begin(client)
      await stories[Math.floor(random() * stories.length)]?.(client, person)
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
    }
  }
}
