import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCli, type RunningBank } from '../../support/clients/cli.ts'

const [here, there] = [createCli(), createCli()]
const folder = mkdtempSync(join(tmpdir(), 'sandbank-snapshots-'))
const file = join(folder, 'state.snapshot')
let [source, target]: RunningBank[] = []
beforeAll(async () => {
  ;[source, target] = [await here.serve(), await there.serve()]
  await inSource('world', 'create', 'green')
  await inSource('fixture', 'apply', 'payments', '--world', 'green')
  await ask(
    'mutation { freezeClock { clock { now } } advanceClock(input: { by: "P3D" }) { clock { now } } setScenario(input: { scenario: "lose-answer", times: 3 }) { scenario { id } } }',
  )
  await inSource('snapshot', 'take', 'found', '--world', 'green')
  await inSource('snapshot', 'save', file, '--name', 'found', '--world', 'green')
})
afterAll(async () => {
  await Promise.all([source?.stop(), target?.stop()])
  for (const cli of [here, there]) cli.remove()
  rmSync(folder, { recursive: true })
})

const inSource = (...args: string[]) => here.run([...args, '--base', source?.url ?? ''])
const inTarget = (...args: string[]) => there.run([...args, '--base', target?.url ?? ''])
const ask = (query: string) => inSource('graphql', query, '--world', 'green')
const STATE =
  '{ clock { now frozen } payments(first: 100) { nodes { id status } } customers { nodes { id psuId } } scenarios { nodes { id left } } }'

it('opens a state that was found in one place in another: the file that is saved there is the same, byte for byte', async () => {
  const loaded = await inTarget('snapshot', 'load', file)
  expect([loaded.exitCode, loaded.stdout]).toEqual([0, expect.stringContaining('The snapshot found is there.')])
  const copy = join(folder, 'copy.snapshot')
  const saved = await inTarget('snapshot', 'save', copy, '--name', 'found')
  expect(saved.exitCode, saved.stderr).toBe(0)
  const [head = '', ...lines] = readFileSync(copy, 'utf8').split('\n')
  const [first = '', ...others] = readFileSync(file, 'utf8').split('\n')
  // The world is that of where it is now, and the last line counts its name in.
  expect(JSON.parse(head)).toEqual({ ...JSON.parse(first), world: 'default' })
  expect(lines.slice(0, -2)).toEqual(others.slice(0, -2))
  await inTarget('world', 'create', 'opened', '--snapshot', 'found')
  expect(JSON.parse((await inTarget('graphql', STATE, '--world', 'opened')).stdout)).toEqual(
    JSON.parse((await ask(STATE)).stdout),
  )
  expect((await inTarget('audit', '--world', 'opened')).exitCode).toBe(0)
})

it('saves the world as it is now when no snapshot is named, and leaves none behind', async () => {
  const now = join(folder, 'now.snapshot')
  const saved = await inSource('snapshot', 'save', now, '--world', 'green')
  expect([saved.exitCode, saved.stdout]).toEqual([0, expect.stringContaining('The world as it is now is in')])
  expect((await inSource('snapshot', 'list', '--world', 'green')).stdout).not.toContain('save-')
  expect((await inTarget('snapshot', 'load', now, '--name', 'now')).exitCode).toBe(0)
  const again = await inTarget('snapshot', 'load', now, '--name', 'now')
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('has a snapshot now already')])
})

it('refuses what is damaged, and says what is wrong', async () => {
  const text = readFileSync(file, 'utf8')
  const middle = Math.trunc(text.length / 2)
  const damaged = {
    changed: [
      `${text.slice(0, middle)}${text[middle] === '1' ? '2' : '1'}${text.slice(middle + 1)}`,
      'was changed after it was written',
    ],
    cut: [text.slice(0, middle), 'its end is missing'],
    line: [text.split('\n').toSpliced(2, 1).join('\n'), 'was changed after it was written'],
    other: ['{"name":"package"}\n', 'its first line says nothing of it'],
    empty: ['', 'its end is missing'],
    huge: [`${text.split('\n')[0]}\n${'x'.repeat(1_200_000)}`, 'has a line of more than 1000000 characters'],
  } as const
  for (const [name, [content, words]] of Object.entries(damaged)) {
    const path = join(folder, `${name}.snapshot`)
    writeFileSync(path, content)
    const { exitCode, stderr } = await inTarget('snapshot', 'load', path, '--name', name)
    expect([name, exitCode, stderr]).toEqual([name, 2, expect.stringContaining(words)])
  }
  const missing = await inTarget('snapshot', 'load', join(folder, 'missing'))
  expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read')])
  const list = await inTarget('snapshot', 'list')
  for (const name of Object.keys(damaged)) expect(list.stdout).not.toContain(name)
})
