import { z } from '@hono/zod-openapi'
import { isDay } from '../domain/calendar.ts'
import { required, text } from './values.ts'

/** What the entries of a fixture are put together from (D82, D83). */

/** How many entries a list of the document may have. */
export const MOST_ENTRIES = 100_000

/** What is said of a list with more. */
export const tooManyEntries = `must hold at most ${MOST_ENTRIES} entries.`

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

const key = z
  .string(required('a key'))
  .regex(
    KEY,
    'must be a key: 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit (D83).',
  )
  .optional()
  .openapi({ description: 'A name, unique in the document, by which other entries refer to this one (D83).' })

/** The id of a row. */
export const id = z
  .string(required('an id'))
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'must be a UUID in small letters (D20).')
  .optional()
  .openapi({ description: 'Its id, a UUID; derived from its place and key when not given (D83).' })

/** What another entry is known by. */
export function reference(what: string) {
  return text(70, `${what}: its key in this document, or what the command takes.`)
}

const RELATIVE = /^-?\d{1,5}D$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

const DAY = /^(\d{4}-\d{2}-\d{2}|-?\d{1,5}D)$/
const NO_DAY = 'must be a day, YYYY-MM-DD, or relative to the day of the world, such as -90D (D84).'

/** A day of the calendar, or one counted from the world's own. */
export const fixtureDay = z
  .string(required('a day'))
  .refine(value => RELATIVE.test(value) || isDay(value), { error: NO_DAY })
  .openapi({
    pattern: DAY.source,
    description: "A day, YYYY-MM-DD, or counted from the world's own, such as -90D for 90 days ago (D84).",
    examples: ['-90D'],
  })

/** An instant, or one counted from now. */
export const fixtureInstant = z
  .string(required('an instant'))
  .refine(value => RELATIVE.test(value) || isInstant(value), {
    error: 'must be an instant in UTC, such as 2026-03-02T09:00:00Z, or relative to now, such as -90D (D84).',
  })
  .openapi({
    type: 'string',
    anyOf: [{ format: 'date-time' }, { pattern: RELATIVE.source }],
    description: 'An instant in UTC, or days counted from now, such as -90D (D84).',
    examples: ['2026-03-02T09:00:00Z'],
  })

// The platform's parser takes 30 February for 2 March, and refuses a 25th hour.
function isInstant(text: string): boolean {
  return INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
}

const createdAt = fixtureInstant.optional().openapi({ description: 'When it was created; now when not given.' })

/** What every entry may say of itself. */
export const named = { key, id, createdAt }

/** A list of entries. */
export function list<Entry extends z.ZodType>(entry: Entry, description: string) {
  return z.array(entry, required('a list')).max(MOST_ENTRIES, tooManyEntries).optional().openapi({ description })
}
