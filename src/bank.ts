import { fileURLToPath } from 'node:url'
import type { ServedApp } from './api/server.ts'
import { createApp } from './app.ts'
import { type Deps, systemClockAndIds } from './bank/context.ts'
import type { EndedCall, LostCalls } from './domain/calls.ts'
import type { WorldContent } from './domain/worlds.ts'
import { type Config, isShared, secretOf } from './platform/config.ts'
import type { Operator } from './platform/http/operator-access.ts'
import { certifyWith } from './platform/security/authority/certify.ts'
import { openAuthorityLater } from './platform/security/authority/later-authority.ts'
import { localTppReader, readLocalKey } from './platform/security/authority/local-tpps.ts'
import { listStoredTpps, sharedAuthority, storedTpps } from './platform/security/authority/shared-authority.ts'
import { markOf, openVault } from './platform/security/authority/vault.ts'
import { forwardOnlyClock, openStore, type Store } from './platform/store/db.ts'
import { type StoreLostError, StoreUnavailableError, unavailable } from './platform/store/errors.ts'
import { secretsOf } from './platform/store/secrets.ts'
import { systemDeps } from './sandbox/hooks.ts'
import type { JournalEngine } from './sandbox/journal/engine.ts'
import { createJournal } from './sandbox/journal/journal.ts'
import { openJournalFile } from './sandbox/journal/sqlite.ts'
import { keepTicking } from './sandbox/worlds/catch-up.ts'
import { ensureDefaultWorld } from './sandbox/worlds/doors.ts'

/** An open bank: its store, its doors, and its background work. */
export type OpenBank = {
  readonly app: Required<ServedApp>
  readonly deps: Deps
  /** From now on /health says that this server is being stopped (D127); calls are answered as before. */
  leave(): void
  /** Ends long work, such as a move of the clock, at the point that it has reached. */
  endLongWork(): void
  /** Ends background work and closes the store. No call may be running. */
  close(): Promise<void>
}

export type BankOptions = {
  readonly config: Config
  /** Who may use the operator's door (D70). */
  readonly operator: Operator
  /** Receives every fault that is ours, with the X-Request-ID of the call. */
  readonly report: (error: unknown, requestId: string | undefined) => void
  /** Receives every fault of the files of store or journal, with the file, and SQLite's own code if there is one. */
  readonly onUnavailable?: (fault: StoreUnavailableError, requestId: string | undefined) => void
  /** Receives the calls that the journal has lost, since it could not be written for too long. */
  readonly onLostCalls?: (lost: LostCalls) => void
  /** Called once when the store's files are no longer those that were opened: nothing is acknowledged any more. */
  readonly onLost: (error: StoreLostError) => void
  /** Called once, with the reason, while the database is not there yet: it may be starting, too. */
  readonly onWaiting?: (reason: string) => void
  /** Opens a store whose log lacks acknowledged changes. */
  readonly acceptLoss?: boolean | undefined
  /** The first content of a new bank's world `default`: the standard set by default (D30). NONE leaves it to the caller to create that world. */
  readonly content?: WorldContent | 'NONE'
  /** Receives each call, a moment after it was answered. */
  readonly onCall?: (call: EndedCall) => void
}

/** The CA of a new home is created when the bank has been open for this long, or when it is needed. */
const AUTHORITY_AFTER_MS = 1_000

/** How long a database may take that starts at the same time. */
const START_MS = 30_000

/** Opens the bank of a home: the same for a server and for a test with the bank in its own process. It never listens on a port. */
export async function openBank(options: BankOptions): Promise<OpenBank> {
  const { config, onLost, onWaiting, acceptLoss } = options
  const clock = { machineNow: systemClockAndIds.machineNow }
  const store = await openStore(config.databaseUrl, {
    engine: config.engine,
    machineNow: () => clock.machineNow(),
    onLost,
    acceptLoss,
    startMs: START_MS,
    onWaiting,
    mark: markOf(secretOf(config), config.token),
  })
  try {
    return await openOn(store, clock, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openOn(
  store: Store,
  clock: { machineNow: () => Date },
  { config, operator, onCall, onLostCalls, content, ...listeners }: BankOptions,
): Promise<OpenBank> {
  const secret = secretOf(config)
  const machine = store.machineNow ?? systemClockAndIds.machineNow
  // The clock of worlds never goes back; values from outside, such as a Date header, are compared with the machine's own clock.
  const machineNow = forwardOnlyClock(machine, () => performance.now(), store.latestMachineTime, store.noteTime)
  clock.machineNow = machineNow
  const report: BankOptions['report'] = (error, requestId) => {
    const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
    if (fault === undefined) return listeners.report(error, requestId)
    store.noteFault(fault)
    // A lost store has already been reported, once.
    if (store.lost() === undefined) listeners.onUnavailable?.(fault, requestId)
  }
  const stopping = new AbortController()
  const { signal } = stopping
  const vault = secret === undefined ? undefined : openVault(secret, secretsOf(store))
  const authority =
    vault === undefined
      ? openAuthorityLater(config.home, machine)
      : await sharedAuthority(vault, config.home, machine())
  const deps: Deps = {
    store,
    running: new Set<string>(),
    localTpps: vault === undefined ? localTppReader(config.home) : () => listStoredTpps(vault),
    stopping: signal,
    mostWorlds: config.worlds,
    ...systemDeps,
    machineNow,
  }
  if (content !== 'NONE') await ensureDefaultWorld(deps, content)
  const opened = createJournal(await openJournalEngine(config, machineNow, report), {
    machineNow,
    token: operator.token,
    onFault: error => report(error, undefined),
    ...(onLostCalls === undefined ? {} : { onLost: onLostCalls }),
  })
  const journal = config.journal ? opened : { ...opened, add: () => undefined }
  if (onCall !== undefined) journal.follow(onCall)
  let isLeaving = false
  const app = createApp({
    isLeaving: () => isLeaving,
    deps: { ...deps, journal },
    security: {
      certificates: authority.certificates,
      keyId: config.keyId,
      strict: config.strict,
      headers: config.headers,
      machineNow: machine,
    },
    proxies: config.proxies,
    localKey: async name =>
      vault === undefined ? readLocalKey(config.home, name) : (await storedTpps(vault)).get(name),
    certify: async order => certifyWith(await authority.open(), machine)(order),
    operator,
    report,
  })
  const ticking = keepTicking(deps, signal, error => report(error, undefined))
  // Loaded before the first certificate comes, without delaying the start.
  const makingAuthority = setTimeout(
    () => authority.make().catch(error => signal.aborted || report(error, undefined)),
    AUTHORITY_AFTER_MS,
  ).unref()
  return {
    app,
    deps,
    leave: () => {
      isLeaving = true
    },
    endLongWork: () => stopping.abort(),
    close: async () => {
      stopping.abort()
      clearTimeout(makingAuthority)
      authority.close()
      await ticking
      await journal.close()
      await store.close()
    },
  }
}

/** Where the calls are stored (D95): in the bank's database, or in a file beside the store, under its name: sandbank.db has sandbank.calls.db. */
async function openJournalEngine(
  { journal, databaseUrl }: Config,
  machineNow: () => Date,
  report: BankOptions['report'],
): Promise<JournalEngine> {
  if (journal && isShared(databaseUrl)) {
    const { openPostgresJournal } = await import('./sandbox/journal/postgres.ts')
    return openPostgresJournal(databaseUrl, machineNow)
  }
  const path = journal ? fileURLToPath(databaseUrl).replace(/(\.db)?$/, '.calls.db') : ':memory:'
  return openJournalFile(path, { machineNow, onFault: error => report(error, undefined) })
}
