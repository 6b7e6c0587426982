import { execute, parse } from 'graphql'
import { expect } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { presentErrors } from '../../../src/api/graphql/yoga/refusals.ts'
import { answerByYoga } from '../../../src/api/graphql/yoga/yoga.ts'
import { newNote } from '../../../src/platform/http/notes.ts'
import { copyCall } from '../../../src/workbench/explain/copies/forms.ts'
import { copyCalls } from '../../../src/workbench/explain/stories/forms.ts'
import type { Bank, World } from '../clients/bank.ts'
import { operatorOf } from '../clients/clock.ts'
import { isOnPostgres } from '../harness/database.ts'

export type Variables = Readonly<Record<string, unknown>>

/** What graphql-js answers for a document, and that we answer the same. */
export function answersOf(bank: Bank, world: World) {
  async function contextOf() {
    const certify = () => {
      throw new TypeError('Nothing is certified here.')
    }
    return {
      bank: await operatorOf(bank, world),
      certify,
      copyCall,
      copyCalls,
      explain: certify,
      reportCard: certify,
      explainSignature: certify,
      script: { requested: undefined, habits: undefined, acted: [] },
      made: [],
      reached: undefined,
      origin: undefined,
      language: 'en' as const,
    }
  }

  async function byReference(query: string, variables: Variables): Promise<string> {
    const document = parse(query)
    const contextValue = await contextOf()
    const result = await execute({ schema, document, contextValue, variableValues: variables })
    const made = result.data === null ? contextValue.made : []
    const errors =
      result.errors === undefined ? {} : { errors: presentErrors(result.errors, { report: () => undefined, made }) }
    return JSON.stringify({ ...errors, data: result.data })
  }

  async function byYoga(query: string, variables: Variables): Promise<{ status: number; text: string }> {
    const caller = { context: await contextOf(), report: () => undefined, note: newNote() }
    const wanted = {
      method: 'POST',
      mediaType: 'application/graphql-response+json',
      params: { query, variables },
    } as const
    const { status, body } = await answerByYoga(wanted, caller)
    return { status, text: String(body) }
  }

  async function expectSame(query: string, variables: Variables = {}): Promise<string> {
    const { status, text } = await byYoga(query, variables)
    expect([query, status]).toEqual([query, 200])
    expect(inOrder(text)).toBe(inOrder(await byReference(query, variables)))
    return text
  }

  return { byReference, byYoga, expectSame }
}

// Which of two faults is met first is up to the database where both ask it at the same time; the one that leaves no data is the last.
function inOrder(text: string): string {
  const { errors, data } = JSON.parse(text)
  if (!isOnPostgres || errors === undefined) return text
  const placeOf = ({ path }: { path?: unknown }) => JSON.stringify(path)
  const sorted = errors.toSorted((one: object, other: object) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return JSON.stringify({ errors: data === null ? errors.slice(-1) : sorted, data })
}
