import { spawn } from 'node:child_process'
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { streamOf } from '../../src/platform/http/answers.ts'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { createCli } from '../support/clients/cli.ts'
import { openSocket } from '../support/clients/raw-socket.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import { getSnapshot, putSnapshot } from '../support/clients/snapshot-files.ts'
import { builtProgram } from '../support/harness/built.ts'
import { keepChild } from '../support/harness/children.ts'
import { runServerToItsEnd, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbank-process-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newHome = () => join(root, randomUUID())
/** As an earlier start left it. */
const usedHome = async () => {
  const home = newHome()
  await fillHome(home)
  return home
}

describe('The start', () => {
  it('says first where GraphiQL, the documentation and the base URL are, and how the first signed call is made', async () => {
    const server = await startServerProcess({ SANDBANK_HOME: newHome() })
    const lines = server.output().split('\n').slice(0, 8).join('\n')
    expect(Number(new URL(server.url).port)).toBeGreaterThan(0)
    expect(lines).toMatch(new RegExp(`Base URL +${server.url}\\b`))
    expect(lines).toMatch(new RegExp(`GraphiQL +${server.url}/graphql`))
    expect(lines).toMatch(new RegExp(`Docs +${server.url}/docs`))
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    // As it is written, from a terminal that has another home; the documentation says the same.
    const laptop = createCli()
    const docs = (await (await fetch(`${server.url}/docs`)).text()).replaceAll(/<[^>]+>/g, '')
    const first = lines.slice(lines.indexOf('First')).match(/(?<=npx sandbank ).+/g) ?? []
    expect(first).toHaveLength(2)
    for (const command of first) {
      expect(docs).toContain(`npx sandbank ${command}`)
      expect((await laptop.run(command.split(' '))).stdout).toMatch(/^(?:Made the TPP acme|HTTP 200)/)
    }
    laptop.remove()
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('warns of a variable whose name is nearly that of a setting, shows no value of it, and of no other', async () => {
    const server = await startServerProcess({
      SANDBANK_HOME: await usedHome(),
      SANDBANK_TOKN: 'a-secret-of-16-signs',
      SANDBANK_CORSS: 'https://app.example',
      SANDBANK_FAVOURITE_COLOUR: 'red',
      SANDBANK_URL: 'http://127.0.0.1:1',
      SANDBANK_TPP: 'acme',
      // What Kubernetes sets for a service of this name.
      SANDBANK_SERVICE_HOST: '10.0.0.1',
      SANDBANK_PORT: 'tcp://10.0.0.1:4000',
      SANDBANK_PORT_4000_TCP_ADDR: '10.0.0.1',
    })
    const warnings = server
      .output()
      .split('\n')
      .filter(line => line.includes('WARNING'))
    expect(warnings.toSorted()).toEqual([
      '  WARNING: SANDBANK_CORSS is no setting: is SANDBANK_CORS meant?',
      '  WARNING: SANDBANK_FAVOURITE_COLOUR is no setting',
      '  WARNING: SANDBANK_TOKN is no setting: is SANDBANK_TOKEN meant?',
    ])
    expect(server.output()).not.toContain('a-secret-of-16-signs')
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('with PORT=0 takes another free port for each server', async () => {
    const [one, other] = await Promise.all([
      startServerProcess({ PORT: '0', SANDBANK_HOME: await usedHome() }),
      startServerProcess({ PORT: '0', SANDBANK_HOME: await usedHome() }),
    ])
    expect(one.url).not.toBe(other.url)
    for (const server of [one, other]) server.kill('SIGTERM')
    expect(await Promise.all([one.exited, other.exited])).toEqual([0, 0])
  })

  it('is followed by an end that keeps no caller waiting: what a scenario delays is answered, what hangs is let go (D88)', async () => {
    const server = await startServerProcess({ SANDBANK_HOME: await usedHome() })
    const waits = (scenario: string, customerNumber: string) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Sandbank-Scenario': scenario },
        body: JSON.stringify({
          query: `mutation { createCustomer(input: { customerNumber: "${customerNumber}", name: "Siri", type: PRIVATE }) { customer { name } } }`,
        }),
      }).then(
        answer => answer.json(),
        (error: Error) => error.message,
      )
    const waiting = [waits('delay; ms=300000', '1'), waits('hang; s=300', '2')]
    // The delayed one is done before it waits; the other came with it.
    const isDone = async () => {
      const answer = await fetch(`${server.url}/graphql?query={customers{totalCount}}`)
      return (await answer.json()).data.customers.totalCount === 5
    }
    while (!(await isDone())) await new Promise(resolve => setImmediate(resolve))
    server.kill('SIGTERM')
    expect(await Promise.all(waiting)).toEqual([
      { data: { createCustomer: { customer: { name: 'Siri' } } } },
      'fetch failed',
    ])
    expect(await server.exited).toBe(0)
  })

  it('D131: ends an upload and a reading of a snapshot, too, of which nothing stays', async () => {
    const server = await startServerProcess({ SANDBANK_HOME: await usedHome() })
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ query: 'mutation { takeSnapshot(name: "kept") { snapshot { name } } }' })
    await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    const { text } = await getSnapshot({ url: server.url, base: '' }, 'kept')
    const [head = '', ...lines] = text.split('\n')
    const slowly = (async function* () {
      yield Buffer.from(`${head}\n`)
      for (const line of lines) {
        await sleep(2_000)
        yield Buffer.from(`${line}\n`)
      }
    })()
    const uploading = putSnapshot({ url: server.url, base: '' }, 'late', streamOf(slowly)).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
    await sleep(1_000)
    const began = performance.now()
    server.kill('SIGTERM')
    // Either the connection ends, or its sender hears that the call was ended.
    expect(['fetch failed', 503, 400]).toContain(await uploading)
    expect(await server.exited).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('is refused when the port is taken, with a sentence that says so', async () => {
    const server = await startServerProcess({ SANDBANK_HOME: await usedHome() })
    const { port } = new URL(server.url)
    const second = await runServerToItsEnd({ PORT: port, SANDBANK_HOME: await usedHome() })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`PORT=${port} of HOST=127.0.0.1: another program uses it`)
    server.kill('SIGTERM')
    await server.exited
  })
})

describe('A limit on open files', () => {
  const spawnWith = (limit: number, home: string) => {
    const env = { ...process.env, LC_ALL: 'C', SANDBANK_HOME: home, PORT: '0' }
    return spawn('bash', ['-c', `ulimit -n ${limit}; exec node '${main}'`], { env })
  }
  const open = async (limit: number) => {
    const child = spawnWith(limit, await usedHome())
    keepChild(child)
    let output = ''
    child.stdout.on('data', part => {
      output += part
    })
    while (!output.includes('sandbank call')) await sleep(20)
    const url = /Base URL\s+(http:\S+)/.exec(output)?.[1] ?? ''
    const end = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return { url, output: () => output, end }
  }
  const start = async (limit: number) => {
    const home = await usedHome()
    return new Promise<{ output: string }>(resolve => {
      const child = spawnWith(limit, home)
      let output = ''
      const take = (part: Buffer) => {
        output += part
        if (output.includes('sandbank call')) child.kill('SIGTERM')
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      child.once('close', () => resolve({ output }))
    })
  }
  let main = ''
  beforeAll(async () => {
    main = await builtProgram('main.js')
  })

  it('that leaves room for few connections stands in the greeting, and what allows more', async () => {
    const { output } = await start(64)
    expect(output).toMatch(/^Sandbank is open\.\n {2}This process may have 64 files open at once \(ulimit -n\)/)
    expect(output).toContain('`ulimit -n 4096` before the start allows more')
  })

  it('that is reached stands in the log, once each time, and the server goes on (D74)', async () => {
    const { url, output, end } = await open(100)
    const crowd = async () => {
      const said = output().split('as many as fit into the 100 files').length
      const sockets = Array.from({ length: 150 }, () => openSocket(url))
      while (output().split('as many as fit into the 100 files').length === said) await sleep(20)
      await sleep(200)
      expect(output().split('as many as fit into the 100 files')).toHaveLength(said + 1)
      for (const { socket } of sockets) socket.destroy()
      await Promise.all(sockets.map(({ closed }) => closed))
      await sleep(500)
      for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/health`)).status).toBe(200)
    }
    await crowd()
    await crowd()
    await end()
  })

  it('that is too low for the store stops the start with a sentence', async () => {
    const { output } = await start(22)
    expect(output).toMatch(
      /^Sandbank cannot start\.\nThis process may have too few files open at once \(ulimit -n is 22\)/,
    )
  })
})

it('makes no more worlds than SANDBANK_WORLDS allows, says which to delete, and goes on when that is done (D75)', async () => {
  const server = await startServerProcess({ SANDBANK_HOME: await usedHome(), SANDBANK_WORLDS: '3' })
  const run = async (query: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    return { id: answer.headers.get('Sandbank-Request'), ...(await answer.json()) }
  }
  const make = (name: string, source = 'empty: true') =>
    run(`mutation { createWorld(input: { name: "${name}", source: { ${source} } }) { world { name } } }`)
  const made = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(name => make(name)))
  const [first, second] = made.flatMap(({ data }) => data?.createWorld.world.name ?? [])
  expect(made.filter(({ errors }) => errors === undefined)).toHaveLength(2)
  const refused = await make('copy', 'copyOf: "default"')
  expect(refused.errors[0].extensions.code).toBe('ACCESS_EXCEEDED')
  expect(refused.errors[0].message).toContain('There are 3 worlds, and SANDBANK_WORLDS allows 3.')
  expect(refused.errors[0].message).toMatch(new RegExp(`the oldest: (${first}, ${second}|${second}, ${first}) `))
  // Which world may go is not the bank's to say (D97).
  const { data } = await run(`{ why(of: { call: "${refused.id}" }) { text change } }`)
  expect(data.why).toEqual({ text: expect.stringContaining(refused.errors[0].message), change: null })
  await run(`mutation { deleteWorld(name: "${first}") { world { name } } }`)
  expect((await make('copy', 'copyOf: "default"')).data.createWorld.world.name).toBe('copy')
  expect((await run('mutation { resetWorld(input: { name: "copy" }) { world { name } } }')).errors).toBeUndefined()
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

describe('A wrong setting stops the start with one sentence that says which and why', () => {
  const wrong = [
    ['PORT', 'http', 'must be a port from 0 to 65535 (0 takes any free one)'],
    ['PORT', '65536', 'must be a port from 0 to 65535 (0 takes any free one)'],
    ['HOST', 'two words', 'must be a host name or an IP address'],
    [
      'SANDBANK_HOME',
      '[object Promise]',
      'is what JavaScript writes for a value that is no text: await it, or read its path',
    ],
    [
      'DATABASE_URL',
      'mysql://bank:PASSWORD@db.example/bank',
      'must start with "file:" and name an SQLite file, or with "postgresql:" and name a database',
    ],
    ['SANDBANK_ENGINE', 'prizma', 'must be prepared or prisma (is prisma meant?)'],
    ['SANDBANK_HEADERS', 'Strict', 'must be strict or lenient (is strict meant?)'],
    ['SANDBANK_HEADERS', 'loose', 'must be strict or lenient'],
    ['SANDBANK_KEYID', 'loose', 'must be tolerant or strict'],
    ['SANDBANK_STRICT', 'yes', 'must be 1, or 0'],
    ['SANDBANK_TOKEN', 'short', 'must have at least 16 visible ASCII characters'],
    ['SANDBANK_WORLDS', '0', 'must be a number from 1 to 999999'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ] as const

  // No password and no token is shown.
  const sentenceOf = ([name, value, reason]: readonly [name: string, value: string, reason: string]) =>
    `${name}${name === 'DATABASE_URL' || name === 'SANDBANK_TOKEN' ? '' : `="${value}"`} ${reason}.`

  it.each(wrong)('%s=%s', (...row) => {
    expect(() => readConfig({ [row[0]]: row[1] })).toThrow(new ConfigError(sentenceOf(row)))
  })

  it.each(['', 'ql'])(
    'postgres%s: names a database of PostgreSQL; a password with a sign that ends it is refused, and not shown',
    kind => {
      const read = (rest: string) => readConfig({ DATABASE_URL: `postgres${kind}:${rest}` }).databaseUrl
      for (const rest of [
        '//localhost/bank',
        '//bank:p%2Fw@db:5433/bank?sslmode=require',
        '///bank?host=/tmp',
        '//u:p@/b',
      ])
        expect(read(rest)).toBe(`postgresql:${rest}`)
      for (const rest of ['//u:p/w@db/bank', '//u:12?w@db/bank', '//u:p#w@db/bank', '//db:port/bank', '//u:1/w@/bank'])
        expect(() => read(rest)).toThrow(/^DATABASE_URL must be a URL, such as [^"]*$/)
    },
  )

  it('all of them together: a sentence for each, nothing else, and exit code 1', async () => {
    const last = new Map(wrong.map(row => [row[0], row]))
    const end = await runServerToItsEnd(Object.fromEntries(wrong))
    const sentences = [...last.values()].map(sentenceOf)
    expect(end).toEqual({ code: 1, stdout: '', stderr: `Sandbank cannot start.\n${sentences.join('\n')}\n` })
  })

  it('SANDBANK_HOME where no directory can be', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: join(file, 'home') })
    expect(end.code).toBe(1)
    expect(end.stderr).toContain(`SANDBANK_HOME="${join(file, 'home')}" cannot be made:`)
  })

  it('DATABASE_URL of a file that is no database', async () => {
    const file = join(root, 'notes.txt')
    writeFileSync(file, 'These are notes, and no database. '.repeat(100))
    const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: newHome(), DATABASE_URL: `file:${file}` })
    expect(end.code).toBe(1)
    expect(end.stderr).toContain(file)
  })
})

describe('A rejection that nothing waits for', () => {
  it('is reported in the log, ends neither the process nor a call, and the end is as ever (D74)', async () => {
    const stray = `process.on('SIGUSR2', () => void Promise.reject(new Error('Nothing waited for this.')))`
    const code = ['--import', `data:text/javascript,${encodeURIComponent(stray)}`]
    const server = await startServerProcess({ SANDBANK_HOME: await usedHome() }, code)
    const ask = async () => {
      const body = JSON.stringify({ query: '{ customers { totalCount } }' })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
      return [answer.status, await answer.json()]
    }
    const before = await ask()
    expect(before).toEqual([200, { data: { customers: { totalCount: 4 } } }])
    for (let times = 1; times <= 3; times += 1) {
      const running = ask()
      server.kill('SIGUSR2')
      const reports = () => server.output().split('A fault of the server that no call waited for').length - 1
      await expect.poll(reports).toBe(times)
      expect([await running, await ask()]).toEqual([before, before])
    }
    expect(server.output()).toContain('Nothing waited for this.')
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

describe('SIGTERM', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: a running request is finished, then the server ends with 0',
    async signal => {
      const home = await usedHome()
      const now = new Date()
      const issued = openCertificateAuthority(home, now).issue({
        name: 'acme',
        roles: ['PSP_AI'],
        now,
        key: keptKey('tpp'),
      })
      const tpp = { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
      const server = await startServerProcess({ SANDBANK_HOME: home })
      const body = { customerNumber: '01010112345', name: 'Kari', type: 'PRIVATE' }
      const request = signRequest({
        ...tpp,
        method: 'POST',
        url: '/v1/sandbox/customers',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(body),
        requestId: randomUUID(),
      })

      const slow = startSlowRequest(server.url, request)
      await slow.sent
      // The server reads what came before in the order in which it came: once it has answered this, that request is running.
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      server.kill(signal)
      await expect.poll(() => fetch(server.url).then(String, () => 'refused')).toBe('refused')
      slow.finish()
      expect(await slow.answer).toMatch(/^HTTP\/1\.1 201 /)
      expect(await server.exited).toBe(0)
    },
  )
})

/** Sends all but the last byte of a request, so that it is running for as long as the test wants. */
function startSlowRequest(url: string, { method, target, headers, body }: ReturnType<typeof signRequest>) {
  const { hostname, port, host } = new URL(url)
  const lines = [['Host', host] as const, ...headers, ['Content-Length', String(body.length)] as const]
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const socket = connect(Number(port), hostname)
  const sent = new Promise<void>(resolve =>
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, -1)]), () => resolve()),
  )
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', part => {
      text += part
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  return { sent, answer, finish: () => socket.write(body.subarray(-1)) }
}
