import { entriesOf, isList, type Json, listAt, objectAt, textAt } from './json.ts'

/** An operation as a page shows it: each field, header and error once, with its rules in words. */
export type OperationReference = {
  readonly operation: string
  readonly parameters: readonly ParameterReference[]
  readonly fields: readonly FieldReference[]
  readonly answers: readonly {
    readonly status: string
    readonly fields: readonly FieldReference[]
    /** The standard world's answer to the example (D108), as JSON; undefined when that has another status, or no body. */
    readonly example: string
  }[]
  readonly errors: readonly { readonly status: string; readonly codes: readonly string[] }[]
  /** Further refusals, which do not depend on the request: a sentence, or undefined. */
  readonly anyError: string
}

export type ParameterReference = FieldReference & {
  readonly in: string
  readonly example: string | undefined
  /** The words that it accepts, if no other is allowed. */
  readonly choices: readonly string[]
}

/** `name` is a path into the body, such as `payments[].creditorAccount.iban`. */
export type FieldReference = {
  readonly name: string
  readonly required: boolean
  readonly type: string
  readonly rules: string
  readonly description: string
}

/** Reads an operation of the OpenAPI document, so that pages and machines show the same. */
export function readOperation(document: Json, described: Json): OperationReference {
  const body = objectAt(described, 'requestBody', 'content', 'application/json', 'schema')
  const responses = entriesOf(objectAt(described, 'responses'))
  const successes = responses.filter(([status]) => status < '400')
  const refusals = responses.filter(([status]) => status >= '400')
  return {
    operation: textAt(described, 'x-operation'),
    parameters: listAt(described, 'parameters').map(one => readParameter(document, resolve(document, one))),
    fields: fieldsOf(document, body, '', []),
    answers: successes.map(([status, answer]) => {
      const content = objectAt(answer, 'content', 'application/json')
      const [, recorded] = entriesOf(objectAt(content, 'examples'))[0] ?? []
      return {
        status,
        fields: fieldsOf(document, objectAt(content, 'schema'), '', []),
        example: recorded === undefined ? '' : JSON.stringify(objectAt(recorded)['value'], null, 2),
      }
    }),
    errors: refusals
      .filter(([status]) => status !== ANY)
      .map(([status, refusal]) => ({ status, codes: describe(document, refusal).split(', ') })),
    anyError: refusals
      .filter(([status]) => status === ANY)
      .map(([, refusal]) => describe(document, refusal))
      .join(' '),
  }
}

/** The word of OpenAPI for every status that is not listed. */
const ANY = 'default'

function describe(document: Json, refusal: Json): string {
  return textAt(refusal, 'description') || textAt(resolve(document, refusal), 'description')
}

function readParameter(document: Json, parameter: Json): ParameterReference {
  const schema = resolve(document, objectAt(parameter, 'schema'))
  const example = objectAt(parameter)['example']
  return {
    name: textAt(parameter, 'name'),
    in: textAt(parameter, 'in'),
    required: objectAt(parameter)['required'] === true,
    type: typeOf(schema),
    rules: rulesOf(schema),
    description: textAt(parameter, 'description'),
    example: typeof example === 'string' ? example : undefined,
    choices: textAt(schema, 'type') === 'boolean' ? ['true', 'false'] : listAt(schema, 'enum').map(String),
  }
}

/** A composition of several forms is shown as all of their fields; its description says which belong together. */
function fieldsOf(document: Json, given: Json, at: string, within: readonly string[]): FieldReference[] {
  const name = textAt(given, '$ref')
  // A type that contains itself would never end.
  if (name !== '' && within.includes(name)) return []
  const inside = name === '' ? within : [...within, name]
  const schema = resolve(document, given)
  const forms = [...listAt(schema, 'anyOf'), ...listAt(schema, 'allOf')].flatMap(form =>
    fieldsOf(document, form, at, inside),
  )
  const items = objectAt(schema, 'items')
  const ofItems = Object.keys(items).length === 0 ? [] : fieldsOf(document, items, `${at}[]`, inside)
  const required = listAt(schema, 'required')
  const own = entriesOf(objectAt(schema, 'properties')).flatMap(([key, field]) => {
    const path = at === '' ? key : `${at}.${key}`
    const target = { ...resolve(document, field), ...objectAt(field) }
    const described = {
      name: path,
      required: required.includes(key),
      type: typeOf(target),
      rules: rulesOf(target),
      description: textAt(target, 'description'),
    }
    return [described, ...fieldsOf(document, field, path, inside)]
  })
  const known = new Set<string>()
  return [...own, ...ofItems, ...forms].filter(one => !known.has(one.name) && known.add(one.name))
}

function typeOf(schema: Json): string {
  const type = textAt(schema, 'type')
  if (type === 'array') return 'list'
  const format = textAt(schema, 'format')
  return [type || (listAt(schema, 'anyOf').length > 0 ? 'one of several forms' : 'any'), format]
    .filter(Boolean)
    .join(', ')
}

const WORDS: readonly (readonly [string, (value: Json) => string])[] = [
  ['enum', value => (isList(value) && value.length <= MAX_WORDS ? `one of ${value.join(', ')}` : '')],
  ['minLength', value => (value === 1 ? '' : `at least ${value} characters`)],
  ['maxLength', value => `at most ${value} characters`],
  ['minimum', value => `from ${value}`],
  ['maximum', value => `to ${value}`],
  ['minItems', value => `at least ${value}`],
  ['maxItems', value => `at most ${value}`],
  ['uniqueItems', () => 'each once'],
  ['pattern', value => (value === NO_CONTROLS ? '' : `form ${value}`)],
  ['default', value => `${value} when not given`],
]
const MAX_WORDS = 20
// The descriptions say it in words.
const NO_CONTROLS = '^[^\\x00-\\x1F\\x7F-\\x9F]*$'

function rulesOf(schema: Json): string {
  const given = objectAt(schema)
  const rules = WORDS.flatMap(([key, say]) => (given[key] === undefined ? [] : [say(given[key])]))
  return rules.filter(rule => rule !== '').join('; ')
}

function resolve(document: Json, value: Json): { readonly [key: string]: Json } {
  const [kind, name] = textAt(value, '$ref').split('/').slice(-2)
  return kind === undefined || name === undefined ? objectAt(value) : objectAt(document, 'components', kind, name)
}
