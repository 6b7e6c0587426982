import { Prisma } from '../../generated/client.ts'
import { Dialect } from '../queries/dialect.ts'

// A value out of JSON is a text, which PostgreSQL does not take for a number by itself.
const CASTS = {
  Int: '::integer',
  BigInt: '::bigint',
  Boolean: '::boolean',
  String: '',
  Enum: '',
  DateTime: '',
  Json: '',
}

export const POSTGRES = new Dialect({
  elements: (json, member) =>
    `json_array_elements(${json}::json${member === undefined ? '' : ` -> '${member}'`}) AS "each" ("value")`,
  member: ({ type }, place) => `("each"."value" ->> ${place})${CASTS[type]}`,
  element: `("each"."value" #>> '{}')`,
  plain: ({ type }, sql) => (type === 'Boolean' ? `${sql}::integer` : sql),
  array: values => `json_build_array(${values.join(', ')})`,
  object: members => `json_object(ARRAY[${members.map(([name, text]) => `'${name}', ${text}`).join(', ')}])`,
  picked: [
    'json_array_elements_text((SELECT json_agg("id") FROM (',
    ') AS "few")) WITH ORDINALITY AS "picked" ("value", "key")',
  ],
  dayAfter: (day, days) => Prisma.sql`to_char(${day}::date + ${days}::integer, 'YYYY-MM-DD')`,
})

/** Whether a statement writes nothing. */
export const isRead = (text: string): boolean => text.startsWith('SELECT')
