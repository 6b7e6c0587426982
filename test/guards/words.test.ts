import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { createProgram } from '../../src/cli.ts'
import { TERMS } from '../../src/pages/docs/terms.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

/**
 * The texts that people read, by where they stand. The pages of a PSU are for a bank's customers and not for developers; passages.ts knows other words
 * that a reader may search by, and terms.ts is the table itself.
 */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['README.md', fileOf('README.md')],
  ['CHANGELOG.md', fileOf('src/pages/docs/CHANGELOG.md')],
  ['schema.graphql', descriptionsIn(fileOf('schema.graphql'))],
  ...helpOf(createProgram()),
  ...[...sourceFiles('src/pages'), ...sourceFiles('src/openapi')]
    .filter(({ path }) => !/^src\/pages\/(?:psu\/|texts-|docs\/(?:passages|terms))/.test(path))
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
/** In texts for users: an answer says, shows or names. */
const UNCLEAR_TO_USERS = /\b(?:tells?|told)\b/gi

it('says who and what with nouns', () => {
  const files = [...sourceFiles('src'), { path: 'README.md', text: fileOf('README.md') }]
  const unclear = files.flatMap(({ path, text }) => (text.match(UNCLEAR) ?? []).map(found => `${path}: ${found}`))
  const toUsers = ['README.md', 'CHANGELOG.md', 'schema.graphql'].flatMap(name =>
    (TEXTS.get(name)?.match(UNCLEAR_TO_USERS) ?? []).map(found => `${name}: ${found}`),
  )
  expect([...unclear, ...toUsers]).toEqual([])
  expect('Whoever captures it tells nobody.'.match(UNCLEAR)).toHaveLength(2)
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
  expect(TEXTS.get('src/pages/docs/guides.tsx')).toContain('A fixture is one document')
})

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
