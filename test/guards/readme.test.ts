import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli.ts'
import { GUIDES } from '../../src/workbench/pages/docs/guides.tsx'
import { INSTALL_FOR_SUITES } from '../../src/workbench/pages/docs/suites.ts'

const ROOT = new URL('../../', import.meta.url)
const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The plan of the code, for contributors. */
const plan = readFileSync(new URL('../../src/README.md', import.meta.url), 'utf8')

it('is at most 250 lines', () => expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250))

it('names every setting of config.ts', () => {
  const config = readFileSync(new URL('../../src/platform/config.ts', import.meta.url), 'utf8')
  const settings = [...config.matchAll(/^ {2}([A-Z_]+): (?:z|oneOf)\b/gm)].map(([, name]) => name)
  expect(settings).toHaveLength(15)
  for (const name of settings) expect(text, `README names ${name}`).toContain(`\`${name}\``)
})

it('links to no file and no heading that is not there', () => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to).filter(to => !to.startsWith('http'))
  expect(links.length).toBeGreaterThan(15)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, '')
        .replaceAll(' ', '-')}`,
  )
  const isThere = (to: string) => headings.includes(to) || existsSync(new URL(to, ROOT))
  expect(links.filter(to => !isThere(to))).toEqual([])
})

it('leads to each guide of /docs by a link to the page of a running bank', () => {
  const linked = new Set([...text.matchAll(/\(http:\/\/127\.0\.0\.1:4000\/docs\/([\w-]+)\)/g)].map(([, name]) => name))
  expect(Object.keys(GUIDES).filter(name => !linked.has(name))).toEqual([])
})

it('has no block but those that run: in a test, or as the first words of each clone', () => {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*)\n/gm)].map(
    ([, language, first = '']) => `${language} ${first.trim()}`,
  )
  expect(blocks).toEqual([
    'sh npm ci && npm start',
    `sh npm pack && cd ../your-project && ${INSTALL_FOR_SUITES}`,
    // test/clients/testing/package.test.ts
    'js // payments.test.js',
    // test/clients/cli/recipes.test.ts
    'sh npx sandbank tpp new acme',
    'graphql mutation SmallBank {',
    expect.stringMatching(/^sh npm ci && npm test /),
  ])
})

it('names no script of npm and no command that is not there', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  const named = [...`${text}${plan}`.matchAll(/`npm run ([a-z:-]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(name => !(name in scripts))).toEqual([])
  const commands = createProgram().commands.map(one => one.name())
  const typed = [...text.matchAll(/npx sandbank (\w+)/g)].map(([, name = '']) => name)
  expect(new Set(typed).size).toBeGreaterThan(8)
  expect(typed.filter(name => !commands.includes(name))).toEqual([])
})

it('names no file to a contributor that is not there', () => {
  const named = [...plan.matchAll(/`((?:test|prisma|\w+)\/[\w./-]+\.(?:ts|prisma|yml))`/g)].flatMap(([, path = '']) =>
    /NOUN|OPERATION/.test(path) ? [] : [path],
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(path => !existsSync(new URL(path, ROOT)) && !existsSync(new URL(`src/${path}`, ROOT)))).toEqual(
    [],
  )
})

it('names every file and folder directly below src', async () => {
  const { readdirSync } = await import('node:fs')
  const names = readdirSync(new URL('../../src', import.meta.url)).filter(name => name !== 'README.md')
  for (const name of names) expect(plan, `src/README.md maps ${name}`).toContain(name)
})
