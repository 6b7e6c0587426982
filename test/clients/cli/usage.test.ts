import { readFileSync } from 'node:fs'
import { parse, validate } from 'graphql'
import { afterAll, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { createCli } from '../../support/clients/cli.ts'

const cli = createCli()
afterAll(() => cli.remove())

it.each([
  [
    ['--help'],
    ['Usage: sandbank', 'start', 'tpp', 'call', 'npx sandbank tpp new acme', '3  the bank could not be reached'],
  ],
  [
    ['start', '--help'],
    ['Usage: sandbank start', '--port 4100', '--world', '--home', '--host'],
  ],
  [
    ['tpp', '--help'],
    ['new', 'list', 'npx sandbank tpp list'],
  ],
  [
    ['tpp', 'new', '--help'],
    ['--roles', '--org', '--id', '--force', 'NO-FSA-123456789'],
  ],
  [['tpp', 'list', '--help'], ['--json']],
  [
    ['call', '--help'],
    [
      '--tpp',
      '--world',
      '--psu',
      '--header',
      '--data',
      '--base',
      'SANDBANK_URL',
      '--curl',
      '--verbose',
      '--json',
      'Exit codes:',
    ],
  ],
])('%j explains itself with examples', async (args, expected) => {
  const { exitCode, stdout, stderr } = await cli.run(args)
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout).toContain('Examples:')
  for (const text of expected) expect(stdout).toContain(text)
})

it('the documents that the help of `graphql` shows are of the schema', async () => {
  const { stdout } = await cli.run(['graphql', '--help'])
  const documents = [...stdout.matchAll(/npx sandbank graphql '([^']+)'/g)].map(([, document = '']) => document)
  expect(documents.length).toBeGreaterThan(2)
  expect(documents.flatMap(document => validate(schema, parse(document)))).toEqual([])
})

it('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(await cli.run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

it.each([
  [[], 'Usage: sandbank'],
  [['tpp'], 'Usage: sandbank tpp'],
  [['opne'], 'There is no command "opne". Did you mean open? The commands are start, tpp, '],
  [['opne', '--help'], 'Did you mean open?'],
  [['tpp', 'nwe', 'acme'], 'There is no command "tpp nwe". Did you mean tpp new? The commands are new, list, use'],
  [['world', 'delte', '--help'], 'Did you mean world delete?'],
  [['qqqq'], 'There is no command "qqqq". The commands are start, tpp, '],
  [['clok', '--help'], 'Did you mean clock?'],
  [['aprove', 'x'], 'Did you mean approve?'],
  [['scenarios', 'list'], 'Did you mean scenario?'],
  [['tpp', 'new'], "missing required argument 'name'"],
  [['tpp', 'list', '--jsno'], 'Did you mean --json?'],
  [['call', 'GET'], "missing required argument 'path'"],
])('%j is wrong usage: exit code 2, nothing on stdout, and where to read on', async (args, expected) => {
  const { exitCode, stdout, stderr } = await cli.run(args)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toContain(expected)
  expect(stderr).toContain('--help')
})

it('a wrong setting is wrong usage, and is named', async () => {
  const { exitCode, stderr } = await cli.run(['tpp', 'list'], { env: { PORT: '70000' } })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('PORT="70000"')
})
