import { QUOTED_TEXT } from '../../../domain/texts.ts'
import {
  namesIn,
  neededBy,
  plainJson,
  quoted,
  readPointer,
  type Sample,
  settingsOf,
  spell,
  spellPath,
  takenFrom,
} from './sample.ts'

/** A program for Python 3, with its standard library only. */
export function pythonSample(sample: Sample): string {
  const names = namesIn(sample)
  const spelling = { text: quoted, value: variable, plus: ' + ' }
  const calls = sample.calls.flatMap(({ by, method, path, headers, body }, place) => {
    const sent = headers.map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)
    const token = by === 'TPP' ? [] : ['"Authorization": "Bearer " + token']
    const json = plainJson(body, 4)
    const data = json === undefined ? spell(body ?? '', names, spelling) : `json.dumps(${expression(json, names)})`
    const url = `${by === 'TPP' ? 'signer' : 'bank'} + ${spellPath(path, names, spelling)}`
    const call = `call(${quoted(method)}, ${url}, {${[...sent, ...token].join(', ')}}${body === undefined ? '' : `, ${data}`})`
    const given = takenFrom(sample, place)
    if (given.length === 0) return [call]
    return [`made = json.loads(${call})`, ...given.map(([name, pointer]) => `${variable(name)} = ${valueAt(pointer)}`)]
  })
  return `${neededBy(sample, '#')}import json
import os
import urllib.error
import urllib.request

${settingsOf(sample)
  .map(({ name, from, or }) => `${name} = os.environ.get("${from}", ${quoted(or)})`)
  .join('\n')}


def call(method, url, headers, body=""):
    request = urllib.request.Request(url, body.encode() or None, headers, method=method)
    try:
        answer = urllib.request.urlopen(request)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    text = answer.read().decode()
    print(answer.status, text)
    return text


${calls.join('\n')}`
}

function expression(json: string, names: readonly string[]): string {
  const words = json.split(QUOTED_TEXT)
  const texts = json.match(QUOTED_TEXT) ?? []
  const named = texts.map(text =>
    text.replace(/^"\{(\w+)\}"$/, (whole, name) => (names.includes(name) ? variable(name) : whole)),
  )
  return words
    .map((part, place) => part.replaceAll(/true|false|null/g, word => WORDS[word] ?? word) + (named[place] ?? ''))
    .join('')
}

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

function valueAt(pointer: string): string {
  const { keys, isAddress } = readPointer(pointer)
  return `made${keys.map(key => `["${key}"]`).join('')}${isAddress ? '.split("/")[-1]' : ''}`
}

const variable = (name: string) => name.replaceAll(/(?=[A-Z])/g, '_').toLowerCase()
