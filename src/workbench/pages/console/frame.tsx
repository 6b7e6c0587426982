import { useContext } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { AROUND } from '../around.ts'
import { formatMoney } from '../language.ts'
import { Layout, type LayoutProps } from '../layout.tsx'
import { Name } from '../parts.tsx'

/** The console is in English, like all pages for developers. */
const LANGUAGE = 'en'
export const money = (minor: bigint, currency: string) => formatMoney(minor, currency, LANGUAGE)

const oslo = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/Oslo' })
const MOMENT = oslo({ dateStyle: 'medium', timeStyle: 'medium' })
const TIME = oslo({ timeStyle: 'medium' })
/** A time of the day in Oslo, to the second. */
export const clockTime = (at: Date) => TIME.format(at)
const INSTANT = oslo({ dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
export const shortDay = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`))
/** An instant of a world's clock, in Oslo. */
export const instant = (at: Date) => INSTANT.format(at)

const OF_DAY = oslo({ hour: '2-digit', minute: '2-digit' })
const OF_YEAR = oslo({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const DATE = oslo({ dateStyle: 'medium' })
const isSame = (format: Intl.DateTimeFormat, one: Date, other: Date) => format.format(one) === format.format(other)
const YEAR = oslo({ year: 'numeric' })

/** As short as can be beside the present instant: without the present day, without the time in another year. */
function short(at: Date, now: Date, ofDay: Intl.DateTimeFormat): string {
  if (isSame(DATE, at, now)) return ofDay.format(at)
  return (isSame(YEAR, at, now) ? OF_YEAR : DATE).format(at).replace(',', '')
}

/** An instant of the world's clock in a list; its title says all of it. */
export function When({ at }: { readonly at: Date }) {
  const { now = at } = useContext(AROUND)
  return (
    <time datetime={at.toISOString()} title={instant(at)}>
      {short(at, now, OF_DAY)}
    </time>
  )
}

/** The same for an instant of real time. A script puts it into the reader's zone. */
export function RealTime({ at }: { readonly at: Date }) {
  const { machineNow = at } = useContext(AROUND)
  const ofDay = isSame(DATE, at, machineNow)
  return (
    <time datetime={at.toISOString()} title={`${MOMENT.format(at)} in Oslo`} data-real={ofDay ? 'time' : 'day'}>
      {short(at, machineNow, TIME)}
    </time>
  )
}

/** From here on a page says of a time that it is real time. */
const SHIFT_MS = 60_000

/** Whether a world's clock shows another time than the machine's. */
export function isShifted({ now, deps }: Pick<Context, 'now' | 'deps'>): boolean {
  return Math.abs(now.getTime() - deps.machineNow().getTime()) > SHIFT_MS
}

/** What a column of real times is called. */
export const timeHead = (ctx: Context) => (isShifted(ctx) ? 'Real time' : 'Time')

/** An instant of real time in a text, which is said where the world's clock shows another time. */
export function Moment({ at }: { readonly at: Date }) {
  return (
    <>
      <time datetime={at.toISOString()} title={at.toISOString()} data-real="">
        {MOMENT.format(at)}
      </time>
      {useContext(AROUND).isShifted === true ? ' real time' : ''}
    </>
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
    <a href={tppAddress(base, id)}>
      <Name text={name} />
    </a>
  )
}

export function tppAddress(base: string, id: string): string {
  return `${base}/report?${new URLSearchParams({ tpp: id })}`
}
