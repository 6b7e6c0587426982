import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { Config } from '../../platform/config.ts'
import type { Desk } from '../mcp/desk.ts'
import { overHttp } from '../testing/door.ts'
import { SandbankError } from '../testing/failure.ts'
import type { Sandbank, World } from '../testing/kit.ts'
import { createOperator } from '../testing/operator.ts'
import { connectSandbank } from '../testing/sandbank.ts'
import { baseOption, command, note, settings } from './command.ts'
import { Failure, messageOf } from './failure.ts'
import { type PlaceOptions, worldUrl } from './place.ts'

/** Opens and serves the bank of a home in this process, which prints nothing: the edge hands this function in. */
export type ServeQuietly = (
  config: Config,
  report: (error: unknown) => void,
) => Promise<{ readonly url: string; readonly token: string | undefined; stop(): Promise<void> }>

/** `mcp`: the door of an assistant, on standard input and output (D135). */
export function mcpCommand(serve: ServeQuietly, version: string): Command {
  return command(
    'mcp',
    'Serve an assistant on standard input and output (Model Context Protocol): tools to make worlds, sign calls, approve, ask why. Uses the bank that runs, or starts that of SANDBANK_HOME. Works in a world of its own, which lasts a day.',
    [
      'npx sandbank mcp',
      'npx sandbank mcp --world green',
      'claude mcp add sandbank -- npx sandbank mcp     # /docs/assistants has the line of each client',
    ],
  )
    .option('--world <world>', 'the world to work in (default: a new one)')
    .addOption(baseOption())
    .action(async (options: PlaceOptions) => {
      const { serveStdio } = await import('../mcp/stdio.ts')
      const report = (error: unknown) => note(`A fault of the bank: ${messageOf(error)}`)
      const config = settings()
      const { bank, url, token, stop } = await findBank(options, config, serve, report)
      const operator = createOperator(overHttp(url), token)
      const desk: Desk = { bank, operator, ownWorld: once(() => openOwn(bank, options.world)), signers: new Set() }
      try {
        if (options.world !== undefined) await desk.ownWorld()
        await serveStdio(desk, version, report)
      } finally {
        await stop()
      }
    })
}

type FoundBank = {
  readonly bank: Sandbank
  readonly url: string
  readonly token: string | undefined
  stop(): Promise<void>
}

/** The bank that is named, else the one that runs where the settings say, else one that is started here. */
async function findBank(
  { base }: PlaceOptions,
  config: Config,
  serve: ServeQuietly,
  report: (error: unknown) => void,
): Promise<FoundBank> {
  const connect = async (url: string, token: string | undefined) =>
    connectSandbank(url, token === undefined ? {} : { token }).catch(error => {
      throw error instanceof SandbankError ? new Failure('unreachable', error.message, error) : error
    })
  const url = worldUrl({ base }, config)
  if (base !== undefined || (await answers(url)))
    return { bank: await connect(url, config.token), url, token: config.token, stop: async () => {} }
  const own = await serve(config, report).catch(error => {
    throw new Failure('usage', `Sandbank cannot start: ${messageOf(error)}`, error)
  })
  note(`No bank ran at ${url}: this command has started one, which ends with it. Console: ${own.url}/`)
  return { bank: await connect(own.url, own.token), ...own }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/health`)
    return true
  } catch {
    return false
  }
}

/** A world of the assistant's own stays for a day, so that a person can look at what was done in it. */
function openOwn(bank: Sandbank, named: string | undefined): Promise<World> {
  if (named !== undefined) return bank.openWorld(named)
  return bank.createWorld({ name: `assistant-${randomBytes(4).toString('hex')}`, expiresAfter: 'P1D' })
}

/** The same promise each time, unless it failed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
