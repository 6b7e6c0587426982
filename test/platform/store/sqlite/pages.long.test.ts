import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../../src/platform/store/db.ts'
import { systemDeps } from '../../../../src/sandbox/hooks.ts'
import { createWorld } from '../../../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, enterWorld } from '../../../../src/sandbox/worlds/doors.ts'
import { sweepWorlds } from '../../../../src/sandbox/worlds/end.ts'
import { deleteWorld } from '../../../../src/sandbox/worlds/reset.ts'
import { makeDirectory, openTestStore, urlOf } from '../../../support/harness/stores.ts'

it('gives the room of worlds that are gone back to the file system, and goes on with what is left, in two processes', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path)
  const deps = { store, running: new Set<string>(), ...systemDeps }
  await ensureDefaultWorld(deps)
  const other = await openStore(urlOf(path))
  const ctx = await enterWorld(deps, 'default', { kind: 'operator' })
  for (let n = 0; n < 20; n += 1) await createWorld(ctx, { name: `w-${n}` })
  await other.health()
  for (let n = 0; n < 20; n += 1) await deleteWorld(ctx, `w-${n}`)
  const later = () => new Date(Date.now() + 3_600_000)
  const before = statSync(path).size
  await sweepWorlds({ ...deps, machineNow: later })
  expect(await other.health()).toEqual({ ok: true })
  await createWorld(ctx, { name: 'after' })
  await other.close()
  await store.close()
  expect(statSync(path).size).toBeLessThan(before)
  const again = await openTestStore(path)
  expect(await again.reader.world.count({ where: { name: { not: null } } })).toBe(2)
})
