import { useContext } from 'hono/jsx'
import { AROUND, docsPath } from '../around.ts'
import { formatCount } from '../language.ts'
import { addressOf, cut } from '../listing.tsx'
import { Empty } from '../parts.tsx'
import type { Passage } from './passages.ts'

const SHOWN = { first: 15, all: 60, letters: 160 } as const

export function SearchResults({ query, found }: { readonly query: string; readonly found: readonly Passage[] }) {
  const { base, world } = useContext(AROUND)
  return (
    <>
      <h1>Search</h1>
      {ABSENT.filter(([begins]) => query.toLowerCase().includes(begins)).map(([, says]) => (
        <p role="note">{says}</p>
      ))}
      {found.length === 0 ? (
        <Empty>Nothing has one of these words, or a word like it: use others, or parts of them.</Empty>
      ) : (
        <p role="status">
          {`${formatCount(found.length)} found${found.length > SHOWN.all ? `, of which these are the first ${SHOWN.all}` : ''}.`}
        </p>
      )}
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

/** What people look for and the bank has not, and what to do instead. */
const ABSENT = [
  [
    'webhook',
    'This bank sends no webhooks. After an SCA the browser of the PSU comes back to the TPP-Redirect-URI; then a call of paymentStatus says what became of a payment.',
  ],
] as const

function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <ul class="plain">
      {passages.map(({ address, title, says, kind }) => (
        <li>
          <span class="chip">{kind}</span> <a href={docsPath(address)}>{title}</a>
          <br />
          <span class="soft">{cut(says, SHOWN.letters)}</span>
        </li>
      ))}
    </ul>
  )
}
