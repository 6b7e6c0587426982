import { DomainError } from '../../../../domain/errors.ts'
import { isObject } from '../../../../domain/given.ts'
import { parseDocument } from '../../../../platform/http/json-bodies.ts'
import { parseFixtureInTurns } from '../../../../sandbox/fixtures/inputs/files.ts'
import type { GraphqlDocument } from '../../../explain/commands.ts'
import { ACTIONS, type Action, type ActionField, type ActionName } from './actions.ts'

export type FieldValues = Readonly<Record<string, string | undefined>>

/** The option that applies: the chosen one, or one whose field has a value; else the first. */
export function optionOf({ choice, fields }: Action, entered: FieldValues): string | undefined {
  if (choice === undefined) return undefined
  const names = Object.keys(choice.options)
  const chosen = names.find(one => one === entered[choice.name])
  return chosen ?? fields.find(({ name, of }) => of !== undefined && (entered[name] ?? '') !== '')?.of ?? names[0]
}

/** The first values of a form: known values and presets. */
export function filledIn(action: Action, known: FieldValues): FieldValues {
  const presets = action.fields.map(({ name, preset }) => [name, known[name] ?? preset] as const)
  return {
    ...known,
    ...Object.fromEntries(presets),
    ...(action.choice && { [action.choice.name]: optionOf(action, known) }),
  }
}

/** The fields that count: all but those of options that are not chosen. */
export function fieldsThatCount(action: Action, entered: FieldValues): readonly ActionField[] {
  const option = optionOf(action, entered)
  return action.fields.filter(({ of }) => of === undefined || of === option)
}

/** The text of a scenario, put together from its fields. */
function scenarioOf(action: Action, entered: FieldValues): string {
  const parts = fieldsThatCount(action, entered).flatMap(({ name, part }) => {
    const value = entered[name]?.trim() ?? ''
    return part === undefined || value === '' ? [] : [`${part}=${value}`]
  })
  return [optionOf(action, entered), ...parts].join('; ')
}

/** The mutation of an action with the entered values, without empty ones. `fixture` is the document that was read. */
export function documentOf(name: ActionName, entered: FieldValues, fixture?: object): GraphqlDocument {
  const action: Action = ACTIONS[name]
  const { answer } = action
  const fields = fieldsThatCount(action, entered)
  const args = new Map<string, string[]>()
  const variables: Record<string, unknown> = {}
  if (name === 'setScenario') args.set('scenario', [JSON.stringify(scenarioOf(action, entered))])
  for (const { name: field, kind, part } of fields) {
    const value = entered[field]?.trim() ?? ''
    if (value === '' || part !== undefined) continue
    if (kind === 'fixture') variables[field] = fixture
    const [outer = '', inner] = field.split('.')
    const written = kind === 'fixture' ? `$${field}` : WRITTEN[kind ?? 'text'](value)
    args.set(outer, [...(args.get(outer) ?? []), inner === undefined ? written : `${inner}: ${written}`])
  }
  const nested = new Set(fields.flatMap(({ name }) => (name.includes('.') ? [name.split('.', 1)[0]] : [])))
  const given = [...args].map(([name, parts]) => `${name}: ${nested.has(name) ? `{ ${parts.join(', ')} }` : parts}`)
  const head = Object.keys(variables).map(name => `$${name}: FixtureInput!`)
  const declared = head.length === 0 ? '' : `(${head.join(', ')}) `
  const called = given.length === 0 ? '' : `(${given.join(', ')})`
  return { query: `mutation ${declared}{ ${name}${called} ${answer} }`, variables }
}

/** YAML is parsed in one turn, in which other calls wait (D74): a longer text must be JSON. */
export const MOST_YAML = 40_000

/** Reads the entered fixture. FORMAT_ERROR when it is not one. */
export async function readEntered(text: string): Promise<object> {
  if (text.length <= MOST_YAML) return parseFixtureInTurns(text)
  const refusal = new DomainError(
    'FORMAT_ERROR',
    `A document of more than ${MOST_YAML} characters must be JSON here; YAML of any length is applied by npx sandbank fixture apply FILE.`,
    'fixture',
  )
  const document = await parseDocument(text, 'fixture', () => refusal)
  if (!isObject(document)) throw refusal
  const { $schema: _, ...fixture } = document
  return fixture
}

export const NUMBER = /^\d+(\.\d+)?$/

type Kind = Exclude<ActionField['kind'], undefined | 'fixture'> | 'text'

// Any other value is passed on as a string, and the graph refuses it with its own text.
const WRITTEN = {
  id: value => JSON.stringify(value),
  text: value => JSON.stringify(value),
  name: value => (/^[A-Za-z_]\w*$/.test(value) ? value : JSON.stringify(value)),
  number: value => (NUMBER.test(value) ? value : JSON.stringify(value)),
  flag: value => String(value === 'true'),
  list: value => JSON.stringify(value.split(/[\s,]+/)),
} as const satisfies Record<Kind, (value: string) => string>
