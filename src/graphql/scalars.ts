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
    'An instant in UTC, written YYYY-MM-DDTHH:MM:SS.sssZ (RFC 3339), for example "2026-05-18T09:30:00.000Z".',
  serialize: value => value.toISOString(),
  parseValue: () => {
    throw new GraphQLError('Instants are answered, never asked for.')
  },
})
