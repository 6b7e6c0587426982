import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const ROOT = new URL('../../..', import.meta.url).pathname

/** One file of the project: its path from the root, its text, and its code: the text without comments and without what stands in literals. */
export type SourceFile = { readonly path: string; readonly text: string; readonly code: string }

/** The TypeScript files below a directory of the project, without what is generated. */
export function sourceFiles(directory: string): SourceFile[] {
  return readdirSync(join(ROOT, directory), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !path.startsWith('src/generated/') && !path.includes('node_modules/'))
    .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .map(({ path, text }) => ({
      path,
      text,
      get code() {
        return codeOfOnce(text)
      },
    }))
}

/** Most guards look at the code of the same files, and some at none. */
const codes = new Map<string, string>()
function codeOfOnce(text: string): string {
  const code = codes.get(text) ?? codeOf(text)
  codes.set(text, code)
  return code
}

export type Import = { readonly from: string; readonly typesOnly: boolean }

/** What a file imports or exports from elsewhere; dynamic imports too. */
export function importsOf(text: string): Import[] {
  const plain = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
  const fixed = [...plain.matchAll(/^\s*(?:import|export)\s+(?:([^'"]*?)\s+from\s+)?'([^']+)'/gm)]
  const dynamic = [...plain.matchAll(/\bimport\(\s*'([^']+)'/g)]
  return [
    ...fixed.map(([, names = '', from = '']) => ({ from, typesOnly: onlyTypes(names) })),
    ...dynamic.map(([, from = '']) => ({ from, typesOnly: false })),
  ]
}

function onlyTypes(names: string): boolean {
  if (names.startsWith('type ')) return true
  const [, list] = names.match(/^\{([\s\S]*)\}$/) ?? []
  const parts =
    list
      ?.split(',')
      .map(part => part.trim())
      .filter(part => part !== '') ?? []
  return parts.length > 0 && parts.every(part => part.startsWith('type '))
}

const PATTERN = /(?<=(?:[(,=:[!&|?{};>]|return|^)\s*)\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g

/** The regular expressions in a text, and what looks like one. */
export function patternsIn(text: string): RegExp[] {
  const lines = text.split('\n').filter(line => !/^\s*(?:\/\/|\*|\/\*)/.test(line))
  return lines.flatMap(line =>
    [...line.matchAll(PATTERN)].flatMap(([, pattern = '', flags = '']) => {
      try {
        return [new RegExp(pattern, flags)]
      } catch {
        return []
      }
    }),
  )
}

// Comments, strings, and regular expressions (after what no value can end with).
const LITERAL = [
  /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y,
  /(?<=(?:[(,=:[!&|?{};>]|return|^)\s*)\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/my,
]
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y

/** The text with its literals and comments taken out, line by line; what stands in a template's `${}` is code. */
function codeOf(text: string): string {
  const open: number[] = []
  let depth = 0
  let at = 0
  let code = ''
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  const leaveOut = (found: string) => {
    at += found.length
    code += ` ${found.replaceAll(/[^\n]/g, '')}`
  }
  const leaveOutTemplate = () => {
    const found = take(TEMPLATE_TEXT) ?? '`'
    if (found.endsWith('${')) open.push(depth)
    leaveOut(found)
  }
  while (at < text.length) {
    const literal = LITERAL.map(take).find(found => found !== undefined)
    const character = text.charAt(at)
    if (literal !== undefined) leaveOut(literal)
    else {
      at += 1
      if (character === '{') depth += 1
      if (character === '`') leaveOutTemplate()
      else if (character === '}' && open.at(-1) === depth) {
        open.pop()
        leaveOutTemplate()
      } else {
        if (character === '}') depth -= 1
        code += character
      }
    }
  }
  return code
}
