import { describe, expect, it } from 'vitest'
import { encodeCursor, type PageArgs, pageOfSorted, pageWindow, toPage } from '../../src/domain/paging.ts'
import { expectRefusal, refusalOf } from '../support/clients/refusals.ts'

const cursor = encodeCursor('list', ['a', 'b'])
const windowOf = (args: PageArgs) => pageWindow(args, 'list', 2)

describe('A page that is asked for', () => {
  it('has 50 rows from the start unless it is said otherwise', () => {
    const usual = { take: 50, backwards: false, after: undefined, before: undefined }
    expect(windowOf({})).toEqual(usual)
    expect(windowOf({ first: null, after: null, last: null, before: null })).toEqual(usual)
    expect(windowOf({ first: 0 })).toEqual({ ...usual, take: 0 })
    expect(windowOf({ first: 1_000, after: cursor })).toEqual({ ...usual, take: 1_000, after: ['a', 'b'] })
    expect(windowOf({ last: 3, before: cursor })).toEqual({ ...usual, take: 3, backwards: true, before: ['a', 'b'] })
  })

  it.each([
    [{ first: 1, last: 1 }, 'last', /either first or last, not for both/],
    [{ first: -1 }, 'first', /0 to 1000 rows; -1 were asked for/],
    [{ first: 1_001 }, 'first', /1001 were asked for/],
    [{ first: 1.5 }, 'first', /1.5 were asked for/],
    [{ last: 1_001 }, 'last', /0 to 1000 rows/],
    [{ after: 'nonsense' }, 'after', /no cursor of this list\. Use a cursor or pageInfo\.endCursor/],
    [{ before: encodeCursor('other', ['a', 'b']) }, 'before', /no cursor of this list/],
    [{ after: encodeCursor('list', ['a']) }, 'after', /no cursor/],
    [{ after: encodeCursor('list', ['a', '']) }, 'after', /no cursor/],
    [{ after: `${cursor}=` }, 'after', /no cursor/],
  ])('is refused: %j', (args, path, reason) => {
    expect(expectRefusal(() => windowOf(args), 'FORMAT_ERROR', reason).faults[0]?.path).toBe(path)
  })

  it('is refused with all that is wrong with it at once (D78)', () => {
    const { faults } = refusalOf(() => windowOf({ first: -1, after: 'x', before: 'y' }))
    expect(faults.map(({ path }) => path)).toEqual(['first', 'after', 'before'])
  })

  it('is cut to its size: one row more says that others follow', () => {
    expect(toPage([1, 2, 3], windowOf({ first: 2 }))).toEqual({
      rows: [1, 2],
      hasNextPage: true,
      hasPreviousPage: false,
    })
    expect(toPage([1, 2], windowOf({ first: 2, after: cursor }))).toEqual({
      rows: [1, 2],
      hasNextPage: false,
      hasPreviousPage: true,
    })
    expect(toPage([3, 2, 1], windowOf({ last: 2 }))).toEqual({
      rows: [2, 3],
      hasNextPage: false,
      hasPreviousPage: true,
    })
    expect(toPage([3, 2], windowOf({ last: 2, before: cursor }))).toEqual({
      rows: [2, 3],
      hasNextPage: true,
      hasPreviousPage: false,
    })
  })

  it('of rows in memory goes by their keys, forwards and backwards, and each cursor leads on', () => {
    const rows = ['a', 'b', 'c', 'd', 'e']
    const pageOf = (args: PageArgs) => pageOfSorted(rows, args, 'letters', (row: string) => row)
    const first = pageOf({ first: 2 })
    expect(first.rows).toEqual(['a', 'b'])
    const second = pageOf({ first: 2, after: first.cursorOf('b') })
    expect([second.rows, second.hasNextPage, second.hasPreviousPage]).toEqual([['c', 'd'], true, true])
    const last = pageOf({ last: 2 })
    expect([last.rows, last.hasPreviousPage, last.hasNextPage]).toEqual([['d', 'e'], true, false])
    expect(pageOf({ last: 2, before: last.cursorOf('d') }).rows).toEqual(['b', 'c'])
    expect(pageOf({ after: first.cursorOf('b'), before: last.cursorOf('e') }).rows).toEqual(['c', 'd'])
    expect(() => pageOfSorted(rows, { after: first.cursorOf('a') }, 'words', (row: string) => row)).toThrow('no cursor')
  })
})
