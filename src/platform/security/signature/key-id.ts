import { LRUCache } from 'lru-cache'
import { decodePercent } from '../../../domain/texts.ts'
import type { CertificateSummary } from '../certificates/certificates.ts'
import { compareDistinguishedName, parseDistinguishedName } from '../certificates/distinguished-name.ts'
import { describeNameMistake } from '../doctor/name-mistakes.ts'
import { refuseSignature, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'

export type KeyIdMode = 'tolerant' | 'strict'

type Identity = Pick<CertificateSummary, 'serial' | 'serialHex' | 'issuer' | 'issuerText' | 'subjectText'>

/** The documented form ([I] Authentication 3), for example `SN=4f02,CA=CN=Sandbank Øvelse CA,O=Sandbank\, Testbank AS,C=NO`. */
export function formatKeyId({ serialHex, issuerText }: Pick<Identity, 'serialHex' | 'issuerText'>): string {
  return `SN=${serialHex},CA=${issuerText}`
}

/**
 * Checks that a keyId names the certificate. `tolerant` compares the serial as a number and the name by meaning; `strict` accepts only the documented
 * form, with the serial in either case and with or without the zero before an odd number of digits. Accepted values are cached, since a client writes the same one on every call and parsing names takes as long
 * as verifying a signature.
 * @returns what was tolerated (D73)
 * @throws DomainError SIGNATURE_INVALID with the serial and the name of the certificate
 */
export function checkKeyId(written: string, certificate: Identity, mode: KeyIdMode): readonly Warning[] {
  const key = `${mode} ${certificate.serialHex} ${certificate.issuerText}\n${written}`
  const warnings = CHECKED.get(key) ?? judgeKeyId(written, certificate, mode)
  CHECKED.set(key, warnings)
  return warnings
}

/** The characters are limited, too, since a keyId may be as long as all headers together. */
const CHECKED = new LRUCache<string, readonly Warning[]>({
  max: 1_000,
  maxSize: 1_000_000,
  sizeCalculation: (_, key) => key.length,
})

const OTHER_FORM: Warning = {
  code: 'KEYID_FORM',
  text: 'The keyId names the certificate, but not in the documented form SN=<hexadecimal>,CA=<issuer as RFC 4514 writes it>: a bank that compares texts refuses it.',
}

function judgeKeyId(written: string, certificate: Identity, mode: KeyIdMode): readonly Warning[] {
  const expected = `The keyId of this certificate is ${formatKeyId(certificate)}`
  const readings = listReadings(written)
  const isDocumented = readings.some(reading => isDocumentedForm(reading, certificate))
  if (isDocumented) return []
  if (mode === 'strict') {
    refuseSignature(
      `The keyId is ${showText(written)}, not in the documented form, which this server was set to demand.`,
      [expected],
    )
  }
  const split = [...readings, ...listDecoded(written)].flatMap(reading => splitKeyId(reading) ?? [])
  const [first] = split
  if (first === undefined)
    return refuseSignature(
      `The keyId is ${showText(written)}: it must be SN=<serial in hexadecimal>,CA=<name of the issuer>.${hintOn(written)}`,
      [expected],
    )
  const sameSerial = split.filter(({ serial }) => readSerial(serial) === certificate.serial)
  const [same] = sameSerial
  if (same === undefined) return refuseSerial(first.serial, certificate, expected)
  const names = sameSerial.map(({ name }) => name)
  if (names.some(name => isIssuer(name, certificate))) return [OTHER_FORM]
  return refuseSignature(
    `The keyId says CA=${showText(same.name)}, which is not the issuer of the certificate. ${describeNameMistake(names, certificate)}`,
    [expected],
  )
}

function hintOn(written: string): string {
  if (/^CA=.*,\s*SN=/i.test(written)) return ' The serial comes first.'
  if (/^SN=[0-9a-f:]+$/i.test(written)) return ' The name of the issuer is missing.'
  if (/^https?:/i.test(written)) return ' It is an address, as other interfaces want it.'
  if (/^(PSD)?[A-Z]{2}-[A-Z]{2,8}-\S+$/.test(written)) return ' It is the authority id of the TPP.'
  return /^(?:[0-9a-f]{2}:?){4,64}$/i.test(written) ? ' It is a number alone, as a fingerprint or a serial is.' : ''
}

/**
 * A quoted-string removes backslashes, but many clients write a name's own backslashes into it without doubling them. So the value is read in three
 * ways: every pair undone, only `\"` and `\\` undone, nothing undone.
 */
function listReadings(written: string): readonly string[] {
  return [...new Set([written.replace(/\\(.)/gs, '$1'), written.replace(/\\(["\\])/g, '$1'), written])]
}

/** With all of it percent-encoded: as a part of a URL, or as a form, which has + for blanks. */
function listDecoded(written: string): readonly string[] {
  if (!written.includes('%')) return []
  return [decodePercent(written), decodePercent(written.replaceAll('+', ' '))]
}

function isDocumentedForm(reading: string, { serialHex, issuerText }: Identity): boolean {
  const nameStart = reading.indexOf(',')
  const serial = reading.slice('SN='.length, nameStart).toLowerCase()
  return (
    reading.startsWith('SN=') &&
    (serial === serialHex || serial === inWholeBytes(serialHex)) &&
    reading.slice(nameStart) === `,CA=${issuerText}`
  )
}

/** As OpenSSL and most libraries print a serial: two digits for each byte, the first of which may be zero. */
function inWholeBytes(hex: string): string {
  return hex.length % 2 === 0 ? hex : `0${hex}`
}

/** Cuts at the first separator; indexOf instead of a regular expression, since this text may be long and hostile. */
function splitKeyId(reading: string): { serial: string; name: string } | undefined {
  // Without a separator both fields are the whole text, which cannot have both names.
  const comma = reading.search(/[,;]/)
  const serial = readField(reading.slice(0, comma), 'SN')
  const name = readField(reading.slice(comma + 1), 'CA')
  return serial === undefined || name === undefined ? undefined : { serial, name }
}

function readField(text: string, label: string): string | undefined {
  const equals = text.indexOf('=')
  return equals >= 0 && text.slice(0, equals).trim().toUpperCase() === label ? text.slice(equals + 1).trim() : undefined
}

/** Case, `0x`, colons, spaces and leading zeros are ignored; undefined when it is not a hexadecimal number. */
function readSerial(serial: string): bigint | undefined {
  const found = /^(-?)(?:0x)?([0-9a-f]{1,128})$/i.exec(serial.replace(/[: ]/g, ''))
  if (found === null) return undefined
  const [, minus, digits] = found
  const magnitude = BigInt(`0x${digits}`)
  return minus === '-' ? -magnitude : magnitude
}

function refuseSerial(serial: string, certificate: Identity, expected: string): never {
  const isDecimal = /^[0-9]{1,128}$/.test(serial) && BigInt(serial) === certificate.serial
  const hint = isDecimal ? ' The keyId has it in decimal: write it in hexadecimal.' : ''
  refuseSignature(
    `The keyId says SN=${showText(serial, 80)}, but the certificate has the serial number ${certificate.serialHex}.${hint}`,
    [expected],
  )
}

function isIssuer(name: string, { issuer }: Identity): boolean {
  const parts = parseDistinguishedName(name)
  return parts !== undefined && compareDistinguishedName(issuer, parts) === 'equal'
}
