import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { customerBody, expectRefusal, PATHS } from '../../../support/builders/builders.ts'
import { type Answer, startBank } from '../../../support/clients/bank.ts'

const bank = await startBank()
const path = PATHS.customers
afterAll(() => expect(bank.faults).toEqual([]))

const expectReplayed = (first: Answer, again: Answer) =>
  expect([again.status, again.text, again.headers['sandbank-replayed']]).toEqual([first.status, first.text, 'true'])

it('a call that is taken back with another one and runs again is answered with what it came to then, not with what it had before (D15)', async () => {
  const own = await bank.world()
  const body = customerBody()
  const [file] = await bank.store.reader.$queryRaw<{ file: string }[]>`SELECT file FROM pragma_database_list`
  const other = new Database(file?.file ?? '')
  const copied = (await own.call('POST', path, { body: customerBody() })).body.customerId
  const addSame = () =>
    other
      .prepare(
        `INSERT INTO "Customer" SELECT "worldId", ? AS "id", ? AS "psuId", ? AS "customerNumber", "name", "type", "createdAt" FROM "Customer" WHERE "id" = ?`,
      )
      .run([randomUUID(), randomUUID(), body.customerNumber, copied])

  // While this one has the store, the call and then one that fails after it has written come to wait, and so run together.
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const holding = bank.store.transaction(() => held, { kind: 'REPEATABLE' })
  const call = () => own.call('POST', path, { body, requestId: 'taken-back' })
  const twins = [call(), call()]
  // One of two is answered that the other is there, which then waits for the store.
  const refused = await Promise.race(twins)
  expectRefusal(refused, 409, 'CONFLICT')
  await expect.poll(() => bank.store.figures().waiting).toBe(1)
  let runs = 0
  const failing = bank.store.transaction(
    async tx => {
      runs += 1
      await tx.customer.updateMany({ where: { id: copied }, data: { name: 'Siri' } })
      // Another process writes when both are taken back, before they run again.
      if (runs === 1) setImmediate(addSame)
      throw new Error('refused')
    },
    { kind: 'REPEATABLE' },
  )
  letGo()
  await holding
  await expect(failing).rejects.toThrow('refused')
  expect(runs).toBe(2)

  for (const answer of (await Promise.all(twins)).filter(one => one !== refused)) {
    expect(expectRefusal(answer, 409, 'CONFLICT')[0]).toMatch(/^customerNumber: /)
    expectReplayed(answer, await call())
  }
  expect(await bank.store.reader.customer.count({ where: { world: { name: own.name } } })).toBe(2)
  other.close()
})
