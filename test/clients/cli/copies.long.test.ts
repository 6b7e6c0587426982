import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { COPY_FORMS, type CopyForm } from '../../../src/api/graphql/workbench.ts'
import { startProxy } from '../../../src/clients/cli/proxy.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { LANGUAGES } from '../../../src/workbench/explain/samples/languages.ts'
import { readyKeysOfProcess } from '../../support/builders/ready-keys.ts'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'
import { runInShell } from '../../support/clients/shell-scripts.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { isThere, RUNNERS } from '../../workbench/samples/programs.ts'

// A bank of its own process, a TPP of the machine, and calls of it: each is copied from the journal into each form, and each copy is run.

const ROOT = new URL('../../..', import.meta.url).pathname
const KARI = '13039319955'
const project = mkdtempSync(join(tmpdir(), 'sandbank-copies-'))
let cli: Cli
let bank: RunningBank
let ids: Record<string, string> = {}
beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
  cli.addTpp('acme')
  await ask('mutation { createWorld(input: { name: "green" }) { world { name } } }', {}, '')
  const { customers } = await ask('{ customers { nodes { customerNumber psuId accounts { nodes { id iban } } } } }')
  const kari = customers.nodes.find((one: { customerNumber: string }) => one.customerNumber === KARI)
  const [from, to] = kari.accounts.nodes
  const { agreements } = await ask('{ agreements(filter: { owner: "18129215603" }, first: 1) { nodes { id } } }')
  ids = { psu: kari.psuId, account: from.id, from: from.iban, to: to.iban, agreement: agreements.nodes[0].id }
  await ask('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
  rmSync(project, { recursive: true, force: true })
})

async function ask(query: string, variables: object = {}, base = '/worlds/green') {
  const body = JSON.stringify({ query, variables })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${bank.url}${base}/graphql`, { method: 'POST', headers, body })
  const { data, errors } = await answer.json()
  expect(errors).toBeUndefined()
  return data
}

const restore = () => ask('mutation { restoreSnapshot(name: "before") { world { name } } }')

it('A copy of a call under a name that its caller chose says so, since it signs for who has that name', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${bank.url}/v1/sandbox/customers`, { headers: { Host: 'elsewhere.example' } }, resolve).on('error', reject)
  })
  answer.resume()
  const id = String(answer.headers['sandbank-request'])
  for (const form of COPY_FORMS.filter(one => one !== 'GRAPHQL' && one !== 'FIXTURE')) {
    const { stderr } = await cli.run(['log', id, '--as', form.toLowerCase()], { env: { SANDBANK_URL: bank.url } })
    expect(stderr).toContain('The caller named the bank elsewhere.example: make sure that it is this one')
  }
})

it('A name that a shell would run is only text in a copy', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${bank.url}/graphql?query={clock{now}}`, { headers: { Host: '$(touch run-by-copy)' } }, resolve).on(
      'error',
      reject,
    )
  })
  answer.resume()
  const id = String(answer.headers['sandbank-request'])
  const { stdout } = await cli.run(['log', id, '--as', 'curl'], { env: { SANDBANK_URL: bank.url } })
  expect(stdout).toContain('touch')
  await pasteHere(cli.home, stdout)
  expect(readdirSync(cli.home)).not.toContain('run-by-copy')
})

type Case = {
  readonly what: string
  readonly args: () => readonly string[]
  readonly status: number
  /** Forms that such a call does not have, or that cannot be refused for the same. */
  readonly without?: readonly CopyForm[]
}

const payment = (more: object = {}) =>
  JSON.stringify({
    debtorAccount: { iban: ids['from'], currency: 'NOK' },
    instructedAmount: { amount: '12.50', currency: 'NOK' },
    creditorName: 'Ola',
    creditorAccount: { iban: ids['to'], currency: 'NOK' },
    ...more,
  })
const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers'

const CASES: readonly Case[] = [
  {
    what: 'a list with a query',
    args: () => ['GET', '/v1/sandbox/customers?withAccounts=true&withAgreements=false'],
    status: 200,
    without: ['FIXTURE'],
  },
  {
    what: 'a new customer whose name has what shells and scripts read otherwise',
    args: () => [
      'POST',
      '/v1/sandbox/customers',
      '--data',
      JSON.stringify({ customerNumber: '01017012345', name: `Åse O'Hara "$HOME" \\ \`id\` {x} 🏦`, type: 'PRIVATE' }),
    ],
    status: 201,
  },
  {
    what: 'a body with two faults',
    args: () => ['POST', '/v1/sandbox/customers', '--data', '{"customerNumber":"","type":"PRIVATE","name":""}'],
    status: 400,
    without: ['FIXTURE'],
  },
  {
    what: 'a payment with its PSU',
    args: () => ['POST', DOMESTIC, '--psu', KARI, '--header', 'PSU-Context: PRIVATE', '--data', payment()],
    status: 201,
  },
  {
    what: 'a payment that its account cannot have',
    args: () => [
      'POST',
      DOMESTIC,
      '--psu',
      KARI,
      '--data',
      payment({ instructedAmount: { amount: '1.00', currency: 'SEK' } }),
    ],
    status: 400,
    without: ['FIXTURE'],
  },
  {
    what: 'a call without a header that it needs',
    args: () => ['GET', '/v1/accounts', '--header', 'x-accept-fix:'],
    status: 400,
    without: ['FIXTURE', 'GRAPHQL'],
  },
  {
    what: 'a payment with a header that is empty',
    args: () => [
      ...['POST', DOMESTIC, '--psu', KARI, '--header', 'x-accept-fix;'],
      ...['--data', payment({ creditorName: 'Kari' })],
    ],
    status: 201,
  },
  {
    what: 'a read of transactions, with a limit, on an unknown account',
    args: () => [
      'GET',
      '/v1/accounts/no-such/transactions?bookingStatus=booked&limit=5',
      '--header',
      `PSU-ID: ${ids['psu']}`,
    ],
    status: 401,
    without: ['FIXTURE'],
  },
  {
    what: 'a single thing by its id',
    args: () => ['GET', `/v1/sandbox/accounts/${ids['account']}`],
    status: 200,
    without: ['FIXTURE'],
  },
  {
    what: 'a right under an agreement, whose id is in the path',
    args: () => [
      'POST',
      `/v1/sandbox/agreements/${ids['agreement']}/engagements`,
      '--data',
      JSON.stringify({
        customer: '12085592767',
        account: { iban: 'NO0715034030011' },
        roles: ['VIEW'],
        registerLimit: 0,
        approvalLimit: 0,
      }),
    ],
    status: 201,
  },
  {
    what: 'a deletion',
    args: () => ['DELETE', `/v1/sandbox/accounts/${ids['account']}/transactions`],
    status: 204,
    without: ['FIXTURE'],
  },
  {
    what: 'a path that there is not',
    args: () => ['GET', '/v1/nothing'],
    status: 404,
    without: ['FIXTURE', 'GRAPHQL'],
  },
]

type Copied = {
  readonly id: string
  readonly code: string | null
  readonly copies: readonly { form: CopyForm; text: string | null; note: string | null; link: string | null }[]
}

/** Makes the call, and finds it in the journal with its copies. */
async function copy({ args, status }: Case): Promise<Copied> {
  const made = await cli.run(['call', ...args(), '--world', 'green', '--base', bank.url, '--json'])
  const answer = JSON.parse(made.stdout)
  expect(answer.status, made.stdout + made.stderr).toBe(status)
  const id = answer.headers['sandbank-request']
  const { call } = await ask(
    'query ($id: ID!) { call(by: { id: $id }) { code copies { form text note link } } }',
    { id },
    '/worlds/green',
  )
  return { id, ...call }
}

const textOf = ({ copies }: Copied, form: CopyForm) => copies.find(one => one.form === form)?.text ?? ''

/** What bash makes of a copy. */
async function paste(text: string): Promise<string> {
  const { stdout, stderr } = await pasteHere(cli.home, text)
  return stdout + stderr
}

describe('A call of the journal, run again as what it was copied as, has the same status', () => {
  const copied = new Map<string, Copied>()

  it.each(CASES)('$what: as a command, as a script that signs, as GraphQL', async one => {
    const found = await copy(one)
    copied.set(one.what, found)
    const has = COPY_FORMS.filter(form => textOf(found, form) !== '')
    expect(has).toEqual(COPY_FORMS.filter(form => one.without?.includes(form) !== true))
    for (const { text, note } of found.copies) expect([text, note]).not.toEqual([null, null])
    await restore()
    expect(await paste(textOf(found, 'CALL'))).toMatch(new RegExp(`^HTTP ${one.status} `))
    await restore()
    const script = await paste(textOf(found, 'OPENSSL'))
    expect(script).toMatch(new RegExp(`^HTTP/1\\.1 ${one.status} `))
    // Signed as the interface wants it: nothing had to be tolerated.
    expect(script).not.toContain('Sandbank-Warning')
    const link = found.copies.find(({ form }) => form === 'GRAPHQL')?.link
    if (link == null) return
    await restore()
    const { searchParams } = new URL(link, bank.url)
    const body = JSON.stringify({
      query: searchParams.get('query'),
      variables: JSON.parse(searchParams.get('variables') ?? '{}'),
    })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await (
      await fetch(`${bank.url}${new URL(link, bank.url).pathname}`, { method: 'POST', headers, body })
    ).json()
    expect(answer.errors?.[0]?.extensions?.code ?? null, JSON.stringify(answer)).toBe(found.code)
  })

  it('as a script that signs, sent to the bank that SANDBANK_URL names, as the other forms are', async () => {
    const [one] = CASES
    if (one === undefined) throw new Error('There is no case.')
    const found = await copy(one)
    const asked: string[] = []
    const other = createServer((incoming, outgoing) => {
      asked.push(`${incoming.method} ${incoming.url}`)
      outgoing.writeHead(418).end()
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    for (const end of ['', '/']) {
      const { stdout } = await pasteHere(cli.home, textOf(found, 'OPENSSL'), {
        SANDBANK_URL: `http://127.0.0.1:${port}${end}`,
      })
      expect(stdout).toMatch(/^HTTP\/1\.1 418 /)
    }
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toMatch(/^[A-Z]+ \/worlds\/green\/v1\//)
  })

  it.each(['CURL', 'JAVASCRIPT', 'KIT', 'PYTHON', 'JAVA', 'GO'] as const)(
    'as a program through a proxy that signs: %s',
    async language => {
      if (!isThere(language)) return console.warn(`The copies in ${language} were not run: its tools are not here.`)
      const proxy = await startProxy(
        { base: bank.url, port: '0' },
        { config: readConfig({ SANDBANK_HOME: cli.home }), now: () => new Date(), newId: randomUUID },
      )
      const { file } = LANGUAGES[language]
      const env = { SANDBANK_SIGNER: proxy.url, SANDBANK_URL: bank.url }
      const place = { folder: join(project, language, 'one'), env, undo: undefined }
      mkdirSync(place.folder, { recursive: true })
      for (const { what, status } of [CASES[1], CASES[2], CASES[4], CASES[6]].filter(one => one !== undefined)) {
        writeFileSync(join(place.folder, file), textOf(copied.get(what) ?? { id: '', code: '', copies: [] }, language))
        await restore()
        const output = await RUNNERS[language].run([{ name: 'one', ...place }], join(project, language))
        expect([...output.values()].join(''), what).toMatch(new RegExp(`^(HTTP/1.1 )?${status} `, 'm'))
      }
      await proxy.stop()
    },
  )

  it('as files for vitest, which pass', async () => {
    await restore()
    mkdirSync(join(project, 'node_modules'))
    for (const [name, at] of [
      ['sandbank', ''],
      ['vitest', 'node_modules/vitest'],
    ] as const)
      symlinkSync(join(ROOT, at), join(project, 'node_modules', name))
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    for (const [place, found] of [...copied.values()].entries())
      writeFileSync(join(project, `copied-${place}.test.ts`), textOf(found, 'TEST'))
    const run = promisify(execFile)(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--no-isolate',
        '--maxWorkers',
        '1',
        '--testTimeout',
        '170000',
        '--hookTimeout',
        '170000',
      ],
      {
        cwd: project,
        env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', SANDBANK_URL: bank.url, ...readyKeysOfProcess() },
      },
    )
    const { stdout } = await run.catch(error => ({ stdout: `${error.stdout}${error.stderr}` }))
    expect(stdout).toMatch(new RegExp(`Tests +${CASES.length} passed`))
  })

  it('and its effects as a fixture make the same rows in an empty world, which changes nothing where they are', async () => {
    for (const what of [
      'a new customer whose name has what shells and scripts read otherwise',
      'a payment with its PSU',
    ]) {
      const one = CASES.find(row => row.what === what)
      if (one === undefined) throw new Error(what)
      await restore()
      const found = await copy(one)
      const fixture = JSON.parse(textOf(found, 'FIXTURE'))
      const applied = await ask(
        'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name } } }',
        { fixture },
        '',
      )
      const base = `/worlds/${applied.createWorld.world.name}`
      const all = '{ customers { nodes { name customerNumber } } payments { nodes { status } } }'
      const [made, there] = [await ask(all, {}, base), await ask(all)]
      for (const row of made.customers.nodes) expect(there.customers.nodes).toContainEqual(row)
      expect(made.payments).toEqual(there.payments)
      expect(made.customers.nodes.length).toBeLessThan(there.customers.nodes.length)
    }
  })
})

describe('Copies of other calls', () => {
  it('of GraphQL are commands, curl and tests with the same document', async () => {
    await ask('query Named($n: Int) { customers(first: $n) { totalCount } }', { n: 1 })
    const { calls } = await ask('{ calls(first: 1) { nodes { id copies { form text link } } } }')
    const [call] = calls.nodes
    const text = (form: CopyForm) => call.copies.find((one: { form: CopyForm }) => one.form === form).text
    expect(await paste(text('CALL'))).toContain('"totalCount": 4')
    expect(await paste(text('CURL'))).toMatch(/^HTTP\/1\.1 200 /)
    expect(text('TEST')).toContain('query Named')
    expect(text('FIXTURE')).toBeNull()
  })

  it('with bytes that no word of a shell can hold, and braces that name what was saved, send the same again', async () => {
    const file = join(project, 'zero.txt')
    const body = `{"name":"a\0b\\\\c%d\\u007btppId}\\u0000"}`
    writeFileSync(file, body)
    const value = String.raw`{tppId} {nobody} {{x}} \{y}`
    const found = await copy({
      what: 'a byte of zero',
      args: () => [
        ...['POST', '/v1/sandbox/customers', '--data', `@${file}`],
        ...['--header', `PSU-User-Agent: ${value.replaceAll(/\{\w/g, String.raw`\$&`)}`],
      ],
      status: 400,
    })
    const sent = async () => {
      const { calls } = await ask('{ calls(first: 1) { nodes { request { body headers { name value } } } } }')
      const { body: read, headers } = calls.nodes[0].request
      return [read, headers.find(({ name }: { name: string }) => /^psu-user-agent$/i.test(name)).value]
    }
    expect(await sent()).toEqual([body, value])
    // What is given on standard input needs a process.
    const program = `'${process.execPath}' '${await builtProgram('cli.js')}'`
    const text = textOf(found, 'CALL').replace('npx sandbank', program)
    const { stdout } = await runInShell({ text, folder: cli.home, env: { SANDBANK_HOME: cli.home } })
    expect(stdout).toMatch(/^HTTP 400 /)
    expect(await sent()).toEqual([body, value])
    expect(await paste(textOf(found, 'OPENSSL'))).toMatch(/^HTTP\/1\.1 400 /)
    expect(await sent()).toEqual([body, value])
  })

  it('go to the address that the caller has used, also through a proxy that speaks https', async () => {
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'bank.example',
    }
    const asked = async (query: string) => {
      const answer = await fetch(`${bank.url}/worlds/green/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      })
      return { id: answer.headers.get('sandbank-request'), body: await answer.json() }
    }
    const { id } = await asked('{ clok { now } }')
    const { body } = await asked(
      `{ why(of: { call: "${id}" }) { change } call(by: { id: "${id}" }) { copies { text } } }`,
    )
    expect(body.data.why.change).toContain('npx sandbank graphql --world green --base https://bank.example ')
    const texts = body.data.call.copies.map(({ text }: { text: string }) => text)
    const [call, curl, test] = (['CALL', 'CURL', 'TEST'] as const).map(form => texts[COPY_FORMS.indexOf(form)])
    expect(call).toContain('--world green --base https://bank.example ')
    expect(curl).toMatch(/^BANK=\$\{SANDBANK_URL:-https:\/\/bank\.example\}$/m)
    expect(curl).toContain('"$BANK/worlds/green/graphql"')
    expect(test).toContain("'https://bank.example'")
    expect(`${call}${curl}${test}`).not.toMatch(/forwarded/i)
    const shown = await fetch(`${bank.url}/docs/operations/createCustomer`, {
      headers: { ...headers, Accept: 'text/html' },
    })
    expect((await shown.text()).replace(/<\/?span[^>]*>/g, '')).toContain(
      'npx sandbank call POST /v1/sandbox/customers --base https://bank.example ',
    )
  })

  it('`sandbank log ID --as FORM` prints one, and refuses what is no form', async () => {
    const found = await copy(CASES[0] ?? { what: '', args: () => [], status: 0 })
    const place = ['--world', 'green', '--base', bank.url]
    for (const form of COPY_FORMS.filter(one => textOf(found, one) !== '')) {
      const shown = await cli.run(['log', found.id, '--as', form.toLowerCase(), ...place])
      expect(shown.stdout.trimEnd()).toBe(textOf(found, form).trimEnd())
    }
    const none = await cli.run(['log', found.id, '--as', 'fixture', ...place])
    expect([none.exitCode, none.stderr]).toEqual([
      1,
      expect.stringContaining('A fixture has only what a call of REST adds'),
    ])
    const wrong = await cli.run(['log', found.id, '--as', 'perl', ...place])
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('curl, javascript, kit, python, java, go, openssl, graphql'),
    ])
  })

  it('stand on the page of the call as blocks that need no script, with a link that opens GraphiQL', async () => {
    const found = await copy(CASES[0] ?? { what: '', args: () => [], status: 0 })
    const page = await (
      await fetch(`${bank.url}/worlds/green/requests/${found.id}`, { headers: { Accept: 'text/html' } })
    ).text()
    for (const form of COPY_FORMS) expect(page).toContain(`<details id="as-${form.toLowerCase()}">`)
    expect(page).toContain('npx sandbank call GET')
    expect(page).toMatch(/<a href="\/worlds\/green\/graphql\?query=/)
  })
})
