import { useContext } from 'hono/jsx'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import { ERRORS } from '../../wire/errors.ts'
import { AROUND, docsPath } from '../around.ts'
import { addressOf } from '../listing.tsx'
import { DECISIONS } from './decisions.ts'

/** A place of the documentation: where, what it is called, and what it says. */
export type Passage = { readonly address: string; readonly title: string; readonly says: string }

const SHOWN = { first: 15, all: 60, letters: 160 } as const

/** All passages with all words of the search: operations first, their fields last. */
export function SearchResults(props: {
  readonly query: string
  readonly operations: readonly DocumentedOperation[]
  /** The other pages. */
  readonly pages: readonly Passage[]
}) {
  const { query, operations, pages } = props
  const { base, world } = useContext(AROUND)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = ({ title, says }: Passage) => {
    const text = `${title} ${says}`.toLowerCase()
    return words.every(word => text.includes(word))
  }
  const found = [...operations.map(operationFound), ...pages, ...rules(), ...operations.flatMap(fieldsFound)].filter(
    has,
  )
  return (
    <>
      <h1>Search</h1>
      <p role="status">
        {found.length === 0
          ? 'Nothing has all of these words: use fewer, or parts of them.'
          : `${found.length} found${found.length > SHOWN.all ? `, of which these are the first ${SHOWN.all}` : ''}.`}
      </p>
      <p>
        <a href={addressOf(`${base}/console/search`, { q: query })}>Search world {world} for it</a>
      </p>
      <Passages passages={found.slice(0, SHOWN.first)} />
      {found.length <= SHOWN.first ? null : (
        <details>
          <summary>More</summary>
          <Passages passages={found.slice(SHOWN.first, SHOWN.all)} />
        </details>
      )}
    </>
  )
}

function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <ul class="plain">
      {passages.map(({ address, title, says }) => (
        <li>
          <a href={docsPath(address)}>{title}</a>
          <br />
          <span class="soft">{says.length > SHOWN.letters ? `${says.slice(0, SHOWN.letters)}…` : says}</span>
        </li>
      ))}
    </ul>
  )
}

function operationFound({ route }: DocumentedOperation): Passage {
  const { operation, summary, method, path, description } = route
  return {
    address: `/operations/${operation}`,
    title: summary,
    says: `${method} ${path} (${operation}). ${description}`,
  }
}

function fieldsFound({ route, reference }: DocumentedOperation): Passage[] {
  const at = `/operations/${route.operation}`
  return [
    ...reference.fields.map(one => ({ ...one, kind: 'field' })),
    ...reference.parameters.map(one => ({ ...one, kind: 'parameter' })),
  ].map(({ kind, name, description }) => ({
    address: `${at}#${kind}-${name}`,
    title: `${name}, ${kind} of ${route.summary}`,
    says: description,
  }))
}

function rules(): Passage[] {
  return [
    ...Object.entries(ERRORS).map(([code, { meaning }]) => ({
      address: `/errors#${code}`,
      title: code,
      says: meaning,
    })),
    ...DECISIONS.map(({ id, text }) => ({ address: `/decisions#${id}`, title: id, says: text })),
  ]
}
