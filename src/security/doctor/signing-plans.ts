import { type SignedLine, type SignedMessage, toBytes } from '../signature/signing-string.ts'

/** A way to make the bytes that are signed. */
export type SigningPlan = {
  readonly lines: readonly SignedLine[]
  readonly inside: string
  readonly between: string
  readonly start: string
  readonly end: string
  readonly encode: (text: string) => Buffer
}

/** The right one, of the right lines. */
export function planRight(lines: readonly SignedLine[]): SigningPlan {
  return { lines, inside: ': ', between: '\n', start: '', end: '', encode: toBytes }
}

/** What a client may have looked at while it made the string. */
export type SigningCase = {
  readonly message: SignedMessage
  readonly body: Uint8Array
  readonly digests: { readonly body: string; readonly empty: string }
}

/** The plans of a mistake. */
export type Plans = (plan: SigningPlan, signing: SigningCase) => readonly SigningPlan[]

/** What a client may have signed, in the words of a sentence. */
export type SignedText = {
  readonly bytes: Buffer
  /** what stands for "the signing string" */
  readonly noun?: string
  readonly did?: readonly string[]
  readonly fix?: readonly string[]
}

/** Writes the bytes of a plan. */
export function writePlan({ lines, inside, between, start, end, encode }: SigningPlan): Buffer {
  return encode(start + lines.map(({ name, value }) => `${name}${inside}${value}`).join(between) + end)
}
