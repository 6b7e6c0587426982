import { randomUUID } from 'node:crypto'
import { createContext } from '../../../src/bank/context.ts'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import type { Decision } from '../../../src/bank/resolvers/authorisations/read.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import type { Bank, CallOptions, World } from './bank.ts'

/** The headers of a production call without the PSU ([I] Limits); a test adds PSU-ID and what else it is about. */
export const UNATTENDED = {
  'x-accept-fix': 'none',
  'TPP-Session-ID': 'none',
  'TPP-Redirect-URI': 'https://tpp.example/back?state=42',
} as const

/** The same with the PSU present. */
export const PSU_PRESENT = { ...UNATTENDED, 'PSU-IP-Address': '192.0.2.7' } as const

/** Lets the PSU decide, as it would on the bank's page, and answers where its browser is sent. */
export async function decide(bank: Bank, world: World, href: string, decision: Partial<Decision>): Promise<URL> {
  const deps = { store: bank.store, running: new Set<string>(), ...systemDeps }
  const ctx = createContext(deps, await getWorld(deps, world.name), { kind: 'operator' })
  const { redirectTo } = await completeAuthorisation(ctx, href.split('/').at(-1) ?? '', {
    outcome: 'APPROVED',
    ...decision,
  })
  return new URL(redirectTo)
}

/** A consent of a customer for all that is offered: the headers of the calls that rest on it. */
export async function grantConsent(
  bank: Bank,
  world: World,
  decision: Partial<Decision>,
  options: CallOptions = {},
): Promise<Record<string, string>> {
  const offer = await world.call('POST', '/v1/bank-offered-consents', {
    ...options,
    headers: { ...PSU_PRESENT, ...options.headers },
  })
  const back = await decide(bank, world, offer.body._links.scaRedirect.href, decision)
  const session = back.searchParams.get('tpp-session-id') ?? randomUUID()
  const agreement: Record<string, string> =
    decision.agreementId === undefined ? {} : { 'PSU-Corporate-ID': decision.agreementId }
  return { ...PSU_PRESENT, 'PSU-ID': back.searchParams.get('psu-id') ?? '', 'TPP-Session-ID': session, ...agreement }
}
