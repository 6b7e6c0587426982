import type { DocumentedOperation } from '../../openapi/documented.ts'
import type { Passage } from './search.tsx'

/** Beside each page: the other pages, and the operations of each group, of which that of the present page is open. */
export function Beside(props: {
  readonly pages: readonly Passage[]
  readonly operations: readonly DocumentedOperation[]
  /** The address of the present page. */
  readonly here: string
}) {
  const { pages, operations, here } = props
  const tags = [...new Set(operations.map(({ route }) => route.tag))]
  const link = (address: string, title: string) => (
    <li>
      <a href={address} aria-current={address === here ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
  return (
    <nav class="beside" aria-label="Documentation">
      <ul>
        {link('/docs', 'API reference')}
        {pages.map(({ address, title }) => link(address, title))}
      </ul>
      {tags.map(tag => {
        const ofTag = operations.filter(({ route }) => route.tag === tag)
        const addressOf = (operation: string) => `/docs/operations/${operation}`
        return (
          <details open={ofTag.some(({ route }) => addressOf(route.operation) === here)}>
            <summary>{tag}</summary>
            <ul>{ofTag.map(({ route }) => link(addressOf(route.operation), route.summary))}</ul>
          </details>
        )
      })}
    </nav>
  )
}
