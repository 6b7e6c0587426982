import { describe, expect, it } from 'vitest'
import type { WrittenAttribute } from '../../../src/platform/security/authority/certificate-builder.ts'
import { forgeCertificate, headerForm, NOW } from '../../support/builders/certificates.ts'
import { authority, expectRefused, reader } from '../../support/hostile/attack-kit.ts'

const ORGANIZATION_IDENTIFIER = '2.5.4.97'
const read = (...subject: WrittenAttribute[]) => reader.read(headerForm(forgeCertificate(authority, { subject })), NOW)
const readId = (id: string) => read([ORGANIZATION_IDENTIFIER, id], ['2.5.4.3', 'x'])
const LOOK_VISIBLE = /it must be visible characters, like PSDNO-FSA-987654321/

describe('the organizationIdentifier of a certificate', () => {
  it.each([
    ['a blank before it', ' PSDNO-FSA-987654321', LOOK_VISIBLE],
    ['a blank after it', 'PSDNO-FSA-987654321 ', LOOK_VISIBLE],
    ['a no-break space after it', 'PSDNO-FSA-987654321\u00a0', LOOK_VISIBLE],
    ['a byte order mark before it', '\ufeffPSDNO-FSA-987654321', LOOK_VISIBLE],
    ['a zero-width space in it', 'PSDNO-FSA-\u200b987654321', LOOK_VISIBLE],
    ['a line feed after it', 'PSDNO-FSA-987654321\n', LOOK_VISIBLE],
    ['a carriage return before it', '\rPSDNO-FSA-987654321', LOOK_VISIBLE],
    ['a tab in it', 'PSDNO-FSA-\t987654321', LOOK_VISIBLE],
    ['two blanks in it', 'PSDNO-FSA  987654321', LOOK_VISIBLE],
    ['nothing in it', '', LOOK_VISIBLE],
    ['a NUL in it', 'PSDNO-FSA-1\0', /holds control characters/],
    ["another TPP's subject in it", 'CN=plain.example,C=NO', LOOK_VISIBLE],
    ["the operator's own id in it", 'SANDBANK', /is the one of the sandbox's operator: no TPP can have it/],
    ["the operator's own id in small letters", 'Sandbank', /is the one of the sandbox's operator/],
  ])('may not have %s', (_, id, reason) => {
    expectRefused(() => readId(id), 'CERTIFICATE_INVALID', reason)
  })

  it('may not be there twice', () => {
    expectRefused(
      () => read([ORGANIZATION_IDENTIFIER, 'PSDNO-FSA-1'], [ORGANIZATION_IDENTIFIER, 'PSDNO-FSA-2']),
      'CERTIFICATE_INVALID',
      /has 2 organizationIdentifiers: which of them is the TPP\?/,
    )
    expectRefused(
      () => read([ORGANIZATION_IDENTIFIER, 'PSDNO-FSA-1'], [ORGANIZATION_IDENTIFIER, 'PSDNO-FSA-1']),
      'CERTIFICATE_INVALID',
      /has 2 organizationIdentifiers/,
    )
  })

  it('is compared exactly, but for the prefix that the interface lets a TPP leave out', () => {
    expect(readId('PSDNO-FSA-abc').tppId).toBe('NO-FSA-abc')
    expect(readId('NO-FSA-abc').tppId).toBe('NO-FSA-abc')
    expect(readId('NO-FSA-ABC').tppId).toBe('NO-FSA-ABC')
    expect(readId('VATNO-987 654 321').tppId).toBe('VATNO-987 654 321')
    expect(readId('PSDPSDNO-FSA-abc').tppId).toBe('PSDPSDNO-FSA-abc')
  })
})

describe('the subject of a certificate without an organizationIdentifier', () => {
  it('is the id, which no organizationIdentifier can spell', () => {
    const { tppId } = read(['2.5.4.6', 'NO'], ['2.5.4.3', 'plain.example'])
    expect(tppId).toBe('CN=plain.example,C=NO')
    expectRefused(() => readId(tppId), 'CERTIFICATE_INVALID', LOOK_VISIBLE)
  })

  it('may not be empty', () => {
    expectRefused(
      () => read(),
      'CERTIFICATE_INVALID',
      /subject of the certificate is empty, so that it names no organisation/,
    )
  })

  it('may not look like a value that is no text, or hold control characters', () => {
    expectRefused(() => read(['2.5.4.3', '#0c0141']), 'CERTIFICATE_INVALID', /values that are no text to know a TPP by/)
    expectRefused(
      () => read(['2.5.4.3', 'plain.example'], ['2.5.4.11', 'a\0b']),
      'CERTIFICATE_INVALID',
      /values that are no text to know a TPP by/,
    )
  })
})
