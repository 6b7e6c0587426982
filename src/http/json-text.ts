import { parseJson } from '../domain/texts.ts'

/** Indents JSON without parsing its values, which would round long numbers; any other text stays as it is. */
export function formatJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  const indented = [...text.matchAll(JSON_TOKEN)].map(([token], index, tokens) => {
    if (token === '{' || token === '[') {
      const closes = tokens[index + 1]?.[0] === (token === '{' ? '}' : ']')
      if (closes) return token
      depth++
      return token + line()
    }
    if (token === '}' || token === ']') {
      const opened = tokens[index - 1]?.[0] === (token === '}' ? '{' : '[')
      if (opened) return token
      depth--
      return line() + token
    }
    if (token === ',') return token + line()
    return token === ':' ? ': ' : token
  })
  return indented.join('')
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

export function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
