import { DomainError, type ErrorCode, type Fault } from '../../domain/errors.ts'
import { beginningOf, showControl } from '../../domain/texts.ts'
import { NOT_EXAMINED } from '../../domain/tpps.ts'

/** Longest header that is read, in characters: the limit of all headers of a request together. */
export const LONGEST_HEADER = 32_768

export const SIGNATURE_HEADER = 'Signature'

/** A text on the wire ends after 512 characters (D16), so longer material is spread over several faults. */
const DETAIL_LENGTH = 460
const DETAIL_PARTS = 12

/**
 * Refuses with one reason and, in further faults, the long material that helps to find the mistake.
 * @param path the faulty header
 * @param details whole sentences, or labelled material; each is spread over as many faults as it needs
 */
export function refuse(
  code: ErrorCode,
  reason: string,
  path: string,
  details: readonly string[] = [],
  about: Pick<Fault, 'want' | 'rule'> = {},
): never {
  const faults: readonly Fault[] = [reason, ...details]
    .flatMap(splitDetail)
    .map(text =>
      text === NOT_EXAMINED
        ? { text, path, want: { kind: 'act', act: 'EXAMINE_SIGNATURE' } }
        : { text, path, ...about },
    )
  throw new DomainError(code, faults)
}

/** Refuses a signature (D13). */
export function refuseSignature(reason: string, details: readonly string[] = []): never {
  refuse('SIGNATURE_INVALID', reason, SIGNATURE_HEADER, details)
}

/**
 * Shows a client's text inside a sentence: control characters become readable (a newline is `
 * `), and long text is cut.
 */
export function showText(text: string, limit = 160): string {
  const cut = text.length > limit ? `${beginningOf(text, limit)}… (${text.length} characters)` : text
  return cut.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, showControl)
}

/** The first control character of a text, in readable form; undefined when there is none. Tabs and line ends pass. */
export function findControl(text: string): string | undefined {
  const found = /[^\P{Cc}\t\r\n]/u.exec(text)
  return found === null ? undefined : showControl(found[0])
}

function splitDetail(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length && parts.length < DETAIL_PARTS; start += DETAIL_LENGTH) {
    const part = text.slice(start, start + DETAIL_LENGTH)
    parts.push(start === 0 ? part : `… ${part}`)
  }
  return parts
}
