import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { CONSENTS, HTTP, SIGNED } from './refused-calls.ts'
import { DATA, OPERATOR } from './refused-data.ts'
import { BASKETS, FORMS, PAYMENTS } from './refused-payments.ts'
import { CUSTOMERS, create, grant, KARI, useRemediedBank } from './why-remedies.ts'

/**
 * What `why` gives after a refusal is pasted into a shell, and succeeds: for each code that a client can be refused with, and for each
 * way to it that wants another remedy (D97).
 */

const { cli, newWorld, follow, expectRemedy } = useRemediedBank()

const TABLES = [SIGNED, HTTP, CONSENTS, PAYMENTS, FORMS, BASKETS, DATA, OPERATOR]

it('The tables have each code, but those that no caller can bring about', () => {
  const covered = new Set(TABLES.flat().map(([, code]) => code))
  expect(ERROR_CODES.filter(code => !covered.has(code))).toEqual(['SYSTEM_ERROR', 'UNAVAILABLE'])
})

it('The command keeps the headers that count, and no secret', async () => {
  const world = await newWorld()
  const kept = [
    'PSU-Accept-Language: nb',
    'TPP-Redirect-Preferred: false',
    'x-accept-fix: longer-name',
    'PSU-Geo-Location: Tromsø',
  ]
  const secret = ['Authorization: Bearer geheim', 'Cookie: a=geheim', 'Proxy-Authorization: geheim']
  const refused = await world.call('GET', '/v1/accounts', { psu: KARI, headers: [...kept, ...secret] })
  const { change, exitCode } = await follow(world, refused, 'CONSENT_INVALID')
  for (const line of kept) expect(change).toContain(`--header '${line}'`)
  expect(change).not.toMatch(/geheim|hidden|Signature|Digest/)
  expect(exitCode).toBe(0)
})

it('The command leaves a header that was missing to the command line, which adds it', async () => {
  const world = await newWorld()
  await world.ask(grant(KARI))
  const refused = await world.call('GET', '/v1/accounts', { psu: KARI, headers: ['TPP-Session-ID:'] })
  const { change, exitCode } = await follow(world, refused, 'HTTP_HEADER_REQUIRED')
  expect(change).not.toContain('TPP-Session-ID')
  expect(exitCode).toBe(0)
})

it.each([
  ['in the document', ''],
  ['in a document that is long', `#${'x'.repeat(2_500)}\n`],
])('The command keeps what was given under a misspelt name, %s', async (_, before) => {
  const world = await newWorld()
  const document = 'mutation { createCustomer(input: { custommerNumber: "01017012345", nme: "Siri", type: PRIVATE }) '
  const refused = await world.graphql(`${before}${document} { customer { id customerNumber name } } }`)
  expect(refused.text).toContain(String.raw`nme: is not a field of this request (D18): did you mean \"name\"?`)
  const { change, exitCode, output } = await follow(world, refused, 'FORMAT_ERROR')
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(output).toMatch(/"customerNumber": "01017012345",\s*"name": "Siri"/)
})

it('The command sends what stands in braces as it is, though something is saved under that name', async () => {
  const world = await newWorld()
  const headers = [String.raw`PSU-User-Agent: \{tppId} \{nobody}`]
  const json = create({ type: 'private', name: 'Siri {tppId}' })
  // The command line of the test fills in what is saved, as any other does.
  const { change, exitCode, output } = await follow(
    world,
    await world.call('POST', CUSTOMERS, {
      data: JSON.stringify(json).replace('{tppId}', String.raw`\u007btppId}`),
      headers,
    }),
    'FORMAT_ERROR',
  )
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(change).toContain(String.raw`--header 'PSU-User-Agent: \{tppId} \{nobody}'`)
  const { customers } = await world.ask('{ customers { nodes { name } } }')
  expect(customers.nodes).toContainEqual({ name: 'Siri {tppId}' })
})

it('The command holds names that a shell or GraphQL would run as the texts that they are', async () => {
  const world = await newWorld()
  const customerNumber = `1'; touch PWNED; "$(touch PWNED)"`
  await world.ask('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
    input: create({ customerNumber }),
  })
  await world.ask('mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }', {
    input: {
      customerNumber,
      iban: 'NO9386011117947',
      bban: '86011117947',
      accountName: 'Daily',
      currency: 'NOK',
      product: 'Current account',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 10, currency: 'NOK' } }],
    },
  })
  const refused = await world.call('GET', '/v1/accounts', { psu: customerNumber })
  const { change, exitCode, output } = await follow(world, refused, 'CONSENT_INVALID')
  expect(exitCode, `${change}\n${output}`).toBe(0)
  expect(output).toContain('NO9386011117947')
  expect(existsSync(join(cli.home, 'PWNED'))).toBe(false)
})

describe.each([
  ['its proof', SIGNED],
  ['how it speaks HTTP', HTTP],
  ['whom it is for', CONSENTS],
  ['a payment', PAYMENTS],
  ['the form of a payment', FORMS],
  ['a signing basket', BASKETS],
  ['the data of the world', DATA],
  ['what the operator asked', OPERATOR],
])('A call that was refused for %s has its cause, and its own call corrected or advice (D97)', (_, rows) => {
  it.each(rows)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    await expectRemedy(world, await refuse(world, cli), code)
  })
})
