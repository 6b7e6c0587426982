import type { ExplainedRow, Explanation } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import type { DomainError } from '../../domain/errors.ts'
import type { PsuContext } from '../../generated/client.ts'
import type { Reason } from './causes.ts'
import { ask, type Commands, type Place, type RefusedCall } from './commands.ts'

/** The remedy for a refusal: commands (`change`), and steps by hand where those are not all (`advice`). */
export type CallRemedy = { readonly advice: string | undefined; readonly change: Commands | undefined }

/** The commands after which a refused call succeeds; undefined when the world lacks what they would need. */
export type FindCommands = (ctx: Context, call: RefusedCall) => Promise<Commands | undefined> | Commands | undefined

/** Runs commands in sequence and rolls them back: returns the refusal, if the bank would refuse one of them (D97). */
export type Rehearse = (ctx: Context, commands: Commands) => Promise<DomainError | undefined>

/** An explanation whose commands are not tried yet. */
export type UntriedExplanation = Omit<Explanation, 'change'> & Pick<CallRemedy, 'change'>

export function about(subject: string, state: string, { rule, text, waitsFor }: Reason) {
  return { subject, state, rule, text, waitsFor, since: undefined, until: undefined, advice: undefined }
}

export function row(noun: string, id: string, values: Readonly<Record<string, unknown>>): ExplainedRow {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value == null ? [] : [{ name, value: String(value) }],
  )
  return { noun, id, values: given }
}

/** On whose behalf a PSU acts, as arguments: a corporation's agreement is named, since a PSU may have several (D34). */
export type Acting = { readonly context?: PsuContext | null; readonly agreementId?: string | null }

function actingIn({ context, agreementId }: Acting): string {
  return context === 'CORPORATE' && agreementId != null ? `, agreementId: ${JSON.stringify(agreementId)}` : ''
}

export function complete(place: Place, id: string, psu: string | undefined, acting: Acting = {}): Commands {
  const who = psu === undefined ? '' : `psu: ${JSON.stringify(psu)}${actingIn(acting)}, `
  return ask(
    place,
    `mutation { completeAuthorisation(input: { id: "${id}", ${who}outcome: APPROVED }) { redirectTo } }`,
  )
}

/** Starts the SCA of a payment or basket for a PSU. */
export function startSca(
  place: Place,
  field: 'startPaymentAuthorisation' | 'authoriseSigningBasket',
  { id, psu, tppId, ...acting }: Acting & { readonly id: string; readonly psu: string; readonly tppId: string },
): Commands {
  const who = `psu: ${JSON.stringify(psu)}${actingIn(acting)}, tpp: ${JSON.stringify(tppId)}`
  return ask(place, `mutation { ${field}(input: { id: "${id}", ${who} }) { authorisation { id scaRedirect } } }`)
}

/** A PSU gives a TPP a consent, for all accounts that it may open (D32). */
export function grantConsent(
  place: Place,
  tppId: string | undefined,
  { psu, context, ...acting }: Acting & { readonly psu: string },
): Commands {
  const access = tppId === undefined ? '' : `tpp: ${JSON.stringify(tppId)}, `
  const who = `psu: ${JSON.stringify(psu)}, context: ${context}${actingIn({ context: context ?? null, ...acting })}`
  return ask(
    place,
    `mutation { grantConsent(input: { ${access}${who} }) { consent { id state } psuHeaders { name value } } }`,
  )
}

export async function numberOf(ctx: Context, customerId: string): Promise<string> {
  return (await unlessGone(ctx.load.customer(customerId)))?.customerNumber ?? ''
}
