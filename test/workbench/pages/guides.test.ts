import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const browser = await startBrowser()
const ROOT = new URL('../../..', import.meta.url).pathname
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

/** The examples of a page, as they are copied. */
async function examplesOf(path: string): Promise<string[]> {
  const page = await (await fetch(`${bank.url}${path}`)).text()
  const entities = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
  return [...page.matchAll(/<pre[^>]*data-copy[^>]*><code[^>]*>([\s\S]*?)<\/code>/g)].map(([, text = '']) =>
    Object.entries(entities).reduce(
      (sofar, [name, letter]) => sofar.replaceAll(`&${name};`, letter),
      text.replaceAll(/<[^>]*>/g, ''),
    ),
  )
}

it.each(Object.keys(GUIDES).filter(name => !['kit', 'recipes', 'suites', 'hosting', 'changes'].includes(name)))(
  'the examples of /docs/%s run as they stand',
  async name => {
    const examples = await examplesOf(`/docs/${name}`)
    expect(examples.length).toBeGreaterThan(0)
    for (const text of examples) {
      const [, file] = /^# (\S+)\n/.exec(text) ?? []
      if (file !== undefined) {
        writeFileSync(join(cli.home, file), text)
        continue
      }
      const ran = await pasteHere(cli.home, `set -e\n${text}`, { SANDBANK_URL: bank.url })
      expect({ text, exitCode: ran.exitCode, said: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({
        text,
        exitCode: 0,
        said: '',
      })
      expect(ran.stdout).not.toContain('"errors"')
    }
  },
)

it('the example of /docs/kit passes in a project that has the package', async () => {
  await builtProgram('cli.js')
  const [install, text = ''] = await examplesOf('/docs/kit')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(install).toBe(`npm install --save-dev ../sandbank/sandbank-${version}.tgz`)
  const project = join(cli.home, 'project')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(ROOT, join(project, 'node_modules/sandbank'))
  const [, file = ''] = /^\/\/ (\S+)\n/.exec(text) ?? []
  writeFileSync(join(project, file), text)
  const options = ['--test', '--test-reporter=tap', file]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: project, timeout: 170_000 })
  expect(stdout).toMatch(/# pass 1\n# fail 0/)
  rmSync(project, { recursive: true })
})

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
  expect(await page('/docs/warnings')).toMatch(/<tr id="KEYID_FORM">.*SIGNATURE_INVALID/)
  expect(await page('/docs/warnings')).toMatch(/<tr id="DATE_UNSIGNED">.*accepted/)
  expect(await page('/docs/scenarios')).toContain('METHOD_NOT_ALLOWED (405)')
  expect(await page('/docs/errors')).toContain('<tr id="METHOD_NOT_ALLOWED">')
})

it('the pages have nothing that axe would name, and no sideways scroll, at 1280 px and 390 px', async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  for (const name of ['states', 'warnings', 'errors', 'errors/CONFLICT', 'decisions', ...Object.keys(GUIDES)]) {
    await page.goto(`${bank.url}/docs/${name}`)
    await expectAccessibleAnywhere(page)
  }
})

it('/docs/changes says what each version changed, with that of the package or the next one first (D112)', async () => {
  const page = await (await fetch(`${bank.url}/docs/changes`)).text()
  const { stdout } = await cli.run(['--version'])
  const [first = '', second = ''] = [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>\s*<ul>\s*<li>/g)].map(([, name]) => name)
  expect([first, second]).toContain(stdout.trim())
  expect(first.localeCompare(second, 'en', { numeric: true })).toBe(1)
  expect(page).toContain('<code>sandbank move</code>')
})
