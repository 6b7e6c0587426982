import { isObject } from '../../domain/given.ts'
import { isList, type Json, listAt, objectAt, textAt } from './json.ts'

/** A generated document in the form that client generators read best: a reference with its own words instead of a composition that only adds them. */
export function flattened(document: Json): Json {
  return walk(document, value => withExample(flatten(value)))
}

/** An example is also copied to its schema, since Insomnia's importer reads it only there (D100). */
function withExample(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  const { schema, example } = value
  return example === undefined || schema === undefined || !isObject(schema)
    ? value
    : { ...value, schema: { ...schema, example } }
}

// And `not`, which excludes values but makes no other type.
const ANNOTATIONS = new Set(['description', 'deprecated', 'examples', 'title', 'not'])

// OpenAPI 3.1 allows words beside a reference; 3.0 needed an allOf, of which generators make `Amount & unknown`.
function flatten(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  const { allOf, ...rest } = value
  if (!Array.isArray(allOf)) return value
  const parts = allOf.filter(isObject)
  const [reference, ...others] = [...parts.filter(part => '$ref' in part), ...parts.filter(part => !('$ref' in part))]
  const words = others.every(part => Object.keys(part).every(key => ANNOTATIONS.has(key)))
  return reference === undefined || !words ? value : Object.assign({}, reference, ...others, rest)
}

/** The document with each description once, and query parameters of several operations as components. */
export function withSharedParameters(document: Json): Json {
  const uses = new Map<string, string[]>()
  for (const methods of Object.values(objectAt(document, 'paths')))
    for (const operation of Object.values(objectAt(methods)))
      for (const text of listAt(operation, 'parameters').filter(isQuery).map(toText))
        uses.set(text, [...(uses.get(text) ?? []), capital(textAt(operation, 'operationId'))])
  const components: Record<string, Json> = {}
  const named = new Map<string, string>()
  for (const [text, [first = '', ...others]] of uses) {
    const parameter: Json = JSON.parse(text)
    if (others.length === 0 || !isObject(parameter)) continue
    const name = capital(String(parameter['name']))
    const component = name in components ? `${name}Of${first}` : name
    components[component] = withoutRepeatedWords(parameter)
    named.set(text, component)
  }
  const shared = (parameter: Json): Json => {
    if (!isQuery(parameter)) return parameter
    const component = named.get(toText(parameter))
    if (component !== undefined) return { $ref: `#/components/parameters/${component}` }
    return { ...objectAt(parameter), ...objectAt(withoutRepeatedWords(parameter)) }
  }
  const withShared = (operation: Json): Json => {
    const { parameters } = objectAt(operation)
    return parameters === undefined
      ? operation
      : { ...objectAt(operation), parameters: listAt(operation, 'parameters').map(shared) }
  }
  const all = objectAt(document, 'components')
  const parameters = { ...eachOf(all['parameters'] ?? {}, shared), ...components }
  const paths = eachOf(objectAt(document, 'paths'), methods => eachOf(methods, withShared))
  return { ...objectAt(document), components: { ...all, parameters }, paths }
}

function eachOf(value: Json, change: (part: Json) => Json): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(objectAt(value)).map(([key, part]) => [key, change(part)]))
}

function toText(parameter: Json): string {
  return JSON.stringify(parameter)
}

/** A parameter's description stands at the parameter, and is not repeated at its schema. */
function withoutRepeatedWords(parameter: Json): Json {
  if (!isObject(parameter) || !isObject(parameter['schema'] ?? null)) return parameter
  const { schema, ...rest } = parameter
  const { description: _, ...plain } = objectAt(schema ?? {})
  return { ...rest, schema: plain }
}

function isQuery(value: Json): boolean {
  return textAt(value, 'in') === 'query'
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Applies `change` to every object, from the leaves up. */
function walk(
  value: Json,
  change: (value: { readonly [key: string]: Json }) => { readonly [key: string]: Json },
): Json {
  if (isList(value)) return value.map(item => walk(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, change)])))
}
