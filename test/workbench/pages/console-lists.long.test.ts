import { expect, it } from 'vitest'
import { cardAccountBody, customerBody, PATHS } from '../../support/builders/builders.ts'
import { putDocument } from '../../support/builders/documents.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()

it('has the bar in one line of 48 px at 1280, with a long name too, and a notice below it', async () => {
  const name = `a-${'long'.repeat(14)}`
  const { body } = await bank
    .at('default')
    .graphql(`mutation { createWorld(input: { name: "${name}" }) { world { name } } }`)
  expect(body.errors).toBeUndefined()
  await bank.at(name).call('GET', PATHS.customers)
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  await page.goto(`${bank.url}/worlds/${name}/`)
  await page.locator('.clock > summary').click()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Undo' }).first().waitFor()
  for (const parts of ['.bar > *, .time > *']) {
    const boxes = await page.locator(parts).evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON()))
    const shown = boxes.filter(({ width }) => width > 0)
    expect(shown.length).toBeGreaterThan(3)
    const lowestTop = Math.max(...shown.map(({ top }) => top))
    for (const { bottom } of shown) expect(bottom).toBeGreaterThan(lowestTop)
    for (const { right } of shown) expect(right).toBeLessThan(1280)
  }
  expect((await page.locator('.bar').boundingBox())?.height).toBeLessThanOrEqual(49)
  for (let time = 0; time < 5; time += 1) {
    await page.reload()
    expect((await page.locator('.did').boundingBox())?.y).toBeGreaterThanOrEqual(48)
  }
})

it('has nothing that axe would name on the page of a card account, of worlds and of consents', async () => {
  const world = await bank.world()
  const { customerNumber: _, ...kort } = cardAccountBody('', { key: 'card' })
  const { card } = await putDocument(bank, world, { customers: [{ ...customerBody(), cardAccounts: [kort] }] })
  const shown = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  for (const path of [`card-accounts/${card}`, 'worlds', 'consents']) {
    await shown.goto(`${bank.url}${world.base}/console/${path}`)
    await expectAccessibleAnywhere(shown)
  }
})
