import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { runCopiedTest } from '../support/clients/copied-test.ts'
import { expectAccessible, openPage, startBrowser } from '../workbench/pages/browser.ts'

const bank = await startBank()
const browser = await startBrowser()

it('leads from the docs to a test: a call is sent, seen in the console that is open beside it, copied, and passes', async () => {
  const world = await bank.world('STANDARD')
  const docs = await openPage(browser, [bank.url])
  await docs.goto(`${bank.url}${world.base}/docs/operations/createCustomer`)
  const beside = await docs.context().newPage()
  await beside.goto(`${bank.url}${world.base}/`)
  await beside.getByRole('status').getByText('Live').waitFor()
  await docs.bringToFront()
  await docs.getByRole('button', { name: 'Send' }).click()
  await docs.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
  await beside.bringToFront()
  const row = beside.locator('.calls tbody tr').filter({ hasText: '/v1/sandbox/customers' })
  await row.getByText('201').waitFor()
  await row.getByRole('link').first().click()
  await beside.waitForURL(`${bank.url}${world.base}/requests/*`)
  await expectAccessible(beside)
  await beside.locator('summary').filter({ hasText: 'Copy as' }).click()
  await beside.getByRole('link', { name: 'A test with the kit' }).click()
  const copied = (await beside.locator('#as-test pre').textContent()) ?? ''
  expect(copied).toContain('Siri Hansen')
  // The copy is of a call to the world as it was: there it does the same again.
  await world.graphql('mutation ($name: String!) { resetWorld(input: { name: $name }) { world { name } } }', {
    name: world.name,
  })
  expect(await runCopiedTest(bank.url, copied)).toMatch(/Tests +1 passed/)
})
