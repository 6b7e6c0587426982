import { describe, expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { ask, householdIn, pass, stored, textOf, visitor } from './visits.ts'

const bank = await startBank()

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
