import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../../src/api/rest/routes.ts'
import { KIT_FILES } from '../../../../src/clients/cli/kit.ts'
import { connectSandbank } from '../../../../src/testing.ts'
import { SUITES } from '../../../../src/workbench/pages/docs/suites.ts'
import { type Cli, createCli, type RunningBank } from '../../../support/clients/cli.ts'
import { missingOf, skipWithout } from '../../../support/harness/tools.ts'
import { startTlsProxy } from '../../../workbench/pages/start-tls-proxy.ts'
import { missingForJava, runJavaTest, runTool } from './tools.ts'

// D110: the kit of each language, by a suite in that language's own tool, against one bank that asks for a token.

const TOKEN = 'a-token-of-the-kits'
const home = mkdtempSync(join(tmpdir(), 'sandbank-languages-'))
let cli: Cli
let bank: RunningBank
let other: Server
let older: Server
let proxy: Server
let env: Record<string, string>

beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve(TOKEN)
  other = createServer((_, answer) => answer.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Nothing</h1>'))
  // The bank as a kit of a later version finds it: it knows neither createWorld nor its input, and does not ask who calls.
  older = passingOn(bank.url, body =>
    body.replaceAll('createWorld(', 'createWorldOfLater(').replaceAll('CreateWorldInput', 'CreateWorldInputOfLater'),
  )
  proxy = passingOn(bank.url, body => body, {
    '/v1/': [502, '<html>\n<head><title>502 Bad Gateway</title></head></html>\n', {}],
    '/worlds/moved/': [301, '', { Location: 'https://bank.example/' }],
  })
  env = {
    SANDBANK_URL: bank.url,
    SANDBANK_TOKEN: TOKEN,
    SANDBANK_TEST_OPERATIONS: JSON.stringify(ROUTES.map(({ method, path }) => [method, filled(path)])),
    SANDBANK_TEST_OTHER_SERVER: await addressOf(other),
    SANDBANK_TEST_OLDER_BANK: await addressOf(older),
    SANDBANK_TEST_PROXY: await addressOf(proxy),
    // Its certificate is of an authority that no program of this machine knows.
    SANDBANK_TEST_UNTRUSTED_BANK: `https://localhost:${(await startTlsProxy(bank.url, { keepsHost: true })).port}`,
  }
})
afterAll(async () => {
  other.close()
  older.close()
  proxy.close()
  await bank.stop()
  cli.remove()
  rmSync(home, { recursive: true, force: true })
})

type OwnAnswer = readonly [status: number, html: string, headers: Readonly<Record<string, string>>]

/** A proxy before the bank that may change bodies, and gives its own answers below some paths. */
function passingOn(
  url: string,
  change: (body: string) => string,
  own: Readonly<Record<string, OwnAnswer>> = {},
): Server {
  return createServer(async (incoming, answer) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const [status, html, more] = Object.entries(own).find(([path]) => incoming.url?.startsWith(path))?.[1] ?? []
    if (status !== undefined) return void answer.writeHead(status, { 'Content-Type': 'text/html', ...more }).end(html)
    const body = change(Buffer.concat(parts).toString())
    const { 'sandbank-by': _, ...passedOn } = incoming.headers
    const headers = { ...passedOn, 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(new URL(incoming.url ?? '/', url), { method: incoming.method, headers }, passed => {
      answer.writeHead(passed.statusCode ?? 500, passed.headers)
      passed.pipe(answer)
    })
    sent.end(body)
  })
}

function addressOf(server: Server): Promise<string> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
    })
  })
}

/** A path with something in the place of each id. */
function filled(path: string): string {
  return path
    .replace('{paymentService}', 'payments')
    .replace('{paymentProduct}', 'norwegian-domestic-credit-transfers')
    .replaceAll(/\{\w+\}/g, '0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11')
}

/** A folder with a suite, and the kit as `sandbank kit` prints it. */
async function suiteFolder(language: keyof typeof KIT_FILES, kitFolder = '.'): Promise<string> {
  const folder = join(home, language)
  cpSync(new URL(language, import.meta.url), folder, { recursive: true })
  const { stdout } = await cli.run(['kit', language])
  mkdirSync(join(folder, kitFolder), { recursive: true })
  writeFileSync(join(folder, kitFolder, KIT_FILES[language]), stdout)
  return folder
}

describe('The kit of another language does what its suite says', () => {
  it('sandbank.py, by pytest', async context => {
    skipWithout(context, missingOf('pytest-3'))
    const folder = await suiteFolder('python')
    const options = { cwd: folder, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } }
    const { exitCode, output } = await runTool('pytest-3', ['-q', '-p', 'no:cacheprovider'], options)
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringMatching(/\b66 passed in/) })
  })

  it('sandbank.go, by go test', async context => {
    skipWithout(context, missingOf('go'))
    const folder = await suiteFolder('go', 'sandbank')
    writeFileSync(join(folder, 'go.mod'), 'module example.com/kit\n\ngo 1.18\n')
    const vetted = await runTool('go', ['vet', './...'], { cwd: folder, env })
    expect(vetted).toEqual({ exitCode: 0, output: '' })
    const { exitCode, output } = await runTool('go', ['test', '-v', '.'], { cwd: folder, env })
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining('ok  \texample.com/kit') })
    expect(output.match(/^--- PASS: Test/gm)).toHaveLength(17)
  })

  it('Sandbank.java, by JUnit', async context => {
    skipWithout(context, missingForJava())
    const folder = await suiteFolder('java')
    const { exitCode, output } = await runJavaTest('KitTest', { cwd: folder, env })
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringMatching(/18 tests successful/) })
  })
})

it('The kit of JavaScript names a bank of another version, too', async () => {
  const later = await connectSandbank(env['SANDBANK_TEST_OLDER_BANK'] ?? '', { token: TOKEN })
  // In one line.
  await expect(later.createWorld()).rejects.toThrow(
    /^bank\.createWorld\(.*\) was refused: .* This bank has another version than this package: install that of its version\.$/,
  )
  await later.close()
})

describe('The file of a language is documented where it is read', () => {
  it.each(SUITES.map(suite => [suite.title, suite] as const))(
    'has the test of /docs/suites at its head: %s',
    (_, suite) => {
      const [, language = '', file = ''] = /kit (\w+) > \S*?([\w.]+)(?: |$)/.exec(suite.kit ?? '') ?? []
      expect(Object.entries(KIT_FILES)).toContainEqual([language, file])
      const head = readFileSync(new URL(`../../../../src/clients/testing/languages/${file}`, import.meta.url), 'utf8')
      const lines = head.split('\n').map(line => line.replace(/^(?: \*|\/\/)?[ \t]*/, ''))
      // The first line is the name of the file.
      const [, ...test] = suite.files.at(-1)?.trimEnd().split('\n') ?? []
      expect(lines.join('\n')).toContain(test.map(line => line.trimStart()).join('\n'))
    },
  )

  it('says what a consent, accounts, a payment and its booking take: 25 lines in Python, 40 in Go and Java at most', () => {
    const lines = SUITES.map(suite => suite.files.at(-1)?.trimEnd().split('\n').length ?? 0)
    expect(lines.map((count, place) => count <= (place === 0 ? 25 : 40))).toEqual([true, true, true])
  })
})
