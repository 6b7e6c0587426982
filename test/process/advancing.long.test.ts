import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/platform/store/db.ts'
import { addDailyPayments } from '../support/builders/daily-payments.ts'
import { addWorld } from '../support/builders/world-rows.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { makeDirectory, urlOf } from '../support/harness/stores.ts'
import { fillHome } from '../support/harness/template.ts'

type Server = Awaited<ReturnType<typeof startServerProcess>>

/** A home whose world `w` has payments of every day; its clock stands still. */
async function addHome(): Promise<{ home: string; start: string }> {
  const home = join(await makeDirectory(), randomUUID())
  mkdirSync(home, { mode: 0o700 })
  await fillHome(home)
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  const start = new Date('2030-05-15T10:00:00.000Z')
  await store.transaction(async tx => {
    await addWorld(tx, 'w')
    await tx.world.update({ where: { id: 'w' }, data: { frozenAt: start } })
    await addDailyPayments(tx, 'w', 30, start)
  })
  await store.close()
  return { home, start: start.toISOString() }
}

const run = async (server: Server, query: string) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${server.url}/worlds/w/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  })
  return answer.json()
}

async function whereItStands(server: Server, after: string): Promise<string> {
  for (;;) {
    const { data } = await run(server, '{ clock { now moving { to } } }')
    if (data.clock.now > after && data.clock.moving !== null) return data.clock.now
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

it('a clock that is moved when the server stops stays where it got to, and its caller is answered', async () => {
  const { home, start } = await addHome()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  const moving = run(server, 'mutation { advanceClock(input: { by: "P9Y" }) { clock { now } } }')
  const seen = await whereItStands(server, start)
  server.kill('SIGTERM')
  const { errors } = await moving
  expect(errors[0].extensions.code).toBe('UNAVAILABLE')
  expect(errors[0].message).toMatch(/The call was ended\. The clock stands at 20\d\d-/)
  expect(await server.exited).toBe(0)

  const again = await startServerProcess({ SANDBANK_HOME: home })
  const { data } = await run(again, '{ clock { now moving { to } } audit { findings { rule } } }')
  expect(data.clock.now >= seen).toBe(true)
  expect(data).toMatchObject({ clock: { moving: null }, audit: { findings: [] } })
  again.kill('SIGTERM')
  expect(await again.exited).toBe(0)
})

it('a server that is stopped ends a move without a waiting caller, and the streams of open consoles', async () => {
  const { home, start } = await addHome()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  const live = await fetch(`${server.url}/worlds/w/console/live`)
  const page = await fetch(`${server.url}/worlds/w`)
  const [, token] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? []
  const moved = await fetch(`${server.url}/worlds/w/console/clock`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: `sandbank-form=${token}`,
      Origin: server.url,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: `token=${token}&action=advance&by=P9Y`,
  })
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/worlds/w/'])
  await whereItStands(server, start)
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; !text.includes('event: clock'); ) text += (await reader?.read())?.value ?? expect.fail(text)
  server.kill('SIGTERM')
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read());
  expect(await server.exited).toBe(0)
})

it('two servers on one store move a clock one after the other; the lock of one that was killed is taken over', async () => {
  const { home, start } = await addHome()
  const settings = { SANDBANK_HOME: home }
  const [one, other] = [await startServerProcess(settings), await startServerProcess(settings)]
  const days = (now: string) => Math.round((Date.parse(now) - Date.parse(start)) / 86_400_000)
  const advance = async (server: Server, by: string) =>
    (await run(server, `mutation { advanceClock(input: { by: "${by}" }) { clock { now } } }`)).data.advanceClock.clock
      .now
  const ends = await Promise.all([
    advance(one, 'P1D'),
    advance(other, 'P2D'),
    advance(one, 'P4D'),
    advance(other, 'P8D'),
  ])
  expect(Math.max(...ends.map(days))).toBe(15)
  expect(new Set(ends).size).toBe(4)

  const killed = run(one, 'mutation { advanceClock(input: { by: "P9Y" }) { clock { now } } }').catch(() => 'gone')
  const seen = await whereItStands(other, ends.toSorted().at(-1) ?? start)
  one.kill('SIGKILL')
  expect(await killed).toBe('gone')
  const after = await advance(other, 'P1D')
  expect(days(after)).toBeGreaterThan(days(seen))
  const { data } = await run(other, '{ clock { moving { to } } audit { findings { rule } } }')
  expect(data).toEqual({ clock: { moving: null }, audit: { findings: [] } })
  other.kill('SIGTERM')
  expect(await other.exited).toBe(0)
})
