import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectSandbank } from '../../../src/testing.ts'
import { type Cli, createCli, pasteHere, type RunningBank } from '../../support/clients/cli.ts'

// D97: the command of `why` runs in a terminal of any home, as often as it is pasted, as the TPP that called.

const KARI = '13039319955'
const ACCOUNTS = '/v1/accounts'

let banks: Cli
let laptop: Cli
let bank: RunningBank
beforeAll(async () => {
  banks = createCli()
  laptop = createCli()
  bank = await banks.serve()
})
afterAll(async () => {
  await bank.stop()
  banks.remove()
  laptop.remove()
})

/** Pastes what `why` says of the last refusal, twice. */
async function mend(world = 'default'): Promise<string> {
  const { stdout } = await laptop.run(['why', '--world', world, '--base', bank.url])
  const command = stdout.trim().split('\n').at(-1) ?? ''
  for (const time of ['first', 'second']) {
    const pasted = await pasteHere(laptop.home, `set -e\n${command}`)
    expect(pasted.exitCode, `${time}: ${command}\n${pasted.stdout}\n${pasted.stderr}`).toBe(0)
    expect(pasted.stdout).toContain('HTTP 200')
  }
  return command
}

it('makes a TPP of a suite at its bank, and another of the same name beside it', async () => {
  for (const isFirst of [true, false]) {
    await using run = await connectSandbank(bank.url)
    const world = await run.createWorld({ from: 'STANDARD' })
    const kitty = run.tpp('kitty')
    expect((await kitty.fetch(world.url(ACCOUNTS), { psu: KARI })).status).toBe(401)
    const id = await kitty.id()
    const [name, org] = isFirst ? ['kitty', ''] : [`kitty-${id.split('-').at(-1)}`, "--org 'kitty' "]
    expect(await mend(world.name)).toContain(
      `npx sandbank tpp new ${name} --roles PI,AI ${org}--id '${id}' --base ${bank.url} && `,
    )
  }
})

it('keeps a TPP that the terminal has for this bank', async () => {
  expect((await laptop.run(['tpp', 'new', 'beta', '--base', bank.url])).exitCode).toBe(0)
  const refused = await laptop.run(['call', 'GET', ACCOUNTS, '--psu', KARI, '--tpp', 'beta', '--base', bank.url])
  expect(refused.exitCode).toBe(1)
  expect(await mend()).toContain('npx sandbank tpp new beta ')
  // Neither an authority of its own, nor a TPP of one.
  expect(readdirSync(laptop.home)).toEqual(['banks'])
})
