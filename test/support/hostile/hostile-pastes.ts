/** As long as a pasted request may be. */
const LENGTH = 199_900
const HEAD = 'GET / HTTP/1.1\nAccept: text/plain\n'

const filled = (text: string, { before = '', after = '' } = {}) =>
  before + text.repeat(Math.floor((LENGTH - before.length - after.length) / text.length)) + after

/** Texts that a careless reader of pasted requests begins to read again at each character, or within each other without end. */
export const HOSTILE_PASTES: readonly (readonly [what: string, text: string])[] = [
  ['the beginnings of a log of Java', filled('>> "', { after: 'x' })],
  ['lines of such a log with nothing between', filled('>> "a"\n\n\n\n')],
  ['blocks of Markdown within each other', filled('```\n')],
  ['blocks of Markdown within each other that end', filled('```\n', { after: '\n```'.repeat(20_000) })],
  ['quotes within each other', filled('> ')],
  ['lines that are quoted 500 times', filled(`${'> '.repeat(500)}\n`)],
  ['lines, each indented less', Array.from({ length: 600 }, (_, line) => `${' '.repeat(600 - line)}x`).join('\n')],
  ['words of curl', filled('a ', { before: 'curl ' })],
  ['quotation marks for curl', filled(`"'`, { before: 'curl ' })],
  ['escaped quotation marks for curl', filled('\\"', { before: 'curl "' })],
  ['quotation marks with a dollar for curl', filled("$'\\", { before: 'curl ' })],
  ['headers of curl with a variable', filled('-H a:$( ', { before: 'curl http://localhost ' })],
  ['lines of curl', filled('\\\n', { before: 'curl http://localhost ' })],
  ['the beginnings of a log of Python', filled("send: b'")],
  ['an escaped log of Python', filled('\\\\', { before: "send: b'" })],
  ['fields of HTTP/2', filled(':a:\n')],
  ['objects within each other', filled('{"a":', { after: '1' })],
  ['empty lists', filled('[],', { before: '[', after: '[]]' })],
  ['first lines of curl -v', filled('> GET / HTTP/1.1\n')],
  ['broken Base64', filled(`${'A'.repeat(17)}\n`, { before: HEAD })],
  ['the beginning of a PEM', filled('A ', { before: `${HEAD}-----BEGIN ` })],
  ['folded lines', filled(' a\n', { before: HEAD })],
  ['blanks', filled(' ', { after: 'x' })],
  ['blanks after a header', filled(' ', { before: `${HEAD}A: b`, after: '\nx' })],
  ['empty lines', filled('\n', { after: 'x' })],
  ['empty lines in a body', filled('\n', { before: `${HEAD}\n`, after: 'x' })],
  ['empty lines in a body, with returns', filled('\r\n', { before: `${HEAD}\n`, after: 'x' })],
]
