import { DOCUMENT_LIMITS } from '../../../src/platform/http/json-bodies.ts'

/** JSON that a careless reader is slow to read, or makes far more of than its bytes (D74). */

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]))
const escaped = JSON.stringify(fields(14_990)).replaceAll('"x', '"\\u0078')

/** Names of fields in which every character is escaped. */
const LONG_NAMES = Array.from({ length: 10_000 }, (_, index) => {
  const name = `x${index}`.padEnd(14, 'a')
  return `"${name.replaceAll(/./g, one => `\\u00${one.charCodeAt(0).toString(16)}`)}":1`
})

/** What a body of 1 MiB can hold, allowed and not. */
export const HOSTILE_BODIES: readonly (readonly [what: string, json: string])[] = [
  ['70,000 unknown fields', JSON.stringify(fields(70_000))],
  ['14,990 unknown fields', JSON.stringify(fields(14_990))],
  ['14,990 escaped names', escaped],
  ['14,990 escaped names, one of them twice', escaped.replace('14989"', '14988"')],
  ['10,000 names with nothing but escapes', `{${LONG_NAMES.join()}}`],
  ['a million brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
  ['300,000 empty objects', `{"payments":[${'{},'.repeat(300_000)}{}]}`],
  ['14,990 empty objects', `{"payments":[${'{},'.repeat(14_990)}{}]}`],
  ['7,000 entries with an unknown field', `{"payments":[${'{"\\u0078":1},'.repeat(7_000)}{}]}`],
  ['130 entries with 110 unknown fields', JSON.stringify({ payments: Array(130).fill(fields(110)) })],
  ['half a million numbers', `{"paymentIds":[${'1,'.repeat(500_000)}1]}`],
]

const { objects, entries, names } = DOCUMENT_LIMITS
const times = (count: number, partAt: (place: number) => string) => Array.from({ length: count }, (_, at) => partAt(at))
/** Parts as lines of accounts, as many to each as it may have. */
const asLines = (parts: readonly string[]) => {
  const accounts = times(Math.ceil(parts.length / 100_000), at => {
    const lines = parts.slice(at * 100_000, (at + 1) * 100_000)
    return `{"transactions":[${lines.join()}]}`
  })
  return `{"customers":[{"accounts":[${accounts.join()}]}]}`
}
const ROOM = 100

/** Documents of a fixture that are refused by what they hold, before they are parsed. */
export const TOO_LARGE_FIXTURES: readonly (readonly [what: string, document: () => string])[] = [
  ['2.7 million empty objects', () => asLines(times(2_700_000, () => '{}'))],
  ['5 million empty lists', () => `{"customers":[${'[],'.repeat(5_000_000)}[]]}`],
  ['7 million numbers', () => `{"customers":[${'1,'.repeat(7_000_000)}1]}`],
  ['a million texts', () => `{"customers":[${times(1_000_000, at => `"x${at}"`).join()}]}`],
  ['a million fields, each of another name', () => `{"customers":{${times(1_000_000, at => `"x${at}":1`).join()}}}`],
  ['objects, each with a field of another name', () => asLines(times(300_000, at => `{"x${at}":1}`))],
  ['14 million brackets', () => '['.repeat(7_000_000) + ']'.repeat(7_000_000)],
]

const line = (amount: number) =>
  `{"transactionAmount":{"amount":"-${(amount % 90) + 1}.00","currency":"NOK"},"bookingDate":"-1D","valueDate":"-1D"}`

/** A fixture of one account with this many lines. */
export const fixtureOfLines = (count: number): string =>
  `{"customers":[{"key":"saver","name":"Kari","type":"PRIVATE","accounts":[{"accountName":"Daily","currency":"NOK","product":"Current","cashAccountType":"CACC","creditLine":0,
  "balances":[{"balanceType":"closingBooked","balanceAmount":{"amount":9999999,"currency":"NOK"}}],"transactions":[${times(count, line).join()}]}]}]}`

const ofOthers = () =>
  [
    `"customers":[${times(60_000, at => `{"key":"c${at}","name":"Kari","type":"PRIVATE"}`).join()}]`,
    `"agreements":[${times(60_000, at => `{"owner":"x${at}","name":"Daily"}`).join()}]`,
    `"consents":[${times(60_000, at => `{"psu":"x${at}"}`).join()}]`,
  ].join()

/** Documents that hold as much as one may, none of them a fixture. */
export const FULL_FIXTURES: readonly (readonly [what: string, document: () => string])[] = [
  ['as many empty objects as there may be', () => asLines(times(objects - ROOM, () => '{}'))],
  ['as many empty customers as there may be', () => `{"customers":[${times(100_000, () => '{}').join()}]}`],
  ['more empty customers than there may be', () => `{"customers":[${times(objects - ROOM, () => '{}').join()}]}`],
  ['customers, and entries of others that do not exist', () => `{${ofOthers()}}`],
  ['customers, and entries of others that do not exist, and a faulty one', () => `{${ofOthers()},"payments":[{}]}`],
  ['as many lists as there may be', () => asLines(times(objects - ROOM, () => '[]'))],
  ['as many objects with a field as there may be', () => asLines(times(objects - ROOM, at => `{"x":"${at}"}`))],
  ['as many texts as there may be', () => `{"customers":[${times(entries - ROOM, at => `"x${at}"`).join()}]}`],
  [
    'as many names as there may be',
    () => asLines(times(entries - ROOM, at => `{"x${at % (names - ROOM)}":1}`).slice(0, objects - ROOM)),
  ],
  ['objects with a field twice', () => asLines(times(objects / 2, at => `{"x":${at},"x":1}`))],
  ['one text of 16 MB', () => `{"customers":"${'x'.repeat(16_000_000)}"}`],
  ['one text of 16 MB of escapes', () => `{"customers":"${'\\u0078'.repeat(2_600_000)}"}`],
]
