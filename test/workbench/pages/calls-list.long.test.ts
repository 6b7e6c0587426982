import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, it } from 'vitest'
import { pasteHere } from '../../support/clients/cli.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'
import { KARI, serveCalls } from './listed-calls.ts'

const browser = await startBrowser()
const { served, calls, close } = await serveCalls()
afterAll(close)

it('a row of the calls is one link, and ticks choose a story, whose form is shown while there is one (D104)', async () => {
  const page = await openPage(browser, [served.url], { viewport: { width: 1280, height: 900 } })
  await page.goto(`${served.url}/requests`)
  await expectAccessibleAnywhere(page)
  const row = page.locator('.calls tbody tr', { hasText: 'FORMAT_ERROR' })
  // What is no link of its own leads to the call.
  await row.locator('.took').click({ force: true })
  await page.waitForURL(`**/requests/${calls.refused}`)
  await page.goBack()
  expect(await page.locator('.calls tbody tr').first().locator('a').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Show story' }).isVisible()).toBe(false)
  await row.getByRole('checkbox').check()
  await page.locator('.calls tbody tr', { hasText: '/status' }).getByRole('checkbox').check()
  await page.getByLabel('As one story').selectOption('pytest')
  await page.getByRole('button', { name: 'Show story' }).click()
  await page.waitForURL('**/requests/story?*')
  await expectAccessibleAnywhere(page)
  expect(await page.locator('h1').textContent()).toBe('2 calls as pytest')
  expect(await page.locator('pre').textContent()).toContain('from sandbank import connect')
})

it.each(['from-a-page', 'Åse & Sønner'])(
  'the command beside the files of a new TPP makes a call signed with them: %s',
  async name => {
    const page = await openPage(browser, [served.url], { viewport: { width: 1280, height: 900 } })
    await page.goto(`${served.url}/console/tpps`)
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Make a TPP' }).click()
    const folder = mkdtempSync(`${tmpdir()}/sandbank-downloads-`)
    try {
      for (const file of ['key.pem', 'cert.pem']) {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByText(`Download ${file}`).click(),
        ])
        await download.saveAs(`${folder}/${download.suggestedFilename()}`)
      }
      const command = (await page.locator('#keys-card pre', { hasText: 'npx sandbank' }).textContent()) ?? ''
      const answer = await pasteHere(folder, command)
      expect([answer.exitCode, answer.stderr]).toEqual([0, ''])
      expect(answer.stdout).toContain('HTTP 200')
      expect(answer.stdout).toContain(KARI)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
