import { quote } from '../explain/shell.ts'
import { readable } from './output.ts'
import type { Request } from './send.ts'

/**
 * A command for bash or zsh that sends the same request with curl: to be pasted as it is, whatever the body holds. Texts
 * stand in quotation marks; bytes that no argument can carry, and bodies too long for one, go through base64.
 */
export function formatCurl({ method, url, headers, body }: Request): string {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  // What curl would send by itself, but this request does not carry.
  const suppressed = ['Accept', ...(body.length > 0 ? ['Content-Type'] : [])].filter(
    name => !given.has(name.toLowerCase()),
  )
  const data = chooseData(body)
  // Not href: that keeps a last ? without a query, which the signed target does not have.
  const target = `${url.origin}${url.pathname}${url.search}`
  const options = [
    `curl -sS -i -X ${method}${/[[\]{}]/.test(target) ? ' --globoff' : ''} ${quote(target)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${readable(value)}`)}`),
    ...suppressed.map(name => `-H ${quote(`${name}:`)}`),
    ...data.option,
  ]
  const command = options.join(' \\\n  ')
  return data.input === undefined ? command : `base64 -d <<'BODY' | ${command}\n${data.input}\nBODY`
}

/** Linux takes at most 128 KiB in one argument. */
const LONGEST_ARGUMENT = 100_000

function chooseData(body: Buffer): { readonly option: readonly string[]; readonly input?: string } {
  if (body.length === 0) return { option: [] }
  const text = body.toString('utf8')
  const quoted = quote(text)
  const isArgument =
    Buffer.from(text).equals(body) && !text.includes('\0') && Buffer.byteLength(quoted) <= LONGEST_ARGUMENT
  // --data would read a file when the body begins with @.
  if (isArgument) return { option: [`--data-raw ${quoted}`] }
  return { option: ['--data-binary @-'], input: body.toString('base64').replace(/.{76}(?=.)/g, '$&\n') }
}
