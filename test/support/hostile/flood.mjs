// node flood.mjs PORT CONNECTIONS TIMES KIND: sends as much as it can on many connections, and hangs up when its input ends.
import { connect } from 'node:net'

const [port, connections, times, kind] = process.argv.slice(2)
const page = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const KINDS = {
  requests: page.repeat(Number(times)),
  'slow headers': 'GET / HTTP/1.1\r\nX: ',
  'slow bodies':
    'POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
  upgrades: page.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n').repeat(Number(times)),
  'prefaces of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'.repeat(Number(times)),
  'hellos of TLS': Buffer.from('16030100f8010000f40303'.padEnd(500, '7f'), 'hex'),
}
const bytes = KINDS[kind]
const sockets = Array.from({ length: Number(connections) }, () =>
  connect(Number(port), '127.0.0.1')
    .on('error', () => undefined)
    .on('data', () => undefined),
)
for (const socket of sockets) socket.write(bytes)
setInterval(() => {
  if (kind.startsWith('slow')) for (const socket of sockets) if (socket.writable) socket.write('x')
}, 200)
process.stdin.resume().on('end', () => process.exit(0))
