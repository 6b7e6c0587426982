import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../../src/platform/store/db.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { systemDeps } from '../../src/sandbox/hooks.ts'
import { sweepWorlds } from '../../src/sandbox/worlds/end.ts'
import { rowReader } from '../support/builders/row-texts.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { urlOf } from '../support/harness/stores.ts'
import { fillHome } from '../support/harness/template.ts'
import { type Random, seeded } from './clients.ts'

export type WholesOptions = { readonly kills: number; readonly seed: number }

/** What came of kills in the middle of work on whole worlds, and every violation of "it is done, or it is not". */
export type WholesReport = {
  readonly kills: number
  /** Kills that left something incomplete, which no call may ever see, and which must be deleted. */
  readonly halfMade: number
  readonly done: number
  readonly notDone: number
  /** Kills while the rows of a deleted world were being deleted, and those of them that left some of the rows. */
  readonly sweeps: number
  readonly halfSwept: number
  readonly violations: string[]
}

/** With their bookings just enough for everything to be done in many transactions. */
const LINES = 2_050

const document = (key: string) => `{ customers: [{ key: "${key}", name: "Kari", type: PRIVATE, accounts: [{
  key: "${key}-daily", accountName: "Daily", currency: "NOK", product: "Current", cashAccountType: CACC, creditLine: 0,
  balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1000, currency: "NOK" } }],
  generate: { profile: household, transactions: ${LINES}, from: "-900D", to: "-1D" } }] }] }`

/** Work on a world as a whole. It has a world of its own, of its own name. */
type Work = {
  readonly name: string
  /** What is done before, so that the two states differ. */
  readonly before?: (round: number) => string
  readonly mutation: (round: number) => string
  /** Where the two states are compared; the world itself when not given. */
  readonly subject?: (round: number) => string
  /** What is there when it is done: a state that was seen, none, or all that is sound. */
  readonly after: 'AS_ITS_SOURCE' | 'AS_AT_FIRST' | 'GONE' | 'SOUND'
}

const addSomebody = (round: number) =>
  `createCustomer(input: { customerNumber: "9${Date.now()}${round}", name: "Ola", type: PRIVATE }) { customer { id } }`

const WORKS: readonly Work[] = [
  {
    name: 'copy',
    mutation: round => `createWorld(input: { name: "copy-${round}", source: { copyOf: "copy" } }) { world { name } }`,
    subject: round => `copy-${round}`,
    after: 'AS_ITS_SOURCE',
  },
  {
    name: 'snapshot',
    before: round => `deleteSnapshot(name: "shot-${round - WORKS.length}") { snapshot { name } }`,
    mutation: round => `takeSnapshot(name: "shot-${round}") { snapshot { name } }`,
    subject: round => `snapshot shot-${round}`,
    after: 'AS_ITS_SOURCE',
  },
  {
    name: 'restore',
    before: addSomebody,
    mutation: () => 'restoreSnapshot(name: "first") { world { name } }',
    after: 'AS_AT_FIRST',
  },
  {
    name: 'reset',
    before: addSomebody,
    mutation: () => 'resetWorld(input: { name: "reset" }) { world { name } }',
    after: 'AS_AT_FIRST',
  },
  {
    name: 'fixture',
    mutation: round => `applyFixture(fixture: ${document(`more-${round}`)}) { ids { id } }`,
    after: 'SOUND',
  },
  {
    name: 'delete',
    before: round => `createWorld(input: { name: "gone-${round}", source: { copyOf: "delete" } }) { world { name } }`,
    mutation: round => `deleteWorld(name: "gone-${round}") { world { name } }`,
    subject: round => `gone-${round}`,
    after: 'GONE',
  },
]

/**
 * Kills a server again and again in the middle of copies, snapshots, restores, resets, large fixtures and deletions. After each restart the world is in one of its two
 * states, in the second one when that was acknowledged, and in the end nothing is left over. Killed while it deletes the rows of a world that is gone, it goes on with
 * that when it is started again, and touches no other.
 */
export async function wholes({ kills, seed }: WholesOptions): Promise<WholesReport> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-wholes-'))
  await fillHome(home)
  const random = seeded(seed)
  const violations: string[] = []
  const sweeps = Math.ceil(kills / 6)
  const counts = { halfMade: 0, done: 0, notDone: 0, sweeps: 0, halfSwept: 0 }
  let server = await startServerProcess({ SANDBANK_HOME: home })
  const books = openBooks(join(home, 'sandbank.db'))
  try {
    const first = await prepare(server, books)
    for (let kill = 0; kill < kills; kill += 1) {
      const work = WORKS[kill % WORKS.length]
      if (work === undefined) break
      // Of what was never made, or deleted before, there is nothing to delete.
      if (work.before !== undefined) await ask(server, work.name, `mutation { ${work.before(kill)} }`)
      const subject = work.subject?.(kill) ?? work.name
      const before = books.stateOf(subject)
      const halves = books.halfMade()
      const acknowledged = await cutOff(server, books, work, kill, random)
      if (books.halfMade() > halves) counts.halfMade += 1
      server = await startServerProcess({ SANDBANK_HOME: home })
      const now = books.stateOf(subject)
      const isDone = await isAfter(server, books, work, subject, { before, first: first.get(work.name) ?? NONE })
      counts[isDone ? 'done' : 'notDone'] += 1
      const what = `${work.name} ${kill}`
      if (!isDone && now !== before) violations.push(`${what}: ${subject} is in neither state`)
      if (acknowledged && !isDone) violations.push(`${what} was acknowledged and is not done`)
      violations.push(...books.loose().map(id => `${what}: the rows ${id} belong to no world and are not deleted`))
    }
    // On a busy machine all may be deleted before the kill comes: then once more, and at once.
    for (let kill = 0; kill < sweeps || (counts.halfSwept === 0 && kill < sweeps + MORE_SWEEPS); kill += 1) {
      counts.sweeps += 1
      const ids = await leaveRows(server, books, `swept-${kill}`, home)
      const left = () => ids.reduce((sum, id) => sum + books.rowsOf(id), 0)
      const rows = left()
      const states = statesOf(books)
      while (left() === rows) await delay(1)
      if (kill < sweeps) await delay(random() ** 2 * 30)
      server.kill('SIGKILL')
      await server.exited
      if (left() > 0) counts.halfSwept += 1
      if (!same(statesOf(books), states)) violations.push(`sweep ${kill}: another world lost something`)
      server = await startServerProcess({ SANDBANK_HOME: home })
      if (!(await areSwept(books, ids)) || left() > 0) violations.push(`sweep ${kill}: ${left()} rows of ${ids} stay`)
      if (!same(statesOf(books), states)) violations.push(`sweep ${kill}: another world lost something afterwards`)
    }
    await Promise.all(
      WORKS.map(async ({ name }) => {
        if (!(await isWritable(server, name))) violations.push(`${name}: the world is not written in any more`)
      }),
    )
    server.kill('SIGKILL')
    await server.exited
    await sweep(home)
    violations.push(...books.unused().map(id => `the rows ${id} were not swept`))
  } finally {
    server.kill('SIGKILL')
    await server.exited
    books.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { kills, ...counts, violations }
}

/** A world for each work, all alike; the state that each has at first. */
async function prepare(server: ServerProcess, books: Books): Promise<ReadonlyMap<string, string>> {
  const made = await ask(
    server,
    'default',
    `mutation { createWorld(input: { name: "origin", source: { fixture: ${document('kari')} } }) { world { name } } }`,
  )
  if (made.errors !== undefined) throw new Error(JSON.stringify(made.errors))
  books.addRare('origin')
  for (const { name } of WORKS)
    await ask(
      server,
      'default',
      `mutation { createWorld(input: { name: "${name}", source: { copyOf: "origin" } }) { world { name } } }`,
    )
  const other = WORKS.find(({ name }) => books.stateOf(name) !== books.stateOf('origin'))
  if (other !== undefined) throw new Error(`The world ${other.name} is no copy of its origin.`)
  await ask(server, 'restore', 'mutation { takeSnapshot(name: "first") { snapshot { name } } }')
  return new Map(WORKS.map(({ name }) => [name, books.stateOf(name)]))
}

/** Sends the work, and kills the server while it is at it. Answers whether the server said first that all is done. */
async function cutOff(
  server: ServerProcess,
  books: Books,
  work: Work,
  round: number,
  random: Random,
): Promise<boolean> {
  let answered: { data?: unknown; errors?: unknown } | undefined
  const before = books.halfMade()
  const asking = ask(server, work.name, `mutation { ${work.mutation(round)} }`).then(
    answer => {
      answered = answer
    },
    () => undefined,
  )
  while (answered === undefined && books.halfMade() <= before) await delay(1)
  await delay(random() ** 2 * 150)
  server.kill('SIGKILL')
  await Promise.all([asking, server.exited])
  if (answered?.errors !== undefined) throw new Error(`${work.name}: ${JSON.stringify(answered.errors)}`)
  return answered !== undefined
}

/** So many worlds take longer to go than it takes to kill. */
const SWEPT_AT_ONCE = 5
const MORE_SWEEPS = 10

/** Deletes worlds, so long ago that their rows are deleted from now on. Answers which they are. */
async function leaveRows(server: ServerProcess, books: Books, name: string, home: string): Promise<string[]> {
  const ids: string[] = []
  for (let place = 0; place < SWEPT_AT_ONCE; place += 1) {
    await ask(
      server,
      'delete',
      `mutation { createWorld(input: { name: "${name}-${place}", source: { copyOf: "delete" } }) { world { name } } }`,
    )
    ids.push(books.idOf(`${name}-${place}`))
    await ask(server, 'delete', `mutation { deleteWorld(name: "${name}-${place}") { world { name } } }`)
  }
  const database = new Database(join(home, 'sandbank.db'))
  const ago = new Date(Date.now() - 60_000).toISOString().replace('Z', '+00:00')
  for (const id of ids) database.prepare('UPDATE "World" SET "discardedAt" = ? WHERE id = ?').run([ago, id])
  database.close()
  return ids
}

/** Whether the server deletes what is left of the rows by itself. */
async function areSwept(books: Books, ids: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (books.unused().every(one => !ids.includes(one))) return true
    await delay(100)
  }
  return false
}

const statesOf = (books: Books) => WORKS.map(({ name }) => books.stateOf(name))
const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

async function isAfter(
  server: ServerProcess,
  books: Books,
  { name, after }: Work,
  subject: string,
  { before, first }: { readonly before: string; readonly first: string },
): Promise<boolean> {
  const now = books.stateOf(subject)
  if (after === 'GONE') return now === NONE
  if (after === 'AS_ITS_SOURCE') return now === books.stateOf(name)
  if (after === 'AS_AT_FIRST') return now === first
  // Each document that is there is there with all of its lines.
  const { data } = await ask(
    server,
    name,
    '{ audit { findings { text } } customers { nodes { accounts { nodes { transactions(first: 1) { totalCount } } } } } }',
  )
  const lines: number[] = data.customers.nodes.flatMap(
    (one: { accounts: { nodes: { transactions: { totalCount: number } }[] } }) =>
      one.accounts.nodes.map(({ transactions }) => transactions.totalCount),
  )
  const isWhole = data.audit.findings.length === 0 && lines.length > 0 && lines.every(count => count === LINES)
  return isWhole && now !== before
}

async function ask(server: ServerProcess, world: string, query: string) {
  const answer = await fetch(`${server.url}/worlds/${world}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return answer.json()
}

/** The lock of a dead process is believed for some seconds. */
async function isWritable(server: ServerProcess, world: string): Promise<boolean> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { data } = await ask(server, world, `mutation { ${addSomebody(tries)} }`)
    if (data !== null && data !== undefined) return true
    await delay(200)
  }
  return false
}

/** What the server does by itself when a maker has not been heard of for long. */
async function sweep(home: string): Promise<void> {
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  const machineNow = () => new Date(Date.now() + 86_400_000)
  await sweepWorlds({ ...systemDeps, machineNow, store, running: new Set() })
  await store.close()
}

const NONE = 'nothing'
type Books = ReturnType<typeof openBooks>

/** Looks into the file itself. */
function openBooks(file: string) {
  const database = new Database(file, { readonly: true })
  const rowsOf = rowReader(database)
  const named = database.prepare<string>('SELECT id FROM "World" WHERE name = ?').pluck()
  const kept = database.prepare<string>('SELECT "contentId" FROM "Snapshot" WHERE name = ?').pluck()
  const unfinished = database
    .prepare<number>('SELECT COUNT(*) FROM "World" WHERE name IS NULL AND "discardedAt" > ?')
    .pluck()
  const USED = `name IS NOT NULL OR id IN (SELECT "contentId" FROM "Snapshot") OR id IN (SELECT "imageId" FROM "World" WHERE "imageId" IS NOT NULL AND name IS NOT NULL)`
  const loose = database.prepare<string>(`SELECT id FROM "World" WHERE NOT (${USED}) AND "discardedAt" IS NULL`).pluck()
  const large = database
    .prepare<number>(
      'SELECT (SELECT COUNT(*) FROM "Transaction" WHERE "worldId" = ?) + (SELECT COUNT(*) FROM "Booking" WHERE "worldId" = ?)',
    )
    .pluck()
  const unused = database.prepare<string>(`SELECT id FROM "World" WHERE NOT (${USED})`).pluck()
  return {
    stateOf: (subject: string): string => {
      const [, snapshot] = subject.split('snapshot ')
      const id = snapshot === undefined ? named.get([subject]) : kept.get([snapshot])
      return id === undefined ? NONE : createHash('sha256').update(rowsOf(id)).digest('hex')
    },
    /** Rows that no document makes: a scenario, and calls that were counted. */
    addRare: (name: string) => {
      const writer = new Database(file)
      const id = named.get([name]) ?? NONE
      writer
        .prepare(
          `INSERT INTO "Scenario" ("worldId", "id", "scenario", "seed", "createdAt") VALUES (?, 'rare', 'error; code=ACCESS_EXCEEDED', 1, '2026-01-01T00:00:00.000+00:00')`,
        )
        .run([id])
      writer.prepare(`INSERT INTO "AccessCount" VALUES (?, 'rare', 'rare', 'rare', 'rare', '2026-01-01', 3)`).run([id])
      writer.close()
    },
    idOf: (name: string): string => named.get([name]) ?? NONE,
    /** How many rows of the large tables there are. */
    rowsOf: (id: string): number => large.get([id, id]) ?? 0,
    halfMade: () => unfinished.get([Date.now()]) ?? 0,
    loose: () => loose.all(),
    unused: () => unused.all(),
    close: () => database.close(),
  }
}

/** One line with the counts, and one for each violation. */
export function summariseWholes(report: WholesReport): string {
  const { kills, halfMade, done, notDone, sweeps, halfSwept, violations } = report
  const counts = `${kills} kills in the middle of work on whole worlds: ${halfMade} left something half-made, ${done} were done, ${notDone} were not; ${sweeps} while rows were being deleted: ${halfSwept} left some; ${violations.length} violations`
  return [counts, ...violations].join('\n')
}
