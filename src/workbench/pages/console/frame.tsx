import { useContext } from 'hono/jsx'
import { AROUND } from '../around.ts'
import { formatMoney } from '../language.ts'
import { Layout, type LayoutProps } from '../layout.tsx'
import { Name } from '../parts.tsx'

/** The console is in English, like all pages for developers. */
const LANGUAGE = 'en'
export const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Oslo' })
/** An instant of the machine, in Oslo. */
const moment = (at: Date) => MOMENT.format(at)
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Europe/Oslo' })
/** A time of the day in Oslo, to the second. */
export const clockTime = (at: Date) => TIME.format(at)
const INSTANT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Oslo' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
export const shortDay = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`))
/** An instant of a world's clock, in Oslo. */
export const instant = (at: Date) => INSTANT.format(at)

/** An instant of the machine, which is said where the world's clock shows another time. The title shows UTC; a script adds the reader's own time. */
export function Moment({ at }: { readonly at: Date }) {
  return (
    <time datetime={at.toISOString()} title={at.toISOString()}>
      {moment(at)}
      {useContext(AROUND).isShifted === true ? ' (machine)' : ''}
    </time>
  )
}

/** A page of the console of one world. */
export function ConsoleFrame(props: Omit<LayoutProps, 'language' | 'kind'>) {
  return <Layout language={LANGUAGE} kind="framed" {...props} />
}

/** The name of a TPP, with a link to its report card. */
export function TppLink(props: { readonly id: string; readonly name: string | undefined; readonly base: string }) {
  const { id, name = id, base } = props
  return (
    <a href={`${base}/report?${new URLSearchParams({ tpp: id })}`}>
      <Name text={name} />
    </a>
  )
}
