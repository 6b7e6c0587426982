import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { NOT_EXAMINED } from '../../../domain/tpps.ts'
import type { KnownKey } from '../certificates/certificates.ts'
import { showText } from '../refusals.ts'
import { createDigest } from '../signature/digest.ts'
import type { SignedLine, SignedMessage } from '../signature/signing-string.ts'
import { type EarlierCalls, listEarlierTexts, rememberCalls } from './earlier-calls.ts'
import { describeNoSignature, listSignatureForms, type SignatureForm } from './signature-forms.ts'
import { createBudget, type Layer, openSignature, type Proof } from './signature-proofs.ts'
import { MISTAKES, OTHER_TEXTS } from './signing-mistakes.ts'
import { planRight, type SignedText, type SigningCase, type SigningPlan, writePlan } from './signing-plans.ts'

/** A signature that did not verify, with its request and keys. */
export type Evidence = {
  readonly message: SignedMessage
  readonly body: Uint8Array
  /** the lines of the right signing string */
  readonly lines: readonly SignedLine[]
  /** the parameter signature, as written */
  readonly signature: string
  readonly key: KeyObject
  readonly otherKeys: readonly KnownKey[]
  /** what the same TPP signed in earlier calls */
  readonly earlier?: EarlierCalls
}

/** The cause, if the cryptography proves one; else what is known, and how many texts were tried. */
export type Diagnosis =
  | { readonly cause: string; readonly difference: string | undefined }
  | { readonly cause: undefined; readonly known: string; readonly tried: number; readonly remedy?: string }

/** Verifications that one refusal may cost (D96). */
const MOST_VERIFICATIONS = 50
/** How many of them are reserved for other keys and other forms of the signature. */
const FOR_OTHERS = 18
/** The total bytes of tried texts: a signing string may have 32 kB, and there are hundreds of mistakes. */
const MOST_BYTES = 2_000_000

/**
 * Tries common mistakes of clients against a refused signature (D96). It finds causes and never accepts: it does not decide whether a call may
 * continue.
 */
export function diagnoseSignature(evidence: Evidence): Diagnosis {
  const forms = listSignatureForms(evidence.signature)
  const search = createSearch(evidence)
  const budgets = { first: createBudget(MOST_VERIFICATIONS - FOR_OTHERS), others: createBudget(FOR_OTHERS) }
  let proved: Proof | undefined
  for (const { owner, key } of [{ owner: undefined, key: evidence.key }, ...evidence.otherKeys]) {
    for (const [place, form] of forms.entries()) {
      const isFirst = owner === undefined && place === 0
      const proof = openSignature(form.bytes, key, isFirst ? budgets.first : budgets.others)
      if (proof === undefined) continue
      const found = search.find(proof, isFirst, owner === undefined)
      if (found !== undefined) return describeMatch(found, form, owner, evidence)
      if (owner === undefined && proof.known !== undefined) proved ??= proof
    }
  }
  const { known = describeUnknown(evidence, forms), remedy } = proved ?? {}
  return { cause: undefined, known, tried: search.count(), ...(remedy === undefined ? {} : { remedy }) }
}

type SignatureMatch = SignedText & { readonly layer: Layer | 'plain' }

/** All texts that the client may have signed, cheap and likely ones first. */
function createSearch(evidence: Evidence) {
  const { message, body } = evidence
  const digests = { body: createDigest(body), empty: createDigest(Buffer.alloc(0)) }
  const signing: SigningCase = { message, body, digests }
  const plan = planRight(evidence.lines)
  const right = writePlan(plan)
  const seen = new Set<string>()
  let work = 0
  const findIn = (proof: Proof, texts: Iterable<SignedText>, isOwnKey: boolean): SignatureMatch | undefined => {
    const tried = new Set<string>()
    for (const text of texts) {
      const key = text.bytes.toString('latin1')
      if (tried.has(key)) continue
      if (proof.budget?.isSpent() === true || work > MOST_BYTES) return undefined
      tried.add(key)
      if (isOwnKey) seen.add(key)
      work += text.bytes.length
      const layer = proof.fits(text.bytes, text.did === undefined && text.noun === undefined)
      if (layer !== undefined) return { ...text, layer }
    }
    return undefined
  }
  return {
    /** How many texts were tried with the key of the certificate; other keys only serve to find out whose key it was. */
    count: () => seen.size,
    /** When each text costs a verification, many are tried with the first reading of the signature only. */
    find: (proof: Proof, isFirst: boolean, isOwnKey: boolean): SignatureMatch | undefined => {
      if (proof.budget !== undefined && !isFirst) return findIn(proof, [{ bytes: right }], isOwnKey)
      return (
        findIn(proof, listTexts(plan, right, signing), isOwnKey) ??
        findIn(proof, listEarlierTexts(plan, evidence.earlier ?? []), isOwnKey) ??
        (proof.budget === undefined ? findIn(proof, listPairs(plan, signing), isOwnKey) : undefined)
      )
    },
  }
}

/** Mistakes with few texts first, since each text may cost a verification. */
function listByCost(plan: SigningPlan, signing: SigningCase) {
  return MISTAKES.map(({ did, remedy, plans }) => ({ did, remedy, texts: plans(plan, signing) })).sort(
    (a, b) => Number(a.texts.length > 2) - Number(b.texts.length > 2),
  )
}

function* listTexts(plan: SigningPlan, right: Buffer, signing: SigningCase): Generator<SignedText> {
  yield { bytes: right }
  for (const { did, remedy, texts } of listByCost(plan, signing))
    for (const changed of texts) yield { bytes: writePlan(changed), did: [did], remedy: [remedy] }
  const listed = plan.lines.map(({ name }) => name)
  for (const [noun, remedy, text] of OTHER_TEXTS) {
    const bytes = text(signing, right, listed)
    if (bytes !== undefined) yield { bytes: Buffer.from(bytes), noun, remedy: [remedy] }
  }
}

/** Two mistakes at once, of those that often occur together. */
function* listPairs(plan: SigningPlan, signing: SigningCase): Generator<SignedText> {
  const joining = MISTAKES.filter(({ joins }) => joins === true)
  for (const [place, first] of joining.entries())
    for (const second of joining.slice(place + 1))
      for (const one of first.plans(plan, signing))
        for (const both of second.plans(one, signing))
          yield { bytes: writePlan(both), did: [first.did, second.did], remedy: [first.remedy, second.remedy] }
}

function describeMatch(
  found: SignatureMatch,
  form: SignatureForm | undefined,
  owner: string | undefined,
  evidence: Evidence,
): Diagnosis {
  const { noun = 'the signing string', did = [], remedy = [], layer, bytes } = found
  const further = [
    ...(layer === 'plain' ? [] : [layer]),
    ...(owner === undefined
      ? []
      : [{ did: `made with the key of ${owner}`, remedy: 'send the certificate that belongs to the key' }]),
    ...(form?.did === undefined ? [] : [{ did: `sent ${form.did}`, remedy: form.remedy ?? '' }]),
  ]
  const phrases = [`${noun}${did.length === 0 ? '' : ` ${did.join(' and ')}`}`, ...further.map(one => one.did)]
  const remedies = [...remedy, ...further.map(one => one.remedy)]
  const right = writePlan(planRight(evidence.lines))
  return {
    cause: `The signature fits ${phrases.join(', ')}: ${remedies.join('; ')}.`,
    difference: bytes.equals(right) || noun !== 'the signing string' ? undefined : markDifference(right, bytes),
  }
}

const AROUND = 24

/** The first byte in which the two strings differ, with its surroundings. */
function markDifference(right: Buffer, signed: Buffer): string {
  let at = 0
  // They do differ: when one ends, the other goes on.
  while (right[at] === signed[at]) at++
  const show = (bytes: Buffer) => {
    const before = showText(bytes.subarray(Math.max(0, at - AROUND), at).toString('latin1'))
    const after = at >= bytes.length ? '[end]' : showText(bytes.subarray(at, at + AROUND).toString('latin1'))
    return `${before} >>> ${after}`
  }
  return `The two strings differ first at byte ${at + 1}, marked >>>. The server built: ${show(right)}. The client signed: ${show(signed)}.`
}

const UNCHANGED = 'Sign with the key that the certificate was issued for, and send the Base64 of the bytes unchanged'

/**
 * Only what is proved. When a key reveals nothing there are several possible causes, and to try each letter of a signature would cost 20,000
 * verifications.
 */
function describeUnknown({ key, signature }: Evidence, forms: readonly SignatureForm[]): string {
  const other = describeNoSignature(signature)
  if (other !== undefined) return `The parameter signature ${other}`
  if (forms.length === 0) return 'The parameter signature is no Base64 of anything'
  const NOTHING = 'The signature fits nothing that was tried'
  if (key.asymmetricKeyType === 'ec')
    return `${NOTHING}: an ECDSA signature shows neither text nor key, nor whether it was altered on the way. ${UNCHANGED}`
  const size = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  if (forms.some(({ bytes }) => bytes.length === size))
    return `${NOTHING}, and the key of the certificate shows no signature by RSA (PKCS #1 v1.5) in it: it was made with another key or in another way, or altered on the way (one letter is enough). ${UNCHANGED}`
  const looks = forms.map(({ bytes }) => looksLike(bytes)).find(like => like !== undefined)
  if (looks !== undefined) return `${looks}. A signature of this certificate's RSA key has ${size} bytes`
  return `${NOTHING}: it has ${forms[0]?.bytes.length} bytes, and one of this certificate's RSA key has ${size}, so that it was made with another key, or cut on the way. ${UNCHANGED}`
}

/** Bytes that no RSA key produces, by their number or form. The bytes alone do not prove the cause, so the text names both possible ones. */
function looksLike(bytes: Buffer): string | undefined {
  if (bytes.includes(REPLACED) && bytes.equals(Buffer.from(bytes.toString())))
    return 'Its bytes were made a text of UTF-8 on the way, in which each that is none became EF BF BD: write the Base64 of the bytes as they come from the signing function'
  const [first, length, inner] = bytes
  if (first === 0x30 && length === bytes.length - 2 && inner === 0x02)
    return 'It has the form of an ECDSA signature: sign with the key that the certificate was issued for'
  const [second = 0, third = 0] = [bytes[4], bytes[5]]
  if (first === 0x30 && second === 0x06 && third === 0x09 && bytes.subarray(6, 14).equals(PKCS_7))
    return 'It is a PKCS #7 (CMS) signature, as openssl cms, openssl smime and SignedCms of .NET make: sign the string alone, by RSA (PKCS #1 v1.5) with SHA-256'
  const short = SHORT.get(bytes.length)
  return short && `It has ${bytes.length} bytes, ${short}. ${NO_SECRET}`
}

const REPLACED = Buffer.from('efbfbd', 'hex')
const PKCS_7 = Buffer.from('2a864886f70d0107', 'hex')
const NO_SECRET =
  'There is no shared secret between bank and TPP: sign with the private key, by RSA (PKCS #1 v1.5) with SHA-256'
const SHORT: ReadonlyMap<number, string> = new Map([
  [16, 'as an MD5 has'],
  [20, 'as an HMAC or a hash by SHA-1 has'],
  [32, 'as an HMAC or a hash by SHA-256 has'],
  [48, 'as an HMAC or a hash by SHA-384 has'],
  [64, 'as an HMAC by SHA-512 has, or a signature by Ed25519 or by ECDSA with r and s side by side'],
])

export type SignatureDoctor = ReturnType<typeof createSignatureDoctor>

const MOST_A_SECOND = 5

/** Examines refused signatures and digests, at most five a second for each TPP (D96). */
export function createSignatureDoctor(machineNow: () => Date) {
  const seen = new LRUCache<string, { second: number; count: number }>({ max: 1_000 })
  const mayLook = (tppId: string): boolean => {
    const second = Math.floor(machineNow().getTime() / 1000)
    const before = seen.get(tppId)
    const count = before?.second === second ? before.count + 1 : 1
    seen.set(tppId, { second, count })
    return count <= MOST_A_SECOND
  }
  const calls = rememberCalls()
  return {
    /** Whether one more may be examined now; each question counts. */
    mayLook,
    /** Records the lines that a call has to sign, refused or not: the next call may be signed with one of their values. */
    remember: calls.add,
    examine: (tppId: string, evidence: () => Omit<Evidence, 'earlier'>): readonly string[] =>
      mayLook(tppId)
        ? describeDiagnosis(diagnoseSignature({ ...evidence(), earlier: calls.of(tppId) }))
        : [NOT_EXAMINED],
  }
}

/** Sentences for the refusal, the cause first. */
export function describeDiagnosis(diagnosis: Diagnosis): string[] {
  if (diagnosis.cause !== undefined)
    return [diagnosis.cause, ...(diagnosis.difference === undefined ? [] : [diagnosis.difference])]
  const { known, tried, remedy } = diagnosis
  return [
    `${known}.`,
    // A key that cannot open the signature excludes every text at once.
    ...(tried === 0 ? [] : [`Tried without success: ${tried} texts and encodings that clients get wrong.`]),
    ...(remedy === undefined ? [] : [remedy]),
  ]
}
