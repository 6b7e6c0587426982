// Writes what a version leaves on other people's machines, for the versions after it: npm run upgrade-store, or -- FOLDER, a checkout of another version with its packages.
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { SHARED } from '../support/harness/server-process.ts'
import { FIXTURE, GRAPHS, PAYMENT, READS, TPP_ID } from './story.ts'

const run = promisify(execFile)
const [checkout = join(import.meta.dirname, '../..')] = process.argv.slice(2)
if (!existsSync(join(checkout, 'schema.graphql')))
  end(`${checkout} is no checkout of Sandbank: it has no schema.graphql.`)
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
const isOfVersions1 = !readFileSync(join(checkout, 'schema.graphql'), 'utf8').includes('input AdvanceClockInput')
const GRAPH = GRAPHS[isOfVersions1 ? 1 : 2]
const target = join(import.meta.dirname, version)
if (existsSync(target)) end(`${target} is there already: delete the folder first, to write it again.`)
const work = mkdtempSync(join(tmpdir(), 'sandbank-version-'))
const program = (file: string) => ['--import', 'tsx', join(checkout, 'src', file)]

mkdirSync(target)
const postgres = await sharedPostgres()
const database = await postgres.createDatabase()
writeFileSync(join(work, 'bank.json'), JSON.stringify(FIXTURE))
const known = {
  sqlite: await useBank(join(work, 'home'), undefined),
  postgresql: await useBank(join(work, 'of-database'), postgres.urlOf(database)),
}
writeFileSync(join(target, 'known.json'), `${JSON.stringify(known)}\n`)
await run('tar', ['-czf', join(target, 'home.tar.gz'), '-C', join(work, 'home'), '.'])
// The lines that begin with a backslash are psql's.
const { stdout } = await run('pg_dump', ['--inserts', '--no-owner', postgres.urlOf(database)], {
  maxBuffer: 50_000_000,
})
writeFileSync(join(target, 'database.sql'), stdout.replaceAll(/^(?:\\.*|--.*|)\n/gm, ''))
await postgres.stop()
rmSync(work, { recursive: true })

/** Ends before anything is written. */
function end(why: string): never {
  console.error(why)
  process.exit(2)
}

/** Has a bank of that version, with all that it stores; answers what its calls read in the end. */
async function useBank(home: string, databaseUrl: string | undefined): Promise<unknown> {
  const env = {
    PATH: process.env['PATH'],
    SANDBANK_HOME: home,
    SANDBANK_TOKEN: SHARED.SANDBANK_TOKEN,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, SANDBANK_SECRET: SHARED.SANDBANK_SECRET }),
  }
  const cli = async (...args: string[]) =>
    (await run(process.execPath, [...program('cli.ts'), ...args], { cwd: checkout, env })).stdout
  await cli('tpp', 'new', 'acme', '--id', TPP_ID)
  const server = spawn(
    process.execPath,
    [...program('cli.ts'), 'start', '--port', '0', '--import', join(work, 'bank.json')],
    {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const base = await new Promise<string>((resolve, reject) => {
    let text = ''
    server.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (url !== undefined) resolve(url)
    })
    server.once('close', code => reject(new Error(`The bank ended with ${code}.`)))
  })
  const graphql = async (query: string): Promise<unknown> => JSON.parse(await cli('graphql', query, '--base', base))
  await graphql(GRAPH.begin)
  const call = [
    'call',
    'POST',
    PAYMENT.path,
    '--psu',
    PAYMENT.psu,
    '--json',
    '--save',
    'sca=_links.scaRedirect.id',
    '--base',
    base,
  ]
  for (const header of PAYMENT.headers) call.push('--header', header)
  const answer: unknown = JSON.parse(await cli(...call, '--data', JSON.stringify(PAYMENT.body)))
  await graphql(GRAPH.approve)
  await graphql(GRAPH.keep)
  if (databaseUrl === undefined)
    await cli('snapshot', 'save', join(target, 'state.snapshot'), '--name', 'found', '--base', base)
  const reads = await Promise.all(READS.map(async query => ({ query, answer: await graphql(query) })))
  const calls = { query: GRAPH.journal, answer: await graphql(GRAPH.journal) }
  const stopped = new Promise(resolve => server.once('close', resolve))
  server.kill('SIGTERM')
  await stopped
  return { reads, calls, payment: answer }
}
