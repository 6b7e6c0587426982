import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { keptTexts, quoteDocument } from '../commands.ts'
import { quote } from '../shell.ts'
import type { Sketch } from './sketch.ts'

/** Where a command finds the bank that was called. */
export function placeOptions({ origin, world }: Sketch): string {
  return `--base ${quote(origin)}${world === DEFAULT_WORLD ? '' : ` --world ${quote(world)}`}`
}

/** A document at the operator's door, as a command. */
export function graphqlCommand(sketch: Sketch, query: string, variables: object): string {
  const given =
    Object.keys(variables).length === 0
      ? ''
      : ` \\\n  --variables ${quote(keptTexts(JSON.stringify(variables, null, 2)))}`
  return `npx sandbank graphql ${placeOptions(sketch)} ${quoteDocument(keptTexts(query))}${given}`
}
