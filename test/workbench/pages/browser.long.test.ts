import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addAgreement, create, engagementBody } from '../../support/builders/builders.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { expectAccessible, expectAccessibleAnywhere, openPage, startBrowser, startTpp } from './browser.ts'
import { ask, pass } from './visits.ts'

const bank = await startBank()
const browser = await startBrowser()
const tpp = await startTpp()
const KARI = '13039319955'
const origins = [bank.url, tpp.origin]
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type SentRequest = Parameters<typeof ask>[2]

async function visit(
  world: World,
  asked: SentRequest = {},
  options: Parameters<typeof openPage>[2] = {},
): Promise<Page> {
  const { path } = await ask(bank, world, { redirectUri: tpp.callback, ...asked })
  const page = await openPage(browser, origins, options)
  await page.goto(bank.url + path)
  return page
}

async function logIn(page: Page, number = KARI): Promise<void> {
  await page.getByLabel('Customer number').fill(number)
  await page.getByRole('button', { name: 'Continue' }).click()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Where the browser arrived, once it is back at the TPP. */
async function arrival(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`${tpp.origin}/**`)
  expect(await page.title()).toBe('Back at the TPP')
  const url = new URL(page.url())
  expect(tpp.visits.map(String)).toContain(`http://tpp${url.pathname}${url.search}`)
  return Object.fromEntries(url.searchParams)
}

const APPROVED = { state: 's1', 'psu-id': expect.stringMatching(UUID), 'tpp-session-id': expect.stringMatching(UUID) }
const DENIED = { state: 's1', error: 'access_denied' }

describe('in a real browser', () => {
  it('a private customer approves and is back at the TPP', async () => {
    const page = await visit(await bank.world('STANDARD'))
    await logIn(page)
    await page.getByRole('radio', { name: /Myself/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('checkbox', { name: /Brukskonto/ }).check()
    await page.getByRole('checkbox', { name: /Kredittkort/ }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await arrival(page)).toEqual(APPROVED)
    await page.goBack()
    expect(await heading(page)).toBe('This request was already approved')
  })

  it('a TPP whose callback leads on to a third host is reached, and the host after it', async () => {
    const host = await startTpp()
    const { path } = await ask(bank, await bank.world('STANDARD'), {
      redirectUri: `${tpp.origin}/callback?state=s1&onward=${encodeURIComponent(`${host.origin}/callback?from=tpp`)}`,
      context: 'PRIVATE',
    })
    const page = await openPage(browser, [...origins, host.origin])
    await page.goto(bank.url + path)
    await logIn(page)
    await page.getByRole('checkbox', { name: /Brukskonto/ }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL(`${host.origin}/**`)
    expect(host.visits.map(url => url.search)).toEqual(['?from=tpp'])
    expect(Object.fromEntries(tpp.visits.at(-1)?.searchParams ?? [])).toMatchObject(APPROVED)
  })

  it('a member of a corporation chooses who it acts for, and under which agreement', async () => {
    const world = await bank.world('STANDARD')
    const accounts = await world.call('GET', '/v1/sandbox/accounts')
    const tax = accounts.body.find((one: { iban: string }) => one.iban.endsWith('15034030038'))
    const agreement = await addAgreement(world, '18129215603', { name: 'Skatt' })
    await create(world, `/v1/sandbox/agreements/${agreement.id}/engagements`, engagementBody(KARI, tax.iban))
    const page = await visit(world)
    await logIn(page)
    await page.getByRole('radio', { name: /A company/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await heading(page)).toBe('Choose an agreement')
    await page.getByRole('radio', { name: /Skatt/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByRole('checkbox').count()).toBe(1)
    await page.getByRole('checkbox', { name: /Skattetrekk/ }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await arrival(page)).toEqual(APPROVED)
  })

  it('a customer rejects at once with its number, and after looking at the accounts', async () => {
    const world = await bank.world('STANDARD')
    const page = await visit(world)
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('customer number')
    await page.getByLabel('Customer number').fill('13039319955')
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(await arrival(page)).toEqual(DENIED)
    const second = await visit(world, { context: 'PRIVATE' })
    await logIn(second)
    expect(await heading(second)).toBe('Choose accounts')
    await second.getByRole('button', { name: 'Reject' }).click()
    expect(await arrival(second)).toEqual(DENIED)
  })

  it('a wrong number is reported beside the field, which has the focus, and can be corrected', async () => {
    const page = await visit(await bank.world('STANDARD'), { context: 'PRIVATE' })
    await logIn(page, '12345')
    expect(await page.getByRole('alert').textContent()).toContain('no customer with this number')
    const field = page.getByLabel('Customer number')
    expect(await field.evaluate(element => element === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await logIn(page)
    expect(await heading(page)).toBe('Choose accounts')
  })

  it('an expired request leads back to the TPP', async () => {
    const world = await bank.world('STANDARD')
    const page = await visit(world)
    await pass(bank, world, 'PT31M')
    await logIn(page)
    expect(await heading(page)).toBe('This request has expired')
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Back to 127/ }).click()
    expect(await arrival(page)).toEqual(DENIED)
  })

  it('an app approves by itself after about two seconds, and without scripts by its button', async () => {
    const world = await bank.world('STANDARD')
    const page = await visit(world, { context: 'PRIVATE', redirectPreferred: false })
    await logIn(page)
    expect(await heading(page)).toBe('Approve in your app')
    expect(await arrival(page)).toEqual(APPROVED)
    const asked = { context: 'CORPORATE', redirectPreferred: false } as const
    const plain = await visit(world, asked, { javaScriptEnabled: false })
    await logIn(plain)
    await plain.getByRole('button', { name: 'Approve now' }).click()
    expect(await arrival(plain)).toEqual(APPROVED)
  })

  it('two clicks on approve are one approval', async () => {
    const page = await visit(await bank.world('STANDARD'), { context: 'PRIVATE' })
    await logIn(page)
    await page.getByRole('checkbox').first().check()
    const sent: string[] = []
    let goOn = () => {}
    const clickedTwice = new Promise<void>(resolve => {
      goOn = resolve
    })
    await page.route('**/sca/*', async route => {
      sent.push(route.request().method())
      await clickedTwice
      await route.continue()
    })
    await page.getByRole('button', { name: 'Approve' }).evaluate(async (button: HTMLElement) => {
      button.click()
      await new Promise(resolve => setTimeout(resolve, 100))
      button.click()
    })
    goOn()
    expect(await arrival(page)).toEqual(APPROVED)
    expect(sent).toEqual(['POST'])
  })

  it('the customer sees its consent and takes it back', async () => {
    const world = await bank.world('STANDARD')
    const page = await visit(world, { context: 'PRIVATE', redirectPreferred: false })
    await logIn(page)
    await arrival(page)
    await page.goto(`${bank.url}${world.base}/my/consents`)
    await page.getByLabel('Customer number').fill(KARI)
    await page.getByRole('button', { name: 'Show my consents' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Take back the consent to Acme Kontoinnsyn/ }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Yes, take it back' }).click()
    expect(await page.getByRole('status').textContent()).toBe('The consent to Acme Kontoinnsyn is taken back.')
    await page.goto(`${bank.url}${world.base}/docs`)
    await page.goBack()
    expect(await heading(page)).toBe('My consents')
  })
})

describe('on a phone', () => {
  it('no page of the way scrolls sideways or is hard to read, light and dark', async () => {
    const world = await bank.world('STANDARD')
    const page = await visit(world, {}, { viewport: { width: 320, height: 640 }, locale: 'nb-NO' })
    const step = () => expectAccessibleAnywhere(page, 320)
    await step()
    await page.getByLabel('Kundenummer').fill(KARI)
    await page.getByRole('button', { name: 'Fortsett' }).click()
    await step()
    await page.getByRole('radio', { name: /Meg selv/ }).check()
    await page.getByRole('button', { name: 'Fortsett' }).click()
    await step()
    await page.getByRole('button', { name: 'Godkjenn' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Kryss av for minst én konto')
    await step()
    for (const path of ['/', '/docs/errors', '/docs/decisions', '/my/consents', '/sca/none']) {
      await page.goto(bank.url + path)
      await step()
    }
  })
})
