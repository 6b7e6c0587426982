import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

it('/openapi.json passes the recommended rules of Redocly, without a warning', async () => {
  const source = await (await fetch(`${bank.url}/openapi.json`)).text()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})
