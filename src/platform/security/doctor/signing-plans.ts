import { type SignedLine, type SignedMessage, toBytes } from '../signature/signing-string.ts'

/** A way to produce the signed bytes. */
export type SigningPlan = {
  readonly lines: readonly SignedLine[]
  readonly inside: string
  readonly between: string
  readonly start: string
  readonly end: string
  readonly encode: (text: string) => Buffer
}

export function planRight(lines: readonly SignedLine[]): SigningPlan {
  return { lines, inside: ': ', between: '\n', start: '', end: '', encode: toBytes }
}

/** The request from which a client made its string. */
export type SigningCase = {
  readonly message: SignedMessage
  readonly body: Uint8Array
  readonly digests: { readonly body: string; readonly empty: string }
}

export type Plans = (plan: SigningPlan, signing: SigningCase) => readonly SigningPlan[]

/** A text that a client may have signed, with words for a sentence about it. */
export type SignedText = {
  readonly bytes: Buffer
  /** replaces "the signing string" in sentences */
  readonly noun?: string
  readonly did?: readonly string[]
  readonly remedy?: readonly string[]
}

export function writePlan({ lines, inside, between, start, end, encode }: SigningPlan): Buffer {
  return encode(start + lines.map(({ name, value }) => `${name}${inside}${value}`).join(between) + end)
}
