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

const FACTS = /^src\/(?:explain|journal|fixtures|security\/doctor)\//

/**
 * What is explained is explained from facts: a fault carries what it wants, and an error of GraphQL its nodes. Where a sentence is read again, an
 * explanation is wrong as soon as the sentence is worded better (D97).
 */
it('no explanation reads a sentence, of ours or of a library', () => {
  const found = sourceFiles('src').flatMap(({ path, text }) =>
    FACTS.test(path) ? sentencesRead(text).map(one => `${path}: ${one}`) : [],
  )
  expect(found).toEqual([])
})

it('a sentence that is read is found', () => {
  const texts = [
    'if (/cancel it first/.test(text)) return',
    "text.startsWith('There is no world')",
    'const [, type] = /^Cannot query field "(x)"/.exec(text) ?? []',
    'const [, name] = /"(.*)"/.exec(fault.message) ?? []',
    'if (PATTERN.test(faults[0]?.text ?? ""))',
  ]
  expect(texts.map(text => sentencesRead(text).length)).toEqual([1, 1, 1, 1, 1])
})

// What JavaScript writes for an object has a blank, too.
function sentencesRead(text: string): string[] {
  const patterns = patternsIn(text).map(({ source }) => source.replaceAll('object Promise', ''))
  const words = /[A-Za-z]{2,} [A-Za-z]{2,}/
  return [
    ...patterns.filter(source => words.test(source)),
    ...(text.match(/\.(?:startsWith|endsWith|includes|search|split)\('[^'\n]*[A-Za-z]{2,} [A-Za-z]{2,}/g) ?? []),
    ...(text.match(/\.(?:test|exec)\([^()\n]*\.(?:message|text)\b/g) ?? []),
    ...(text.match(/\.(?:message|text)\??\.(?:match|replace|search|includes|startsWith)\(/g) ?? []),
  ]
}

function faultsOf(pattern: RegExp): string[] {
  return analyse(pattern).reports.map(({ type }) => type)
}
