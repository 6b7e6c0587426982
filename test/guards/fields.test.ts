import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { afterAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../src/bank/operations/list.ts'
import { CURRENCIES } from '../../src/domain/money.ts'
import { setHabit } from '../../src/sandbox/worlds/habits/inputs.ts'
import { scenarioFor, setScenario } from '../../src/sandbox/worlds/scenarios/rule-inputs.ts'
import {
  accountBody,
  addCorporateSetting,
  agreementBody,
  balance,
  cardAccountBody,
  cardTransactionBody,
  create,
  customerBody,
  engagementBody,
  PAST_DAY,
  PATHS,
  transactionBody,
} from '../support/builders/builders.ts'
import {
  ADDRESS,
  addPayer,
  BASKETS,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  FOREIGN_IBAN,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
} from '../support/builders/payments.ts'
import { readingOf } from '../support/builders/whole-graph.ts'
import { startBank } from '../support/clients/bank.ts'
import { ask } from '../support/clients/both-doors.ts'

/**
 * A new field cannot be lost: every field of every command is sent, and wanted back at REST, at GraphQL and in the export. A field has its own name in an answer,
 * unless its command gives another one here, or the reason why it is not shown.
 */

type Names = Readonly<Record<string, string | { readonly hidden: string }>>
type Command = {
  readonly operation: string
  readonly method?: 'PUT'
  readonly path: string
  /** The fields that have rules beyond their form. The others are filled by their schemas. */
  readonly known: object
  /** Fields that do not go with the others: another case sends them. */
  readonly without?: readonly string[]
  readonly list: string
  readonly rest?: Names
  readonly graphql?: Names
  readonly fixture?: Names
}

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const { world, psu, number: payer, debtor, creditor } = await addPayer(bank, { booked: 100_000 })
const firm = await addCorporateSetting(world)
const card = await create(world, PATHS.cardAccounts, cardAccountBody(payer))
const { id: unsigned } = await register(psu, NDCT, paymentBody(debtor, creditor))
const tppId = String((await ask(world, `{ payment(id: "${unsigned}") { tpp { id } } }`)).payment.tpp.id)

/** The texts that were filled in: each is of its field alone and as long as the field may be, so that an answer shows neither another's nor less. */
const FILLED = new Set<unknown>()
const OWNER = { hidden: 'an edge of the graph, and what it stands under in a document' }
const firms = { account: firm.account.iban, corporation: firm.corporation.customerNumber, psu: firm.psu.customerNumber }
const creditorAccount = { iban: FOREIGN_IBAN, bban: FOREIGN_IBAN.slice(4), currency: 'EUR' }
const debtorAccount = { iban: debtor.iban, bban: debtor.bban, currency: 'NOK' }
const abroad = { creditorAccount, creditorAddress: ADDRESS, debtorAccount }
const exchanged = { currencyExchange: { exchangeRate: '11.43', quotationDate: PAST_DAY } }
const STRUCTURED = ['remittanceInformationStructuredArray', 'remittanceInformationStructured']
/** Fields of a transfer that a domestic one does not have, or not beside its message: those of a payment are sent. */
const DOMESTIC = ['creditorAgent', ...STRUCTURED]
const IN_GRAPH = {
  debtorAccount: 'debtorReference',
  'remittanceInformationStructuredArray.0': 'remittanceInformationStructured',
}
const AS_LIST = { remittanceInformationStructured: 'remittanceInformationStructuredArray.0' }
const single = { operation: 'createPayment', list: 'payments', path: CROSS_BORDER, graphql: IN_GRAPH }
const singleBody = { ...crossBorderBody(debtor, abroad), requestedExecutionDate: '2030-05-16' }
const domestic = {
  creditorAccount: { iban: creditor.iban, bban: creditor.bban, currency: 'NOK' },
  creditorAddress: ADDRESS,
}
const bulk = bulkBody(debtor, creditor, ['1.00'])

const COMMANDS: Readonly<Record<string, Command>> = {
  'a customer': {
    operation: 'createCustomer',
    path: PATHS.customers,
    known: customerBody(),
    list: 'customers',
    rest: { name: 'customerName', type: 'customerType' },
  },
  'an account': {
    operation: 'createAccount',
    path: PATHS.accounts,
    known: accountBody(payer, { balances: [balance(10), balance(7, 'expected')], creditLine: 5 }),
    list: 'accounts',
    graphql: {
      customerNumber: OWNER,
      balances: { hidden: 'an Amount, a decimal number in a string; graphql/accounts.test.ts' },
    },
    fixture: { customerNumber: OWNER, bban: { hidden: 'that of the iban' } },
  },
  'a card account': {
    operation: 'createCardAccount',
    path: PATHS.cardAccounts,
    known: cardAccountBody(payer, { balances: [balance(10), balance(7, 'expected')] }),
    list: 'cardAccounts',
    graphql: {
      customerNumber: OWNER,
      balances: { hidden: 'an Amount, a decimal number in a string; graphql/card-accounts.test.ts' },
    },
    fixture: { customerNumber: OWNER },
  },
  'an agreement': {
    operation: 'createAgreement',
    path: PATHS.agreements,
    known: agreementBody(firms.corporation, { engagements: [engagementBody(firms.psu, firms.account)] }),
    list: 'agreements',
    rest: { engagements: { hidden: 'their ids; the engagements are read by themselves' } },
    graphql: { owner: OWNER, engagements: { hidden: 'a connection; see an engagement' } },
  },
  'an engagement': {
    operation: 'createEngagement',
    path: firm.engagementsPath,
    known: engagementBody(firms.psu, firms.account, { approvalLimit: 7 }),
    list: 'agreements',
    graphql: { customer: OWNER, account: OWNER },
  },
  'a transaction': {
    operation: 'createTransaction',
    path: `${PATHS.accounts}/${debtor.id}/transactions`,
    known: {
      ...transactionBody(exchanged),
      ...{ creditorAccount, debtorAccount },
      creditorAgent: 'COBADEFFXXX',
      debtorAgent: 'DNBANOKKXXX',
      bankTransactionCode: 'PMNT-RCDT-ESCT',
      purposeCode: 'SALA',
    },
    list: 'accounts',
  },
  'a card transaction': {
    operation: 'createCardTransaction',
    path: `${PATHS.cardAccounts}/${card.id}/transactions`,
    known: {
      ...cardTransactionBody(exchanged),
      originalAmount: { amount: '-100.00', currency: 'NOK' },
      transactionDate: PAST_DAY,
      merchantCategoryCode: '5411',
    },
    list: 'cardAccounts',
  },
  'a payment': { ...single, known: singleBody, without: STRUCTURED },
  'a payment with a reference': {
    ...single,
    known: singleBody,
    without: ['remittanceInformationUnstructured', 'remittanceInformationStructured'],
  },
  'a payment with the deprecated field': {
    ...single,
    known: singleBody,
    without: ['remittanceInformationUnstructured', 'remittanceInformationStructuredArray'],
    rest: AS_LIST,
    fixture: AS_LIST,
  },
  'a bulk payment': {
    operation: 'createBulkPayment',
    path: BULK,
    known: {
      payments: bulk.payments.map(one => ({ ...one, ...domestic })),
      debtorAccount,
      requestedExecutionDate: '2030-05-16',
    },
    without: DOMESTIC.map(name => `payments.0.${name}`),
    list: 'payments',
    graphql: IN_GRAPH,
  },
  'a periodic payment': {
    operation: 'createPeriodicPayment',
    path: PERIODIC,
    known: {
      ...periodicBody(debtor, creditor, { debtorAccount, ...domestic }),
      endDate: '2032-05-15',
      frequency: 'MonthlyVariable',
      monthsOfExecution: [1, 6],
    },
    without: DOMESTIC,
    list: 'payments',
    graphql: { ...IN_GRAPH, dayOfExecution: { hidden: 'a number; graphql/payments.test.ts' } },
  },
  'a signing basket': {
    operation: 'createSigningBasket',
    path: BASKETS,
    known: { paymentIds: [unsigned] },
    list: 'signingBaskets',
    rest: { paymentIds: { hidden: '[I] Signing basket has none' } },
    graphql: { 'paymentIds.0': 'payments.0.id' },
    fixture: { paymentIds: { hidden: 'the keys of the payments' } },
  },
  'contact information': {
    operation: 'setContactInformation',
    method: 'PUT',
    path: `/v1/tpps/${tppId}/contact-information`,
    known: { emails: ['psd2@tpp.example'] },
    list: 'contactInformation',
  },
}

/** Commands whose fields nothing keeps, or another command here has. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  changeBalances: 'its balances are those of createAccount',
  changeCardBalances: 'its balances are those of createCardAccount',
  confirmFunds: 'a question: nothing is kept',
  offerConsent: 'accepted for clients of the Berlin Group, and not used (D32)',
  offerConsentDeprecated: 'the same',
}

const schemaOf = (name: string) => OPERATIONS.find(one => one.name === name)?.input ?? z.never()
const bodyOf = ({ operation, known, without = [] }: Command) => filled(schemaOf(operation), known, '', without)

describe('Every field of a command comes back at both doors and in the export', () => {
  it('for each command that has a body', () => {
    const all = OPERATIONS.filter(({ input }) => !(input instanceof z.ZodUndefined)).map(({ name }) => name)
    const here = Object.values(COMMANDS).map(({ operation }) => operation)
    expect(new Set([...here, ...Object.keys(ELSEWHERE)])).toEqual(new Set(all))
  })

  it('of which each is sent in one of its cases', () => {
    for (const operation of new Set(Object.values(COMMANDS).map(one => one.operation))) {
      const cases = Object.values(COMMANDS).filter(one => one.operation === operation)
      const sent = new Set(cases.flatMap(one => Object.keys(z.record(z.string(), z.unknown()).parse(bodyOf(one)))))
      const left = Object.keys(shapeOf(schemaOf(operation))).filter(
        name => !sent.has(name) && !(operation === 'createPeriodicPayment' && DOMESTIC.includes(name)),
      )
      expect([operation, left]).toEqual([operation, []])
    }
  })

  it.each(Object.entries(COMMANDS))('%s', async (_, command) => {
    const { method = 'POST', path, list, rest, graphql, fixture } = command
    const body = bodyOf(command)
    const caller = /payments|baskets/.test(path) ? psu : world
    const answer = await caller.call(
      method,
      `${path}${/\/(?:bulk-)?payments\//.test(path) ? '?allowLogicalDuplicate=true' : ''}`,
      {
        body,
      },
    )
    expect(answer.status, answer.text).toBeLessThan(300)
    const location = answer.headers['location']?.slice(world.base.length) ?? path
    const id = method === 'PUT' ? tppId : (location.split('/').at(-1) ?? '')
    const [read] = [(await caller.call('GET', location)).body].flat()
    const query =
      method === 'PUT'
        ? `asTpp(access: { tpp: "${id}" }) { contactInformation { tpp { id } emails } }`
        : readingOf(list, 0, {})
    const node = rowWith(id, await ask(world, `{ ${query} }`))
    const { entries = [] } = z.looseObject({ entries: z.array(z.looseObject({})).optional() }).parse(node)
    const document = (await ask(world, '{ fixture }')).fixture
    expect(lost(body, read, rest), 'at REST').toEqual([])
    expect(lost(body, { ...entries[0], payments: entries, ...node }, graphql), 'at GraphQL').toEqual([])
    expect(leastLost(body, withNumbers(document), fixture), 'in the export').toEqual([])
  })

  it('a scenario, which only the operator sets', async () => {
    const about = { tpp: tppId, psu: payer, creditorAccount: creditor.iban, operation: 'createPayment' }
    const set = { scenario: 'execution; status=RJCT; reason=AM04', for: about, times: 3, probability: 0.25, seed: 7 }
    expect([Object.keys(set), Object.keys(about)].map(names => names.toSorted())).toEqual(
      [shapeOf(setScenario), shapeOf(scenarioFor)].map(shape => Object.keys(shape).toSorted()),
    )
    const {
      setScenario: { scenario: made },
    } = await ask(
      world,
      'mutation ($scenario: String!, $for: ScenarioForInput, $times: Int, $probability: Float, $seed: Int) { setScenario(input: { scenario: $scenario, for: $for, times: $times, probability: $probability, seed: $seed }) { scenario { id } } }',
      set,
    )
    const { fixture } = await ask(world, '{ fixture }')
    expect(made.id).not.toBe('')
    expect(leastLost(set, withNumbers(fixture))).toEqual([])
  })

  it('a habit, which only the operator sets', async () => {
    const set = { habit: 'late=P1D', for: { tpp: tppId, account: creditor.iban }, seed: 7 }
    expect(Object.keys(set).toSorted()).toEqual(Object.keys(shapeOf(setHabit)).toSorted())
    const made = await ask(world, 'mutation ($input: SetHabitInput!) { setHabit(input: $input) { habit { id } } }', {
      input: { ...set, for: { ...set.for, account: creditor.id } },
    })
    const { fixture } = await ask(world, '{ fixture }')
    expect(made.setHabit.habit.id).not.toBe('')
    expect(leastLost(set, withNumbers(fixture))).toEqual([])
  })

  it.each([
    ['the export', '($fixture: FixtureInput!)', 'fixture: $fixture'],
    ['a copy', '($from: String!)', 'copyOf: $from'],
    ['a snapshot', '', 'snapshot: { name: "whole" }'],
  ])('and is taken again by a world that is made from %s', async (_, takes, source) => {
    await world.graphql('mutation { takeSnapshot(name: "whole") { snapshot { name } } }')
    const { fixture } = await ask(world, '{ fixture }')
    const given = { fixture, from: world.name }
    const { createWorld } = await ask(
      world,
      `mutation ${takes} { createWorld(input: { source: { ${source} } }) { world { name } } }`,
      given,
    )
    expect((await ask(bank.at(createWorld.world.name), '{ fixture }')).fixture).toEqual(fixture)
  })
})

/** What the entry of a document lacks that has most of a body. */
function leastLost(body: unknown, document: unknown, names?: Names): string[] {
  const all = [...objectsIn(document)].map(entry => lost(body, entry, names))
  return all.toSorted((one, other) => one.length - other.length)[0] ?? []
}

function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value
  for (const part of Object.values(value)) yield* objectsIn(part)
}

/** A document in which numbers stand in place of the keys that name customers and accounts. */
function withNumbers(document: object): unknown {
  const numbers = new Map<unknown, unknown>()
  for (const entry of objectsIn(document)) {
    const { key, customerNumber, iban } = z.looseObject({}).parse(entry)
    if (key !== undefined) numbers.set(key, customerNumber ?? iban ?? key)
  }
  return JSON.parse(JSON.stringify(document, (name, value) => (name === 'key' ? value : (numbers.get(value) ?? value))))
}

/** A body with every field of a schema: what is known, and for the rest what the schema takes. */
function filled(schema: unknown, known: unknown, path: string, without: readonly string[]): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return filled(schema.unwrap(), known, path, without)
  if (schema instanceof z.ZodObject) {
    const own = z.record(z.string(), z.unknown()).catch({}).parse(known)
    const parts = Object.entries(schema.shape).map(([name, part]) => [name, part, `${path}${name}`] as const)
    const sent = parts.filter(([, , at]) => !without.includes(at))
    return Object.fromEntries(sent.map(([name, part, at]) => [name, filled(part, own[name], `${at}.`, without)]))
  }
  if (schema instanceof z.ZodArray) {
    const items = Array.isArray(known) ? known : [undefined]
    return items.map((one, place) => filled(schema.element, one, `${path}${place}.`, without))
  }
  // A name has no rules.
  if (known !== undefined && !/name\.$/i.test(path)) return known
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return 3
  const text = schema instanceof z.ZodString ? textFor(schema, path) : undefined
  FILLED.add(text)
  return text
}

/** The longest text for a path that a schema takes; else a currency. */
function textFor(schema: z.ZodString, path: string): string | undefined {
  const own = createHash('sha1').update(path).digest('hex')
  const long = `${own.slice(0, 12)}:${path}`.repeat(12)
  const shorter = Array.from({ length: long.length }, (_, cut) => long.slice(0, long.length - cut))
  const currency = CURRENCIES[Number.parseInt(own.slice(0, 8), 16) % CURRENCIES.length] ?? ''
  return [...shorter, currency].find(text => schema.safeParse(text).success)
}

function shapeOf(schema: z.ZodType): object {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** The values of a body that an answer does not have where they are expected. */
function lost(body: unknown, answer: unknown, names: Names = {}): string[] {
  const there = new Map(leavesOf(answer))
  return leavesOf(body).flatMap(([path, value]) => {
    const renamed = Object.entries(names).find(([name]) => path === name || path.startsWith(`${name}.`))
    if (renamed === undefined) return there.get(path) === value ? [] : [`${path}: ${there.get(path)}, not ${value}`]
    const [name, to] = renamed
    if (typeof to === 'object') return []
    const at = to + path.slice(name.length)
    return there.get(at) === value ? [] : [`${path} as ${at}: ${there.get(at)}, not ${value}`]
  })
}

function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path.slice(1), value]]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`))
}

/** Whether a value is an id, or names it alone. */
const isNamed = (part: unknown, id: string) =>
  part === id || (Object(part).id === id && Object.keys(Object(part)).length === 1)

/** The first object in a value that has an id. */
function rowWith(id: string, value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const parts = Object.entries(value)
  if (
    parts.some(
      ([name, part]) =>
        (part === id && ['id', 'tppId'].includes(name) && parts.length > 1) || (name === 'tpp' && isNamed(part, id)),
    )
  )
    return value
  for (const [, part] of parts) {
    const found = rowWith(id, part)
    if (found !== undefined) return found
  }
  return undefined
}
