import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/store/sqlite/driver.ts'
import { type KeepAliveClient, openClient } from '../support/clients/keep-alive-client.ts'
import { type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'
import { seeded } from './clients.ts'
import { CutOff, live, type Observations, WorldClient } from './stories.ts'
import { issueTpp, spoil } from './torture.ts'

export type LifeOptions = {
  readonly kills: number
  readonly clients: number
  readonly seed: number
  /** How many serve it, two when not given. */
  readonly processes?: 1 | 2
  /** Damages the file while no process has it open, so that it is known which damage would be noticed. */
  readonly plant?: (database: Database) => void
}

export type LifeReport = {
  readonly facts: number
  readonly kept: number
  readonly lost: string[]
  readonly doubled: string[]
  readonly unsound: string[]
  readonly wrong: string[]
}

const WORLDS = ['default', 'green', 'blue']

/**
 * A steady life of a bank that two processes serve, in three worlds: payments, approvals, cancellations, baskets, balances, deletions, GraphQL, and
 * clocks that are moved. One process or both are killed at moments that nothing announces. After each kill, and once the dead are alive again, all
 * that any caller was answered must hold, the books must be sound, and what is sent again must be answered from the store.
 */
export async function life({ kills, clients, seed, processes = 2, plant }: LifeOptions): Promise<LifeReport> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-life-'))
  await fillHome(home)
  const tpp = issueTpp(home)
  const random = seeded(seed)
  const observations: Observations = { facts: [], kept: [], wrong: [] }
  const report = { lost: new Set<string>(), doubled: new Set<string>(), unsound: new Set<string>() }
  const start = () => startServerProcess({ SANDBANK_HOME: home })
  const servers: { server: ServerProcess; client: KeepAliveClient }[] = []
  const open = (server: ServerProcess) => ({ server, client: openClient(server.url) })
  const clientOf = (world: string, at: number) =>
    new WorldClient(world, servers[at % processes]?.client ?? openClient(''), tpp, observations)
  try {
    for (let at = 0; at < processes; at += 1) servers.push(open(await start()))
    for (const world of WORLDS.slice(1))
      await clientOf('default', 0).graphql(
        `mutation { createWorld(input: { name: "${world}", source: { empty: true } }) { world { name } } }`,
      )
    for (let kill = 0; kill < kills; kill += 1) {
      const stop = new AbortController()
      let turn = 0
      const next = () => {
        turn += 1
        return turn
      }
      const people = Array.from({ length: clients }, (_, place) =>
        live(() => clientOf(WORLDS[place % 3] ?? 'default', next()), observations, random, stop.signal),
      )
      const before = observations.facts.length
      const until = performance.now() + 20_000
      const enough = clients * (plant === undefined ? 1 : 6)
      while (observations.facts.length < before + enough && performance.now() < until) await delay(10)
      await delay(random() ** 2 * 400)
      const both = kill % 2 === 1 || plant !== undefined
      const killed = both ? [...servers.keys()] : [Math.floor(random() * processes)]
      for (const at of killed) servers[at]?.server.kill('SIGKILL')
      stop.abort()
      await Promise.all([...people, ...killed.map(at => servers[at]?.server.exited)])
      if (plant !== undefined) spoil(home, plant)
      for (const at of killed) {
        servers[at]?.client.close()
        servers[at] = open(await start())
      }
      await look(clientOf, observations, report)
    }
  } finally {
    for (const { server, client } of servers) {
      client.close()
      server.kill('SIGKILL')
    }
    await Promise.all(servers.map(({ server }) => server.exited))
    rmSync(home, { recursive: true, force: true })
  }
  const lists = { lost: [...report.lost], doubled: [...report.doubled], unsound: [...report.unsound] }
  return { facts: observations.facts.length, kept: observations.kept.length, ...lists, wrong: observations.wrong }
}

type Found = Readonly<Record<'lost' | 'doubled' | 'unsound', Set<string>>>

async function look(
  clientOf: (world: string, at: number) => WorldClient,
  observations: Observations,
  { lost, doubled, unsound }: Found,
): Promise<void> {
  for (const [at, world] of WORLDS.entries()) {
    const { data } = await clientOf(world, at).graphql('{ audit { findings { rule subject text } } }')
    for (const { rule, subject, text } of data?.audit?.findings ?? [{ rule: 'no audit' }])
      unsound.add(`${world}: ${rule} ${subject} ${text}`)
  }
  await Promise.all(
    observations.facts.map(async ({ what, world, check }, at) => {
      const wrong = await check(clientOf(world, at)).catch(unlessCutOff)
      if (wrong !== undefined) lost.add(`${what} ${wrong}`)
    }),
  )
  for (const [at, { what, request, text }] of observations.kept.slice(-20).entries()) {
    const again = await clientOf('default', at).send(request)
    if (again.headers['sandbank-replayed'] !== 'true') doubled.add(`${what} was done again: ${again.status}`)
    else if (again.text !== text) lost.add(`${what} is replayed with another answer`)
  }
}

const unlessCutOff = (error: unknown): string => {
  if (error instanceof CutOff) return `cannot be read: ${error.message}`
  throw error
}

/** One line with the counts, and one for each violation. */
export function summariseLife({ facts, kept, ...lists }: LifeReport): string {
  const lines = Object.entries(lists).flatMap(([kind, list]) => list.map(text => `${kind.toUpperCase()} ${text}`))
  return [`${facts} facts, ${kept} answers kept; ${lines.length} violations`, ...lines].join('\n')
}
