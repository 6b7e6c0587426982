import { constants, createHash, type KeyObject, publicDecrypt, verify } from 'node:crypto'

/** How the bytes were signed, if not as the interface wants it. */
export type Layer = { readonly did: string; readonly remedy: string }

/** What one signature proves: whether it signs these bytes, and how it was made; `plain` is right. A deep look also tries other ways of hashing. */
export type Proof = {
  readonly fits: (bytes: Uint8Array, isDeep: boolean) => Layer | 'plain' | undefined
  /** what each text costs, a verification or (undefined) only a hash, so that many can be tried */
  readonly budget?: Budget
  /** what is known about the signed text, even when no text fits */
  readonly known?: string
  readonly remedy?: string
}

/** Verifications that one refusal may cost (D96). */
export type Budget = { spend(): boolean; isSpent(): boolean }

export function createBudget(most: number): Budget {
  let left = most
  return { spend: () => left-- > 0, isSpent: () => left <= 0 }
}

/** Opens a signature with a key. @returns undefined when the key does not belong to it */
export function openSignature(signature: Buffer, key: KeyObject, budget: Budget): Proof | undefined {
  if (key.asymmetricKeyType === 'ec') return openEcdsa(signature, key, budget)
  return openRsa(signature, key, budget)
}

/** With the DER that is before a hash in PKCS #1 v1.5 (RFC 8017, 9.2). */
const HASHES = [
  { hash: 'sha256', name: 'SHA-256', prefix: '3031300d060960864801650304020105000420' },
  { hash: 'sha1', name: 'SHA-1', prefix: '3021300906052b0e03021a05000414' },
  { hash: 'sha512', name: 'SHA-512', prefix: '3051300d060960864801650304020305000440' },
  { hash: 'sha384', name: 'SHA-384', prefix: '3041300d060960864801650304020205000430' },
  { hash: 'sha224', name: 'SHA-224', prefix: '302d300d06096086480165030402040500041c' },
  { hash: 'md5', name: 'MD5', prefix: '3020300c06082a864886f70d020505000410' },
] as const
type Hash = (typeof HASHES)[number]
const RIGHT = 'sign by RSA (PKCS #1 v1.5) with SHA-256'

function digest(hash: string, bytes: Uint8Array | string): Buffer {
  return createHash(hash).update(bytes).digest()
}

/** One operation with the public key shows the content of an RSA signature; after that, each text costs a hash. */
function openRsa(signature: Buffer, key: KeyObject, budget: Budget): Proof | undefined {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (signature.length !== Math.ceil(bits / 8) || !budget.spend()) return undefined
  const encoded = decryptWith(key, signature)
  const content = encoded && readPkcs1(encoded)
  return content === undefined ? encoded && provePss(encoded, bits) : provePkcs1(content)
}

function decryptWith(key: KeyObject, signature: Buffer): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
  } catch {
    return undefined
  }
}

/** The bytes after 00 01 FF … FF 00, with at least eight times FF, which does not happen by chance. */
function readPkcs1(encoded: Buffer): Buffer | undefined {
  const end = encoded.indexOf(0, 2)
  const isPadded = encoded[0] === 0 && encoded[1] === 1 && end >= 10
  return isPadded && encoded.subarray(2, end).every(byte => byte === 0xff) ? encoded.subarray(end + 1) : undefined
}

function provePkcs1(content: Buffer): Proof {
  const named = HASHES.find(({ prefix }) => content.toString('hex').startsWith(prefix))
  if (named === undefined)
    return {
      known: `The key is right, but what it signed are ${content.length} bytes without the name of a hash before them: ${RIGHT}`,
      fits: bytes => fitsBare(content, bytes),
    }
  const found = content.subarray(named.prefix.length / 2)
  return {
    known: `The key is right: what was signed is another text than the server's, with the ${named.name} ${found.toString('hex')}`,
    remedy: MADE_TWICE,
    fits: (bytes, isDeep) => fitsHash(found, named, bytes, isDeep),
  }
}

/** No text can be tried that contains a random value unknown to the bank. */
const MADE_TWICE =
  'A value that was made twice cannot be guessed: make X-Request-ID once, for the header and for the string. Write down what you sign, and compare it with the signing string.'

const AGAIN: readonly (readonly [did: string, text: (once: Buffer) => Buffer | string])[] = [
  ['hashed twice', once => once],
  ['hashed twice, the second time the hexadecimal of the first', once => once.toString('hex')],
  ['hashed twice, the second time the Base64 of the first', once => once.toString('base64')],
]
const BY_ITSELF = 'give the signing function the string itself: it hashes by itself'

function fitsHash(
  found: Buffer,
  { hash, name }: Hash,
  bytes: Uint8Array,
  isDeep: boolean,
): Layer | 'plain' | undefined {
  const once = digest(hash, bytes)
  if (once.equals(found)) return hash === 'sha256' ? 'plain' : { did: `made with ${name}`, remedy: RIGHT }
  if (!isDeep) return undefined
  const inner = [once, digest('sha256', bytes)]
  const again = AGAIN.find(([, text]) => inner.some(one => digest(hash, text(one)).equals(found)))
  return again && { did: again[0], remedy: BY_ITSELF }
}

/** Without the name of a hash before it. */
function fitsBare(content: Buffer, bytes: Uint8Array): Layer | undefined {
  if (content.equals(bytes)) return { did: 'signed without any hash', remedy: RIGHT }
  for (const { hash, name } of HASHES) {
    const once = digest(hash, bytes)
    if (content.equals(once))
      return {
        did: `signed as a bare ${name}, without the name of the hash before it`,
        remedy: `${RIGHT} (Java: SHA256withRSA, not NONEwithRSA; openssl: dgst -sign, not rsautl)`,
      }
    if (content.equals(Buffer.from(once.toString('hex'))) || content.equals(Buffer.from(once.toString('base64'))))
      return { did: `signed as the text of its ${name}`, remedy: `${RIGHT}, over the bytes` }
  }
  return undefined
}

/** This many zeros occur by chance once in 2^64; fewer prove nothing until a text fits. */
const ZEROS = 8

/** EMSA-PSS (RFC 8017, 9.1.2): a hash, before it the masked part (zeros, 01 and the salt), and BC at the end. */
function provePss(encoded: Buffer, bits: number): Proof | undefined {
  const block = encoded.subarray(encoded.length - Math.ceil((bits - 1) / 8))
  const found = block.at(-1) === 0xbc ? HASHES.flatMap(one => unmask(one, block, bits)) : []
  if (found.length === 0) return undefined
  const sure = found.find(({ zeros }) => zeros >= ZEROS)
  const did = (name: string) => ({
    did: `made by RSA-PSS with ${name}`,
    remedy: `${RIGHT}, not PSS (which hs2019 of later drafts means)`,
  })
  return {
    ...(sure && { known: `The key is right, but it signed by RSA-PSS with ${sure.name}, and another text: ${RIGHT}` }),
    fits: bytes => {
      const fitting = found.find(({ hash, salt, salted }) =>
        digest(hash, Buffer.concat([Buffer.alloc(8), digest(hash, bytes), salt])).equals(salted),
      )
      return fitting && did(fitting.name)
    },
  }
}

function unmask({ hash, name }: Hash, block: Buffer, bits: number) {
  const size = digest(hash, '').length
  const salted = block.subarray(-size - 1, -1)
  const masked = block.subarray(0, -size - 1)
  const mask = Buffer.concat(
    Array.from({ length: Math.ceil(masked.length / size) }, (_, count) =>
      digest(hash, Buffer.concat([salted, Buffer.from([0, 0, 0, count])])),
    ),
  )
  const plain = masked.map((byte, at) => byte ^ (mask[at] ?? 0))
  plain[0] = (plain[0] ?? 0) & (0xff >> (8 * block.length - bits + 1))
  const zeros = plain.findIndex(byte => byte !== 0)
  return plain[zeros] === 1 ? [{ hash, name, salted, zeros, salt: plain.subarray(zeros + 1) }] : []
}

const SIDE_BY_SIDE = 64
const DER_OF_THIS_LENGTH = Buffer.from([0x30, SIDE_BY_SIDE - 2, 0x02])

/** ECDSA reveals nothing about the text: each text costs a verification. */
function openEcdsa(signature: Buffer, key: KeyObject, budget: Budget): Proof {
  // One number r in 256 begins like a sequence of DER; when a fitting length and an integer follow, this is no chance.
  const isFlat = signature.length === SIDE_BY_SIDE && !signature.subarray(0, 3).equals(DER_OF_THIS_LENGTH)
  const dsaEncoding = isFlat ? 'ieee-p1363' : 'der'
  const flat = {
    did: 'written as r and s side by side',
    remedy: 'write ECDSA signatures in DER, as openssl does (Java: SHA256withECDSA, not …inP1363Format)',
  }
  const check = (hash: string, bytes: Uint8Array) =>
    budget.spend() && verify(hash, bytes, { key, dsaEncoding }, signature)
  return {
    budget,
    fits: (bytes, isDeep) => {
      if (check('sha256', bytes)) return isFlat ? flat : 'plain'
      if (!isDeep) return undefined
      const other = HASHES.slice(1, 4).find(({ hash }) => check(hash, bytes))
      if (other !== undefined) return { did: `made with ${other.name}`, remedy: 'sign by ECDSA with SHA-256' }
      return check('sha256', digest('sha256', bytes)) ? { did: 'hashed twice', remedy: BY_ITSELF } : undefined
    },
  }
}
