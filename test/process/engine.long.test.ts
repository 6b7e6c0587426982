import { afterAll, expect, it } from 'vitest'
import { RECIPES } from '../../src/workbench/pages/docs/recipes.ts'
import { createCli, pasteHere } from '../support/clients/cli.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

// SANDBANK_ENGINE of the built server. What it refuses is in failed-starts.test.ts, the kit's in package.test.ts, and `npm run test:prisma` has all tests with it.

const cli = createCli()
afterAll(() => cli.remove())

/** Says on standard error when Prisma's engine is loaded. */
const WATCH = `import Module from 'node:module'
const load = Module._load
Module._load = (name, ...rest) => {
  if (name.includes('query-compiler')) process.stderr.write('Prisma is loaded\\n')
  return load(name, ...rest)
}`

async function startWith(engine: Readonly<Record<string, string>>) {
  const server = await startServerProcess({ SANDBANK_HOME: cli.home, ...engine }, [
    '--import',
    `data:text/javascript,${encodeURIComponent(WATCH)}`,
  ])
  const paste = async (commands: string) => {
    const ran = await pasteHere(cli.home, `set -e\n${commands}`, { SANDBANK_URL: server.url })
    expect(ran.exitCode, `${ran.stdout}\n${ran.stderr}`).toBe(0)
    return ran.stdout
  }
  const end = async () => {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    return server.output()
  }
  return { paste, end }
}

const { commands: PAYMENT = '' } = RECIPES.find(({ title }) => title === 'A domestic payment') ?? {}
const READ = PAYMENT.split('\n').at(-1) ?? ''
const STATUS = /^HTTP 200 [\s\S]*"transactionStatus": "ACSC"/m

it("SANDBANK_ENGINE=prisma: Prisma's engine answers a payment and its batch; a server without it has all of that, without the engine", async () => {
  await fillHome(cli.home)
  cli.addTpp('acme')
  const byPrisma = await startWith({ SANDBANK_ENGINE: 'prisma' })
  expect(await byPrisma.paste(PAYMENT)).toMatch(STATUS)
  const read = 'npx sandbank call GET /v1/sandbox/customers --quiet\nnpx sandbank audit'
  const before = await byPrisma.paste(read)
  expect(before).toContain('The books add up: ')
  const said = await byPrisma.end()
  expect(said).toContain('Engine     Prisma answers every call of its client (SANDBANK_ENGINE=prisma)')
  expect(said).toContain('Prisma is loaded')

  const prepared = await startWith({})
  expect(await prepared.paste(READ)).toMatch(STATUS)
  expect(await prepared.paste(read)).toBe(before)
  expect(await prepared.paste(PAYMENT)).toMatch(STATUS)
  expect(await prepared.end()).not.toMatch(/Engine|Prisma/)

  const again = await startWith({ SANDBANK_ENGINE: 'prisma' })
  expect(await again.paste(READ)).toMatch(STATUS)
  await again.end()
})
