import type { SignedLine, SignedMessage } from '../signature/signing-string.ts'

/** A way to make the bytes that are signed. The right one has `: ` inside its lines, `\n` between them, and no more. */
export type SigningPlan = {
  readonly lines: readonly SignedLine[]
  readonly inside: string
  readonly between: string
  readonly start: string
  readonly end: string
  readonly encode: (text: string) => Buffer
}

/** What a client may have looked at while it made the string. */
export type SigningCase = {
  readonly message: SignedMessage
  readonly body: Uint8Array
  readonly digests: readonly string[]
}

/** Writes the bytes of a plan. */
export function writePlan({ lines, inside, between, start, end, encode }: SigningPlan): Buffer {
  return encode(start + lines.map(({ name, value }) => `${name}${inside}${value}`).join(between) + end)
}
