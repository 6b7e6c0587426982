import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { NDCT, paymentBody } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { sourceFiles } from '../../support/harness/source-files.ts'
import { expectAccessible, expectNoSideways, openPage, show, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()
const KARI = '13039319955'

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter'
const HUGE = 9_000_000_000_000.99
const account = (key: string, accountName: string, currency: string, amount: number) => ({
  key,
  accountName,
  currency,
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount, currency } }],
})
const lines = { transactions: 30, from: '-90D', to: '-1D', seed: 1, profile: 'business' }

/** Names and amounts that no line was made for: without a space, from the right to the left, as markup, as large as can be. */
const ODD = {
  customers: [
    {
      key: 'long',
      name: LONG,
      type: 'PRIVATE',
      accounts: [{ ...account('huge', 'w'.repeat(66), 'NOK', HUGE), generate: lines }],
    },
    { key: 'rtl', name: 'محمد بن عبد الله', type: 'PRIVATE', accounts: [account('yen', 'حساب', 'JPY', 123_456_789)] },
    { key: 'markup', name: '<b>🦊</b> & Söner', type: 'PRIVATE', accounts: [account('zero', '💰', 'EUR', 0)] },
  ],
  payments: [
    {
      psu: 'long',
      product: 'norwegian-domestic-credit-transfers',
      instructedAmount: { amount: '9999999999999.99', currency: 'NOK' },
      creditorName: LONG,
      creditorAccount: { iban: 'yen', currency: 'JPY' },
      debtorAccount: { iban: 'huge', currency: 'NOK' },
    },
  ],
}

async function worldOf(source: Readonly<Record<string, unknown>>): Promise<World> {
  const { body } = await bank
    .at('default')
    .graphql('mutation ($source: WorldSourceInput!) { createWorld(input: { source: $source }) { world { name } } }', {
      source,
    })
  return bank.at(body.data.createWorld.world.name)
}

const REDIRECT = { 'TPP-Redirect-URI': `https://tpp.example/${'back'.repeat(100)}` }

/** Every page, each with something in it and some with nothing. A step that leads further into a page is taken before it is looked at. */
async function allPages() {
  const [standard, states, odd, empty] = [
    await bank.world('STANDARD'),
    await worldOf({ fixtureName: 'payments' }),
    await worldOf({ fixture: ODD }),
    await bank.world('EMPTY'),
  ]
  const read = (world: World, query: string) => world.graphql(query).then(({ body }) => body.data)
  const { customers, cardAccounts } = await read(
    standard,
    '{ customers { nodes { id psuId } } cardAccounts { nodes { id } } }',
  )
  await standard.graphql('mutation { grantConsent(input: { psu: "13039319955", context: PRIVATE }) { psuId } }')
  const { consents } = await read(standard, '{ consents { nodes { id } } }')
  const found = await read(odd, '{ customers { nodes { id } } accounts { nodes { id } } payments { nodes { id } } }')
  const { payments } = await read(states, '{ payments { nodes { id } } }')
  await states.graphql(
    'mutation { takeSnapshot(name: "kept") { snapshot { name } } setScenario(input: { scenario: "delay; ms=1", for: { operation: createPayment } }) { scenario { id } } advanceClock(input: { by: "P1D" }) { clock { now } } }',
  )
  const headers = { ...PSU_PRESENT, ...REDIRECT }
  const offered = await standard.call('POST', '/v1/bank-offered-consents', { headers })
  const paid = await standard.call('POST', NDCT, {
    headers: { ...headers, 'PSU-ID': customers.nodes[0].psuId, 'PSU-Context': 'PRIVATE' },
    body: paymentBody({ iban: 'NO3515034010010', currency: 'NOK' }, { iban: 'NO1815034020016', currency: 'NOK' }),
  })
  const long = await odd.call('GET', `/v1/sandbox/customers?x=${'y'.repeat(1_500)}`)
  const refused = await odd.call('POST', '/v1/sandbox/customers', { body: { name: LONG.repeat(20), [LONG]: LONG } })
  const idOf = (answer: typeof long) => answer.headers['sandbank-request']
  const logIn = async (page: Page) => {
    await page.getByLabel('Customer number').fill(KARI)
    await page.getByRole('button', { name: /Continue|Show my consents/ }).click()
    await page.waitForLoadState()
  }
  const choose = async (page: Page) => {
    await logIn(page)
    await page.getByRole('radio', { name: /Myself/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForLoadState()
  }
  const open = async (page: Page) => {
    for (const summary of await page.locator('main summary:visible').all()) await summary.click()
  }
  const pages: readonly (readonly [path: string, step?: (page: Page) => Promise<void>])[] = [
    ...[standard, states, odd, empty].map(({ base }) => [`${base}/`] as const),
    [`${odd.base}/requests`],
    [`${empty.base}/requests?answer=429`],
    [`${odd.base}/requests/story?form=MERMAID&id=${idOf(refused)}`],
    [`${odd.base}/requests/${idOf(long)}`, open],
    [`${odd.base}/requests/${idOf(refused)}`, open],
    [`${odd.base}/console/customers`],
    [`${odd.base}/console/customers/${found.customers.nodes[0].id}`],
    [`${odd.base}/console/accounts/${found.accounts.nodes[0].id}`],
    [`${odd.base}/console/accounts/${found.accounts.nodes[1].id}`],
    [`${odd.base}/console/payments/${found.payments.nodes[0].id}`],
    [`${standard.base}/console/card-accounts/${cardAccounts.nodes[0].id}`],
    [`${states.base}/console/payments`],
    [`${states.base}/console/payments/${payments.nodes[0].id}`],
    [`${empty.base}/console/consents`],
    [`${standard.base}/console/consents/${consents.nodes[0].id}`],
    ['/console/worlds'],
    [`${states.base}/console/snapshots`],
    [`${states.base}/console/scenarios`],
    [`${states.base}/console/fixtures`],
    [`${states.base}/console/tpps`],
    [`${odd.base}/console/search?q=a`],
    [`${empty.base}/console/search?q=${LONG}`],
    [`${states.base}/console/compare?left=kept`, open],
    [`${odd.base}/console/do/createWorld`],
    [`${odd.base}/console/do/deleteWorld?name=${LONG}`],
    [`${odd.base}/report?tpp=${tppIdOf(bank, bank.tpp)}`, open],
    [`${standard.base}/my/consents`, logIn],
    [`${standard.base}/callback?psu-id=${'x'.repeat(190)}&tpp-session-id=y`],
    ['/docs'],
    [`${odd.base}/docs/errors`],
    ['/docs/operations/createPayment', open],
    ['/docs/operations/cardTransaction', open],
    ['/docs/errors'],
    [`${odd.base}/docs/errors/FORMAT_ERROR`],
    ['/docs/decisions'],
    ['/docs/words'],
    ...['states', ...Object.keys(GUIDES)].map(name => [`/docs/${name}`] as const),
    ['/nowhere'],
    [`${standard.base}/sca/none`],
    [offered.body._links.scaRedirect.href],
    [offered.body._links.scaRedirect.href, logIn],
    [offered.body._links.scaRedirect.href, choose],
    [paid.body._links.scaRedirect.href, logIn],
  ]
  return pages
}

const FORMS = [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'dark'],
  [390, 'light'],
] as const

it('Each menu that drops down is inside the window, however wide that is', async () => {
  const page = await openPage(browser, [bank.url])
  const world = await bank.world('EMPTY')
  const refused = await world.call('POST', '/v1/sandbox/customers', { body: {} })
  await page.goto(`${bank.url}${world.base}/requests/${refused.headers['sandbank-request']}`)
  for (const width of [320, 390, 600, 768, 1024, 1280]) {
    await show(page, { viewport: { width, height: 900 }, colorScheme: 'light' })
    for (const menu of await page.locator('details.drop').all()) {
      const name = await menu.locator('summary').textContent()
      await menu.locator('summary').click()
      const { x = -1, width: wide = 0 } = (await menu.locator('.sheet').boundingBox()) ?? {}
      expect([width, name, x >= 0, x + wide <= width]).toEqual([width, name, true, true])
      await page.keyboard.press('Escape')
    }
    expect(await page.locator('details.drop').count()).toBe(3)
  }
})

it('No page scrolls sideways, on a desk or a phone, in light or dark, and none makes the browser complain', async () => {
  const page = await openPage(browser, [bank.url])
  const missed: string[] = []
  page.on('response', response => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) missed.push(response.url())
  })
  const pages = await allPages()
  for (const [number, [path, step]] of pages.entries()) {
    const answer = await page.goto(new URL(path, bank.url).href)
    const isThere = !/nowhere|none$/.test(path)
    expect([path, answer?.status()]).toEqual([path, isThere ? 200 : 404])
    await step?.(page)
    const uncopied = await page
      .locator('pre')
      .evaluateAll(blocks =>
        blocks
          .map(block => [block.textContent ?? '', block.previousElementSibling?.textContent])
          .filter(([text, before]) => /npx sandbank|curl /.test(text ?? '') && !/^(Copy|Copied)$/.test(before ?? '')),
      )
    expect([path, uncopied]).toEqual([path, []])
    // There and back again: the next page is looked at first in the form in which this one was last.
    for (const [width, colorScheme] of number % 2 === 0 ? FORMS : FORMS.toReversed()) {
      await show(page, { viewport: { width, height: 900 }, colorScheme })
      await expectNoSideways(page).catch(error => {
        throw new Error(`${path} at ${width} px, ${colorScheme}`, { cause: error })
      })
    }
    await expectAccessible(page).catch(error => {
      throw new Error(path, { cause: error })
    })
  }
  expect(missed).toEqual([])
  // A page that is added is among them.
  const paths = sourceFiles('src/workbench/pages')
    .filter(file => file.path !== 'src/workbench/pages/assets.ts')
    .flatMap(({ text }) => [...text.matchAll(/\.get\(\s*'(\/[^']*)'/g)].map(([, found = '']) => found))
    .filter(
      path => !/^\/(llms\.txt|docs\/warnings|console(\/live|\/fixtures\/export)?|requests\/:id\/again)$/.test(path),
    )
  const visited = pages.map(([path]) => path.replace(/^\/worlds\/[^/]+/, '').replace(/\?.*/, ''))
  const missing = paths.filter(
    path => !visited.some(one => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one)),
  )
  expect(paths.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})
