import { placeInJson, placeInYaml } from './places.mjs'

/** Completes names, values of a list, true and false from a JSON Schema, in JSON or YAML. `read` gives the schema and the document that it refers into. */
export function completeFrom(read, isJson) {
  return async ({ state, pos, explicit }) => {
    const text = state.doc.toString()
    const json = isJson(text)
    const place = json ? placeInJson(text, pos) : placeInYaml(text, pos)
    // Names are offered once one is begun: a line feed would choose the first of them otherwise.
    if (place === undefined || (place.from === pos && place.wants === 'name' && !explicit)) return null
    const { root, schema } = await read()
    const here = place.path.reduce(
      (schemas, step) => schemas.flatMap(one => stepInto(root, one, step)),
      expand(root, schema),
    )
    const names = place.wants === 'name' ? namesIn(root, here, place.taken, json) : []
    // An item of a list in YAML may be a value, too.
    const isValue = place.wants === 'value' || (!json && names.length === 0)
    const options = isValue ? valuesIn(here, json) : names
    // Where a name has its colon already, it gets no other.
    const isNamed = /^\s*:/.test(text.slice(place.to))
    return options.length === 0
      ? null
      : { ...place, options: isNamed ? options.map(one => ({ ...one, apply: one.label })) : options }
  }
}

/** A schema with all that it is put together from. */
function expand(root, schema, seen = new Set()) {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const parts = [...($ref === undefined ? [] : [at(root, $ref)]), ...allOf, ...anyOf, ...oneOf]
  return [schema, ...parts.flatMap(part => expand(root, part, seen))]
}

/** What a pointer such as `#/components/schemas/Amount` leads to. */
export function at(root, pointer) {
  const steps = decodeURIComponent(pointer.replace(/^#\/?/, ''))
    .split('/')
    .filter(step => step !== '')
  return steps.reduce((value, step) => value?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], root)
}

function stepInto(root, { properties, additionalProperties, items }, step) {
  return expand(root, typeof step === 'number' ? items : (properties?.[step] ?? additionalProperties))
}

function namesIn(root, schemas, taken, json) {
  const found = new Map()
  for (const { properties = {}, required = [] } of schemas)
    for (const [name, property] of Object.entries(properties)) {
      if (taken.has(name) || found.has(name)) continue
      const all = expand(root, property)
      const isRequired = required.includes(name)
      const type = all.find(one => one.type !== undefined)?.type
      const label = json ? JSON.stringify(name) : name
      found.set(name, {
        label,
        displayLabel: name,
        apply: /object|array/.test(type) && !json ? `${label}:` : `${label}: `,
        type: 'property',
        detail: [type ?? '', isRequired ? 'required' : ''].join(' ').trim(),
        info: all.find(one => one.description !== undefined)?.description,
        boost: isRequired ? 1 : 0,
      })
    }
  return [...found.values()]
}

function valuesIn(schemas, json) {
  const values = schemas.flatMap(
    one => one.enum ?? (one.const === undefined ? (one.type === 'boolean' ? [true, false] : []) : [one.const]),
  )
  return [...new Set(values)].map(value => ({
    label: json ? JSON.stringify(value) : String(value),
    displayLabel: String(value),
    type: 'enum',
  }))
}
