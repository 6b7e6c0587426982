import pg from 'pg'
import type { Postgres } from '../support/harness/postgres.ts'
import { moveDatabaseClock } from '../support/hostile/movable-clock.ts'
import type { stoppingProxy } from '../support/hostile/stopping-proxy.ts'
import type { Random } from './clients.ts'

/** What befalls a database and the way to it without anybody's death: what is sent is lost, a backend stands still, a table is locked, the clock is set anew. */
export const FAULTS = ['hole', 'frozen', 'locked', 'clock'] as const
export type Fault = (typeof FAULTS)[number]

type Place = {
  readonly postgres: Postgres
  readonly database: string
  readonly way: Awaited<ReturnType<typeof stoppingProxy>>
  /** The process of a backend that is at work for the servers. */
  readonly busyBackend: () => Promise<number>
  readonly random: Random
}

const TABLES = ['World', 'Customer', 'Account', 'Transaction', 'Request', 'Agreement', 'MachineTime']
const MOST_FROZEN = 3

/** Each of them, which begins at once, and ends when it is called. */
export function faultsOf({ postgres, database, way, busyBackend, random }: Place) {
  let movedMinutes = 0

  const hole = async () => {
    way.stop()
    return async () => way.goOn()
  }

  const frozen = async () => {
    const pids = new Set<number>()
    for (let n = 0; n < 1 + random() * (MOST_FROZEN - 1); n += 1) {
      const pid = await busyBackend()
      process.kill(pid, 'SIGSTOP')
      pids.add(pid)
    }
    return async () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
  }

  const locked = async () => {
    const administrator = new pg.Client({ connectionString: postgres.urlOf(database) })
    await administrator.connect()
    const table = TABLES[Math.floor(random() * TABLES.length)]
    await administrator.query(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
    return async () => {
      await administrator.query('ROLLBACK')
      await administrator.end()
    }
  }

  // Never to before its start: what was issued then would not be valid yet.
  const clock = async () => {
    const minutes = random() < 0.5 ? -Math.floor(random() * movedMinutes) : Math.ceil(random() * 60)
    movedMinutes += minutes
    await moveDatabaseClock(postgres, database, `${minutes} minutes`)
    return async () => undefined
  }

  return { hole, frozen, locked, clock } satisfies Record<Fault, () => Promise<() => Promise<void>>>
}
