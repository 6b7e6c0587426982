import { expect, it } from 'vitest'
import { customerBody, PATHS } from '../../support/builders/builders.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()

it('A call with its copies and the report card can be read on any screen, in light and dark; a button copies', async () => {
  const world = await bank.world('STANDARD')
  await world.call('GET', PATHS.customers)
  const { headers } = await world.call('POST', PATHS.customers, { body: customerBody({ name: '' }) })
  const call = `${world.base}/requests/${headers['sandbank-request']}`
  const page = await openPage(browser, [bank.url], {
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(`${bank.url}${call}`)
  for (const form of await page.locator('.copies summary').all()) await form.click()
  await expectAccessibleAnywhere(page)
  const first = page.locator('#as-call')
  await first.getByRole('button', { name: 'Copy' }).click()
  await first.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('npx sandbank call POST')
  await page.goto(`${bank.url}${world.base}/report?tpp=${tppIdOf(bank, bank.tpp)}`)
  for (const never of await page.locator('summary').all()) await never.click()
  await expectAccessibleAnywhere(page)
  await page.getByRole('link', { name: 'call 1' }).first().click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('200')
})
