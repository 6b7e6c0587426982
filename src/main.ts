import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { pino } from 'pino'
import { assertCanListen, type ListenOptions, listen, type RunningServer } from './api/server.ts'
import type { Context, Deps } from './bank/context.ts'
import { type OpenBank, openBank } from './bank.ts'
import { assertWorldName, DEFAULT_WORLD } from './domain/worlds.ts'
import { assertShared, type Config, ConfigError, isDefaultHome, readConfig } from './platform/config.ts'
import { isProgram } from './platform/files/package-root.ts'
import { makePrivateDirectory, removeEmpty } from './platform/files/private-files.ts'
import { isLoopback } from './platform/http/headers.ts'
import {
  explainFewFiles,
  fewFilesNotice,
  mostConnections,
  openFilesLimit,
  sayFull,
} from './platform/http/open-files.ts'
import type { Store } from './platform/store/db.ts'
import { oncePerMinute } from './platform/store/errors.ts'
import type { Fixture } from './sandbox/fixtures/inputs/fixtures.ts'
import { ensureWorld, enterWorld } from './sandbox/worlds/doors.ts'
import { discard } from './sandbox/worlds/end.ts'
import { firstCall, placeOf } from './workbench/explain/commands.ts'

/** What a bank must contain when it starts, besides its present contents. */
export type StartContent = {
  /** A world to create if it does not exist; `default` by default. */
  readonly world?: string | undefined
  /** The document to apply to that world. The same document again changes nothing (D85). */
  readonly fixture?: Fixture | undefined
  /** Fills that world instead of a fixture. `isNew`: the world was created empty for this. */
  readonly fill?: ((ctx: Context, isNew: boolean) => Promise<void>) | undefined
  /** Starts although the log of the store lacks acknowledged changes. */
  readonly acceptLoss?: boolean | undefined
  /** Called when the last request is finished, before the store is closed. */
  readonly atEnd?: ((deps: Deps) => Promise<void>) | undefined
}

/** Opens the bank and serves it until SIGTERM or SIGINT. First prints all its addresses. */
export async function startServer(config: Config, content: StartContent = {}): Promise<void> {
  const files = openFilesLimit()
  try {
    await openAndServe(config, content, files)
  } catch (error) {
    throw explainFewFiles(error, files)
  }
}

async function openAndServe(
  config: Config,
  { world = DEFAULT_WORLD, fixture, fill = fillerOf(fixture), acceptLoss, atEnd }: StartContent,
  files: number | undefined,
): Promise<void> {
  const log = pino({ level: config.logLevel, hooks: { streamWrite: spelt } }, unbreakableOutput())
  assertShared(config)
  assertWorldName(world)
  await assertCanListen(config)
  const made = makeHome(config.home)
  const operator = operatorAccess(config)
  const bank = await openBank({
    config,
    operator,
    acceptLoss,
    report: (error, requestId) => log.error({ err: error, requestId }, 'A fault of the server'),
    onUnavailable: oncePerMinute(nameOfBooks(config), fault => log.error(fault, fault.text)),
    onLostCalls: ({ world, from, to, calls }) =>
      log.error(
        { lost: { world, from, to, calls } },
        `${calls} calls of the world ${world} are not in the journal: it could not be written.`,
      ),
    onWaiting: reason =>
      log.warn(`The database is not there yet (${reason}): this server waits for it, up to 30 seconds.`),
    onLost: error =>
      log.fatal(`${error.message} Nothing is acknowledged any more. Stop the bank, put the files right, and start it.`),
    // One log line for each call, written after it was answered.
    ...(fill !== undefined && world === DEFAULT_WORLD ? { content: 'NONE' } : {}),
    ...(log.isLevelEnabled('info')
      ? { onCall: ({ at, ...call }) => log.info({ call }, `${call.method} ${call.target} ${call.status}`) }
      : {}),
  }).catch(error => {
    removeEmpty(made)
    throw error
  })
  // A fault of one call ends no other call, and never the process (D74).
  process.on('unhandledRejection', error => log.error({ err: error }, 'A fault of the server that no call waited for'))
  const room =
    files === undefined
      ? undefined
      : { connections: mostConnections(files), onFull: () => log.error({ openFiles: files }, sayFull(files)) }
  const onFault = (error: Error) => log.error({ err: error }, 'A connection could not be taken')
  const server = await fillAndListen(bank, { ...config, room, onFault }, { world, fill }).catch(async error => {
    // If the store is not closed here, the main file does not record that it is complete without its log.
    await bank.close()
    throw error
  })

  const stop = async (signal: string) => {
    log.info(`${signal}: finishing running requests`)
    // Proxies come with SIGTERM; after Ctrl-C nothing needs to wait.
    if (signal === 'SIGTERM') {
      bank.leave()
      await server.drain()
    }
    bank.endLongWork()
    await server.stop()
    try {
      // Long work of callers has ended; that of the end itself goes on to its own.
      const { stopping: _, ...deps } = bank.deps
      await (atEnd?.(deps) ?? Promise.resolve()).finally(bank.close)
      process.exit(0)
    } catch (error) {
      process.stderr.write(`Sandbank has stopped.\n${messageOf(error)}\n`)
      process.exit(1)
    }
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(greeting(server.url, config, operator.token, bank.deps.store, fewFilesNotice(files)))
}

/** Opens and serves the bank of a home for a command that prints something else (D135). */
export async function serveQuietly(config: Config, report: (error: unknown) => void) {
  assertShared(config)
  await assertCanListen(config)
  makeHome(config.home)
  const operator = operatorAccess(config)
  const bank = await openBank({ config, operator, report, onLost: report })
  const server = await fillAndListen(bank, config, { world: DEFAULT_WORLD, fill: undefined }).catch(async error => {
    await bank.close()
    throw error
  })
  const stop = async () => {
    bank.endLongWork()
    await server.stop()
    await bank.close()
  }
  return { url: server.url, token: operator.token, stop }
}

async function fillAndListen(
  { app, deps }: OpenBank,
  config: Config & Pick<ListenOptions, 'room' | 'onFault'>,
  { world, fill }: { readonly world: string; readonly fill: StartContent['fill'] },
): Promise<RunningServer> {
  const isNew = await ensureWorld(deps, world, fill === undefined ? 'STANDARD' : 'EMPTY')
  if (fill !== undefined) {
    const ctx = await enterWorld(deps, world, { kind: 'operator' })
    await fill(ctx, isNew).catch(async error => {
      // The next start would take an empty world for the wanted one.
      if (isNew) await deps.store.transaction(db => discard({ db, deps }, ctx.world.id))
      throw error
    })
  }
  return listen(app, config)
}

function fillerOf(fixture: Fixture | undefined): StartContent['fill'] {
  if (fixture === undefined) return undefined
  return async ctx => {
    const { applyToWorld } = await import('./sandbox/fixtures/run/to-world.ts')
    await applyToWorld(ctx, fixture)
  }
}

/**
 * Standard output for the log. When its reader has gone, or its disk is full, calls and the end of the process go on: pino's own stream would try a
 * broken pipe again and again, without an end.
 */
function unbreakableOutput(): { write(line: string): void } {
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error').on('error', () => undefined)
  return {
    write: line => {
      try {
        process.stdout.write(line)
      } catch {
        // A file on a full disk throws at once.
      }
    },
  }
}

// A terminal that shows the log would obey these characters, or show another line than was written. In JSON they are escaped.
const ACTING = /[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu

function spelt(line: string): string {
  return line.replace(ACTING, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns the directories that are new. */
function makeHome(home: string): readonly string[] {
  try {
    return makePrivateDirectory(home)
  } catch (error) {
    throw new ConfigError(`SANDBANK_HOME=${JSON.stringify(home)} cannot be made: ${messageOf(error)}.`)
  }
}

/** D70: on loopback no token is needed; on any other host one is required, a random one unless it is set. */
function operatorAccess({ host, token, origins }: Config) {
  if (token !== undefined) return { token, hosts: undefined, origins }
  if (isLoopback(host))
    return { token: undefined, hosts: [...new Set(['localhost', '127.0.0.1', '[::1]', host])], origins }
  return { token: randomBytes(24).toString('base64url'), hosts: undefined, origins }
}

function greeting(
  url: string,
  config: Config,
  token: string | undefined,
  { shared, leftOut }: Pick<Store, 'shared' | 'leftOut'>,
  notice: string | undefined,
): string {
  const made = token !== undefined && config.token === undefined
  const isOwnHome = isDefaultHome(config)
  return [
    `Sandbank is open.`,
    ...(notice === undefined ? [] : [`  ${notice}`]),
    ...config.unknown.map(text => `  WARNING: ${text}`),
    ...(leftOut === undefined ? [] : [`  WARNING: something is missing from ${config.databaseUrl}: ${leftOut}.`]),
    ...(shared ? [`  Beside another server on ${config.databaseUrl}: both have the same books.`] : []),
    ...(config.engine === 'prisma'
      ? [`  Engine     Prisma answers every call of its client (SANDBANK_ENGINE=prisma)`]
      : []),
    `  Base URL   ${url}            (other worlds: ${url}/worlds/NAME)`,
    `  Console    ${url}/`,
    `  GraphiQL   ${url}/graphql`,
    `  Docs       ${url}/docs          OpenAPI: ${url}/openapi.json`,
    ...(made
      ? [`  Operator   Authorization: Bearer ${token}   (new at every start; set SANDBANK_TOKEN to keep one)`]
      : []),
    `First signed call, in another terminal${isOwnHome || token === undefined ? '' : ', with SANDBANK_TOKEN set'}:`,
    ...firstCall(placeOf(DEFAULT_WORLD, new URL(url).origin), isOwnHome).map(line => `  ${line}`),
    '',
    '',
  ].join('\n')
}

/** The store's name in the log: the address of a database may contain a password. */
function nameOfBooks({ databaseUrl }: Config): string {
  return databaseUrl.startsWith('file:') ? basename(databaseUrl) : 'the database'
}

/** Starts the server with the settings of the environment; a failed start ends the process with a sentence. */
export async function serveFromEnvironment(): Promise<void> {
  try {
    await startServer(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`Sandbank cannot start.\n${messageOf(error)}\n`)
    process.exit(1)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

if (isProgram(import.meta.url)) void serveFromEnvironment()
