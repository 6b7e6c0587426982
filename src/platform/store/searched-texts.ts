/**
 * A text as a database searches it. Neither database can take U+0000. No stored text contains it, so a search for such a text finds nothing; other
 * characters in its place give the same result.
 */
export function searched(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{10ffff}\u{10fffe}') : text
}
