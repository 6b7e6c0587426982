import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { OPERATIONS } from '../bank/operations/list.ts'
import { ERROR_CODES } from '../domain/errors.ts'
import { HABIT_NAMES } from '../domain/habits.ts'
import { FORCED_STATUSES, SCA_OUTCOMES, SHOWN_STATUSES } from '../domain/scenarios.ts'
import { fixtureSchema } from '../sandbox/fixtures/inputs/files.ts'

/**
 * The declarations of `sandbank/testing`. kit.ts contains only types, so it is a declaration file already; only the words of documents, scenarios,
 * habits and operations are replaced by those of the tables (D90).
 */
export function declarations(): string {
  const kit = readFileSync(new URL('../clients/testing/kit.ts', import.meta.url), 'utf8')
  return `${kit.replace(/^import .*\n/m, '')}
/** A fixture (D82): what is in a world, as one document. */
export type FixtureDocument = ${typeOf(schema.parse(JSON.parse(fixtureSchema())))}

type Outcome = ${union(SCA_OUTCOMES)}
type ForcedStatus = ${union(FORCED_STATUSES)}
type ShownStatus = ${union(SHOWN_STATUSES)}
type ErrorCode = ${union(ERROR_CODES)}

/** An outcome to force, such as \`error; code=ACCESS_EXCEEDED\` or \`lose-answer\` (D88). */
export type ScenarioText =
  | \`error;\${string}code=\${ErrorCode}\`
  | \`delay;\${string}ms=\${string}\`
  | 'hang'
  | \`hang;\${string}s=\${string}\`
  | 'lose-answer'
  | \`sca;\${string}outcome=\${Outcome}\`
  | \`execution;\${string}status=\${ForcedStatus}\${'' | \`;\${string}\`}\`
  | \`status;\${string}value=\${ShownStatus}\`
  | \`consent-revoked;\${string}after=\${string}\`

type HabitName = ${union(HABIT_NAMES)}

/** Habits of a statement, such as \`missing=creditorName; value-date=+20D\` (D133). */
export type HabitText = \`\${HabitName}=\${string}\`

/** The name of an operation, such as \`createPayment\`. */
export type OperationName = ${union(OPERATIONS.map(({ name }) => name))}

export declare const startSandbank: StartSandbank
export declare const connectSandbank: ConnectSandbank
export declare const SandbankError: new (message: string, details?: Partial<SandbankError>) => SandbankError
`
}

/** The parts of JSON Schema that the fixture's schema uses. */
const schema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return schema.optional()
  },
})

/** From this number of values on, such as currencies, an editor's list is no help. */
const MANY = 40

function typeOf({ type, enum: values = [], properties, items, required }: z.output<typeof schema>): string {
  // A document from a file is text to the compiler: its content is checked when it is applied.
  if (values.length > 0 && values.length < MANY) return `${union(values)} | (string & {})`
  if (type === 'array') return `readonly (${items === undefined ? 'unknown' : typeOf(items)})[]`
  if (properties !== undefined)
    return `{\n${Object.entries(properties)
      .map(([name, part]) => {
        const description = part.description === undefined ? '' : `/** ${part.description.replaceAll('*/', '* /')} */\n`
        return `${description}readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(part)}`
      })
      .join('\n')}\n}`
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'unknown'
}

function union(words: readonly string[]): string {
  return words.map(word => `'${word}'`).join(' | ')
}
