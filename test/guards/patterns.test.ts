import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { patternsIn, sourceFiles } from '../support/source-files.ts'

/**
 * A pattern that begins again at each character of a long text takes as long as the square of its length: half a minute for a text that a caller may
 * send, in which nobody else is answered (D74). In place of `/=+$/` stands `withoutEnd(text, '=')`.
 */
it('no regular expression takes longer than its text is long', () => {
  const slow = sourceFiles('src').flatMap(({ path, text }) =>
    patternsIn(text).flatMap(pattern => faultsOf(pattern).map(type => `${path}: ${pattern} (${type})`)),
  )
  expect(slow).toEqual([])
})

// What is bundled is ASCII: the bundler writes texts by their codes, and leaves patterns as they are.
it('no regular expression has a character beyond ASCII', () => {
  const found = sourceFiles('src').flatMap(({ path, text }) =>
    patternsIn(text).flatMap(({ source }) => (/^[\x20-\x7e]*$/.test(source) ? [] : [`${path}: ${source}`])),
  )
  expect(found).toEqual([])
})

it('a regular expression that does is found', () => {
  const found = patternsIn('const ONE = /=+$/, GOOD = /^=+$/, TWO = text.match(/(?:a|aa)+$/)')
  expect(found.map(pattern => faultsOf(pattern).length > 0)).toEqual([true, false, true])
})

function faultsOf(pattern: RegExp): string[] {
  return analyse(pattern).reports.map(({ type }) => type)
}
