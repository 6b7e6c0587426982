import { serverAudits } from 'graphql-http'
import { describe, expect, it } from 'vitest'
import { startGraphql } from '../../../support/clients/graphql-server.ts'

const server = await startGraphql()

describe('GraphQL over HTTP, by its audits', () => {
  for (const audit of serverAudits({ url: `${server.url}/graphql`, fetchFn: fetch })) {
    it(`${audit.id}: ${audit.name}`, async () => {
      const result = await audit.fn()
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
    })
  }
})
