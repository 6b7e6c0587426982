import { expect, it } from 'vitest'
import { EXAMPLES } from '../../../../src/workbench/pages/graphiql/examples.ts'
import { startBank } from '../../../support/clients/bank.ts'
import { builtProgram } from '../../../support/harness/built.ts'
import { expectAccessible, expectNoSideways, expectWellShown, openPage, show, startBrowser } from '../browser.ts'

// What the build makes is what the page loads.
await builtProgram('main.js')
const bank = await startBank()
const browser = await startBrowser()
const READY = '.graphiql-query-editor .CodeMirror-code'

it('opens for a world with its name in sight and without any other host, runs its first example there once, and leads back', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  expect(await page.locator('.worlds summary').textContent()).toBe(`World ${world.name}`)
  expect(await page.locator('.graphiql-tab').count()).toBe(3)
  const result = page.locator('.result-window')
  await result.getByText('Kari Nordmann').first().waitFor()
  expect(await result.textContent()).toContain(world.name)
  for (const width of [390, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await show(page, { colorScheme, viewport: { width, height: 800 } })
      await expectNoSideways(page)
      await expectWellShown(page)
    }
  const sidebar = await page.locator('.graphiql-sidebar').boundingBox()
  expect((sidebar?.y ?? 0) + (sidebar?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(800)
  // The first query has run by itself, once; those that come back find their tabs, and press the button.
  await page.reload()
  await page.waitForSelector(READY)
  expect(await page.locator('.graphiql-tab').count()).toBe(3)
  expect(await result.textContent()).not.toContain('Kari Nordmann')
  await page.click('.brand')
  await page.waitForURL(`${bank.url}${world.base}/`)
})

it.each([
  ['light', 'dark'],
  ['dark', 'light'],
] as const)('stays readable when it was opened %s and the system turns %s', async (colorScheme, later) => {
  const viewport = { width: 1280, height: 800 }
  const page = await openPage(browser, [bank.url], { viewport, colorScheme })
  await page.goto(`${bank.url}/graphql`)
  await page.waitForSelector(READY)
  await page.waitForSelector('.graphiql-query-editor .CodeMirror-line .cm-keyword')
  await expectAccessible(page)
  await show(page, { colorScheme: later, viewport })
  await expectAccessible(page)
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
  await world.graphql('mutation { freezeClock { clock { now } } }')
  await expect.poll(() => result.textContent()).toContain('true')
  await page.click('.graphiql-execute-button')
  await world.graphql('mutation { resumeClock { clock { now } } }')
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

it('has the whole width below the notice of an action', async () => {
  const world = await bank.world('EMPTY')
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  await page.goto(`${bank.url}${world.base}/`)
  await page.locator('.clock > summary').click()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.locator('.did').waitFor()
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  const boxes = await Promise.all(['main', '.did', '#graphiql'].map(one => page.locator(one).boundingBox()))
  const [main, , editor] = boxes
  expect(boxes.map(box => box?.width)).toEqual([main?.width, main?.width, main?.width])
  expect(editor?.height).toBeGreaterThan(500)
})

it('opens each of its examples from a menu, in a tab of its own', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 800 } })
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  await page.getByRole('button', { name: 'Examples' }).click()
  expect(await page.getByRole('menuitem').count()).toBe(EXAMPLES.length)
  await page.getByRole('menuitem', { name: 'PreviewExecutions' }).click()
  await expect.poll(() => page.locator(READY).textContent()).toContain('previewExecutions')
  await page.click('.graphiql-execute-button')
  const result = page.locator('.result-window')
  await expect.poll(() => result.textContent()).toMatch(/plannedDate|errors/)
  expect(await result.textContent()).toContain('plannedDate')
  await expectAccessible(page)
})
