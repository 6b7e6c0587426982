import { refuse, showText } from './refusals.ts'
import { trimValue } from './signing-string.ts'
import type { Warning } from './warnings.ts'

/** How far a Date header may be from the machine's clock (D13), in seconds. */
const DATE_TOLERANCE_SECONDS = 300

const HTTP_DATE = /^(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/

/** What `String(new Date())` gives in JavaScript; the name of the zone in brackets may be missing. */
const JS_TEXT = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4}(?: \(.*\))?$/
const JS_REMEDY = "it is what toString() of JavaScript's Date gives, so use toUTCString(); "

/**
 * Checks a Date header against the clock.
 * @returns what was tolerated (D73)
 * @throws DomainError SIGNATURE_INVALID
 */
export function checkDate(written: string | undefined, now: Date): readonly Warning[] {
  if (written === undefined) return []
  const time = HTTP_DATE.test(trimValue(written)) ? Date.parse(trimValue(written)) : Number.NaN
  const clock = now.toUTCString()
  if (Number.isNaN(time))
    refuse(
      'SIGNATURE_INVALID',
      `The date ${showText(written, 60)} cannot be read: ${JS_TEXT.test(trimValue(written)) ? JS_REMEDY : ''}write it like ${clock}.`,
      'Date',
    )
  const seconds = Math.round((time - now.getTime()) / 1000)
  if (Math.abs(time - now.getTime()) <= DATE_TOLERANCE_SECONDS * 1000) {
    return trimValue(written) === new Date(time).toUTCString() ? [] : [ODD_DATE]
  }
  const distance = `${Math.abs(seconds)} s ${seconds < 0 ? 'before' : 'after'} the server's clock, which shows ${clock}`
  refuse(
    'SIGNATURE_INVALID',
    `The date ${showText(written, 60)} is ${distance}: at most ${DATE_TOLERANCE_SECONDS} s are allowed.`,
    'Date',
  )
}

const ODD_DATE: Warning = {
  code: 'DATE_FORM',
  text: 'The Date is read, but not written as HTTP wants it: write it like Sun, 06 Nov 1994 08:49:37 GMT.',
}
