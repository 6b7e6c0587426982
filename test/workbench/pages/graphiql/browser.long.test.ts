import { expect, it } from 'vitest'
import { BUILDS } from '../../../../src/workbench/pages/graphiql/building.ts'
import { EXAMPLES } from '../../../../src/workbench/pages/graphiql/examples.ts'
import { startBank } from '../../../support/clients/bank.ts'
import { builtProgram } from '../../../support/harness/built.ts'
import { expectAccessible, expectNoSideways, expectWellShown, openPage, show, startBrowser } from '../browser.ts'

// What the build makes is what the page loads.
await builtProgram('main.js')
const bank = await startBank()
const browser = await startBrowser()
const READY = '.graphiql-query-editor .CodeMirror-code'

const DESK = { viewport: { width: 1280, height: 800 } }

it('opens for a world with its name in sight and without any other host, runs the overview there once, and leads back', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  expect(await page.locator('.worlds summary').textContent()).toBe(`World ${world.name}`)
  expect(await page.locator('.graphiql-tab').count()).toBe(1)
  const result = page.locator('.result-window')
  await result.getByText('Kari Nordmann').first().waitFor()
  expect(await result.textContent()).toContain(world.name)
  for (const width of [390, 1280])
    for (const colorScheme of ['dark', 'light'] as const) {
      await show(page, { colorScheme, viewport: { width, height: 800 } })
      await expectNoSideways(page)
      await expectWellShown(page)
    }
  const pane = await page.locator('.pane').boundingBox()
  expect((pane?.y ?? 0) + (pane?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(800)
  // The first query has run by itself, once; those that come back find their tabs, and press the button.
  await page.reload()
  await page.waitForSelector(READY)
  expect(await page.locator('.graphiql-tab').count()).toBe(1)
  expect(await result.textContent()).not.toContain('Kari Nordmann')
  await page.click('.brand')
  await page.waitForURL(`${bank.url}${world.base}/`)
})

it('gives the editor three fifths of the width, wraps its lines, folds the variables, and moves nothing while it loads', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], DESK)
  await page.addInitScript(
    "globalThis.shift = 0; new PerformanceObserver(list => { for (const one of list.getEntries()) globalThis.shift += one.value }).observe({ type: 'layout-shift', buffered: true })",
  )
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.locator('.links a').first().waitFor()
  const [editor, answer, tools] = await Promise.all(
    ['.graphiql-editors', '.graphiql-response', '.graphiql-editor-tools'].map(one => page.locator(one).boundingBox()),
  )
  const [left, right] = [editor?.width ?? 0, answer?.width ?? 0]
  expect(left / (left + right)).toBeCloseTo(0.6, 1)
  expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeGreaterThan((editor?.y ?? 0) + (editor?.height ?? 0) - 20)
  expect(await page.locator('.graphiql-query-editor .CodeMirror-wrap').count()).toBe(1)
  expect(await page.evaluate<number>('globalThis.shift')).toBeLessThan(0.01)
  await page.getByRole('button', { name: 'New tab' }).click()
  await expect.poll(() => page.locator(READY).textContent()).not.toContain('Overview')
  expect(
    await page.evaluate<string>("document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror.getValue()"),
  ).toBe('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close <untitled>' }).click()
  await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(1)
})

it.each(['STANDARD', 'EMPTY'] as const)('does what each button of the pane says in a world that is %s', async from => {
  const world = await bank.world(from)
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  const result = page.locator('.result-window')
  await result.getByText('transactions').first().waitFor()
  const answered = async (name: string) => {
    await expect.poll(() => result.textContent()).toMatch(/"(?:data|errors)"/)
    expect([name, await result.textContent()]).toEqual([name, expect.not.stringContaining('"errors"')])
  }
  for (const group of ['Read', 'Time'])
    for (const button of await page.locator(`.pane button[data-group=${group}]`).all()) {
      const last = (await button.getAttribute('data-name')) === 'A day' ? 'WhatDayBrought' : 'operationName'
      const asked = page.waitForResponse(answer => (answer.request().postData() ?? '').includes(last))
      await button.click()
      await asked
      await answered(`${await button.textContent()}`)
    }
  expect(await page.locator('.graphiql-tab').count()).toBe(1)
  await expect.poll(() => page.locator('#time').textContent()).toContain('frozen')
  for (const [name, build] of Object.entries(BUILDS)) {
    // What has been run stands, and the next one begins a tab.
    const writing = page.waitForResponse(answer => (answer.request().postData() ?? '').includes('nextBatchAt'))
    await page.locator(`.pane button[data-name="${name}"]`).click()
    await writing
    await expect.poll(() => page.locator(READY).textContent()).toMatch(new RegExp(`mutation ${build}`, 'i'))
    await page.click('.graphiql-execute-button')
    await answered(name)
  }
})

it('leads from the ids of an answer to pages of the console, in its world', async () => {
  const world = await bank.world()
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  await page.getByRole('button', { name: 'A whole bank' }).click()
  await expect.poll(() => page.locator(READY).textContent()).toContain('createCustomers')
  await page.click('.graphiql-execute-button')
  await page.locator('.links').getByText('ingrid').waitFor()
  const seen = new Set<string>()
  for (const read of ['One customer', 'Payments that wait', 'Calls refused']) {
    await world.graphql('{ customer(by: { key: "nobody" }) { id } }')
    const asked = page.waitForResponse(answer => (answer.request().postData() ?? '').includes('operationName'))
    await page.getByRole('button', { name: read }).click()
    await asked
    await page.locator('.links a').first().waitFor()
    for (const link of await page.locator('.links li').all()) {
      const path = (await link.locator('a').getAttribute('href')) ?? ''
      expect(path.startsWith(`${world.base}/`)).toBe(true)
      const answer = await fetch(bank.url + path, { headers: { Accept: 'text/html' } })
      expect([path, answer.status]).toEqual([path, 200])
      seen.add(((await link.textContent()) ?? '').replace((await link.locator('a').textContent()) ?? '', '').trim())
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['Customer', 'Account', 'Agreement', 'Consent', 'Payment', 'Call']))
})

it('says what a move to the next batch brought about, with links to it, and its answer is there again after a link', async () => {
  const world = await bank.world()
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.waitForSelector(READY)
  const result = page.locator('.result-window')
  await result.getByText('transactions').first().waitFor()
  await page.getByRole('button', { name: 'Payment', exact: true }).click()
  await expect.poll(() => page.locator(READY).textContent()).toContain('mutation Payment')
  // The answer to the overview does not stand beside it.
  await expect.poll(() => result.textContent()).not.toContain('transactions')
  expect(await page.locator('.links a').count()).toBe(0)
  await page.click('.graphiql-execute-button')
  await expect.poll(() => result.textContent()).toContain('ACTC')
  await page.getByRole('button', { name: 'To the next batch' }).click()
  await expect.poll(() => result.textContent()).toContain('"executed"')
  // The editor draws only the lines that are in sight.
  expect(await result.textContent()).toMatch(/"key": "rent"[\s\S]*"status": "ACSC"/)
  expect(
    await page.evaluate<string>("document.querySelector('.result-window .CodeMirror').CodeMirror.getValue()"),
  ).toContain('"reason": "PAYMENT"')
  const answer = await result.textContent()
  await page.locator('.links').getByText('rent').click()
  await page.waitForURL(/console\/payments/)
  await page.goBack()
  await page.waitForSelector(READY)
  await expect.poll(() => result.textContent()).toBe(answer)
  expect(await page.locator('.links').getByText('rent').count()).toBe(1)
})

it('shows the tab that is open, however many there are', async () => {
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}/graphql`)
  await page.waitForSelector(READY)
  const isInSight = () =>
    page.evaluate(() => {
      const [tab, list] = ['.graphiql-tab-active', '.graphiql-tabs'].map(one =>
        document.querySelector(one)?.getBoundingClientRect(),
      )
      return tab !== undefined && list !== undefined && tab.left >= list.left - 1 && tab.right <= list.right + 1
    })
  for (let tabs = 2; tabs <= 9; tabs++) {
    await page.getByRole('button', { name: 'Examples' }).click()
    await page.getByRole('menuitem').nth(tabs).click()
    await expect.poll(() => page.locator('.graphiql-tab').count()).toBe(tabs)
    await expect.poll(isInSight).toBe(true)
  }
  await page.reload()
  await page.waitForSelector(READY)
  await expect.poll(isInSight).toBe(true)
  await page.locator('.graphiql-tab-button').first().click()
  await expect.poll(isInSight).toBe(true)
  await expectNoSideways(page)
})

it('shows the schema at one click, its types in the order of their use', async () => {
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}/graphql`)
  await page.waitForSelector(READY)
  await page.getByRole('button', { name: 'Schema', exact: true }).click()
  const types = page.locator('.graphiql-doc-explorer-content .graphiql-doc-explorer-type-name')
  await types.first().waitFor()
  const names = await types.allTextContents()
  expect(names.slice(0, 3)).toEqual(['Query', 'Mutation', 'Subscription'])
  expect(names.indexOf('Customer')).toBeGreaterThan(0)
  expect(names.indexOf('Customer')).toBeLessThan(20)
  await expectNoSideways(page)
  await expectAccessible(page)
})

it('can be used by keyboard alone: from the pane into the document, to its answer and its links', async () => {
  const world = await bank.world()
  const page = await openPage(browser, [bank.url], DESK)
  await page.goto(`${bank.url}${world.base}/graphql`)
  await page.locator('.pane button:enabled').first().waitFor()
  await page.locator('.pane button[data-name=Customer]').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(READY).textContent()).toContain('createCustomer')
  // The cursor stands in the document.
  await page.keyboard.press('Control+Enter')
  const link = page.locator('.links a').first()
  await link.getByText('ingrid').or(link.getByText('Ingrid')).waitFor()
  for (let step = 0; step < 40 && !(await link.evaluate(one => one === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  expect(await link.evaluate(one => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(/console\/customers/)
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
  const boxes = await Promise.all(['main', '.did', '.workspace'].map(one => page.locator(one).boundingBox()))
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
