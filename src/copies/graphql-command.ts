import { quote } from '../client/shell.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import type { Sketch } from './sketch.ts'

/** Where a command finds the bank that was called. */
export function placeOptions({ origin, world }: Sketch): string {
  return `--base ${quote(origin)}${world === DEFAULT_WORLD ? '' : ` --world ${quote(world)}`}`
}

/** A document at the operator's door, as a command. */
export function graphqlCommand(sketch: Sketch, query: string, variables: object): string {
  const given =
    Object.keys(variables).length === 0 ? '' : ` \\\n  --variables ${quote(JSON.stringify(variables, null, 2))}`
  return `npx sandbank graphql ${placeOptions(sketch)} ${quote(query)}${given}`
}

/** What a call of the operator's door asked for. */
export function askedOf({ body, target }: Sketch): { query: string; variables: object } | undefined {
  const { searchParams } = new URL(target, 'http://bank')
  const fields = body === undefined ? Object.fromEntries(searchParams) : parse(body)
  if (typeof fields !== 'object' || fields === null || !('query' in fields)) return undefined
  const { query } = fields
  const given = 'variables' in fields ? fields.variables : undefined
  const variables = typeof given === 'string' ? parse(given) : given
  if (typeof query !== 'string') return undefined
  return { query, variables: typeof variables === 'object' && variables !== null ? variables : {} }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
