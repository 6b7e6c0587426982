import { headerWord, quote, wordOf } from '../../../platform/shell.ts'
import { printed } from '../commands.ts'
import {
  namesIn,
  neededBy,
  patternOf,
  type Sample,
  type SampleCall,
  settingsOf,
  spell,
  spellPath,
  takenFrom,
} from './sample.ts'

export function curlSample(sample: Sample): string {
  const names = namesIn(sample)
  const write = (call: SampleCall, more = '-i') => {
    const { by, method, path, headers, body } = call
    const url = spellPath(path, names, { text: inDoubleQuotes, value: name => `$${variable(name)}`, plus: '' })
    // Headers that curl adds by itself, and the call did not have.
    const isTyped = body === undefined || headers.some(([name]) => name.toLowerCase() === 'content-type')
    const words = [
      `curl -sS ${more} -X ${method} --globoff "$${by === 'TPP' ? 'SIGNER' : 'BANK'}${url}"`,
      ...headers.map(([name, value]) => `-H ${quote(headerWord(name, value))}`),
      ...(by === 'TPP' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
      ...(isTyped ? [] : ["-H 'Content-Type:'"]),
      ...(body === undefined ? [] : [`--data-${body.includes('\0') ? 'binary @-' : `raw ${data(body)}`}`]),
    ]
    return `${body?.includes('\0') === true ? `${printed(body)} | ` : ''}${words.join(' \\\n  ')}`
  }
  const data = (body: string) => spell(body, names, { text: quote, value: name => `"$${variable(name)}"`, plus: '' })
  const lines = sample.calls.map((call, place) => {
    if (place === sample.calls.length - 1) return write(call)
    const given = takenFrom(sample, place)
    if (given.length === 0) return `${write(call, '-f')}\necho`
    return [
      `ANSWER=$(${write(call, '-f')})`,
      ...given.map(
        ([name, pointer]) => `${variable(name)}=$(sed -E ${quote(`s|.*${patternOf(pointer)}.*|\\1|`)} <<< "$ANSWER")`,
      ),
    ].join('\n')
  })
  const settings = settingsOf(sample).map(
    ({ name, from, or }) => `${name.toUpperCase()}=\${${from}:-${or === '' ? '' : wordOf(or)}}`,
  )
  return `${neededBy(sample, '#')}${[...settings, ...lines].join('\n')}`
}

const variable = (name: string) => name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase()

/** A shell with a history would interpret an exclamation mark. */
const inDoubleQuotes = (text: string) => text.replaceAll(/[\\"$`]/g, '\\$&').replaceAll('!', '%21')
