import { describe, expect, it } from 'vitest'
import {
  amountIn,
  column,
  newView,
  optional,
  RowText,
  referenceIn,
  showParts,
  storedIn,
  together,
  viewOf,
  without,
} from '../../src/domain/views.ts'

// What an answer shows of a row. The store reads the same parts by their sources; the tests of lists hold both to the same bytes.

const MEMBERS = {
  id: column('id'),
  name: optional('name'),
  amount: amountIn('minor', 'currency'),
  account: referenceIn('iban', 'bban', 'accountCurrency'),
  details: together({ text: column('text'), code: optional('code') }),
  tags: storedIn('tags', value => (value === null ? null : [value])),
}
type Row = {
  readonly id: string
  readonly name: string | null
  readonly minor: bigint
  readonly currency: string
  readonly iban: string | null
  readonly bban: string | null
  readonly accountCurrency: string | null
  readonly text: string
  readonly code: string | null
  readonly tags: unknown
}
const FULL: Row = {
  id: '1',
  name: 'Kari',
  minor: 12_345n,
  currency: 'NOK',
  iban: 'NO93',
  bban: '93',
  accountCurrency: 'EUR',
  text: 'Rent',
  code: 'SALA',
  tags: 'a',
}
const SHOWN = {
  id: '1',
  name: 'Kari',
  amount: '123.45',
  account: { iban: 'NO93', bban: '93', currency: 'EUR' },
  details: { text: 'Rent', code: 'SALA' },
  tags: ['a'],
}

describe('An answer shows of a row', () => {
  const show = (changes: Partial<Row>) => showParts(MEMBERS, { ...FULL, ...changes })

  it('each part under its name', () => expect(show({})).toStrictEqual(SHOWN))

  it('no part that the row lacks, at any depth', () => {
    const { name, tags, account, ...others } = SHOWN
    expect(show({ name: null })).toStrictEqual({ ...others, tags, account })
    expect(show({ tags: null })).toStrictEqual({ ...others, name, account })
    expect(show({ code: null })).toStrictEqual({ ...SHOWN, details: { text: 'Rent' } })
    expect(show({ name: '' })).toStrictEqual({ ...SHOWN, name: '' })
    expect(showParts({ tags: storedIn('tags', () => undefined) }, FULL)).toStrictEqual({})
  })

  it('an account by what is known of its number; nothing where neither is', () => {
    expect(show({ iban: null }).account).toStrictEqual({ bban: '93', currency: 'EUR' })
    expect(show({ bban: null }).account).toStrictEqual({ iban: 'NO93', currency: 'EUR' })
    expect(show({ bban: null, accountCurrency: null }).account).toStrictEqual({ iban: 'NO93' })
    expect(Object.keys(show({ iban: null, bban: null }))).not.toContain('account')
  })

  it('what was stored, as it is read', () => {
    const { of, source } = storedIn('tags', value => `read ${value}`)
    expect(of({ tags: 'a' })).toBe('read a')
    expect(source).toStrictEqual({ is: 'stored', column: 'tags' })
  })

  it('all parts but those that are left out', () => {
    expect(showParts(without(MEMBERS, ['id', 'tags', 'amount']), FULL)).toStrictEqual({
      name: 'Kari',
      account: SHOWN.account,
      details: SHOWN.details,
    })
  })
})

describe('The store gets the same parts', () => {
  const members = {
    id: { is: 'column', column: 'id', as: 'text', required: true },
    name: { is: 'column', column: 'name', as: 'text' },
    amount: { is: 'amount', minor: 'minor', currency: 'currency' },
    account: {
      is: 'object',
      members: {
        iban: { is: 'column', column: 'iban', as: 'text' },
        bban: { is: 'column', column: 'bban', as: 'text' },
        currency: { is: 'column', column: 'accountCurrency', as: 'text' },
      },
      unless: ['iban', 'bban'],
    },
    details: {
      is: 'object',
      members: {
        text: { is: 'column', column: 'text', as: 'text', required: true },
        code: { is: 'column', column: 'code', as: 'text' },
      },
      required: true,
    },
    tags: { is: 'stored', column: 'tags' },
  }

  it('by their sources, those that a row lacks left out', () => {
    const { key, ...view } = viewOf(MEMBERS)
    expect(view).toStrictEqual({ members, absent: 'omitted', keys: false })
    expect(newView({ members: {}, absent: 'null', keys: true })).toStrictEqual({
      key: key + 1,
      members: {},
      absent: 'null',
      keys: true,
    })
  })

  it('and answers a row as text, with what its list is ordered by where that was asked for', () => {
    expect({ ...new RowText('{}') }).toStrictEqual({ text: '{}' })
    expect({ ...new RowText('{}', { id: '7' }) }).toStrictEqual({ text: '{}', id: '7' })
  })
})
