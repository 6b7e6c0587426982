import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { builder } from './builder.ts'

/** Days are kept as the text they came as; whether they exist in the calendar is checked with the other inputs, so that both doors say the same. */
builder.scalarType('Date', {
  description: 'A calendar day in Europe/Oslo, written YYYY-MM-DD (ISO 8601), for example "2026-05-18".',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  serialize: value => value,
  parseValue: readDay,
  parseLiteral: node => readDay(textOf(node), node),
})

builder.scalarType('DateTime', {
  description:
    'An instant (RFC 3339). Answered in UTC as YYYY-MM-DDTHH:MM:SS.sssZ, for example "2026-05-18T09:30:00.000Z"; given with Z or any other offset.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: value => value.toISOString(),
  parseValue: readInstant,
  parseLiteral: node => readInstant(textOf(node), node),
})

builder.scalarType('JSON', {
  description: 'A JSON value: an object, list, text, number, boolean or null (RFC 8259).',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: value => value,
  parseValue: value => value,
})

// GraphQL gives a refusal of a literal no place by itself.
function readDay(value: unknown, nodes?: ValueNode): string {
  if (typeof value === 'string') return value
  throw new GraphQLError('must be a day of the calendar, written YYYY-MM-DD, as a string.', { nodes: nodes ?? null })
}

function readInstant(value: unknown, nodes?: ValueNode): Date {
  const instant = typeof value === 'string' && RFC3339.test(value) ? new Date(value) : undefined
  if (instant !== undefined && !Number.isNaN(instant.getTime())) return instant
  throw new GraphQLError(
    'must be an instant, written as in RFC 3339, for example "2026-05-18T09:30:00Z", as a string.',
    { nodes: nodes ?? null },
  )
}

function textOf(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/
