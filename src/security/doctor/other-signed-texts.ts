import type { SignedMessage } from '../signature/signing-string.ts'
import type { SigningCase } from './signing-plans.ts'

type Text = (signing: SigningCase, signingString: Buffer, names: readonly string[]) => Uint8Array | undefined
const ONE_LINE = 'sign the signing string, of which the digest is one line'
const ALONE = 'sign the string alone: the digest stands for the body'
const FOR_BODY = 'sign the signing string, in which the digest stands for the body'

/** What clients sign in place of the signing string. */
export const OTHER_TEXTS: readonly (readonly [did: string, fix: string, text: Text])[] = [
  ['the body', FOR_BODY, ({ body }) => (body.length === 0 ? undefined : body)],
  ['the digest alone', ONE_LINE, ({ message }) => digestOf(message, value => value)],
  ['the Base64 of the digest alone', ONE_LINE, ({ message }) => digestOf(message, one => one.replace(/^[^=]*=/, ''))],
  ['the signing string followed by the body', ALONE, ({ body }, string) => Buffer.concat([string, body])],
  [
    'the signing string, a line feed and the body',
    ALONE,
    ({ body }, string) => Buffer.concat([string, Buffer.from('\n'), body]),
  ],
  [
    'the list of header names',
    'sign a line "name: value" for each of them',
    (_, __, listed) => Buffer.from(listed.join(' ')),
  ],
  ['an empty text', 'sign the signing string: was it built in another variable?', () => Buffer.alloc(0)],
]

function digestOf({ headers }: SignedMessage, change: (value: string) => string): Buffer | undefined {
  const value = headers.find(([sent]) => sent.toLowerCase() === 'digest')?.[1]
  return value === undefined ? undefined : Buffer.from(change(value), 'latin1')
}
