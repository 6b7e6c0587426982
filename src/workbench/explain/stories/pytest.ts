import { plainJson, quoted, type Spelling, spell } from '../samples/sample.ts'
import type { CallStep, GivenValue, OperationStep, Story } from './story.ts'
import { commented, expression, forKits, indented, namesIn, sortedHeaders } from './wording.ts'
import { wordOf } from './words.ts'

/** A test for pytest with sandbank.py; `sandbank exec` puts that on its path. */
export function pytestStory(original: Story): string {
  const story = forKits(original)
  const { source, tpps, steps } = story
  const names = namesIn(story)
  const needsJson = source.options['fixture'] !== undefined
  const lines = [
    ...source.moves.map(move => `world.graphql(${quoted(move)})`),
    ...tpps.map(tpp => `${wordOf(tpp.variable)} = bank.tpp(${quoted(tpp.name)}, ${tppArguments(tpp)})`),
    ...steps.flatMap((step, place) =>
      step.kind === 'CALL' ? callLines(step, place, names) : operationLines(step, place, names),
    ),
  ]
  const made = worldArguments(source.options)
  const usesPytest = steps.some(step => (step.kind === 'CALL' ? step.isLost : step.call.code !== undefined))
  const imports = [
    ...(usesPytest ? ['SandbankError'] : []),
    ...(made.includes('Snapshot(') ? ['Snapshot'] : []),
    'connect',
  ]
  return `${commented(story)}
# npx sandbank exec -- pytest FILE    (elsewhere: lay sandbank.py, which \`npx sandbank kit python\` prints, beside it)
${needsJson ? 'import json\n\n' : ''}${usesPytest ? 'import pytest\n' : ''}from sandbank import ${imports.join(', ')}


def test_story():
    with connect() as bank, bank.create_world(${made}) as world:
${indented(lines, '        ')}
`
}

const WORDS: Readonly<Record<string, string>> = { from: 'from_', copyOf: 'copy_of', fixtureName: 'fixture_name' }

function worldArguments({ snapshotOf, fixture, ...options }: Story['source']['options']): string {
  const { world, name } = Object(snapshotOf)
  return [
    ...(snapshotOf === undefined
      ? []
      : [`snapshot=Snapshot(name=${quoted(String(name))}, world=${quoted(String(world))})`]),
    ...(fixture === undefined ? [] : [`fixture=json.loads(${quoted(JSON.stringify(fixture))})`]),
    ...Object.entries(options).map(([key, value]) => `${WORDS[key] ?? key}=${literal(JSON.stringify(value), [])}`),
  ].join(', ')
}

function tppArguments({ roles, id }: Story['tpps'][number]): string {
  return `roles=[${roles.map(quoted).join(', ')}]${id === undefined ? '' : `, id=${quoted(id)}`}`
}

function callLines(step: CallStep, place: number, names: readonly string[]): string[] {
  const { tpp, method, path, isOfWorld, psu, lacks, body, call, isLost } = step
  const { named, others } = sortedHeaders(step)
  const json = plainJson(body, 4)
  const headers = [
    ...others.map(([name, value]) => `${quoted(name)}: ${text(value, names)}`),
    ...lacks.map(name => `${quoted(name)}: None`),
  ]
  const options = [
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`method=${quoted(method)}`]),
    ...(psu === undefined ? [] : [`psu=${text(psu, names)}`]),
    ...named.map(([name, value]) => `${wordOf(name)}=${text(value, names)}`),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined ? [] : [json === undefined ? `body=${text(body, names)}` : `json=${literal(json, names)}`]),
  ]
  const url = isOfWorld ? `world.url(${text(path, names)})` : text(path, names)
  const sent = `${wordOf(tpp.variable)}.fetch(\n${indented(
    [url, ...options].map(one => `${one},`),
    '    ',
  )}\n)`
  if (isLost) return ['with pytest.raises(SandbankError):', indented([sent], '    ')]
  const answer = `answer_${place + 1}`
  return [
    `${answer} = ${sent}`,
    `assert ${answer}.status == ${call.status}`,
    ...(call.code === undefined || call.answer.body === undefined
      ? []
      : [`assert ${answer}.json()["tppMessages"][0]["code"] == ${quoted(call.code)}`]),
    ...taken(step.gives, `${answer}.json()`),
  ]
}

function operationLines(step: OperationStep, place: number, names: readonly string[]): string[] {
  const { query, variables, short, call, gives, wanted } = step
  if (short?.name === 'advance') return [`world.clock.advance(${quoted(short.distance)})`]
  if (short !== undefined) {
    const options = Object.entries(Object(JSON.parse(short.options))).map(
      ([name, value]) => `, ${wordOf(name)}=${literal(JSON.stringify(value), names)}`,
    )
    return [`world.${short.name}(answer_${short.of + 1}, ${text(short.psu, names)}${options.join('')})`]
  }
  const values = variables === '{}' ? '' : `, ${literal(JSON.stringify(JSON.parse(variables), null, 4), names)}`
  const sent = `world.graphql(${text(query, names)}${values})`
  if (call.code !== undefined)
    return [
      'with pytest.raises(SandbankError) as refused:',
      `    ${sent.replaceAll('\n', '\n    ')}`,
      `assert refused.value.code == ${quoted(call.code)}`,
    ]
  if (wanted !== undefined)
    return [
      `answer_${place + 1} = ${sent}`,
      `assert answer_${place + 1}[${quoted(wanted.field)}]["status"] == ${quoted(wanted.value)}`,
    ]
  if (gives.length === 0) return [sent]
  // The kit returns `data` without the object around it.
  const inData = gives.map(value => ({ ...value, keys: value.keys.slice(1) }))
  return [`answer_${place + 1} = ${sent}`, ...taken(inData, `answer_${place + 1}`)]
}

function taken(gives: readonly GivenValue[], from: string): string[] {
  return gives.map(({ name, keys, isAddress }) => {
    const path = keys.map(key => (typeof key === 'number' ? `[${key}]` : `[${quoted(key)}]`))
    return `${wordOf(name)} = ${from}${path.join('')}${isAddress ? '.split("/")[-1]' : ''}`
  })
}

const SPELLING: Spelling = {
  text: quoted,
  value: name => (name === 'world' ? 'world.name' : wordOf(name)),
  plus: ' + ',
}
const text = (of: string, names: readonly string[]) => spell(of, names, SPELLING)
const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }
const literal = (json: string, names: readonly string[]) =>
  expression(json, names, SPELLING, {
    words: part => part.replaceAll(/true|false|null/g, word => PYTHON_WORDS[word] ?? word),
  })
