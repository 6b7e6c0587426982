import { refuse, refuseSignature, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'
import { trimValue } from './signing-string.ts'

/** How far a Date header may be from the machine's clock (D13), in seconds. */
const DATE_TOLERANCE_SECONDS = 300

const HTTP_DATE = /^(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/

/** What `String(new Date())` gives in JavaScript; the name of the zone in brackets may be missing. */
const JS_TEXT = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4}(?: \(.*\))?$/
const JS_REMEDY = "it is what toString() of JavaScript's Date gives, so use toUTCString(); "

/** Checks a Date header against the clock; returns what was tolerated (D73). @throws DomainError SIGNATURE_INVALID */
export function checkDate(written: string | undefined, now: Date): readonly Warning[] {
  if (written === undefined) return []
  const text = trimValue(written)
  const time = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  const clock = now.toUTCString()
  if (Number.isNaN(time))
    refuse(
      'SIGNATURE_INVALID',
      `The date ${showText(written, 60) || '""'} cannot be read: ${remedyFor(text)}write it like ${clock}.`,
      'Date',
    )
  const seconds = Math.round((time - now.getTime()) / 1000)
  if (Math.abs(time - now.getTime()) <= DATE_TOLERANCE_SECONDS * 1000)
    return text === new Date(time).toUTCString() ? [] : [ODD_DATE]
  const distance = `${Math.abs(seconds)} s ${seconds < 0 ? 'before' : 'after'} the server's clock, which shows ${clock}`
  refuse(
    'SIGNATURE_INVALID',
    `The date ${showText(written, 60)} is ${distance}: at most ${DATE_TOLERANCE_SECONDS} s are allowed.${hoursOff(seconds)}`,
    'Date',
  )
}

/**
 * Checks the parameters `created` and `expires` of later drafts, which some clients send. Neither is signed here, but a signature that declares
 * itself invalid is refused (D76).
 * @throws DomainError SIGNATURE_INVALID
 */
export function checkLifetime({ created, expires }: Lifetime, now: Date): void {
  if (created !== undefined && secondsOf('created', created) * 1000 > now.getTime())
    refuseSignature(`The parameter created is ${showText(created, 40)}, which is after ${clock(now)}`)
  if (expires !== undefined && secondsOf('expires', expires) * 1000 < now.getTime())
    refuseSignature(`The parameter expires is ${showText(expires, 40)}, which is before ${clock(now)}`)
}

type Lifetime = { readonly created: string | undefined; readonly expires: string | undefined }

const clock = (now: Date) => `the server's clock, which shows ${now.getTime() / 1000}: leave it out, or sign anew.`

function secondsOf(name: string, written: string): number {
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(written)) return Number(written)
  refuseSignature(
    `The parameter ${name} is ${showText(written, 40)}: it is a number of seconds since 1970, or left out.`,
  )
}

/** The form of a date that is not HTTP's, and how common languages write the right one. */
function remedyFor(written: string): string {
  return REMEDIES.find(([form]) => form.test(written))?.[1] ?? ''
}

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [JS_TEXT, JS_REMEDY],
  [/^\d{10}$/, 'it is a number of seconds since 1970; '],
  [/^\d{13}$/, 'it is a number of milliseconds since 1970; '],
  [
    /^\d{4}-\d{2}-\d{2}/,
    'it is in the form of ISO 8601, so use RFC_1123_DATE_TIME in Java, ToString("R") in .NET, http.TimeFormat in Go, formatdate(usegmt=True) in Python; ',
  ],
  [/^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} /, 'it is in the old form of RFC 850; '],
  [/\d (?!GMT|UTC)[A-Z]{3,5}$/, 'its zone is not GMT; '],
  [
    /^(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),)\p{L}{2,3}\.?,|^[A-Z][a-z]{2}, \d{1,2} (?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))\p{L}/u,
    'its names of days and months are not English ones, so use Locale.ENGLISH in Java, CultureInfo.InvariantCulture in .NET, LC_ALL=C in a shell; ',
  ],
  [/ [AP]M\b/i, 'it counts hours to 12; '],
]

/** A clock that is right by the minute and wrong by hours usually shows another time zone. A difference of less than an hour is shown in minutes. */
function hoursOff(seconds: number): string {
  const hours = Math.round(seconds / 3600)
  if (Math.abs(hours) > 14 || Math.abs(seconds - hours * 3600) > 60) return ''
  return ` That is ${Math.abs(hours)} whole ${Math.abs(hours) === 1 ? 'hour' : 'hours'}: a local time that is called GMT? Write the time of GMT.`
}

const ODD_DATE: Warning = {
  code: 'DATE_FORM',
  text: 'The Date is read, but not written as HTTP wants it: write it like Sun, 06 Nov 1994 08:49:37 GMT.',
}
