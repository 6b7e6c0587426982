import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { ROUTES } from '../../src/rest/routes.ts'
import { startBank } from '../support/bank.ts'
import { newDatabase } from '../support/database.ts'
import { demandedBy, exampleOf, prepareExample } from '../support/examples.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { tppIdOf } from '../support/tpp-ids.ts'

/** With a millisecond for each no call takes 30 (issue 24): the rest is for what PostgreSQL and the bank do meanwhile. */
const MOST = 25

/** A way to the database that counts how often something was asked after an answer. */
async function countingProxy(folder: string) {
  let trips = 0
  let isAsked = false
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.on('data', bytes => {
      if (!isAsked) trips += 1
      isAsked = true
      server.write(bytes)
    })
    server.on('data', bytes => {
      isAsked = false
      client.write(bytes)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const address = proxy.address()
  return { port: typeof address === 'object' ? address?.port : undefined, trips: () => trips }
}

it('answers each call of its documentation with few round trips to PostgreSQL', async () => {
  const { folder } = await sharedPostgres()
  const proxy = await countingProxy(folder)
  const database = new URL(await newDatabase()).pathname
  const bank = await startBank({ books: `postgresql://sandbank@127.0.0.1:${proxy.port}${database}` })
  const quiet = async () => {
    for (let before = -1; before !== proxy.trips(); ) {
      before = proxy.trips()
      await sleep(20)
    }
    return proxy.trips()
  }
  const found: [string, number][] = []
  // To put a world back is a copy of one.
  for (const { operation, method } of ROUTES.filter(route => route.operation !== 'initialize')) {
    // What only reads, or adds one thing, leaves a standard world to the next.
    const changes = method === 'DELETE' || exampleOf(operation).after !== undefined
    const world = changes ? await bank.world('STANDARD') : bank.at('default')
    const follower = { world, tppId: tppIdOf(bank, bank.tpp), demanded: demandedBy }
    const send = await prepareExample(follower, operation)
    const before = await quiet()
    const { status } = await send()
    const trips = proxy.trips() - before
    expect([operation, status < 300]).toEqual([operation, true])
    found.push([operation, trips])
  }
  expect(found.filter(([, trips]) => trips > MOST)).toEqual([])
})
