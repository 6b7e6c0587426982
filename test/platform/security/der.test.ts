import { describe, expect, it } from 'vitest'
import {
  DerError,
  decodeUtf8,
  expectTag,
  readBitString,
  readChildren,
  readDer,
  readInteger,
  readOid,
  readOptionalBoolean,
  readText,
  readTime,
} from '../../../src/platform/security/certificates/der.ts'
import {
  isLoneStatement,
  PSD2_STATEMENT,
  PSP_ROLES,
  readRoles,
} from '../../../src/platform/security/certificates/qc-statements.ts'
import {
  asn1Null,
  asn1True,
  bits,
  element,
  instant,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  utf8,
} from '../../support/builders/der-writer.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const read = (text: string) => readDer(hex(text))
const wrong = (run: () => unknown, reason: string) => {
  expect(run).toThrow(DerError)
  expect(run).toThrow(expect.objectContaining({ message: reason }))
}
const INSIDE = 'the bytes end inside an element'
const SHORTEST = 'a length is not written in its shortest form'

it('is refused by an error that differs from others', () => expect(new DerError('x').name).toBe('DerError'))

describe('a DER element', () => {
  it('is read with its tag, its content and all its bytes', () => {
    expect(read('04 02 aabb')).toEqual({ tag: 4, content: hex('aabb'), raw: hex('0402aabb') })
    expect(read('05 00')).toEqual({ tag: 5, content: hex(''), raw: hex('0500') })
    for (const length of [0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000]) {
      const written = octets(Buffer.alloc(length, 1))
      expect(readDer(written).content.length).toBe(length)
      expect(readDer(written).raw.length).toBe(written.length)
    }
  })

  it.each([
    ['', INSIDE],
    ['04', INSIDE],
    ['0401', INSIDE],
    ['0402aa', INSIDE],
    ['048180', INSIDE],
    ['0401aabb', 'bytes follow the element'],
    ['1f01aa', 'tags of several bytes do not occur in certificates'],
    ['bf01aa', 'tags of several bytes do not occur in certificates'],
    ['0480', 'DER knows only definite lengths, here of at most 4 bytes'],
    ['04850000000001aa', 'DER knows only definite lengths, here of at most 4 bytes'],
    ['0484ffffff', 'the bytes end inside a length'],
    ['0484ffffffff', INSIDE],
    ['04817f', SHORTEST],
    ['048200ff', SHORTEST],
    ['04830000ff', SHORTEST],
    ['048400ffffff', SHORTEST],
  ])('%s is none', (text, reason) => wrong(() => read(text), reason))

  it('has children, when it is a sequence or what was asked for', () => {
    expect(readChildren(read('3000'))).toEqual([])
    expect(readChildren(read('30 05 0401aa 0500')).map(({ tag }) => tag)).toEqual([4, 5])
    expect(readChildren(read('a0 02 0500'), 0xa0).map(({ tag }) => tag)).toEqual([5])
    wrong(() => readChildren(read('0500')), 'expected tag 48, found 5')
    wrong(() => readChildren(read('3000'), 0xa0), 'expected tag 160, found 48')
    wrong(() => readChildren(read('30 02 0401')), INSIDE)
  })

  it('is there, with its tag', () => {
    expect(expectTag(read('0500'), 5).tag).toBe(5)
    wrong(() => expectTag(undefined, 6), 'expected tag 6, found nothing')
  })
})

describe('an object identifier', () => {
  it.each([
    ['06 01 00', '0.0'],
    ['06 01 27', '0.39'],
    ['06 01 28', '1.0'],
    ['06 01 4f', '1.39'],
    ['06 01 50', '2.0'],
    ['06 01 78', '2.40'],
    ['06 02 8837', '2.999'],
    ['06 03 55040a', '2.5.4.10'],
    ['06 09 2a864886f70d01010b', '1.2.840.113549.1.1.11'],
    ['06 04 2a030004', '1.2.3.0.4'],
    ['06 04 2a818001', '1.2.16385'],
    ['06 0b 2a 81ffffffffffffffff7f', '1.2.18446744073709551615'],
  ])('%s is %s', (text, dotted) => {
    const bytes = text.replaceAll(' ', '')
    const sized = `06${((bytes.length - 4) / 2).toString(16).padStart(2, '0')}${bytes.slice(4)}`
    expect(readOid(read(sized))).toBe(dotted)
  })

  it.each([
    ['0600', 'an object identifier has 1 to 64 bytes'],
    [`0641${'01'.repeat(65)}`, 'an object identifier has 1 to 64 bytes'],
    ['06022a80', 'an object identifier is not written in its shortest form'],
    ['06032a8001', 'an object identifier is not written in its shortest form'],
    ['06022a81', 'an object identifier ends inside an arc'],
    ['06032a8180', 'an object identifier ends inside an arc'],
    ['0401aa', 'expected tag 6, found 4'],
  ])('%s is none', (text, reason) => wrong(() => readOid(read(text)), reason))

  it('of 64 bytes is read', () => expect(readOid(read(`0640${'01'.repeat(64)}`))).toMatch(/^0(\.1){64}$/))
})

describe('an integer', () => {
  it.each([
    ['020100', 0n],
    ['02017f', 127n],
    ['02020080', 128n],
    ['020180', -128n],
    ['0201ff', -1n],
    ['0202ff7f', -129n],
    ['02028000', -32_768n],
    ['0203010001', 65_537n],
  ])('%s is %s', (text, value) => expect(readInteger(read(text))).toBe(value))

  it.each([
    ['0200', 'an integer has no bytes'],
    ['02020000', 'an integer is not written in its shortest form'],
    ['0202007f', 'an integer is not written in its shortest form'],
    ['0202ff80', 'an integer is not written in its shortest form'],
    ['0202ffff', 'an integer is not written in its shortest form'],
    ['0401aa', 'expected tag 2, found 4'],
  ])('%s is none', (text, reason) => wrong(() => readInteger(read(text)), reason))
})

describe('a boolean, a bit string', () => {
  it('are read in the one form that they have', () => {
    expect(readOptionalBoolean(read('010100'))).toBe(false)
    expect(readOptionalBoolean(read('0101ff'))).toBe(true)
    expect(readOptionalBoolean(read('0500'))).toBeUndefined()
    expect(readOptionalBoolean(undefined)).toBeUndefined()
    for (const text of ['0100', '010101', '0102ffff', '01020000'])
      wrong(() => readOptionalBoolean(read(text)), 'a boolean is neither 00 nor FF')
    expect(readBitString(read('030300aabb'))).toEqual(hex('aabb'))
    expect(readBitString(read('030100'))).toEqual(hex(''))
    for (const text of ['0300', '030201aa', '0301ff'])
      wrong(() => readBitString(read(text)), 'a key or a signature has bits that fill no byte')
    wrong(() => readBitString(read('0500')), 'expected tag 3, found 5')
  })
})

describe('a date', () => {
  const time = (tag: number, text: string) => readDer(element(tag, Buffer.from(text)))
  it.each([
    [0x17, '260302093000Z', '2026-03-02T09:30:00.000Z'],
    [0x17, '491231235959Z', '2049-12-31T23:59:59.000Z'],
    [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
    [0x17, '000101000000Z', '2000-01-01T00:00:00.000Z'],
    [0x18, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
    [0x18, '19491231235959Z', '1949-12-31T23:59:59.000Z'],
  ])('%i %s is %s', (tag, text, iso) => expect(readTime(time(tag, text)).toISOString()).toBe(iso))

  it.each([
    [0x17, '2603020930Z'],
    [0x17, '260302093000'],
    [0x17, '260302093000+0100'],
    [0x17, '20260302093000Z'],
    [0x17, ' 260302093000Z'],
    [0x17, '260302093000Z '],
    [0x18, '260302093000Z'],
    [0x18, '20260302093000.5Z'],
    [0x18, ' 20260302093000Z'],
    [0x18, '20260302093000Z '],
    [0x16, '260302093000Z'],
  ])('%i %j is not written as it must be', (tag, text) =>
    wrong(() => readTime(time(tag, text)), 'a date is not written as RFC 5280 demands, in UTC with seconds'),
  )

  it.each(['260230093000Z', '260302240000Z', '261302093000Z', '260302096000Z', '260302093060Z'])(
    '%s is none of the calendar',
    text => wrong(() => readTime(time(0x17, text)), 'a date is none of the calendar'),
  )

  it('is there', () =>
    wrong(() => readTime(undefined), 'a date is not written as RFC 5280 demands, in UTC with seconds'))
})

describe('a text', () => {
  const text = (tag: number, bytes: string) => readText(readDer(element(tag, hex(bytes))))
  it.each([
    [0x0c, 'c3a5', 'å'],
    [0x0c, 'c3', undefined],
    [0x12, '31', '1'],
    [0x13, '41', 'A'],
    [0x14, 'e5', 'å'],
    [0x16, '41', 'A'],
    [0x1a, '41', 'A'],
    [0x1c, '0001f600', '😀'],
    [0x1c, '00000041000000e5', 'Aå'],
    [0x1c, '00110000', undefined],
    [0x1c, '0010ffff', '\u{10ffff}'],
    [0x1c, '000041', undefined],
    [0x1e, '00410142', 'Ał'],
    [0x1e, '0041ff', undefined],
    [0x04, '41', undefined],
  ])('of type %i, %s, is %j', (tag, bytes, expected) => expect(text(tag, bytes)).toBe(expected))

  it('in UTF-8 is read from a part of a buffer', () => {
    expect(decodeUtf8(hex('ffc3a5ff').subarray(1, 3))).toBe('å')
    expect(decodeUtf8(hex('ff'))).toBeUndefined()
  })

  it('in UTF-16 does not change the bytes that it is read from', () => {
    const bytes = element(0x1e, hex('0041'))
    readText(readDer(bytes))
    expect(bytes).toEqual(hex('1e020041'))
  })
})

describe('what is written', () => {
  it.each([
    [element(4), '0400'],
    [element(4, hex('aa'), hex('bb')), '0402aabb'],
    [sequence(asn1Null(), asn1True()), '300505000101ff'],
    [set(asn1Null()), '31020500'],
    [octets(hex('aa'), hex('bb')), '0402aabb'],
    [utf8('å'), '0c02c3a5'],
    [printable('NO'), '13024e4f'],
    [bits(hex('aa')), '030200aa'],
    [bits(hex('a0'), 5), '030205a0'],
    [integer(0), '020100'],
    [integer(127), '02017f'],
    [integer(128), '02020080'],
    [integer(256), '02020100'],
    [integer(hex('ff')), '0201ff'],
    [oid('1.2.840.113549'), '06062a864886f70d'],
    [oid('2.5.4.97'), '0603550461'],
    [oid('2.5'), '060155'],
    [oid('1.2.128'), '06032a8100'],
    [oid('1.2.16384'), '06042a818000'],
    [instant(new Date('2026-03-02T09:30:00Z')), `170d${Buffer.from('260302093000Z').toString('hex')}`],
    [instant(new Date('1950-01-01T00:00:00Z')), `170d${Buffer.from('500101000000Z').toString('hex')}`],
    [instant(new Date('2049-12-31T23:59:59Z')), `170d${Buffer.from('491231235959Z').toString('hex')}`],
    [instant(new Date('2050-01-01T00:00:00Z')), `180f${Buffer.from('20500101000000Z').toString('hex')}`],
    [instant(new Date('1949-12-31T23:59:59Z')), `180f${Buffer.from('19491231235959Z').toString('hex')}`],
  ])('%#', (written, expected) => expect(written.toString('hex')).toBe(expected))

  it('has its length in the shortest form', () => {
    const start = (length: number) => element(4, Buffer.alloc(length)).toString('hex', 0, 6)
    expect([0x7f, 0x80, 0xff, 0x100, 0x1000, 0x10000].map(start)).toEqual([
      '047f00000000',
      '048180000000',
      '0481ff000000',
      '048201000000',
      '048210000000',
      '048301000000',
    ])
  })
})

describe('the roles of a certificate (ETSI TS 119 495)', () => {
  const role = (id: string) => sequence(oid(id), utf8('x'))
  const psd2 = (...roles: readonly Buffer[]) => sequence(oid(PSD2_STATEMENT), sequence(sequence(...roles), utf8('a')))
  const other = sequence(oid('1.2.3'))
  const { PSP_PI, PSP_AI, PSP_AS, PSP_IC } = PSP_ROLES

  it('are those that it states, each once, in its order', () => {
    expect(readRoles(sequence(other, psd2(role(PSP_AI), role('1.2.3'), role(PSP_PI), role(PSP_AI))))).toEqual([
      'PSP_AI',
      'PSP_PI',
    ])
    expect(readRoles(sequence(psd2(role(PSP_AS), role(PSP_IC))))).toEqual(['PSP_AS', 'PSP_IC'])
    expect(readRoles(sequence(psd2()))).toEqual([])
    expect(readRoles(sequence(other))).toBeUndefined()
    expect(readRoles(sequence())).toBeUndefined()
  })

  it('may be in one statement where a sequence of statements belongs', () => {
    expect(readRoles(psd2(role(PSP_PI)))).toEqual(['PSP_PI'])
    expect([psd2(role(PSP_PI)), sequence(psd2(role(PSP_PI))), sequence()].map(isLoneStatement)).toEqual([
      true,
      false,
      false,
    ])
    expect(readRoles(other)).toBeUndefined()
  })

  it('are not read from what is none', () => {
    wrong(() => readRoles(sequence(psd2(), psd2())), 'the PSD2 statement occurs twice')
    wrong(() => readRoles(sequence(sequence(oid(PSD2_STATEMENT)))), 'the PSD2 statement states nothing')
    wrong(() => readRoles(sequence(sequence(oid(PSD2_STATEMENT), sequence()))), 'the PSD2 statement has no roles')
    wrong(() => readRoles(asn1Null()), 'expected tag 48, found 5')
    const EACH = 'each is a sequence of its own, of the identifier of a role and its name'
    // Flat, and two in one: neither loses a role in silence.
    wrong(
      () => readRoles(sequence(psd2(oid(PSP_PI), utf8('PSP_PI'), oid(PSP_AI), utf8('PSP_AI')))),
      `the roles of the PSD2 statement are no sequences: ${EACH}`,
    )
    for (const two of [
      sequence(oid(PSP_PI), utf8('PSP_PI'), oid(PSP_AI), utf8('PSP_AI')),
      sequence(oid(PSP_PI), oid(PSP_AI)),
      sequence(role(PSP_PI), role(PSP_AI)),
    ])
      wrong(() => readRoles(sequence(psd2(two))), `two roles of the PSD2 statement share one sequence: ${EACH}`)
    wrong(() => readRoles(sequence(sequence(utf8('a')))), 'expected tag 6, found 12')
  })
})
