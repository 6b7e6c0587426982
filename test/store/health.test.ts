import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreUnavailableError } from '../../src/store/errors.ts'
import { createHealth } from '../../src/store/health.ts'

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
  const part = (name: string) => async () => {
    looks.push(name)
    if (name === failing) throw new StoreUnavailableError('an error of the disk', 'The disk is full')
  }
  const health = createHealth('sandbank.db', {
    files: part('files'),
    writing: part('writing'),
    reading: part('reading'),
  })
  return {
    looks,
    health,
    fail: (name: string | undefined) => {
      failing = name
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
    expect(await health()).toEqual({ ok: false, part: name, reason: 'The disk is full' })
    fail(undefined)
    vi.advanceTimersByTime(1_000)
    expect(await health()).toEqual({ ok: true })
  },
)
