import type { Context } from '../context.ts'

/** The rules that are told beside faults of an input's form (D16), for a field with the arguments that it was given: one throws what it finds. */
export type JudgeOf = (args: Readonly<Record<string, unknown>>, bank: Context) => Promise<(input: unknown) => void>

const judges = new Map<string, JudgeOf>()

/** Says how the input of a field is judged, also when GraphQL refuses it before the field runs. */
export function registerJudge(field: string, judgeOf: JudgeOf): void {
  judges.set(field, judgeOf)
}

/** How the input of a field is judged beside its form; nothing for fields whose operation has no such rules. */
export function findJudge(field: string): JudgeOf | undefined {
  return judges.get(field)
}
