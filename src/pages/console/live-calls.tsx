import type { Context as HonoContext } from 'hono'
import type { Deps } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { type CallFilter, type CallSummary, isWanted } from '../../journal/calls.ts'
import { followRequests } from '../../journal/read.ts'
import { type Clock, lookAtClock } from '../../worlds/clock.ts'
import { CallRow } from './calls.tsx'
import { ClockFace } from './clock.tsx'

/** What the console shows as it happens, by server-sent events. In numbers that tests make smaller. */
export type LiveLimits = {
  /** How many of one caller may listen at once (D75). */
  readonly listeners: number
  /** How many bytes may wait for one that reads slowly, before it is let go; it comes again by itself and asks for what it missed. */
  readonly waitingBytes: number
  /** How many calls are sent at once, which is what the longest list shows; of more, the latest. */
  readonly rows: number
  readonly gatherMs: number
  readonly beatMs: number
  readonly clockMs: number
  readonly movingMs: number
}

export const LIVE_LIMITS: LiveLimits = {
  listeners: 64,
  waitingBytes: 262_144,
  rows: 200,
  gatherMs: 200,
  beatMs: 15_000,
  clockMs: 1_000,
  movingMs: 250,
}

/** Who listens, to what. `after` is the place of the last call that it received, `missed` are those since then, latest first. */
export type LiveQuery = {
  /** Its address. */
  readonly caller: string
  readonly world: string
  readonly everyWorld: boolean
  readonly filter: CallFilter
  readonly after: number
  readonly missed: readonly CallSummary[]
}

type Listener = LiveQuery & { readonly begins: number; readonly send: (text: string) => void; clock: string }

/** Sends listeners what happens. Without a listener it follows nothing, keeps nothing and has no timer. */
export function createLive(deps: Deps, limits: LiveLimits = LIVE_LIMITS) {
  const listeners = new Map<Listener, () => void>()
  let gathered: CallSummary[] = []
  let stop: (() => void) | undefined

  const send = () => {
    const calls = gathered.reverse()
    gathered = []
    const rows = new Map<string, string>()
    for (const listener of listeners.keys()) {
      const { world, everyWorld, filter, begins } = listener
      // What was gathered before it came is on its page already.
      const here = calls.filter(
        call => (everyWorld || call.world === world) && (call.place === 0 || call.place > begins),
      )
      const wanted = here.filter(call => isWanted(filter, call)).slice(0, limits.rows)
      if (wanted.length > 0) listener.send(callsEvent(wanted, everyWorld, rows))
      // A call that only reads changes nothing that is shown.
      if (here.some(({ method }) => method !== 'GET')) listener.send(event('changed', ''))
    }
  }

  const begin = () => {
    let timer: NodeJS.Timeout | undefined
    const unfollow = followRequests(deps, call => {
      // No reader follows more at once.
      if (gathered.length >= limits.rows * 20) gathered.shift()
      gathered.push(call)
      timer ??= setTimeout(() => {
        timer = undefined
        send()
      }, limits.gatherMs).unref()
    })
    const beat = setInterval(() => sendAll(listeners.keys(), ': still here\n\n'), limits.beatMs).unref()
    const clocks = watchClocks(deps, () => [...listeners.keys()], limits)
    return () => {
      unfollow()
      clearTimeout(timer)
      clearInterval(beat)
      clocks()
      gathered = []
    }
  }

  const leave = (listener: Listener) => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }

  // A server that stops waits for no listener.
  deps.stopping?.addEventListener('abort', () => {
    for (const end of listeners.values()) end()
  })

  return {
    /** How many listen now. */
    size: () => listeners.size,
    /** Opens a stream for one more listener. UNAVAILABLE when its caller has too many, or the server stops. */
    listen: (wanted: LiveQuery): ReadableStream<Uint8Array> => {
      if (deps.stopping?.aborted === true) throw new DomainError('UNAVAILABLE', 'The server is stopping.')
      const own = [...listeners.keys()].filter(({ caller }) => caller === wanted.caller)
      if (own.length >= limits.listeners)
        throw new DomainError('UNAVAILABLE', `${limits.listeners} pages of this address listen already: close one.`)
      const encoder = new TextEncoder()
      let leaveNow = () => {}
      return new ReadableStream<Uint8Array>(
        {
          start: controller => {
            const end = () => {
              leave(listener)
              controller.close()
            }
            const send = (text: string) => {
              if ((controller.desiredSize ?? 0) <= 0) end()
              else controller.enqueue(encoder.encode(text))
            }
            const begins = Math.max(wanted.after, wanted.missed[0]?.place ?? 0)
            const listener: Listener = { ...wanted, begins, send, clock: '' }
            leaveNow = () => leave(listener)
            listeners.set(listener, end)
            stop ??= begin()
            send('retry: 2000\n\n')
            if (wanted.missed.length > 0) send(callsEvent(wanted.missed, wanted.everyWorld, new Map()))
          },
          cancel: () => leaveNow(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: limits.waitingBytes }),
      )
    },
  }
}

/** What a browser that comes back received last. */
export function lastTold(c: HonoContext): number | undefined {
  const text = c.req.header('Last-Event-ID') ?? c.req.query('after') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function callsEvent(calls: readonly CallSummary[], everyWorld: boolean, rows: Map<string, string>): string {
  const htmlOf = (call: CallSummary) => {
    const key = `${call.id} ${everyWorld}`
    const known = rows.get(key) ?? String(<CallRow call={call} everyWorld={everyWorld} />)
    rows.set(key, known)
    return known
  }
  const place = Math.max(...calls.map(call => call.place))
  return event('calls', calls.map(htmlOf).join(''), place === 0 ? undefined : place)
}

function event(name: string, data: string, id?: number): string {
  const lines = data.split(/\r\n|\r|\n/).map(line => `data: ${line}`)
  return [...(id === undefined ? [] : [`id: ${id}`]), `event: ${name}`, ...lines, '', ''].join('\n')
}

function sendAll(listeners: Iterable<Listener>, text: string): void {
  for (const listener of [...listeners]) listener.send(text)
}

/** Looks at the clocks of the worlds that are listened to, more often while one is moved. Answers how to stop that. */
function watchClocks(deps: Deps, listening: () => readonly Listener[], limits: LiveLimits): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const worlds = new Map<string, Clock | undefined>()
    for (const { world } of listening())
      if (!worlds.has(world)) worlds.set(world, await lookAtClock(deps, world).catch(() => undefined))
    for (const listener of listening()) tellClock(listener, worlds.get(listener.world))
    if (stopped) return
    const moving = [...worlds.values()].some(clock => clock?.moving != null)
    timer = setTimeout(look, moving ? limits.movingMs : limits.clockMs).unref()
  }
  timer = setTimeout(look, limits.clockMs).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

// A clock that runs by itself goes on in the browser, too: only changes of it are sent.
function tellClock(listener: Listener, clock: Clock | undefined): void {
  if (clock === undefined) return
  const { now, frozen, moving } = clock
  const state =
    moving === null && !frozen ? `runs ${Math.round(Number(clock.offsetMs) / 1_000)}` : String(now.getTime())
  const before = listener.clock
  listener.clock = `${state} ${moving?.to.getTime()}`
  if (before === listener.clock) return
  listener.send(event('clock', String(<ClockFace clock={clock} />)))
  if (before !== '' && moving === null) listener.send(event('changed', ''))
}
