import { formatCount } from '../language.ts'
import { addressOf } from '../listing.tsx'

/** A state of rows in a list: its value in an address, the number of rows, and its word. */
export type StateCount = { readonly value: string; readonly count: number; readonly word: string }

/** How many rows a list has: those in the wanted state, or in any. */
export const totalOf = (counts: readonly StateCount[], wanted?: string) =>
  counts.reduce((sum, { value, count }) => (wanted === undefined || wanted === value ? sum + count : sum), 0)

/** The states of a list as links that filter it, each with its count; states without rows are left out. */
export function CountChips(props: {
  /** The name of the parameter. */
  readonly name: string
  readonly counts: readonly StateCount[]
  readonly path: string
  /** All parameters of the present address. */
  readonly given: Readonly<Record<string, string | undefined>>
}) {
  const { name, counts, path, given } = props
  const all = totalOf(counts)
  if (all === 0) return null
  const link = (value: string | undefined, count: number, word: string) => (
    <a
      href={addressOf(path, { ...given, [name]: value })}
      class={`chip ${/^[A-Z]+$/.test(value ?? '') ? value : ''}`}
      aria-current={value === given[name] ? 'true' : undefined}
    >
      <span class="number">{formatCount(count)}</span> {word}
    </a>
  )
  return (
    <nav class="chips" aria-label="By state">
      {link(undefined, all, 'in all')}
      {counts
        .filter(({ count, value }) => count > 0 || value === given[name])
        .map(({ count, value, word }) => link(value, count, word))}
    </nav>
  )
}
