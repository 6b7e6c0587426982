import { describe, expect, it } from 'vitest'
import { assertWorldName, unknownWorld, wakesAt, worldBasePath, worldNow } from '../../src/domain/worlds.ts'
import { expectRefusal } from '../support/refusals.ts'

const machine = new Date('2026-01-01T00:00:00.000Z')

describe("A world's time (D40)", () => {
  it.each([
    [0n, null, '2026-01-01T00:00:00.000Z'],
    [86_400_000n, null, '2026-01-02T00:00:00.000Z'],
    [-1n, null, '2025-12-31T23:59:59.999Z'],
    [86_400_000n, new Date('2030-05-15T10:00:00Z'), '2030-05-15T10:00:00.000Z'],
  ])('an offset of %s ms, frozen at %o: %s', (clockOffsetMs, frozenAt, now) => {
    expect(worldNow({ clockOffsetMs, frozenAt }, machine).toISOString()).toBe(now)
  })
})

describe('When a world has something to do by the clock of the machine (D40)', () => {
  const nextDueAt = new Date('2030-05-15T10:00:00Z')
  it.each([
    [nextDueAt, null, 0n, nextDueAt],
    [nextDueAt, null, 60_000n, new Date('2030-05-15T09:59:00Z')],
    [nextDueAt, null, -60_000n, new Date('2030-05-15T10:01:00Z')],
    [nextDueAt, nextDueAt, 60_000n, null],
    [null, null, 60_000n, null],
  ])('due at %o, frozen at %o, %s ms ahead: %o', (due, frozenAt, clockOffsetMs, expected) => {
    expect(wakesAt({ nextDueAt: due, frozenAt, clockOffsetMs })).toEqual(expected)
  })
})

describe('The name of a world (D1)', () => {
  it.each(['a', '7', 'default', 'team-1', 'a--', 'a'.repeat(63)])('%s is right', name => {
    expect(() => assertWorldName(name)).not.toThrow()
  })

  it.each(['', '-a', 'A', 'å', 'a.b', 'a/b', '..', 'a_b', 'a b', 'a\n', 'a'.repeat(64)])('%j is refused', name => {
    const { faults } = expectRefusal(() => assertWorldName(name), 'FORMAT_ERROR', /1 to 63 of a-z, 0-9 and "-"/)
    expect(faults[0]?.path).toBe('name')
  })

  it('is in the base URL, but for the default world', () => {
    expect(worldBasePath({ id: 'default', name: 'default' })).toBe('')
    expect(worldBasePath({ id: 'team-1', name: 'team-1' })).toBe('/worlds/team-1')
    expect(worldBasePath({ id: 'default~2', name: 'default' })).toBe('')
    expect(worldBasePath({ id: 'team-1~2', name: 'team-1' })).toBe('/worlds/team-1')
  })

  it('that no world has is told with what to do, cut when it is long', () => {
    const refusal = unknownWorld('x'.repeat(5000))
    expect(refusal.code).toBe('RESOURCE_UNKNOWN')
    expect(refusal.message).toContain(`"${'x'.repeat(80)}"`)
    expect(refusal.message).toContain('createWorld')
    expect(refusal.message.length).toBeLessThan(300)
  })
})
