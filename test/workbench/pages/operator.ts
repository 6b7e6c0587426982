import type { Browser, Page } from 'playwright-core'
import type { Bank, World } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage } from './browser.ts'

/** Presses the first button of this name, and waits for what comes then. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.waitForLoadState()
  // What takes longer than its reader waits is done when the pages of the world no longer say that it runs.
  await page.locator('[data-working]').waitFor({ state: 'detached' })
}

/** Opens the menu of the clock, where it is closed. */
export async function openClock(page: Page): Promise<void> {
  if ((await page.locator('.clock[open]').count()) === 0) await page.locator('.clock > summary').click()
}

/** Opens the actions of a row. */
export async function openActions(page: Page, of: string | RegExp): Promise<void> {
  await page.locator('.dots > summary', { hasText: of }).first().click()
}

/** Takes the latest step back, by the notice about it or by the menu of the clock. */
export async function undo(page: Page): Promise<void> {
  if ((await page.locator('.did button').count()) === 0) await openClock(page)
  await press(page, /^Undo/)
}

/** Follows the first link of this name. */
export async function follow(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await page.waitForLoadState()
}

/** What the graph says of a world. */
export async function read(world: World, query: string) {
  return (await world.graphql(query)).body.data
}

/** A person at the console, with scripts or without. */
export function operatorAt(bank: Bank, browser: Browser, javaScriptEnabled: boolean) {
  return {
    open: () => openPage(browser, [bank.url], { javaScriptEnabled }),
    // What looks at a page is a script.
    look: async (page: Page) => {
      if (javaScriptEnabled) await expectAccessibleAnywhere(page)
    },
  }
}
