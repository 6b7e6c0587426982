/** A text without all of a character that it ends with. A pattern that looks for its end begins again at each of them, which takes as long as their square. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** What a JSON text says; undefined, which no JSON text says, where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text without its percent-encoding; as it is where that is not valid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A text in quotation marks; one that does not end goes on to the end, so that nothing after it is looked at twice (D74). */
export const QUOTED_TEXT = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g

/** Rows by a key of theirs, each group in the order of the rows. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
