import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/api/graphql/schema.ts'
import { type Answer, send, startBank } from '../support/clients/bank.ts'
import { composeOperation, type Guess } from './graphql-documents.ts'
import { mutantsOf, oddText } from './mutants.ts'
import { expectMessage, expectOneStatus, expectOutcome, expectShownControls, inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')
const accounts = await list('accounts')
const cards = await list('card-accounts')
const agreements = await list('agreements')

// These fill whole worlds: right, but slow, and the tests of worlds do it.
const SLOW = ['initialize', 'createWorld', 'resetWorld', 'deleteWorld']

const choices = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 80 })
const operation = fc
  .record({ kind: fc.constantFrom('query' as const, 'mutation' as const), choices })
  .map(({ kind, choices: list }) => compose(kind, list))

describe('The GraphQL door answers in words and in time', () => {
  it('documents that are valid, with variables that are nearly so', async () => {
    const nearly = operation.chain(({ query, variables }) =>
      fc.record({ query: fc.constant(query), variables: fc.oneof(fc.constant(variables), mutantsOf(variables)) }),
    )
    await fc.assert(
      fc.asyncProperty(nearly, body => ask(JSON.stringify(body))),
      RUNS,
    )
  })

  it('documents that are nearly valid', async () => {
    const broken = fc
      .tuple(
        operation,
        fc.nat(2000),
        fc.nat(20),
        fc.oneof(
          oddText,
          fc.constantFrom(
            '{',
            '}',
            '(',
            '$v0',
            '...',
            '@skip(if: true)',
            'fragment F on Account { ...F }',
            '"""',
            '#',
            '[',
            '!',
          ),
        ),
      )
      .map(([{ query, variables }, at, cut, put]) => {
        const place = at % (query.length + 1)
        return { query: `${query.slice(0, place)}${put}${query.slice(place + cut)}`, variables }
      })
    await fc.assert(
      fc.asyncProperty(broken, body => ask(JSON.stringify(body))),
      RUNS,
    )
  })

  it('bodies that are nearly requests', async () => {
    const body = mutantsOf({ query: '{ __typename }', variables: {}, operationName: null, extensions: {} })
    await fc.assert(
      fc.asyncProperty(body, value => ask(JSON.stringify(value) ?? '')),
      RUNS,
    )
  })

  it('any query string and method', async () => {
    const call = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'),
      query: fc.oneof(oddText, fc.constant('{ __typename }')),
      accept: fc.constantFrom('application/json', 'application/graphql-response+json', '*/*', 'text/plain', ''),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ method, query, accept }) => {
        const target = `${world.base}/graphql?query=${encodeURIComponent(query.toWellFormed())}`
        const answer = await inTime(
          send(bank.url, { method, target, headers: [['Accept', accept]], body: new Uint8Array() }),
        )
        if (method !== 'HEAD' && method !== 'OPTIONS') expectAnswer(answer)
        expect(answer.status).toBeLessThan(500)
      }),
      RUNS,
    )
  })
})

async function ask(body: string): Promise<void> {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ] as const
  expectAnswer(
    await inTime(send(bank.url, { method: 'POST', target: `${world.base}/graphql`, headers, body: Buffer.from(body) })),
  )
}

/** Data, or errors that carry what a REST body would (D71); or a refusal of HTTP's own. */
function expectAnswer(answer: Answer): void {
  expect(bank.faults).toEqual([])
  expect(answer.status).toBeLessThan(500)
  const {
    data,
    errors,
    tppMessages,
    extensions: { truncated, ...extensions } = {},
    ...unknown
  } = JSON.parse(answer.text)
  expect([unknown, extensions]).toEqual([{}, {}])
  // Lists that have more than is shown, where no page was asked for.
  if (truncated !== undefined) expect(truncated).not.toEqual([])
  if (tppMessages !== undefined) expectOutcome(bank, 'POST', answer)
  else if (errors === undefined) expect(data).toBeTypeOf('object')
  for (const { message, extensions } of errors ?? []) {
    expect(message).toBeTypeOf('string')
    expectShownControls(message)
    expect(extensions.tppMessages.length).toBeGreaterThan(0)
    for (const one of extensions.tppMessages) expectMessage(one)
    // The bank names faults of several rules together (D16): the first one's code stands for them, and all have its status.
    const codes: string[] = extensions.tppMessages.map((one: { code: string }) => one.code)
    expect(codes[0]).toBe(extensions.code)
    expectOneStatus(codes)
  }
}

function compose(kind: 'query' | 'mutation', list: readonly number[]) {
  let next = 0
  const choose = (count: number) => (count === 0 ? 0 : (list[next++ % list.length] ?? 0) % count)
  const guess: Guess = (name, scalar) => {
    const known = KNOWN[name] ?? []
    const likely = known.length > 0 && choose(4) > 0 ? known : (ANY[scalar] ?? ['NOK', '10.50', 'unknown'])
    return likely[choose(likely.length)]
  }
  return composeOperation(schema, kind, SLOW, choose, guess)
}

async function list(noun: string): Promise<{ id: string; iban?: string }[]> {
  return (await world.call('GET', `/v1/sandbox/${noun}`)).body
}

const ANY: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, 1000, -1],
  Float: [0, 0.5, 1e12],
  Boolean: [true, false],
  Date: ['2026-01-05', '2025-12-31', '2026-02-30'],
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  id: [...ids(accounts), ...ids(cards), ...ids(agreements)],
  accountId: ids(accounts),
  cardAccountId: ids(cards),
  agreementId: ids(agreements),
  customerNumber: ['13039319955', '20079518612'],
  customer: ['13039319955'],
  owner: ['20079518612'],
  iban: accounts.flatMap(({ iban }) => iban ?? []),
  currency: ['NOK'],
  amount: ['10.50'],
  bookingDate: ['2026-01-05'],
  valueDate: ['2026-01-05'],
  first: [5],
  name: ['Ola'],
}
