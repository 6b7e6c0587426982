import { GraphQLError } from 'graphql'
import { builder } from './builder.ts'

/** Days are kept as the text they came as; whether they exist in the calendar is checked with the other inputs, so that both doors say the same. */
builder.scalarType('Date', {
  description: 'A calendar day in Europe/Oslo, written YYYY-MM-DD (ISO 8601), for example "2026-05-18".',
  serialize: value => value,
  parseValue: value => {
    if (typeof value === 'string') return value
    throw new GraphQLError('must be a day of the calendar, written YYYY-MM-DD, as a string.')
  },
})

builder.scalarType('DateTime', {
  description:
    'An instant (RFC 3339). Answered in UTC as YYYY-MM-DDTHH:MM:SS.sssZ, for example "2026-05-18T09:30:00.000Z"; given with Z or any other offset.',
  serialize: value => value.toISOString(),
  parseValue: value => {
    const instant = typeof value === 'string' && RFC3339.test(value) ? new Date(value) : undefined
    if (instant !== undefined && !Number.isNaN(instant.getTime())) return instant
    throw new GraphQLError(
      'must be an instant, written as in RFC 3339, for example "2026-05-18T09:30:00Z", as a string.',
    )
  },
})

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
