import { connect } from 'node:net'

export type Load = {
  readonly url: string
  /** The next request, ready as bytes; undefined when there is none left. */
  readonly next: () => Uint8Array | undefined
  readonly connections: number
  readonly seconds: number
  /** Is shown each answer, head and body, and how long it took. */
  readonly see?: (answer: string, ms: number) => void
}

export type Measured = {
  readonly perSecond: number
  readonly p99Ms: number
  readonly answers: number
  readonly refused: number
}

/**
 * Sends ready-made bytes over connections that stay open, one request at a time on each. On plain sockets: Node's own client
 * costs more than the servers that are measured with it.
 */
export async function measure({ url, next, connections, seconds, see }: Load): Promise<Measured> {
  const times: number[] = []
  let refused = 0
  const start = performance.now()
  const end = start + seconds * 1000
  const give = () => (performance.now() < end ? next() : undefined)
  const took = (ms: number, answer: string) => {
    times.push(ms)
    if (!/^HTTP\/1\.1 20\d/.test(answer) || answer.includes('"errors":')) refused += 1
    see?.(answer, ms)
  }
  await Promise.all(Array.from({ length: connections }, () => runConnection(url, give, took)))
  const elapsed = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / elapsed,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    answers: times.length,
    refused,
  }
}

function runConnection(
  url: string,
  give: () => Uint8Array | undefined,
  took: (ms: number, answer: string) => void,
): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = ''
    let sentAt = 0
    const send = () => {
      const bytes = give()
      if (bytes === undefined) {
        socket.destroy()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(bytes)
    }
    // latin1 keeps one character for each byte, so that lengths are those of the wire.
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', part => {
      received += part
      if (!isWhole(received)) return
      took(performance.now() - sentAt, received)
      received = ''
      send()
    })
  })
}

function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1]
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length)
}

/** A request as the bytes that go over the wire. */
export function toBytes(
  url: string,
  request: { method: string; target: string; headers: readonly (readonly [string, string])[]; body: Uint8Array },
): Buffer {
  const lines = [
    ['Host', new URL(url).host] as const,
    ...request.headers,
    ['Content-Length', String(request.body.length)] as const,
  ]
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`${request.method} ${request.target} HTTP/1.1\r\n${head}\r\n`), request.body])
}
