import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreBusyError, StoreUnavailableError } from '../../../src/platform/store/errors.ts'
import { createHealth } from '../../../src/platform/store/health.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A store whose parts count how often they are looked at, until one of them fails. */
function parts() {
  const looks: string[] = []
  let failing: string | undefined
  let fault = new StoreUnavailableError('an error of the disk', 'The disk is full')
  const part = (name: string) => async () => {
    looks.push(name)
    if (name === failing) throw fault
  }
  const health = createHealth('sandbank.db', {
    files: part('files'),
    writing: part('writing'),
    reading: part('reading'),
  })
  return {
    looks,
    health,
    fail: (name: string | undefined, by = fault) => {
      failing = name
      fault = by
    },
  }
}

it('is looked at once a second, however many ask', async () => {
  const { looks, health } = parts()
  for (let second = 1; second <= 3; second += 1) {
    for (const asked of await Promise.all(Array.from({ length: 1_000 }, health))) expect(asked).toEqual({ ok: true })
    vi.advanceTimersByTime(999)
    await health()
    expect(looks).toHaveLength(3 * second)
    vi.advanceTimersByTime(1)
  }
})

it.each(['files', 'writing', 'reading'])(
  'names the part that fails, %s, and is well again when that is',
  async name => {
    const { health, fail } = parts()
    fail(name)
    expect(await health()).toEqual({ ok: false, busy: false, part: name, reason: 'The disk is full' })
    fail(undefined)
    vi.advanceTimersByTime(1_000)
    expect(await health()).toEqual({ ok: true })
  },
)

it('D127: a fault that may pass is busy for ten seconds, and again after each time that it was well', async () => {
  const { health, fail } = parts()
  for (let time = 0; time < 2; time += 1) {
    expect(await health()).toEqual({ ok: true })
    fail('writing', new StoreBusyError('another one writes'))
    const seen: unknown[] = []
    for (let second = 1; second <= 12; second += 1) {
      vi.advanceTimersByTime(1_000)
      const found = await health()
      seen.push(!found.ok && found.busy)
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, second) => second < 10))
    fail(undefined)
    vi.advanceTimersByTime(1_000)
  }
})
