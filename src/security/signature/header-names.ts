import { remember } from './remembered.ts'

/** The name of a header in small letters. There is room for more names than the clients of a bank use. */
export const inSmallLetters = remember(name => name.toLowerCase(), { most: 1_000, longest: 60 })

/** By what other name a client sent a header that is missing; undefined where it sent none that is known. */
export function describeOtherName(name: string, header: (name: string) => string | undefined): string | undefined {
  for (const other of [name.replaceAll('-', '_'), name.replaceAll('_', '-')])
    if (other !== name && header(other))
      return `The request carries ${other}: write the name with hyphens, both there and in the parameter headers.`
  return inSmallLetters(name) === 'digest' && header('content-digest')
    ? 'The request carries Content-Digest of RFC 9530: the interface has Digest of RFC 3230, SHA-256=<Base64>.'
    : undefined
}

/** A token in place of a signature; undefined where there is none. */
export function describeToken(header: (name: string) => string | undefined): string | undefined {
  return /^bearer[ \t]/i.test(header('authorization') ?? '')
    ? 'Authorization has a Bearer token, which the interface does not know: each call is signed instead.'
    : undefined
}
