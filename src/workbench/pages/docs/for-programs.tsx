import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { AROUND, readAround } from '../around.ts'
import { CONTENTS } from './contents.ts'
import { toMarkdown } from './markdown.ts'

/** How the address of a page ends that is wanted as Markdown (D135). */
export const MARKDOWN = '.md'

/** The path of that address, for the router: a part of a path that is a name would take the ending as its own. */
export function markdownPath(path: string): string {
  return /:\w+$/.test(path) ? `${path}{[^.]+\\${MARKDOWN}}` : `${path}${MARKDOWN}`
}

/** The part of a path that is a name, of either address. */
export function nameIn(c: Context, part: string): string {
  return (c.req.param(part) ?? '').replace(/\.md$/, '')
}

/** Sends what a page holds as Markdown. */
export async function respondMarkdown(c: Context, children: Child): Promise<Response> {
  const around = await readAround(c)
  const main = <main>{children}</main>
  const page = around === undefined ? main : <AROUND.Provider value={around}>{main}</AROUND.Provider>
  return c.body(toMarkdown(String(page)), 200, {
    'Content-Type': 'text/markdown; charset=utf-8',
    // What only an operator sees is kept by no cache.
    'Cache-Control': around?.head === undefined ? 'no-cache' : 'no-store',
  })
}

/** The list of all pages, for assistants: /llms.txt. */
export function listForAssistants(operations: readonly DocumentedOperation[]): string {
  const link = (address: string, title: string, says: string) => `- [${title}](/docs${address}${MARKDOWN}): ${says}`
  return [
    '# Sandbank',
    '> A whole PSD2 bank in one process, for the people who write software against banks. Nothing in it is real money.',
    '/mcp has tools for assistants, /openapi.json all of REST, /graphql what the operator does. Each page below is Markdown; without the ending it is a page for people.',
    '## Guides',
    [
      link('', 'Sign your first call', 'How a call is signed.'),
      ...CONTENTS.guides.map(({ address, title, says }) => link(address, title, says)),
    ].join('\n'),
    '## Reference',
    CONTENTS.reference.map(({ address, title, says }) => link(address, title, says)).join('\n'),
    '## Operations',
    operations
      .map(({ route }) => link(`/operations/${route.operation}`, route.summary, `${route.method} ${route.path}`))
      .join('\n'),
    '',
  ].join('\n\n')
}
