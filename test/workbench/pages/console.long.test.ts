import { describe, expect, it } from 'vitest'
import { customerBody } from '../../support/builders/builders.ts'
import { addDailyPayments } from '../../support/builders/daily-payments.ts'
import { addPayer, BULK, bulkBody, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { expectAccessible, expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'
import { openClock } from './operator.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
const TOKEN = 'a-token-of-the-operator'
const locked = await startBank({ token: TOKEN })
const browser = await startBrowser()

const clockOf = async (world: World) => new Date((await world.graphql('{ clock { now } }')).body.data.clock.now)

describe('the console', () => {
  it('has a button that copies the command which moves a payment on', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const page = await openPage(browser, [bank.url], { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${bank.url}${psu.base}/console/payments/${payment.id}`)
    const change = page.locator('details').filter({ hasText: 'The command that moves the payment on' })
    await change.locator('summary').click()
    await change.getByRole('button', { name: 'Copy' }).click()
    await change.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^npx sandbank .+[^\s]$/)
  })

  it('shows the amount of a transfer beside its creditor on a phone, and its state below', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, BULK, bulkBody(debtor, creditor, ['1.00', '2.00']))
    const page = await openPage(browser, [bank.url], { viewport: { width: 390, height: 800 } })
    await page.goto(`${bank.url}${psu.base}/console/payments/${payment.id}`)
    const cells = await page.locator('.list tbody tr').filter({ hasText: 'Ola Nordmann' }).first().locator('td').all()
    const [to, , state, amount] = await Promise.all(cells.map(cell => cell.boundingBox()))
    expect(Math.abs((amount?.y ?? 0) - (to?.y ?? 99))).toBeLessThan(3)
    expect(state?.y).toBeGreaterThan((to?.y ?? Number.POSITIVE_INFINITY) + 10)
  })

  it('moves, freezes and releases the clock by its buttons, from its own page alone', async () => {
    const world = await bank.world('STANDARD')
    const before = await clockOf(world)
    const page = await openPage(browser, [bank.url])
    await page.goto(`${bank.url}${world.base}/`)
    const moveBy = async (by: string) => {
      const field = page.getByLabel('Or by an ISO 8601 duration')
      await openClock(page)
      await field.fill(by)
      await page.getByRole('button', { name: 'Go', exact: true }).click()
    }
    await moveBy('tomorrow')
    expect(await page.getByRole('alert').textContent()).toContain('"tomorrow" is no ISO 8601 duration')
    await expectAccessible(page)
    await moveBy('P9999Y')
    await page.getByRole('alert').getByText('The duration must not lead out of the years 1900 to 2200 (D74).').waitFor()
    // The address of a form after its answer, opened anew.
    for (const path of ['clock', 'back', 'token']) {
      await page.goto(`${bank.url}${world.base}/console/${path}`)
      expect([path, page.url()]).toEqual([path, `${bank.url}${world.base}/`])
    }
    await moveBy('P2D')
    await page.waitForURL(`${bank.url}${world.base}/`)
    expect((await clockOf(world)).getTime() - before.getTime()).toBeGreaterThanOrEqual(2 * 86_400_000 - 3_600_000)
    await page.getByRole('button', { name: /^Next batch/ }).click()
    await page.waitForURL(`${bank.url}${world.base}/`)
    expect((await clockOf(world)).toISOString()).toMatch(/T\d\d:[034]0:/)
    await openClock(page)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.locator('#clock-face').getByText('frozen').waitFor()
    const frozen = await world.graphql('{ clock { frozen } }')
    expect(frozen.body.data.clock.frozen).toBe(true)
    const foreign = await fetch(`${bank.url}${world.base}/console/clock`, {
      method: 'POST',
      headers: { Origin: 'https://elsewhere.example', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'action=advance&by=P1D',
    })
    expect(foreign.status).toBe(403)
  })

  it('shows how far a clock got that is being moved, and stops it there, with scripts and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const world = await bank.world('EMPTY')
      const { body } = await world.graphql('mutation { freezeClock { clock { now } } }')
      const start = new Date(body.data.freezeClock.clock.now)
      await bank.store.transaction(tx => addDailyPayments(tx, world.name, 40, start), { worlds: [world.name] })
      const page = await openPage(browser, [bank.url], { javaScriptEnabled })
      await page.goto(`${bank.url}${world.base}/`)
      await openClock(page)
      await page.getByLabel('Or by an ISO 8601 duration').fill('P9Y')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      const bar = page.getByRole('progressbar', { name: /^On the way to \d+ \w+ 20\d\d/ })
      await bar.waitFor()
      // By itself, where there are scripts; else since the page comes again.
      await page.locator('#clock-move:not([value="0"])').waitFor()
      await page.getByRole('button', { name: 'Stop here' }).click()
      await page.locator('.clock').waitFor()
      const { clock } = (await world.graphql('{ clock { now moving { to } } }')).body.data
      expect(clock.moving).toBeNull()
      expect(new Date(clock.now).getTime() - start.getTime()).toBeLessThan(8 * 365 * 86_400_000)
    }
  })

  it('shows calls as they come, and what they changed, without being asked again', async () => {
    const world = await bank.world('STANDARD')
    const page = await openPage(browser, [bank.url])
    await page.goto(`${bank.url}${world.base}/`)
    await page.getByRole('status').getByText('Live').waitFor()
    const rows = page.locator('.calls tbody tr')
    expect(await rows.count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Calls' }).count()).toBe(0)
    await world.call('POST', '/v1/sandbox/customers', { body: { name: 'Siri' } })
    await rows.filter({ hasText: 'FORMAT_ERROR' }).waitFor()
    expect(await page.getByText('No call yet').count()).toBe(0)
    await world.call('POST', '/v1/sandbox/customers', { body: customerBody({ name: 'Siri Live' }) })
    await rows.first().getByText('201').waitFor()
    await world.graphql('mutation { freezeClock { clock { now } } }')
    await page.locator('#clock-face').getByText('frozen').waitFor()
    await expectAccessible(page)
    const scenario = 'mutation { setScenario(input: { scenario: "delay; ms=1" }) { scenario { id } } }'
    await world.graphql(scenario)
    await page.getByText('Each call of any TPP to any operation is answered 1 ms late.').waitFor()
  })

  it('is locked where the operator has a token, and opens for a reader who enters it (D70)', async () => {
    const page = await openPage(browser, [locked.url])
    const first = await page.goto(`${locked.url}/`)
    expect(first?.status()).toBe(401)
    expect(await page.textContent('body')).not.toContain('Kari')
    await expectAccessible(page)
    const enter = async (text: string) => {
      await page.getByLabel('Token').fill(text)
      await page.getByRole('button', { name: 'Open the console' }).click()
    }
    await enter('another')
    await page.getByText("This is not the operator's token.").waitFor()
    const name = `sandbank-operator-${new URL(locked.url).port}`
    expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name }))
    await page.goto(`${locked.url}/`)
    await enter(TOKEN)
    await page.getByText('Three steps to the first payment').waitFor()
    const cookies = await page.context().cookies()
    expect(cookies).toContainEqual(expect.objectContaining({ name, httpOnly: true, sameSite: 'Strict' }))
    // Browsers send it to every port of the host: what listens there learns nothing of use at the operator's other doors (D70).
    const value = cookies.find(cookie => cookie.name === name)?.value ?? ''
    expect(value).toMatch(/^[\w-]{43}$/)
    const asToken = { method: 'POST', body: '{"query":"{ world { name } }"}' }
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${value}` }
    expect((await fetch(`${locked.url}/graphql`, { ...asToken, headers })).status).toBe(401)
    const open = (cookie: string) => fetch(`${locked.url}/`, { headers: { Cookie: cookie } })
    expect((await open(`${name}=${value}`)).status).toBe(200)
    expect((await open(`${name}=${TOKEN}`)).status, 'the token itself is no login').toBe(401)
    expect((await open(`sandbank-operator-1=${value}`)).status, 'nor is that of another port').toBe(401)
    const sca = await locked.at('default').call('POST', '/v1/bank-offered-consents', {
      headers: {
        'x-accept-fix': 'none',
        'TPP-Redirect-URI': 'https://tpp.example/back',
        'PSU-IP-Address': '192.0.2.1',
      },
    })
    // Nor are the numbers of customers given to a reader with a link to an SCA.
    expect(textOf(await visitor(locked, sca.body._links.scaRedirect.href).open())).not.toContain('13039319955')
  })

  it('has nothing that axe would name, and no sideways scroll, light at 1280 px and dark at 390 px', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const owner = await psu.graphql('query ($number: String!) { customer(by: { customerNumber: $number }) { id } }', {
      number,
    })
    const call = (await bank.at('default').call('GET', '/v1/sandbox/agreements')).headers['sandbank-request']
    const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
    for (const path of [
      '/',
      `${psu.base}/`,
      '/requests',
      '/console/customers',
      `${psu.base}/console/payments`,
      `${psu.base}/console/customers/${owner.body.data.customer.id}`,
      `/requests/${call}`,
      `${psu.base}/console/payments/${payment.id}`,
      `${psu.base}/console/accounts/${debtor.id}`,
    ]) {
      await page.goto(bank.url + path)
      await expectAccessibleAnywhere(page)
    }
  })
})
