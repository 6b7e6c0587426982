import { afterAll, describe, expect, it } from 'vitest'
import { accountBody } from '../../support/builders/builders.ts'
import {
  ADDRESS,
  addPayer,
  CROSS_BORDER,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
} from '../../support/builders/payments.ts'
import { type Answer, send, startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { HOSTILE_DOCUMENTS } from '../../support/hostile/hostile-documents.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

/** The command that `why` gives for a call whose form was refused. */
async function changeFor(world: World, answer: Answer): Promise<string> {
  expect(codesOf(answer), answer.text).toContain('FORMAT_ERROR')
  const id = answer.headers['sandbank-request']
  return (await ask(world, 'query ($id: ID!) { why(of: { call: $id }) { change } }', { id })).why.change
}

const codesOf = ({ body }: Answer): string[] => (body.tppMessages ?? []).map(({ code }: { code: string }) => code)

/** Sends what a command says, as the person would who copies it. */
function run(caller: Pick<World, 'call'>, change: string): Promise<Answer> {
  const [, method = '', path = ''] = /^npx sandbank call (\w+) '([^']+)'/.exec(change) ?? []
  const [, raw] = /--data '(.*)'$/s.exec(change) ?? []
  return caller.call(method, path, raw === undefined ? {} : { raw: raw.replaceAll("'\\''", "'") })
}

/** What a payment had, what stands there in the command; nothing where the caller's own value does not say it. */
type Payment = [had: string, changes: Readonly<Record<string, unknown>>, right?: object]
const PAYMENT: readonly Payment[] = [
  [
    'an amount with a decimal comma',
    { instructedAmount: { amount: '10,00', currency: 'NOK' } },
    { instructedAmount: { amount: '10.00', currency: 'NOK' } },
  ],
  [
    'an amount with spaces between thousands',
    { instructedAmount: { amount: '1 000,50', currency: 'NOK' } },
    { instructedAmount: { amount: '1000.50', currency: 'NOK' } },
  ],
  [
    'an amount that is a number',
    { instructedAmount: { amount: 5, currency: 'NOK' } },
    { instructedAmount: { amount: '5.00', currency: 'NOK' } },
  ],
  [
    'a currency in small letters',
    { instructedAmount: { amount: '1.00', currency: 'nok' } },
    { instructedAmount: { amount: '1.00', currency: 'NOK' } },
  ],
  ['a text for an account', { creditorAccount: 'NO9386011117947' }, { creditorAccount: { iban: 'NO9386011117947' } }],
  ['a day with its time', { requestedExecutionDate: '2030-05-16T10:00:00Z' }, { requestedExecutionDate: '2030-05-16' }],
  ['an amount that may be one or a thousand', { instructedAmount: { amount: '1,000', currency: 'NOK' } }],
  ['an amount of three decimals', { instructedAmount: { amount: '1.234', currency: 'NOK' } }],
  ['an amount in another currency than its product', { instructedAmount: { amount: '10.00', currency: 'EUR' } }],
  // Without it something else would be paid than its caller asked for (D18).
  ['a field that is unknown', { message: 'Rent' }],
  ['a field of an account that is unknown', { creditorAccount: { iban: 'NO9386011117947', currency: 'NOK', x: 1 } }],
  [
    'a number of an account that is a number of JSON',
    { creditorAccount: { bban: 86011117947, currency: 'NOK' } },
    { creditorAccount: { bban: '86011117947', currency: 'NOK' } },
  ],
  ['midnight of Oslo, as UTC has it', { requestedExecutionDate: '2030-05-15T22:00:00Z' }],
  ['an amount of nothing', { instructedAmount: { amount: '0.00', currency: 'NOK' } }],
  ['no amount at all', { instructedAmount: undefined }],
  ['no name', { creditorName: undefined }],
  ['an empty name', { creditorName: '' }],
  ['null for a name', { creditorName: null }],
  ['a name that is too long', { creditorName: 'y'.repeat(99) }],
  ['an IBAN that is none', { creditorAccount: { iban: 'NO00', currency: 'NOK' } }],
  ['an IBAN with a wrong digit', { creditorAccount: { iban: 'NO9386011117948', currency: 'NOK' } }],
  ['an account without a number', { creditorAccount: { currency: 'NOK' } }],
  ['a day that there is not', { requestedExecutionDate: '2030-02-30' }],
  ['several wrong values', { creditorName: '', creditorAccount: 1, requestedExecutionDate: 'soon' }],
]

describe('A call that was refused for its form is the caller’s own call, corrected; or there is advice (D97)', () => {
  it.each<Payment>(PAYMENT)('where a payment had %s', async (_, changes, right) => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor, changes)
    const change = await changeFor(world, await psu.call('POST', NDCT, { body }))
    if (right === undefined) return expect(change).toBeNull()
    expect(change).toContain("--header 'PSU-Context: PRIVATE'")
    const [, data = ''] = /--data '(.*)'$/s.exec(change) ?? []
    expect(JSON.parse(data)).toEqual({ ...body, ...right })
    const again = await run(psu, change)
    expect(codesOf(again), change).toEqual([])
    expect(again.status).toBe(201)
  })

  it('where an IBAN is one letter off one account of this world: not where it is two, or between two accounts', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const owner = { customerNumber: '7099', name: 'Ola', type: 'PRIVATE' }
    await world.call('POST', '/v1/sandbox/customers', { body: owner })
    // The last two differ in one digit, so that a wrong one in its place is as near to each of them.
    for (const bban of ['12345678903', '12345678705', '12345678715'])
      expect(
        (
          await world.call('POST', '/v1/sandbox/accounts', {
            body: accountBody(owner.customerNumber, { iban: `NO88${bban}`, bban }),
          })
        ).status,
      ).toBe(201)
    for (const [iban, right] of [
      ['NO8812345678904', 'NO8812345678903'],
      ['NO8812345678994', undefined],
      ['NO88123456787Z5', undefined],
    ] as const) {
      const body = paymentBody(debtor, creditor, { creditorAccount: { iban, currency: 'NOK' } })
      const change = await changeFor(world, await psu.call('POST', NDCT, { body }))
      if (right === undefined) expect(change).toBeNull()
      else expect(change).toContain(`"creditorAccount":{"iban":"${right}"`)
    }
  })

  it.each<Payment>([
    ['a frequency in another case', { frequency: 'monthly' }, { frequency: 'Monthly' }],
    ['a day of execution that is a number', { dayOfExecution: 5 }, { dayOfExecution: '5' }],
    ['a frequency that there is not', { frequency: 'Sometimes' }],
    ['a day of execution that no month has', { dayOfExecution: '32' }],
  ])('where a plan had %s', async (_, changes, right) => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = periodicBody(debtor, creditor, changes)
    const change = await changeFor(world, await psu.call('POST', PERIODIC, { body }))
    if (right === undefined) return expect(change).toBeNull()
    const [, data = ''] = /--data '(.*)'$/s.exec(change) ?? []
    expect(JSON.parse(data)).toEqual({ ...body, ...right })
    expect((await run(psu, change)).status).toBe(201)
  })

  it.each([
    ['a BIC that is none', { creditorAgent: 'x' }],
    ['a text for an address', { creditorAddress: 'Berlin' }],
    ['an address without its postal code', { creditorAddress: { street: 'a', city: 'b', country: 'DE' } }],
    ['a country in words', { creditorAddress: { ...ADDRESS, country: 'Germany' } }],
  ])('where a payment abroad had %s there is advice alone', async (_, changes) => {
    const { world, psu, debtor } = await addPayer(bank)
    const body = crossBorderBody(debtor, changes)
    expect(await changeFor(world, await psu.call('POST', CROSS_BORDER, { body }))).toBeNull()
  })

  it.each([
    ['a list', '[{"customerNumber":"77","name":"Kari","type":"PRIVATE"}]'],
    ['in ISO-8859-1', Buffer.from('{"customerNumber":"78","name":"Kåre Ødegård","type":"PRIVATE"}', 'latin1')],
  ])('where the body was %s', async (_, raw) => {
    const world = await bank.world()
    const change = await changeFor(world, await world.call('POST', '/v1/sandbox/customers', { raw }))
    const [meant = ''] = /\{.*\}/.exec(Buffer.from(raw).toString('latin1')) ?? []
    expect(change).toContain(`--data '${meant}'`)
    expect((await run(world, change)).status).toBe(201)
  })

  it.each([
    ['a field twice', '{"customerNumber":"77","name":"x","name":"Kari","type":"PRIVATE"}'],
    ['a type that there is not', '{"customerNumber":"77","name":"Kari","type":"OTHER"}'],
    ['not there', ''],
    ['without its number', '{"name":"Kari","type":"PRIVATE"}'],
    ['cut', '{"customerNumber":"77"'],
    ['the name of a file', '@/etc/hosts'],
    ['XML', '<a b="c"/>'],
  ])('where the body was %s there is advice alone', async (_, raw) => {
    const world = await bank.world()
    const { headers } = await world.call('POST', '/v1/sandbox/customers', { raw })
    const query = 'query ($id: ID!) { why(of: { call: $id }) { change advice } }'
    expect((await ask(world, query, { id: headers['sandbank-request'] })).why).toEqual({
      change: null,
      advice: expect.stringMatching(/\/docs\/operations\/createCustomer shows the form of each field\.$/),
    })
  })

  it('a path that no operation has keeps its body, in the journal and in its command', async () => {
    const { world, psu, debtor, creditor } = await addPayer(bank)
    const body = paymentBody(debtor, creditor)
    const answer = await psu.call('POST', NDCT.replace('/payments/', '/payment/'), { body })
    expect(answer.status).toBe(404)
    const id = answer.headers['sandbank-request']
    const { why } = await ask(world, 'query ($id: ID!) { why(of: { call: $id }) { change } }', { id })
    expect(why.change).toContain(`call POST '${NDCT}'`)
    expect(why.change).toContain(JSON.stringify(body))
    expect((await run(psu, why.change)).status).toBe(201)
  })
})

describe('A text that the command line would take for a file or an option stays what it was, in the mend and in each copy', () => {
  const mendAndCopy = async (world: World, target: string, body: string) => {
    const headers = [['Content-Type', 'application/json']] as const
    const answer = await send(bank.url, { method: 'POST', target, headers, body: Buffer.from(body) })
    const asked =
      'query ($id: ID!) { why(of: { call: $id }) { change } call(by: { id: $id }) { copies { form text } } }'
    const { why, call } = await ask(world, asked, { id: answer.headers['sandbank-request'] })
    const copy = call.copies.find(({ form }: { form: string }) => form === 'CALL').text
    return { change: String(why.change), copy: String(copy) }
  }

  it.each(['@/etc/hosts', '-'])('where a body was %s', async body => {
    const world = await bank.world()
    const { change, copy } = await mendAndCopy(world, `${world.base}/v1/sandbox/customers`, body)
    expect(change).toBe('null')
    expect(copy).toContain(`printf %s '${body}' | npx sandbank call POST '/v1/sandbox/customers'`)
    expect(copy).toMatch(/ --data -$/)
  })

  it('where a path was a template, whose braces would be a value that was saved', async () => {
    const world = await bank.world()
    const { change, copy } = await mendAndCopy(world, `${world.base}/v1/payments/{payment-product}?a={b}`, '{}')
    expect(change).toBe('null')
    expect(copy).toContain(`npx sandbank call POST '/v1/payments/%7Bpayment-product%7D?a=%7Bb%7D'`)
  })

  it.each(['@/etc/hosts', '-', '--help'])('where a document was %s', async query => {
    const world = await bank.world()
    const { change, copy } = await mendAndCopy(world, `${world.base}/graphql`, JSON.stringify({ query }))
    // No document is near to it; the answer says what is read.
    expect(change).toBe('null')
    expect(copy).toMatch(new RegExp(`^npx sandbank graphql --world .* --base .* ' ${query}'$`))
  })
})

describe('A document with a mistake that GraphQL has a word for is asked again as it suggests, and passes (D97)', () => {
  const NUMBER = '13039319955'

  it.each([
    [
      'an enum in the document',
      `mutation { grantConsent(input: { psu: "${NUMBER}", context: PRIVAT }) { redirectTo } }`,
      {},
    ],
    [
      'an enum in quotes',
      `mutation { grantConsent(input: { psu: "${NUMBER}", context: "PRIVATE" }) { redirectTo } }`,
      {},
    ],
    [
      'an enum in a variable',
      `mutation ($c: PsuContext) { grantConsent(input: { psu: "${NUMBER}", context: $c }) { redirectTo } }`,
      { c: 'PRIVAT' },
    ],
    [
      'an argument with a name like its variable',
      'query ($frst: Int) { customers(frst: $frst) { totalCount } }',
      { frst: 1 },
    ],
  ])('%s', async (_, query, variables) => {
    const world = await bank.world('STANDARD')
    const { accounts } = await ask(world, '{ accounts(first: 1) { nodes { id } } }')
    const change = await changeOfDocument(world, query.replace('ACCOUNT', accounts.nodes[0].id), variables)
    const [, document = '', , given = '{}'] =
      /^npx sandbank graphql --world \S+ --base \S+ '([^']+)'( --variables '([^']+)')?$/.exec(change) ?? []
    const answer = await world.graphql(document, JSON.parse(given))
    expect(answer.body.errors, change).toBeUndefined()
  })
})

async function changeOfDocument(world: World, query: string, variables: Record<string, unknown>): Promise<string> {
  const answer = await world.graphql(query, variables)
  expect(answer.body.errors, answer.text).toHaveLength(1)
  const id = answer.headers['sandbank-request']
  return (await ask(world, 'query ($id: ID!) { why(of: { call: $id }) { change } }', { id })).why.change
}

describe('A document that GraphQL refuses, however it is made', async () => {
  const world = await bank.world()
  it.each(HOSTILE_DOCUMENTS)('has an explanation: %s', async (_, document) => {
    const { headers } = await world.graphql(document)
    const { why } = await ask(world, 'query ($id: ID!) { why(of: { call: $id }) { change advice } }', {
      id: headers['sandbank-request'],
    })
    expect(why.change ?? why.advice).toBeTypeOf('string')
  })
})

describe('A body that is no JSON is named as what it is, and repeated as what was meant (D97)', () => {
  it.each<[string, (right: string) => string | Buffer, RegExp]>([
    ['single quotes', right => right.replaceAll('"', "'"), /texts in single quotation marks: write double ones/],
    ['a comma too many', right => right.replace('}', ',}'), /A comma stands before a closing bracket/],
    ['a comment', right => `${right} // a customer`, /It has comments/],
    ['names of JavaScript', right => right.replaceAll(/"(\w+)":/g, '$1:'), /names without quotation marks/],
    ['UTF-16', right => Buffer.from(right, 'utf16le'), /It is in UTF-16: encode it in UTF-8/],
    ['a form', right => String(new URLSearchParams(JSON.parse(right))), /It is a form/],
    ['a string of JSON', right => JSON.stringify(right), /it was serialised twice\. Serialise it once/],
    ['two values', right => `${right}\n${right}`, /something follows: send one value alone/],
  ])('where it was sent as %s', async (_, wrong, words) => {
    const world = await bank.world()
    const right = JSON.stringify({ customerNumber: '7001', name: 'Kari', type: 'PRIVATE' })
    const refused = await world.call('POST', '/v1/sandbox/customers', { raw: wrong(right) })
    expect(refused.body.tppMessages[0].text).toMatch(words)
    const repeated = await run(world, await changeFor(world, refused))
    expect(repeated.body).toMatchObject({ customerNumber: '7001', customerName: 'Kari', customerType: 'PRIVATE' })
  })

  it('at the other door likewise', async () => {
    const world = await bank.world()
    const answer = await fetch(`${bank.url}/worlds/${world.name}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: "{'query': '{ clock { now } }'}",
    })
    expect(await answer.text()).toContain('It has texts in single quotation marks: write double ones.')
  })
})

it('A copy in a language is one program, whatever its body closes or shows otherwise than it is', async () => {
  const world = await bank.world()
  for (const raw of ['a\n"""" + quit() + """\nb', 'a\n""""""', '{"n":"\u202eabc"}', '\ufeff{\n}']) {
    const { headers } = await world.call('POST', '/v1/sandbox/customers', { raw })
    const query = 'query ($id: ID!) { call(by: { id: $id }) { copies { form text } } }'
    const { copies } = (await ask(world, query, { id: headers['sandbank-request'] })).call
    const text = (wanted: string): string => copies.find(({ form }: { form: string }) => form === wanted).text
    for (const form of ['JAVASCRIPT', 'KIT', 'PYTHON', 'JAVA', 'GO'])
      expect(text(form), form).not.toMatch(/[\p{Bidi_Control}\ufeff]/u)
    // What is escaped closes no text of several lines.
    expect([0, 2]).toContain(text('JAVA').replaceAll(/\\./g, '').split('"""').length - 1)
  }
})
