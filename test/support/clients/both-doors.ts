import { expect } from 'vitest'
import type { Answer, World } from './bank.ts'

/** What tests have in common that look at one world through both of its doors. */

/** Runs an operation of the operator that must succeed; its data. */
export async function ask(world: World, query: string, variables: Record<string, unknown> = {}) {
  const { body, text } = await world.graphql(query, variables)
  expect(body?.errors, text).toBeUndefined()
  return body.data
}

/** Runs an operation of the operator that must be refused; the extensions of its refusal. */
export async function refused(world: World, query: string, variables: Record<string, unknown> = {}) {
  const { body, text } = await world.graphql(query, variables)
  expect(body?.errors?.length, text).toBe(1)
  return body.errors[0].extensions
}

/**
 * Both doors refuse with the same code, messages and links (D71), where GraphQL names its arguments in place of REST's headers, and the place of a field from its argument
 * on (D130). The SCA of a link may be another one.
 */
export function expectSameRefusal(rest: Answer, extensions: Awaited<ReturnType<typeof refused>>, code: string): void {
  expect(rest.body.tppMessages[0].code, rest.text).toBe(code)
  expect(extensions.code).toBe(code)
  const said = JSON.stringify(inBody(extensions.tppMessages))
  for (const [header] of ARGUMENTS) expect(said).not.toContain(header)
  expect(JSON.parse(inWordsOfBoth(said))).toEqual(JSON.parse(inWordsOfBoth(JSON.stringify(rest.body.tppMessages))))
  expect(Object.keys(extensions.links ?? {})).toEqual(Object.keys(rest.body._links ?? {}))
}

/** What GraphQL answers, data or faults, with the places that REST gives: those of a body (D130). */
export function inBody<Said>(said: Said): Said {
  return JSON.parse(JSON.stringify(said).replaceAll('"input.', '"'))
}

const ARGUMENTS = [
  ['PSU-Context', 'context'],
  ['PSU-Corporate-ID', 'agreementId'],
  ['X-PSU-IDENTITY', 'psu'],
  ['PSU-IP-Address', 'psuIpAddress'],
  ['PSU-ID', 'psu'],
  ['TPP-Session-ID', 'sessionId'],
  ['payment-product', 'product'],
] as const

const inWordsOfBoth = (said: string) =>
  ARGUMENTS.reduce((text, [header, argument]) => text.replaceAll(header, argument), said).replaceAll('access.', '')
