import { isObject } from '../../../domain/given.ts'
import { parseJson, QUOTED_TEXT } from '../../../domain/texts.ts'
import {
  namesIn,
  neededBy,
  OWN_ID,
  plainJson,
  quoted,
  readPointer,
  type Sample,
  type SampleCall,
  settingsOf,
  spellPath,
  takenFrom,
} from './sample.ts'

/** A module for Node, with its own fetch. */
export function javascriptSample(sample: Sample): string {
  const names = namesIn(sample)
  const settings = settingsOf(sample).map(({ name, from, or }) => `const ${name} = process.env.${from} ?? ${js(or)}`)
  const calls = callsOf(sample, (call, answer) => {
    const { by, path, body } = call
    const json = plainJson(body, 2)
    const token = by === 'TPP' ? [] : ["Authorization: 'Bearer ' + token"]
    const more =
      body === undefined
        ? []
        : [`body: ${json === undefined ? js(body) : `JSON.stringify(${expression(json, names)})`}`]
    return `const ${answer} = await fetch(${by === 'TPP' ? 'signer' : 'bank'} + ${address(path, names)}, ${optionsOf(call, token, more)})`
  })
  return `${neededBy(sample, '//')}${[...settings, '', ...calls].join('\n')}`
}

/** A module for Node, with the package `sandbank/testing` (D90). */
export function kitSample(given: Sample): string {
  // The kit approves by means of the answer itself.
  const calls = given.calls.map(call => (call.approver === undefined ? call : { ...call, body: undefined }))
  const sample = { ...given, calls }
  const asksId = calls.some(({ path }) => path.includes(OWN_ID))
  const names = [...namesIn(sample), ...(asksId ? ['tppId'] : [])]
  const [, world] = /^\/worlds\/([^/]+)\//.exec(sample.calls.at(-1)?.path ?? '') ?? []
  const lines = callsOf(sample, (call, answer, before) => {
    const { by, path, body, approver } = call
    if (approver !== undefined) return `await world.approve(${before}, ${js(approver)}, { context: 'PRIVATE' })`
    const document = parseJson(body ?? '')
    if (by === 'OPERATOR' && isObject(document)) {
      const variables = isObject(document['variables'])
        ? `, ${expression(JSON.stringify(document['variables'], null, 2), names)}`
        : ''
      return `const ${answer} = await world.graphql(${js(String(document['query']))}${variables})`
    }
    const json = plainJson(body, 2)
    const more =
      body === undefined ? [] : [json === undefined ? `body: ${js(body)}` : `json: ${expression(json, names)}`]
    const below = world === undefined ? path : path.slice(`/worlds/${world}`.length)
    return `const ${answer} = await tpp.fetch(world.url(${address(below, names)}), ${optionsOf(call, [], more)})`
  })
  return `import { connectSandbank } from 'sandbank/testing'

const url = process.env.SANDBANK_URL ?? ${js(sample.origin)}
const bank = await connectSandbank(url, { token: process.env.SANDBANK_TOKEN })
const world = ${world === undefined ? 'bank.world' : `await bank.openWorld(${js(world)})`}
const tpp = bank.tpp('sample')
${asksId ? 'const tppId = await tpp.id()\n' : ''}
${lines.join('\n')}
await bank.close()`
}

type WriteCall = (call: SampleCall, answer: string, before: string) => string

/** Each call, the values taken from its answer, and the last answer. */
function callsOf(sample: Sample, write: WriteCall): string[] {
  const last = sample.calls.length - 1
  const answerAt = (place: number) => (place === last ? 'answer' : `answer${place + 1}`)
  const lines = sample.calls.flatMap((call, place) => {
    const given = takenFrom(sample, place)
    return [
      write(call, answerAt(place), takenFrom(sample, place - 1).length > 0 ? `made${place}` : answerAt(place - 1)),
      ...(place === last || given.length === 0 ? [] : [`const made${place + 1} = await ${answerAt(place)}.json()`]),
      ...(place === last
        ? []
        : given.map(([name, pointer]) => `const ${name} = ${valueAt(`made${place + 1}`, pointer)}`)),
    ]
  })
  const isDocument = sample.calls[last]?.by === 'OPERATOR' && lines.at(-1)?.includes('world.graphql') === true
  return [...lines, isDocument ? 'console.log(answer.data)' : 'console.log(answer.status, await answer.text())']
}

function valueAt(from: string, pointer: string): string {
  const { keys, isAddress } = readPointer(pointer)
  return `${[from, ...keys].join('.')}${isAddress ? ".split('/').at(-1)" : ''}`
}

export function optionsOf(
  { method, headers }: Pick<SampleCall, 'method' | 'headers'>,
  token: readonly string[],
  more: readonly string[],
): string {
  const sent = [...headers.map(([name, value]) => `${/^\w+$/.test(name) ? name : js(name)}: ${js(value)}`), ...token]
  const lines = [`method: ${js(method)}`, ...(sent.length === 0 ? [] : [`headers: { ${sent.join(', ')} }`]), ...more]
  return lines.length === 1
    ? `{ ${lines[0]} }`
    : `{\n${lines.map(line => `  ${line.replaceAll('\n', '\n  ')},\n`).join('')}}`
}

/** JSON as an expression: names without quotation marks where possible, values of earlier calls as variables. */
function expression(json: string, names: readonly string[]): string {
  return json.replaceAll(/^( *)"([A-Za-z_]\w*)": /gm, '$1$2: ').replaceAll(QUOTED_TEXT, text => {
    const name = text.slice(2, -2)
    return names.includes(name) ? name : singly(text)
  })
}

function address(path: string, names: readonly string[]): string {
  return spellPath(path, names, { text: js, value: name => name, plus: ' + ' })
}

export function js(text: string): string {
  return singly(quoted(text))
}

function singly(text: string): string {
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
