import { parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { EXAMPLES } from '../../../src/graphql/graphiql/examples.ts'
import { schema } from '../../../src/graphql/schema.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const guarded = await startGraphql({ token: 't' })
// As it is: to pack and unpack nine megabytes takes longest.
const BROWSER = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Encoding': 'identity',
}

it('serves GraphiQL to browsers, for every world, and data to everyone else', async () => {
  const world = await server.world()
  for (const path of ['/graphql', `/worlds/${world.name}/graphql`, '/graphql?query={__typename}']) {
    const { status, headers, text } = await server.send(path, { headers: BROWSER })
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<title>Sandbank</title>')
  }
  const data = await server.send('/graphql?query={__typename}', { headers: { Accept: '*/*' } })
  expect(data.data).toEqual({ __typename: 'Query' })
})

it('loads nothing from another host, and lets no other page frame it', async () => {
  const { text, headers } = await server.send('/graphql', { headers: BROWSER })
  expect(text).not.toMatch(/<(script|link|img|iframe|source)\b[^>]*\b(src|href)\s*=\s*["']?(https?:)?\/\//i)
  expect(text).not.toMatch(/@import\s|url\(\s*["']?(https?:)?\/\//i)
  expect(text).not.toMatch(/unpkg\.com|jsdelivr\.net|cdnjs\.|fonts\.g(oogleapis|static)\.com/)
  const policy = headers.get('Content-Security-Policy') ?? ''
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})

it('is packed for who takes that, and not sent again to who has it', async () => {
  const { headers } = await server.send('/graphql', { headers: { ...BROWSER, 'Accept-Encoding': 'gzip' } })
  expect([headers.get('Content-Encoding'), headers.get('Vary')]).toEqual(['gzip', 'Accept, Accept-Encoding'])
  for (const coding of ['gzip', 'identity']) {
    const known = { ...BROWSER, 'Accept-Encoding': coding, 'If-None-Match': '"other"' }
    const fresh = await server.send('/graphql', { headers: known })
    expect(fresh.status).toBe(200)
    const tag = fresh.headers.get('ETag') ?? ''
    const again = await server.send('/graphql', { headers: { ...known, 'If-None-Match': tag } })
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag])
  }
})

it('may be had without the token, with a line to put it in', async () => {
  const { status, text } = await guarded.send('/graphql', { headers: BROWSER })
  expect(status).toBe(200)
  expect(text).toContain('Bearer ')
  expect(text).toContain('\\"Authorization\\": \\"Bearer \\"')
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
  expect(seen.consentedAccounts).toHaveLength(2)
  expect(seen.completeAuthorisation.authorisation.payment.status).toMatch(/^AC[TW]C$/)
  expect(seen.payments.nodes.at(-1)).toMatchObject({ status: 'ACSC', bookings: { nodes: [{ reason: 'PAYMENT' }] } })
  expect(seen.audit.findings).toEqual([])
  expect(seen.previewExecutions).toHaveLength(12)
  expect(seen.clearScenarios).toMatchObject(seen.scenarios.nodes.map(({ id }: { id: string }) => ({ id })))
  expect(seen.clearScenarios).toHaveLength(1)
})
