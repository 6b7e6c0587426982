import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { patternsIn, sourceFiles } from '../support/harness/source-files.ts'

/**
 * A pattern that begins again at each character of a long text takes as long as the square of its length: half a minute for a text that a caller may
 * send, in which no other call is answered (D74). In place of `/=+$/` stands `withoutEnd(text, '=')`.
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

const FACTS =
  /^src\/(?:domain|bank\/resolvers|sandbox|workbench\/explain|api\/graphql\/yoga|platform\/security\/doctor)\//

/** A refusal that writes its rule in its sentence alone has none where it is explained (D97): byRule gives both. */
it('no refusal has its rule in its sentence alone', () => {
  const found = sourceFiles('src').flatMap(({ path, text }) =>
    rulesInSentences(text).map(one => `${path}: ${one.replaceAll(/\s+/g, ' ')}`),
  )
  expect(found).toEqual([])
})

it('a rule in a sentence is found', () => {
  const texts = [
    "throw new DomainError('CONFLICT', `is it already (D24).`, path)",
    "refuse(draft, 'BAD_REQUEST', 'is not ([I] Limits): leave it out.', path)",
    "faults.push({ path, text: 'must be today (D28). Or later.' })",
    "throw new DomainError('CONFLICT', byRule.D24`is it already.`, path)",
  ]
  expect(texts.map(text => rulesInSentences(text).length)).toEqual([1, 1, 1, 0])
})

function rulesInSentences(text: string): string[] {
  const REFUSAL =
    /(?:DomainError|actWanted|ScaNeeded|refuse)\((?:[^;()]|\([^()]*\)){0,300}?\((?:D\d|\[I\])[^()]*\)[.:]|\btext: [`'][^`'\n]*\((?:D\d|\[I\])[^()]*\)[.:]/g
  // A warning refuses nothing; of two rules in a sentence one is named.
  return (text.match(REFUSAL) ?? []).filter(one => !/is ignored for|is deprecated and|PSU-Corporate-ID: \$/.test(one))
}

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
