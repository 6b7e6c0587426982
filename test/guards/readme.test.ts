import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The plan of the code, for contributors. */
const plan = readFileSync(new URL('../../src/README.md', import.meta.url), 'utf8')

it('is at most 450 lines', () => expect(text.split('\n').length).toBeLessThanOrEqual(450))

it('names every setting of config.ts', () => {
  const config = readFileSync(new URL('../../src/platform/config.ts', import.meta.url), 'utf8')
  const settings = [...config.matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name)
  expect(settings).toHaveLength(14)
  for (const name of settings) expect(text, `README names ${name}`).toContain(`\`${name}\``)
})

it('names no file to a contributor that is not there', () => {
  const named = [...plan.matchAll(/`((?:test|prisma|\w+)\/[\w./-]+\.(?:ts|prisma|yml))`/g)].flatMap(([, path = '']) =>
    /NOUN|OPERATION/.test(path) ? [] : [path],
  )
  expect(named.length).toBeGreaterThan(10)
  const root = new URL('../../', import.meta.url)
  expect(named.filter(path => !existsSync(new URL(path, root)) && !existsSync(new URL(`src/${path}`, root)))).toEqual(
    [],
  )
})

it('names every file and folder directly below src', async () => {
  const { readdirSync } = await import('node:fs')
  const names = readdirSync(new URL('../../src', import.meta.url)).filter(name => name !== 'README.md')
  for (const name of names) expect(plan, `src/README.md maps ${name}`).toContain(name)
})
