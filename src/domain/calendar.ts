import { Temporal } from 'temporal-polyfill'

/**
 * Days are `YYYY-MM-DD` strings from 0001-01-01 to 9999-12-31 in Europe/Oslo; they compare as text. Instants are Dates. Functions that take a day
 * throw RangeError for an invalid one: check with `isDay` at the door.
 */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The first and the last day of this calendar. */
export const FIRST_DAY = '0001-01-01'
export const LAST_DAY = '9999-12-31'

/** When payments are executed, Oslo time, on banking days (D40, [I] 5 times a day). */
export const BATCH_TIMES = ['05:40', '11:00', '13:30', '15:30', '17:30'] as const

/** Whether a text is a real day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return parseDay(text) !== undefined
}

/** The calendar day in Oslo at an instant. Exact from 1981 on, when today's rule of summer time began. */
export function osloDay(instant: Date): string {
  const time = instant.getTime()
  return writeDay(Math.floor((time + osloOffset(time)) / DAY_MS))
}

/**
 * The instant at which Oslo's clocks show `time` (`HH:MM`) on a day. A time that the change to summer time skips becomes one hour later; a time that
 * occurs twice in autumn is its first occurrence.
 */
export function osloInstant(day: string, time: string): Date {
  if (!/^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(time)) throw new RangeError(`${time} is not a time of day, HH:MM`)
  const shown = readDay(day) * DAY_MS + Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3)) * 60_000
  const inSummer = shown - 2 * HOUR_MS
  return new Date(osloOffset(inSummer) === 2 * HOUR_MS ? inSummer : shown - HOUR_MS)
}

/** The day `count` days later, or earlier when negative. */
export function addDays(day: string, count: number): string {
  return writeDay(readDay(day) + count)
}

/** Months counted from year 0, so that they can be added: 2026-01 is 2026 * 12. */
export function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

/** Day 1 to 31 of a month as `monthOf` counts it; the month's last day when it has no such day. */
export function dayOfMonth(month: number, day: number): string {
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  const days = [31, isLeapYear(Math.floor(month / 12)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return addDays(`${first}-01`, Math.min(day, days[month % 12] ?? 31) - 1)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return readDay(to) - readDay(from)
}

/** The day of the week, 1 for Monday to 7 for Sunday (ISO 8601). */
export function dayOfWeek(day: string): number {
  return ((((readDay(day) + 3) % 7) + 7) % 7) + 1
}

/** Whether Norwegian banks settle payments on a day: Monday to Friday, and no bank holiday. */
export function isBankingDay(day: string): boolean {
  return dayOfWeek(day) <= 5 && bankHoliday(day) === undefined
}

/** The English name of the Norwegian bank holiday on a day, `undefined` when there is none. Weekends are not holidays. */
export function bankHoliday(day: string): string | undefined {
  const fixed = FIXED_HOLIDAYS.get(day.slice(5))
  return fixed ?? HOLIDAYS_AFTER_EASTER.get(readDay(day) - easterSunday(Number(day.slice(0, 4))))
}

/** The first banking day on or after a day. */
export function nextBankingDay(day: string): string {
  return isBankingDay(day) ? day : nextBankingDay(addDays(day, 1))
}

/** The last banking day on or before a day. */
export function previousBankingDay(day: string): string {
  return isBankingDay(day) ? day : previousBankingDay(addDays(day, -1))
}

/** The first batch strictly after an instant (D40). */
export function nextBatchAt(after: Date): Date {
  const day = nextBankingDay(osloDay(after))
  const later = BATCH_TIMES.map(time => osloInstant(day, time)).find(batch => batch.getTime() > after.getTime())
  return later ?? osloInstant(nextBankingDay(addDays(day, 1)), BATCH_TIMES[0])
}

/**
 * The days besides weekends on which Norges Bank's settlement system is closed, by its published list of settlement days: the public holidays and
 * Christmas Eve. It settles on New Year's Eve, so that is a banking day.
 */
const FIXED_HOLIDAYS: ReadonlyMap<string, string> = new Map([
  ['01-01', "New Year's Day"],
  ['05-01', 'Labour Day'],
  ['05-17', 'Constitution Day'],
  ['12-24', 'Christmas Eve'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
])

/** Days from Easter Sunday. */
const HOLIDAYS_AFTER_EASTER: ReadonlyMap<number, string> = new Map([
  [-3, 'Maundy Thursday'],
  [-2, 'Good Friday'],
  [0, 'Easter Sunday'],
  [1, 'Easter Monday'],
  [39, 'Ascension Day'],
  [49, 'Whit Sunday'],
  [50, 'Whit Monday'],
])

/** Easter Sunday in days since 1970-01-01: the Sunday after the full moon of the Gregorian church calendar on or after 21 March. */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const moonShift = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const age = (19 * golden + moonShift + 15) % 30
  const fullMoon = age - (age > 28 || (age === 28 && golden > 10) ? 1 : 0)
  const moonDay = readDay(`${String(year).padStart(4, '0')}-03-21`) + fullMoon
  const weekday = (((moonDay + 4) % 7) + 7) % 7 // 0 for Sunday
  return moonDay + 7 - weekday
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Days since 1970-01-01, `undefined` for an invalid day: the platform's parser accepts 30 February as 2 March. */
function parseDay(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < FIRST_DAY) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).getUTCDate() === Number(text.slice(8)) ? time / DAY_MS : undefined
}

function readDay(text: string): number {
  const days = parseDay(text)
  if (days === undefined) throw new RangeError(`${text} is not a day, YYYY-MM-DD`)
  return days
}

function writeDay(days: number): string {
  const day = new Date(days * DAY_MS).toISOString()
  // Years outside of 0 to 9999 are written with a sign, which sorts before every digit.
  if (day < FIRST_DAY) throw new RangeError('the day lies outside the years 1 to 9999')
  return day.slice(0, 10)
}

/** Milliseconds that Oslo is ahead of UTC. Summer time runs from the last Sunday of March to that of October, changing at 01:00 UTC. */
function osloOffset(time: number): number {
  const year = new Date(time).getUTCFullYear()
  const lastMonth = year < 1996 ? 8 : 9
  const isSummer = year >= 1981 && time >= summerTimeChange(year, 2) && time < summerTimeChange(year, lastMonth)
  return isSummer ? 2 * HOUR_MS : HOUR_MS
}

function summerTimeChange(year: number, month: number): number {
  const monthEnd = Date.UTC(year, month + 1, 0, 1)
  return monthEnd - new Date(monthEnd).getUTCDay() * DAY_MS
}

const LONGEST_MS = 366 * 86_400_000

/**
 * The instant that is an ISO 8601 duration after another; before it when the duration is negative. Months and days are those of Oslo's calendar: P1D
 * over a change to summer time leads to the same hour. `undefined` for an invalid duration, or a result outside of the calendar.
 */
export function addDuration(instant: Date, duration: string | Temporal.DurationLike): Date | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('Europe/Oslo')
    return new Date(start.add(Temporal.Duration.from(duration)).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** The same for a duration of up to a year that is not negative; `undefined` for all others. */
export function after(instant: Date, duration: string): Date | undefined {
  const end = addDuration(instant, duration)
  if (end === undefined) return undefined
  const distance = end.getTime() - instant.getTime()
  return distance >= 0 && distance <= LONGEST_MS ? end : undefined
}

/** The smallest id possible at an instant: ids are UUID v7 (D20), so all earlier ones sort before it. */
export function firstIdAt(instant: Date): string {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** A day as a document writes it: a calendar day, or counted from the world's own (D84), such as -90D, 10D or +10D. */
export function dayOf(written: string, today: string): string {
  return written.endsWith('D') ? addDays(today, Number(written.slice(0, -1))) : written
}

/** An instant as a document writes it. */
export function instantOf(written: string, now: Date): Date {
  return written.endsWith('D') ? new Date(now.getTime() + Number(written.slice(0, -1)) * DAY_MS) : new Date(written)
}
