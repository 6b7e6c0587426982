import { describe, expect, it } from 'vitest'
import { scaPath, startAuthorisation } from '../../../src/bank/resolvers/authorisations/start.ts'
import { addAccount, addCustomer } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ACME, ask, contextOf, householdIn, textOf, visitor } from './visits.ts'

const bank = await startBank()
const login = { customerNumber: '1', action: 'continue' }

async function opened(headers: Readonly<Record<string, string>> = {}) {
  const world = await bank.world()
  const { path } = await ask(bank, world)
  const browser = visitor(bank, path, headers)
  return { world, path, browser, first: await browser.open() }
}

describe('a form', () => {
  it('is refused without the cookie of the page, without its token, or with the token of another browser', async () => {
    const { world, path, browser } = await opened()
    const stranger = visitor(bank, path)
    await stranger.open()
    expect(stranger.token).not.toBe(browser.token)
    const noCookie = await browser.submit(login, { Cookie: 'other=1' })
    const foreignToken = await browser.submit(login, { Cookie: stranger.cookie ?? '' })
    const noToken = await visitor(bank, path, { Cookie: browser.cookie ?? '' }).submit(login)
    const madeUp = await visitor(bank, path, { Cookie: 'sandbank-form=' }).submit({ ...login, token: '' })
    for (const answer of [noCookie, foreignToken, noToken, madeUp]) {
      expect(answer.status).toBe(403)
      expect(textOf(answer)).toContain('Nothing was changed.')
    }
    const customerNumber = (await householdIn(world)).number
    expect((await browser.submit({ customerNumber, action: 'reject' })).status).toBe(303)
  })

  it('is refused when the browser says that it comes from another site', async () => {
    const { browser } = await opened()
    const own = { 'Sec-Fetch-Site': 'same-origin' }
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: bank.url.replace('127.0.0.1', 'localhost') },
    ]
    for (const from of foreign) expect((await browser.submit(login, from)).status, JSON.stringify(from)).toBe(403)
    expect((await browser.submit(login, { ...own, Origin: bank.url })).status).toBe(401)
    expect((await browser.submit(login, { Origin: bank.url })).status).toBe(401)
  })

  it('is refused over 64 KiB, with too many fields, and as anything but a form', async () => {
    const { browser } = await opened()
    expect((await browser.submit({ ...login, account: 'x'.repeat(65_536) })).status).toBe(413)
    expect((await browser.submit({ ...login, account: Array(1_501).fill('') })).status).toBe(413)
    expect((await browser.submit(login, { 'Content-Type': 'application/json' })).status).toBe(415)
    expect((await browser.submit(login, { 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  it('shares one token between tabs, and a planted cookie that is no token is replaced', async () => {
    const { browser, first } = await opened()
    expect(first.headers['set-cookie']).toMatch(
      /^sandbank-form=[\w-]{43}; Path=\/worlds\/[\w-]+\/sca\/[\w-]+; HttpOnly; SameSite=Lax$/,
    )
    const { token } = browser
    expect((await browser.open()).headers['set-cookie']).toBeUndefined()
    expect(browser.token).toBe(token)
    const planted = await opened({ Cookie: 'sandbank-form=planted' })
    expect(planted.first.headers['set-cookie']).toBeDefined()
  })
})

describe('the page', () => {
  it('runs, loads and frames nothing of anybody else, and no cache keeps it', async () => {
    const { first } = await opened()
    expect(first.headers['content-security-policy']).toBe(
      "default-src 'none'; base-uri 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self' http: https:; frame-ancestors 'none'",
    )
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.headers['x-content-type-options']).toBe('nosniff')
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
  })

  it.each([
    ['https://tpp.example:8443/cb;x?a=1', 'http: https:'],
    ['http://127.0.0.1:9/cb', 'http: https:'],
    ['http://[::1]:9/cb', 'http: https:'],
    ['com.acme.app://done', 'com.acme.app:'],
  ])(
    'lets the answer to its form lead to %s, and on from there, but to no other kind of address',
    async (redirectUri, source) => {
      const world = await bank.world()
      const { path } = await ask(bank, world, { redirectUri })
      const browser = visitor(bank, path)
      expect((await browser.open()).headers['content-security-policy']).toContain(`form-action 'self' ${source};`)
      const left = await browser.submit({ customerNumber: (await householdIn(world)).number, action: 'reject' })
      expect(left.headers['location']).toBe(`${redirectUri}${redirectUri.includes('?') ? '&' : '?'}error=access_denied`)
    },
  )

  it('follows no address that would run something, should one ever be stored', async () => {
    const world = await bank.world()
    for (const redirectUri of ['javascript:alert(1)', 'data:text/html,x', 'nonsense']) {
      const answer = await visitor(bank, (await ask(bank, world, { redirectUri })).path).open()
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain(redirectUri)
    }
  })

  it('goes where the TPP signed and nowhere that a form or query says', async () => {
    const { world, path } = await opened()
    const browser = visitor(bank, `${path}?redirectUri=https://evil.example`)
    await browser.open()
    const left = await browser.submit({
      action: 'reject',
      customerNumber: (await householdIn(world)).number,
      redirectUri: 'https://evil.example',
      redirectTo: '//evil.example',
    })
    expect(left.headers['location']).toBe('https://tpp.example/callback?state=s1&error=access_denied')
  })

  it('shows names of customers, accounts and TPPs as text, whatever they hold', async () => {
    const world = await bank.world()
    const evil = '"><script>alert(1)</script>&<img src=x onerror=alert(2)>'
    const psu = await addCustomer(world, { name: evil })
    await addAccount(world, { accountName: evil }, psu.customerNumber)
    const ctx = await contextOf(bank, world, { ...ACME, tppName: evil })
    const authorisation = await startAuthorisation(ctx, {
      customerId: undefined,
      context: undefined,
      agreementId: undefined,
      redirectUri: 'https://tpp.example/"><script>alert(3)</script>',
      redirectPreferred: true,
      purpose: 'CONSENT',
    })
    const browser = visitor(bank, scaPath(ctx, authorisation))
    const pages = [
      await browser.open(),
      await browser.submit({ customerNumber: evil, action: 'continue' }),
      await browser.submit({ customerNumber: psu.customerNumber, action: 'continue' }),
    ]
    expect(pages.map(one => one.status)).toEqual([200, 401, 200])
    for (const { text } of pages) {
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)')
      expect(text).not.toMatch(/<script>|<img/)
    }
  })

  it('answers other methods with 405 and what is possible', async () => {
    const { path } = await opened()
    const answer = await fetch(bank.url + path, { method: 'PUT' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  it('never costs a fault of the server', () => {
    expect(bank.faults).toEqual([])
  })
})
