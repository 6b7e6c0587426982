import type { z } from '@hono/zod-openapi'
import type { StandardSchemaV1 } from '@pothos/plugin-validation'
import type { Context } from '../context.ts'

/** The rules that are told beside faults of an input's form (D16), for a field with the arguments that it was given: one throws what it finds. */
export type JudgeOf = (args: Readonly<Record<string, unknown>>, bank: Context) => (input: unknown) => void

const judges = new Map<string, JudgeOf>()

/** Says how the input of a field is judged, also when GraphQL refuses it before the field runs. */
export function registerJudge(field: string, judgeOf: JudgeOf): void {
  judges.set(field, judgeOf)
}

/** How the input of a field is judged beside its form; nothing for fields whose operation has no such rules. */
export function findJudge(field: string): JudgeOf | undefined {
  return judges.get(field)
}

/** A fault of an input, with the rules that are told beside it: the plugin hands on faults, and not the field that they are of. */
export class JudgedIssue implements StandardSchemaV1.Issue {
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly judgeOf: JudgeOf

  constructor({ message, path }: z.core.$ZodIssue, judgeOf: JudgeOf) {
    this.message = message
    this.path = path
    this.judgeOf = judgeOf
  }
}

/** The same schema, whose faults know the rules that are told beside them. */
export function judgedBy<Schema extends z.ZodType>(
  schema: Schema,
  judgeOf: JudgeOf | undefined,
): StandardSchemaV1<z.input<Schema>, z.output<Schema>> {
  if (judgeOf === undefined) return schema
  const validate = (value: unknown) => {
    const { data, error } = schema.safeParse(value)
    return error === undefined ? { value: data } : { issues: error.issues.map(one => new JudgedIssue(one, judgeOf)) }
  }
  return { '~standard': { version: 1, vendor: 'sandbank', validate } }
}
