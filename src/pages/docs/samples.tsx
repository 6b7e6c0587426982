import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { addressOf, at, placeOf } from '../../explain/commands.ts'
import { LANGUAGES } from '../../explain/samples/languages.ts'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import { Code } from '../blocks.tsx'
import { Command } from '../whole-words.tsx'

type Props = {
  readonly documented: DocumentedOperation
  /** Where its reader has reached the bank. */
  readonly origin: string | undefined
}

/** The example of an operation in each language (D100). A radio button opens each, so that it needs no script; docs.js remembers the choice. */
export function Samples({ documented: { calls, sampleAt }, origin }: Props) {
  const place = placeOf(DEFAULT_WORLD, origin)
  const proxy = `npx sandbank proxy${at(place)}`
  const samples = [
    { name: 'sandbank', title: 'sandbank', text: sampleAt(at(place)) },
    ...Object.entries(LANGUAGES).map(([name, { title, write }]) => ({
      name: name.toLowerCase(),
      title,
      text: write({ calls, origin: addressOf(place), proxy }),
    })),
  ]
  return (
    <fieldset class="tabs">
      <legend class="soft">The language of the sample</legend>
      {samples.map(({ name, title }, number) => (
        <label>
          <input type="radio" name="language" value={name} checked={number === 0} />
          {title}
        </label>
      ))}
      {samples.map(({ name, text }) => (
        <div id={`in-${name}`}>
          <Code>{name === 'sandbank' ? <Command text={text} /> : text}</Code>
        </div>
      ))}
    </fieldset>
  )
}
