import { it } from 'vitest'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()

it('the pages have nothing that axe would name, and no sideways scroll, at 1280 px and 390 px', async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  for (const name of ['states', 'errors', 'errors/CONFLICT', 'decisions', ...Object.keys(GUIDES)]) {
    await page.goto(`${bank.url}/docs/${name}`)
    await expectAccessibleAnywhere(page)
  }
})
