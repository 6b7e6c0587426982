import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { ALL } from '../../support/clients/answered-calls.ts'
import { bundleOf } from '../../support/harness/script-bundle.ts'
import { makeDirectory } from '../../support/harness/stores.ts'

it('Two processes that find a journal of an earlier version put it right once: what the first one has written stays', async () => {
  const path = join(await makeDirectory(), 'bank.calls.db')
  const open = () => openJournal(path, { machineNow: () => new Date(), token: undefined })
  await open().close()
  const earlier = new Database(path)
  earlier.exec('DROP TABLE Batch; DROP TABLE Call; CREATE TABLE Call (old TEXT)')
  earlier.pragma('user_version = 4')
  earlier.close()
  // Both are there before one of them can begin.
  const holder = new Database(path)
  holder.exec('BEGIN IMMEDIATE')
  const script = await bundleOf('journal-process')
  const processes = [1, 2, 3].map(number => spawn(process.execPath, [script, path, String(number)]))
  const ended = Promise.all(processes.map(child => once(child, 'exit')))
  await Promise.all(processes.map(child => once(child.stdout, 'data')))
  for (const { stdin } of processes) stdin.write('go\n')
  await sleep(500)
  holder.exec('ROLLBACK')
  holder.close()
  expect((await ended).map(([code]) => code)).toEqual([0, 0, 0])
  const again = open()
  await again.ready()
  expect((await again.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual([3, 2, 1])
  await again.close()
})
