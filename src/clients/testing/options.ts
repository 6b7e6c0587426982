import { fieldOf, isObject } from '../../domain/given.ts'
import { nearest } from '../../domain/nearest-names.ts'
import { SandbankError } from './failure.ts'

/**
 * Refuses an unknown option of a kit's call, and one that is null: a test without types that misspells `fixture` would otherwise get another world
 * than it means, and pass or fail for no visible reason.
 */
export function assertOptions<Name extends string>(
  call: string,
  given: { readonly [key in Name]?: unknown },
  names: readonly Name[],
): void {
  if (!isObject(given)) throw new SandbankError(`${call} takes its options as an object with ${names.join(', ')}.`)
  for (const [name, value] of Object.entries(given)) {
    const like = nearest(name, names)
    const meant = like === undefined ? '' : ` Did you mean ${like}?`
    if (!names.some(one => one === name))
      throw new SandbankError(`${call} has no option ${JSON.stringify(name)}; it has ${names.join(', ')}.${meant}`)
    if (value === null) throw new SandbankError(`${call}: the option ${name} is null. Leave it out, or give a value.`)
  }
}

/** Refuses a value that is not text, or an empty text: a misspelt name in a test is undefined, and would be sent as that word. */
export function assertText(call: string, what: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') return
  throw new SandbankError(`${call} takes ${what} as text; this is ${shown(value)}.`)
}

/** Refuses a document that is not the object itself: the path of its file, or its text. */
export function assertDocument(call: string, document: unknown): void {
  if (isObject(document)) return
  throw new SandbankError(
    `${call} takes the document itself, an object; this is ${shown(document)}. Read a file first; bank.createWorld takes one of the product's by fixtureName.`,
  )
}

/** The name of a thing that is given by name or as the thing itself. */
export function nameOf(call: string, what: string, value: unknown): string {
  const name = typeof value === 'object' ? fieldOf(value, 'name') : value
  if (typeof name === 'string' && name !== '') return name
  throw new SandbankError(`${call} takes ${what} or its name; this is ${shown(value)}.`)
}

/** A call of the kit as the beginning of error messages: its name, and its arguments. */
export function callText(call: string, ...given: readonly unknown[]): string {
  return `${call}(${given
    .filter(one => one !== undefined)
    .map(one =>
      one instanceof Date ? instantText(one) : isPlain(one) ? `{ ${Object.keys(one).join(', ')} }` : shown(one),
    )
    .join(', ')})`
}

export function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === PLAIN_OBJECT
}
const PLAIN_OBJECT = Object.prototype

function instantText(at: Date): string {
  return Number.isNaN(at.getTime()) ? 'an invalid Date' : at.toISOString()
}

export function shown(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return String(value)
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  return Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}
