import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentedOperations } from '../../../src/api/openapi/api-reference.ts'
import { osloDay } from '../../../src/domain/calendar.ts'
import { at } from '../../../src/workbench/explain/commands.ts'
import { formatSample, SAMPLE_COMMANDS } from '../../../src/workbench/explain/samples/operation-samples.ts'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'

const today = osloDay(new Date())
const documented = await documentedOperations('strict', today, SAMPLE_COMMANDS)
let cli: Cli
let bank: RunningBank

beforeAll(async () => {
  cli = createCli()
  bank = await cli.serve()
  await cli.run(['tpp', 'new', 'acme'])
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
})

it.each([...documented.values()].map(one => [one.route.operation, one] as const))(
  'The commands that the documentation shows for %s work as they stand in a new standard world',
  async (operation, example) => {
    const world = `sample-${operation.toLowerCase()}`
    const made = await cli.run(['world', 'create', world], { env: { SANDBANK_URL: bank.url } })
    expect(made.exitCode, made.stderr).toBe(0)
    const sample = formatSample(example, at({ world, base: bank.url }))
    const { stdout, stderr, exitCode } = await pasteHere(cli.home, `set -e\n${sample}`)
    expect(exitCode, `${sample}\n${stdout}\n${stderr}`).toBe(0)
    expect(stdout).toContain(`HTTP ${example.route.success}`)
    expect(stderr).not.toContain('Nothing is saved')
  },
)
