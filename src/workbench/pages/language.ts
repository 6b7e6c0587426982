import type { Context as HonoContext } from 'hono'
import { formatAmount } from '../../domain/money.ts'
import { chooseLanguage, type Language } from '../../platform/http/negotiation.ts'
import { en, type Texts } from './texts-en.ts'
import { nb } from './texts-nb.ts'

/** The reader's language (D19). */
export function languageOf(c: HonoContext): Language {
  return chooseLanguage(c.req.header('Accept-Language'))
}

const TEXTS = { en, nb } as const satisfies Record<Language, Texts>

export function textsIn(language: Language): Texts {
  return TEXTS[language]
}

// Created once: a new format costs more than a hundred uses.
const formats = (options: Intl.DateTimeFormatOptions) => ({
  en: new Intl.DateTimeFormat('en-GB', options),
  nb: new Intl.DateTimeFormat('nb-NO', options),
})
const INSTANTS = formats({ dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Oslo' })
const DAYS = formats({ dateStyle: 'long', timeZone: 'UTC' })

/** Day and time in Norway. */
export function formatInstant(instant: Date, language: Language): string {
  return INSTANTS[language].format(instant)
}

/** An amount for people: digits in groups, and as many decimals as the currency has. */
export function formatMoney(minor: bigint, currency: string, language: Language): string {
  const [whole = '', fraction] = formatAmount(minor < 0n ? -minor : minor, currency).split('.')
  const point = language === 'nb' ? ',' : '.'
  return `${minor < 0n ? '\u2212' : ''}${grouped(whole)}${fraction === undefined ? '' : point + fraction}\u00a0${currency}`
}

/** A number of things for people: digits in groups. */
export function formatCount(count: number): string {
  return grouped(String(count))
}

/** So many of a thing, whose noun takes an s: 1 call, 10 000 calls. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

// No-break spaces, so that a number stays on one line; the same grouping in both languages, as the ISO writes numbers.
function grouped(digits: string): string {
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join('\u00a0')
}

/** A day of the calendar in the reader's language. */
export function formatDay(day: string, language: Language): string {
  return DAYS[language].format(new Date(`${day}T12:00:00Z`))
}
