import type { Context } from '../context.ts'
import { unlessGone } from '../resolvers/references.ts'
import type { Reason } from './causes.ts'
import { ask, type Place } from './commands.ts'

/** A row that was looked at, with the values that counted. */
export type ExplainedRow = {
  readonly noun: string
  readonly id: string
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** Why something is as it is (D97). */
export type Explanation = {
  readonly subject: string
  /** The state that it is in, or the code of a refusal. */
  readonly state: string
  readonly text: string
  readonly rule: string
  readonly since: Date | undefined
  readonly waitsFor: string | undefined
  readonly until: Date | undefined
  readonly rows: readonly ExplainedRow[]
  /** What a person does where a command is not all there is to it: which page to open, what to write otherwise. */
  readonly advice: string | undefined
  /** A command that changes it; nothing changes what is final. */
  readonly change: string | undefined
}

/** What mends a refusal: a command, and what is to be done by hand where that is not all. */
export type CallMend = Pick<Explanation, 'advice' | 'change'>

export function about(subject: string, state: string, { rule, text, waitsFor }: Reason) {
  return { subject, state, rule, text, waitsFor, since: undefined, until: undefined, advice: undefined }
}

export function row(noun: string, id: string, values: Readonly<Record<string, unknown>>): ExplainedRow {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value == null ? [] : [{ name, value: String(value) }],
  )
  return { noun, id, values: given }
}

export function complete(place: Place, id: string, psu: string | undefined): string {
  const who = psu === undefined ? '' : `customerNumber: ${JSON.stringify(psu)}, `
  return ask(place, `mutation { completeAuthorisation(id: "${id}", ${who}outcome: APPROVED) { redirectTo } }`)
}

export async function numberOf(ctx: Context, customerId: string): Promise<string> {
  return (await unlessGone(ctx.load.customer(customerId)))?.customerNumber ?? ''
}
