import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { runCopiedTest } from '../support/clients/copied-test.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from '../workbench/pages/browser.ts'

const bank = await startBank({ isNew: true })
const browser = await startBrowser()

it("a tester's day takes at most 16 clicks and leads to no dead end: a TPP, a call, refused, corrected, approved, booked, snapshot, back, compare, and a story that passes (D98, D104)", async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  let clicks = 0
  const click = async (what: Locator) => {
    await what.click()
    clicks += 1
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  const statuses = async () => {
    const { body } = await bank.at('default').graphql('{ payments { nodes { status } } }')
    return body.data.payments.nodes.map(({ status }: { status: string }) => status)
  }

  await page.goto(`${bank.url}/`)
  await click(button('Make the TPP acme'))
  await click(link('Send a call as acme'))
  const body = await page.locator('#body').inputValue()
  const wrong = body.replace(/("amount": "\d+)\./, '$1,')
  expect(wrong).not.toBe(body)
  await page.getByRole('textbox', { name: 'Body', exact: true }).fill(wrong)
  await click(button('Send'))
  await page.getByRole('heading', { name: 'Answer 400 Bad Request' }).waitFor()
  // A body with faults is shown in the editor at once, which takes the field's place.
  await page.locator('.editor').waitFor()
  await page.getByRole('textbox', { name: 'Body', exact: true }).fill(body)
  await click(button('Send'))
  await page.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()

  await click(page.getByRole('link', { name: '← Overview' }))
  await page.waitForURL(`${bank.url}/`)
  await click(page.getByRole('button', { name: 'Approve as Kari Nordmann' }).first())
  await page.getByText('The first three steps are done').waitFor()
  await click(page.getByRole('button', { name: /^Next batch/ }))
  await page.waitForLoadState()
  expect(await statuses()).toEqual(['ACSC'])

  await click(page.getByRole('link', { name: /^Snapshots/ }).first())
  await click(page.getByRole('link', { name: 'Take a snapshot' }).first())
  await page.getByLabel('Name', { exact: true }).fill('evening')
  await click(page.getByRole('button', { name: 'Take a snapshot' }).first())
  await page.waitForURL('**/console/snapshots')
  await click(page.locator('.clock > summary'))
  await click(page.getByRole('button', { name: /^Undo/ }).first())
  await page.waitForLoadState()
  expect(await statuses()).toEqual(['ACTC'])
  await page.getByLabel('Before').selectOption('evening')
  await click(page.getByRole('button', { name: 'Compare' }))
  await page.waitForURL('**/console/compare**')
  expect(await page.locator('main').textContent()).toMatch(/Payment/)
  await expectAccessibleAnywhere(page)

  await click(page.getByRole('link', { name: /^Calls/ }).first())
  await click(link('As one story'))
  await page.waitForURL('**/requests/story**')
  const story = (await page.locator('main pre').textContent()) ?? ''
  expect(story).toMatch(/toBe\(400\)[\s\S]*toBe\('FORMAT_ERROR'\)[\s\S]*toBe\(201\)/)
  expect(await runCopiedTest(bank.url, story)).toMatch(/Tests +1 passed/)
  expect(clicks).toBeLessThanOrEqual(16)
})
