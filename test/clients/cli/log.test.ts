import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { runLog } from '../../../src/clients/cli/log.ts'
import { runGraphql } from '../../../src/clients/cli/operator.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const home = mkdtempSync(`${tmpdir()}/sandbank-log-`)
afterAll(() => rmSync(home, { recursive: true, force: true }))
const config = readConfig({ SANDBANK_HOME: home })

async function log(id: string | undefined, world: string): Promise<string> {
  const printed: string[] = []
  await runLog(id, { base: bank.url, world }, { config, print: text => printed.push(text), note: () => {} })
  return printed.join('\n')
}

it('`log` prints the last calls, the newest last; `log ID` all of one, without what a terminal would act on', async () => {
  const world = await bank.world()
  await world.call('GET', PATHS.customers)
  const refused = await world.call('POST', PATHS.customers, {
    body: { name: '\u001b[31m' },
    headers: { 'X-Odd': 'a\u009bb' },
  })
  const id = refused.headers['sandbank-request'] ?? ''
  await world.graphql('query Named { clock { now } }')
  const lines = (await log(undefined, world.name)).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain(`200  GET     ${world.base}${PATHS.customers}`)
  expect(lines[1]).toMatch(new RegExp(`400  POST .* FORMAT_ERROR: customerNumber: is required\\..*  ${id}$`))
  expect(lines[2]).toMatch(/200 {2}POST {4}\S+\/graphql Named {2}/)
  const whole = await log(id, world.name)
  expect(whole).toContain('passed  SIGNATURE')
  expect(whole).toContain('FAILED  BODY')
  expect(whole).toContain('customerNumber: is required')
  expect(whole).not.toMatch(/[^\P{Cc}\n]/u)
  await expect(log('no-such', world.name)).rejects.toThrow('The journal of this world has no call "no-such"')
})

it('`log --follow` goes on with the calls that come', async () => {
  const world = await bank.world()
  await world.call('GET', PATHS.customers)
  const printed: string[] = []
  const three = new Promise<void>(resolve => {
    const print = (text: string) => {
      printed.push(text)
      if (printed.length === 3) resolve()
    }
    // It ends with the bank, which gives no more answers.
    runLog(undefined, { base: bank.url, world: world.name, follow: true }, { config, print, note: () => {} }).catch(
      () => {},
    )
  })
  await world.call('GET', `${PATHS.customers}?withAccounts=true`)
  await world.call('GET', `${PATHS.customers}?withAgreements=true`)
  await three
  expect(printed.map(line => line.split('?')[1]?.split(' ')[0])).toEqual([
    undefined,
    'withAccounts=true',
    'withAgreements=true',
  ])
})

it('`log --follow` from an empty list prints every call of a burst', async () => {
  const world = await bank.world()
  const printed: string[] = []
  const all = new Promise<void>(resolve => {
    const print = (text: string) => printed.push(text) === 60 && resolve()
    runLog(undefined, { base: bank.url, world: world.name, follow: true }, { config, print, note: () => {} }).catch(
      () => {},
    )
  })
  await sleep(100)
  await Promise.all(Array.from({ length: 60 }, (_, n) => world.call('GET', `${PATHS.customers}?n=${n}`)))
  await all
  expect(new Set(printed.map(line => line.split('?n=')[1]?.split(' ')[0])).size).toBe(60)
})

it('`graphql` prints a line of JSON for each answer to a subscription, and ends with exit code 1 when the last one refuses', async () => {
  const world = await bank.world()
  const lines: string[] = []
  const tools = { config, print: (text: string) => void lines.push(text), note: () => {} }
  const ended = runGraphql('subscription { world { name } }', { base: bank.url, world: world.name }, tools)
  while (lines.length === 0) await sleep(20)
  await bank.at('default').graphql(`mutation { deleteWorld(name: "${world.name}") { world { name } } }`)
  expect(await ended).toEqual({ exitCode: 1 })
  const [first, last] = lines.map(line => JSON.parse(line))
  expect(first).toEqual({ data: { world: { name: world.name } } })
  expect([lines.length, last.errors[0].extensions.code]).toEqual([2, 'RESOURCE_UNKNOWN'])
})
