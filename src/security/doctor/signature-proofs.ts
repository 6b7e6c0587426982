import { constants, createHash, createHmac, type KeyObject, publicDecrypt, verify } from 'node:crypto'

/** How bytes were signed, where it is not as the interface wants it. */
export type Layer = { readonly did: string; readonly fix: string }

/** What one signature proves: whether it is over these bytes, and how it was made; `plain` is right. A deep look tries other ways of hashing too. */
export type Proof = {
  readonly fits: (bytes: Uint8Array, isDeep: boolean) => Layer | 'plain' | undefined
  /** many texts can be tried for little */
  readonly isCheap: boolean
  /** false once nothing more may be tried */
  readonly goesOn: () => boolean
  /** what is known of the text that was signed, even when nobody finds it */
  readonly known?: string
}

/** Verifications that one refusal may cost (D96). */
export type Budget = { spend(): boolean; isSpent(): boolean }

export function createBudget(most: number): Budget {
  let left = most
  return { spend: () => left-- > 0, isSpent: () => left <= 0 }
}

/** Opens a signature with a key. @returns undefined when the key has nothing to do with it */
export function openSignature(signature: Buffer, key: KeyObject, budget: Budget): Proof | undefined {
  if (key.asymmetricKeyType === 'ec') return openEcdsa(signature, key, budget)
  return openRsa(signature, key, budget)
}

/** HMACs whose secret is public, which some libraries make when they are given a public key or a certificate. */
export function findHmac(
  signature: Buffer,
  bytes: Uint8Array,
  secrets: readonly (string | Buffer)[],
): Layer | undefined {
  const hash = HMAC_HASHES.get(signature.length)
  if (hash === undefined || !secrets.some(secret => createHmac(hash, secret).update(bytes).digest().equals(signature)))
    return undefined
  return {
    did: 'made as an HMAC with the public key or certificate for its secret',
    fix: 'sign with the private key, by RSA (PKCS #1 v1.5) with SHA-256',
  }
}

const HMAC_HASHES: ReadonlyMap<number, string> = new Map([
  [20, 'sha1'],
  [32, 'sha256'],
  [64, 'sha512'],
])
const HASHES = ['sha256', 'sha1', 'sha512', 'sha384', 'sha224', 'md5', 'sha3-256'] as const
const HASH_NAMES: Readonly<Record<(typeof HASHES)[number], string>> = {
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  sha512: 'SHA-512',
  sha384: 'SHA-384',
  sha224: 'SHA-224',
  md5: 'MD5',
  'sha3-256': 'SHA3-256',
}
/** The DER before a hash in PKCS #1 v1.5 (RFC 8017, 9.2). */
const DIGEST_INFOS: readonly (readonly [hash: (typeof HASHES)[number], prefix: string])[] = [
  ['sha256', '3031300d060960864801650304020105000420'],
  ['sha1', '3021300906052b0e03021a05000414'],
  ['sha512', '3051300d060960864801650304020305000440'],
  ['sha384', '3041300d060960864801650304020205000430'],
  ['sha224', '302d300d06096086480165030402040500041c'],
  ['md5', '3020300c06082a864886f70d020505000410'],
  ['sha3-256', '3031300d060960864801650304020805000420'],
]
const RIGHT = 'sign by RSA (PKCS #1 v1.5) with SHA-256'

function digest(hash: string, bytes: Uint8Array | string): Buffer {
  return createHash(hash).update(bytes).digest()
}

/** One operation with the public key shows what an RSA signature was made of; after that, each text costs a hash. */
function openRsa(signature: Buffer, key: KeyObject, budget: Budget): Proof | undefined {
  const size = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  if (signature.length !== size || !budget.spend()) return undefined
  const encoded = decryptWith(key, signature)
  if (encoded === undefined) return undefined
  const padded = readPkcs1(encoded)
  if (padded !== undefined) return provePkcs1(padded)
  return encoded.at(-1) === 0xbc ? provePss(signature, key, budget) : undefined
}

function decryptWith(key: KeyObject, signature: Buffer): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
  } catch {
    return undefined
  }
}

type PaddedBlock = { readonly type: number; readonly content: Buffer }

/** 00 01 FF … FF 00 and the content; 00 02 and random bytes where encryption was used for signing. */
function readPkcs1(encoded: Buffer): PaddedBlock | undefined {
  const [zero, type = 0] = encoded
  const end = encoded.indexOf(0, 2)
  if (zero !== 0 || (type !== 1 && type !== 2) || end < 10) return undefined
  if (type === 1 && encoded.subarray(2, end).some(byte => byte !== 0xff)) return undefined
  return { type, content: encoded.subarray(end + 1) }
}

function provePkcs1({ type, content }: PaddedBlock): Proof {
  const hex = content.toString('hex')
  const [hash, prefix = ''] = DIGEST_INFOS.find(([, start]) => hex.startsWith(start)) ?? []
  const encryption = type === 2 ? [{ did: 'encrypted, not signed', fix: RIGHT }] : []
  if (hash === undefined)
    return {
      isCheap: true,
      goesOn: () => true,
      known: `The key is right, but what it signed are ${content.length} bytes without the name of a hash before them: ${RIGHT}`,
      fits: bytes => encryption[0] ?? fitsBare(content, bytes),
    }
  const found = content.subarray(prefix.length / 2)
  return {
    isCheap: true,
    goesOn: () => true,
    known: `The key is right: what was signed is another text than the server's, with the ${HASH_NAMES[hash]} ${found.toString('hex')}`,
    fits: (bytes, isDeep) => fitsHash(found, hash, bytes, isDeep),
  }
}

function fitsHash(
  found: Buffer,
  hash: (typeof HASHES)[number],
  bytes: Uint8Array,
  isDeep: boolean,
): Layer | 'plain' | undefined {
  const once = digest(hash, bytes)
  if (once.equals(found)) {
    return hash === 'sha256' ? 'plain' : { did: `made with ${HASH_NAMES[hash]}`, fix: RIGHT }
  }
  if (!isDeep) return undefined
  const twice = (text: Buffer | string) => digest(hash, text).equals(found)
  const inner = [once, ...(hash === 'sha256' ? [] : [digest('sha256', bytes)])]
  if (inner.some(twice))
    return { did: 'hashed twice', fix: 'give the signing function the string itself: it hashes by itself' }
  if (inner.some(one => twice(one.toString('hex'))))
    return {
      did: 'hashed twice, the second time the hexadecimal of the first',
      fix: 'give the signing function the string itself: it hashes by itself',
    }
  if (inner.some(one => twice(one.toString('base64'))))
    return {
      did: 'hashed twice, the second time the Base64 of the first',
      fix: 'give the signing function the string itself: it hashes by itself',
    }
  return undefined
}

/** Without the name of a hash before it. */
function fitsBare(content: Buffer, bytes: Uint8Array): Layer | undefined {
  if (content.equals(bytes)) return { did: 'signed without any hash', fix: RIGHT }
  for (const hash of HASHES) {
    const once = digest(hash, bytes)
    if (content.equals(once))
      return {
        did: `signed as a bare ${HASH_NAMES[hash]}, without the name of the hash before it`,
        fix: `${RIGHT} (Java: SHA256withRSA, not NONEwithRSA; openssl: dgst -sign, not rsautl)`,
      }
    if (content.equals(Buffer.from(once.toString('hex'))) || content.equals(Buffer.from(once.toString('base64'))))
      return { did: `signed as the text of its ${HASH_NAMES[hash]}`, fix: `${RIGHT}, over the bytes` }
  }
  return undefined
}

function provePss(signature: Buffer, key: KeyObject, budget: Budget): Proof {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const check = (hash: string, bytes: Uint8Array) =>
    budget.spend() && verify(hash, bytes, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }, signature)
  return {
    isCheap: false,
    goesOn: () => !budget.isSpent(),
    // The end shows it, but one other key in 256 shows that end, too.
    known: `What the key shows ends as RSA-PSS does, and fits no text: ${RIGHT}; or it is a signature of another key`,
    fits: (bytes, isDeep) => {
      const hashes = isDeep ? (['sha256', 'sha512', 'sha384', 'sha1'] as const) : (['sha256', 'sha512'] as const)
      const hash = hashes.find(one => check(one, bytes))
      return (
        hash && {
          did: `made by RSA-PSS with ${HASH_NAMES[hash]}`,
          fix: `${RIGHT}, not PSS (which hs2019 of later drafts means)`,
        }
      )
    },
  }
}

const SIDE_BY_SIDE = 64
const DER_OF_THIS_LENGTH = Buffer.from([0x30, SIDE_BY_SIDE - 2, 0x02])

/** ECDSA shows nothing of the text: each one costs a verification. */
function openEcdsa(signature: Buffer, key: KeyObject, budget: Budget): Proof {
  // One number r in 256 begins as a sequence of DER does; that its length and an integer follow is chance no more.
  const isFlat = signature.length === SIDE_BY_SIDE && !signature.subarray(0, 3).equals(DER_OF_THIS_LENGTH)
  const dsaEncoding = isFlat ? 'ieee-p1363' : 'der'
  const flat = {
    did: 'written as r and s side by side',
    fix: 'write ECDSA signatures in DER, as openssl does (Java: SHA256withECDSA, not …inP1363Format)',
  }
  const check = (hash: string, bytes: Uint8Array) =>
    budget.spend() && verify(hash, bytes, { key, dsaEncoding }, signature)
  return {
    isCheap: false,
    goesOn: () => !budget.isSpent(),
    fits: (bytes, isDeep) => {
      if (check('sha256', bytes)) return isFlat ? flat : 'plain'
      if (!isDeep) return undefined
      const hash = (['sha512', 'sha384', 'sha1'] as const).find(one => check(one, bytes))
      if (hash !== undefined) return { did: `made with ${HASH_NAMES[hash]}`, fix: 'sign by ECDSA with SHA-256' }
      return check('sha256', digest('sha256', bytes))
        ? { did: 'hashed twice', fix: 'give the signing function the string itself: it hashes by itself' }
        : undefined
    },
  }
}
