import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { Json } from '../../api/openapi/json.ts'
import { type BankAnswer, compareAnswers } from '../../domain/drift.ts'
import type { Config } from '../../platform/config.ts'
import type { RecordedCall } from '../../workbench/explain/drift/recorded-calls.ts'
import type { ComparedCall, DriftReport, UncomparedCall } from '../../workbench/explain/drift/report.ts'
import type { OpenOwnBank } from '../own-bank.ts'
import { tlsFault } from '../testing/failure.ts'
import { baseOption, type CommandResult, command, finish, jsonOption, note, settings } from './command.ts'
import {
  type BankOptions,
  type FoundBank,
  inBank,
  inNewWorld,
  sideHere,
  sideThere,
  type WorldOptions,
} from './compared-banks.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { junitFile, suite, testcase } from './junit.ts'
import { MOST_OF_STORY, readStory } from './log.ts'
import { askFor, askOperator } from './operator.ts'
import { writeReport } from './output.ts'
import { readFileArgument } from './place.ts'
import { type ReplayTools, requestFor, type Side } from './replay.ts'
import { type Reply, send } from './request.ts'

export function compareCommand(openBank: OpenOwnBank): Command {
  return command(
    'compare',
    'Say where this bank and another one differ: plays recorded calls in a new world here, and holds the answers against those of the file, or against what the bank that --bank names answers to the same calls.',
    [
      'npx sandbank compare calls.har',
      'npx sandbank compare calls.har --bank https://bank.example/psd2 --cert tpp.pem --key tpp.key --psu 13039319955 --context PRIVATE',
      'npx sandbank compare postman.json --bank https://bank.example --html drift.html --junit drift.xml',
      'npx sandbank compare --calls 50 --bank https://bank.example --cert tpp.pem --key tpp.key --writes',
    ],
  )
    .argument('[file]', 'the calls: an HTTP archive (HAR) or a collection of Postman; - for standard input')
    .option(
      '--calls [number]',
      'in place of a file: the last calls of TPPs in the journal of a running bank (default: 20)',
    )
    .option('--world <world>', 'the world whose journal --calls reads (default: default)')
    .option('--bank <url>', 'the other bank: nothing is sent to another address')
    .option('--cert <file>', 'the certificate for the other bank, in PEM: it signs, and it is shown in TLS')
    .option('--key <file>', 'its private key, in PEM')
    .option('--writes', 'send the other bank also what is not safe to repeat: all but GET and HEAD, each once')
    .addOption(new Option('--from <content>', 'what the new world here holds').choices(['STANDARD', 'EMPTY']))
    .option('--fixture <name or file>', 'what it holds instead: a fixture of the product, or a JSON or YAML file')
    .option('--copy-of <world>', 'what it holds instead: a copy of this world, as it is now')
    .option('--tpp <name>', 'who signs here (default: a TPP with id and roles of the recorded certificate)')
    .option(
      '--psu <number>',
      'who acts here for the PSU of the calls: a customerNumber or key; a consent is given, too',
    )
    .addOption(
      new Option('--context <context>', 'the context of that consent, where the PSU can act in both').choices([
        'PRIVATE',
        'CORPORATE',
      ]),
    )
    .addOption(jsonOption())
    .option('--junit <file>', 'also write it as a file that CI servers read')
    .option('--html <file>', 'also write it as one page')
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action(async (file: string | undefined, options: CompareOptions) => {
      finish(await orNotCompared(runCompare(file, options, settings(), openBank)))
    })
}

const EXIT_CODES = `Exit codes:
  0  nothing differs
  1  something differs
  2  it could not be compared: an argument or a file must be corrected, or a bank does not answer`

type CompareOptions = WorldOptions &
  BankOptions & {
    readonly calls?: string | true
    readonly base?: string
    readonly writes?: true
    readonly json?: true
    readonly junit?: string
    readonly html?: string
  }

/** Of a comparison 1 says that something differs: each reason why there is none ends with 2. */
async function orNotCompared<T>(run: Promise<T>): Promise<T> {
  try {
    return await run
  } catch (error) {
    throw error instanceof Failure ? new Failure('usage', error.message, error) : error
  }
}

/** `compare`: where the answers of this bank and of another one to the same calls differ (D134). */
async function runCompare(
  file: string | undefined,
  options: CompareOptions,
  config: Config,
  openBank: OpenOwnBank,
): Promise<CommandResult> {
  assertOptions(file, options)
  const there = sideThere(options)
  const given =
    file === undefined ? undefined : await readCalls(readFileArgument(file, 'file of calls').toString('utf8'))
  const report = await inBank(options.base, config, openBank, async bank => {
    const own = given === undefined ? await readJournal(bank, options) : { calls: given, source: {} }
    // Recorded answers are of their day; another bank is asked now.
    const began = there === undefined ? own.calls.find(({ at }) => at !== undefined)?.at : undefined
    const world = { ...own.source, ...options }
    return inNewWorld(bank, world, began, async place => {
      const here = await sideHere(bank, place, own.calls, world)
      const document = await readDocument(bank)
      return play({ calls: own.calls, here, there, document, bank, place }, options, file)
    })
  })
  return written(report, options)
}

function assertOptions(
  file: string | undefined,
  { calls, world, writes, bank, from, fixture, copyOf }: CompareOptions,
) {
  const refuse = (text: string) => {
    throw new Failure('usage', text)
  }
  if ((file === undefined) === (calls === undefined))
    refuse('Give one source of calls: a file (HAR or a collection of Postman), or --calls for those of the journal.')
  if (calls !== undefined && calls !== true && !isCount(calls))
    refuse(
      `--calls takes a number from 1 to ${MOST_OF_STORY}, not ${JSON.stringify(calls)}: a file is given without it.`,
    )
  if (world !== undefined && calls === undefined)
    refuse('--world names the world whose journal --calls reads: --copy-of says what the new world here holds.')
  if (writes === true && bank === undefined)
    refuse('--writes is about the bank that --bank names: the world here is a new one, and gets every call.')
  if ([from, fixture, copyOf].filter(one => one !== undefined).length > 1)
    refuse('The new world holds one thing: leave two of --from, --fixture and --copy-of out.')
}

const isCount = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_OF_STORY

/** The calls of a file. Its reader is loaded here, with the table of operations, which other commands do not need. */
async function readCalls(text: string): Promise<readonly RecordedCall[]> {
  const { readRecordedCalls } = await import('../../workbench/explain/drift/recorded-calls.ts')
  return readRecordedCalls(text)
}

const MADE_FROM = '{ world { madeFrom { kind fixture } } }'
const madeFrom = z.object({
  world: z.object({ madeFrom: z.object({ kind: z.string(), fixture: z.string().nullable() }) }),
})

/** The last calls of a journal, and what their world was made from. */
async function readJournal(bank: FoundBank, { calls, world }: CompareOptions) {
  if (bank.isOwn)
    throw new Failure(
      'usage',
      '--calls reads the journal of a running bank, and none runs here: --base says where it is.',
    )
  const { base, config } = bank
  const place = { base, world }
  const last = typeof calls === 'string' ? { last: calls } : {}
  const story = await readStory('HAR', { ...place, ...last }, { config, note })
  const made = (await askFor(place, config, MADE_FROM, {}, madeFrom)).world.madeFrom
  const source = made.fixture === null ? {} : { fixture: made.fixture }
  return { calls: await readCalls(story), source: made.kind === 'EMPTY' ? { from: 'EMPTY' } : source }
}

/** The rules of the operations, as the bank serves them. */
async function readDocument({ base }: FoundBank): Promise<Json> {
  const request = { method: 'GET', url: new URL(`${base}/openapi.json`), headers: [], body: Buffer.alloc(0) }
  return JSON.parse((await send(request)).body.toString('utf8'))
}

type Replay = {
  readonly calls: readonly RecordedCall[]
  readonly here: Side
  readonly there: Side | undefined
  readonly document: Json
  readonly bank: FoundBank
  readonly place: { readonly base: string; readonly world: string }
}

async function play(replay: Replay, { writes }: CompareOptions, file: string | undefined): Promise<DriftReport> {
  const { rulesOf } = await import('../../workbench/explain/drift/rules.ts')
  const { reportDrift } = await import('../../workbench/explain/drift/report.ts')
  const { calls, here, there, document } = replay
  const tools = replayTools()
  const compared: ComparedCall[] = []
  const uncompared: UncomparedCall[] = []
  for (const [at, call] of calls.entries()) {
    const number = at + 1
    const { door } = call
    const what = typeof door === 'object' ? door.operation : `${call.method} ${door === undefined ? '…' : '/graphql'}`
    const leave = (why: string) => uncompared.push({ number, what, why })
    if (typeof door !== 'object') {
      leave(
        door === undefined ? 'No operation of this bank has this path' : await actHere(replay, call, writes === true),
      )
      continue
    }
    const reason = whyNotPlayed(call, there)
    if (reason !== undefined) {
      leave(reason)
      continue
    }
    const isSent = there !== undefined && (isSafe(call) || writes === true)
    const other = isSent ? await answerThere(call, there, tools) : call.answer
    const own = answerOf(await send(requestFor(call, here, tools)))
    const { drifts, ids } = other === undefined ? { drifts: [], ids: [] } : compareAnswers(other, own)
    carry(here, ids)
    if (isSent && call.answer !== undefined) {
      carry(here, compareAnswers(call.answer, own).ids)
      if (other !== undefined) carry(there, compareAnswers(call.answer, other).ids)
    }
    if (there !== undefined && !isSent) leave('Not safe to repeat, so that only --writes sends it; played here alone')
    else if (other === undefined) leave('The file has no answer to it; --bank names a bank that gives one')
    else compared.push({ number, route: door, drifts, ids, ruleOf: rulesOf(document, door, own.status) })
  }
  if (compared.length === 0) throw nothing(uncompared, file)
  return reportDrift(there?.base ?? `the answers in ${file ?? 'the journal'}`, compared, uncompared)
}

function nothing(uncompared: readonly UncomparedCall[], file: string | undefined): Failure {
  const [first] = uncompared
  const why = first === undefined ? 'there is none' : `the first of ${uncompared.length}: ${first.why} (${first.what})`
  return new Failure('usage', `No call of ${file ?? 'the journal'} can be compared: ${why}.`)
}

/** A call has the same X-Request-ID at both banks. */
function replayTools(): ReplayTools {
  const requestIds = new Map<string, string>()
  const requestIdFor = (recorded: string) => {
    const made = requestIds.get(recorded) ?? randomUUID()
    if (recorded !== '') requestIds.set(recorded, made)
    return made
  }
  return { now: () => new Date(), requestIdFor }
}

const isSafe = ({ method }: RecordedCall) => method === 'GET' || method === 'HEAD'

/** Refusals of a proof, which is made anew, and right. */
const PROOF_REFUSED = /"(?:CERTIFICATE_INVALID|CERTIFICATE_EXPIRED|SIGNATURE_INVALID)"/

function whyNotPlayed({ open, answer, headers }: RecordedCall, there: Side | undefined): string | undefined {
  if (open.length > 0) return `The file leaves ${open.join(', ')} to Postman: write the value into its variables`
  if (headers.some(([name, value]) => !isHeader(name, value))) return 'It has a header that no request can carry'
  if (there === undefined && answer?.status === 401 && PROOF_REFUSED.test(answer.body))
    return 'It was refused for its certificate or signature, which are made anew'
  return undefined
}

function isHeader(name: string, value: string): boolean {
  return name.startsWith(':') || (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !/[^\P{Cc}\t]/u.test(value))
}

/** The first pair of an id counts: what was carried once stays. */
function carry({ ids }: Side, pairs: readonly (readonly [from: string, to: string])[]): void {
  for (const [from, to] of pairs) if (!ids.has(from)) ids.set(from, to)
}

async function answerThere(call: RecordedCall, there: Side, tools: ReplayTools): Promise<BankAnswer> {
  try {
    return answerOf(await send(requestFor(call, there, tools)))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { origin } = new URL(there.base)
    const cause = messageOf(error.cause)
    const refused = /alert/i.test(cause) ? `${origin} refuses the certificate of --cert in TLS (${cause}).` : undefined
    const fault = refused ?? tlsFault(origin, error.cause)
    const silent = `${origin} does not answer (${cause || 'no connection'}): --bank takes the base URL of a bank that runs.`
    throw new Failure('usage', fault ?? silent, error)
  }
}

function answerOf({ status, headers, body }: Reply): BankAnswer {
  return { status, headers, body: body.toString('utf8') }
}

/** What an operator did between the recorded calls, in the new world: it has happened at no other bank. Returns why the call is not compared. */
async function actHere({ here, bank, place }: Replay, call: RecordedCall, isBegunThere: boolean): Promise<string> {
  const { readDocument: documentIn, rootFields } = await import('../../workbench/explain/graphql/documents.ts')
  const { isRepeatable } = await import('../../workbench/explain/stories/acts.ts')
  const { replaceIds } = await import('../../domain/ids.ts')
  const body = replaceIds(call.body, id => here.ids.get(id))
  const document = documentIn({ target: call.target, request: { headers: [], body, bytes: body.length } })
  const isOther =
    document === undefined || !/\bmutation\b/.test(document.query) || /\bresetWorld\b/.test(document.query)
  if (isOther || !isRepeatable(document, place.world)) return 'An act of the operator that is no part of a world'
  if (isBegunThere && rootFields(document).some(({ name }) => name === 'completeAuthorisation'))
    return 'A decision of a PSU, which is not made at the other bank: its SCA waits at both'
  const { data, errors } = await askOperator(here.base, document.query, document.variables, bank.config.token)
  if (call.answer !== undefined)
    carry(here, compareAnswers(call.answer, { status: 200, headers: [], body: JSON.stringify({ data }) }).ids)
  return errors === undefined ? 'An act of the operator, done here alone' : 'An act of the operator, refused here'
}

async function written(report: DriftReport, { json, junit, html }: CompareOptions): Promise<CommandResult> {
  const { driftText } = await import('../../workbench/explain/drift/report.ts')
  if (junit !== undefined) writeReport(junit, await junitOf(report), note)
  if (html !== undefined) {
    const { driftPage } = await import('../../workbench/pages/drift.tsx')
    writeReport(html, driftPage(report), note)
  }
  const text = json === true ? JSON.stringify(report, null, 2) : driftText(report)
  return { text, exitCode: report.differences === 0 ? EXIT.done : EXIT.refused }
}

/** A test for each operation, which fails for each of its differences. */
async function junitOf(report: DriftReport): Promise<string> {
  const { nameOfDrift, numbersOf, sidesOf } = await import('../../workbench/explain/drift/report.ts')
  const suites = report.operations.map(({ operation, method, path, differences }) => {
    const cases = differences.map(one =>
      testcase(operation, nameOfDrift(one), {
        failure: [sidesOf(one), [one.rule, numbersOf(one.calls)].filter(Boolean).join('\n')],
      }),
    )
    const all = cases.length === 0 ? [testcase(operation, `${method} ${path}`)] : cases
    return suite(operation, all, { failures: cases.length, skipped: 0 })
  })
  const left = report.leftOut.flatMap(({ why, calls }) =>
    calls.map(({ number, what }) => testcase('not-compared', `call ${number}: ${what}`, { skipped: why })),
  )
  const others = left.length === 0 ? [] : [suite('not-compared', left, { failures: 0, skipped: left.length })]
  return junitFile('sandbank compare', [...suites, ...others])
}
