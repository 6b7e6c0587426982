// Reads certificates with damaged keys, in a process of its own, since a key that OpenSSL trips over ends the process:
// key-fuzz-process.ts RUNS SEED. Every certificate is signed by a trusted CA, so that each key gets as far as it can, and
// is sent once more without that signature. What is admitted is used. Says how many were, as JSON; ends with 1 at a fault.
import { type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { DomainError } from '../../../src/domain/errors.ts'
import { buildCertificate } from '../../../src/platform/security/authority/certificate-builder.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { readChildren, readDer } from '../../../src/platform/security/certificates/der.ts'
import { bits, element, sequence } from '../builders/der-writer.ts'
import { keySeeds, newEcKey } from '../builders/public-keys.ts'

const [runs = '1000', seed = '1'] = process.argv.slice(2)
const now = new Date('2026-03-02T09:30:00.000Z')
const caKey = newEcKey('P-256')
const common = {
  serial: Buffer.from([1]),
  subject: [['2.5.4.3', 'Fuzz']],
  notBefore: now,
  notAfter: new Date('2027-03-02T09:30:00.000Z'),
  issuerKey: caKey,
} as const
const reader = createCertificateReader([
  new X509Certificate(buildCertificate({ ...common, key: caKey, isAuthority: true, keyUsage: ['keyCertSign'] })),
])
const seeds = keySeeds()
const random = numbersFrom(Number(seed))
const count = { admitted: 0, refused: 0 }

function tryHeader(der: Buffer, spki: Buffer): void {
  try {
    use(reader.read(der.toString('base64'), now).publicKey)
    count.admitted++
  } catch (error) {
    if (!(error instanceof DomainError)) {
      process.stderr.write(`${spki.toString('hex')}: ${String(error)}\n`)
      process.exit(1)
    }
    count.refused++
  }
}

function use(key: KeyObject): void {
  if (key.asymmetricKeyDetails === undefined) throw new Error('an admitted key has no details')
  key.export({ type: 'spki', format: 'der' })
  verify('sha256', Buffer.from('text'), key, Buffer.alloc(256, 1))
}

/** Damages bytes, or the structure under them with lengths that fit again. */
function mutate(spki: Buffer): Buffer {
  const bytes = random(3) === 0 ? Buffer.from(spki) : rewrite(spki, 0)
  for (let times = random(3); times > 0; times--) bytes[random(bytes.length)] = random(2) === 0 ? random(256) : 0
  return bytes
}

const CONSTRUCTED = 0x20
const INTERESTING = [
  '',
  '00',
  '01',
  'ff',
  '0000',
  '04',
  '8000',
  '00ff',
  '0203',
  `04${'00'.repeat(64)}`,
  `04${'ff'.repeat(64)}`,
]

function rewrite(bytes: Buffer, depth: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const length =
      lengthBytes === 0 || at + 2 + lengthBytes > bytes.length
        ? first & 0x7f
        : bytes.readUIntBE(at + 2, Math.min(lengthBytes, 6))
    const start = at + 2 + lengthBytes
    const content = bytes.subarray(start, start + length)
    const inside = (tag & CONSTRUCTED) !== 0 ? rewrite(content, depth + 1) : insideOf(tag, content, depth)
    parts.push(element(random(40) === 0 ? random(256) : tag, random(8) === 0 && depth > 0 ? change(inside) : inside))
    at = start + length
  }
  return Buffer.concat(parts)
}

/** A key of RSA or DSA lies as DER inside the bit string. */
function insideOf(tag: number, content: Buffer, depth: number): Buffer {
  return tag === 3 && [0x30, 0x02].includes(content[1] ?? 0)
    ? Buffer.concat([content.subarray(0, 1), rewrite(content.subarray(1), depth + 1)])
    : content
}

function change(content: Buffer): Buffer {
  const interesting = Buffer.from(pick(INTERESTING), 'hex')
  switch (random(5)) {
    case 0:
      return interesting
    case 1:
      return Buffer.concat([Buffer.from([0]), interesting])
    case 2:
      return content.subarray(0, random(content.length + 1))
    case 3:
      return Buffer.concat([content, interesting])
    default: {
      const copy = Buffer.from(content)
      if (copy.length > 0) copy[random(copy.length)] = random(256)
      return copy
    }
  }
}

function pick<T>(list: readonly T[]): T {
  const found = list[random(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** mulberry32: the same seed gives the same numbers. */
function numbersFrom(start: number): (below: number) => number {
  let state = start >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const whole = buildCertificate({
  ...common,
  key: newEcKey('P-256'),
  isAuthority: false,
  keyUsage: ['digitalSignature'],
})

/** A certificate with these bytes in the place of its key, signed again. */
function certificateWith(spki: Buffer): Buffer {
  const [body, algorithm] = readChildren(readDer(whole))
  if (body === undefined || algorithm === undefined) throw new Error('a certificate has three parts')
  const parts = readChildren(body).map(({ raw }) => raw)
  // Version, serial number, algorithm, issuer, validity and subject come before the key (RFC 5280, 4.1).
  const signed = sequence(...parts.slice(0, 6), spki, ...parts.slice(7))
  return sequence(signed, algorithm.raw, bits(sign('sha256', signed, caKey)))
}

for (let run = 0; run < Number(runs); run++) {
  const spki = run < seeds.length ? pick(seeds) : mutate(pick(seeds))
  const der = certificateWith(spki)
  tryHeader(der, spki)
  der.fill(0, der.length - 60)
  tryHeader(der, spki)
}
process.stdout.write(JSON.stringify(count))
