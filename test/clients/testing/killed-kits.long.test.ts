import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbank } from '../../../src/testing.ts'
import { keepChild } from '../../support/harness/children.ts'

it('a bank in this process sweeps what killed processes have left, and leaves what others use alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'place-'))
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true })
  })
  const script =
    "import { startSandbank } from './src/testing.ts'; await startSandbank({ world: 'EMPTY' }); console.log('up'); setInterval(() => {}, 1000)"
  const start = async () => {
    const child = keepChild(spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]))
    await new Promise(resolve => child.stdout.once('data', resolve))
    return child
  }
  const end = async (child: Awaited<ReturnType<typeof start>>) => {
    const ended = new Promise(resolve => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const killed = await start()
  await end(killed)
  const [left] = readdirSync(folder)
  expect(left).toMatch(/^sandbank-/)
  mkdirSync(join(folder, 'sandbank-of-someone'))
  const living = await start()
  const homes = readdirSync(folder)
  expect(homes).not.toContain(left)
  const bank = await startSandbank({ world: 'EMPTY' })
  await bank.close()
  expect(readdirSync(folder)).toEqual(homes)
  await end(living)
})
