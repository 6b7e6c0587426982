import { parseJson } from '../../domain/texts.ts'
import type { Config } from '../../platform/config.ts'
import { headerWord, quote } from '../../platform/shell.ts'
import { chooseSigner } from './banks.ts'
import type { CommandResult } from './command.ts'
import { EXIT, Failure } from './failure.ts'
import { findPsuId } from './operator.ts'
import { formatBody, formatHeaders, formatReply, formatReplyAsJson, readable } from './output.ts'
import { readArgument, splitWorld, worldUrl } from './place.ts'
import { type ComposedRequest, composeRequest, parseHeader, type Request, send } from './request.ts'
import { fill, fillTexts, keep, parseSave, readSaved, type SavedValues } from './saved.ts'

export type CallOptions = {
  readonly tpp?: string
  readonly world?: string
  readonly psu?: string
  readonly header?: readonly string[]
  readonly scenario?: string
  readonly data?: string
  readonly base?: string
  readonly curl?: true
  readonly verbose?: true
  readonly json?: true
  readonly quiet?: true
  readonly save?: readonly string[]
}

export type CallTools = {
  readonly config: Config
  readonly now: Date
  readonly newId: () => string
  /** A note to the user beside the result: stderr. */
  readonly note: (text: string) => void
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** `call`: one signed call, or the curl command for it. Returns the text to print and the exit code. */
export async function runCall(
  method: string,
  target: string,
  options: CallOptions,
  tools: CallTools,
): Promise<CommandResult> {
  const { config, note } = tools
  const wanted = (options.save ?? []).map(parseSave)
  const tpp = chooseSigner(config.home, options)
  const saved = new Map([['tppId', tpp.certificate.tppId], ...readSaved(config.home)])
  const { scenario } = options
  const forced = scenario === undefined ? [] : [`Sandbank-Scenario: ${scenario}`]
  const changes = [...(options.header ?? []), ...forced].map(text => parseHeader(fill(text, saved)))
  const { world, path } = locate(method, fill(target, saved), options, config)
  const body = readData(options.data, saved)
  const headerSet = await findHeaderSet(method, path, note)
  const psuId = options.psu === undefined ? undefined : await findPsuId(world, options.psu, config.token)
  const url = new URL(`${world}${path}`)
  const request = composeRequest({
    ...tools,
    method,
    url,
    tpp,
    headerSet,
    body,
    changes,
    ...(psuId === undefined ? {} : { psuId }),
  })
  if (options.verbose === true) note(describeRequest(request))
  if (options.curl === true) {
    noteMissing(request, note)
    if (request.headers.some(([name]) => name.toLowerCase() === 'date'))
      note("The bank takes this command for 5 minutes, since it signs a Date; --header 'Date:' makes one that lasts.")
    return { text: formatCurl(request), exitCode: EXIT.done }
  }
  const reply = await send(request)
  if (reply.status >= 400) noteMissing(request, note)
  const text =
    options.json === true ? formatReplyAsJson(reply) : options.quiet === true ? formatBody(reply) : formatReply(reply)
  const exitCode = exitCodeOf(reply.status)
  if (exitCode !== EXIT.done) return { text, exitCode }
  return { text, exitCode: keep(config.home, wanted, parseJson(reply.body.toString('utf8')), note) }
}

/** The world's base URL (D1) and the path below it. A link of an answer already begins with its world, so it is used unchanged. */
function locate(method: string, target: string, options: CallOptions, config: Config): { world: string; path: string } {
  if (!METHODS.some(known => known === method))
    throw new Failure(
      'usage',
      `${JSON.stringify(method)} is not a method that can be called: use one of ${METHODS.join(', ')}.`,
    )
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { origin, pathname, search } = new URL(target)
    return locate(method, `${pathname}${search}`, { ...options, base: origin }, config)
  }
  if (!target.startsWith('/'))
    throw new Failure(
      'usage',
      `The path ${JSON.stringify(target)} must begin with a slash, as in /v1/sandbox/customers; --base says where the bank is.`,
    )
  const { world: linked, path } = splitWorld(target)
  if (linked !== undefined && options.world !== undefined)
    throw new Failure('usage', `The path ${target} names a world already: leave out --world.`)
  return { world: worldUrl({ base: options.base, world: linked ?? options.world }, config), path }
}

function readData(data: string | undefined, saved: SavedValues): Buffer | undefined {
  if (data === undefined) return undefined
  const body = readArgument(data, 'body')
  const text = body.toString('utf8')
  // Bytes that are not text stay as they are: the caller wants to see how the bank answers them.
  return saved.size === 0 || !Buffer.from(text).equals(body) ? body : Buffer.from(fillTexts(text, saved))
}

/** The requirements of a path's operation. The table of operations is loaded here, since other commands do not need it. */
export async function findHeaderSet(method: string, path: string, note: CallTools['note']) {
  const { findOperation } = await import('../../api/rest/routes.ts')
  const [plain = ''] = path.split('?', 1)
  const operation = findOperation(method, plain)
  if (operation === undefined)
    note(`No operation of the bank is ${method} ${plain}: the call carries only the headers that every call needs.`)
  return operation?.headerSet
}

function noteMissing({ missing }: ComposedRequest, note: CallTools['note']): void {
  if (missing.length === 0) return
  note(
    `This operation requires ${missing.join(', ')}: ${missing.includes('PSU-ID') ? '--psu NUMBER looks a customer up, and ' : ''}--header 'Name: value' gives any header.`,
  )
}

function describeRequest({ method, url, headers, body, signingString }: ComposedRequest): string {
  const sent = [`${method} ${url.pathname}${url.search}`, `Host: ${url.host}`, ...formatHeaders(headers)]
  return [
    'Signing string:',
    ...quoteLines(readable(signingString).split('\n')),
    '',
    `Request (body of ${body.length} bytes):`,
    ...quoteLines(sent),
    '',
  ].join('\n')
}

function quoteLines(lines: readonly string[]): string[] {
  return lines.map(line => `  ${line}`)
}

function exitCodeOf(status: number): number {
  if (status >= 500) return EXIT.serverFault
  return status >= 200 && status < 300 ? EXIT.done : EXIT.refused
}

/**
 * A command for bash or zsh that sends the same request with curl, whatever the body contains. Texts stand in quotation marks; bytes that no argument
 * can carry, and bodies too long for one, go through base64.
 */
export function formatCurl({ method, url, headers, body }: Request): string {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  // Headers that curl adds by itself, and this request does not have.
  const suppressed = ['Accept', ...(body.length > 0 ? ['Content-Type'] : [])].filter(
    name => !given.has(name.toLowerCase()),
  )
  const data = chooseData(body)
  // Not href: it keeps a final ? without a query, which the signed target does not have.
  const target = `${url.origin}${url.pathname}${url.search}`
  const options = [
    `curl -sS -i -X ${method}${/[[\]{}]/.test(target) ? ' --globoff' : ''} ${quote(target)}`,
    ...headers.map(([name, value]) => `-H ${quote(headerWord(name, readable(value)))}`),
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
