import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectAccessibleAnywhere, openPage, startBrowser } from './browser.ts'

const bank = await startBank()
const browser = await startBrowser()
const KARI = '13039319955'

/** The page of an operation, with a standard world of its own filled in. */
async function openOperation(operation: string, options: Parameters<typeof openPage>[2] = {}) {
  const world = await bank.world('STANDARD')
  const page = await openPage(browser, [bank.url], options)
  await page.goto(`${bank.url}${world.base}/docs/operations/${operation}`)
  return { page, world }
}

async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send' }).click()
  const heading = page.locator('#outcome h2')
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

/** What the page shows of the answer's body. */
async function body(page: Page) {
  return JSON.parse((await page.locator('#outcome pre').first().textContent()) ?? '')
}

describe('the page of an operation', () => {
  it('makes a key in the browser, has it certified, signs the example and shows the 201', async () => {
    const { page, world } = await openOperation('createCustomer')
    expect(await send(page)).toBe('Answer 201 Created')
    expect(await page.locator('#outcome').textContent()).toMatch(
      /A key was made in this browser, and certified for the TPP NO-FSA-\d{9}/,
    )
    const { customerNumber } = await body(page)
    const stored = await world.graphql(`{ customer(by: { customerNumber: "${customerNumber}" }) { name } }`)
    expect(stored.body.data.customer.name).toBe('Siri Hansen')
    // The key stays: the next call is made with it, and the bank says what is wrong with that one.
    expect(await send(page)).toBe('Answer 409 Conflict')
    expect((await body(page)).tppMessages[0].code).toBe('CONFLICT')
    expect(await page.locator('#outcome').textContent()).not.toContain('A key was made')
  })

  it('shows the first line of an answer within the window, wherever the page stands and however wide it is', async () => {
    for (const [width, operation] of [
      [1280, 'createPayment'],
      [1280, 'createCustomer'],
      [390, 'createPayment'],
    ] as const) {
      const { page } = await openOperation(operation, { viewport: { width, height: 900 } })
      for (const at of [0, 600]) {
        await page.evaluate(top => scrollTo(0, top), at)
        await send(page)
        await expect
          .poll(() => page.locator('#outcome h2').evaluate(one => one.getBoundingClientRect().y))
          .toBeLessThan(600)
        const box = await page.locator('#outcome h2').boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(0)
        expect(
          await page
            .locator('#outcome pre')
            .first()
            .evaluate(one => one.getBoundingClientRect().y),
        ).toBeLessThan(900)
      }
    }
  })

  it('names each error with its status and meaning, and says below them in one sentence what a scenario may answer', async () => {
    const { page } = await openOperation('createPayment')
    const rows = await page.locator('#errors ~ details tbody tr').all()
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows)
      expect(await row.locator('td, th').allTextContents()).toEqual([
        expect.stringMatching(/^[45]\d\d$/),
        expect.stringMatching(/^[A-Z_]+$/),
        expect.stringMatching(/\.$/),
      ])
    expect(await page.locator('#errors ~ details + p').textContent()).toMatch(/^Any code .+ scenario .+\.$/)
  })

  it('never gives the private key away, not even to its own page', async () => {
    const { page } = await openOperation('customers')
    const sent: string[] = []
    page.on('request', request => sent.push(request.postData() ?? ''))
    expect(await send(page)).toBe('Answer 200 OK')
    const kept = await page.evaluate(`new Promise(resolve => {
      const opening = indexedDB.open('sandbank', 1)
      opening.onsuccess = () => {
        const asked = opening.result.transaction('keys').objectStore('keys').getAll()
        asked.onsuccess = async () => {
          const [{ privateKey }] = asked.result
          const outcome = await crypto.subtle.exportKey('pkcs8', privateKey).then(() => 'given away', error => error.name)
          resolve({ extractable: privateKey.extractable, usages: privateKey.usages, outcome })
        }
      }
    })`)
    expect(kept).toEqual({ extractable: false, usages: ['sign'], outcome: 'InvalidAccessError' })
    expect(sent.some(text => text.includes('issueCertificate'))).toBe(true)
    expect(sent.join('\n')).not.toMatch(/PRIVATE/)
  })

  it('shows the signing string as the request is changed', async () => {
    const { page, world } = await openOperation('offerConsent')
    await page.getByText('More headers and parameters').click()
    await page.getByLabel('TPP-Redirect-URI').fill('https://tpp.example/there')
    const shown = page.locator('#signing-string')
    await expect.poll(() => shown.textContent()).toContain('tpp-redirect-uri: https://tpp.example/there')
    const lines = ((await shown.textContent()) ?? '').split('\n')
    expect(lines).toEqual([
      `(request-target): post ${world.base}/v1/bank-offered-consents`,
      expect.stringMatching(/^digest: SHA-256=.{44}$/),
      'x-request-id: (new for each call)',
      'tpp-redirect-uri: https://tpp.example/there',
    ])
    expect(await send(page)).toBe('Answer 201 Created')
    const link = page.getByRole('link', { name: 'open the page for the PSU' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${bank.url}${world.base}/sca/`))
  })

  it.each([
    ['consentedAccounts', 'Answer 200 OK', 'The PSU opened its accounts to this TPP.'],
    ['paymentAuthorisation', 'Answer 200 OK', 'Authorise a payment: 201'],
    ['cancellationAuthorisation', 'Answer 200 OK', 'The PSU approved the payment.'],
    ['signingBasketStatus', 'Answer 200 OK', 'Create a signing basket: 201'],
    ['cancelPayment', 'Answer 204 No Content', 'Create a payment: 201'],
    ['contactInformation', 'Answer 200 OK', 'Register contact information: 200'],
  ])('%s does first what its example needs, and says so', async (operation, outcome, step) => {
    const { page } = await openOperation(operation)
    expect(await send(page)).toBe(outcome)
    expect(await page.locator('#outcome').textContent()).toContain(step)
  })

  it('uses the ids of the last answer on the next page', async () => {
    const { page, world } = await openOperation('createPayment')
    expect(await send(page)).toBe('Answer 201 Created')
    const { paymentId } = await body(page)
    await page.goto(`${bank.url}${world.base}/docs/operations/paymentStatus`)
    // A narrow screen breaks the path there, and not within a name.
    expect(await page.locator('.endpoint code').innerHTML()).toContain('/<wbr>{paymentId}/<wbr>status')
    expect(await page.getByLabel('paymentId').inputValue()).toBe(paymentId)
    expect(await send(page)).toBe('Answer 200 OK')
    expect(await body(page)).toEqual({ transactionStatus: 'RCVD' })
    expect(await page.locator('#outcome').textContent()).not.toContain('Create a payment')
  })

  it('finds the payment of an answer under its own kind, and under no other', async () => {
    const { page, world } = await openOperation('createBulkPayment')
    expect(await send(page)).toBe('Answer 201 Created')
    const { paymentId } = await body(page)
    const open = (operation: string) => page.goto(`${bank.url}${world.base}/docs/operations/${operation}`)
    const value = (name: string) => page.locator(`#try [name="${name}"]`).inputValue()
    await open('paymentStatus')
    expect([await value('paymentId'), await value('paymentService')]).toEqual([paymentId, 'bulk-payments'])
    expect(await send(page)).toBe('Answer 200 OK')
    // An authorisation belongs to one payment: both stand there, or none.
    await open('startPaymentAuthorisation')
    expect(await send(page)).toBe('Answer 201 Created')
    const { authorisationId } = await body(page)
    await open('paymentAuthorisation')
    expect([await value('authorisationId'), await value('paymentId')]).toEqual([authorisationId, paymentId])
    expect(await send(page)).toBe('Answer 200 OK')
    await open('signingBasketAuthorisation')
    expect([await value('authorisationId'), await value('basketId')]).toEqual(['', ''])
  })

  it.each([
    [['createPeriodicPayment', 'paymentAuthorisation'], 'Authorise a payment: 201'],
    [['createPayment', 'cancelPayment', 'authoriseCancellation'], 'Create a payment: 201'],
    [['createPayment', 'cancelPayment', 'startPaymentAuthorisation'], 'Create a payment: 201'],
    [['createSigningBasket', 'deleteSigningBasket', 'signingBasketAuthorisation'], 'Create a signing basket: 201'],
  ] as const)('sends %j one after the other: no id of what is over or elsewhere is used', async (operations, step) => {
    const { page, world } = await openOperation(operations[0])
    for (const operation of operations) {
      await page.goto(`${bank.url}${world.base}/docs/operations/${operation}`)
      expect([operation, await send(page)]).toEqual([operation, expect.stringMatching(/^Answer 20[014] /)])
    }
    expect(await page.locator('#outcome').textContent()).toContain(step)
  })

  it('forgets an id of an earlier answer that the bank refuses, says so, and creates what it needs at the next Send', async () => {
    const { page, world } = await openOperation('createPayment')
    await send(page)
    const { paymentId } = await body(page)
    // It ends elsewhere.
    await world.graphql(`mutation { cancelPaymentInBank(id: "${paymentId}") { payment { id } } }`)
    await page.goto(`${bank.url}${world.base}/docs/operations/cancelPayment`)
    expect(await send(page)).toBe('Answer 405 Method Not Allowed')
    expect(await page.locator('#outcome').textContent()).toContain('Emptied, because it is of no more use: paymentId.')
    expect(await page.getByLabel('paymentId').inputValue()).toBe('')
    expect(await send(page)).toBe('Answer 204 No Content')
    // An id of the reader's own stays.
    await page.getByLabel('paymentId').fill(paymentId)
    expect(await send(page)).toBe('Answer 405 Method Not Allowed')
    expect(await page.getByLabel('paymentId').inputValue()).toBe(paymentId)
  })

  it('keeps Send in sight, offers what can be chosen, and links the answer to its page in the journal', async () => {
    const { page, world } = await openOperation('createPayment', { viewport: { width: 390, height: 800 } })
    await page.getByLabel('PSU-ID', { exact: true }).scrollIntoViewIfNeeded()
    const box = await page.getByRole('button', { name: 'Send' }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
    const choices = (name: string) => page.locator(`#try select[name="${name}"] option`).allTextContents()
    expect(await choices('PSU-Context')).toEqual(['not sent', 'PRIVATE', 'CORPORATE'])
    expect(await choices('paymentProduct')).toHaveLength(4)
    expect(await send(page)).toBe('Answer 201 Created')
    const link = (await page.getByRole('link', { name: 'The call in the journal' }).getAttribute('href')) ?? ''
    expect(link).toMatch(new RegExp(`^${world.base}/requests/`))
    const journal = await fetch(`${bank.url}${link}`, { headers: { Accept: 'text/html' } })
    expect(await journal.text()).toContain('createPayment')
  })

  it('shows the call in each language without scripts too, and remembers the language (D108)', async () => {
    const page = await openPage(browser, [bank.url], { javaScriptEnabled: false })
    await page.goto(`${bank.url}/docs/operations/createCustomer`)
    const parts = [
      ['sandbank', 'npx sandbank'],
      ['curl', 'curl -sS'],
      ['JavaScript with the kit', 'tpp.fetch('],
      ['JavaScript', 'await fetch('],
      ['Python', 'import urllib'],
      ['Java', 'HttpClient'],
      ['Go', 'package main'],
    ] as const
    const language = page.getByLabel('The language of the sample')
    expect(await language.locator('option').allTextContents()).toEqual(parts.map(([name]) => name))
    for (const [name, part] of parts) {
      await language.selectOption(name)
      await page.getByRole('button', { name: 'Show' }).click()
      expect(await page.locator('#sample').textContent()).toContain(part)
    }
    await page.goto(`${bank.url}/docs/operations/createPayment`)
    expect(await page.locator('#sample').textContent()).toContain('package main')
  })

  it('lets the sample follow the form as it is typed, in the language that is chosen (D108)', async () => {
    const { page, world } = await openOperation('paymentStatus')
    const sample = page.locator('#sample pre')
    expect(await sample.textContent()).toMatch(/^npx sandbank call POST .* --world /)
    await page.getByLabel('paymentId').fill('019bc0d1-2e40-7000-8000-000000000007')
    // What made the id is not needed where it is given.
    await expect.poll(() => sample.textContent()).toMatch(/^npx sandbank call GET .*000000000007\/status --world/)
    await page.getByLabel('The language of the sample').selectOption('JavaScript with the kit')
    await expect.poll(() => sample.textContent()).toContain(`openWorld('${world.name}')`)
    expect(await sample.textContent()).toContain('000000000007/status')
    await page.goto(`${bank.url}${world.base}/docs/operations/createCustomer`)
    expect(await sample.textContent()).toContain("name: 'Siri Hansen'")
    await page.getByRole('textbox', { name: 'Body', exact: true }).fill('{"name": "Kari"}')
    await expect.poll(() => sample.textContent()).toContain('{"name": "Kari"}')
    // Its focus has loaded the editor, which takes the field's place.
    await page.locator('.editor').waitFor()
    await page.getByRole('textbox', { name: 'Body', exact: true }).fill('<img src=x onerror=alert(1)>')
    await expect.poll(() => sample.textContent()).toContain('<img src=x')
    expect(await page.locator('#sample img').count()).toBe(0)
    expect(await page.locator('#sample button').allTextContents()).toEqual(['Copy'])
  })

  it('shows what the bank has to say about a body that is wrong', async () => {
    const { page } = await openOperation('createPayment')
    await page.getByRole('textbox', { name: 'Body', exact: true }).fill('{')
    expect(await send(page)).toBe('Answer 400 Bad Request')
    expect((await body(page)).tppMessages[0].code).toBe('FORMAT_ERROR')
  })

  it('makes a new key when asked to', async () => {
    const { page } = await openOperation('customers')
    await send(page)
    const madeFor = async () => /TPP (NO-FSA-\d+)/.exec((await page.locator('#outcome').textContent()) ?? '')?.[1]
    const first = await madeFor()
    expect(await page.getByLabel('Signed by').inputValue()).toBe(first)
    await page.getByLabel('Signed by').selectOption('as a new TPP')
    expect(await send(page)).toBe('Answer 200 OK')
    expect(await madeFor()).toMatch(/^NO-FSA-\d+$/)
    expect(await madeFor()).not.toBe(first)
  })

  it('can be used by keyboard alone', async () => {
    const { page } = await openOperation('customer')
    await page.getByLabel('customerId').press('Enter')
    await page.locator('#outcome h2').waitFor()
    expect((await body(page)).customerNumber).toBe(KARI)
  })

  it('has nothing that axe would name, and no sideways scroll, light at 1280 px and dark at 390 px', async () => {
    const { page } = await openOperation('createPeriodicPayment', { viewport: { width: 1280, height: 900 } })
    await page.getByText('More headers and parameters').click()
    await expectAccessibleAnywhere(page)
    await send(page)
    await expectAccessibleAnywhere(page)
    for (const path of ['/docs', '/docs?q=payment', '/docs?q=xyzzy']) {
      await page.goto(`${bank.url}${path}`)
      await expectAccessibleAnywhere(page)
    }
    await page.goto(`${bank.url}/callback?psu-id=01a1ff75-8fcf-72d5-99f0-77cd3da0e2a9&tpp-session-id=x`)
    await expectAccessibleAnywhere(page)
  })

  it('says without scripts that sending needs them, and gives the command', async () => {
    const page = await openPage(browser, [bank.url], { javaScriptEnabled: false })
    await page.goto(`${bank.url}/docs/operations/createCustomer`)
    expect(await page.locator('.panel > noscript').textContent()).toContain('Sending needs JavaScript')
    expect(await page.getByText('npx sandbank call POST /v1/sandbox/customers').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  })
})

describe('the documentation without scripts', () => {
  const open = async (path: string, width = 1280) => {
    const page = await openPage(browser, [bank.url], { javaScriptEnabled: false, viewport: { width, height: 800 } })
    await page.goto(`${bank.url}${path}`)
    return page
  }

  it('lists the other pages and all operations beside each page, with the group of its own open', async () => {
    const page = await open('/docs/operations/paymentStatus')
    const list = page.getByRole('navigation', { name: 'Documentation' })
    expect(await list.locator('a[aria-current]').textContent()).toBe('Get the status of a payment')
    expect(await list.locator('details a').count()).toBe(ROUTES.length)
    expect(await list.locator('details[open]').count()).toBe(1)
    for (const name of ['The kit', 'Fixtures', 'Scenarios', 'The command line'])
      expect(await list.getByRole('link', { name, exact: true }).isVisible()).toBe(true)
    await list.getByRole('link', { name: 'Fixtures' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Fixtures')
  })

  it('finds operations, fields, errors and decisions by words, each at an address of its own', async () => {
    const page = await open('/docs')
    const found = async (words: string) => {
      await page.getByRole('textbox', { name: 'Search the documentation' }).fill(words)
      await page.getByRole('textbox', { name: 'Search the documentation' }).press('Enter')
      await page.waitForURL(url => url.searchParams.get('q') === words)
      expect(await page.getByRole('textbox', { name: 'Search the documentation' }).inputValue()).toBe(words)
      return page.locator('main .plain a')
    }
    expect(await (await found('cancel payment')).allTextContents()).toContain('Cancel a payment')
    expect(await (await found('ACCESS_exceeded')).allTextContents()).toContain('ACCESS_EXCEEDED')
    expect(await (await found('KID mod 11')).allTextContents()).toContain('D47 Messages and references')
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ found\.$/)
    // The best first, also with a typing mistake, the beginning of a word, or another word for it (D108).
    for (const [words, title] of [
      ['create payment', 'Create a payment'],
      ['crate paymnet', 'Create a payment'],
      ['idempotency', 'D15 A call that is repeated'],
      ['sign', 'Sign your first call'],
      ['aprove', 'Authorise a payment'],
      ['approve payment', 'Authorise a payment'],
      ['fixtur', 'Fixtures'],
      ['throttling', 'ACCESS_EXCEEDED'],
      ['CONFLICT', 'CONFLICT'],
      ['Digest missing', 'HTTP_HEADER_REQUIRED'],
      ['wrong digest', 'SIGNATURE_INVALID'],
      ['wrong certificate', 'CERTIFICATE_INVALID'],
      ['how do I expire a consent', 'CONSENT_EXPIRED'],
      ['cancel payment xyzzy', 'Cancel a payment'],
    ] as const) {
      const [first, ...others] = await (await found(words)).allTextContents()
      expect([words, [first, ...others.slice(0, 4)]]).toEqual([words, expect.arrayContaining([title])])
    }
    for (const [words, title] of [
      ['CONFLICT', 'CONFLICT'],
      ['sign', 'Sign your first call'],
      ['idempotency', 'D15 A call that is repeated'],
    ] as const)
      expect((await (await found(words)).allTextContents())[0]).toBe(title)
    // Not all that has one word of what another word stands for.
    expect(await (await found('idempotency')).count()).toBeLessThan(15)
    expect((await (await found('create payment')).allTextContents())[0]).toBe('Create a payment')
    await (await found('creditorAgent BIC')).first().click()
    const { hash } = new URL(page.url())
    expect(hash).toBe('#field-creditorAgent')
    // The address opens the fold that it is in, without a script of ours.
    const row = page.locator(`[id="${hash.slice(1)}"] code`).first()
    expect([await row.textContent(), await row.isVisible()]).toEqual([expect.stringContaining('creditorAgent'), true])
    await page.goto(`${bank.url}/docs/operations/createPayment#error-400-FORMAT_ERROR`)
    expect(await page.locator('[id="error-400-FORMAT_ERROR"]').isVisible()).toBe(true)
    await page.goto(`${bank.url}/docs/decisions#D15`)
    expect(await page.locator('.decision:visible').evaluateAll(all => all.map(one => one.id))).toContain('D15')
    await found('<xyzzy>plugh</xyzzy>')
    expect(await page.locator('.empty').textContent()).toContain('Nothing has one of these words')
    await found(KARI)
    await page.getByRole('link', { name: /^Search world default/ }).click()
    await page.waitForURL(`${bank.url}/console/**`)
    expect(await page.locator('main').textContent()).toContain(KARI)
  })

  it('gives each field, header, answer and error of an operation one address', async () => {
    const page = await open('/docs/operations/createBulkPayment')
    const ids = await page.locator('[id]').evaluateAll(all => all.map(one => one.id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of [
      'field-payments[].creditorName',
      'parameter-PSU-ID',
      'answer-201',
      'answer-201-paymentId',
      'error-409-CONFLICT',
    ])
      expect(ids).toContain(id)
    const links = await page.locator('a.address').evaluateAll(all => all.map(one => one.getAttribute('href')?.slice(1)))
    for (const link of links) expect(ids).toContain(link)
  })

  it('says what a header set is for, and links every decision and the interface that an operation cites', async () => {
    const page = await open('/docs/operations/consentedAccounts')
    expect(await page.locator('main').textContent()).toContain('(header set transactionDetails: account information)')
    expect(await page.locator('.outcomes').getByRole('link', { name: 'D88', exact: true }).count()).toBe(1)
    await page.getByRole('link', { name: '[I]', exact: true }).first().click()
    expect(await page.locator('.lead').textContent()).toContain('[I] is the interface description')
  })

  it('says of each error which operations have it, what brings it about, and which calls of this world had it (D108)', async () => {
    const world = await bank.world('STANDARD')
    const refused = await world.call('POST', '/v1/sandbox/customers', { body: { name: 7 } })
    expect(refused.body.tppMessages[0].code).toBe('FORMAT_ERROR')
    const page = await open(`${world.base}/docs/errors`)
    await page.locator('#FORMAT_ERROR').getByRole('link').click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('400 FORMAT_ERROR')
    const calls = await page.locator('main .plain a').evaluateAll(all => all.map(one => one.getAttribute('href')))
    expect(calls).toEqual([`${world.base}/requests/${refused.headers['sandbank-request']}`])
    expect(await page.locator('main').textContent()).toContain('Every one.')
    const [, scenario = ''] =
      /^Sandbank-Scenario: (.*)$/.exec(
        (await page.locator('code', { hasText: 'Sandbank-Scenario: ' }).textContent()) ?? '',
      ) ?? []
    const forced = await world.call('GET', '/v1/sandbox/customers', { headers: { 'Sandbank-Scenario': scenario } })
    expect([forced.status, forced.body.tppMessages[0].code]).toEqual([400, 'FORMAT_ERROR'])
    await world.call('GET', `/v1/sandbox/customers?x=${'y'.repeat(1_500)}`)
    await page.reload()
    expect((await page.locator('main .plain a').first().textContent())?.trim()).toMatch(/^GET \S{119}…$/)
    await page.goto(`${bank.url}/docs/errors/KID_MISSING`)
    const having = page.locator('.links').getByRole('link')
    expect(await having.allTextContents()).toContain('Create a payment')
    expect(await having.count()).toBeLessThan(10)
  })

  it('says of each decision what cites it', async () => {
    const page = await open('/docs/decisions#D34')
    const cited = page.locator('#D34 .cited')
    expect(await cited.textContent()).toMatch(/^Cited by: /)
    await cited.getByRole('link').first().click()
    await page.waitForURL('**/docs/operations/*')
    expect(await page.locator('main').textContent()).toContain('D34')
  })
})
