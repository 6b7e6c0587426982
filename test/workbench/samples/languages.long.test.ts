import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentedOperations } from '../../../src/api/openapi/api-reference.ts'
import { type RunningProxy, startProxy } from '../../../src/clients/cli/proxy.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { LANGUAGES, type SampleLanguage } from '../../../src/workbench/explain/samples/languages.ts'
import { SAMPLE_COMMANDS, sampleCalls } from '../../../src/workbench/explain/samples/operation-samples.ts'
import { leanWorlds } from '../../support/builders/lean-worlds.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { isThere, type Program, RUNNERS } from './programs.ts'

// D100: what the documentation shows of each operation, in each language, as it stands, against one bank and one proxy that signs.

const documented = [...(await documentedOperations('strict', osloDay(new Date()), SAMPLE_COMMANDS)).values()]
const home = mkdtempSync(join(tmpdir(), 'sandbank-samples-'))
let cli: Cli
let bank: RunningBank
let proxy: RunningProxy

beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
  cli.addTpp('acme')
  await ask('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  proxy = await startProxy(
    { base: bank.url, port: '0' },
    { config: readConfig({ SANDBANK_HOME: cli.home }), now: () => new Date(), newId: randomUUID },
  )
})
afterAll(async () => {
  await proxy.stop()
  await bank.stop()
  cli.remove()
  rmSync(home, { recursive: true, force: true })
})

const ask = async (query: string, variables: object = {}) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${bank.url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await answer.json()
  expect(errors).toBeUndefined()
  return data
}
const newWorld = leanWorlds(ask)

const LANGUAGE_NAMES = [
  'CURL',
  'JAVASCRIPT',
  'KIT',
  'PYTHON',
  'JAVA',
  'GO',
] as const satisfies readonly SampleLanguage[]

/** Each operation's sample in a folder of its own, for a world of its own where it changes something. */
async function writePrograms(language: SampleLanguage): Promise<Program[]> {
  const { file, write } = LANGUAGES[language]
  const folder = join(home, language.toLowerCase())
  return Promise.all(
    documented.map(async example => {
      const { route } = example
      const calls = sampleCalls(example)
      const name = route.operation
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, file), write({ calls, origin: bank.url, proxy: 'npx sandbank proxy' }))
      const changes = route.method !== 'GET' || calls.length > 1
      // Of the lines of a standard world, one operation with a consent names one.
      // The kit knows worlds by their names, so that its samples have the default one, as they stand.
      const isKit = language === 'KIT'
      const base = changes && !isKit && name !== 'accountTransactionDetails' ? `/worlds/${await newWorld()}` : ''
      return {
        name,
        folder: join(folder, name),
        env: { SANDBANK_SIGNER: proxy.url + base, SANDBANK_URL: bank.url + base },
        undo: changes && isKit ? 'mutation { restoreSnapshot(name: "before") { world { name } } }' : undefined,
      }
    }),
  )
}

it.each(LANGUAGE_NAMES)('every operation is called by its sample as it stands: %s', async language => {
  if (!isThere(language)) {
    console.warn(
      `${RUNNERS[language].needs.join(', ')} is not on this machine: the samples in ${language} were not run.`,
    )
    return
  }
  const programs = await writePrograms(language)
  const outputs = await RUNNERS[language].run(programs, join(home, language.toLowerCase()))
  const failed = documented.flatMap(({ route }) => {
    const output = outputs.get(route.operation) ?? outputs.get('') ?? ''
    const statuses = [...output.matchAll(/^(?:HTTP\/1\.1 )?(\d{3})\b/gm)].map(([, status]) => Number(status))
    const right = [route.success, ...(route.mayBeAccepted === true ? [202] : [])]
    return right.includes(statuses.at(-1) ?? 0) ? [] : [`${route.operation}: ${output}`]
  })
  expect(failed).toEqual([])
})
