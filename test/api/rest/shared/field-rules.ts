import { describe, expect, it } from 'vitest'
import { change, expectRefusal } from '../../../support/builders/builders.ts'
import type { World } from '../../../support/clients/bank.ts'
import { apart } from '../../../support/harness/disjoint-groups.ts'

/** A place in a body, what the refusal says about it, and values that must be refused so. */
export type FieldRule = readonly [path: string, text: string, ...values: unknown[]]

/** A value that stands for "take the field out". */
export const ABSENT = undefined

const TEXT = 'must be a string.'
const UNQUOTED = 'must be a string: put it into quotation marks.'
export const REQUIRED = 'is required.'
export const UNKNOWN = 'is not a field of this request (D18): check its spelling.'
/** The same of a name that is like one that was not given. */
export const meant = (name: string) => `is not a field of this request (D18): did you mean "${name}"?`
const CONTROL = 'holds a control character; only printable text is accepted.'
const HALF = 'holds half of a surrogate pair, which is no character.'
export const INT32 = 'must be a whole number from 0 to 2147483647, as a JSON number.'
export const BIC_FORM =
  'must be a BIC: 6 capitals, then 2 or 5 capitals or digits, of which the first is not 0 or 1 and the second is not the letter O, for example "DNBANOKK".'
export const CURRENCY = 'must be an ISO 4217 code of the interface\'s list, in capitals, for example "NOK".'
export const DAY = 'must be a day of the calendar, written YYYY-MM-DD.'
export const IBAN =
  'must be an IBAN: two capitals, two digits, 1 to 30 capitals or digits. Check digits are not verified here (D23).'

/** Values of other JSON types: those that a lenient reader would take. */
export const NO_TEXT = [5, null, ['x']] as const
export const NO_NUMBER = ['5', true, null] as const
export const NO_OBJECT = ['x', 5] as const
export const NO_LIST = ['x', null, { 0: 'x' }] as const

/** `length` characters, each of two UTF-16 units, so that counting units would refuse half of them (D31). */
export const emojis = (length: number) => '🐟'.repeat(length)

/** The rules of a text of 1 to `max` characters (D31): type, length in code points, printable characters. */
export function textRules(path: string, max: number): FieldRule[] {
  const length = (has: number) => `must have 1 to ${max} characters; it has ${has}.`
  return [
    ...stringRules(path),
    [path, length(0), ''],
    [path, length(max + 1), 'x'.repeat(max + 1), emojis(max + 1)],
    [path, CONTROL, 'a\u0000b', 'a\u0085b'],
    [path, HALF, 'a\ud83d'],
  ]
}

/** The same of a name, which people must be able to see. */
export function nameRules(path: string, max: number): FieldRule[] {
  return [...textRules(path, max), [path, 'must have a visible character.', ' ', '\u200d', '\u2028', '\uffff']]
}

/** Only a string is one; digits without quotation marks lack nothing else. */
export function stringRules(path: string): FieldRule[] {
  return [
    [path, TEXT, null, ['x']],
    [path, UNQUOTED, 5, true],
  ]
}

/** What is said besides of a field that there is and that is null, by whether it may be left out. */
const LEFT_OUT = ' It is null: an optional field is left out where it has no value.'
const NEEDED = ' It is null: a value is required here.'

export type Subject = {
  readonly method: 'POST' | 'PUT'
  /** A right body, and where to send it. */
  readonly request: (world: World) => Promise<{ path: string; body: object }>
}

/** One test per rule: the right body with the one wrong value is refused with exactly this fault at this path. */
export function describeFieldRules(world: World, subject: Subject, rules: readonly FieldRule[]): void {
  const { method, request } = subject
  describe('400 FORMAT_ERROR, naming the field and what would be right (D16, D18)', () => {
    const isNeeded = (path: string) =>
      path.endsWith(']') ||
      rules.some(([other, text, ...values]) => other === path && text === REQUIRED && values.includes(ABSENT))
    const named = rules.map(([path, text, ...values]) => ({
      path,
      text,
      cases: values.map(value => ({
        path,
        value,
        fault: `${path}: ${text}${value === null && !text.startsWith('is not a field') ? (isNeeded(path) ? NEEDED : LEFT_OUT) : ''}`,
      })),
    }))
    let together: Promise<ReadonlySet<Case>> | undefined
    it.each(named)('$path $text', async ({ cases }) => {
      together ??= refusedTogether(
        world,
        subject,
        named.flatMap(one => one.cases),
      )
      const refused = await together
      for (const one of cases.filter(one => !refused.has(one))) {
        const { path: target, body } = await request(world)
        const answer = await world.call(method, target, { body: change(body, one.path, one.value) })
        expect(expectRefusal(answer, 400, 'FORMAT_ERROR'), `${JSON.stringify(one.value)}`).toEqual([one.fault])
      }
    })

    it.each([
      ['null', 'null', 'The body must be a JSON object, not null.'],
      ['a list', '[]', 'The body must be a JSON object, not array.'],
      ['a text', '"x"', 'The body must be a JSON object, not string.'],
      ['nothing', '', 'A JSON body is required.'],
      ['no JSON', '{"a":', 'The body is not JSON in UTF-8:'],
      [
        'no UTF-8',
        Buffer.from('{"a":"\xe6"}', 'latin1'),
        'The body is not JSON in UTF-8: a byte sequence is not UTF-8.',
      ],
    ])('a body that is %s', async (_, raw, text) => {
      const { path } = await request(world)
      const [fault = ''] = expectRefusal(await world.call(method, path, { raw }), 400, 'FORMAT_ERROR')
      expect(fault).toContain(text)
    })
  })
}

type Case = { readonly path: string; readonly value: unknown; readonly fault: string }

/**
 * The wrong values that are refused as they should be in the company of others. The bank names faults together (D16), so one body has several wrong values,
 * of fields that have nothing to do with each other; when it names a fault that none of them should have, none of them counts.
 */
async function refusedTogether(
  world: World,
  { method, request }: Subject,
  cases: readonly Case[],
): Promise<ReadonlySet<Case>> {
  const refused = new Set<Case>()
  const { path: target, body } = await request(world)
  for (const group of apart(cases, ({ path }) => path)) {
    const wrong = group.reduce((whole, { path, value }) => change(whole, path, value), body)
    const answer = await world.call(method, target, { body: wrong })
    const faults = answer.status === 400 ? expectRefusal(answer, 400, 'FORMAT_ERROR') : []
    if (!faults.every(fault => group.some(one => one.fault === fault))) continue
    for (const one of group) if (faults.includes(one.fault)) refused.add(one)
  }
  return refused
}
