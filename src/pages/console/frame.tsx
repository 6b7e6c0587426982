import type { Child } from 'hono/jsx'
import { given } from '../../domain/given.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { AssetName } from '../assets.ts'
import { formatMoney } from '../language.ts'
import { Layout, type Place } from '../layout.tsx'

/** The console speaks English, as all pages for developers do. */
const LANGUAGE = 'en'
export const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Oslo' })
/** An instant of the machine, in Oslo. */
export const moment = (at: Date) => MOMENT.format(at)
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Europe/Oslo' })
/** A time of the day in Oslo, to the second. */
export const clockTime = (at: Date) => TIME.format(at)
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Oslo' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
export const shortDay = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`))
/** An instant of a world's clock, in Oslo. */
export const instant = (at: Date) => INSTANT.format(at)

/** An instant of the machine; a pointer on it shows UTC, and a script adds the reader's own time. */
export function Moment({ at }: { readonly at: Date }) {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {moment(at)}
    </time>
  )
}

/** A page of the console of one world; `base` is the world's base path. */
export function ConsoleFrame(props: {
  readonly title: string
  readonly base: string
  readonly here?: Place
  /** Which page of the world's bar it is. */
  readonly at?: WorldPlace
  readonly scripts?: readonly AssetName[]
  /** Whether the page comes again by itself where there are no scripts, since something is going on. */
  readonly comesAgain?: boolean
  /** Whether it has so much beside each other that it takes the whole width. */
  readonly isWide?: boolean
  /** What was searched for. */
  readonly sought?: string
  readonly children?: Child
}) {
  const { title, base, here, at, scripts = [], comesAgain = false, isWide = false, sought, children } = props
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
      <WorldBar base={base} at={at} />
      {children}
    </Layout>
  )
}

/** Which world a page is about, what else it has: the same on every page of the console. */
function WorldBar({ base, at }: { readonly base: string; readonly at: WorldPlace | undefined }) {
  const current = (path: WorldPlace) => (path === at ? 'page' : undefined)
  return (
    <nav class="world-bar" aria-label="This world">
      <a href={`${base}/console/worlds`} aria-current={current('worlds')}>
        World <strong>{base === '' ? DEFAULT_WORLD : base.slice('/worlds/'.length)}</strong>
      </a>
      {PLACES.map(([path, label]) => (
        <a href={`${base}/console/${path}`} aria-current={current(path)}>
          {label}
        </a>
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
type WorldPlace = 'worlds' | (typeof PLACES)[number][0]

/** A TPP by its name, which leads to its report card. */
export function TppLink(props: { readonly id: string; readonly name: string | undefined; readonly base: string }) {
  const { id, name = id, base } = props
  return (
    <a href={`${base}/report?${new URLSearchParams({ tpp: id })}`}>
      <bdi>{name}</bdi>
    </a>
  )
}
