import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A way to the PostgreSQL of a folder that can lose all that is sent on it, as a firewall does that has forgotten its connections: none is closed, and those that
 * were open then stay so, and silent, when new ones pass again.
 */
export async function stoppingProxy(folder: string) {
  const sockets = new Set<Socket>()
  let isStopped = false
  let silence = () => {}
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    let isSilent = isStopped
    const before = silence
    silence = () => {
      isSilent = true
      before()
    }
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', bytes => isSilent || to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    stop: () => {
      isStopped = true
      silence()
      silence = () => {}
    },
    goOn: () => {
      isStopped = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
