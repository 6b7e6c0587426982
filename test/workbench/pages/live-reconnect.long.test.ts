import { mkdtempSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startBank, type World } from '../../support/clients/bank.ts'
import { startServerProcess } from '../../support/harness/server-process.ts'
import { openPage, startBrowser } from './browser.ts'

const browser = await startBrowser()

/** A relay between a browser and its bank, which can be cut: then no byte passes until it is joined again. */
async function startWire(url: string) {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  let isCut = false
  const wire = createServer(near => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.pipe(other)
      end.on('error', () => other.destroy())
      end.on('close', () => ends.delete(end))
    }
  })
  await new Promise<void>(resolve => wire.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  afterAll(() => {
    cut()
    wire.close()
  })
  const address = wire.address()
  if (address === null || typeof address === 'string') throw new Error('The wire has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    cut,
    join: () => {
      isCut = false
    },
  }
}

/** Calls that anybody can make: they are refused, and in the journal as any other. */
async function callTimes(url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const answer = await fetch(`${url}/v1/sandbox/agreements`)
    await answer.text()
    ids.push(answer.headers.get('Sandbank-Request') ?? '')
  }
  return ids
}

/** The calls that the list shows, latest first, by their ids. */
const shown = (page: Page): Promise<string[]> =>
  page
    .locator('.calls tbody .when a')
    .evaluateAll(links => links.map(link => (link.getAttribute('href') ?? '').slice(-36)))

const says = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()

it('The live list has each call once, however often its connection is cut, and whatever comes meanwhile', async () => {
  const bank = await startBank()
  const wire = await startWire(bank.url)
  const page = await openPage(browser, [wire.origin])
  await page.goto(`${wire.origin}/requests?path=agreements`)
  await says(page, 'Live')
  const made = await callTimes(bank.url, 3)
  await expect.poll(() => shown(page)).toEqual(made.toReversed())
  for (const meanwhile of [0, 1, 70]) {
    // Some are delivered, some are on their way, and some come while there is no listener.
    made.push(...(await callTimes(bank.url, 4)))
    wire.cut()
    await says(page, 'Waiting for the bank')
    made.push(...(await callTimes(bank.url, meanwhile)))
    wire.join()
    made.push(...(await callTimes(bank.url, 2)))
    await says(page, 'Live')
    made.push(...(await callTimes(bank.url, 2)))
    await expect.poll(() => shown(page)).toEqual(made.toReversed())
  }
})

/** What somebody else does to the bank: a customer with a payment of tomorrow, one that waits for approval and a consent, another time. */
const LIFE = {
  customers: [
    {
      key: 'newcomer',
      name: 'Nina Nykommer',
      type: 'PRIVATE',
      accounts: [
        {
          key: 'purse',
          accountName: 'Pungen',
          currency: 'NOK',
          product: 'Brukskonto',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 900, currency: 'NOK' } }],
        },
      ],
    },
  ],
  payments: [
    {
      psu: 'newcomer',
      debtorAccount: { iban: 'purse', currency: 'NOK' },
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      creditorName: 'Nils Nabo',
      instructedAmount: { amount: '321', currency: 'NOK' },
      status: 'ACTC',
    },
    {
      psu: 'newcomer',
      debtorAccount: { iban: 'purse', currency: 'NOK' },
      creditorAccount: { iban: 'NO9386011117947', currency: 'NOK' },
      creditorName: 'Wenche Venter',
      instructedAmount: { amount: '12', currency: 'NOK' },
      status: 'RCVD',
    },
  ],
  consents: [{ tpp: 'NO-FSA-910000001', tppName: 'Fjordpay', psu: 'newcomer' }],
}

it('All that is shown beside the live list is as the bank is when the connection is back', async () => {
  const bank = await startBank()
  const world = await bank.world('EMPTY')
  const wire = await startWire(bank.url)
  const page = await openPage(browser, [wire.origin])
  await page.goto(`${wire.origin}${world.base}/`)
  await says(page, 'Live')
  const parts = await page.locator('[data-fresh]').evaluateAll(found => found.map(({ id }) => id))
  wire.cut()
  await says(page, 'Waiting for the bank')
  await operate(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }', {
    fixture: LIFE,
  })
  await operate(world, 'mutation { freezeClock { clock { now } } }')
  await operate(
    world,
    'mutation { setScenario(input: { scenario: "delay; ms=1", for: { operation: createPayment } }) { scenario { id } } }',
  )
  // Nothing reports what was done meanwhile: the page has to ask.
  wire.join()
  await says(page, 'Live')
  const wanted = {
    time: 'frozen',
    'first-steps': 'done',
    'scenarios-now': 'createPayment',
    'day-ahead': '1 payment',
    'waiting-list': 'Nina Nykommer',
  }
  for (const [id, text] of Object.entries(wanted)) await page.locator(`#${id}`).getByText(text).first().waitFor()
  // A part that is added is among them.
  expect(parts.toSorted()).toEqual(Object.keys(wanted).toSorted())
})

it('The page of a world that is deleted meanwhile says that it is gone, and has no time and no action any more', async () => {
  const bank = await startBank()
  const [world, other] = [await bank.world('EMPTY'), await bank.world('EMPTY')]
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${other.base}/`)
  await page.goto(`${bank.url}${world.base}/`)
  await says(page, 'Live')
  await operate(bank.at('default'), `mutation { deleteWorld(name: "${world.name}") { world { name } } }`)
  await page.getByRole('alert').getByText('This world is gone.').waitFor()
  expect(await page.getByRole('button', { name: /Next batch|Freeze/ }).count()).toBe(0)
  await page.getByRole('alert').getByRole('link', { name: 'All worlds' }).click()
  await page.getByRole('heading', { name: 'Worlds' }).waitFor()
  const listed = page.locator('.worlds li a')
  expect(await listed.allTextContents()).toEqual(['default', other.name])
})

async function operate(world: World, query: string, variables?: Record<string, unknown>): Promise<void> {
  const { body } = await world.graphql(query, variables)
  expect(body.errors).toBeUndefined()
}

it('The live list goes on after the bank was killed and started again', async () => {
  const home = mkdtempSync(join(tmpdir(), 'live-reconnect-'))
  const first = await startServerProcess({ SANDBANK_HOME: home })
  const { port } = new URL(first.url)
  const page = await openPage(browser, [first.url])
  await page.goto(`${first.url}/requests?path=agreements`)
  await says(page, 'Live')
  const made = await callTimes(first.url, 5)
  await expect.poll(() => shown(page)).toEqual(made.toReversed())
  first.kill('SIGKILL')
  await says(page, 'Waiting for the bank')
  const second = await startServerProcess({ SANDBANK_HOME: home, PORT: port })
  expect(second.url).toBe(first.url)
  made.push(...(await callTimes(second.url, 30)))
  await says(page, 'Live')
  made.push(...(await callTimes(second.url, 5)))
  await expect.poll(() => shown(page)).toEqual(made.toReversed())
  second.kill('SIGTERM')
  await second.exited
})
