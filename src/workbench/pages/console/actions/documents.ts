import { DomainError } from '../../../../domain/errors.ts'
import { isObject } from '../../../../domain/given.ts'
import { groupBy } from '../../../../domain/texts.ts'
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
  const scenario =
    name === 'setScenario' ? [{ at: 'input.scenario', text: JSON.stringify(scenarioOf(action, entered)) }] : []
  const fields = fieldsThatCount(action, entered).filter(
    ({ name: field, part }) => part === undefined && (entered[field]?.trim() ?? '') !== '',
  )
  const given = fields.map(field => {
    const text =
      field.kind === 'fixture' ? '$fixture' : WRITTEN[field.kind ?? 'text'](entered[field.name]?.trim() ?? '')
    return { at: placeOf(action, field), text }
  })
  const takesFixture = fields.some(({ kind }) => kind === 'fixture')
  const args = objectOf([...scenario, ...given])
  const called = args === '' ? '' : `(${args})`
  return {
    query: `mutation ${takesFixture ? '($fixture: FixtureInput!) ' : ''}{ ${name}${called} ${action.answer} }`,
    variables: takesFixture ? { fixture } : {},
  }
}

/** The fields that count, by the places of their values in the mutation. */
export function fieldsByPlace(name: ActionName, entered: FieldValues): ReadonlyMap<string, string> {
  const action: Action = ACTIONS[name]
  return new Map(fieldsThatCount(action, entered).map(field => [placeOf(action, field), field.name]))
}

/** Where the value of a field stands in the arguments of its mutation. */
function placeOf({ takes }: Action, { name, at = name }: ActionField): string {
  return takes === 'input' ? `input.${at}` : at
}

/** The fields of an object, or arguments, with those that belong together as an object in it. */
function objectOf(values: readonly { readonly at: string; readonly text: string }[]): string {
  return [...groupBy(values, ({ at }) => at.split('.', 1).join(''))]
    .map(([first, own]) => {
      const inner = own.flatMap(({ at, text }) => (at === first ? [] : [{ at: at.slice(first.length + 1), text }]))
      return `${first}: ${inner.length === 0 ? own[0]?.text : `{ ${objectOf(inner)} }`}`
    })
    .join(', ')
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

export const NUMBER = /^-?\d+(\.\d+)?$/

type Kind = Exclude<ActionField['kind'], undefined | 'fixture'> | 'text'

// Any other value is passed on as a string, and the graph refuses it with its own text.
const WRITTEN = {
  id: value => JSON.stringify(value),
  text: value => JSON.stringify(value),
  name: value => (/^[A-Za-z_]\w*$/.test(value) ? value : JSON.stringify(value)),
  content: value => `{ ${value.toLowerCase()}: true }`,
  // GraphQL takes neither 007 nor, for a whole number, 10.0.
  number: value =>
    NUMBER.test(value) ? value.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0+$/, '') : JSON.stringify(value),
  flag: value => String(value === 'true'),
  list: value => JSON.stringify(value.split(/[\s,]+/)),
} as const satisfies Record<Kind, (value: string) => string>
