import type { Server } from 'node:net'

/**
 * Lets a server listen. An error rejects as long as it does not; afterwards it goes to `onFault`: a connection that cannot be taken ends no other one,
 * and never the process (D74).
 */
export function startListening(
  server: Server,
  at: { readonly host: string; readonly port: number },
  onFault: (error: Error) => void = error => process.emitWarning(error),
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, () => {
      server.off('error', reject).on('error', onFault)
      resolve()
    })
  })
}
