import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * A way to a server that can lose all that is sent on it, as a firewall does that has forgotten its connections: those that were open then stay so at both ends, and
 * silent, also when new ones pass again. Nor does the end of one reach its other end.
 */
export async function stoppingProxy(to: NetConnectOpts) {
  const sockets = new Set<Socket>()
  let isStopped = false
  let silence = () => {}
  const proxy = createServer(client => {
    const server = connect(to)
    let isSilent = isStopped
    const before = silence
    silence = () => {
      isSilent = true
      before()
    }
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('data', bytes => isSilent || other.write(bytes))
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        if (!isSilent) other.destroy()
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
