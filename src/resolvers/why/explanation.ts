import type { Context } from '../../context.ts'
import { ask } from '../../domain/commands.ts'
import type { Reason } from '../../domain/explanations.ts'
import { unlessGone } from '../references.ts'

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
  /** A command that changes it; nothing changes what is final. */
  readonly change: string | undefined
}

export function about(subject: string, state: string, { rule, text, waitsFor }: Reason) {
  return { subject, state, rule, text, waitsFor, since: undefined, until: undefined }
}

export function row(noun: string, id: string, values: Readonly<Record<string, unknown>>): ExplainedRow {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value == null ? [] : [{ name, value: String(value) }],
  )
  return { noun, id, values: given }
}

export function complete(world: string, id: string, psu: string | undefined): string {
  const who = psu === undefined ? '' : `customerNumber: ${JSON.stringify(psu)}, `
  return ask(world, `mutation { completeAuthorisation(id: "${id}", ${who}outcome: APPROVED) { redirectTo } }`)
}

export async function numberOf(ctx: Context, customerId: string): Promise<string> {
  return (await unlessGone(ctx.load.customer(customerId)))?.customerNumber ?? ''
}
