import { afterAll, expect, it } from 'vitest'
import { assistantOfCommand } from '../../support/clients/assistant.ts'
import { createCli } from '../../support/clients/cli.ts'
import { runStory } from '../../support/clients/story-runs.ts'
import { newcomersTasks } from './newcomer.ts'

const cli = createCli()
afterAll(cli.remove)
const settings = { SANDBANK_HOME: cli.home, PORT: '0' }

it('D135: starts the bank of the home when none runs, does a newcomer’s ten tasks in a world of its own, and its story passes', async () => {
  const notes: string[] = []
  const assistant = await assistantOfCommand([], { ...settings, PORT: '45871' }, text => notes.push(text))
  expect((await assistant.client.listTools()).tools).toHaveLength(14)
  const { text } = await assistant.use('call', { operation: 'world' })
  expect(text).toMatch(/"name": "assistant-[0-9a-f]{8}"/)
  const story = await newcomersTasks(assistant, 'VITEST')
  await assistant.close()
  expect(notes.join('')).toMatch(/^No bank ran at http:\/\/127\.0\.0\.1:45871: this command has started one/)
  const { exitCode, output } = await runStory('VITEST', story)
  expect(exitCode, `${output}\n${story}`).toBe(0)
}, 240_000)

it('D135: uses the bank that runs, by its address and with its token, in the world that is named', async () => {
  const token = 'a-token-of-16-signs'
  const running = await cli.serve(token)
  const env = { ...settings, SANDBANK_URL: running.url, SANDBANK_TOKEN: token }
  const assistant = await assistantOfCommand(['--world', 'default'], env)
  expect((await assistant.use('call', { operation: 'world' })).text).toContain('"name": "default"')
  expect((await assistant.use('call', { operation: 'customers' })).text).toContain('HTTP 200')
  await assistant.close()
  await running.stop()
})

it('D135: ends with a sentence when the bank or the world is not there, or the token is another', async () => {
  const running = await cli.serve('a-token-of-16-signs')
  const fails = async (args: readonly string[], env: Record<string, string>) => {
    const notes: string[] = []
    await expect(assistantOfCommand(args, { ...settings, ...env }, text => notes.push(text))).rejects.toThrow()
    return notes.join('')
  }
  expect(await fails(['--base', 'http://127.0.0.1:9'], {})).toContain('No bank answers at http://127.0.0.1:9')
  expect(await fails(['--base', running.url], {})).toContain('token')
  const there = { SANDBANK_URL: running.url, SANDBANK_TOKEN: 'a-token-of-16-signs' }
  expect(await fails(['--world', 'no-such-world'], there)).toContain('no-such-world')
  await running.stop()
  // A bank that this command has started ends with it.
  const own = await cli.run(['mcp', '--world', 'no-such-world'], { env: { PORT: '45872' } })
  expect([own.exitCode, own.stdout]).toEqual([5, ''])
  expect(own.stderr).toContain('There is no world "no-such-world"')
})
