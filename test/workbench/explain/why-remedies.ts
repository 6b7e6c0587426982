import { afterAll, beforeAll, expect } from 'vitest'
import { leanWorlds } from '../../support/builders/lean-worlds.ts'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'
import { expectOwnCall } from './own-call.ts'

export const KARI = '13039319955'
export const KARIS = { iban: 'NO3515034010010', currency: 'NOK' }
export const OLAS = { iban: 'NO1815034020016', currency: 'NOK' }

export const payment = (changes: object = {}) => ({
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: OLAS,
  debtorAccount: KARIS,
  ...changes,
})
export const bulk = (changes: object = {}) => {
  const { debtorAccount, ...transfer } = payment()
  return { debtorAccount, payments: [transfer], ...changes }
}

export type Reply = { readonly id: string; readonly status: number; readonly text: string }
export type Place = Awaited<ReturnType<ReturnType<typeof useRemediedBank>['newWorld']>>

/** A call that is refused, made in a world of its own. */
export type Refusal = readonly [name: string, code: string, refuse: (world: Place, cli: Cli) => Promise<Reply>]

export const OLA = '12085592767'
export const FJORDFISK = '18129215603'
export const UNKNOWN = '01890000-0000-7000-8000-000000000000'
export const CUSTOMERS = '/v1/sandbox/customers'
export const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
export const INSTANT = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'
export const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers'
export const PLAN = '/v1/periodic-payments/norwegian-domestic-credit-transfers'

export const grant = (psu: string, more = '') =>
  `mutation { grantConsent(input: { tpp: "acme", psu: "${psu}", context: PRIVATE${more} }) { consent { id } } }`
export const idsOf = async (world: Place) =>
  (await world.ask('{ customers { nodes { id customerNumber accounts { nodes { id iban } } } } }')).customers.nodes
export const accountOf = async (world: Place, number: string) =>
  (await idsOf(world)).find((one: { customerNumber: string }) => one.customerNumber === number).accounts.nodes[0].id
export const approve = async (world: Place, made: { _links: { scaRedirect: { href: string } } }, psu = KARI) => {
  const id = made._links.scaRedirect.href.split('/').at(-1)
  await world.ask(
    `mutation { completeAuthorisation(input: { id: "${id}", psu: "${psu}", outcome: APPROVED }) { redirectTo } }`,
  )
  return id
}
/** The first agreement that a corporation owns. */
export const agreementOf = async (world: Place, owner: string): Promise<string> => {
  const { agreements } = await world.ask(`{ agreements(filter: { owner: "${owner}" }, first: 1) { nodes { id } } }`)
  return agreements.nodes[0].id
}
export const create = (changes: object = {}) => ({
  customerNumber: '01017012345',
  name: 'Siri',
  type: 'PRIVATE',
  ...changes,
})

export const BROWSER = { Accept: 'text/html,application/xhtml+xml' }

export async function visit(address: string, init: RequestInit = {}): Promise<Reply> {
  const answer = await fetch(address, { redirect: 'manual', ...init, headers: { ...BROWSER, ...init.headers } })
  return { id: answer.headers.get('sandbank-request') ?? '', status: answer.status, text: await answer.text() }
}

/** A payment that waits for its SCA, and the page that asks for it. */
export const waiting = async (world: Place, path = NDCT) => {
  const { paymentId, _links } = await world.made(path, payment())
  const id: string = _links.scaRedirect.href.split('/').at(-1)
  return { paymentId, id, page: `${world.base}/sca/${id}` }
}

type Options = {
  readonly psu?: string
  readonly json?: object
  readonly data?: string
  readonly tpp?: string
  readonly headers?: readonly string[]
}

/** A bank for the tests of a file, whose refusals are mended as `why` says: by pasting its command into a shell that knows the home of the TPPs and nothing else. */
export function useRemediedBank() {
  const cli = createCli()
  let bank: RunningBank = { url: '', stop: async () => 0 }
  beforeAll(async () => {
    bank = await cli.serve()
    cli.addTpp('acme')
  })
  afterAll(async () => {
    await bank.stop()
    cli.remove()
  })

  const newLeanWorld = leanWorlds(async (query, variables) => {
    const answer = await fetch(`${bank.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  })

  /** A world of its own with the standard set's customers and accounts, and how it is called. */
  async function newWorld() {
    const name = await newLeanWorld()
    const env = { SANDBANK_URL: bank.url }
    const base = `${bank.url}/worlds/${name}`
    const graphql = async (query: string, variables: object = {}, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${base}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      })
      const text = await answer.text()
      return { id: answer.headers.get('sandbank-request') ?? '', status: answer.status, text }
    }
    const call = async (method: string, path: string, options: Options = {}): Promise<Reply> => {
      const {
        psu,
        json,
        data = json === undefined ? undefined : JSON.stringify(json),
        tpp = 'acme',
        headers = [],
      } = options
      const { stdout, stderr } = await cli.run(
        [
          ...['call', method, path, '--json', '--tpp', tpp],
          ...(path.startsWith('/worlds/') ? [] : ['--world', name]),
          ...(psu === undefined ? [] : ['--psu', psu]),
          ...headers.flatMap(line => ['--header', line]),
          ...(data === undefined ? [] : ['--data', data]),
        ],
        { env },
      )
      expect(stdout, stderr).not.toBe('')
      const answer = JSON.parse(stdout)
      return { id: answer.headers['sandbank-request'], status: answer.status, text: JSON.stringify(answer.body) }
    }
    const ask = async (query: string, variables: object = {}) => {
      const { text } = await graphql(query, variables)
      const { data, errors } = JSON.parse(text)
      expect(errors, text).toBeUndefined()
      return data
    }
    const made201 = async (path: string, json: object, psu = KARI, headers: readonly string[] = []) => {
      const answer = await call('POST', path, { psu, json, headers: ['PSU-Context: PRIVATE', ...headers] })
      expect(answer.status, answer.text).toBe(201)
      return JSON.parse(answer.text)
    }
    return { name, base, graphql, call, ask, made: made201 }
  }
  /** What `why` says of a call; the command is pasted, after what it says besides was followed. */
  async function follow(
    world: Place,
    { id, text }: Reply,
    code: string,
    before: (advice: string) => Promise<void> = async () => {},
  ) {
    const asked = `query ($id: ID!) { why(of: { call: $id }) { state rule text advice change } }`
    const inWorld = JSON.parse((await world.graphql(asked, { id })).text)
    const { why } =
      inWorld.data?.why == null
        ? JSON.parse(
            await (
              await fetch(`${bank.url}/graphql`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify({ query: asked, variables: { id } }),
              })
            ).text(),
          ).data
        : inWorld.data
    expect(why?.state, text).toBe(code)
    const { advice, change, text: words } = why
    await before(String(advice))
    if (change === null) return { advice, change: '', text: words, exitCode: undefined, output: '' }
    const { stdout, stderr, exitCode } = await pasteHere(cli.home, `set -e\n${change}`)
    return { advice, change: String(change), text: words, exitCode, output: `${stdout}\n${stderr}` }
  }

  /** A refusal has its cause first; and its own call corrected, which passes, or advice (D97). */
  async function expectRemedy(world: Place, refused: Reply, code: string) {
    const { change, advice, text, exitCode, output } = await follow(world, refused, code)
    const [cause] = causesIn(refused.text)
    if (cause !== undefined) expect(text, refused.text).toContain(cause)
    if (change === '') return expect(advice).toMatch(/\w{3,} .*\w/)
    expect(exitCode, `${change}\n${output}`).toBe(0)
    await expectOwnCall(world, refused.id, change)
  }

  return { cli, urlOf: () => bank.url, newWorld, follow, expectRemedy }
}

/** The texts of the faults of an answer, of either door; a page has none to read. */
function causesIn(text: string): string[] {
  if (!text.startsWith('{')) return []
  const body = JSON.parse(text)
  const messages = body.tppMessages ?? body.errors?.[0]?.extensions?.tppMessages ?? body.errors ?? []
  return messages.map((one: { text?: string; message?: string }) => one.text ?? one.message ?? '')
}
