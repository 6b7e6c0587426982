import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import { z } from '@hono/zod-openapi'
import { isDay } from '../../domain/calendar.ts'
import { required, ruleText } from './values.ts'

/** Days and instants that a document may count from the world's own (D84). */

const RELATIVE = /^[-+]?\d{1,5}D$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

const DAY = /^(\d{4}-\d{2}-\d{2}|[-+]?\d{1,5}D)$/
const NO_DAY = ruleText(
  'D84',
)`must be a day, YYYY-MM-DD, or relative to the day of the world, such as -90D for 90 days ago, 10D or +10D for a day to come.`

/** A day of the calendar, or one counted from the world's own. */
export const relativeDay = z
  .string(required('a day'))
  .refine(value => RELATIVE.test(value) || isDay(value), { error: NO_DAY })
  .openapi({
    pattern: DAY.source,
    description:
      "A day, YYYY-MM-DD, or counted from the world's own, such as -90D for 90 days ago and 10D or +10D for 10 days to come (D84).",
    examples: ['-90D'],
  })

/** An instant, or one counted from now. */
export const relativeInstant = z
  .string(required('an instant'))
  .refine(value => RELATIVE.test(value) || isInstant(value), {
    error: ruleText(
      'D84',
    )`must be an instant in UTC, such as 2026-03-02T09:00:00Z, or relative to now, such as -90D for 90 days ago, 10D or +10D for days to come.`,
  })
  .openapi({
    type: 'string',
    anyOf: [{ format: 'date-time' }, { pattern: RELATIVE.source }],
    description: 'An instant in UTC, or days counted from now, such as -90D, 10D or +10D (D84).',
    examples: ['2026-03-02T09:00:00Z'],
  })

// The platform's parser accepts 30 February as 2 March, and refuses a 25th hour.
function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
}

/** The fields of an input, with days that may be counted from the world's own. */
export function withRelativeDays<Shape extends z.core.$ZodShape>(shape: Shape): Shape
export function withRelativeDays(shape: z.core.$ZodShape): z.core.$ZodShape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      if (!isDayField(field)) return [name, field]
      const { description = '' } = getOpenApiMetadata(field)
      const day = relativeDay.openapi({
        description: `${description} Or counted from the world's own, such as -90D (D84).`,
      })
      return [name, field instanceof z.ZodOptional ? day.optional() : day]
    }),
  )
}

function isDayField(field: unknown): field is z.ZodType {
  if (field instanceof z.ZodOptional) return isDayField(field.unwrap())
  return field instanceof z.ZodType && getOpenApiMetadata(field).format === 'date'
}

/** Whether a text has the form of a day counted from the world's own. */
export function isCountable(written: string): boolean {
  return !written.endsWith('D') || RELATIVE.test(written)
}

/** Whether a field of an entry is such a day, or such an instant. */
export function relativeKindOf(field: unknown): 'DAY' | 'INSTANT' | undefined {
  if (field instanceof z.ZodOptional) return relativeKindOf(field.unwrap())
  if (!(field instanceof z.ZodType)) return undefined
  const { pattern, anyOf } = getOpenApiMetadata(field)
  if (pattern === DAY.source) return 'DAY'
  return anyOf === undefined ? undefined : 'INSTANT'
}
