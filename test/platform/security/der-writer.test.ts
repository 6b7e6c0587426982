import { describe, expect, it } from 'vitest'
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

const startOf = (length: number) => element(0x04, Buffer.alloc(length)).toString('hex').slice(0, 12)
const text = (bytes: Buffer) => bytes.subarray(2).toString()

describe('what is written in DER', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', asn1Null(), '0500'],
    ['yes', asn1True(), '0101ff'],
    ['no members', sequence(), '3000'],
    ['members one after the other', sequence(asn1Null(), asn1True()), '300505000101ff'],
    ['a set', set(asn1True()), '31030101ff'],
    ['bytes in parts', octets(Buffer.from('ab', 'hex'), Buffer.from('cd', 'hex')), '0402abcd'],
    ['whole bytes of bits', bits(Buffer.from('ab', 'hex')), '030200ab'],
    ['bits that end inside a byte', bits(Buffer.from('a0', 'hex'), 5), '030205a0'],
    ['a text in UTF-8', utf8('Å'), '0c02c385'],
    ['a printable text', printable('Az'), '1302417a'],
    ['the number 0', integer(0), '020100'],
    ['the number 5', integer(5), '020105'],
    ['the number 16', integer(16), '020110'],
    ['the number 127', integer(127), '02017f'],
    ['the number 128, which needs a byte for its sign', integer(128), '02020080'],
    ['the number 255', integer(255), '020200ff'],
    ['the number 256', integer(256), '02020100'],
    ['the number 32767', integer(32_767), '02027fff'],
    ['the number 32768', integer(32_768), '0203008000'],
    ['a number by its bytes, as they are', integer(Buffer.from('80', 'hex')), '020180'],
    ['an object identifier', oid('2.5.4.3'), '0603550403'],
    ['one of large arcs', oid('1.2.840.113549'), '06062a864886f70d'],
    ['arcs of 127, 128 and 16384', oid('1.2.127.128.16384'), '06072a7f8100818000'],
    ['an arc of the third branch', oid('2.999.3'), '0603883703'],
  ])('%s', (_, bytes, hex) => expect(bytes.toString('hex')).toBe(hex))

  it.each([
    [0x00, '0400'],
    [0x7f, '047f00000000'],
    [0x80, '048180000000'],
    [0xff, '0481ff000000'],
    [0x100, '048201000000'],
    [0xfff, '04820fff0000'],
    [0xffff, '0482ffff0000'],
    [0x10000, '048301000000'],
  ])('a length of %d in its shortest form', (length, start) => expect(startOf(length)).toBe(start))

  it.each([
    ['1949-12-31T23:59:59.000Z', 0x18, '19491231235959Z'],
    ['1950-01-01T00:00:00.000Z', 0x17, '500101000000Z'],
    ['2026-03-02T09:30:15.999Z', 0x17, '260302093015Z'],
    ['2049-12-31T23:59:59.000Z', 0x17, '491231235959Z'],
    ['2050-01-01T00:00:00.000Z', 0x18, '20500101000000Z'],
  ])('the instant %s as RFC 5280 has it', (time, tag, digits) => {
    const bytes = instant(new Date(time))
    expect([bytes[0], bytes[1], text(bytes)]).toEqual([tag, digits.length, digits])
  })
})
