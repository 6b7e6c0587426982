import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/domain/calendar.ts'
import {
  formatHabits,
  HABIT_NAMES,
  HABITS,
  habitsIn,
  idsBehind,
  inOrder,
  isHidden,
  readHabits,
  showLine,
  shown,
  shownId,
  together,
  wholeDays,
} from '../../src/domain/habits.ts'
import { hiddenId, idBehind } from '../../src/domain/shown-ids.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const showingOf = (text: string, seed = 1) => together([{ habits: habitsIn(text), seed }], NOW)

const line = fc.record({
  id: fc.uuid({ version: 7 }),
  bookingDate: fc.integer({ min: 0, max: 12 }).map(days => addDays('2026-03-10', -days)),
})
const lines = fc
  .uniqueArray(line, { selector: ({ id }) => id, maxLength: 40 })
  .map(all =>
    all.toSorted((one, other) => (`${one.bookingDate} ${one.id}` < `${other.bookingDate} ${other.id}` ? 1 : -1)),
  )
const habits = fc
  .subarray([
    'late=P3D',
    'missing=creditorName',
    'page-shift=1',
    'pending-id=kept',
    'renumber=2026-03-05',
    'renumber=2026-03-08',
    'repeat=2',
    'value-date=+20D',
  ])
  .map(all => all.join(';'))
const seed = fc.nat()

describe('the grammar', () => {
  it.each(HABIT_NAMES)('%s is read from its example, and written as that', name => {
    const { example } = HABITS[name]
    expect(formatHabits(habitsIn(example))).toBe(example)
  })

  it('takes several, with blanks, and members in any order', () => {
    expect(
      formatHabits(habitsIn(' late = P3D;missing=remittanceInformationUnstructured , creditorName;value-date=3D ')),
    ).toBe('late=P3D; missing=creditorName,remittanceInformationUnstructured; value-date=+3D')
  })

  it('says what is wrong', () => {
    expect(readHabits('')).toContain('names no habit by ""')
    expect(readHabits('repeat=1;')).toContain('names no habit by ""')
    expect(readHabits('repeat=1; repat=2')).toContain('most like repeat')
    expect(readHabits('missing=amount')).toContain('there are endToEndId')
    expect(readHabits('x'.repeat(401))).toContain('at most 400 characters')
    expect(habitsIn('nothing')).toEqual([])
  })
})

describe('shown ids', () => {
  it('are a permutation of all UUIDs of a version, which its key undoes', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), seed, (one, other, key) => {
        expect(idBehind(hiddenId(one, key), key)).toBe(one)
        if (one !== other) expect(hiddenId(one, key)).not.toBe(hiddenId(other, key))
      }),
    )
  })

  it('keep version and variant', () => {
    const id = hiddenId('018cc251-f400-7000-8001-000000000001', 5)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('shown (D133)', () => {
  it('is each line of the books that is not hidden, once or twice, in the order of a statement', () => {
    fc.assert(
      fc.property(lines, habits, seed, (books, text, own) => {
        const showing = showingOf(text, own)
        const all = shown(books, showing)
        expect(new Set(all.map(({ of }) => of))).toEqual(
          new Set(books.filter(one => !isHidden(one, showing)).map(({ id }) => id)),
        )
        expect(inOrder([...all])).toEqual(all)
        // One id stands for one line, and is found behind it.
        for (const { id, of } of all) {
          expect(idsBehind(id, showing)).toContain(of)
          expect(all.filter(one => one.id === id).every(one => one.of === of)).toBe(true)
        }
        expect(all.every(({ bookingDate }) => bookingDate <= '2026-03-10')).toBe(true)
        expect(shown(books, showing)).toEqual(all)
      }),
    )
  })

  it('is the same in parts of whole days', () => {
    fc.assert(
      fc.property(lines, habits, seed, fc.integer({ min: 1, max: 9 }), (books, text, own, about) => {
        const showing = showingOf(text, own)
        expect(inOrder([...wholeDays(books, about)].flatMap(some => shown(some, showing)))).toEqual(
          shown(books, showing),
        )
      }),
    )
  })

  it('hides what is younger than it may be, to the day', () => {
    const showing = showingOf('late=P3D')
    const hidden = ['2026-03-10', '2026-03-08', '2026-03-07'].map(bookingDate =>
      isHidden({ id: '', bookingDate }, showing),
    )
    expect(hidden).toEqual([true, true, false])
    expect(showingOf('late=PT1H').hiddenFrom).toBeUndefined()
    expect(showingOf('late=P365D').hiddenFrom).toBe('2025-03-11')
  })

  it('gives ids of the last night that has come alone', () => {
    const one = { id: '018cc251-f400-7000-8001-000000000001', bookingDate: '2026-03-01' }
    const [first, second] = ['renumber=2026-03-05', 'renumber=2026-03-08'].map(text => shownId(one, showingOf(text)))
    expect(shownId(one, showingOf('renumber=2026-03-08; renumber=2026-03-05'))).toBe(second)
    expect(shownId(one, showingOf('renumber=2026-03-11; renumber=2026-03-05'))).toBe(first)
    expect(shownId(one, showingOf('renumber=2026-03-05', 2))).not.toBe(first)
    expect(shownId({ ...one, bookingDate: '2026-03-05' }, showingOf('renumber=2026-03-05'))).toBe(one.id)
  })

  it('moves no value date out of the calendar', () => {
    const row = { valueDate: '0001-01-05', creditorName: 'Kari', creditorIban: 'NO', creditorBban: null }
    expect(showLine(row, showingOf('value-date=-20D'))).toEqual(row)
    expect(showLine(row, showingOf('missing=creditorAccount; value-date=+1D'))).toEqual({
      ...row,
      valueDate: '0001-01-06',
      creditorIban: null,
    })
    expect(showLine({ valueDate: null }, showingOf('value-date=+1D'))).toEqual({ valueDate: null })
  })
})
