import { describe, expect, it } from 'vitest'
import { createIds } from '../../src/bank/context.ts'
import {
  assertClock,
  assertWorldName,
  beginningOf,
  endOf,
  isClock,
  nameOf,
  newRowsKey,
  openingOf,
  runningCall,
  sourceOf,
  unknownWorld,
  wakesAt,
  worldBasePath,
  worldIn,
  worldNow,
} from '../../src/domain/worlds.ts'
import { expectRefusal } from '../support/clients/refusals.ts'

const machine = new Date('2026-01-01T00:00:00.000Z')

describe('The key of the rows of a world', () => {
  it('sorts behind every name and, by the millisecond, behind every key before it, so that rows go where a tree ends', () => {
    let at = Date.parse('2026-01-01T00:00:00Z')
    const newId = createIds(() => at)
    const keys = Array.from({ length: 50 }, () => {
      at += 1
      return newRowsKey(newId)
    })
    expect(keys.toSorted()).toEqual(keys)
    expect([...keys, 'zz-top', 'default'].toSorted().slice(0, 2)).toEqual(['default', 'zz-top'])
  })

  it('is of the first, the middle and the last digits of an id', () => {
    expect(newRowsKey(() => '019b7612-f400-7abc-8def-0123456789ab')).toBe('~mjugp9fkef789ab')
  })

  it('is short, and another one each time, in one millisecond too', () => {
    const newId = createIds(() => 0)
    const keys = Array.from({ length: 200 }, () => newRowsKey(newId))
    expect(new Set(keys).size).toBe(keys.length)
    expect(newRowsKey(createIds())).toHaveLength(16)
  })
})

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

describe('A clock shows no time but of the years 1900 to 2200 (D74)', () => {
  const [first, last] = [Date.UTC(1900, 0, 1), Date.UTC(2201, 0, 1) - 1]
  const at = (frozenAt: number) => worldNow({ clockOffsetMs: 0n, frozenAt: new Date(frozenAt) }, machine).getTime()

  it.each([
    [first - 1, false, first],
    [first, true, first],
    [first + 1, true, first + 1],
    [last - 1, true, last - 1],
    [last, true, last],
    [last + 1, false, last],
  ])('%d: %s, shown as %d', (instant, may, shown) => {
    expect([isClock(new Date(instant)), at(instant)]).toEqual([may, shown])
    const set = () => assertClock(new Date(instant), 'now')
    if (may) expect(set).not.toThrow()
    else
      expect(expectRefusal(set, 'FORMAT_ERROR', /./).faults).toEqual([
        { path: 'now', text: 'must not lead out of the years 1900 to 2200 (D74).', rule: 'D74' },
      ])
  })
})

describe("A new world's clock (D80)", () => {
  it('is the clock of the machine, unless another beginning is wanted', () => {
    expect(beginningOf(undefined, machine)).toEqual({})
  })

  it('stands or runs from the instant that is wanted', () => {
    const now = '2025-12-31T23:59:00.000Z'
    expect(beginningOf({ now, frozen: true }, machine)).toEqual({ frozenAt: new Date(now) })
    expect(beginningOf({ now, frozen: false }, machine)).toEqual({ clockOffsetMs: -60_000n })
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
    const { faults } = expectRefusal(
      () => assertWorldName(name),
      'FORMAT_ERROR',
      /1 to 63 letters a–z, digits and hyphens/,
    )
    expect(faults[0]?.path).toBe('name')
  })

  it('is in the base URL, but for the default world', () => {
    expect(worldBasePath({ id: 'default', name: 'default' })).toBe('')
    expect(worldBasePath({ id: 'team-1', name: 'team-1' })).toBe('/worlds/team-1')
    expect(worldBasePath({ id: 'default~2', name: 'default' })).toBe('')
    expect(worldBasePath({ id: 'team-1~2', name: 'team-1' })).toBe('/worlds/team-1')
  })

  it('that no world has is refused with what to do, cut when it is long', () => {
    const refusal = unknownWorld('x'.repeat(5000))
    expect(refusal.code).toBe('RESOURCE_UNKNOWN')
    expect(refusal.message).toContain(`"${'x'.repeat(80)}"`)
    expect(refusal.message).toContain('createWorld')
    expect(refusal.message.length).toBeLessThan(400)
  })

  it.each([
    ['/worlds/green/v1/accounts', 'green'],
    ['/worlds/green?x=1', 'green'],
    ['/worlds/green', 'green'],
    ['/v1/accounts', 'default'],
    ['/v1/worlds/green', 'default'],
    ['/worlds/', 'default'],
    ['/worlds', 'default'],
    ['', 'default'],
  ])('in the path %j is %s', (target, name) => expect(worldIn(target)).toBe(name))

  it('is in the entry of a call that is running', () => expect(runningCall('green', 'c-1')).toBe('call green c-1'))
})

describe('What a world was made from (D81)', () => {
  it.each([
    [{ kind: 'EMPTY' }, { kind: 'EMPTY' }],
    [{ kind: 'STANDARD' }, { kind: 'STANDARD' }],
    [
      { kind: 'COPY', world: 'green' },
      { kind: 'COPY', world: 'green' },
    ],
    [
      { kind: 'SNAPSHOT', world: 'green', snapshot: 'before' },
      { kind: 'SNAPSHOT', world: 'green', snapshot: 'before' },
    ],
    [
      { kind: 'FIXTURE', fixture: 'approvals' },
      { kind: 'FIXTURE', fixture: 'approvals' },
    ],
    [{ kind: 'FIXTURE' }, { kind: 'FIXTURE', fixture: undefined }],
    [{ kind: 'COPY' }, { kind: 'STANDARD' }],
    [{ kind: 'SNAPSHOT', world: 'green' }, { kind: 'STANDARD' }],
    [{ kind: 'SNAPSHOT', snapshot: 'before' }, { kind: 'STANDARD' }],
    [{ kind: 'OTHER', world: 'green', snapshot: 'before' }, { kind: 'STANDARD' }],
    [
      { kind: 'FIXTURE', fixture: 5 },
      { kind: 'FIXTURE', fixture: undefined },
    ],
    [null, { kind: 'STANDARD' }],
    [7, { kind: 'STANDARD' }],
    ['EMPTY', { kind: 'STANDARD' }],
    [[{ kind: 'EMPTY' }], { kind: 'STANDARD' }],
  ])('%j: %j', (source, expected) => expect(sourceOf({ source })).toEqual(expected))

  it.each(['EMPTY', 'STANDARD'])('%s, with the clock that it began with, where that is whole', kind => {
    const clock = { now: '2030-01-01T00:00:00Z', frozen: false }
    expect(sourceOf({ source: { kind, clock: { ...clock, more: 1 } } })).toEqual({ kind, clock })
    const { now } = clock
    for (const broken of [{ now }, { frozen: true }, { now: 5, frozen: true }, { now, frozen: 1 }, null, 7])
      expect(sourceOf({ source: { kind, clock: broken } })).toEqual({ kind })
  })
})

describe('A world that opens with kept rows', () => {
  const kept = { createdAt: new Date('2025-12-31T23:00:00Z'), nextDueAt: new Date('2030-05-15T10:00:00Z') }

  it('goes on at the instant at which they were kept (D81, D86)', () => {
    const opening = openingOf({ ...kept, frozenAt: null, clockOffsetMs: 5_000_000n }, machine)
    expect(opening).toEqual({
      frozenAt: null,
      nextDueAt: kept.nextDueAt,
      clockOffsetMs: 1_400_000n,
      wakesAt: new Date(kept.nextDueAt.getTime() - 1_400_000),
    })
    expect(worldNow(opening, machine)).toEqual(new Date(kept.createdAt.getTime() + 5_000_000))
  })

  it('stands still when they did', () => {
    const frozenAt = new Date('2030-01-01T00:00:00Z')
    const opening = openingOf({ ...kept, frozenAt, clockOffsetMs: 7n }, machine)
    expect(opening).toEqual({ frozenAt, nextDueAt: kept.nextDueAt, clockOffsetMs: 7n, wakesAt: null })
  })
})

describe('A world that expires (D80)', () => {
  it('lives for up to a year by the clock of the machine', () => {
    expect(endOf('PT1H', machine).toISOString()).toBe('2026-01-01T01:00:00.000Z')
    expect(endOf('P366D', machine).toISOString()).toBe('2027-01-02T00:00:00.000Z')
  })

  it.each(['PT0S', '-PT1H', 'P366DT0.001S', 'P2Y', 'soon', ''])('is not made for %j', duration => {
    const refusal = expectRefusal(() => endOf(duration, machine), 'FORMAT_ERROR', /no time to be kept for: an ISO/)
    expect(refusal.faults[0]?.path).toBe('expiresAfter')
    expect(refusal.message).toContain(JSON.stringify(duration))
  })

  it('is refused with the beginning of a long text alone', () => {
    expect(() => endOf('x'.repeat(1_000), machine)).toThrow(`"${'x'.repeat(59)} is no time`)
  })
})

it('a world that was replaced still answers to the id that its rows had (D1)', () => {
  expect([nameOf({ id: 'a', name: 'green' }), nameOf({ id: 'a', name: null })]).toEqual(['green', 'a'])
})

it('a world that does not exist is refused at the field that names it', () => {
  expect(unknownWorld('green').faults[0]).toMatchObject({
    path: 'world',
    want: { kind: 'known', noun: 'world', key: 'green' },
  })
  expect(unknownWorld('green', 'copyOf').faults[0]?.path).toBe('copyOf')
})
