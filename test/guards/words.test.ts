import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli.ts'
import { TERMS } from '../../src/workbench/pages/docs/terms.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

/**
 * The texts that people read, by where they stand. The pages of a PSU are for a bank's customers and not for developers; passages.ts knows other words
 * that a reader may search by, and terms.ts is the table itself.
 */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['README.md', fileOf('README.md')],
  ['src/README.md', fileOf('src/README.md')],
  ['CHANGELOG.md', fileOf('src/workbench/pages/docs/CHANGELOG.md')],
  ['schema.graphql', descriptionsIn(fileOf('schema.graphql'))],
  ...helpOf(createProgram()),
  ...[...sourceFiles('src/workbench/pages'), ...sourceFiles('src/api/openapi')]
    .filter(({ path }) => !/^src\/workbench\/pages\/(?:psu\/|texts-|docs\/(?:passages|terms))/.test(path))
    .map(({ path, text }) => [path, withoutComments(text)] as const),
])

it('the table has each word once, and none that it excludes (D107)', () => {
  const words = TERMS.map(({ word }) => word)
  expect(new Set([...words, ...others()]).size).toBe(words.length + others().length)
  expect(otherWordsIn(TERMS.map(({ word, means }) => `${word}: ${means}`).join('\n'))).toEqual([])
})

it.each([...TEXTS])('%s has one word for one thing (D107)', (_, text) => {
  expect(otherWordsIn(text)).toEqual([])
})

/** Words that readers of another language stumble over, wherever they stand: a noun says who or what. */
const UNCLEAR = /\b(?:[Ww]hoever|[Nn]obody|[Ww]hat there is|[Mm]ade of)\b/g
/** An answer says, shows or names: in texts, comments, names of tests, identifiers and names of files. */
const UNCLEAR_ANYWHERE = /(?:(?<![A-Za-z])(?:[Uu]n|[Rr]e)?t|T)(?:ell(?:s|ings?)?|old)(?![a-z])|T(?:ELL|OLD)/g

it('says who and what with nouns', () => {
  const source = sourceFiles('src')
  const readme = { path: 'README.md', text: fileOf('README.md') }
  const tests = sourceFiles('test').filter(({ path }) => path !== 'test/guards/words.test.ts')
  const texts = ['CHANGELOG.md', 'schema.graphql'].map(path => ({ path, text: TEXTS.get(path) ?? '' }))
  expect(unclearIn([...source, readme], UNCLEAR)).toEqual([])
  expect(unclearIn([...source, readme, ...tests, ...texts], UNCLEAR_ANYWHERE)).toEqual([])
  expect('Whoever captures it tells nobody.'.match(UNCLEAR)).toHaveLength(2)
  expect('told, isTold, UNTOLD, tell.ts, tellStory; Hotell, intelligent'.match(UNCLEAR_ANYWHERE)).toHaveLength(5)
})

it('another word is found, at the beginning of a sentence, in the plural, and over the end of a line', () => {
  expect(otherWordsIn('Payees and a standing\n        order. The PayeeName, EXECUTED, next-payee.')).toEqual([
    'Payees: write creditor',
    'standing order: write periodic payment',
  ])
})

it('the texts are there: descriptions, help of each command, pages', () => {
  expect(TEXTS.get('schema.graphql')).toContain('Its bookings, oldest first.')
  expect(TEXTS.get('sandbank world create --help')).toContain('world create')
  expect(TEXTS.get('src/workbench/pages/docs/guides.tsx')).toContain('A fixture is one document')
})

function unclearIn(files: readonly { readonly path: string; readonly text: string }[], words: RegExp): string[] {
  return files.flatMap(({ path, text }) => (`${path}\n${text}`.match(words) ?? []).map(found => `${path}: ${found}`))
}

function others(): string[] {
  return TERMS.flatMap(({ not }) => not)
}

function otherWordsIn(text: string): string[] {
  return TERMS.flatMap(({ word, not }) =>
    not.flatMap(other =>
      (text.match(patternOf(other)) ?? []).map(found => `${found.replaceAll(/\s+/g, ' ')}: write ${word}`),
    ),
  )
}

function patternOf(words: string): RegExp {
  const [first = '', rest] = [words[0], words.slice(1).replaceAll(' ', '\\s+')]
  return new RegExp(`(?<![\\w.-])[${first.toLowerCase()}${first.toUpperCase()}]${rest}s?(?![\\w-])`, 'g')
}

function fileOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

function descriptionsIn(schema: string): string {
  return [...schema.matchAll(/"""([\s\S]*?)"""/g)].map(([, text = '']) => text).join('\n')
}

function helpOf(command: Command, before = ''): [string, string][] {
  const name = `${before}${command.name()}`
  return [[`${name} --help`, command.helpInformation()], ...command.commands.flatMap(one => helpOf(one, `${name} `))]
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
