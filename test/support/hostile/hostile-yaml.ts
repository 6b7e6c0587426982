/** YAML that makes a careless reader slow, large or ends its process: as long as the console reads YAML. */
const LENGTH = 40_000
const filled = (text: string, before = '', after = '') =>
  before + text.repeat(Math.floor((LENGTH - before.length - after.length) / text.length)) + after

/** What cannot be a fixture, whatever is made of it. */
export const HOSTILE_YAML: readonly (readonly [what: string, text: string])[] = [
  ['maps as keys within each other', `{a: 1, ${'{'.repeat(30)}${'}'.repeat(30)}: 1}`],
  ['lists as keys within each other', `? ${'['.repeat(30)}${']'.repeat(30)}\n: 1`],
  ['a map as a key', '{{a: 1}: 1}'],
  ['an alias as a key', '&a b: 1\n*a : 2'],
  ['lists within each other', filled('[')],
  ['maps within each other', filled('{')],
  ['maps with a key within each other', filled('{x: ')],
  ['lists of a line within each other', filled('- ')],
  ['keys of a line within each other', filled('? ')],
  ['values of a line within each other', filled(': ')],
  ['lists with nothing within each other', filled('[,,,,')],
  ['closing braces', filled('}')],
  ['closing brackets', filled(']')],
  ['closing braces in a list', filled('- }\n')],
  ['open lists in a list', filled('- [\n')],
  ['texts without an end', filled('"')],
  ['escapes that are none', filled('\\q', '"', '"')],
  ['tags', filled('!x ')],
  ['tags of entries', filled('- !x a\n')],
  ['anchors', filled('&a ')],
  ['aliases', filled('*a, ', '- &a b\n- [', ']')],
  ['aliases that double', Array.from({ length: 30 }, (_, n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`).join('\n')],
  ['directives', filled('%x\n')],
  ['documents', filled('---\n')],
  ['ends of documents', filled('...\n')],
  ['comments', filled('#\n')],
  ['entries of a list', filled('- a\n')],
  ['empty lists', filled('[], ', '[', ']')],
  ['equal keys', filled('k: v\n')],
  ['keys without a text', filled(':\n')],
  ['texts in blocks', filled('- >\n b\n')],
  ['an indent for each line', Array.from({ length: 270 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
  ['zeros', filled('\0')],
  ['infinity', 'customers: .inf'],
]
