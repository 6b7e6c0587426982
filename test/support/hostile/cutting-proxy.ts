import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** Where a connection to a database is cut: before its COMMIT has come there, or after. */
export type Cut = 'BEFORE' | 'AFTER'

/** A way to the PostgreSQL of a folder. It is asked at each COMMIT that passes whether this connection is cut there, with what came since the one before it. */
export async function cuttingProxy(folder: string, cutHere: (sent: string) => Cut | undefined) {
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
    let cut: Cut | undefined
    let [kept, sent] = ['', '']
    server.on('data', bytes => {
      if (cut === undefined) return void client.write(bytes)
      // Its answer comes to no one. PostgreSQL says by the same word that it is done.
      kept += bytes.toString('latin1')
      if (/(COMMIT|ROLLBACK)\0/.test(kept)) end()
    })
    client.on('data', bytes => {
      sent += bytes.toString('latin1')
      if (bytes.includes('COMMIT\0')) {
        cut ??= cutHere(sent)
        sent = ''
      }
      if (cut === 'BEFORE') end()
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
