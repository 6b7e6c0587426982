import { describe, expect, it } from 'vitest'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, contextOf, pass, textOf, visitor } from './visits.ts'

const bank = await startBank()
const KARI = '13039319955'
const OLA = '12085592767'

/** The id of the agreement of Fjordfisk AS. */
async function fjordfisk(world: World): Promise<string> {
  const { body } = await world.graphql('{ agreements(filter: { nameContains: "Fjordfisk" }) { nodes { id } } }')
  return body.data.agreements.nodes[0].id
}

async function grant(world: World, customerNumber: string, context: 'PRIVATE' | 'CORPORATE', tppName = 'Acme') {
  const caller = { kind: 'tpp', tppId: `NO-FSA-${tppName}`, tppName } as const
  const { authorisation } = await ask(bank, world, {}, caller)
  const ctx = await contextOf(bank, world, caller)
  const agreementId = context === 'CORPORATE' ? await fjordfisk(world) : undefined
  await completeAuthorisation(ctx, authorisation.id, { customerNumber, context, agreementId, outcome: 'APPROVED' })
}

async function loggedIn(world: World, customerNumber: string) {
  const browser = visitor(bank, `${world.base}/my/consents`)
  await browser.open()
  const list = await browser.submit({ customerNumber })
  return { browser, list, ids: [...list.text.matchAll(/name="consentId" value="([^"]+)"/g)].map(([, id = '']) => id) }
}

const statesIn = (text: string) => [...text.matchAll(/<span class="chip (\w+)">/g)].map(([, state]) => state)

describe('the page of my consents', () => {
  it('shows to whom, for what, under which agreement, since when and until when', async () => {
    const world = await bank.world('STANDARD')
    await grant(world, KARI, 'CORPORATE')
    await grant(world, KARI, 'PRIVATE', 'Beta')
    const { list } = await loggedIn(world, KARI)
    expect(list.status).toBe(200)
    const text = textOf(list)
    expect(text).toContain('Consents of Kari Nordmann')
    expect(text.indexOf('Beta')).toBeLessThan(text.indexOf('Acme'))
    expect(text).toContain('From Acme (NO-FSA-Acme)')
    expect(text).toContain('Driftskonto 1503.40.30011 · NOK')
    expect(text).toContain('Kredittkort 541703******8264 · NOK')
    expect(text).toContain('For Fjordfisk AS, under the agreement Fjordfisk AS nettbank')
    expect(text).toMatch(/Given \d+ \w+ \d{4} at \d\d:\d\d Valid until \d+ \w+ \d{4} at/)
    expect(statesIn(list.text)).toEqual(['VALID', 'VALID'])
    expect(list.headers['cache-control']).toBe('no-store')
  })

  it('offers the people of the world, so that one click shows theirs, and none where the door is locked', async () => {
    const world = await bank.world('STANDARD')
    await grant(world, KARI, 'PRIVATE')
    const browser = visitor(bank, `${world.base}/my/consents`)
    const login = await browser.open()
    expect(textOf(login)).toContain('A test bank: pick a customer Kari Nordmann 13039319955 Ola Nordmann 12085592767')
    expect(textOf(login)).not.toContain('Fjordfisk')
    const shown = await browser.submit({ customerNumber: KARI, action: 'continue' })
    expect(textOf(shown)).toContain('Consents of Kari Nordmann')
    expect(textOf(shown)).not.toContain('pick a customer')
    expect(textOf(await browser.submit({ customerNumber: '1' }))).toContain('pick a customer')
    const locked = await startBank({ token: 'a-token-of-some-length' })
    const there = await visitor(locked, '/my/consents').open()
    expect(there.status).toBe(200)
    expect(textOf(there)).not.toContain('pick a customer')
    expect(there.text).not.toContain(KARI)
  })

  it('takes one back after asking once more, and the TPP has lost it', async () => {
    const world = await bank.world('STANDARD')
    await grant(world, KARI, 'PRIVATE')
    await grant(world, KARI, 'PRIVATE', 'Beta')
    const { browser, ids } = await loggedIn(world, KARI)
    const [beta = ''] = ids
    const sure = await browser.submit({ customerNumber: KARI, consentId: beta })
    expect(textOf(sure)).toContain('Take this consent back?')
    expect(textOf(sure)).toContain('Beta can then see none of these accounts.')
    expect(statesIn((await browser.submit({ customerNumber: KARI })).text)).toEqual(['VALID', 'VALID'])
    const done = await browser.submit({ customerNumber: KARI, consentId: beta, action: 'confirm' })
    expect(done.text).toMatch(/role="status">The consent to Beta is taken back\./)
    expect(statesIn(done.text)).toEqual(['REVOKED', 'VALID'])
    expect(textOf(done)).toMatch(/Taken back \d+ \w+ \d{4} at/)
  })

  it('says which consents open nothing any more: replaced by a newer one, or 180 days old', async () => {
    const world = await bank.world('STANDARD')
    await grant(world, KARI, 'PRIVATE')
    await pass(bank, world, 'PT1H')
    await grant(world, KARI, 'PRIVATE')
    expect(statesIn((await loggedIn(world, KARI)).list.text)).toEqual(['VALID', 'REPLACED'])
    await pass(bank, world, 'P181D')
    const { list, ids } = await loggedIn(world, KARI)
    expect(statesIn(list.text)).toEqual(['EXPIRED', 'REPLACED'])
    expect(ids).toEqual([])
  })

  it('offers no one the consents of another customer, of another world, or of no customer', async () => {
    const world = await bank.world('STANDARD')
    const other = await bank.world('STANDARD')
    await grant(world, KARI, 'PRIVATE')
    const kari = await loggedIn(world, KARI)
    const [id = ''] = kari.ids
    const ola = await loggedIn(world, OLA)
    expect(textOf(ola.list)).toContain('You have given no consent.')
    expect((await ola.browser.submit({ customerNumber: OLA, consentId: id, action: 'confirm' })).status).toBe(400)
    expect(textOf((await loggedIn(other, KARI)).list)).toContain('You have given no consent.')
    const nobody = (await loggedIn(world, '1')).list
    expect(nobody.status).toBe(401)
    expect(textOf(nobody)).toContain('This bank has no customer with this number.')
    expect((await loggedIn(world, ' ')).list.status).toBe(400)
    expect(statesIn((await kari.browser.submit({ customerNumber: KARI })).text)).toEqual(['VALID'])
  })

  it('is as safe against foreign forms as the page of an approval', async () => {
    const world = await bank.world('STANDARD')
    await grant(world, KARI, 'PRIVATE')
    const { browser, ids } = await loggedIn(world, KARI)
    const revoke = { customerNumber: KARI, consentId: ids[0] ?? '', action: 'confirm' }
    expect((await browser.submit(revoke, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await browser.submit(revoke, { Cookie: 'none=1' })).status).toBe(403)
    expect((await browser.open()).headers['content-security-policy']).toContain(
      "form-action 'self'; frame-ancestors 'none'",
    )
    expect(statesIn((await loggedIn(world, KARI)).list.text)).toEqual(['VALID'])
  })

  it('speaks Norwegian', async () => {
    const world = await bank.world('STANDARD')
    const browser = visitor(bank, `${world.base}/my/consents`, { 'Accept-Language': 'nb' })
    await browser.open()
    expect(textOf(await browser.submit({ customerNumber: KARI }))).toContain('Samtykkene til Kari Nordmann')
  })
})
