import { expect, it } from 'vitest'
import { NDCT } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()
const BODY = { customerNumber: '01010112345', name: 7, type: 'NOBODY' }

it('the page of a refused call begins with its code and shows each fault at its line, and the call is edited and sent again (D105)', async () => {
  const world = await bank.world('EMPTY')
  const refused = await world.call('POST', '/v1/sandbox/customers', { body: BODY })
  const page = await openPage(browser, [bank.url], { viewport: { width: 1280, height: 900 } })
  await page.goto(`${bank.url}${world.base}/requests/${refused.headers['sandbank-request']}`)
  expect(await page.locator('h1').textContent()).toBe('400 FORMAT_ERROR · 2 faults')
  const marked = await page.locator('.faulty mark').allTextContents()
  expect(marked).toEqual(['7,', '"NOBODY"'])
  const faults = await page.locator('.faulty .fault').allTextContents()
  expect(faults).toEqual([expect.stringMatching(/^name .*string/), expect.stringMatching(/^type .*PRIVATE/)])
  expect(faults[1]?.match(/NOBODY/g) ?? []).toHaveLength(1)
  await expectAccessibleAnywhere(page)
  const docs = page.getByRole('link', { name: `${world.base}/docs/operations/createCustomer`, exact: true })
  expect(await docs.getAttribute('href')).toBe(`${bank.url}${world.base}/docs/operations/createCustomer`)
  // A form of the menu opens the folds that it lies in.
  const menu = page.locator('summary').filter({ hasText: 'Copy as' })
  await menu.click()
  const [button, sheet] = [await menu.boundingBox(), await page.locator('.heading .sheet').boundingBox()]
  expect(sheet?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) - 1)
  expect(sheet?.x).toBeLessThan((button?.x ?? 0) + (button?.width ?? 0))
  await page.getByRole('link', { name: 'curl', exact: true }).click()
  await page.locator('#as-curl pre').waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.waitForURL('**/docs/operations/createCustomer**')
  expect(new URL(page.url()).pathname).toBe(`${world.base}/docs/operations/createCustomer`)
  expect(JSON.parse(await page.locator('#body').inputValue())).toEqual(BODY)
  await page
    .getByRole('textbox', { name: 'Body', exact: true })
    .fill(JSON.stringify({ ...BODY, name: 'Kari Rettet', type: 'PRIVATE' }))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
  const { body } = await world.graphql('{ customers { nodes { name } } }')
  expect(body.data.customers.nodes).toEqual([{ name: 'Kari Rettet' }])
})

it('a refused signature is one fault, with what was expected and found once and what explains it below', async () => {
  const world = await bank.world('EMPTY')
  const refused = await world.call('POST', '/v1/sandbox/customers', {
    body: BODY,
    tamper: sent => ({ ...sent, target: `${sent.target}?a=1` }),
  })
  expect(refused.body.tppMessages[0].code).toBe('SIGNATURE_INVALID')
  expect(refused.body.tppMessages.length).toBeGreaterThan(1)
  const id = refused.headers['sandbank-request']
  const page = await openPage(browser, [bank.url])
  await page.goto(`${bank.url}${world.base}/requests/${id}`)
  expect(await page.locator('h1').textContent()).toBe('401 SIGNATURE_INVALID · 1 fault')
  const faults = await page.locator('.faults-above li').allTextContents()
  expect(faults.map(text => [/ Expected /.test(text), / Found /.test(text)])).toEqual(
    refused.body.tppMessages.map((_: unknown, place: number) => [place === 0, place === 0]),
  )
  const { body } = await world.graphql(`{ call(by: { id: "${id}" }) { verdicts { faults { expected found } } } }`)
  const [first, ...notes] = body.data.call.verdicts.at(-1).faults
  expect(first.expected).toContain('the signature of the signing string')
  for (const note of notes) expect(note).toEqual({ expected: null, found: null })
})

it('a fault of what is missing stands at what should hold it, and one of a header above the body', async () => {
  const world = await bank.world('EMPTY')
  const page = await openPage(browser, [bank.url])
  const missing = await world.call('POST', '/v1/sandbox/customers', { body: { type: 'PRIVATE' } })
  await page.goto(`${bank.url}${world.base}/requests/${missing.headers['sandbank-request']}`)
  expect(await page.locator('.faulty mark').first().textContent()).toBe('{')
  const headless = await world.call('GET', '/v1/accounts')
  await page.goto(`${bank.url}${world.base}/requests/${headless.headers['sandbank-request']}`)
  expect(await page.locator('.faults-above li').allTextContents()).toContainEqual(
    expect.stringContaining('x-accept-fix'),
  )
  expect(await page.locator('.faulty').count()).toBe(0)
})

it('what corrects a call shows its commands as code, and speaks of the certificate only where that is at fault', async () => {
  const world = await bank.world('EMPTY')
  const page = await openPage(browser, [bank.url])
  const wrong = await world.call('POST', '/v1/sandbox/customers', { body: BODY, headers: { Digest: 'SHA-256=AAAA' } })
  await page.goto(`${bank.url}${world.base}/requests/${wrong.headers['sandbank-request']}`)
  const advice = page.locator('section', { has: page.locator('#why') })
  expect(await advice.locator('p code').allTextContents()).toEqual(['npx sandbank call', 'npx sandbank explain'])
  expect(await advice.locator('p').allTextContents()).not.toContainEqual(expect.stringMatching(/`|certificate/))
})

it('the page of an answer that a scenario forced leads to the scenarios of the world (D88)', async () => {
  const world = await bank.world('EMPTY')
  await world.graphql(
    'mutation { setScenario(input: { scenario: "error; code=ACCESS_EXCEEDED" }) { scenario { id } } }',
  )
  const forced = await world.call('GET', '/v1/sandbox/customers')
  const page = await openPage(browser, [bank.url], { javaScriptEnabled: false })
  await page.goto(`${bank.url}${world.base}/requests/${forced.headers['sandbank-request']}`)
  await page.getByRole('link', { name: 'Scenario', exact: true }).click()
  await page.waitForURL(`**${world.base}/console/scenarios`)
})

it('the texts of the sequence that led to a call stand between the lines of its participants (D106)', async () => {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], { viewport: { width: 390, height: 900 } })
  await world.call('GET', '/v1/sandbox/customers')
  const headers = { 'x-accept-fix': 'none', 'PSU-IP-Address': '192.0.2.1', 'TPP-Redirect-URI': 'https://tpp.example/' }
  for (const psu of [{}, { 'PSU-ID': 'none', 'PSU-Context': 'PRIVATE' }])
    await world.call('POST', NDCT, { headers: { ...headers, ...psu }, body: {} })
  const last = await world.call('POST', NDCT, { headers, body: {} })
  await page.goto(`${bank.url}${world.base}/requests/${last.headers['sandbank-request']}`)
  const drawn = await page.locator('.sequence').evaluate(picture => {
    const widthOf = (one: Element) => one.getBoundingClientRect().width
    const lines = [...picture.querySelectorAll('.life')].map(line => line.getBoundingClientRect().left)
    const texts = [...picture.querySelectorAll('text:not(.lane)')]
    return {
      between: (lines[1] ?? 0) - (lines[0] ?? 0),
      texts: texts.map(one => [one.textContent, widthOf(one)] as const),
    }
  })
  expect(drawn.texts.some(([text]) => (text ?? '').length > 23)).toBe(true)
  expect(drawn.texts.filter(([, width]) => width > drawn.between)).toEqual([])
})

it('the pages of a call and of a TPP draw what led to them also where bodies are too long to be repeated (D95, D106)', async () => {
  const world = await bank.world('EMPTY')
  const long = { ...BODY, name: 'x'.repeat(70_000) }
  const first = await world.call('POST', '/v1/sandbox/customers', { body: long })
  // More between the calls than a story may have.
  for (let time = 0; time < 9; time += 1)
    await world.graphql(`mutation { freezeClock { clock { now } } } # ${'x'.repeat(60_000)}`)
  const refused = await world.call('POST', '/v1/sandbox/customers', { body: BODY })
  const page = await openPage(browser, [bank.url])
  const led = page.locator('.sequence')
  for (const answer of [first, refused]) {
    const opened = await page.goto(`${bank.url}${world.base}/requests/${answer.headers['sandbank-request']}`)
    expect(opened?.status()).toBe(200)
    expect(await page.locator('h1').textContent()).toMatch(/^400 FORMAT_ERROR/)
  }
  expect(await led.textContent()).toMatch(/(?:createCustomer.*){2}/s)
  const { body } = await world.graphql('{ calls(first: 1, filter: { door: REST }) { nodes { tpp { id } } } }')
  const report = await page.goto(`${bank.url}${world.base}/report?tpp=${body.data.calls.nodes[0].tpp.id}`)
  expect(report?.status()).toBe(200)
  expect(await led.textContent()).toMatch(/(?:createCustomer.*){2}/s)
  const story = `{ copyCalls(ids: ["${first.headers['sandbank-request']}"], form: VITEST) }`
  expect((await world.graphql(story)).body.errors[0].message).toContain('the first 64 KiB: it cannot be repeated')
})
