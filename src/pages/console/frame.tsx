import type { Child } from 'hono/jsx'
import { given } from '../../domain/given.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { AssetName } from '../assets.ts'
import { formatInstant, formatMoment, formatMoney } from '../language.ts'
import { Layout, type Place } from '../layout.tsx'
import { ColumnHead, type SortHead, type Sorting } from './sorting.tsx'

/** The console speaks English, as all pages for developers do. */
export const LANGUAGE = 'en'
export const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)
export const instant = (at: Date) => formatInstant(at, LANGUAGE)

/** An instant of the machine; a pointer on it shows UTC, and a script adds the reader's own time. */
export function Moment({ at }: { readonly at: Date }) {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {formatMoment(at, LANGUAGE)}
    </time>
  )
}

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
  /** What was searched for. */
  readonly sought?: string
  readonly children?: Child
}) {
  const { title, base, here, scripts = [], comesAgain = false, isWide = false, sought, children } = props
  return (
    <Layout
      language={LANGUAGE}
      title={title}
      kind={isWide ? 'console' : 'reading'}
      base={base}
      {...given({ here, sought })}
      scripts={[...scripts, 'times.js']}
      {...(comesAgain ? { reloadSeconds: 2 } : {})}
    >
      <WorldBar base={base} />
      {children}
    </Layout>
  )
}

/** Which world a page is about, what else it has: the same on every page of the console. */
function WorldBar({ base }: { readonly base: string }) {
  return (
    <nav class="world-bar" aria-label="This world">
      <a href={`${base}/console/worlds`}>
        World <strong>{base === '' ? DEFAULT_WORLD : base.slice('/worlds/'.length)}</strong>
      </a>
      {PLACES.map(([path, label]) => (
        <a href={`${base}/console/${path}`}>{label}</a>
      ))}
    </nav>
  )
}

const PLACES = [
  ['payments', 'Payments'],
  ['consents', 'Consents'],
  ['customers', 'Customers'],
  ['tpps', 'TPPs'],
  ['scenarios', 'Scenarios'],
  ['fixtures', 'Fixtures'],
  ['snapshots', 'Snapshots'],
] as const

/** A table; with `amounts`, its last column is one of amounts; with `sorting`, some heads sort it. */
export function Table({
  head,
  rows,
  sorting,
  amounts = false,
  isEven = false,
}: {
  readonly head: readonly (string | SortHead)[]
  readonly sorting?: Sorting
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
            <ColumnHead head={name} sorting={sorting} />
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
