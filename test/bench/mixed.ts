import { type Base, newPayment, operators, signed, type Tpp } from './books.ts'
import { always, type Cost, costOf, inTurn, median, type Next, type Server, warm, writes } from './costs.ts'

const CLIENTS = 64

/** A TPP and the world in which it calls. */
type Team = {
  readonly tpp: Tpp
  readonly base: Base
  readonly accountId: string
  readonly psu: Parameters<typeof newPayment>[1]
}

type Kind = 'get' | 'query' | 'payment'

/** Of five calls one is a query and one a payment. */
const ORDER: readonly Kind[] = ['get', 'query', 'get', 'payment', 'get']

type MixedOptions = {
  readonly teams: readonly Team[]
  readonly query: string
  readonly rounds: number
  readonly seconds: number
}

/**
 * 64 clients that read, query and pay at once, in several worlds. `wait` is the median time of a payment beside that of a GET; `cpu` is what a call costs beside
 * the same calls when each kind runs alone.
 */
export async function measureMixed(
  server: Server,
  { teams, query, rounds, seconds }: MixedOptions,
): Promise<{ readonly wait: number; readonly cpu: number; readonly text: string }> {
  const paths = pathsOf(server.url, teams, query, seconds)
  const alone: Record<Kind, Cost[]> = { get: [], query: [], payment: [] }
  const mixed = inTurn(ORDER.map(kind => paths[kind]))
  for (const kind of KINDS) await warm(server, paths[kind], CLIENTS, seconds)
  await warm(server, mixed, CLIENTS, seconds)
  const [waits, shares]: [number[], number[]] = [[], []]
  const shown = { get: 0, payment: 0, micros: 0, parts: 0, perSecond: 0 }
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of KINDS) alone[kind].push(await costOf(server, paths[kind], CLIENTS, seconds))
    const times: Record<Kind, number[]> = { get: [], query: [], payment: [] }
    const { micros, perSecond } = await costOf(server, mixed, CLIENTS, seconds, (answer, ms) =>
      times[kindOf(answer)].push(ms),
    )
    const parts = ORDER.reduce((sum, kind) => sum + (alone[kind].at(-1)?.micros ?? 0), 0) / ORDER.length
    Object.assign(shown, { get: median(times.get), payment: median(times.payment), micros, parts, perSecond })
    waits.push(shown.payment / shown.get)
    shares.push(micros / parts)
  }
  const [wait, cpu] = [median(waits), median(shares)]
  const text =
    `${'GET, queries and payments, 64 clients'.padEnd(44)} a payment takes ${wait.toFixed(2)} × a GET (${Math.min(...waits).toFixed(2)}–${Math.max(...waits).toFixed(2)})` +
    `, CPU ${cpu.toFixed(2)} × the parts (${Math.min(...shares).toFixed(2)}–${Math.max(...shares).toFixed(2)})` +
    `  p50 ${shown.payment.toFixed(1)} and ${shown.get.toFixed(1)} ms, CPU ${shown.micros.toFixed(0)} µs, parts ${shown.parts.toFixed(0)} µs  ${shown.perSecond.toFixed(0)}/s`
  return { wait, cpu, text }
}

const KINDS: readonly Kind[] = ['get', 'query', 'payment']

/** The calls of each kind, of all teams in turn. */
function pathsOf(url: string, teams: readonly Team[], query: string, seconds: number): Readonly<Record<Kind, Next>> {
  const ofAll = (next: (team: Team) => Next) => inTurn(teams.map(next))
  return {
    get: ofAll(({ tpp, base, accountId }) =>
      always(url, signed(tpp, 'GET', `${base}/v1/sandbox/accounts/${accountId}`)),
    ),
    query: ofAll(({ base, accountId }) => always(url, operators(query, { id: accountId }, base))),
    payment: ofAll(({ tpp, psu, base }) => writes(url, newPayment(tpp, psu, base), seconds / teams.length)),
  }
}

function kindOf(answer: string): Kind {
  if (answer.startsWith('HTTP/1.1 201')) return 'payment'
  return answer.includes('\r\n\r\n{"data":') ? 'query' : 'get'
}
