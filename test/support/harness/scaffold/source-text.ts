/** Changes of a source's text at places that are found by the beginning of a line. Biome sorts the imports and breaks the lines afterwards. */

/** A line before the end of the block that a line opens: before the next line of the same depth that closes it. */
export function atEndOf(text: string, opening: string, added: string, behind = ''): string {
  const start = placeOf(text, opening, behind === '' ? 0 : placeOf(text, behind))
  const [indent = ''] = /^ */.exec(opening) ?? []
  const closing = new RegExp(`\n${indent}[)\\]}]`, 'g')
  closing.lastIndex = start
  const end = closing.exec(text)?.index
  if (end === undefined) throw new Error(`The block of ${JSON.stringify(opening)} has no end.`)
  return `${text.slice(0, end)}\n${added}${text.slice(end)}`
}

/** A line before the first line that begins so. */
export function beforeLine(text: string, beginning: string, added: string): string {
  const place = placeOf(text, beginning)
  return `${text.slice(0, place)}${added}\n${text.slice(place)}`
}

/** A line behind the first line that begins so. */
export function afterLine(text: string, beginning: string, added: string): string {
  const end = text.indexOf('\n', placeOf(text, beginning))
  return `${text.slice(0, end)}\n${added}${text.slice(end)}`
}

/** Text at the end of a file, after an empty line. */
export function atEnd(text: string, added: string): string {
  return `${text}\n${added}`
}

/** An import of one name, added to that of the same file where there is one. */
export function withImport(
  text: string,
  name: string,
  from: string,
  word: 'import' | 'import type' = 'import',
): string {
  const known = new RegExp(`^${word} \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'$`, 'm').exec(text)
  if (known === null) return withLine(text, `${word} { ${name} } from '${from}'`)
  const [whole, list = ''] = known
  const names = list.split(',').flatMap(one => (one.trim() === '' ? [] : [one.trim()]))
  return names.includes(name) ? text : text.replace(whole, `${word} { ${[...names, name].join(', ')} } from '${from}'`)
}

/** An import, written as a whole. */
export function withLine(text: string, line: string): string {
  return `${line}\n${text}`
}

function placeOf(text: string, beginning: string, from = 0): number {
  // A line begins behind the end of another, or where the text begins.
  const place = `\n${text}`.indexOf(`\n${beginning}`, from)
  if (place < 0) throw new Error(`No line begins with ${JSON.stringify(beginning)}.`)
  return place
}
