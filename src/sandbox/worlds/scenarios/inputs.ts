import { z } from '@hono/zod-openapi'
import * as input from '../../../bank/inputs/values.ts'
import { after } from '../../../domain/calendar.ts'
import { ERROR_CODES } from '../../../domain/errors.ts'
import { nearest } from '../../../domain/nearest-names.ts'
import {
  FORCED_STATUSES,
  LONGEST_WAIT_S,
  REASON_CODES,
  SCA_OUTCOMES,
  SCENARIO_NAMES,
  type Scenario,
  SHOWN_STATUSES,
} from '../../../domain/scenarios.ts'

/** One word of a list; any other is refused with the nearest one. */
function word<const Words extends readonly [string, ...string[]]>(...words: Words) {
  const right = words.length > 20 ? 'a code of the table of errors (/docs/errors)' : `one of ${words.join(', ')}`
  return z.enum(words, {
    error: ({ input }) => {
      if (input === undefined) return `is missing: it is ${right}`
      const like = nearest(String(input).toUpperCase(), words)
      return `must be ${right}; it is ${quoted(input)}${like === undefined ? '' : `, which is most like ${like}`}`
    },
  })
}

function whole(max: number) {
  const right = `a whole number from 1 to ${max}`
  return z
    .string({ error: `is missing: it is ${right}` })
    .refine(value => /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max, {
      error: ({ input }) => `must be ${right}; it is ${quoted(input)}`,
    })
    .transform(Number)
}

const duration = z
  .string()
  .default('PT0S')
  .refine(value => after(new Date(0), value) !== undefined, {
    error: ({ input }) => `must be an ISO 8601 duration of at most a year, such as PT1H; it is ${quoted(input)}`,
  })

/** The grammar (D88): the names, and the values that each accepts. */
const grammar = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('error'), code: word(...ERROR_CODES) }),
  z.strictObject({
    name: z.literal('delay'),
    ms: whole(LONGEST_WAIT_S * 1000),
    jitter: whole(LONGEST_WAIT_S * 1000).optional(),
  }),
  z.strictObject({ name: z.literal('hang'), s: whole(LONGEST_WAIT_S) }),
  z.strictObject({ name: z.literal('lose-answer') }),
  z.strictObject({ name: z.literal('sca'), outcome: word(...SCA_OUTCOMES) }),
  z.strictObject({
    name: z.literal('execution'),
    status: word(...FORCED_STATUSES),
    reason: word(...REASON_CODES).optional(),
  }),
  z.strictObject({ name: z.literal('status'), value: word(...SHOWN_STATUSES) }),
  z.strictObject({ name: z.literal('consent-revoked'), after: duration }),
])

/** One example of each name. */
export const SCENARIO_EXAMPLES = [
  'error; code=ACCESS_EXCEEDED',
  'delay; ms=1500',
  'hang; s=30',
  'lose-answer',
  'sca; outcome=rejected',
  'execution; status=RJCT; reason=AM04',
  'status; value=ACWP',
  'consent-revoked; after=PT1H',
] as const

/** A scenario as text, in the header, in setScenario and in fixtures: `name; key=value; …`. */
export const scenarioText = z
  .string()
  .max(200, { error: 'must have at most 200 characters.', abort: true })
  .refine(text => typeof readScenario(text) !== 'string', { error: ({ input }) => `${readScenario(String(input))}.` })
  .openapi({
    type: 'string',
    description: `An outcome to force (D88): name; key=value; … The names are ${SCENARIO_NAMES.join(', ')}.`,
    examples: [...SCENARIO_EXAMPLES],
    maxLength: 200,
  })

/** The same, parsed. */
export const scenario = scenarioText.transform((text): Scenario => {
  const read = readScenario(text)
  return typeof read === 'string' ? z.NEVER : read
})

/** On which of the matching calls a scenario acts. */
export const chances = {
  times: input.int32(1, 'On how many calls it acts; on every one when not given.').optional(),
  probability: z
    .number('must be a number above 0 and up to 1.')
    .gt(0, 'must be above 0.')
    .lte(1, 'must be 1 at most.')
    .optional()
    .openapi({
      description:
        'How likely it acts on each of the calls that it is about: above 0, up to 1. Which ones follows from seed and order alone, so a run repeats. 1 when not given.',
    }),
  seed: input.int32(0, 'Another seed is another choice, the same seed the same; 1 when not given.').optional(),
}

/** The parsed text, or its faults. */
function readScenario(text: string): Scenario | string {
  const [name = '', ...parts] = text.split(';').map(part => part.trim())
  if (!SCENARIO_NAMES.some(known => known === name)) {
    const like = nearest(name.toLowerCase(), SCENARIO_NAMES)
    const hint = like === undefined ? '' : `, of which it is most like ${like}`
    return `names no scenario by ${quoted(name)}: there are ${SCENARIO_NAMES.join(', ')}${hint}. For example ${SCENARIO_EXAMPLES[0]}`
  }
  const pairs = parts.map(part => part.split('=').map(side => side.trim()))
  const odd = pairs.findIndex(pair => pair.length !== 2 || pair.includes(''))
  if (odd >= 0) return `has the form name; key=value; …, and ${quoted(parts[odd])} is no key=value`
  const keys = pairs.map(([key = '']) => key)
  const twice = keys.find((key, place) => keys.indexOf(key) !== place)
  if (twice !== undefined) return `names ${quoted(twice)} twice`
  const values = Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value]))
  const read = grammar.safeParse({ ...values, name })
  return read.success && !keys.includes('name') ? read.data : faultOf(name, read.error?.issues ?? [])
}

function faultOf(name: string, issues: readonly z.core.$ZodIssue[]): string {
  const faults = issues.map(issue =>
    issue.code === 'unrecognized_keys'
      ? `${name} takes no ${issue.keys.map(key => quoted(key)).join(' and no ')}`
      : `${issue.path.join('.')} of ${name} ${issue.message}`,
  )
  return `is wrong: ${faults.length === 0 ? `${name} takes no "name"` : faults.join('; ')}`
}

function quoted(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 60))
}
