import { describe, expect, it } from 'vitest'
import { getAuthorisation } from '../../../src/bank/resolvers/authorisations/read.ts'
import { listConsentsOf } from '../../../src/bank/resolvers/consents/list.ts'
import {
  addAccount,
  addAgreement,
  addCorporation,
  addCustomer,
  create,
  engagementBody,
} from '../../support/builders/builders.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, CALLBACK, contextOf, householdIn, offered, stored, textOf, visitor } from './visits.ts'

const bank = await startBank()

async function psuIdOf(world: World, number: string) {
  return (await listConsentsOf(await contextOf(bank, world), number, { skip: 0, take: 100 })).customer.psuId
}

/** A customer that acts for a corporation, under one agreement for each name. */
async function memberIn(world: World, agreements: readonly string[], hasOwn: boolean) {
  const psu = await addCustomer(world, { name: 'Ola Nordmann' })
  if (hasOwn) await addAccount(world, {}, psu.customerNumber)
  const corporation = await addCorporation(world, { name: 'Fjordfisk AS' })
  const made = []
  for (const name of agreements) {
    const account = await addAccount(world, { accountName: `Drift ${name}` }, corporation.customerNumber)
    const agreement = await addAgreement(world, corporation.customerNumber, { name })
    await create(
      world,
      `/v1/sandbox/agreements/${agreement.id}/engagements`,
      engagementBody(psu.customerNumber, account.iban),
    )
    made.push({ account, agreement })
  }
  return { number: String(psu.customerNumber), made }
}

describe('a private customer', () => {
  it('reads who asks for what, logs in, ticks accounts, approves and comes back to the TPP with psu-id and tpp-session-id (D33)', async () => {
    const world = await bank.world()
    const { number, first, card } = await householdIn(world)
    const { authorisation, path } = await ask(bank, world)
    expect(path).toBe(`${world.base}/sca/${authorisation.id}`)
    const browser = visitor(bank, path)

    const login = await browser.open()
    expect(login.status).toBe(200)
    expect(textOf(login)).toContain('Sandbank: a test bank, no real money')
    expect(textOf(login)).toContain('Acme Kontoinnsyn (NO-FSA-900100200)')
    expect(textOf(login)).toContain('for 180 days')
    expect(textOf(login)).toContain('You go back to Acme Kontoinnsyn (tpp.example)')

    const accounts = await browser.submit({ customerNumber: number, action: 'continue' })
    expect(accounts.status).toBe(200)
    expect(textOf(accounts)).toContain('Kari Nordmann')
    expect(textOf(accounts)).toContain('Lønn 1503.40.10010 · NOK')
    expect(textOf(accounts)).toContain(`Kredittkort ${card.maskedPan} · NOK`)
    expect(offered(accounts)).toHaveLength(3)
    expect(accounts.text).not.toContain('checked')

    const left = await browser.submit({ customerNumber: number, action: 'approve', account: [first.id, card.id] })
    expect(left.status).toBe(303)
    const target = new URL(left.headers['location'] ?? '')
    const { sessionId, status } = await getAuthorisation(await contextOf(bank, world), authorisation.id)
    expect(status).toBe('FINALISED')
    expect(target.origin + target.pathname).toBe('https://tpp.example/callback')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      state: 's1',
      'psu-id': await psuIdOf(world, number),
      'tpp-session-id': sessionId,
    })
    const [consent] = await stored(bank, world, number)
    expect(consent?.accounts.map(row => row.id)).toEqual([first.id])
    expect(consent?.cardAccounts.map(row => row.id)).toEqual([card.id])
  })

  it('gets the request to tick an account when it approves none, and nothing is granted', async () => {
    const world = await bank.world()
    const { number } = await householdIn(world)
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const answer = await browser.submit({ customerNumber: number, action: 'approve' })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/role="alert" id="fault">Tick at least one account/)
    expect(answer.text).toMatch(/<fieldset aria-describedby="fault">/)
    expect(answer.text).toContain('<title>Error: Choose accounts · Sandbank</title>')
    expect(await stored(bank, world, number)).toEqual([])
  })

  it('cannot open an account that is not its own', async () => {
    const world = await bank.world()
    const { number, first } = await householdIn(world)
    const foreign = await addAccount(world)
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const answer = await browser.submit({ customerNumber: number, action: 'approve', account: [first.id, foreign.id] })
    expect(answer.status).toBe(400)
    expect(textOf(answer)).toContain('An account that you ticked is not offered any more.')
    expect(await stored(bank, world, number)).toEqual([])
  })

  it('sees that a number is missing or unknown, with what it wrote kept', async () => {
    const world = await bank.world()
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const missing = await browser.submit({ customerNumber: '  ', action: 'continue' })
    expect(missing.status).toBe(400)
    expect(textOf(missing)).toContain('Enter a customer number.')
    const unknown = await browser.submit({ customerNumber: '999', action: 'continue' })
    expect(unknown.status).toBe(401)
    expect(textOf(unknown)).toContain('This bank has no customer with this number.')
    expect(unknown.text).toMatch(/value="999"[^>]*aria-describedby="fault hint"[^>]*aria-invalid="true"/)
  })

  it('must be the customer that the TPP named', async () => {
    const world = await bank.world()
    const { psu, number } = await householdIn(world)
    const other = await addCustomer(world)
    const { path } = await ask(bank, world, { customerId: psu.customerId })
    const browser = visitor(bank, path)
    // Of the customers to pick, only the one who can answer.
    const page = textOf(await browser.open())
    expect(page).toContain(`pick a customer Kari Nordmann ${number}`)
    expect(page).not.toContain(other.customerNumber)
    const refused = await browser.submit({ customerNumber: other.customerNumber, action: 'continue' })
    expect(refused.status).toBe(401)
    expect(textOf(refused)).toContain('Enter the customer number that Acme Kontoinnsyn named')
    const fault = /role="alert"[^>]*>([^<]*)</.exec(refused.text)?.[1]
    expect(fault).not.toContain(number)
    expect((await browser.submit({ customerNumber: number, action: 'continue' })).status).toBe(200)
  })

  it('without any account learns that it has nothing to approve with, and can reject', async () => {
    const world = await bank.world()
    const { customerNumber } = await addCustomer(world, { name: 'Tom Hansen' })
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const answer = await browser.submit({ customerNumber, action: 'approve' })
    expect(answer.status).toBe(400)
    expect(textOf(answer)).toContain('Tom Hansen has no account or agreement in this bank')
    expect((await browser.submit({ customerNumber, action: 'reject' })).headers['location']).toContain(
      'error=access_denied',
    )
  })
})

describe('a customer that can act for a corporation', () => {
  it('chooses the context that the TPP left open, and sees a message when it does not', async () => {
    const world = await bank.world()
    const { number, made } = await memberIn(world, ['Nettbank'], true)
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const context = await browser.submit({ customerNumber: number, action: 'continue' })
    expect(context.status).toBe(200)
    expect(textOf(context)).toContain('Who are you acting for?')
    expect(context.text).not.toContain('role="alert"')
    const again = await browser.submit({ customerNumber: number, step: 'CONTEXT', action: 'continue' })
    expect(again.status).toBe(400)
    expect(textOf(again)).toContain('Choose who you are acting for.')
    const accounts = await browser.submit({ customerNumber: number, context: 'CORPORATE', action: 'continue' })
    expect(textOf(accounts)).toContain('Fjordfisk AS, under the agreement Nettbank')
    expect(offered(accounts)).toEqual([made[0]?.account.id])
  })

  it('is not asked for a context that the TPP fixed', async () => {
    const world = await bank.world()
    const { number } = await memberIn(world, ['Nettbank'], true)
    const browser = visitor(bank, (await ask(bank, world, { context: 'CORPORATE' })).path)
    await browser.open()
    const accounts = await browser.submit({ customerNumber: number, action: 'continue' })
    expect(textOf(accounts)).toContain('Choose accounts')
    expect(textOf(accounts)).toContain('Fjordfisk AS, under the agreement Nettbank')
  })

  it('chooses one of several agreements and opens the accounts of that one', async () => {
    const world = await bank.world()
    const { number, made } = await memberIn(world, ['Øst', 'Vest'], false)
    const [, west] = made
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const agreements = await browser.submit({ customerNumber: number, action: 'continue' })
    expect(textOf(agreements)).toContain('Choose an agreement')
    const again = await browser.submit({ customerNumber: number, step: 'AGREEMENT', action: 'continue' })
    expect(again.status).toBe(400)
    expect(textOf(again)).toContain('Choose one of the agreements.')
    const chosen = { customerNumber: number, context: 'CORPORATE', agreementId: west?.agreement.id }
    expect(offered(await browser.submit({ ...chosen, action: 'continue' }))).toEqual([west?.account.id])
    const left = await browser.submit({ ...chosen, action: 'approve', account: west?.account.id })
    expect(left.status).toBe(303)
    const [consent] = await stored(bank, world, number)
    expect(consent?.consent).toMatchObject({ context: 'CORPORATE', agreementId: west?.agreement.id })
  })
})

describe('every step', () => {
  it('can be left by rejecting, with the right number: the TPP gets access_denied beside its own query (D33)', async () => {
    const world = await bank.world()
    const { number } = await householdIn(world)
    const other = await addCustomer(world)
    const { customerId } = await bank.store.reader.customer
      .findFirstOrThrow({ where: { worldId: world.name, customerNumber: number } })
      .then(({ id }) => ({ customerId: id }))
    for (const [named, wrong, status] of [
      [undefined, '', 400],
      [undefined, 'wrong', 401],
      [customerId, String(other.customerNumber), 401],
    ] as const) {
      const { authorisation, path } = await ask(bank, world, { customerId: named })
      const browser = visitor(bank, path)
      await browser.open()
      const kept = async () => (await getAuthorisation(await contextOf(bank, world), authorisation.id)).status
      expect((await browser.submit({ action: 'reject', customerNumber: wrong })).status).toBe(status)
      expect(await kept()).toBe('RECEIVED')
      const left = await browser.submit({ action: 'reject', customerNumber: number })
      expect(left.status).toBe(303)
      expect(left.headers['location']).toBe(`${CALLBACK}&error=access_denied`)
      expect(await kept()).toBe('FAILED')
    }
    expect(await stored(bank, world, number)).toEqual([])
  })

  it('speaks Norwegian to who asks for it, and English to all others (D19)', async () => {
    const world = await bank.world()
    const { path } = await ask(bank, world)
    const pageIn = async (language: string) => (await visitor(bank, path, { 'Accept-Language': language }).open()).text
    for (const norwegian of ['nb', 'nb-NO,nb;q=0.9,en;q=0.8', 'nn-NO', 'no', 'de, nb;q=0.5'])
      expect(await pageIn(norwegian)).toMatch(/<html lang="nb">.*Logg inn for å svare/s)
    for (const other of ['en-GB', 'de', '*', 'en, nb;q=0.5', '!!'])
      expect(await pageIn(other)).toMatch(/<html lang="en">.*Log in to answer/s)
  })
})

describe('an app that approves by itself (TPP-Redirect-Preferred: false)', () => {
  it('opens all accounts without asking which, by a form that sends itself or by its button', async () => {
    const world = await bank.world()
    const { number } = await householdIn(world)
    const browser = visitor(bank, (await ask(bank, world, { redirectPreferred: false })).path)
    await browser.open()
    const app = await browser.submit({ customerNumber: number, action: 'continue' })
    expect(textOf(app)).toContain('Approve in your app')
    expect(app.text).toContain('data-send-after="2000"')
    expect(offered(app)).toEqual([])
    const left = await browser.submit({ customerNumber: number, action: 'approve' })
    expect(left.status).toBe(303)
    const [consent] = await stored(bank, world, number)
    expect(consent?.accounts).toHaveLength(2)
    expect(consent?.cardAccounts).toHaveLength(1)
  })
})
