import { isObject } from '../../domain/given.ts'
import { withKidCheckDigit } from '../../domain/kid.ts'
import type { HeaderLine } from '../../journal/calls.ts'
import { nearestPath } from '../../rest/routes.ts'
import { again, ask, type Commands, type RefusedCall, withFields, withoutHeaders } from '../commands.ts'
import { textMistake } from '../json-mistakes.ts'
import { methodsOf } from '../operation-schemas.ts'
import { withArguments } from './arguments.ts'

/** Right values where the code of the refusal names the wrong one. */

/** What headers may hold where the caller has nothing better. */
const HEADERS: Readonly<Record<string, string>> = {
  'psu-ip-address': '192.0.2.7',
  'psu-http-method': 'GET',
  'tpp-session-id': 'session-1',
  'tpp-redirect-uri': 'https://tpp.example/back',
  'tpp-redirect-preferred': 'true',
  'x-accept-fix': 'longer-name',
}

export const PRESENT: HeaderLine = ['PSU-IP-Address', '192.0.2.7']

/** A header without a sample is left to `sandbank call` or to its sender. */
export function sampleHeader(name: string): HeaderLine[] {
  const value = HEADERS[name.toLowerCase()]
  return value === undefined ? [] : [[name, value]]
}

export function withBookingStatus(call: RefusedCall): Commands {
  const { path, graphql, faults } = call
  if (graphql !== undefined) return again({ ...call, graphql: withArguments(graphql, { bookingStatus: 'both' }) })
  return again({ ...call, path: `${path}${path.includes('?') ? '&' : '?'}${faults[0]?.path ?? 'bookingStatus'}=both` })
}

const NDCT = 'norwegian-domestic-credit-transfers'

/** The product that the given one resembles; bulk and periodic payments have one product only. */
export function withProduct(call: RefusedCall): Commands {
  if (call.graphql !== undefined)
    return again({
      ...call,
      graphql: withArguments(call.graphql, { product: NDCT.toUpperCase().replaceAll('-', '_') }),
    })
  const right = (service: string, written: string) =>
    (service === 'payments' ? PRODUCT_WORDS.find(([word]) => word.test(written))?.[1] : undefined) ?? NDCT
  const path = call.path.replace(
    /^\/v1\/([a-z]*-?payments)\/([^/?]+)/,
    (_, service: string, written: string) => `/v1/${service}/${right(service, written)}`,
  )
  return again({ ...call, path })
}

const PRODUCT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/instant|straks/i, 'instant-norwegian-domestic-credit-transfers-straks'],
  [/sepa/i, 'sepa-credit-transfers'],
  [/cross|foreign|international/i, 'cross-border-credit-transfers'],
]

/** A call of an unknown path, which belongs to no door, at the nearest path and its door. */
export function atNearestPath(call: RefusedCall): Commands {
  const nearest = nearestPath(call.path.replace(/\?.*/s, '')) ?? ''
  // A command has the world as an option.
  const [, world = call.place.world, path = nearest] = /^\/worlds\/([\w-]+)(\/.*)$/.exec(nearest) ?? []
  const place = { ...call.place, world }
  if (path === '/graphql') return ask(place, call.graphql?.query ?? '{ clock { now } }', call.graphql?.variables)
  if (path === '')
    return again({ ...call, door: 'REST', method: 'GET', path: '/v1/sandbox/customers', body: undefined })
  const [, query] = call.path.split('?', 2)
  return again({ ...call, door: 'REST', place, path: query === undefined ? path : `${path}?${query}` })
}

/** A method of the path: one with a body for a call that had one. */
export function withMethod(call: RefusedCall): Commands {
  const allowed = methodsOf(call.path)
  const writes = call.body === undefined ? undefined : allowed.find(method => method === 'POST' || method === 'PUT')
  const reads = allowed.find(method => method === 'GET') ?? allowed[0] ?? 'GET'
  return again({ ...call, method: writes ?? reads, body: writes === undefined ? undefined : call.body })
}

/** A KID with a right check digit, from the digits that were sent or from an example. */
export function withKid(call: RefusedCall): Commands {
  const at = /^payments\[(\d+)\]/.exec(call.faults[0]?.path ?? '')?.[1]
  const right = (fields: Readonly<Record<string, unknown>>) => {
    const structured = fields['remittanceInformationStructuredArray']
    const first: unknown = Array.isArray(structured) ? structured[0] : fields['remittanceInformationStructured']
    const written = isObject(first) ? first['reference'] : undefined
    const digits = typeof written === 'string' ? written.replace(/\D/g, '').slice(0, 24) : ''
    const reference = withKidCheckDigit(digits === '' ? '1234567' : digits, 'mod10')
    return {
      ...fields,
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: undefined,
      remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }],
    }
  }
  const rightAt = (payments: readonly unknown[]) =>
    payments.map((one, index) => (index === Number(at) && isObject(one) ? right(one) : one))
  return again(
    withFields(call, fields => {
      const { payments } = fields
      return at === undefined || !Array.isArray(payments) ? right(fields) : { ...fields, payments: rightAt(payments) }
    }),
  )
}

export function withJson(call: RefusedCall): Commands {
  return again({ ...call, body: call.body && (textMistake(call.body)?.right ?? call.body) })
}

const LONGEST_HEADER = 200

export function withShortHeaders(call: RefusedCall): Commands {
  return again({ ...call, headers: call.headers.filter(([, value]) => value.length <= LONGEST_HEADER) })
}

/** After a refusal that a scenario forced: the call without its header, or the world without its scenarios (D88). */
export function withoutScenario(call: RefusedCall, isInHeader: boolean): Commands {
  if (isInHeader) return again(withoutHeaders(call, 'Sandbank-Scenario'))
  return ask(call.place, 'mutation { clearScenarios { scenario } }')
}
