const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of a UUID, whatever the case of its letters (RFC 9562, 4). */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** An id as the bank stores it, however the letters of a UUID are written (D74). What is none stays as it is. */
export function readId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}
