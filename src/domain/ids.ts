const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID, in upper or lower case (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** An id as the bank stores it, whatever the case of a UUID's letters (D74). Other texts stay as they are. */
export function readId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}

// Opaque ids of other banks, too: words of 8 to 64 signs.
const WORDS = /(?<![\w-])[A-Za-z\d][\w-]{6,62}[A-Za-z\d](?![\w-])/g

/** The words of a text that may be ids of a bank: long, with a digit, and no day. */
export function idsIn(text: string): string[] {
  return (text.match(WORDS) ?? []).filter(word => /\d/.test(word) && !/^\d{4}-\d\d-\d\d/.test(word))
}

/** Whether a text is one such word. */
export function looksLikeId(text: string): boolean {
  return idsIn(text)[0] === text
}

/** A text in which other ids stand for those for which there are any. */
export function replaceIds(text: string, otherFor: (id: string) => string | undefined): string {
  return text.replaceAll(WORDS, word => otherFor(word) ?? word)
}
