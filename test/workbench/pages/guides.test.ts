import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'
import { examplesOf } from './visits.ts'

let cli: Cli
let bank: RunningBank

beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
  await cli.run(['tpp', 'new', 'acme'])
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

/** Other tests run what these show, or they show nothing to run. */
const ELSEWHERE = new Set(['kit', 'recipes', 'suites', 'hosting', 'teams', 'servers', 'changes', 'assistants'])

it.each(Object.keys(GUIDES).filter(name => !ELSEWHERE.has(name)))(
  'the examples of /docs/%s run as they stand',
  async name => {
    const examples = await examplesOf(bank.url, `/docs/${name}`)
    expect(examples.length).toBeGreaterThan(0)
    for (const text of examples) {
      const [, file] = /^# (\S+)\n/.exec(text) ?? []
      if (file !== undefined) {
        writeFileSync(join(cli.home, file), text)
        continue
      }
      const here = text.replace('http://127.0.0.1:4000', bank.url).replace('.sandbank/tpps', join(cli.home, 'tpps'))
      const ran = await pasteHere(cli.home, `set -e\n${here}`, { SANDBANK_URL: bank.url })
      expect({ text, exitCode: ran.exitCode, said: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({
        text,
        exitCode: 0,
        said: '',
      })
      expect(ran.stdout).not.toContain('"errors"')
    }
  },
)

it('the page of the command line names each command of --help', async () => {
  const page = await (await fetch(`${bank.url}/docs/cli`)).text()
  const { stdout } = await cli.run(['--help'])
  const names = [...(/Commands:([\s\S]*?)\n\n/.exec(stdout)?.[1] ?? '').matchAll(/^ {2}([a-z]+)/gm)].map(
    ([, found = '']) => found,
  )
  expect(names.length).toBeGreaterThan(10)
  for (const name of names.filter(one => one !== 'help')) expect(page).toContain(`<code>${name}</code>`)
})

it('states, warnings, scenarios and errors of the tables have rows with addresses of their own', async () => {
  const page = async (path: string) => (await fetch(`${bank.url}${path}`)).text()
  expect(await page('/docs/states')).toMatch(
    /<code>ACTC<\/code> approved<\/th><td>.*?<\/td><td><div>→ <code>ACSC<\/code> booked<\/div><div>→ <code>CANC<\/code> cancelled<\/div><\/td>/,
  )
  expect(await page('/docs/errors')).toMatch(/<tr id="KEYID_FORM">.*SIGNATURE_INVALID/)
  expect(await page('/docs/errors')).toMatch(/<tr id="DATE_UNSIGNED">.*accepted/)
  expect(await page('/docs/scenarios')).toContain('METHOD_NOT_ALLOWED (405)')
  expect(await page('/docs/errors')).toContain('<tr id="METHOD_NOT_ALLOWED">')
})

it('/docs/changes says what each version changed, with that of the package or the next one first (D112)', async () => {
  const page = await (await fetch(`${bank.url}/docs/changes`)).text()
  const { stdout } = await cli.run(['--version'])
  const [first = '', second = ''] = [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>\s*<ul>\s*<li>/g)].map(([, name]) => name)
  expect([first, second]).toContain(stdout.trim())
  expect(first.localeCompare(second, 'en', { numeric: true })).toBe(1)
  expect(page).toContain('<code>sandbank move</code>')
})
