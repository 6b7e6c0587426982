import { expect, it, onTestFinished } from 'vitest'
import { createCli } from '../../support/clients/cli.ts'
import { startCheckingServer } from '../../support/harness/checking-server.ts'

it('`call --data -` sends the bytes of standard input as they are', async () => {
  const cli = createCli()
  onTestFinished(() => cli.remove())
  const bank = await startCheckingServer({ home: cli.home, psuIds: {}, token: 'operator-token-of-the-test' })
  onTestFinished(() => bank.stop())
  cli.addTpp('acme')
  await cli.run(['call', 'POST', '/v1/sandbox/customers', '--data', '-', '--base', bank.url], { input: '{"a": 1}\n' })
  expect(bank.received.at(-1)?.body.toString()).toBe('{"a": 1}\n')
})
