import { js } from '../samples/javascript.ts'
import { plainJson, type Spelling, spell } from '../samples/sample.ts'
import type { CallStep, GivenValue, OperationStep, Story } from './story.ts'
import { expression, forKits, indented, namesIn, sortedHeaders } from './wording.ts'

/** What each test runner writes in its own way. */
type Runner = {
  readonly imports: (names: string) => readonly string[]
  readonly begin: (title: string) => string
  readonly end: string
  readonly equal: (found: string, wanted: string) => string
  readonly refused: (call: string, code: string) => string
  readonly throws: (call: string) => string
}

const expecting = {
  equal: (found: string, wanted: string) => `expect(${found}).toBe(${wanted})`,
  refused: (call: string, code: string) => `await expect(${call}).rejects.toMatchObject({ code: ${js(code)} })`,
  throws: (call: string) => `await expect(${call}).rejects.toThrow()`,
  // The first call takes longer: it creates a key, and a bank if none is given.
  end: '}, 60_000)',
}

export const RUNNERS = {
  VITEST: {
    ...expecting,
    imports: names => [`import { ${names} } from 'sandbank/testing'`, "import { expect, it } from 'vitest'"],
    begin: title => `it(${js(title)}, async () => {`,
  },
  JEST: {
    ...expecting,
    imports: names => [`const { ${names} } = require('sandbank/testing')`],
    begin: title => `it(${js(title)}, async () => {`,
  },
  NODE_TEST: {
    imports: names => [
      "import assert from 'node:assert/strict'",
      "import { test } from 'node:test'",
      `import { ${names} } from 'sandbank/testing'`,
    ],
    begin: title => `test(${js(title)}, async () => {`,
    end: '})',
    equal: (found, wanted) => `assert.equal(${found}, ${wanted})`,
    refused: (call, code) => `await assert.rejects(${call}, { code: ${js(code)} })`,
    throws: call => `await assert.rejects(${call})`,
  },
} as const satisfies Record<string, Runner>

/** A test in JavaScript with the package's kit. It calls the bank of SANDBANK_URL, else a bank in its own process. */
export function javascriptStory(runner: Runner): (story: Story) => string {
  return original => {
    const story = forKits(original)
    const { source, tpps, steps, origin } = story
    const names = namesIn(story)
    const opened = source.isOfThisBank
      ? [
          `const url = process.env.SANDBANK_URL ?? ${js(origin)}`,
          'const token = process.env.SANDBANK_TOKEN',
          'const bank = await connectSandbank(url, token === undefined ? {} : { token })',
        ]
      : [
          'const { SANDBANK_URL: url, SANDBANK_TOKEN: token } = process.env',
          'const bank = url ? await connectSandbank(url, token ? { token } : {}) : await startSandbank()',
        ]
    const lines = [
      `const world = await bank.createWorld(${literal(optionsOf(source.options), names)})`,
      ...source.moves.map(move => `await world.graphql(${js(move)})`),
      ...tpps.map(tpp => `const ${tpp.variable} = bank.tpp(${js(tpp.name)}, ${tppOptions(tpp)})`),
      ...steps.flatMap((step, place) =>
        step.kind === 'CALL' ? callLines(step, place, names, runner) : operationLines(step, place, names, runner),
      ),
    ]
    return `${story.notes.map(note => `// ${note}\n`).join('')}${runner.imports(source.isOfThisBank ? 'connectSandbank' : 'connectSandbank, startSandbank').join('\n')}

${runner.begin(story.title)}
${indented(opened, '  ')}
  try {
${indented(lines, '    ')}
  } finally {
    await bank.close()
  }
${runner.end}
`
  }
}

/** The source as options of the kit: a snapshot as `world.snapshot()` returns it. */
function optionsOf({ snapshotOf, ...options }: Story['source']['options']): object {
  return snapshotOf === undefined ? options : { ...options, snapshot: snapshotOf }
}

function tppOptions({ roles, id }: Story['tpps'][number]): string {
  const own = id === undefined ? '' : `, id: ${js(id)}`
  return `{ roles: [${roles.map(js).join(', ')}]${own} }`
}

function callLines(step: CallStep, place: number, names: readonly string[], runner: Runner): string[] {
  const { tpp, method, path, isOfWorld, psu, lacks, body, call, isLost } = step
  const { named, others } = sortedHeaders(step)
  const json = plainJson(body, 2)
  const headers = [
    ...others.map(([name, value]) => `${key(name)}: ${text(value, names)}`),
    ...lacks.map(name => `${key(name)}: null`),
  ]
  const isUsual = method === (body === undefined ? 'GET' : 'POST')
  const options = [
    ...(isUsual ? [] : [`method: ${js(method)}`]),
    ...(psu === undefined ? [] : [`psu: ${text(psu, names)}`]),
    ...named.map(([name, value]) => `${name}: ${text(value, names)}`),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`]),
    ...(body === undefined
      ? []
      : [json === undefined ? `body: ${text(body, names)}` : `json: ${literalOf(json, names)}`]),
  ]
  const url = isOfWorld ? `world.url(${text(path, names)})` : text(path, names)
  const given =
    options.length === 0
      ? ''
      : `, {\n${indented(
          options.map(option => `${option},`),
          '  ',
        )}\n}`
  const sent = `${tpp.variable}.fetch(${url}${given})`
  if (isLost) return [runner.throws(sent)]
  const answer = `answer${place + 1}`
  const isRefused = call.code !== undefined && call.answer.body !== undefined
  // A Response can be read only once.
  const isShared = step.gives.length + (isRefused ? 1 : 0) > 1
  const read = isShared ? `body${place + 1}` : `(await ${answer}.json())`
  return [
    `const ${answer} = await ${sent}`,
    runner.equal(`${answer}.status`, String(call.status)),
    ...(isShared ? [`const ${read} = await ${answer}.json()`] : []),
    ...(isRefused ? [runner.equal(`${read}.tppMessages[0].code`, js(call.code ?? ''))] : []),
    ...taken(step.gives, read),
  ]
}

function operationLines(step: OperationStep, place: number, names: readonly string[], runner: Runner): string[] {
  const { query, variables, short, call, gives, wanted } = step
  if (short?.name === 'advance') return [`await world.clock.advance(${js(short.distance)})`]
  if (short !== undefined) {
    const options = short.options === '{}' ? '' : `, ${literalOf(short.options, names)}`
    return [`await world.${short.name}(answer${short.of + 1}, ${text(short.psu, names)}${options})`]
  }
  const values = variables === '{}' ? '' : `, ${literalOf(JSON.stringify(JSON.parse(variables), null, 2), names)}`
  const sent = `world.graphql(${text(query, names)}${values})`
  if (call.code !== undefined) return [runner.refused(sent, call.code)]
  if (wanted !== undefined)
    return [
      `const answer${place + 1} = await ${sent}`,
      runner.equal(`answer${place + 1}.data.${wanted.field}.status`, js(wanted.value)),
    ]
  if (gives.length === 0) return [`await ${sent}`]
  return [`const answer${place + 1} = await ${sent}`, ...taken(gives, `answer${place + 1}`)]
}

function taken(gives: readonly GivenValue[], from: string): string[] {
  return gives.map(({ name, keys, isAddress }) => {
    const path = keys.map(one =>
      typeof one === 'number' ? `[${one}]` : /^\w+$/.test(one) ? `.${one}` : `[${js(one)}]`,
    )
    return `const ${name} = ${from}${path.join('')}${isAddress ? ".split('/').at(-1)" : ''}`
  })
}

const SPELLING: Spelling = { text: js, value: name => (name === 'world' ? 'world.name' : name), plus: ' + ' }
const text = (of: string, names: readonly string[]) => spell(of, names, SPELLING)
const key = (name: string) => (/^\w+$/.test(name) ? name : js(name))
const literal = (value: object, names: readonly string[]) => literalOf(JSON.stringify(value, null, 2), names)
const literalOf = (json: string, names: readonly string[]) =>
  expression(json, names, SPELLING, { key: quoted => quoted.replace(/^"([A-Za-z_]\w*)"$/, '$1') })
