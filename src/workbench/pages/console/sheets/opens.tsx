import { addressOf } from '../../listing.tsx'
import { inputName } from './sheet-values.ts'

/** What is known of the fields of a sheet, by their paths. */
type KnownValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** A link that opens a sheet over a page of the console. */
export function Opens(props: {
  /** The address of the page, whose filters stay. */
  readonly path: string
  readonly filters?: Readonly<Record<string, string | undefined>>
  readonly does?: 'new' | 'change'
  readonly noun: string
  readonly label?: string
  /** What distinguishes it from other links of the same label, for screen readers. */
  readonly about?: string
  readonly given?: KnownValues
  /** Whether it is the first thing to do. */
  readonly isFirst?: boolean
}) {
  const { path, filters = {}, does = 'new', noun, about, given = {}, isFirst = false } = props
  const { label = does === 'new' ? `New ${noun.replaceAll('-', ' ')}` : 'Change' } = props
  const own = new URLSearchParams({ [does]: noun })
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) own.append(inputName([name]), one)
  return (
    <a class={isFirst ? 'button' : 'button second'} href={withMore(addressOf(path, filters), own)} data-opens={noun}>
      {label}
      {about === undefined ? null : <span class="hidden"> {about}</span>}
    </a>
  )
}

const withMore = (address: string, more: URLSearchParams) => `${address}${address.includes('?') ? '&' : '?'}${more}`

/** Links to more sheets, behind a word. */
export function OpensMore(props: {
  readonly path: string
  readonly filters?: Readonly<Record<string, string | undefined>>
  readonly nouns: readonly string[]
  readonly given?: KnownValues
}) {
  const { nouns, ...opened } = props
  return (
    <details class="drop more-sheets">
      <summary>More</summary>
      <div class="sheet">
        {nouns.map(noun => (
          <Opens {...opened} noun={noun} />
        ))}
      </div>
    </details>
  )
}
