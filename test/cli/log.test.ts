import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import { runLog } from '../../src/cli/log.ts'
import { readConfig } from '../../src/config.ts'
import { startBank } from '../support/bank.ts'
import { PATHS } from '../support/builders.ts'

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
    // It ends with the bank: nobody answers it any more.
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
