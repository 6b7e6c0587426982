import { withoutEnd } from '../../../domain/texts.ts'

/** A part of a page as Markdown, for assistants and other programs that read no HTML (D135): what a person enters or presses is left out. */
export function toMarkdown(html: string): string {
  const text = blocksOf(treeOf(html)).join('\n\n')
  return `${withoutEnd(text.trim(), '\n')}\n`
}

type Element = { readonly name: string; readonly attributes: string; readonly children: Node[] }
type Node = string | Element

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
const LEFT_OUT = new Set(['button', 'input', 'nav', 'noscript', 'script', 'select', 'style', 'svg', 'template'])
/** Everything else stands in a line. */
const BLOCKS = new Set(
  'article aside body details div dl fieldset form header h1 h2 h3 h4 main ol p pre section table textarea ul'.split(
    ' ',
  ),
)

function treeOf(html: string): Node[] {
  const root: Element = { name: '', attributes: '', children: [] }
  const open = [root]
  for (const [text, tag] of html.matchAll(TOKENS)) {
    const above = open.at(-1) ?? root
    const [named = '', end, name = ''] = TAG.exec(tag ?? '') ?? []
    if (tag === undefined) above.children.push(decoded(text))
    else if (end === '/') closeTo(open, name)
    else if (name !== '') {
      const attributes = tag.slice(named.length)
      const element: Element = { name, attributes, children: [] }
      above.children.push(element)
      if (!VOID.has(name) && !attributes.endsWith('/')) open.push(element)
    }
  }
  return root.children
}

// In the values of attributes our pages write < and > as entities.
const TOKENS = /<([^<>]*)>|[^<]+/g
const TAG = /^(\/?)([a-z][\w-]*)/

/** Ends an element, and what is still open in it. */
function closeTo(open: Element[], name: string): void {
  const place = open.findLastIndex(one => one.name === name)
  if (place > 0) open.length = place
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
    code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

/** The blocks of nodes; what stands between blocks is a paragraph. */
function blocksOf(nodes: readonly Node[]): string[] {
  const blocks: string[] = []
  let line: Node[] = []
  const endLine = () => {
    const text = inline(line)
    if (text !== '') blocks.push(text)
    line = []
  }
  for (const node of nodes) {
    if (typeof node !== 'string' && LEFT_OUT.has(node.name)) continue
    if (typeof node === 'string' || !BLOCKS.has(node.name)) line.push(node)
    else {
      endLine()
      blocks.push(...(WRITERS[node.name] ?? inside)(node).filter(text => text.trim() !== ''))
    }
  }
  endLine()
  return blocks
}

const inside = ({ children }: Element) => blocksOf(children)
const heading = (signs: string) => (node: Element) => [`${signs} ${inline(node.children)}`]
const items = (sign: string) => (node: Element) => [
  elementsIn(node, 'li')
    .map(item => `${sign} ${blocksOf(item.children).join('\n').replaceAll('\n', '\n  ')}`)
    .join('\n'),
]

const WRITERS: Readonly<Record<string, (node: Element) => string[]>> = {
  h1: heading('#'),
  h2: heading('##'),
  h3: heading('###'),
  h4: heading('####'),
  ul: items('-'),
  ol: items('1.'),
  dl: ({ children }) => [
    children
      .flatMap(one => (typeof one === 'string' ? [] : `${one.name === 'dt' ? '-' : '  '} ${inline(one.children)}`))
      .join('\n'),
  ],
  details: ({ children }) => {
    const [first, ...others] = children
    return typeof first === 'object' && first.name === 'summary'
      ? [`**${inline(first.children)}**`, ...blocksOf(others)]
      : blocksOf(children)
  },
  pre: fenced,
  textarea: fenced,
  table: node => {
    const [head = [], ...rows] = elementsIn(node, 'tr').map(row =>
      row.children.flatMap(cell => (typeof cell === 'string' ? [] : inline(cell.children).replaceAll('|', '\\|'))),
    )
    return [[head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')]
  },
}

function fenced({ children }: Element): string[] {
  const text = withoutEnd(plain(children), '\n')
  return text.trim() === '' ? [] : [`\`\`\`\n${text}\n\`\`\``]
}

function elementsIn(node: Element, name: string): Element[] {
  return node.children.flatMap(child =>
    typeof child === 'string' ? [] : child.name === name ? [child] : elementsIn(child, name),
  )
}

function plain(nodes: readonly Node[]): string {
  return nodes.map(node => (typeof node === 'string' ? node : plain(node.children))).join('')
}

/** Nodes as one line. */
function inline(nodes: readonly Node[]): string {
  return nodes.map(wordsOf).join('').replaceAll(/\s+/g, ' ').trim()
}

function wordsOf(node: Node): string {
  if (typeof node === 'string') return node
  const { name, attributes, children } = node
  if (LEFT_OUT.has(name)) return ''
  if (name === 'br') return ' '
  if (name === 'code') return `\`${plain(children)}\``
  const text = children.map(wordsOf).join(BLOCKS.has(name) ? ' ' : '')
  if (name === 'strong' || name === 'b') return `**${text}**`
  const [, to = '#'] = name === 'a' ? (/\bhref="([^"]*)"/.exec(attributes) ?? []) : []
  return to.startsWith('#') ? text : `[${text}](${markdownAddress(decoded(to))})`
}

/** A link to another page of the documentation leads to its Markdown. */
function markdownAddress(address: string): string {
  return address.replace(/^((?:\/worlds\/[\w-]+)?\/docs(?:\/[\w/-]*\w)?)(?=$|#)/, '$1.md')
}
