import { describe, expect, it } from 'vitest'
import { startAuthorisation } from '../../../src/bank/resolvers/authorisations/start.ts'
import { type DueWork, hasDueWork } from '../../../src/bank/resolvers/work.ts'
import { insertMany } from '../../../src/platform/store/bulk-writes.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { catchUp, catchUpAll, runStep, startPace } from '../../../src/sandbox/worlds/catch-up.ts'
import { advanceClock, freezeClock, getClock, resumeClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { addClockedWorld, MINUTE, START } from '../../support/builders/clocked-world.ts'

const request = (place: number) => ({
  customerId: undefined,
  context: undefined,
  agreementId: undefined,
  redirectUri: `https://tpp.example/${place}`,
  redirectPreferred: true,
  purpose: 'CONSENT' as const,
})

/** Authorisations a minute apart, the first of which ends 30 minutes after START. */
async function addAuthorisations(world: Awaited<ReturnType<typeof addClockedWorld>>, count: number) {
  const ids = []
  for (let place = 0; place < count; place += 1) {
    ids.push((await startAuthorisation(await world.operator(), request(place))).id)
    if (place + 1 < count) await advanceClock(await world.operator(), { by: 'PT1M' })
  }
  return ids
}

/** Many authorisations that end a tenth of a second apart. */
async function addManyAuthorisations(world: Awaited<ReturnType<typeof addClockedWorld>>, count: number) {
  const row = await startAuthorisation(await world.operator(), request(0))
  const places = Array.from({ length: count }, (_none, place) => place)
  const later = (place: number) => new Date(row.expiresAt.getTime() + place * 1_000)
  const rows = places.map(place => ({ ...row, id: `a-${place}`, expiresAt: later(place / 10) }))
  await world.store.transaction(tx => insertMany(tx, 'Authorisation', rows), { worlds: ['w'] })
}

const ends = (store: Store) =>
  store.reader.authorisation
    .findMany({ orderBy: { id: 'asc' } })
    .then(rows => rows.map(row => row.finishedAt?.toISOString()))

describe('Due work', () => {
  it('is done in order, each at its own instant, while the clock is moved past it', async () => {
    const world = await addClockedWorld()
    await freezeClock(await world.operator())
    await addAuthorisations(world, 3)
    expect((await getClock(await world.operator())).nextDueAt).toEqual(new Date('2030-05-15T10:30:00Z'))
    await advanceClock(await world.operator(), { to: new Date('2030-05-15T10:31:00Z') })
    const first = ['2030-05-15T10:30:00.000Z', '2030-05-15T10:31:00.000Z']
    expect(await ends(world.store)).toEqual([...first, undefined])
    expect((await getClock(await world.operator())).nextDueAt).toEqual(new Date('2030-05-15T10:32:00Z'))
    const clock = await advanceClock(await world.operator(), { by: 'P1Y' })
    expect(await ends(world.store)).toEqual([...first, '2030-05-15T10:32:00.000Z'])
    expect(clock.nextDueAt).toBeNull()
  })

  it('is done when the clock runs past it by itself, as soon as anybody looks', async () => {
    const world = await addClockedWorld()
    await addAuthorisations(world, 1)
    world.wait(30 * MINUTE - 1)
    expect((await getWorld(world.deps, 'w')).nextDueAt).not.toBeNull()
    world.wait(1)
    expect((await getWorld(world.deps, 'w')).nextDueAt).toBeNull()
    expect(await ends(world.store)).toEqual(['2030-05-15T10:30:00.000Z'])
  })

  it('is done without anybody looking, but not in a world that stands still', async () => {
    const world = await addClockedWorld()
    await addAuthorisations(world, 1)
    await freezeClock(await world.operator())
    world.wait(60 * MINUTE)
    await catchUpAll(world.deps)
    expect(await ends(world.store)).toEqual([undefined])
    await resumeClock(await world.operator())
    world.wait(29 * MINUTE)
    await catchUpAll(world.deps)
    expect(await ends(world.store)).toEqual([undefined])
    world.wait(MINUTE)
    await catchUpAll(world.deps)
    expect(await ends(world.store)).toEqual(['2030-05-15T10:30:00.000Z'])
  })

  it('of one instant is done in the order of the register, and may bring about more', async () => {
    const { operator } = await addClockedWorld()
    const done: string[] = []
    const at = (minutes: number) => new Date(Date.parse(START) + minutes * MINUTE)
    const work = (name: string, ...minutes: number[]): DueWork => {
      const instants = minutes.map(at)
      return {
        name,
        what: 'something is done',
        nextAt: async () => instants[0],
        run: async tx => {
          done.push(`${name} ${(tx.now.getTime() - Date.parse(START)) / MINUTE}`)
          instants.shift()
          return { at: tx.now, rows: 1 }
        },
      }
    }
    let lateAt: Date | undefined
    const late: DueWork = {
      name: 'late',
      what: 'something is done',
      nextAt: async () => lateAt,
      run: async tx => {
        done.push('late 4')
        lateAt = undefined
        return { at: tx.now, rows: 1 }
      },
    }
    const starter: DueWork = {
      name: 'starter',
      what: 'something is done',
      nextAt: async () => (done.includes('starter 3') ? undefined : at(3)),
      run: async tx => {
        done.push('starter 3')
        lateAt = new Date(tx.now.getTime() + MINUTE)
        return { at: tx.now, rows: 1 }
      },
    }
    const works = [work('one', 2, 5, 5), work('two', 1, 2, 9), starter, late]
    const ctx = await operator()
    while ((await runStep(ctx, { until: () => at(6), pace: startPace(), works })).more) {
      // Each step is one piece of work.
    }
    expect(done).toEqual(['two 1', 'one 2', 'two 2', 'starter 3', 'late 4', 'one 5', 'one 5'])
    expect((await getClock(await operator())).nextDueAt).toEqual(at(9))
  })

  it('is safe from a crash: each step commits, the clock stands where it got to, and the rest is done later', async () => {
    const world = await addClockedWorld()
    await freezeClock(await world.operator())
    await addManyAuthorisations(world, 20_000)
    let left = 3
    const crashing: Store = {
      ...world.store,
      transaction: (run, scope) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('crash')) : world.store.transaction(run, scope)
      },
    }
    const advance = { to: new Date('2030-05-15T12:00:00Z') }
    await expect(advanceClock(await world.on(crashing), advance)).rejects.toThrow('crash')
    const rows = () => world.store.reader.authorisation.findMany({ orderBy: { expiresAt: 'asc' } })
    const stands = await world.now()
    const half = await rows()
    expect(half.filter(row => row.finishedAt !== null).length).toBeGreaterThan(0)
    expect(half.filter(row => row.finishedAt === null).length).toBeGreaterThan(0)
    for (const { expiresAt, finishedAt } of half)
      expect(finishedAt).toEqual(expiresAt.toISOString() <= stands ? expiresAt : null)
    // The crashed call could not give its lock back; no call waits for it.
    await advanceClock(await world.operator(), advance)
    for (const { expiresAt, finishedAt } of await rows()) expect(finishedAt).toEqual(expiresAt)
    expect(await world.now()).toBe('2030-05-15T12:00:00.000Z')
  })

  it('is done once, and the clock ends at the later instant, when two move it at the same time', async () => {
    const world = await addClockedWorld()
    await freezeClock(await world.operator())
    await addAuthorisations(world, 5)
    const clocks = await Promise.all(
      ['2030-05-15T10:33:00Z', '2030-05-15T11:00:00Z', '2030-05-15T10:31:30Z'].map(async to =>
        advanceClock(await world.operator(), { to: new Date(to) }),
      ),
    )
    const minutes = [30, 31, 32, 33, 34]
    expect(await ends(world.store)).toEqual(minutes.map(minute => `2030-05-15T10:${minute}:00.000Z`))
    expect(await world.now()).toBe('2030-05-15T11:00:00.000Z')
    for (const clock of clocks) expect(clock.now.getTime()).toBeGreaterThanOrEqual(Date.parse('2030-05-15T10:31:30Z'))
  })

  it('that is noted but not there any more is forgotten', async () => {
    const world = await addClockedWorld()
    await addAuthorisations(world, 1)
    await world.store.transaction(tx => tx.authorisation.deleteMany(), { worlds: ['w'] })
    world.wait(31 * MINUTE)
    const row = await world.store.reader.world.findUniqueOrThrow({ where: { id: 'w' } })
    expect(hasDueWork(row, world.deps.machineNow())).toBe(true)
    await catchUp(world.deps, row)
    expect((await getClock(await world.operator())).nextDueAt).toBeNull()
  })
})
