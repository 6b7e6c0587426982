import type { Child } from 'hono/jsx'
import type { AssetName } from '../assets.ts'
import { formatInstant, formatMoney } from '../language.ts'
import { Layout, type Place } from '../layout.tsx'

/** The console speaks English, as all pages for developers do. */
export const LANGUAGE = 'en'
export const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)
export const instant = (at: Date) => formatInstant(at, LANGUAGE)

/** A page of the console of one world; `base` is the world's base path. */
export function ConsoleFrame(props: {
  readonly title: string
  readonly base: string
  readonly here?: Place
  readonly scripts?: readonly AssetName[]
  /** Whether the page comes again by itself where there are no scripts, since something is going on. */
  readonly comesAgain?: boolean
  /** Whether it has so much beside each other that it takes the whole width. */
  readonly isWide?: boolean
  readonly children?: Child
}) {
  const { title, base, here, scripts = [], comesAgain = false, isWide = false, children } = props
  return (
    <Layout
      language={LANGUAGE}
      title={title}
      kind={isWide ? 'console' : 'reading'}
      base={base}
      {...(here === undefined ? {} : { here })}
      scripts={scripts}
      {...(comesAgain ? { reloadSeconds: 2 } : {})}
    >
      {children}
    </Layout>
  )
}

/** The way back to the console. */
export function Back({ base }: { readonly base: string }) {
  return (
    <p class="crumbs">
      <a href={`${base}/`}>Console</a>
    </p>
  )
}

/** A table; with `amounts`, its last column is one of amounts. */
export function Table({
  head,
  rows,
  amounts = false,
  isEven = false,
}: {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Child[])[]
  readonly amounts?: boolean
  /** Whether its columns are as wide as those of other such tables on the page. */
  readonly isEven?: boolean
}) {
  if (rows.length === 0) return null
  return (
    <table class={amounts ? 'amounts' : isEven ? 'even' : undefined}>
      <thead>
        <tr>
          {head.map(name => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(cells => (
          <tr>
            {cells.map(cell => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
