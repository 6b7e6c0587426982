import type { SignedRequest } from '../support/clients/sign-request.ts'
import { cpuMicros } from './cpu.ts'
import { measure, toBytes } from './load.ts'

/** What an answer costs: processor time of the server, and how many there are in a second. */
export type Cost = { readonly micros: number; readonly perSecond: number; readonly p99Ms: number }

/** The requests of a path. Without another one a round ends. */
export type Next = { readonly prepare: () => void; readonly take: () => Buffer | undefined }

export type Server = { readonly pid: number; readonly url: string }

const WRITES_A_SECOND = 2_000
const WARM_ANSWERS = 10_000

export async function costOf(
  server: Server,
  next: Next,
  connections: number,
  seconds: number,
  see?: (answer: string, ms: number) => void,
): Promise<Cost> {
  next.prepare()
  const before = cpuMicros(server.pid)
  const { answers, refused, perSecond, p99Ms } = await measure({
    url: server.url,
    next: next.take,
    connections,
    seconds,
    ...(see === undefined ? {} : { see }),
  })
  if (refused > 0 || answers === 0) throw new Error(`${refused} of ${answers} calls were refused.`)
  return { micros: (cpuMicros(server.pid) - before) / answers, perSecond, p99Ms }
}

// What V8 has not compiled yet costs several times as much; a slow machine needs longer until it has.
export async function warm(
  server: Server,
  next: Next,
  connections: number,
  seconds: number,
  mostMs = 10_000,
): Promise<void> {
  const enough = performance.now() + mostMs
  for (let answers = 0; answers < WARM_ANSWERS && performance.now() < enough; )
    answers += (await costOf(server, next, connections, seconds)).perSecond * seconds
}

export function always(url: string, request: SignedRequest): Next {
  const bytes = toBytes(url, request)
  return { prepare: () => undefined, take: () => bytes }
}

/** Each has an id and a signature of its own, and is never used again; they are made before the clock starts. */
export function writes(url: string, make: () => SignedRequest, seconds: number): Next {
  const ready: Buffer[] = []
  return {
    prepare: () => {
      while (ready.length < seconds * WRITES_A_SECOND) ready.push(toBytes(url, make()))
    },
    take: () => ready.pop(),
  }
}

/** Requests of several paths in turn, in this order; they end with the first path that has none left. */
export function inTurn(paths: readonly Next[]): Next {
  let place = 0
  return {
    prepare: () => {
      for (const path of new Set(paths)) path.prepare()
    },
    take: () => {
      place += 1
      return paths[place % paths.length]?.take()
    },
  }
}

export function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}
