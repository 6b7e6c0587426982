import { expect, it, onTestFinished } from 'vitest'
import { startServerProcess } from '../support/harness/server-process.ts'
import { copyHome } from '../support/harness/template.ts'
import { HOSTILE_DOCUMENTS } from '../support/hostile/hostile-documents.ts'
import { FULL_FIXTURES, fixtureOfLines, HOSTILE_BODIES, TOO_LARGE_FIXTURES } from '../support/hostile/hostile-json.ts'
import { HOSTILE_PASTES } from '../support/hostile/hostile-pastes.ts'
import { HOSTILE_YAML } from '../support/hostile/hostile-yaml.ts'

/**
 * D74: no input ends the process, and none takes memory out of proportion to its bytes, fifty times as much at most. The heap is no larger than that, besides what a server
 * has that does nothing; one that is too small ends the process. How long a turn takes is measured by `npm run blocks`.
 */
const IDLE_MB = 90
const MOST_MB = 50
/** The smallest of the documents of a fixture that are refused after they were parsed. */
const FIXTURE_MB = 4

type Row = readonly [what: string, body: () => string]
const call = (query: string, variables: string) => `{"query":${JSON.stringify(query)},"variables":${variables}}`
const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'
const EXPLAIN = 'query ($request: String!) { explainSignature(request: $request) { accepted } }'
const CREATE = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }'

const BODIES: readonly Row[] = [
  ...HOSTILE_BODIES.map(([what, json]): Row => [`a body of ${what}`, () => call(CREATE, `{"input":${json}}`)]),
  ...HOSTILE_PASTES.map(
    ([what, request]): Row => [`a paste of ${what}`, () => call(EXPLAIN, JSON.stringify({ request }))],
  ),
  ...HOSTILE_DOCUMENTS.map(([what, document]): Row => [what, () => call(document, '{}')]),
]
const DOCUMENTS = [...TOO_LARGE_FIXTURES, ...FULL_FIXTURES].map(
  ([what, document]): Row => [what, () => call(APPLY, `{"fixture":${document()}}`)],
)

async function startWith(megabytes: number) {
  const server = await startServerProcess({ SANDBANK_HOME: await copyHome() }, [
    `--max-old-space-size=${Math.ceil(megabytes)}`,
  ])
  onTestFinished(() => server.kill('SIGKILL'))
  const post = async (body: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.json() }
  }
  const end = async () => {
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
  return { url: server.url, post, end }
}

it.each([
  ['a mebibyte', 1, BODIES],
  ['a document of an operator', FIXTURE_MB, DOCUMENTS],
])('What comes in %s is refused by a server with little memory', { timeout: 600_000 }, async (_, size, rows) => {
  const server = await startWith(IDLE_MB + MOST_MB * size)
  for (const [what, body] of rows) {
    const { status, body: refused } = await server.post(body())
    if (refused.data?.explainSignature?.accepted === false) continue
    expect([what, status, refused.errors?.[0]?.extensions?.code]).toEqual([
      what,
      expect.toBeOneOf([200, 400, 413]),
      expect.toBeOneOf(['BAD_REQUEST', 'FORMAT_ERROR']),
    ])
  }
  await server.end()
})

it('A document that is entered in the console is refused by a server with little memory', async () => {
  const server = await startWith(IDLE_MB)
  const form = `${server.url}/console/do/applyFixture`
  const page = await fetch(form)
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? []
  const Cookie = page.headers
    .getSetCookie()
    .map(one => one.split(';', 1)[0])
    .join('; ')
  for (const [what, fixture] of HOSTILE_YAML) {
    const body = new FormData()
    body.append('token', token)
    body.append('fixture', new Blob([fixture]), 'fixture.yaml')
    expect([what, (await fetch(form, { method: 'POST', headers: { Cookie }, body })).status]).toEqual([what, 400])
  }
  await server.end()
})

it('A fixture of 100,000 lines is applied by a server with little memory', async () => {
  const fixture = fixtureOfLines(100_000)
  const server = await startWith(IDLE_MB + (MOST_MB * fixture.length) / 1_000_000)
  const { body } = await server.post(call(APPLY, `{"fixture":${fixture}}`))
  expect(body).toEqual({ data: { applyFixture: { ids: [{ key: 'saver' }] } } })
  const counts = await server.post(call('{ world { counts { transactions } } }', '{}'))
  expect(counts.body.data.world.counts.transactions).toBeGreaterThan(100_000)
  await server.end()
})
