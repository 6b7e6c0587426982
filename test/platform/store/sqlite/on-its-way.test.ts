import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Store } from '../../../../src/platform/store/db.ts'
import { addWorld } from '../../../support/builders/world-rows.ts'
import { makeDirectory, openTestStore } from '../../../support/harness/stores.ts'

async function openTwo(): Promise<{ one: Store; other: Store }> {
  const path = join(await makeDirectory(), 'books.db')
  return { one: await openTestStore(path), other: await openTestStore(path) }
}

const where = { name: 'w' }
const READS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'a world by its name': ({ reader }) => reader.world.findUnique({ where }),
  'a list': ({ reader }) => reader.world.findMany({ where }),
  'SQL of our own': ({ reader }) => reader.$queryRaw`SELECT "name" FROM "World"`,
  // A call that Prisma itself answers.
  'a sum': ({ reader }) => reader.world.aggregate({ where, _count: true }),
  'rows of one moment': store => store.atOneMoment(db => db.world.findMany({ where })),
  'a command that writes nothing': store => store.transaction(tx => tx.world.findUnique({ where })),
}

for (const [what, read] of Object.entries(READS))
  it(`shows no caller the writes of another process before they are on the disk: ${what}`, async () => {
    const { one, other } = await openTwo()
    await read(other)
    await other.pendingCommit()
    await one.transaction(tx => addWorld(tx, 'w'))
    await read(other)

    const pendingCommit = other.pendingCommit()

    expect(pendingCommit).toBeInstanceOf(Promise)
    await pendingCommit
    expect(other.pendingCommit()).toBe(undefined)
  })

it('lets no caller wait for writes of another process that it has not read', async () => {
  const { one, other } = await openTwo()
  await other.reader.world.findMany()
  await other.pendingCommit()

  await one.transaction(tx => addWorld(tx, 'w'))

  expect(other.pendingCommit()).toBe(undefined)
})
