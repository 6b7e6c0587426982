import { nearest } from '../domain/fixtures.ts'
import { SandbankError } from './failure.ts'

/**
 * Refuses an option that a call of the kit does not have, and one that is null: a test without types that misspells `fixture` would else be given another world
 * than it means, and pass or fail for no reason that it can see.
 */
export function assertOptions<Name extends string>(
  call: string,
  given: { readonly [key in Name]?: unknown },
  names: readonly Name[],
): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new SandbankError(`The options of ${call} are an object with ${names.join(', ')}.`)
  for (const [name, value] of Object.entries(given)) {
    const like = nearest(name, names)
    const meant = like === undefined ? '' : ` Did you mean ${like}?`
    if (!names.some(one => one === name))
      throw new SandbankError(`${call} has no option ${JSON.stringify(name)}; it has ${names.join(', ')}.${meant}`)
    if (value === null) throw new SandbankError(`The option ${name} of ${call} is null: leave it out, or give a value.`)
  }
}
