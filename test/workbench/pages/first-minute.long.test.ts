import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { paymentBody } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank({ isNew: true })
const browser = await startBrowser()

/** The marks of the three steps. */
const ticks = (page: Page) =>
  page
    .locator('.first-steps > li')
    .evaluateAll(all =>
      all.map(one => [...one.querySelectorAll('span')].some(({ textContent }) => textContent === 'done')),
    )

it('who has never seen the bank gets from nothing to a booked payment in at most 6 clicks, without a dead end (D103)', async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  let clicks = 0
  const click = async (what: Locator) => {
    await what.click()
    clicks += 1
  }
  await page.goto(`${bank.url}/`)
  expect(await page.locator('main').textContent()).toContain(`A test bank. Your application calls ${bank.url}.`)
  expect(await ticks(page)).toEqual([false, false, false])
  // Nothing else competes with it: what is empty is not drawn.
  expect(
    await page
      .getByText(/None yet|Nothing waits|No call yet|nothing is due/i)
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  await expectAccessibleAnywhere(page)

  await click(page.getByRole('button', { name: 'Make the TPP acme' }))
  await page.getByText('This browser keeps them').waitFor()
  await expectAccessibleAnywhere(page)
  await click(page.getByRole('link', { name: 'Send a call as acme' }))
  await click(page.getByRole('button', { name: 'Send', exact: true }))
  await page.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
  await click(page.getByRole('link', { name: '← Overview' }))
  await page.waitForURL(`${bank.url}/`)
  expect(await ticks(page)).toEqual([true, true, false])
  // What is done has no button any more.
  expect(await page.locator('.first-steps > .taken').locator('button, .button').count()).toBe(0)
  // As the TPP that was made, with its key.
  await page.locator('#waiting-list').getByText('acme').first().waitFor()
  await click(page.getByRole('button', { name: 'Approve as Kari Nordmann' }).first())
  await page.getByText('The first three steps are done').waitFor()
  expect(await page.locator('#first-steps details').getAttribute('open')).toBeNull()
  expect(await page.locator('#first-steps').textContent()).toContain('The next batch books the payment')
  await click(page.getByRole('button', { name: /^Next batch/ }))
  await page.waitForLoadState()
  await expectAccessibleAnywhere(page)
  const { body } = await bank.at('default').graphql('{ payments { nodes { status } } }')
  expect(body.data.payments.nodes).toEqual([{ status: 'ACSC' }])
  expect(clicks).toBeLessThanOrEqual(6)
  // The page has signed all that it can.
  await page.goto(`${bank.url}/console/tpps`)
  await page.getByRole('link', { name: 'acme' }).click()
  await page.getByText('Nothing, in these calls.').waitFor()
})

it('the ticks of the first steps come by themselves, as the bank is called from elsewhere (D103)', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/`)
  await page.getByRole('status').getByText('Live').waitFor()
  expect((await ticks(page))[1]).toBe(false)
  const { body } = await world.graphql('{ customer(by: { customerNumber: "13039319955" }) { psuId } }')
  await world.call('POST', '/v1/payments/norwegian-domestic-credit-transfers', {
    headers: { ...PSU_PRESENT, 'PSU-ID': body.data.customer.psuId, 'PSU-Context': 'PRIVATE' },
    body: paymentBody({ iban: 'NO3515034010010', currency: 'NOK' }, { iban: 'NO1815034020016', currency: 'NOK' }),
  })
  await page.locator('.first-steps > li:nth-child(2)').getByText('done').waitFor()
})
