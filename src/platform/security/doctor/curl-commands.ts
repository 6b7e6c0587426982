import { refusePasted, writeRequest } from './sent-requests.ts'
import { readShellWords } from './shell-words.ts'

const TAKES_VALUE =
  /^(?:-[ABEbceKmoTuwxCDFrYyz]|--(?:cert|key|cacert|user|output|max-time|connect-timeout|proxy|resolve|cookie|referer|retry|write-out|config|cert-type|key-type|ciphers|interface))$/
const DATA = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/

/** A curl command: browsers and Postman copy requests in this form. */
export function fromCurl(text: string): string | undefined {
  const [, command] = /^\s*(?:\$ )?(?:\S*\/)?curl(?:\.exe)?[ \t](.*)/s.exec(text) ?? []
  if (command === undefined) return undefined
  const headers: (readonly [string, string])[] = []
  const data: string[] = []
  let method: string | undefined
  let url = ''
  const words = readShellWords(fromCmd(command))?.values()
  if (words === undefined) throw refusePasted('The command has too many words to be one of curl.')
  for (const word of words) {
    const [name, joined] = splitOption(word)
    const value = () => joined ?? words.next().value ?? ''
    if (name === '-X' || name === '--request') method = value()
    else if (name === '-H' || name === '--header') headers.push(splitHeader(value()))
    else if (name === '--url') url = value()
    else if (name === '-I' || name === '--head') method ??= 'HEAD'
    else if (name === '-A' || name === '--user-agent') headers.push(['User-Agent', value()])
    else if (DATA.test(name)) data.push(bodyOf(name, value()))
    else if (TAKES_VALUE.test(name)) value()
    else if (!word.startsWith('-')) url = word
  }
  const [unknown] = [url, ...headers.map(([, value]) => value), ...data].flatMap(one => VARIABLE.exec(one)?.[0] ?? [])
  if (unknown !== undefined)
    throw refusePasted(
      `The command leaves ${unknown} to the shell, so that it does not say what is sent. Paste what curl -v shows of it.`,
    )
  return writeRequest({
    method: method ?? (data.length === 0 ? 'GET' : 'POST'),
    url: url === '' || /^(?:\/|https?:)/i.test(url) ? url : `http://${url}`,
    headers,
    body: data.join('&'),
  })
}

const VARIABLE = /\$\{?[A-Za-z_]\w*\}?|\$\([^)]*\)?/

function bodyOf(option: string, value: string): string {
  if (!value.startsWith('@') || option === '--data-raw') return value
  throw refusePasted(
    `The command takes its body from the file ${value.slice(1)}. Write the text of the file in its place: --data-raw '…'.`,
  )
}

/** `-XPOST`, `-X POST`, `--request=POST`. */
function splitOption(word: string): readonly [name: string, value: string | undefined] {
  const [, long, value] = /^(--[\w-]+)=(.*)/s.exec(word) ?? []
  if (long !== undefined) return [long, value]
  return /^-[XHdA]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined]
}

function splitHeader(text: string): readonly [name: string, value: string] {
  const colon = text.indexOf(':')
  return colon < 0 ? [text.replace(/;$/, ''), ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

/** The quoting of cmd.exe, in which ^ stands before a sign and at the end of a line, as that of a shell: Chrome copies "as cURL (cmd)" so. */
function fromCmd(command: string): string {
  if (!/\^["\r\n]/.test(command)) return command
  // A line feed in a value is two of them behind a ^; a single one joins two lines.
  return command
    .replace(/\^\n\n/g, LINE_FEED)
    .replace(/\^\n/g, ' ')
    .replace(/\^([\s\S])/g, '$1')
    .replaceAll(LINE_FEED, '\n')
}

const LINE_FEED = '\u2028'
