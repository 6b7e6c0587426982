import { readdirSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProgram } from '../../../src/cli.ts'
import { EFFECTS, EFFECTS_HERE } from './option-effects/all.ts'
import { openTried, type Tried } from './option-effects/tried.ts'

/** Each option of each command, and each command that has none, is run, here or in options.long.test.ts, and what it does is seen: what was never run may never have worked. */

let tried: Tried
beforeAll(async () => {
  tried = await openTried()
})
afterAll(async () => {
  await tried.bank.stop()
  tried.cli.remove()
})

const program = createProgram()
const OPTIONS = [program, ...commandsIn(program)].flatMap(one =>
  one.options.map(({ long }) => `${pathOf(one)} ${long}`),
)
const PLAIN = commandsIn(program)
  .filter(one => one.options.length === 0 && one.commands.length === 0)
  .map(pathOf)

it('has an effect for each option and each command without one, and one of these for each effect', () => {
  expect(OPTIONS.length).toBeGreaterThan(90)
  expect(Object.keys(EFFECTS).sort()).toEqual([...OPTIONS, ...PLAIN].toSorted())
})

it.each(EFFECTS_HERE)('%s has its effect', async (_, effect) => effect(tried))

it.each(commandsIn(program).map(pathOf))('%s --help says how it is used, with an example', async path => {
  const help = await tried.print(...path.split(' '), '--help')
  expect(help).toMatch(new RegExp(`^Usage: sandbank ${path}.*\n[\\s\\S]*\nExamples:\n.*npx sandbank ${path}`))
})

it('README and the pages name no option that a command does not have', () => {
  const folder = new URL('../../../src/workbench/pages/docs/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
  const texts = [
    readFileSync(new URL('../../../README.md', import.meta.url), 'utf8'),
    ...files.map(one => readFileSync(`${one.parentPath}/${one.name}`, 'utf8')),
  ]
  const named = texts.flatMap(text =>
    [...text.matchAll(/npx sandbank ((?:[a-z]+ )+)([^\n`|]*)/g)].flatMap(([, words = '', rest = '']) =>
      [...rest.replace(/(^| )-- .*/, '').matchAll(/(?<![\w'])--[a-z][a-z-]+/g)].map(([option]) => ({ words, option })),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  const unknown = named.filter(
    ({ words, option }) =>
      !OPTIONS.some(one => one.endsWith(` ${option}`) && `${words}`.startsWith(`${one.split(' --')[0]} `)),
  )
  expect(unknown).toEqual([])
})

function commandsIn(one: Command): Command[] {
  return one.commands.flatMap(part => [part, ...commandsIn(part)])
}

/** As it is typed after `sandbank`; the program itself by its name. */
function pathOf(one: Command): string {
  const { parent } = one
  return parent === null || parent.parent === null ? one.name() : `${pathOf(parent)} ${one.name()}`
}
