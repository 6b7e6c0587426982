import { afterAll, describe, expect, it } from 'vitest'
import { addCustomer, customerBody, expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'
import {
  ABSENT,
  describeFieldRules,
  emojis,
  meant,
  NO_TEXT,
  nameRules,
  REQUIRED,
  textRules,
  UNKNOWN,
} from './shared/field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const path = PATHS.customers
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds a private customer and its automatic agreement, named after the customer ([I] Endpoints 4, D26)', async () => {
    const kari = { customerNumber: '01010112345', name: 'Kari', type: 'PRIVATE' }
    const answer = await world.call('POST', path, { body: kari, requestId: 'create-1' })
    expect(answer.status).toBe(201)
    expect(answer.headers['x-request-id']).toBe('create-1')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { customerId } = answer.body
    const self = `${world.base}${path}/${customerId}`
    expect(answer.headers['location']).toBe(self)
    expect(answer.body).toEqual({
      customerId,
      customerNumber: '01010112345',
      customerType: 'PRIVATE',
      customerName: 'Kari',
      _links: { self: { href: self, verbs: ['GET', 'DELETE'] } },
    })
    const stored = await world.call('GET', `${path}/${customerId}`)
    expect(stored.body.agreements).toMatchObject([{ name: 'Kari', engagements: [] }])
  })

  it('adds a corporation without an agreement ([I] Endpoints 4)', async () => {
    const made = await addCustomer(world, { type: 'CORPORATE', name: 'Fjordfisk AS' })
    expect(made).toMatchObject({ customerType: 'CORPORATE', customerName: 'Fjordfisk AS' })
    const stored = await world.call('GET', `${path}/${made.customerId}`)
    expect(stored.body).toMatchObject({ agreements: [], accounts: [], cardAccounts: [] })
  })

  it('gives ids that sort by creation (D20)', async () => {
    const ids = [await addCustomer(world), await addCustomer(world), await addCustomer(world)].map(
      one => one.customerId,
    )
    expect([...ids].sort()).toEqual(ids)
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('takes texts at their limits, counted in code points, and keeps them as they are (D31)', async () => {
    const made = await addCustomer(world, { customerNumber: emojis(35), name: `${emojis(69)} ` })
    expect(made).toMatchObject({ customerNumber: emojis(35), customerName: `${emojis(69)} ` })
    expect(await addCustomer(world, { customerNumber: ' ', name: 'Ø' })).toMatchObject({ customerNumber: ' ' })
  })

  it.each([
    'application/json',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON; charset="utf-8"',
    'application/json;',
    // D51: as it is meant.
    'application/json;charset=utf8',
    'application/json; charset="UTF8"',
    "application/json; charset='utf-8'",
    'application/json; version=1; profile="a;b"',
    'application/json;odata.metadata=minimal;charset=utf-8',
  ])('takes a body of type %s', async type => {
    const changed = { tamper: withContentType(type) }
    expect((await world.call('POST', path, { body: customerBody(), ...changed })).status).toBe(201)
  })
  it('takes a body without Content-Type, which is optional, and one with a byte order mark', async () => {
    const unnamed = await world.call('POST', path, { body: customerBody(), tamper: withContentType(undefined) })
    expect(unnamed.status).toBe(201)
    expect((await world.call('POST', path, { raw: `\ufeff${JSON.stringify(customerBody())}` })).status).toBe(201)
  })
})

describeFieldRules(world, { method: 'POST', request: async () => ({ path, body: customerBody() }) }, [
  ['customerNumber', REQUIRED, ABSENT],
  ...textRules('customerNumber', 35),
  ['name', REQUIRED, ABSENT],
  ...nameRules('name', 70),
  ['type', REQUIRED, ABSENT],
  // D25
  ['type', 'must be one of PRIVATE, CORPORATE.', 'private', 'PERSON', '', ' PRIVATE', ...NO_TEXT],
  ['customerId', UNKNOWN, 'x', null],
  ['__proto__', UNKNOWN, { type: 'PRIVATE' }],
  ['constructor', UNKNOWN, 1],
  ['Name', UNKNOWN, 'Kari'],
])

describe('400', () => {
  it('names all faults of a body together (D16)', async () => {
    const answer = await world.call('POST', path, { body: { customerNumber: 5, type: 'X', nmae: 'Kari' } })
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')).toEqual([
      'customerNumber: must be a string: put it into quotation marks.',
      'name: is required.',
      'type: must be one of PRIVATE, CORPORATE.',
      `nmae: ${meant('name')}`,
    ])
  })

  it('lists at most twenty faults, and says how many there are more', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`field${place}`, place]))
    const faults = expectRefusal(await world.call('POST', path, { body: customerBody(wrong) }), 400, 'FORMAT_ERROR')
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe('10 more faults are not listed.')
  })

  it('answers a deep, a long-named and a huge body within the limits of a text (D16)', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000)
    expectRefusal(await world.call('POST', path, { raw: deep }), 400, 'BAD_REQUEST')
    const raws = [`{"${'x'.repeat(9_000)}":1}`, `{"name":"${'x'.repeat(900_000)}"}`]
    for (const raw of raws) expectRefusal(await world.call('POST', path, { raw }), 400, 'FORMAT_ERROR')
  })

  it('shortens what a client wrote between two characters, at both doors (D16)', async () => {
    for (const letters of ['x', '']) {
      const name = letters + '😀'.repeat(1_000)
      const input = customerBody({ [name]: 1 })
      const { body } = await world.call('POST', path, { body: input })
      const query = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }'
      const graph = await world.graphql(query, { input })
      for (const { text, path: place } of [...body.tppMessages, ...graph.body.errors[0].extensions.tppMessages])
        expect([text.isWellFormed(), place.isWellFormed(), place.includes('😀')]).toEqual([true, true, true])
    }
  })
})

describe('409', () => {
  it('refuses a customerNumber that the world has, and changes nothing (D24)', async () => {
    const first = await addCustomer(world)
    const again = await world.call('POST', path, { body: customerBody({ customerNumber: first.customerNumber }) })
    expect(expectRefusal(again, 409, 'CONFLICT')).toEqual([
      `customerNumber: There is already a customer with the number "${first.customerNumber}": ${first.customerId} (D24).`,
    ])
    const all = await world.call('GET', path)
    expect(all.body.filter((one: typeof first) => one.customerNumber === first.customerNumber)).toHaveLength(1)
    await addCustomer(await bank.world(), { customerNumber: first.customerNumber })
  })
})

function withContentType(type: string | undefined) {
  return (request: Parameters<typeof withHeaders>[0]) => withHeaders(request, { 'Content-Type': type })
}
