import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { quote, wordOf } from '../../src/platform/shell.ts'

// Commands of the bank hold what somebody sent, and a person pastes them into a shell (D97).

/** A text, and how it is written as one word of a command. */
const WORDS: readonly (readonly [text: string, word: string])[] = [
  ['', `''`],
  ['acme', `'acme'`],
  ["it's", `'it'\\''s'`],
  ["''", `''\\'''\\'''`],
  ['say "no"', `'say "no"'`],
  ['$(touch /tmp/x)', `'$(touch /tmp/x)'`],
  ['`id`', "'`id`'"],
  ['a; b & c | d > e #', `'a; b & c | d > e #'`],
  ['!! ~ * ?', `'!! ~ * ?'`],
  ['a\\n', `'a\\n'`],
  ['two\nlines', `'two\nlines'`],
  ['-rf', `'-rf'`],
  ['Blåbær 👍', `'Blåbær 👍'`],
  // What a terminal would act on is spelled in octal, as bytes.
  ['a\tb', `$'a\\011b'`],
  ['\u001b[2J', `$'\\033[2J'`],
  ['end\r', `$'end\\015'`],
  ['\u00017', `$'\\0017'`],
  ['\u007f', `$'\\177'`],
  ['\u0085', `$'\\302\\205'`],
  ["it's \\ \u0007", `$'it\\'s \\\\ \\007'`],
  ['$(a)\n`b`\u001b', `$'$(a)\\012\`b\`\\033'`],
  // A mark of direction would show another command than is run.
  ['a\u202eb', `$'a\\342\\200\\256b'`],
  ['\u2066x', `$'\\342\\201\\246x'`],
  ['\u061c', `$'\\330\\234'`],
]

describe('A text in a command', () => {
  it.each(WORDS)('%j is one word', (text, word) => expect(quote(text)).toBe(word))

  it('is read by bash as it was', () => {
    const script = `printf '%s\\0' ${WORDS.map(([, word]) => word).join(' ')}`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
    expect(stderr).toBe('')
    expect(stdout.split('\0').slice(0, -1)).toEqual(WORDS.map(([text]) => text))
  })

  it.each(['acme', 'PSDNO-FSA-1', '01017012345', '/v1/accounts', 'https://tpp.example:8443/a_b', '-', '0'])(
    '%j needs no quotation marks',
    text => expect(wordOf(text)).toBe(text),
  )

  it.each([
    ['', `''`],
    ['two words', `'two words'`],
    ['$(id)', `'$(id)'`],
    ['a$', `'a$'`],
    ['$a', `'$a'`],
    ['~', `'~'`],
    ['a\n', `'a\n'`],
    ['a\u001b', `$'a\\033'`],
    ['ø', `'ø'`],
  ])('%j needs them', (text, word) => expect(wordOf(text)).toBe(word))
})
