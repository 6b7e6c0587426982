import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepChild } from './children.ts'
import { PATH } from './tools.ts'

export type Proxy = { readonly port: number; readonly stop: () => Promise<void> }

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}

/** HAProxy by a recipe: with a port and a certificate (PEM, with its key) of this machine in the places of the recipe's, and not a word else. */
export async function startHaproxy(folder: string, recipe: string, pem: string): Promise<Proxy> {
  const port = await freePort()
  const certificates = join(folder, 'certs')
  mkdirSync(certificates)
  writeFileSync(join(certificates, 'bank.pem'), pem)
  const bind = 'bind :443 ssl crt /etc/haproxy/certs/'
  if (!recipe.includes(bind)) throw new Error(`The recipe has no line: ${bind}`)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, recipe.replace(bind, `bind 127.0.0.1:${port} ssl crt ${certificates}/`))
  return startProxy(port, 'haproxy', ['-db', '-f', file])
}

/** nginx by a recipe for its folder conf.d, on a port of this machine. */
export async function startNginx(folder: string, recipe: string): Promise<Proxy> {
  const port = await freePort()
  if (!recipe.includes('listen 8080')) throw new Error('The recipe has no line: listen 8080')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(one => `${one}_temp_path ${folder}/${one};`)
  // Its workers are another user's when it is root's.
  chmodSync(folder, 0o755)
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places.join(' ')}
    ${recipe.replace('listen 8080', `listen 127.0.0.1:${port}`)} }`,
  )
  return startProxy(port, 'nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', file])
}

async function startProxy(port: number, program: string, args: readonly string[]): Promise<Proxy> {
  const child = spawn(program, args, { env: { PATH }, stdio: ['ignore', 'inherit', 'inherit'] })
  keepChild(child)
  let isOver = false
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      isOver = true
      resolve()
    })
  })
  while (!(await listens(port))) {
    if (isOver) throw new Error(`${program} has ended.`)
    await Promise.race([ended, sleep(50)])
  }
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { port, stop }
}

function listens(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    // HAProxy closes what is no TLS.
    error => !String(error.cause?.code).includes('ECONNREFUSED'),
  )
}
