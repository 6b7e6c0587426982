import { expect, it } from 'vitest'
import { expectNoSideways, openPage, show, startBrowser } from '../../pages/browser.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const browser = await startBrowser()
const READY = '.graphiql-query-editor .view-lines'

it('opens for a world with its name in sight and without any other host, runs its first example there, and leads back', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  expect(await page.locator('.sandbank-bar .world').textContent()).toBe(`World ${world.name}`)
  expect(await page.title()).toBe(`${world.name} · Sandbank`)
  await page.click('.graphiql-execute-button')
  const result = page.locator('.result-window')
  await result.getByText('Kari Nordmann').first().waitFor()
  expect(await result.textContent()).toContain(world.name)
  for (const width of [390, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await show(page, { colorScheme, viewport: { width, height: 800 } })
      await expectNoSideways(page)
    }
  const sidebar = await page.locator('.graphiql-sidebar').boundingBox()
  expect((sidebar?.y ?? 0) + (sidebar?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(800)
  await page.click('.sandbank-bar .brand')
  await page.waitForURL(`${bank.url}/`)
})

it.each([
  ['light', 'dark'],
  ['dark', 'light'],
] as const)('stays readable when it was opened %s and the system turns %s', async (colorScheme, later) => {
  const viewport = { width: 1280, height: 800 }
  const page = await openPage(browser, [bank.url], { viewport, colorScheme })
  await page.goto(`${bank.url}/graphql`)
  await page.waitForSelector(READY)
  // How light the text of the editor and the ground of the page are, from 0 to 255.
  const seen = () =>
    page.evaluate(() => {
      const lightness = (of: string) => Math.max(...(of.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number))
      const text = document.querySelector('.graphiql-query-editor .view-line span span')
      const ground = document.querySelector('.graphiql-container')
      if (text === null || ground === null) return Number.NaN
      return Math.abs(lightness(getComputedStyle(text).color) - lightness(getComputedStyle(ground).backgroundColor))
    })
  // Its words have their colours a while after they are shown.
  await page.waitForSelector('.graphiql-query-editor .view-line span span:not(.mtk1)')
  await expect.poll(seen).toBeGreaterThan(60)
  const before = await seen()
  await show(page, { colorScheme: later, viewport })
  await expect.poll(seen).toBe(before)
})

it('follows a subscription until it is stopped, and shows each change', async () => {
  const world = await bank.world()
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  const query = 'subscription { clock { frozen } }'
  await page.goto(`${bank.url}${world.base}/graphql?${new URLSearchParams({ query })}`)
  await page.waitForSelector(READY)
  await expect.poll(() => page.locator(READY).textContent()).toContain('frozen')
  await page.click('.graphiql-execute-button')
  const result = page.locator('.result-window')
  await expect.poll(() => result.textContent()).toContain('false')
  await world.graphql('mutation { freezeClock { now } }')
  await expect.poll(() => result.textContent()).toContain('true')
  await page.click('.graphiql-execute-button')
  await world.graphql('mutation { resumeClock { now } }')
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(await result.textContent()).toContain('true')
})

it('opens with the document and the variables of a link, as a copied call has', async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  const query = 'query Copied($first: Int) { customers(first: $first) { nodes { customerNumber } } }'
  await page.goto(`${bank.url}/graphql?${new URLSearchParams({ query, variables: '{"first": 1}' })}`)
  await page.waitForSelector(READY)
  await expect.poll(() => page.locator(READY).textContent()).toContain('Copied')
  await page.click('.graphiql-execute-button')
  await expect.poll(() => page.locator('.result-window').textContent()).toContain('customerNumber')
})

it('can be used on a phone: nothing is cut off sideways, buttons cover no text, the answer is in reach', async () => {
  const page = await openPage(browser, [bank.url], { viewport: { width: 390, height: 844 } })
  await page.goto(`${bank.url}/graphql`)
  await page.waitForSelector(READY)
  // The editor takes its place only after it is shown.
  await expect
    .poll(async () => {
      const [text, button] = [
        await page.locator(READY).boundingBox(),
        await page.locator('.graphiql-toolbar').boundingBox(),
      ]
      if (text === null || button === null) return 'The editor or its buttons are not shown.'
      return {
        width: await page.evaluate(() => document.documentElement.scrollWidth),
        readable: text.width > 250,
        apart: button.y + button.height <= text.y || text.y + text.height <= button.y,
      }
    })
    .toEqual({ width: 390, readable: true, apart: true })
  await page.click('.graphiql-execute-button')
  await expect.poll(() => page.locator('.result-window').textContent()).toContain('default')
  await page.locator('.graphiql-response').scrollIntoViewIfNeeded()
  expect(await page.locator('.graphiql-response').isVisible()).toBe(true)
})
