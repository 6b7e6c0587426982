import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'
import { checkBooks, countRows, inCopy, type Look, type Verdict } from './books.ts'
import { type Attempt, createClients, type Random, repeat, seeded, type Tpp } from './clients.ts'
import { readBack } from './read-back.ts'

export type TortureOptions = {
  readonly kills: number
  readonly clients: number
  readonly seed: number
  /** Spoils the file that a kill left, so that it is known what would be noticed. */
  readonly plant?: (database: Database) => void
}

/** What was done, and every violation of "an acknowledged write is there once, and whole". */
export type TortureReport = {
  readonly kills: number
  readonly acknowledged: number
  /** Calls whose answer the kill cut off; each was repeated after the restart. */
  readonly cut: number
  /** Those of them that had taken effect before the kill. */
  readonly cutAfterCommit: number
  readonly sentTwice: number
  readonly replayed: number
  readonly verdict: Verdict
}

/**
 * Kills a writing server again and again, and holds what is stored against what was acknowledged: first in the file that the
 * kill left behind, then through signed calls to the restarted server.
 */
export async function torture({ kills, clients, seed, plant }: TortureOptions): Promise<TortureReport> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-torture-'))
  await fillHome(home)
  const tpp = issueTpp(home)
  const random = seeded(seed)
  const verdict: Verdict = { lost: [], doubled: [], halfApplied: [], wrongAnswers: [] }
  const writers = createClients(clients, tpp, random, verdict)
  let cutAfterCommit = 0
  let cut = 0
  let replayed = 0
  let server = await startServerProcess({ SANDBANK_HOME: home })
  try {
    const before = await inCopy(home, countRows)
    for (let kill = 0; kill < kills; kill += 1) {
      const round = await writeUntilKilled(server, writers, random)
      if (plant !== undefined) spoil(home, plant)
      const check = (look: Look) => checkBooks(look, before, writers.attempts, round, verdict)
      const kept = await inCopy(home, check, verdict)
      const cutOff = round.filter(attempt => attempt.answer === undefined)
      cut += cutOff.length
      cutAfterCommit += cutOff.filter(attempt => kept.has(attempt.requestId)).length
      server = await startServerProcess({ SANDBANK_HOME: home })
      const client = openClient(server.url)
      const again = [...cutOff, ...sample(writers.acknowledged(), 5, random)]
      await Promise.all(again.map(attempt => repeat(client, attempt, kept.has(attempt.requestId), verdict)))
      replayed += again.filter(attempt => kept.has(attempt.requestId)).length
      await readBack(client, tpp, round, writers, verdict)
      client.close()
    }
    const client = openClient(server.url)
    await readBack(client, tpp, writers.attempts, writers, verdict)
    client.close()
  } finally {
    server.kill('SIGKILL')
    await server.exited
    rmSync(home, { recursive: true, force: true })
  }
  const { attempts } = writers
  const sentTwice = attempts.filter(attempt => attempt.twice).length
  return { kills, acknowledged: attempts.length - cut, cut, cutAfterCommit, sentTwice, replayed, verdict }
}

/** All clients write at once; the kill comes at a moment that nothing announces. */
async function writeUntilKilled(
  server: ServerProcess,
  writers: ReturnType<typeof createClients>,
  random: Random,
): Promise<Attempt[]> {
  const client = openClient(server.url)
  const first = writers.attempts.length
  const stop = new AbortController()
  const working = writers.work(client, stop.signal)
  // A new process is slow at first; killed right away it would only ever die before its first commit.
  while (writers.attempts.slice(first).every(attempt => attempt.answer === undefined)) await delay(2)
  await delay(random() * 150)
  server.kill('SIGKILL')
  stop.abort()
  await Promise.all([working, server.exited])
  client.close()
  return writers.attempts.slice(first)
}

/** Changes the file while no process has it open. */
export function spoil(home: string, plant: (database: Database) => void): void {
  const database = new Database(join(home, 'sandbank.db'))
  database.pragma('foreign_keys = ON')
  plant(database)
  // Closing it here puts the log into it, which is no loss.
  database.pragma('user_version = 0')
  database.close()
}

export function issueTpp(home: string): Tpp {
  mkdirSync(home, { recursive: true })
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({
    name: 'torture',
    roles: ['PSP_PI', 'PSP_AI'],
    now,
    key: keptKey('tpp'),
  })
  return { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
}

export function sample<T>(list: readonly T[], size: number, random: Random): T[] {
  const chosen = Array.from({ length: size }, () => list[Math.floor(random() * list.length)])
  return [...new Set(chosen)].filter(one => one !== undefined)
}

/** One line with the counts, and one for each violation. */
export function summarise(report: TortureReport): string {
  const { lost, doubled, halfApplied, wrongAnswers } = report.verdict
  const { kills, acknowledged, cut, cutAfterCommit, sentTwice, replayed } = report
  return [
    `${kills} kills: ${acknowledged} calls acknowledged, ${cut} cut off and repeated (${cutAfterCommit} of them had taken effect), ` +
      `${sentTwice} sent twice at once, ${replayed} replayed after a restart; ` +
      `${lost.length} lost, ${doubled.length} doubled, ${halfApplied.length} half-applied, ${wrongAnswers.length} wrong answers`,
    ...lost.map(text => `LOST ${text}`),
    ...doubled.map(text => `DOUBLED ${text}`),
    ...halfApplied.map(text => `HALF-APPLIED ${text}`),
    ...wrongAnswers.map(text => `WRONG ANSWER ${text}`),
  ].join('\n')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      clients: { type: 'string', default: '16' },
      seed: { type: 'string', default: '' },
    },
  })
  const seed = values.seed === '' ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
  const options = { kills: Number(values.kills), clients: Number(values.clients), seed }
  const start = performance.now()
  const report = await torture(options)
  console.log(
    `${summarise(report)}\n${((performance.now() - start) / 1000).toFixed(1)} s with ${options.clients} clients, --seed ${seed}`,
  )
  // Slower than the other: each kill is followed by a look at all that any caller was answered.
  const { life, summariseLife } = await import('./life.ts')
  const lived = await life({ ...options, kills: Math.ceil(options.kills / 5) })
  console.log(summariseLife(lived))
  const { summariseWholes, wholes } = await import('./wholes.ts')
  const whole = await wholes({ kills: options.kills, seed })
  console.log(summariseWholes(whole))
  const violations = [
    ...Object.values(report.verdict),
    lived.lost,
    lived.doubled,
    lived.unsound,
    lived.wrong,
    whole.violations,
  ]
  if (violations.some(list => list.length > 0)) process.exit(1)
}

// Not awaited: what it imports later imports this module, which must be done by then.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void main()
