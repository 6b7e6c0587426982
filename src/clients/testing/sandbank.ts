import { z } from 'zod'
import { listen } from '../../api/server.ts'
import { withoutEnd } from '../../domain/texts.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { readOwnConfig } from '../../platform/config.ts'
import { makeTemporaryHome, removeTemporaryHome } from '../../platform/files/temporary-homes.ts'
import type { OpenOwnBank } from '../own-bank.ts'
import { type Door, inProcess, overHttp } from './door.ts'
import { SandbankError } from './failure.ts'
import type { ConnectSandbank, Sandbank, StartSandbank, Tpp, TppOptions, World, WorldOptions } from './kit.ts'
import { createOperator, createWatches, type Operator } from './operator.ts'
import { assertDocument, assertOptions, assertText, callText, nameOf, shown } from './options.ts'
import { createPsus } from './scenarios.ts'
import { withFile } from './snapshot-files.ts'
import { createTpp } from './tpps.ts'
import { createWorld } from './worlds.ts'

/** A name that no resolver knows: nothing in this process listens there. */
const NOWHERE = 'http://sandbank.invalid'

/** `startSandbank` of the kit, which opens its bank by this function. */
export function startWith(openBank: OpenOwnBank): StartSandbank {
  return (options = {}) => start(openBank, options)
}

const start = async (
  openBank: OpenOwnBank,
  options: NonNullable<Parameters<StartSandbank>[0]>,
): ReturnType<StartSandbank> => {
  assertOptions('startSandbank', options, ['home', 'port', 'world', 'headers'])
  const { home: given, port, world, headers } = options
  const home = given ?? (await makeTemporaryHome())
  const removeHome = async () => {
    if (given === undefined) await removeTemporaryHome(home)
  }
  try {
    const config = readOwnConfig({ SANDBANK_HOME: home, PORT: String(port ?? 0), SANDBANK_HEADERS: headers })
    const faults: unknown[] = []
    const hosts = ['localhost', '127.0.0.1', new URL(NOWHERE).host]
    const bank = await openBank({
      config,
      operator: { token: undefined, hosts },
      report: error => faults.push(error),
      onLost: error => faults.push(error),
      ...(world === undefined ? {} : { content: world }),
    })
    const server = port === undefined ? undefined : await listen(bank.app, config)
    return useBank(
      inProcess(bank.app, { url: server?.url ?? NOWHERE, isServed: server !== undefined }),
      undefined,
      async () => {
        await server?.stop()
        await bank.close()
        await removeHome()
        if (faults.length > 0) throw new AggregateError(faults, 'The bank met faults of its own while it was open.')
      },
    )
  } catch (error) {
    await removeHome()
    throw error
  }
}

export const connectSandbank: ConnectSandbank = async (url, options = {}) => {
  assertOptions('connectSandbank', options, ['token'])
  const { token } = options
  assertAddress(url)
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new SandbankError('connectSandbank: the token holds a blank, a line end or a letter that no header takes.')
  const door = overHttp(withoutEnd(url, '/'))
  await assertSandbank(door, token)
  return useBank(door, token, async () => {})
}

async function assertSandbank(door: Door, token: string | undefined): Promise<void> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), ANSWER_SECONDS * 1000)
  try {
    const form = z.object({ worlds: z.object({ __typename: z.literal('WorldConnection') }) })
    await createOperator(door, token, end.signal).ask('connectSandbank', form, '{ worlds(first: 0) { __typename } }')
  } catch (cause) {
    if (!end.signal.aborted) throw cause
    const text = `connectSandbank: what is at ${door.url} has not answered within ${ANSWER_SECONDS} s: correct the address, or see whether the bank still runs.`
    throw new SandbankError(text, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** A bank answers within 15 s, whatever its database does (D127). */
const ANSWER_SECONDS = 20

function assertAddress(url: string): void {
  const { protocol = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {}
  if (!/^https?:$/.test(protocol))
    throw new SandbankError(
      `connectSandbank: ${shown(url)} is not the address of a bank, such as http://127.0.0.1:4000.`,
    )
  if (pathname !== '/')
    throw new SandbankError(`connectSandbank: give the base URL of the bank alone, without ${pathname}.`)
}

/** The bank behind a door: in this process or another. */
export async function useBank(door: Door, token: string | undefined, end: () => Promise<void>): Promise<Sandbank> {
  let ended = false
  const open: Door = {
    url: door.url,
    isServed: door.isServed,
    send: async sent => {
      if (ended) throw new SandbankError(`${sent.call}: this bank is closed, since close() was called before.`)
      return door.send(sent)
    },
  }
  const operator = createOperator(open, token)
  const psus = createPsus(operator)
  const watches = createWatches(operator)
  const tpps = new Map<string, { readonly tpp: Tpp; readonly request: string }>()
  const made = new Set<World>()

  // A test that has a world of its own rarely means the world `default`.
  let usesWorlds = false
  const noteDefault = (path: string) => {
    if (!usesWorlds) return
    usesWorlds = false
    process.emitWarning(
      `tpp.fetch(${shown(path)}) calls the world default, since this address names no world: world.url(${shown(path)}) is in a world, bank.world.url(${shown(path)}) in the world default.`,
      'SandbankWarning',
    )
  }

  const worldOf = (name: string): World => {
    usesWorlds ||= name !== DEFAULT_WORLD
    const world: World = createWorld(operator, watches, name, () => made.delete(world))
    return world
  }

  let closed: Promise<void> | undefined
  const close = () => {
    watches.end()
    closed ??= Promise.all([...made].map(world => world.close().catch(() => {}))).then(() => {
      ended = true
      return end()
    })
    return closed
  }

  return {
    url: door.url,
    world: worldOf(DEFAULT_WORLD),
    tpp: (name, options = {}) => {
      assertText('bank.tpp', 'the name of the TPP', name)
      assertOptions('bank.tpp', options, TPP_OPTIONS)
      const request = JSON.stringify([[...new Set(options.roles)].sort(), options.id])
      const known = tpps.get(name)
      if (known === undefined) {
        const tpp = createTpp(operator, psus, name, options, noteDefault)
        tpps.set(name, { tpp, request })
        // What failed once, such as for want of a connection, is tried again.
        tpp.id().catch(() => tpps.delete(name))
        return tpp
      }
      // Its certificate exists, and has a different content.
      if (Object.keys(options).length > 0 && request !== known.request)
        throw new SandbankError(
          `bank.tpp: ${JSON.stringify(name)} was made with other roles or another id: take another name.`,
        )
      return known.tpp
    },
    createWorld: async (options = {}) => {
      assertOptions('bank.createWorld', options, WORLD_OPTIONS)
      if (options.fixture !== undefined) assertDocument('bank.createWorld: the option fixture', options.fixture)
      const world = worldOf(await makeWorldOf(operator, options))
      made.add(world)
      return world
    },
    openWorld: async name => {
      assertText('bank.openWorld', 'the name of a world', name)
      await operator.run(callText('bank.openWorld', name), '{ clock { now } }', undefined, name)
      return worldOf(name)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const sourceOf = (copyOf: unknown) => nameOf('bank.createWorld: the option copyOf', 'a world', copyOf)

const TPP_OPTIONS: readonly (keyof TppOptions)[] = ['roles', 'id']

const created = z.object({ createWorld: z.object({ world: z.object({ name: z.string() }) }) })

const WORLD_OPTIONS: readonly (keyof WorldOptions)[] = [
  'name',
  'from',
  'copyOf',
  'snapshot',
  'snapshotFile',
  'fixture',
  'fixtureName',
  'clock',
  'expiresAfter',
]

const CREATE = 'mutation CreateWorld($input: CreateWorldInput) { createWorld(input: $input) { world { name } } }'

function makeWorldOf(operator: Operator, { snapshotFile, ...options }: WorldOptions): Promise<string> {
  if (snapshotFile === undefined) return makeWorld(operator, options)
  assertText('bank.createWorld: the option snapshotFile', 'the path of a file', snapshotFile)
  if (options.snapshot !== undefined)
    throw new SandbankError('bank.createWorld takes one of snapshot and snapshotFile, since each is the whole content.')
  const call = callText('bank.createWorld', { snapshotFile, ...options })
  return withFile(operator, call, snapshotFile, snapshot => makeWorld(operator, { ...options, snapshot }))
}

async function makeWorld(operator: Operator, given: WorldOptions): Promise<string> {
  const { name, from, copyOf, snapshot, fixture, fixtureName, clock, expiresAfter = 'PT1H' } = given
  const sources = {
    ...contentIn(from),
    ...(copyOf === undefined ? {} : { copyOf: sourceOf(copyOf) }),
    ...(snapshot === undefined ? {} : { snapshot: snapshotIn(snapshot) }),
    fixture,
    fixtureName,
  }
  const source = Object.values(sources).some(one => one !== undefined) ? sources : undefined
  const input = { name, source, ...clockIn(clock), expiresAfter }
  const call = callText('bank.createWorld', given)
  return (await operator.ask(call, created, CREATE, { input })).createWorld.world.name
}

function contentIn(from: unknown) {
  if (from === undefined) return {}
  if (from === 'STANDARD') return { standard: true }
  if (from === 'EMPTY') return { empty: true }
  throw new SandbankError(`bank.createWorld takes the option from as STANDARD or EMPTY; this is ${shown(from)}.`)
}

/** A snapshot of the world `default` by its name, or of any world as `world.snapshot()` gave it. */
function snapshotIn(snapshot: NonNullable<WorldOptions['snapshot']>) {
  if (typeof snapshot === 'string') return { name: snapshot }
  const name = nameOf('bank.createWorld: the option snapshot', 'a snapshot', snapshot)
  return { world: nameOf('bank.createWorld: the world of the option snapshot', 'a world', snapshot.world), name }
}

function clockIn(clock: WorldOptions['clock']) {
  if (clock === undefined) return {}
  if (typeof clock === 'string') return { clock: { now: clock } }
  if (clock instanceof Date) return { clock: { now: instantIn(clock) } }
  assertOptions('bank.createWorld: clock', clock, ['now', 'frozen'])
  return { clock: clock.now instanceof Date ? { ...clock, now: instantIn(clock.now) } : clock }
}

function instantIn(at: Date): string {
  if (!Number.isNaN(at.getTime())) return at.toISOString()
  throw new SandbankError('bank.createWorld takes the option clock as an instant; this Date is none.')
}
