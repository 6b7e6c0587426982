// Where a caret is in a document that is still being written: which names and numbers lead there, and whether a name or a value comes next.

const JSON_TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g

/** Goes through JSON, however much of it is there: `visit` gets each token, and the objects and lists that are open before it. Returns those that are never closed. */
function walkJson(text, visit) {
  const open = []
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    const top = open.at(-1)
    const isWord = !/^[{}[\],:]/.test(token)
    const isName = isWord && top?.isNameNext === true
    if (isName) top.name = token.replaceAll('"', '')
    visit(open, { token, isWord, isName, from: index, to: index + token.length })
    if (token === '{') open.push({ isNameNext: true, names: new Set() })
    if (token === '[') open.push({ index: 0 })
    if (token === '}' || token === ']') open.pop()
    if (token === ':' && top !== undefined) top.isNameNext = false
    if (token === ',' && top?.index === undefined) Object.assign(top ?? {}, { isNameNext: true })
    else if (token === ',') top.index += 1
  }
  return open
}

/**
 * The place of the caret in JSON.
 * @returns `path`, what it `wants`, the names that its object has (`taken`), and the part that is written already (`from`, `to`)
 */
export function placeInJson(text, caret) {
  let found
  const find = (open, from, to) => {
    const top = open.at(-1)
    const path = open.map(({ index, name }) => index ?? name)
    const wanted = top?.isNameNext ? { wants: 'name', path: path.slice(0, -1) } : { wants: 'value', path }
    found ??= { ...wanted, taken: top?.names ?? new Set(), from, to }
  }
  const open = walkJson(text, (before, { token, isWord, isName, from, to }) => {
    const isHere = isWord && from < caret && caret <= to
    // The rest of a word that is closed is replaced with it.
    if (isHere) find(before, from, /^[\w$]*"$/.test(text.slice(caret, to)) ? to : caret)
    else if (caret <= from) find(before, caret, caret)
    if (isName && !isHere) before.at(-1).names.add(token.replaceAll('"', ''))
  })
  find(open, caret, caret)
  return found
}

/** The ranges of the names with their values in a JSON text, as faults name them: `payments[0].amount`. Of an object or a list it is that of its name, or its first sign. */
export function rangesInJson(text) {
  const ranges = new Map()
  walkJson(text, (open, { token, isWord, from, to }) => {
    const steps = open.map(({ index, name }) => (index === undefined ? `.${name}` : `[${index}]`))
    const path = steps.join('').replace(/^\./, '')
    const begun = ranges.get(path)
    if (isWord) ranges.set(path, { from: begun?.from ?? from, to })
    else if (begun === undefined && (token === '{' || token === '[')) ranges.set(path, { from, to })
  })
  return ranges
}

const YAML_LINE = /^(\s*)((?:- +|-$)*)(?:("?)([\w$.-]+)\3:(?:\s+|$))?(.*)$/

/** The same place in YAML, by how far its lines are indented; none in a comment, and in a text that goes on over lines or is in braces. */
export function placeInYaml(text, caret) {
  const root = { column: -1, names: new Set() }
  let open = [root]
  let found
  let start = 0
  for (const whole of text.split('\n')) {
    const end = start + whole.length
    const isHere = start <= caret && caret <= end
    const line = isHere ? whole.slice(0, caret - start) : whole
    const [, indent = '', dashes = '', , name, rest = ''] = YAML_LINE.exec(line) ?? []
    if (isHere || (line.trim() !== '' && !/^\s*#/.test(line))) {
      for (const { index } of dashes.matchAll(/-/g)) {
        const column = indent.length + index
        open = open.filter(one => one.column < column || (one.column === column && one.name !== undefined))
        open.push({ column, index: 0, names: new Set() })
      }
      const column = indent.length + dashes.length
      if (name !== undefined || isHere) open = open.filter(one => one.column < column)
      const parent = open.at(-1)
      if (name !== undefined) {
        parent.names.add(name)
        open.push({ column, name, names: new Set() })
      }
      if (isHere) {
        const path = open.slice(1).map(one => one.index ?? one.name)
        const wants = name === undefined ? 'name' : 'value'
        if (/^[\w$-]*$/.test(rest)) found = { path, wants, taken: parent.names, from: caret - rest.length, to: caret }
      }
    }
    start = end + 1
  }
  return found
}
