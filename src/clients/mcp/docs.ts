import { DomainError } from '../../domain/errors.ts'
import { type Desk, type Outcome, readPage, type Tool, textOf } from './desk.ts'
import { PAGING } from './pages.ts'

/** The documentation of the bank, as its pages for programs have it. */
export const DOCS_TOOLS: readonly Tool[] = [
  {
    name: 'search_docs',
    description: 'Finds places of the documentation: operations, guides, error codes, decisions, fields.',
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words, or a code.' }, ...PAGING },
      required: ['query'],
      additionalProperties: false,
    },
    run: (desk, { query }) => read(desk, `/docs.md?${new URLSearchParams({ q: textOf('query', query) })}`),
  },
  {
    name: 'read_docs',
    description: 'Reads a page of the documentation as Markdown. Without a path: the list of all pages.',
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description: 'The page, such as operations/createPayment, errors/CONSENT_INVALID, fixtures or scenarios.',
        },
        ...PAGING,
      },
      additionalProperties: false,
    },
    run: (desk, { path }) => read(desk, path === undefined ? '/llms.txt' : pageOf(textOf('path', path))),
  },
]

/** The address of a page, which may be given as a link of another. */
function pageOf(path: string): string {
  const [, name] = /^(?:\/?docs\/)?\/?([A-Za-z][\w/-]*?)(?:\.md)?(?:#.*)?$/.exec(path) ?? []
  if (name !== undefined) return name === 'docs' ? '/docs.md' : `/docs/${name}.md`
  throw new DomainError('FORMAT_ERROR', 'must be that of a page, such as operations/createPayment.', 'path')
}

async function read(desk: Desk, target: string): Promise<Outcome> {
  const answer = await readPage(desk, target)
  const text = await answer.text()
  if (answer.ok) return { text }
  return { text: `${text}\nsearch_docs finds pages by words; read_docs without a path lists them.`, isRefusal: true }
}
