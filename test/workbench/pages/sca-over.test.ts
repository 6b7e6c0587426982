import { describe, expect, it } from 'vitest'
import {
  addCorporate,
  addMember,
  addPayer,
  BASKETS,
  NDCT,
  paymentBody,
  register,
  sign,
  startSca,
} from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { stopClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { ask, householdIn, pass, stored, textOf, visitor } from './visits.ts'

const bank = await startBank()

/** A payer in a world of its own, its payment of a product, and the path of each of the SCAs that were started. */
async function payment(scas = 2) {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const made = await register(psu, NDCT, paymentBody(debtor, creditor))
  const paths: string[] = []
  while (paths.length < scas) paths.push(await startSca(psu, made.path))
  return { psu, number, made, paths }
}

/** The page of an SCA that has nothing left to decide, as it is opened and as its form is sent. */
async function closed(path = '', number = ''): Promise<string> {
  const browser = visitor(bank, path)
  const opened = await browser.open()
  expect(opened.status).toBe(400)
  expect(opened.text).not.toContain('<form')
  expect(textOf(opened)).toContain('Back to tpp.example')
  const sent = await browser.submit({ customerNumber: number, action: 'approve' })
  expect(sent.status).toBe(400)
  return opened.text
}

async function scaStatusAt(psu: World, path: string, sca = ''): Promise<string> {
  return (await psu.call('GET', `${path}/authorisations/${sca.split('/').at(-1)}`)).body.scaStatus
}

const DENIED = /href="https:\/\/tpp\.example\/[^"]*error=access_denied"/

describe('an authorisation that has nothing left to decide', () => {
  it('says that the payment was cancelled, and has failed', async () => {
    const { psu, number, made, paths } = await payment(1)
    await psu.call('DELETE', made.path)
    const text = await closed(paths[0], number)
    expect(text).toContain('Nothing is left to answer')
    expect(text).toContain('The payment was cancelled.')
    expect(text).toMatch(DENIED)
    expect(await scaStatusAt(psu, made.path, paths[0])).toBe('failed')
  })

  it('says that the payment was approved in answer to another one, and sends no access_denied to the TPP', async () => {
    const { psu, number, made, paths } = await payment()
    await decide(bank, psu, paths[0] ?? '', { customerNumber: number })
    const text = await closed(paths[1], number)
    expect(text).toContain('The payment was already approved in answer to another request.')
    expect(text).toContain('href="https://tpp.example/"')
    expect(text).not.toContain('access_denied')
    expect(await scaStatusAt(psu, made.path, paths[0])).toBe('finalised')
    expect(await scaStatusAt(psu, made.path, paths[1])).toBe('failed')
    const answered = await visitor(bank, paths[0] ?? '').open()
    expect(textOf(answered)).toContain('This request was already approved')
  })

  it('says that it was rejected only where its PSU did so', async () => {
    const { psu, number, paths } = await payment()
    await decide(bank, psu, paths[0] ?? '', { customerNumber: number, outcome: 'REJECTED' })
    expect(await closed(paths[0], number)).toContain('This request was already rejected')
  })

  it('says that the TPP withdrew it when its basket was deleted', async () => {
    const { psu, number, made } = await payment(0)
    const basket = await register(psu, BASKETS, { paymentIds: [made.id] })
    const sca = await startSca(psu, basket.path)
    await psu.call('DELETE', basket.path)
    const text = await closed(sca, number)
    expect(text).toContain('This request was withdrawn before it was answered.')
    expect(text).not.toContain('rejected')
    expect(text).toMatch(DENIED)
  })

  it('ends with the last payment of its basket that waited', async () => {
    const { psu, number, made, paths } = await payment()
    const basket = await register(psu, BASKETS, { paymentIds: [made.id] })
    const sca = await startSca(psu, basket.path)
    await decide(bank, psu, paths[0] ?? '', { customerNumber: number })
    expect(await scaStatusAt(psu, basket.path, sca)).toBe('failed')
    expect(await closed(sca, number)).toContain('All of these payments were approved, rejected or cancelled')
  })

  it('says that a cancellation comes too late once the payment was carried out', async () => {
    const { psu, number, made } = await payment(0)
    await sign(bank, psu, made, number)
    await stopClock(bank, psu, '2030-05-15T13:29:00+02:00')
    const sca = await startSca(psu, made.path, 'cancellation-authorisations')
    expect((await visitor(bank, sca).open()).status).toBe(200)
    await pass(bank, psu, 'PT2M')
    expect(await closed(sca, number)).toContain('The payment is carried out and can no longer be cancelled.')
  })
})

it('an approval that this PSU may not give says why, and leads back to the login', async () => {
  const corporate = await addCorporate(bank)
  const clerk = await addMember(bank, corporate.world, corporate, { approvalLimit: 0 })
  const made = await register(clerk.psu, NDCT, paymentBody(corporate.account, corporate.creditor))
  await sign(bank, clerk.psu, made, clerk.number)
  const path = await startSca(clerk.psu, made.path)
  const browser = visitor(bank, path)
  await browser.open()
  const answer = await browser.submit({ customerNumber: clerk.number, action: 'approve' })
  expect(answer.status).toBe(403)
  expect(textOf(answer)).toContain('Another member of the agreement must approve.')
  expect(textOf(answer)).not.toContain('The form was not sent from this page')
  expect(answer.text).toContain(`<a href="${new URL(path).pathname}">Start again</a>`)
})

describe('an authorisation that is over', () => {
  it('is 401 with a way back once its 30 minutes are gone, for a page that is open already, too', async () => {
    const world = await bank.world()
    const { number, first } = await householdIn(world)
    const { path } = await ask(bank, world)
    const browser = visitor(bank, path)
    await browser.open()
    await pass(bank, world, 'PT30M')
    for (const answer of [
      await browser.open(),
      await browser.submit({ customerNumber: number, action: 'approve', account: first.id }),
    ]) {
      expect(answer.status).toBe(401)
      expect(textOf(answer)).toContain('This request has expired')
      expect(answer.text).toContain(`href="https://tpp.example/callback?state=s1&amp;error=access_denied"`)
    }
    expect(await stored(bank, world, number)).toEqual([])
  })

  it('is open until the last moment', async () => {
    const world = await bank.world()
    const { path } = await ask(bank, world)
    await pass(bank, world, 'PT29M50S')
    expect((await visitor(bank, path).open()).status).toBe(200)
  })

  it('is 400 when it was approved or rejected before, and is approved once only', async () => {
    const world = await bank.world()
    const { number, first } = await householdIn(world)
    const approve = { customerNumber: number, action: 'approve', account: first.id }
    const { path } = await ask(bank, world)
    const browser = visitor(bank, path)
    await browser.open()
    expect((await browser.submit(approve)).status).toBe(303)
    const twice = await browser.submit(approve)
    expect(twice.status).toBe(400)
    expect(textOf(twice)).toContain('This request was already approved')
    // The TPP has its answer: a second one would contradict it.
    expect(twice.text).toContain('href="https://tpp.example/"')
    expect(textOf(twice)).toContain('Back to tpp.example')
    expect(twice.text).not.toMatch(/access_denied|psu-id/)
    expect(await stored(bank, world, number)).toHaveLength(1)

    const other = visitor(bank, (await ask(bank, world)).path)
    await other.open()
    await other.submit({ customerNumber: number, action: 'reject' })
    const rejected = await other.open()
    expect(rejected.status).toBe(400)
    expect(textOf(rejected)).toContain('This request was already rejected')
    expect(rejected.text).toContain('error=access_denied')
  })

  it('is approved once even by many clicks at the same time', async () => {
    const world = await bank.world()
    const { number, first } = await householdIn(world)
    const browser = visitor(bank, (await ask(bank, world)).path)
    await browser.open()
    const approve = { customerNumber: number, action: 'approve', account: first.id }
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.submit(approve)))
    expect(answers.map(one => one.status).sort()).toEqual([303, ...Array(7).fill(400)])
    expect(await stored(bank, world, number)).toHaveLength(1)
  })

  it('is 404 when there is none, or only in another world', async () => {
    const [world, other] = [await bank.world(), await bank.world()]
    const { authorisation } = await ask(bank, world)
    for (const path of [
      `${other.base}/sca/${authorisation.id}`,
      `/sca/${authorisation.id}`,
      `${world.base}/sca/x%27%00`,
    ]) {
      const answer = await visitor(bank, path).open()
      expect(answer.status).toBe(404)
      expect(textOf(answer)).toContain('There is no such request')
    }
    const nowhere = await visitor(bank, `/worlds/nowhere/sca/${authorisation.id}`).open()
    expect(nowhere.status).toBe(404)
    expect(textOf(nowhere)).toContain('This server has no world named nowhere.')
  })
})
