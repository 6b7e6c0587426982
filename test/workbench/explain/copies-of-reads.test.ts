import { afterAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const world = await bank.world('STANDARD')
const { customers } = await ask(world, '{ customers(first: 1) { nodes { psuId } } }')
const headers = { ...PSU_PRESENT, 'PSU-ID': customers.nodes[0].psuId }

/** The document and the variables of a command. */
const COMMAND = /^npx sandbank graphql [^']*'([^']+)'(?: --variables '([^']+)')?/s

describe('The copy of a read of a TPP as GraphQL (D130)', () => {
  const reads = ROUTES.filter(({ runs }) => runs.readAt !== undefined)
  it.each(reads.map(route => [route.operation, route] as const))(
    '%s runs at the path of its record, and is refused alike',
    async (_, route) => {
      const path = route.path
        .replace('{paymentService}', 'payments')
        .replace('{paymentProduct}', 'norwegian-domestic-credit-transfers')
        .replaceAll(/\{\w+\}/g, UNKNOWN_ID)
      const query = path.endsWith('/transactions') ? '?bookingStatus=booked&limit=5' : ''
      const body = { account: { iban: 'NO9386011117947' }, instructedAmount: { amount: '1.00', currency: 'NOK' } }
      const rest = await world.call(route.method, `${path}${query}`, {
        headers,
        ...(route.method === 'GET' ? {} : { body }),
      })
      expect(rest.status, rest.text).toBeGreaterThanOrEqual(400)
      const { call } = await ask(
        world,
        'query ($id: ID) { call(by: { id: $id }) { copies(forms: [GRAPHQL]) { text note } } }',
        {
          id: rest.headers['sandbank-request'],
        },
      )
      const [, document = '', variables = '{}'] = COMMAND.exec(call.copies[0].text ?? '') ?? []
      for (const field of route.runs.readAt?.split('.') ?? []) expect(document).toMatch(new RegExp(`\\b${field}\\b`))
      const again = await world.graphql(document, JSON.parse(variables))
      expect([document, again.body.errors[0].extensions.code]).toEqual([document, rest.body.tppMessages[0].code])
    },
  )
})

it('A copy through the signer names a header that the call lacked only where the copy has it (D95)', async () => {
  const path = `/v1/payments/norwegian-domestic-credit-transfers/${UNKNOWN_ID}/authorisations`
  const { 'x-accept-fix': _, ...sent } = PSU_PRESENT
  const rest = await world.call('GET', path, { headers: sent })
  expect([rest.status, rest.body.tppMessages[0].code]).toEqual([400, 'HTTP_HEADER_REQUIRED'])
  const { call } = await ask(
    world,
    'query ($id: ID) { call(by: { id: $id }) { copies(forms: [CURL, KIT]) { note } } }',
    { id: rest.headers['sandbank-request'] },
  )
  for (const { note } of call.copies) {
    expect(note).toMatch(/The copy has [^.]*x-accept-fix[^.]*, which the call lacked\./)
    // No client knows the PSU.
    expect(note).not.toContain('PSU-ID')
  }
})
