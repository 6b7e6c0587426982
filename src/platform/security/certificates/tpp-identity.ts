import { normaliseTppId, OPERATOR_TPP_ID } from '../../../domain/tpps.ts'
import { findControl, showText } from '../refusals.ts'
import { type DistinguishedName, formatDistinguishedName, listNameValues } from './distinguished-name.ts'
import { refuseCertificate } from './header.ts'

/** The holder of a certificate (D20). */
export type TppIdentity = { readonly tppId: string; readonly tppName: string }

/**
 * The TPP that a subject names: by its organizationIdentifier, else by the whole name. Everything that a TPP owns depends on this text, so two
 * different subjects must never give the same text; it is never trimmed or folded. The two kinds cannot be equal: a name as text always contains `=`,
 * an identifier never does.
 * @throws DomainError CERTIFICATE_INVALID
 */
export function readTppIdentity(subject: DistinguishedName): TppIdentity {
  const subjectText = formatDistinguishedName(subject)
  const tppName = nameOf(subject)
  const identifiers = listNameValues(subject, ORGANIZATION_IDENTIFIER)
  if (subjectText === '')
    refuseCertificate('The subject of the certificate is empty, so that it names no organisation.')
  // Both are stored and shown on pages, and not every engine can store a NUL.
  if (findControl(`${identifiers.join('')}${tppName}`) !== undefined)
    refuseCertificate('The subject of the certificate holds control characters.')
  if (identifiers.length > 1)
    refuseCertificate(
      `The subject of the certificate has ${identifiers.length} organizationIdentifiers: which of them is the TPP?`,
    )
  const [identifier] = identifiers
  return { tppId: identifier === undefined ? readWholeName(subject, subjectText) : readIdentifier(identifier), tppName }
}

/** The same without any refusal, to show a certificate to its owner. */
export function describeTpp(subject: DistinguishedName): TppIdentity {
  const [identifier] = listNameValues(subject, ORGANIZATION_IDENTIFIER)
  return { tppId: normaliseTppId(identifier ?? formatDistinguishedName(subject)), tppName: nameOf(subject) }
}

const ORGANIZATION_IDENTIFIER = '2.5.4.97'
const ORGANIZATION = '2.5.4.10'
const COMMON_NAME = '2.5.4.3'

function nameOf(subject: DistinguishedName): string {
  const names = [...listNameValues(subject, ORGANIZATION), ...listNameValues(subject, COMMON_NAME)]
  return names[0] ?? formatDistinguishedName(subject)
}

/** Visible characters, with at most single spaces between them, and no `=`. */
const IDENTIFIER = /^[^\s=\p{C}\p{Z}]+(?: [^\s=\p{C}\p{Z}]+)*$/u

function readIdentifier(identifier: string): string {
  if (!IDENTIFIER.test(identifier))
    refuseCertificate(
      `The organizationIdentifier of the certificate is ${showText(JSON.stringify(identifier), 120)}: it must be visible characters, like PSDNO-FSA-987654321, with nothing around them and no "=".`,
    )
  const tppId = normaliseTppId(identifier)
  if (tppId.toUpperCase() === OPERATOR_TPP_ID)
    refuseCertificate(
      `The organizationIdentifier ${showText(identifier, 60)} is the one of the sandbox's operator: no TPP can have it.`,
    )
  return tppId
}

/** A value that is not text is written as `#` and hexadecimal digits, which a text may look like. */
function readWholeName(subject: DistinguishedName, text: string): string {
  if (subject.relativeNames.flat().some(({ value }) => value.startsWith('#') || findControl(value) !== undefined))
    refuseCertificate(
      'The subject of the certificate has no organizationIdentifier, and holds values that are no text to know a TPP by.',
    )
  return text
}
