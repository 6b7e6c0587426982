import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../../src/api/graphql/schema.ts'
import { loginOf } from '../../../../src/platform/http/operator-access.ts'
import { EXAMPLES } from '../../../../src/workbench/pages/graphiql/examples.ts'
import { startGraphql } from '../../../support/clients/graphql-server.ts'

const server = await startGraphql()
const guarded = await startGraphql({ token: 't' })
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

it('serves GraphiQL to browsers, for every world, in the frame of all pages, and data to everyone else (D109)', async () => {
  const world = await server.world()
  for (const path of ['/graphql', `/worlds/${world.name}/graphql`, '/graphql?query={__typename}']) {
    const { status, headers, text } = await server.send(path, { headers: BROWSER })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<title>GraphiQL · Sandbank</title>')
    expect(text).toMatch(/id="world-time"/)
    expect(text).toContain(`World </span><strong>${/worlds\/([^/]+)/.exec(path)?.[1] ?? 'default'}</strong>`)
  }
  expect((await server.send('/worlds/none/graphql', { headers: BROWSER })).status).toBe(404)
  const data = await server.send('/graphql?query={__typename}', { headers: { Accept: '*/*' } })
  expect(data.data).toEqual({ __typename: 'Query' })
})

it('may not be opened without the token, nor may its door be called with the cookie from another origin (D109)', async () => {
  const { status, text } = await guarded.send('/graphql', { headers: BROWSER })
  expect(status).toBe(401)
  expect(text).toContain('Operator&#39;s token')
  expect(text).not.toContain('data-examples')
  const { origin, host, port } = new URL(guarded.url)
  const cookie = `sandbank-operator-${port}=${loginOf({ token: 't', hosts: undefined })}`
  const open = await guarded.send('/graphql', { headers: { ...BROWSER, Cookie: cookie } })
  expect([open.status, open.text.includes('data-examples')]).toEqual([200, true])
  const ask = (headers: Readonly<Record<string, string>>) =>
    guarded.send('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query":"{ __typename }"}',
    })
  expect((await ask({ Cookie: `a=b; ${cookie}`, Origin: origin })).data).toEqual({ __typename: 'Query' })
  for (const headers of [
    { Cookie: cookie },
    { Cookie: cookie, Origin: 'https://evil.example' },
    { Cookie: cookie, Origin: `http://${host}.evil.example` },
    { Cookie: `sandbank-operator-${port}=x`, Origin: origin },
    { Cookie: `sandbank-operator-1=${loginOf({ token: 't', hosts: undefined })}`, Origin: origin },
    { Origin: origin },
  ])
    expect([headers, (await ask(headers)).status]).toEqual([headers, 401])
})

it('opens with examples that are valid, and of which each works on the standard set', async () => {
  const world = await server.world('STANDARD')
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(13)
  const answers: Record<string, unknown>[] = []
  for (const { query, variables = {} } of EXAMPLES) {
    expect(validate(schema, parse(query))).toEqual([])
    if (query.includes('\nsubscription ')) continue
    const { errors, data } = await world.run(query, variables)
    expect([query, errors]).toEqual([query, []])
    answers.push(data)
  }
  const seen = Object.assign({}, ...answers)
  expect(seen.grantConsent.consent.state).toBe('VALID')
  expect(seen.asTpp.accounts).toHaveLength(2)
  expect(seen.completeAuthorisation.authorisation.payment.status).toMatch(/^AC[TW]C$/)
  expect(seen.payments.nodes.at(-1)).toMatchObject({ status: 'ACSC', bookings: { nodes: [{ reason: 'PAYMENT' }] } })
  expect(seen.audit.findings).toEqual([])
  expect(seen.previewExecutions).toHaveLength(12)
  expect(seen.clearScenarios.scenarios).toMatchObject(seen.scenarios.nodes.map(({ id }: { id: string }) => ({ id })))
  expect(seen.clearScenarios.scenarios).toHaveLength(1)
})
