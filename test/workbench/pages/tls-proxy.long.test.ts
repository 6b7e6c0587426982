import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCli } from '../../support/clients/cli.ts'
import { openPage, startBrowser } from './browser.ts'
import { openClock } from './operator.ts'
import { startTlsProxy } from './start-tls-proxy.ts'

const TOKEN = 'the-token-of-the-proxied-bank'
const KARI = '13039319955'
const PAYMENT = JSON.stringify({
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
  debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
})

const browser = await startBrowser()

describe('Behind a proxy that speaks TLS and passes on by what name it was called', async () => {
  const cli = createCli()
  const bank = await cli.serve(TOKEN)
  const proxy = await startTlsProxy(bank.url, { keepsHost: true })
  const base = `https://localhost:${proxy.port}`
  const trusted = join(cli.home, 'proxy.pem')
  writeFileSync(trusted, proxy.certificate)
  afterAll(() => bank.stop())
  // What Node trusts it reads at its start.
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = { NODE_EXTRA_CA_CERTS: trusted }) =>
    cli.run(args, { env: { SANDBANK_URL: base, SANDBANK_TOKEN: TOKEN, ...env }, input: '' })
  const open = (options: Parameters<typeof openPage>[2] = {}) =>
    openPage(browser, [base], { ignoreHTTPSErrors: true, ...options })

  it("the README's first calls pass, a payment is approved on the page that its answer links to, and ends on the callback page", async () => {
    expect((await run(['tpp', 'new', 'acme'])).exitCode).toBe(0)
    const first = await run(['call', 'GET', '/v1/sandbox/customers?withAccounts=true'])
    expect([first.exitCode, first.stdout, first.stderr]).toEqual([0, expect.stringContaining(KARI), expect.any(String)])
    const made = await run([
      'call',
      'POST',
      '/v1/payments/norwegian-domestic-credit-transfers',
      '--psu',
      KARI,
      '--data',
      PAYMENT,
      '--header',
      'PSU-Context: PRIVATE',
    ])
    const [link = ''] = /https?:\/\/[^\s"]+\/sca\/[^\s"]+/.exec(made.stdout + made.stderr) ?? []
    expect(link, made.stdout + made.stderr).toMatch(new RegExp(`^${base}/sca/`))
    const page = await open()
    const answer = await page.goto(link)
    expect((await answer?.allHeaders())?.['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax/)
    await page.getByLabel('Customer number').fill(KARI)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${base}/callback?**`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/back/i)
    const [paymentId] = /"paymentId": "([\w-]+)"/.exec(made.stdout)?.slice(1) ?? []
    const path = `/v1/payments/norwegian-domestic-credit-transfers/${paymentId}/status`
    expect((await run(['call', 'GET', path, '--psu', KARI])).stdout).toMatch(/"transactionStatus": "AC[TW]C"/)
  })

  it('a program that does not trust the proxy is shown how it can', async () => {
    const refused = await run(['call', 'GET', '/v1/sandbox/customers'], {})
    expect([refused.exitCode, refused.stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    ])
    expect(refused.exitCode).not.toBe(0)
  })

  it('the console asks for the token, keeps it in a Secure cookie, shows calls as they come, and its buttons work', async () => {
    const page = await open()
    await page.goto(`${base}/`)
    const answered = page.waitForResponse(response => response.request().method() === 'POST')
    await page.locator('input[name=operator]').fill(TOKEN)
    await page.getByRole('button').first().click()
    expect((await (await answered).allHeaders())['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Strict/)
    await page.getByText('Live').waitFor()
    await run(['call', 'GET', '/v1/sandbox/customers?through=the-proxy'])
    await page.getByText('through=the-proxy').waitFor()
    await openClock(page)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.waitForLoadState()
    await openClock(page)
    await page.getByRole('button', { name: 'Let it run' }).click()
    await page.waitForLoadState()
    await openClock(page)
    await page.getByRole('button', { name: 'Freeze' }).waitFor()
    expect(new URL(page.url()).origin).toBe(base)
    // Commands and addresses that it shows lead to where its reader is.
    expect(await page.content()).not.toContain(bank.url)
  })

  it('Send of the documentation signs and sends, its command goes through the proxy, and GraphiQL asks', async () => {
    const page = await open()
    await page.goto(`${base}/docs/operations/createCustomer`)
    await page.getByLabel("Operator's token").fill(TOKEN)
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.locator('#outcome h2').textContent()).toBe('Answer 201 Created')
    const command = (await page.locator('pre', { hasText: 'npx sandbank call POST' }).first().textContent()) ?? ''
    expect(command).toContain(` --base ${base} `)
    const openapi = await page.request.get(`${base}/openapi.json`, { ignoreHTTPSErrors: true })
    expect(await openapi.text()).toContain(` --base ${base}`)
    // One login opens all pages, and the door behind this one (D109).
    await page.goto(`${base}/graphql`)
    await page.getByLabel('Token').fill(TOKEN)
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.goto(`${base}/graphql`)
    await page.locator('.result-window').getByText('Kari Nordmann').first().waitFor()
  })
})

describe('Behind a proxy that calls the bank by the own name of the bank, which asks for no token', async () => {
  const cli = createCli()
  const bank = await cli.serve()
  const proxy = await startTlsProxy(bank.url, { keepsHost: false })
  const base = `https://bank.localhost:${proxy.port}`
  afterAll(() => bank.stop())
  const open = () => openPage(browser, [base], { ignoreHTTPSErrors: true })

  it('the console is shown with addresses of the proxy, and its buttons work', async () => {
    const page = await open()
    const answer = await page.goto(`${base}/`)
    expect((await answer?.allHeaders())?.['set-cookie']).toMatch(/; Secure/)
    expect(await page.content()).toContain(base)
    await openClock(page)
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.waitForLoadState()
    await openClock(page)
    await page.getByRole('button', { name: 'Let it run' }).waitFor()
    expect(new URL(page.url()).origin).toBe(base)
  })

  it("the operator's door does not take it for a page of the bank, and says how it can be made to", async () => {
    const page = await open()
    await page.goto(`${base}/docs/operations/createCustomer`)
    await page.getByRole('button', { name: 'Send' }).click()
    const outcome = page.locator('#outcome')
    await outcome.getByText('SANDBANK_CORS').waitFor()
    expect(await outcome.textContent()).toContain(`A page of "${base}" may not use this door`)
  })
})
