import { createServer, request } from 'node:http'

/** What a filter does to an answer. */
type Filtered = { status: number; readonly headers: Map<string, string>; body: unknown }
/** A change of the answers to one call, and what a comparison must say of it. */
export type Change = {
  readonly name: string
  readonly of: RegExp
  readonly change: (answer: Filtered) => void
  readonly found: { readonly operation: string; readonly kind: string; readonly place: string }
}

export type FilteringBank = {
  readonly url: string
  /** Method and path of each call that has come. */
  came: string[]
  /** The headers of each call. */
  headers: Readonly<Record<string, unknown>>[]
  changes: readonly Change[]
  stop(): Promise<void>
}

const NONE: readonly Change[] = []

/** A server that passes calls on to a bank, and changes its answers. */
export async function filtering(bank: string): Promise<FilteringBank> {
  const own = { changes: NONE, came: [] as string[], headers: [] as Readonly<Record<string, unknown>>[] }
  const server = createServer((incoming, outgoing) => {
    const called = `${incoming.method} ${incoming.url}`
    own.came.push(called)
    own.headers.push(incoming.headers)
    const passed = request(
      `${bank}${incoming.url}`,
      { method: incoming.method, headers: incoming.rawHeaders },
      async answer => {
        const text = Buffer.concat(await answer.toArray()).toString()
        const lines = answer.rawHeaders.flatMap((name, at) =>
          at % 2 === 0 ? [[name, answer.rawHeaders[at + 1] ?? ''] as const] : [],
        )
        const filtered: Filtered = {
          status: answer.statusCode ?? 0,
          headers: new Map(lines),
          body: text === '' ? undefined : JSON.parse(text),
        }
        for (const { of, change } of own.changes) if (of.test(called)) tried(change, filtered)
        const body = filtered.body === undefined ? '' : JSON.stringify(filtered.body)
        filtered.headers.delete('Content-Length')
        filtered.headers.delete('content-length')
        outgoing.writeHead(filtered.status, [...filtered.headers].flat()).end(body)
      },
    )
    incoming.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(own, {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

/** An answer that is not of the form of the change stays as it is: then the comparison finds nothing. */
function tried(change: Change['change'], answer: Filtered): void {
  try {
    change(answer)
  } catch {
    // As above.
  }
}
