import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbank } from '../../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'
import { follow, press } from './operator.ts'

// A call is sent again and edited, signed by each TPP whose key the browser or the bank has (D105).

const browser = await startBrowser()
let cli: Cli
let served: RunningBank
let bank: Sandbank
beforeAll(async () => {
  cli = createCli()
  cli.addTpp('home')
  served = await cli.serve()
  bank = await connectSandbank(served.url)
})
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

const signers = (page: Page) =>
  page
    .getByLabel('Signed by')
    .locator('option')
    .evaluateAll(all => all.map(one => [one.textContent, one.matches(':disabled')]))

/** Who called, the latest first. */
const callers = async () => {
  const { data } = await bank.world.graphql(
    '{ calls(filter: { by: [TPP], operation: "customers" }) { nodes { tpp { id } } } }',
  )
  return data.calls.nodes.map(({ tpp }: { tpp: { id: string } }) => tpp.id)
}

it('as a TPP made in this browser, as one whose key the bank has, and as no other', async () => {
  const page = await openPage(browser, [served.url])
  await page.goto(`${served.url}/console/tpps`)
  await page.getByLabel('Name').fill('acme')
  await press(page, 'Make a TPP')
  await page.getByText('This browser keeps them').waitFor()
  const acme = new URL(page.url()).searchParams.get('tpp')
  await page.goto(`${served.url}/docs/operations/customers?as=${acme}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Answer 200 OK' }).waitFor()
  expect(await signers(page)).toEqual(
    expect.arrayContaining([
      ['as acme', false],
      ['as home', false],
      ['as a new TPP', false],
      ['Sandbank (no key here)', true],
    ]),
  )
  await page.getByLabel('Signed by').selectOption('as home')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(callers).toHaveLength(2)
  const [home] = await callers()
  expect(await callers()).toEqual([home, acme])

  const { data } = await bank.world.graphql('{ calls(filter: { operation: "customers" }, first: 1) { nodes { id } } }')
  const last = `${served.url}/requests/${data.calls.nodes[0].id}`
  await page.goto(last)
  await page.locator('#signer option:checked', { hasText: 'as home' }).waitFor({ state: 'attached' })
  await expectAccessibleAnywhere(page)
  await press(page, 'Send again')
  await page.waitForURL(url => url.href !== last)
  expect(await callers()).toEqual([home, home, acme])
  await follow(page, 'The earlier call')
  expect(page.url()).toBe(last)
  await page.goBack()
  const again = page.url()
  await page.getByLabel('Signed by').selectOption('as acme')
  await press(page, 'Send again')
  await page.waitForURL(url => url.href !== again)
  expect(await callers()).toEqual([acme, home, home, acme])
  expect(await page.getByRole('status').textContent()).toBe('Sent again. The earlier call was answered 200.')
  // To load the page again sends nothing.
  await page.reload()
  expect(await callers()).toHaveLength(4)
  // Edited, it is the same TPP's.
  await follow(page, 'Edit')
  await page.locator('#signer option:checked', { hasText: 'as acme' }).waitFor({ state: 'attached' })
})

it('without scripts as one whose key the bank has; with the id of another it is refused', async () => {
  const { tpp } = await bank.world.graphql('{ tpps { nodes { id localName } } }').then(({ data }) => ({
    tpp: data.tpps.nodes.find(({ localName }: { localName: string | null }) => localName === 'home'),
  }))
  const called = await bank.tpp('elsewhere').fetch(bank.world.url('/v1/sandbox/customers'))
  const page = await openPage(browser, [served.url], { javaScriptEnabled: false })
  const path = `/requests/${called.headers.get('sandbank-request')}`
  await page.goto(served.url + path)
  expect(await signers(page)).toContainEqual(['elsewhere (no key here)', true])
  await press(page, 'Send again')
  expect(new URL(page.url()).pathname).not.toBe(path)
  expect((await callers())[0]).toBe(tpp.id)
  expect(await page.getByText('Sent again.').getByRole('link').getAttribute('href')).toBe(path)
  const count = (await callers()).length
  const form = { token: (await page.locator('[name=token]').first().getAttribute('value')) ?? '', tpp: 'SANDBANK' }
  for (const place of [`${path}/again`, '/requests/signature']) {
    const refused = await page.request.post(served.url + place, { form })
    expect(refused.status()).toBe(400)
    expect(await refused.text()).toContain('is not here')
  }
  expect(await callers()).toHaveLength(count)
})

it('the command in the documentation is of the chosen TPP, with a new Date and X-Request-ID for a call of the journal', async () => {
  const page = await openPage(browser, [served.url])
  const called = await bank.tpp('elsewhere').fetch(bank.world.url('/v1/sandbox/customers'))
  await page.goto(
    `${served.url}/docs/operations/customers?language=sandbank&from=${called.headers.get('sandbank-request')}`,
  )
  const sample = page.locator('#sample')
  expect(await sample.textContent()).not.toMatch(/Date|X-Request-ID/)
  await page.getByLabel('Signed by').selectOption('as home')
  await expect.poll(() => sample.textContent()).toContain(' --tpp home')
  await page.goto(`${served.url}/docs/operations/customers?language=curl&as=home`)
  expect(await sample.textContent()).toContain(' --tpp home\n')
  await page.getByLabel('Signed by').selectOption('as a new TPP')
  await expect.poll(() => sample.textContent()).not.toContain('--tpp')
})
