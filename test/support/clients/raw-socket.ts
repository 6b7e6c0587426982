import { connect, type Socket } from 'node:net'

/** A connection on which a test says exactly what it wants, and reads only what it wants. */
export type RawSocket = {
  readonly socket: Socket
  /** All that came so far. */
  readonly received: () => string
  /** Once the other side has closed. */
  readonly closed: Promise<void>
}

/** Opens a connection to a server. With `reads: false` nothing is taken from it. */
export function openSocket(url: string, { reads = true }: { readonly reads?: boolean } = {}): RawSocket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  if (reads)
    socket.setEncoding('latin1').on('data', part => {
      text += part
    })
  else socket.pause()
  // A connection that the server destroys is one of the outcomes.
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  return { socket, received: () => text, closed }
}

/** Sends bytes, and all that came until the server closed. */
export async function exchange(url: string, text: string): Promise<string> {
  const { socket, received, closed } = openSocket(url)
  socket.write(text, 'latin1')
  await closed
  return received()
}

/** The parts of the first answer in a text. */
export function answerIn(text: string): { status: number; head: string; body: string } {
  const end = text.indexOf('\r\n\r\n')
  return { status: Number(text.slice(9, 12)), head: text.slice(0, end), body: text.slice(end + 4) }
}
