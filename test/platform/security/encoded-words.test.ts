import { describe, expect, it } from 'vitest'
import { encodeWhenNotAscii } from '../../../src/platform/security/signature/encoded-words.ts'
import { readSignatureHeader } from '../../../src/platform/security/signature/parameters.ts'
import { expectRefusal } from '../../support/clients/refusals.ts'

const PLAIN = 'keyId="SN=1,CA=CN=Test CA,O=Ærlig AS,C=NO",algorithm="rsa-sha256",headers="date",signature="AA=="'
const UTF8 =
  '=?utf-8?B?a2V5SWQ9IlNOPTEsQ0E9Q049VGVzdCBDQSxPPcOGcmxpZyBBUyxDPU5PIixhbGdvcml0aG09InJzYS1zaGEyNTYiLGhlYWRlcnM9ImRhdGUiLHNpZ25hdHVyZT0iQUE9PSI=?='
const LATIN1 =
  '=?iso-8859-1?B?a2V5SWQ9IlNOPTEsQ0E9Q049VGVzdCBDQSxPPcZybGlnIEFTLEM9Tk8iLGFsZ29yaXRobT0icnNhLXNoYTI1NiIsaGVhZGVycz0iZGF0ZSIsc2lnbmF0dXJlPSJBQT09Ig==?='
const KEY_ID = 'SN=1,CA=CN=Test CA,O=Ærlig AS,C=NO'

/** The bytes of a text in UTF-8, each as a character. */
const latin1Of = (text: string) => Buffer.from(text).toString('latin1')
const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')
const quoted = (text: string, encoding: BufferEncoding = 'utf8') =>
  [...Buffer.from(text, encoding)].map(byte => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** Cuts the bytes in the middle of the Æ, as encoders that count bytes do. */
function cutInsideCharacter(): string {
  const bytes = Buffer.from(PLAIN)
  const cut = bytes.indexOf(0xc3) + 1
  return `=?utf-8?B?${bytes.subarray(0, cut).toString('base64')}?= =?utf-8?B?${bytes.subarray(cut).toString('base64')}?=`
}

describe('a Signature header wrapped as RFC 2047', () => {
  it.each([
    ['UTF-8 in Base64', UTF8],
    ['ISO-8859-1 in Base64', LATIN1],
    ['charset and encoding in other letters', UTF8.replace('utf-8?B', 'UTF-8?b')],
    ['UTF-8 in Q', `=?utf-8?Q?${quoted(PLAIN)}?=`],
    ['ISO-8859-1 in Q, spaces as underscores', `=?iso-8859-1?q?${quoted(PLAIN, 'latin1').replaceAll('=20', '_')}?=`],
    ['two words that cut a character', cutInsideCharacter()],
    ['words of two charsets', `=?us-ascii?Q?${quoted(PLAIN.slice(0, 10))}?=  =?utf-8?B?${base64(PLAIN.slice(10))}?=`],
    ['a language after the charset', UTF8.replace('utf-8', 'utf-8*nb')],
    ['the scheme of the draft before it', `Signature ${UTF8}`],
    ['the scheme of the draft inside it', `=?utf-8?B?${base64(`Signature ${PLAIN}`)}?=`],
    ['not wrapped, ISO-8859-1 bytes', PLAIN],
    ['not wrapped, UTF-8 bytes', Buffer.from(PLAIN).toString('latin1')],
    ['not wrapped, the scheme before it', Buffer.from(`Signature  ${PLAIN}`).toString('latin1')],
  ])('is read: %s', (_, header) => {
    expect(readSignatureHeader(header)).toMatchObject({ keyId: KEY_ID, algorithm: 'rsa-sha256', headers: ['date'] })
  })

  it.each([
    ['a second layer', `=?utf-8?B?${base64(UTF8)}?=`, /twice: wrap it once/],
    ['a second layer behind spaces', `=?utf-8?B?${base64(`  ${UTF8}`)}?=`, /twice: wrap it once/],
    ['another charset', UTF8.replace('utf-8', 'utf-16'), /charset that is not known/],
    ['another encoding', UTF8.replace('?B?', '?X?'), /neither valid Base64 \(B\) nor quoted-printable/],
    ['broken Base64', '=?utf-8?B?a*b?=', /neither valid Base64/],
    ['broken Q', '=?utf-8?Q?a=4?=', /nor quoted-printable/],
    ['no end', '=?utf-8?B?aaaa', /is not one or more words of the form/],
    ['text after the words', `${UTF8} and more`, /is not one or more words of the form/],
    ['ISO-8859-1 bytes called UTF-8', `=?utf-8?B?${base64(PLAIN, 'latin1')}?=`, /bytes are not utf-8/],
    ['bytes beyond ASCII called us-ascii', UTF8.replace('utf-8', 'us-ascii'), /bytes are not us-ascii/],
    [
      'UTF-8 twice',
      `=?utf-8?B?${base64(latin1Of(PLAIN))}?=`,
      /^Signature: Its characters beyond ASCII are in UTF-8 twice/,
    ],
    [
      'UTF-8 twice, not wrapped',
      latin1Of(latin1Of(PLAIN)),
      /^Signature: Its characters beyond ASCII are in UTF-8 twice/,
    ],
    ['a NUL byte inside', `=?utf-8?B?${base64(`${PLAIN}\0`)}?=`, /control character \\x00/],
  ])('is refused: %s', (_, header, reason) => {
    expectRefusal(() => readSignatureHeader(header), 'SIGNATURE_INVALID', reason)
  })

  const FORM = 'one or more words of the form =?charset?B?…?= or =?charset?Q?…?=, separated by spaces'
  const NO_WORD = `The header begins as an RFC 2047 encoded word, but is not ${FORM}.`
  const NO_CONTENT =
    'The header is wrapped as RFC 2047, but its content is neither valid Base64 (B) nor quoted-printable (Q).'
  const SIMPLER =
    ' In the form Q a blank is written _, and =, ? and _ are written =3D, =3F and =5F: B, with Base64, is simpler.'
  const CUT = ' It does not end in ?=: was it cut off?'

  it.each([
    ['=?utf-8?B?aaaa', NO_WORD + CUT],
    ['=?utf-8?q?a=3Da', NO_WORD + SIMPLER],
    ['=?utf-8?Q?a?=?b', NO_WORD + SIMPLER],
    ['=?utf-8?B?YQ==?=?YQ==?=', `${NO_WORD} Something follows the encoded word: wrap the whole header.`],
    ['=?utf-8?B?YQ==?= x?utf-8?B?YQ==?=', NO_WORD],
    ['=?utf-8?B?a*b?=', NO_CONTENT],
    ['=?utf-8?Q?a=4?=', NO_CONTENT + SIMPLER],
    ['=?utf-8?q?a=xx?=', NO_CONTENT + SIMPLER],
    ['=?utf-8??YQ==?=', NO_CONTENT],
    ['=??B?YQ==?=', 'The header is wrapped in a charset that is not known: use utf-8, iso-8859-1 or us-ascii.'],
  ])('says what is wrong in %s', (header, says) => {
    expect(expectRefusal(() => readSignatureHeader(header), 'SIGNATURE_INVALID', /./).faults).toEqual([
      { path: 'Signature', text: says },
    ])
  })

  it('is made only when there is something beyond ASCII', () => {
    expect(encodeWhenNotAscii(PLAIN)).toBe(UTF8)
    expect(encodeWhenNotAscii('keyId="SN=1"')).toBe('keyId="SN=1"')
  })
})
