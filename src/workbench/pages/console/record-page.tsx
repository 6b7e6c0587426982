import type { Child } from 'hono/jsx'
import type { AssetName } from '../assets.ts'
import type { PLACES } from '../layout.tsx'
import { type FactRows, Facts } from '../parts.tsx'
import { ConsoleFrame } from './frame.tsx'

/** The page of one record: its title and state, its actions, its facts, and what belongs to it. */
export function RecordPage(props: {
  readonly title: string
  readonly here: keyof typeof PLACES
  readonly scripts?: readonly AssetName[]
  /** The list or the record to which it belongs: its address and its name. */
  readonly within: readonly [href: string, name: Child]
  readonly heading: Child
  readonly state?: Child
  /** Whether the page follows changes. */
  readonly isLive?: boolean
  readonly actions?: Child
  /** What matters most, before the facts. */
  readonly first?: Child
  readonly facts: FactRows
  readonly children?: Child
}) {
  const { title, here, scripts = [], within, heading, state, isLive = false, actions, first, facts, children } = props
  return (
    <ConsoleFrame title={title} here={here} scripts={scripts}>
      <p class="crumbs">
        <a href={within[0]}>{within[1]}</a>
      </p>
      <div class="heading" id="standing" data-fresh={isLive ? '' : undefined}>
        <h1>
          {heading} {state}
        </h1>
        {isLive ? <p class="live" role="status" hidden></p> : null}
        {actions}
      </div>
      {first}
      <Facts kind="two" rows={facts} />
      {children}
    </ConsoleFrame>
  )
}

/** A list within the page of a record. */
export function Part(props: { readonly id: string; readonly title: Child; readonly children?: Child }) {
  const { id, title, children } = props
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
