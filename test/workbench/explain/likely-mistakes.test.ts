import { afterAll, describe, expect, it } from 'vitest'
import { addPayer, NDCT, paymentBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const CUSTOMERS = '/v1/sandbox/customers'
const { world, psu, debtor, creditor } = await addPayer(bank)
const BODY = paymentBody(debtor, creditor)
const SIRI = { customerNumber: '7', name: 'Siri', type: 'PRIVATE' }

const whyOf = async (answer: { readonly headers: Readonly<Record<string, unknown>> }) =>
  (
    await ask(world, 'query ($id: ID!) { why(of: { call: $id }) { change } }', {
      id: answer.headers['sandbank-request'],
    })
  ).why.change

describe('A mistake at REST is named, and the command has what was meant (D97)', () => {
  it.each<[what: string, path: string, sent: object, words: RegExp, right: object]>([
    [
      'a null',
      NDCT,
      { body: { ...BODY, requestedExecutionDate: null } },
      /^must be a date\. It is null: an optional field is left out where it has no value\.$/,
      BODY,
    ],
    [
      'underscores in a name',
      NDCT,
      { body: { ...BODY, remittance_information_unstructured: 'x' } },
      /did you mean "remittanceInformationUnstructured"\?$/,
      { ...BODY, remittanceInformationUnstructured: 'x' },
    ],
    [
      'a port behind the address of the PSU',
      NDCT,
      { body: BODY, headers: { 'PSU-IP-Address': '192.0.2.7:4711' } },
      /it is "192\.0\.2\.7:4711"\. Leave its port and brackets out\.$/,
      BODY,
    ],
    [
      'brackets around the address of the PSU',
      NDCT,
      { body: BODY, headers: { 'PSU-IP-Address': '[2001:db8::1]:4711' } },
      /Leave its port and brackets out\.$/,
      BODY,
    ],
    [
      'NaN',
      CUSTOMERS,
      { raw: '{"customerNumber":"7","name":"Siri","type":"PRIVATE","x":NaN}' },
      /It has NaN or undefined, which JSON has not: leave the field out\.$/,
      SIRI,
    ],
    [
      'an enum in quotation marks',
      CUSTOMERS,
      { body: { ...SIRI, type: '"PRIVATE"' } },
      /^must be one of PRIVATE, CORPORATE\.$/,
      SIRI,
    ],
  ])('%s', async (_, path, sent, words, right) => {
    const answer = await psu.call('POST', path, sent)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.tppMessages[0].text).toMatch(words)
    const [, data = ''] = /--data '(.*)'$/.exec(await whyOf(answer)) ?? []
    expect(JSON.parse(data)).toEqual(right)
  })

  it('customerName is name, and not customerNumber', async () => {
    const { body } = await world.call('POST', CUSTOMERS, { body: { customerName: 'x', type: 'PRIVATE' } })
    expect(body.tppMessages.map(({ text }: { text: string }) => text)).toContain(
      'is not a field of this request (D18): did you mean "name"?',
    )
  })
})

describe('A mistake at GraphQL is named (D97)', () => {
  it.each([
    ['{ customers { nodes { customerName } } }', /Did you mean "name"\?$/],
    ['{ createCustomer }', /"Query"\. It is a mutation: write mutation \{ createCustomer … \}\.$/],
    [
      'mutation { createCustomer(input: { customerNumber: "8", name: "x", type: "PRIVATE" }) { customer { id } } }',
      /Write it without quotation marks\.$/,
    ],
  ])('%s', async (query, words) => {
    const { body } = await world.graphql(query)
    expect(body.errors[0].message).toMatch(words)
  })

  it('a document that is named by its hash is asked for whole, by the code that clients know', async () => {
    const answer = await fetch(`${bank.url}/worlds/${world.name}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    })
    expect(answer.status).toBe(400)
    const { errors } = await answer.json()
    const { code, tppMessages } = errors[0].extensions
    expect(code).toBe('PERSISTED_QUERY_NOT_SUPPORTED')
    expect(tppMessages).toEqual([
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        path: 'query',
        text: 'No document is kept under a hash: send it in query, without extensions.persistedQuery.',
      },
    ])
  })
})
