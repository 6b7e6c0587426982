import type { SignedMessage } from '../signature/signing-string.ts'
import type { SigningCase } from './signing-plans.ts'

/** What clients sign in place of the signing string. */
export const OTHER_TEXTS: readonly {
  readonly did: string
  readonly fix: string
  readonly text: (signing: SigningCase, signingString: Buffer, names: readonly string[]) => Uint8Array | undefined
}[] = [
  {
    did: 'the body',
    fix: 'sign the signing string, in which the digest stands for the body',
    text: ({ body }) => (body.length === 0 ? undefined : body),
  },
  {
    did: 'the digest alone',
    fix: 'sign the signing string, of which the digest is one line',
    text: ({ message }) => headerBytes(message, 'digest'),
  },
  {
    did: 'the Base64 of the digest alone',
    fix: 'sign the signing string, of which the digest is one line',
    text: ({ message }) => headerBytes(message, 'digest', value => value.slice(value.indexOf('=') + 1)),
  },
  {
    did: 'the signing string followed by the body',
    fix: 'sign the string alone: the digest stands for the body',
    text: ({ body }, signingString) => Buffer.concat([signingString, body]),
  },
  {
    did: 'the signing string, a line feed and the body',
    fix: 'sign the string alone: the digest stands for the body',
    text: ({ body }, signingString) => Buffer.concat([signingString, Buffer.from('\n'), body]),
  },
  {
    did: 'the list of header names',
    fix: 'sign a line "name: value" for each of them',
    text: (_, __, listed) => Buffer.from(listed.join(' ')),
  },
  {
    did: 'an empty text',
    fix: 'sign the signing string: was it built in another variable?',
    text: () => Buffer.alloc(0),
  },
]

function headerBytes({ headers }: SignedMessage, name: string, change = (value: string) => value): Buffer | undefined {
  const value = headers.find(([sent]) => sent.toLowerCase() === name)?.[1]
  return value === undefined ? undefined : Buffer.from(change(value), 'latin1')
}
