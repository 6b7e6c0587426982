const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID, in upper or lower case (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** An id as the bank stores it, whatever the case of a UUID's letters (D74). Other texts stay as they are. */
export function readId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}
