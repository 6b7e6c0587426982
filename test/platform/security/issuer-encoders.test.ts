import { describe, expect, it } from 'vitest'
import {
  type DistinguishedName,
  formatDistinguishedName,
  type NameAttribute,
} from '../../../src/platform/security/certificates/distinguished-name.ts'
import { checkKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { oid, sequence, set, utf8 } from '../../support/builders/der-writer.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

/**
 * D97: whatever writes the name of the issuer, "another name" and "is missing" are never said of the same name. Each way of writing is taken, or named by
 * its cause, or said to be unreadable.
 */
const C = '2.5.4.6'
const O = '2.5.4.10'
const ID = '2.5.4.97'
const CN = '2.5.4.3'
const ISSUERS: readonly (readonly (readonly [type: string, value: string])[])[] = [
  [
    [C, 'NO'],
    [O, 'Sparebanken Øst'],
    [CN, 'Øst CA 1'],
  ],
  [
    [C, 'NO'],
    [O, 'Sandbank, Testbank AS'],
    [ID, 'NTRNO-123456789'],
    [CN, 'Sandbank Øvelse CA'],
  ],
  [
    [C, 'DE'],
    ['2.5.4.8', 'Köln'],
    [O, 'Müller & Söhne "Trust" GmbH'],
    ['2.5.4.11', 'R+D'],
    [CN, 'Root – 2'],
  ],
  [
    [C, 'SE'],
    [O, 'Ålands Värdepapper'],
    [CN, 'A/B #1; C=x? 100% \\'],
  ],
  [
    [C, 'ES'],
    [O, 'Banco Español'],
    [ID, 'VATES-A1'],
    [CN, 'Española'],
  ],
]

const SHORT: Readonly<Record<string, string>> = {
  [C]: 'C',
  [O]: 'O',
  [ID]: 'organizationIdentifier',
  [CN]: 'CN',
  '2.5.4.8': 'ST',
  '2.5.4.11': 'OU',
}
const LONG: Readonly<Record<string, string>> = {
  [C]: 'countryName',
  [O]: 'organizationName',
  [ID]: 'organizationIdentifier',
  [CN]: 'commonName',
  '2.5.4.8': 'stateOrProvinceName',
  '2.5.4.11': 'organizationalUnitName',
}
const short = (type: string) => SHORT[type] ?? type
type Parts = readonly NameAttribute[]
const escaped = (value: string) => value.replace(/[,+"\\<>;]/g, '\\$&')
const joined = (parts: Parts, value: (text: string) => string, by = ',') =>
  parts.map(one => `${short(one.type)}=${value(one.value)}`).join(by)
const documented = (parts: Parts) => joined(parts.toReversed(), escaped)
const ascii = (text: string) => !/[^\p{ASCII}]/u.test(text)
const q = (word: string) =>
  `=?utf-8?q?${[...Buffer.from(word)].map(byte => (/[a-z0-9]/i.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)).join('')}?=`
const b = (word: string) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`
const eachWord = (text: string, wrap: (word: string) => string) =>
  text
    .split(' ')
    .map(word => (ascii(word) ? word : wrap(word)))
    .join(' ')
const form = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
const hex = (text: string) => [...Buffer.from(text)].map(byte => byte.toString(16).padStart(2, '0'))
const der = (parts: Parts) => sequence(...parts.map(one => set(sequence(oid(one.type), utf8(one.value)))))

/** Programs that write a name, and the names of types that they use. */
const ENCODERS: readonly (readonly [who: string, write: (parts: Parts) => string])[] = [
  ['the documented form', documented],
  ['openssl, in the order of the certificate', parts => joined(parts, escaped, ', ')],
  ['openssl without escapes', parts => joined(parts, value => value, ', ')],
  ['openssl -issuer', parts => `issuer=${joined(parts, escaped, ', ')}`],
  ['openssl -issuer of old versions', parts => `issuer= /${joined(parts, value => value, '/')}`],
  [
    'keytool',
    parts =>
      `Issuer: ${joined(parts.toReversed(), value => (/[,+"]/.test(value) ? `"${value.replaceAll('"', '\\"')}"` : value), ', ')}`,
  ],
  ['Java URLEncoder for each value', parts => joined(parts.toReversed(), form)],
  ['Java URLEncoder for the name', parts => form(documented(parts))],
  ['encodeURIComponent for each value', parts => joined(parts.toReversed(), encodeURIComponent)],
  ['encodeURIComponent for the name', parts => encodeURIComponent(documented(parts))],
  ['encodeURI for the name', parts => encodeURI(documented(parts))],
  ['encodeURIComponent twice', parts => encodeURIComponent(encodeURIComponent(documented(parts)))],
  [
    'escape() of JavaScript',
    parts =>
      joined(parts.toReversed(), value =>
        value.replace(/[^\p{ASCII}]/gu, one => `%u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`),
      ),
  ],
  [
    'percent signs in ISO-8859-1',
    parts =>
      joined(parts.toReversed(), value =>
        escaped(value).replace(/[\x80-\xff]/g, one => `%${one.charCodeAt(0).toString(16)}`),
      ),
  ],
  ['RFC 2047 word by word, in Q', parts => joined(parts.toReversed(), value => eachWord(escaped(value), q))],
  ['RFC 2047 word by word, in B', parts => joined(parts.toReversed(), value => eachWord(escaped(value), b))],
  [
    'RFC 2047 for each value',
    parts => joined(parts.toReversed(), value => (ascii(value) ? escaped(value) : q(escaped(value)))),
  ],
  ['RFC 2047 for the name', parts => q(documented(parts))],
  ['RFC 2047 for the name, in B', parts => b(documented(parts))],
  [
    'quoted-printable',
    parts =>
      joined(parts.toReversed(), value =>
        escaped(value).replace(/[^\p{ASCII}]+/gu, run =>
          hex(run)
            .map(two => `=${two.toUpperCase()}`)
            .join(''),
        ),
      ),
  ],
  [
    'PHP, which writes UNDEF',
    parts => parts.map(one => `${one.type === ID ? 'UNDEF' : short(one.type)}=${escaped(one.value)}`).join(', '),
  ],
  ['PHP, with long names', parts => parts.map(one => `${LONG[one.type]}=${escaped(one.value)}`).join(', ')],
  [
    'another spelling of a type',
    parts =>
      parts
        .map(one => `${one.type === ID ? 'organisationIdentifier' : short(one.type)}=${escaped(one.value)}`)
        .join(','),
  ],
  ['a hyphen for the first =', parts => documented(parts).replace(/C=(?=[A-Z]{2}$)/, 'C-')],
  ['a hyphen for each =', parts => parts.map(one => `${short(one.type)}-${escaped(one.value)}`).join(',')],
  ['a colon for each =', parts => parts.map(one => `${short(one.type)}: ${escaped(one.value)}`).join(', ')],
  ['an arrow for each =', parts => parts.map(one => `${short(one.type)} => ${escaped(one.value)}`).join(', ')],
  ['blanks between the parts', parts => joined(parts, value => value, ' ')],
  ['bars between the parts', parts => joined(parts, value => value, ' | ')],
  ['& between the parts', parts => joined(parts, value => value, '&')],
  ['slashes between the parts', parts => joined(parts, value => value, '/')],
  ['\\n between the parts, as two characters', parts => joined(parts, value => value, '\\n')],
  [
    'HTML, by number',
    parts => joined(parts, value => escaped(value).replace(/[^\p{ASCII}]/gu, one => `&#${one.codePointAt(0)};`)),
  ],
  [
    'HTML, by hexadecimal number',
    parts =>
      joined(parts, value =>
        escaped(value).replace(/[^\p{ASCII}]/gu, one => `&#x${one.codePointAt(0)?.toString(16)};`),
      ),
  ],
  [
    'HTML, by name',
    parts =>
      joined(parts, value =>
        escaped(value)
          .replaceAll('&', '&amp;')
          .replaceAll('Ø', '&Oslash;')
          .replaceAll('ö', '&ouml;')
          .replaceAll('ü', '&uuml;')
          .replaceAll('ä', '&auml;')
          .replaceAll('Å', '&Aring;')
          .replaceAll('ñ', '&ntilde;'),
      ),
  ],
  [
    'JSON in ASCII',
    parts =>
      joined(parts, value =>
        escaped(value).replace(
          /[^\p{ASCII}]/gu,
          one => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
        ),
      ),
  ],
  ['a JSON object', parts => JSON.stringify(Object.fromEntries(parts.map(one => [short(one.type), one.value])))],
  ['an array of PHP', parts => `[${parts.map(one => `'${short(one.type)}' => '${one.value}'`).join(', ')}]`],
  ['a tuple of Python', parts => `(${parts.map(one => `(('${LONG[one.type]}', '${one.value}'),)`).join(', ')})`],
  ['an object of Python', parts => `<Name(${joined(parts, escaped)})>`],
  ['.NET, in brackets', parts => `[Issuer] ${joined(parts.toReversed(), escaped, ', ')}`],
  ['in single quotation marks', parts => joined(parts, value => `'${value}'`, ', ')],
  ['in brackets', parts => `[${joined(parts, escaped)}]`],
  ['in quotation marks as a whole', parts => `'${documented(parts)}'`],
  ['Base64', parts => Buffer.from(documented(parts)).toString('base64')],
  ['DER in Base64', parts => der(parts).toString('base64')],
  ['DER in hexadecimal', parts => der(parts).toString('hex')],
  ['DER in hexadecimal, with a #', parts => `#${der(parts).toString('hex')}`],
  ['values in DER', parts => parts.map(one => `${one.type}=#${utf8(one.value).toString('hex')}`).join(',')],
  ['NFD', parts => documented(parts).normalize('NFD')],
  ['capitals', parts => documented(parts).toUpperCase()],
  ['? for what is not ASCII', parts => documented(parts).replace(/[^\p{ASCII}]/gu, '?')],
  [
    '? for each byte that is not ASCII',
    parts => documented(parts).replace(/[^\p{ASCII}]/gu, one => '?'.repeat(Buffer.byteLength(one))),
  ],
  ['\ufffd for what is not ASCII', parts => documented(parts).replace(/[^\p{ASCII}]/gu, '\ufffd')],
  ['nothing for what is not ASCII', parts => documented(parts).replace(/[^\p{ASCII}]/gu, '')],
  [
    'letters without marks',
    parts => documented(parts).replaceAll('Ø', 'O').replaceAll('–', '-').normalize('NFD').replace(/\p{M}/gu, ''),
  ],
  [
    'two letters for one',
    parts =>
      documented(parts)
        .replaceAll('Ø', 'OE')
        .replaceAll('Å', 'AA')
        .replaceAll('ö', 'oe')
        .replaceAll('ü', 'ue')
        .replaceAll('ä', 'ae'),
  ],
  ['UTF-8 taken for ISO-8859-1', parts => Buffer.from(documented(parts)).toString('latin1')],
  ['UTF-8 taken for Windows-1252', parts => new TextDecoder('windows-1252').decode(Buffer.from(documented(parts)))],
  [
    'bytes as \\xC3\\x98',
    parts =>
      joined(parts, value =>
        escaped(value).replace(/[^\p{ASCII}]/gu, one =>
          hex(one)
            .map(two => `\\x${two}`)
            .join(''),
        ),
      ),
  ],
  [
    'bytes as \\C3\\98',
    parts =>
      joined(parts, value =>
        escaped(value).replace(/[^\p{ASCII}]/gu, one =>
          hex(one)
            .map(two => `\\${two}`)
            .join(''),
        ),
      ),
  ],
  ['backslashes four times', parts => documented(parts).replaceAll('\\', '\\\\\\\\')],
  ['_ for blanks', parts => documented(parts).replaceAll(' ', '_')],
  ['no blanks', parts => documented(parts).replaceAll(' ', '')],
  ['typographic quotation marks', parts => joined(parts, value => `“${value}”`, ', ')],
  ['without commas', parts => joined(parts.toReversed(), value => value.replaceAll(',', ''))],
  ['cut at the first comma of a value', parts => documented(parts).replace(/\\,.*/s, '')],
  ['cut after some letters', parts => documented(parts).slice(0, -3)],
]

/** What is said of each; the others are taken. The odd signs of some issuers let two ways of writing meet, so that only what may not be said is checked there. */
const CAUSES: readonly (readonly [cause: RegExp, encoders: readonly string[]])[] = [
  [/begins with a word/, ['openssl -issuer', 'openssl -issuer of old versions', 'keytool', '.NET, in brackets']],
  [/percent-encoded twice/, ['encodeURIComponent twice']],
  [/escape\(\) of JavaScript/, ['escape() of JavaScript']],
  [
    /wrapped as RFC 2047 one by one/,
    [
      'RFC 2047 word by word, in Q',
      'RFC 2047 word by word, in B',
      'RFC 2047 for each value',
      'RFC 2047 for the name',
      'RFC 2047 for the name, in B',
    ],
  ],
  [/^taken$|has UNDEF for a type/, ['PHP, which writes UNDEF']],
  [/^taken$|A type of the name is written in a way/, ['another spelling of a type']],
  [
    /followed by another sign than =/,
    ['a hyphen for the first =', 'a hyphen for each =', 'a colon for each =', 'an arrow for each ='],
  ],
  [
    /joined by another sign/,
    [
      'blanks between the parts',
      'bars between the parts',
      '& between the parts',
      'slashes between the parts',
      '\\n between the parts, as two characters',
    ],
  ],
  [/It is HTML/, ['HTML, by number', 'HTML, by hexadecimal number', 'HTML, by name']],
  [/as JSON and Java write them/, ['JSON in ASCII']],
  [/It is JSON or an array/, ['a JSON object', 'an array of PHP', 'a tuple of Python']],
  [/stands in brackets or quotation/, ['an object of Python', 'in brackets', 'in quotation marks as a whole']],
  [/single quotation marks/, ['in single quotation marks']],
  [/It is the Base64 of the name/, ['Base64']],
  [/It is the DER/, ['DER in Base64', 'DER in hexadecimal', 'DER in hexadecimal, with a #']],
  [/The client wrote \? for what is not ASCII/, ['? for what is not ASCII', '? for each byte that is not ASCII']],
  [/were lost on the way/, ['\ufffd for what is not ASCII']],
  [/were left out/, ['nothing for what is not ASCII']],
  [/replaced by similar ones/, ['letters without marks']],
  [/^taken$|replaced by similar ones/, ['two letters for one']],
  [/UTF-8 twice/, ['UTF-8 taken for ISO-8859-1', 'UTF-8 taken for Windows-1252']],
  [/^taken$|escaped once too often/, ['backslashes four times']],
  [/blanks or signs/, ['_ for blanks', 'no blanks', 'typographic quotation marks']],
  [/^taken$|blanks or signs/, ['without commas']],
  [/^taken$|ends within/, ['cut at the first comma of a value']],
  [/cannot be read as a name from ,C on/, ['cut after some letters']],
  [/quoted-printable without a word/, ['quoted-printable']],
]
const PLAIN_ISSUERS = [0, 1, 4]

const CASES = ISSUERS.flatMap((pairs, at) => {
  const parts = pairs.map(([type, value]) => ({ type, value }))
  return ENCODERS.map(([who, write]) => [who, at, write(parts), parts] as const)
})

const certificate = (issuer: DistinguishedName) => ({
  serial: 0x4f02n,
  serialHex: '4f02',
  issuer,
  issuerText: formatDistinguishedName(issuer),
  subjectText: 'CN=Fjord Pay,C=NO',
})
const verdictOf = (written: string, parts: Parts) => {
  const own = certificate({ relativeNames: parts.map(one => [one]) })
  try {
    checkKeyId(`SN=4f02,CA=${written}`, own, 'tolerant')
    return 'taken'
  } catch {
    return refusalOf(() => checkKeyId(`SN=4f02,CA=${written}`, own, 'tolerant')).faults[0]?.text.split(
      'which is not the issuer of the certificate. ',
    )[1]
  }
}

describe('D97: the name of the issuer, as programs write it, is taken or named by its true cause', () => {
  it.each(CASES)('%s, of issuer %i: %s', (who, issuer, written, parts) => {
    const verdict = verdictOf(written, parts)
    expect(verdict).not.toMatch(/another name|is missing|is empty|is no name/)
    const [cause = /^taken$/] = CAUSES.find(([, encoders]) => encoders.includes(who)) ?? []
    if (PLAIN_ISSUERS.includes(issuer)) expect(verdict).toMatch(cause)
  })

  it('and each cause is of an encoder that there is', () => {
    const known = new Set(ENCODERS.map(([who]) => who))
    expect(CAUSES.flatMap(([, encoders]) => encoders.filter(who => !known.has(who)))).toEqual([])
  })
})
