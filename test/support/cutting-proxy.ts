import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Where a connection to a database is cut: before its COMMIT has come there, or after. */
export type Cut = 'BEFORE' | 'AFTER'

/** A way to the PostgreSQL of a folder. It is asked at each COMMIT that passes whether this connection is cut there. */
export async function cuttingProxy(folder: string, cutHere: () => Cut | undefined) {
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    const end = () => {
      for (const socket of [client, server]) {
        sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', end)
    }
    server.on('data', bytes => client.write(bytes))
    client.on('data', bytes => {
      const cut = bytes.includes('COMMIT\0') ? cutHere() : undefined
      if (cut === 'BEFORE') end()
      // The server has what was sent, and its answer comes to no one.
      else if (cut === 'AFTER') server.write(bytes, end)
      else server.write(bytes)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
