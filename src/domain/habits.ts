import type { CardTransaction, Transaction } from '../generated/client.ts'
import { addDays, after, FIRST_DAY, isDay, osloDay, osloInstant } from './calendar.ts'
import { byRule, DomainError } from './errors.ts'
import { namesOf } from './given.ts'
import { isUuid } from './ids.ts'
import { mixed, mixedText } from './mixing.ts'
import { nearest } from './nearest-names.ts'
import { hiddenId, idBehind } from './shown-ids.ts'

/** How the statements of a bank differ from its books (D133): what a TPP is shown, and never what is booked. */
export type Habit =
  | { readonly name: 'late'; readonly by: string }
  | { readonly name: 'missing'; readonly members: readonly MissingMember[] }
  | { readonly name: 'page-shift'; readonly lines: number }
  | { readonly name: 'pending-id' }
  | { readonly name: 'renumber'; readonly day: string }
  | { readonly name: 'repeat'; readonly lines: number }
  | { readonly name: 'value-date'; readonly days: number }
export type HabitName = Habit['name']

/** The members of [I] that a line may lack, and the columns that each shows. */
const MISSING = {
  endToEndId: ['endToEndId'],
  creditorName: ['creditorName'],
  creditorAccount: ['creditorIban', 'creditorBban', 'creditorCurrency'],
  creditorAgent: ['creditorAgent'],
  debtorName: ['debtorName'],
  debtorAccount: ['debtorIban', 'debtorBban', 'debtorCurrency'],
  debtorAgent: ['debtorAgent'],
  remittanceInformationUnstructured: ['remittanceInformationUnstructured'],
  remittanceInformationUnstructuredArray: ['remittanceInformationUnstructuredArray'],
  remittanceInformationStructuredArray: ['remittanceInformationStructuredArray'],
  currencyExchange: ['currencyExchange'],
  bankTransactionCode: ['bankTransactionCode'],
  proprietaryBankTransactionCode: ['proprietaryBankTransactionCode'],
  purposeCode: ['purposeCode'],
  transactionDate: ['transactionDate'],
  cardAcceptorId: ['cardAcceptorId'],
  cardAcceptorName: ['cardAcceptorName'],
  merchantCategoryCode: ['merchantCategoryCode'],
  transactionDetails: ['transactionDetails'],
  invoiced: ['invoiced'],
} as const satisfies Record<string, readonly (keyof Transaction | keyof CardTransaction)[]>
type MissingMember = keyof typeof MISSING
const MISSING_MEMBERS = namesOf(MISSING)

/** What a habit takes: in words, in code, and an example. */
type Form = { readonly right: string; readonly example: string; readonly read: (value: string) => Habit | undefined }

/** More would hide what is shown. */
const MOST_LINES = 9
const MOST_DAYS = 366
const LINES = `a whole number from 1 to ${MOST_LINES}`

/** The grammar of habits, in the manner of scenarios (D88): name=value; … */
export const HABITS: { readonly [Name in HabitName]: Form } = {
  late: {
    right: 'an ISO 8601 duration of at most a year, such as P3D',
    example: 'late=P3D',
    read: by => (after(new Date(0), by) === undefined ? undefined : { name: 'late', by }),
  },
  missing: {
    right: `names of members of a line, with commas between, such as creditorName`,
    example: 'missing=creditorName,remittanceInformationUnstructured',
    read: value => {
      const names = value.split(',').map(name => name.trim())
      const members = MISSING_MEMBERS.filter(name => names.includes(name))
      return names.every(name => Object.hasOwn(MISSING, name)) ? { name: 'missing', members } : undefined
    },
  },
  'page-shift': {
    right: LINES,
    example: 'page-shift=1',
    read: value => (isFew(value) ? { name: 'page-shift', lines: Number(value) } : undefined),
  },
  'pending-id': {
    right: 'kept',
    example: 'pending-id=kept',
    read: value => (value === 'kept' ? { name: 'pending-id' } : undefined),
  },
  renumber: {
    right: 'a day, YYYY-MM-DD',
    example: 'renumber=2026-03-02',
    read: day => (isDay(day) ? { name: 'renumber', day } : undefined),
  },
  repeat: {
    right: LINES,
    example: 'repeat=1',
    read: value => (isFew(value) ? { name: 'repeat', lines: Number(value) } : undefined),
  },
  'value-date': {
    right: `days from -${MOST_DAYS}D to +${MOST_DAYS}D, such as +20D`,
    example: 'value-date=+20D',
    read: value => {
      const days = /^[-+]?\d{1,3}D$/.test(value) ? Number(value.slice(0, -1)) : 0
      return days === 0 || Math.abs(days) > MOST_DAYS ? undefined : { name: 'value-date', days }
    },
  },
}
export const HABIT_NAMES = namesOf(HABITS)

const isFew = (value: string) => /^\d$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_LINES

/** The longest text of habits. */
export const LONGEST_HABITS = 400

/** The habits of a text, or what is wrong with it. */
export function readHabits(text: string): readonly Habit[] | string {
  if (text.length > LONGEST_HABITS) return `must have at most ${LONGEST_HABITS} characters.`
  const read = text.split(';').map(part => readHabit(part.trim()))
  const fault = read.find(one => typeof one === 'string')
  return fault ?? read.flatMap(one => (typeof one === 'string' ? [] : [one]))
}

/** The habits of a text that is known to be right. */
export function habitsIn(text: string): readonly Habit[] {
  const read = readHabits(text)
  return typeof read === 'string' ? [] : read
}

function readHabit(text: string): Habit | string {
  const [name = '', value = ''] = text.split(/=(.*)/s).map(side => side.trim())
  const known = HABIT_NAMES.find(one => one === name)
  if (known === undefined) return `names no habit by ${quoted(name)}: there are ${HABIT_NAMES.join(', ')}${like(name)}.`
  const { right, read, example } = HABITS[known]
  if (value === '') return `is name=value; …, and ${known} has no value: it takes ${right}. For example ${example}.`
  return read(value) ?? wrongMember(known, value) ?? `is wrong: ${known} takes ${right}; it is ${quoted(value)}.`
}

function wrongMember(name: HabitName, value: string): string | undefined {
  const [wrong = ''] = value.split(',').filter(one => !Object.hasOwn(MISSING, one.trim()))
  if (name !== 'missing') return undefined
  const near = nearest(wrong.trim(), MISSING_MEMBERS)
  const hint = near === undefined ? `: there are ${MISSING_MEMBERS.join(', ')}` : `, which is most like ${near}`
  return `is wrong: missing takes names of members that a line may lack, and ${quoted(wrong.trim())} is none${hint}.`
}

function like(name: string): string {
  const near = nearest(name.toLowerCase(), HABIT_NAMES)
  return near === undefined ? `. For example ${HABITS.missing.example}` : `, of which it is most like ${near}`
}

function quoted(value: string): string {
  return JSON.stringify(value.slice(0, 60))
}

/** A habit in the form of the header. */
function formatHabit(habit: Habit): string {
  switch (habit.name) {
    case 'late':
      return `late=${habit.by}`
    case 'missing':
      return `missing=${habit.members.join(',')}`
    case 'pending-id':
      return 'pending-id=kept'
    case 'renumber':
      return `renumber=${habit.day}`
    case 'value-date':
      return `value-date=${habit.days > 0 ? '+' : ''}${habit.days}D`
    default:
      return `${habit.name}=${habit.lines}`
  }
}

/** Several of them. */
export function formatHabits(habits: readonly Habit[]): string {
  return habits.map(formatHabit).join('; ')
}

/** The reads on which habits act: the statements of accounts and card accounts, and their lines. */
const ACTS_ON = ['accountTransactions', 'accountTransactionDetails', 'cardAccountTransactions']

/** Whether an operation reads a statement. */
export function readsStatement(operation: string): boolean {
  return ACTS_ON.includes(operation)
}

/** The refusal of habits where no statement is read. */
export function noStatement(where: string, path: string): DomainError {
  const words = byRule.D133`A habit has nothing to act on in ${where}: habits are for ${ACTS_ON.join(', ')}.`
  return new DomainError('FORMAT_ERROR', words, path)
}

/** Habits, and the seed that what they choose follows from. */
export type SeededHabits = { readonly habits: readonly Habit[]; readonly seed: number }

/** The seed where none is given. */
export const FIRST_SEED = 1

/** How statements are shown at an instant: all habits that fit, together. */
export type Showing = {
  /** Each as the header has it. */
  readonly says: readonly string[]
  readonly today: string
  /** The first booking day that is not shown yet. */
  readonly hiddenFrom: string | undefined
  readonly missing: readonly MissingMember[]
  readonly pageShift: number
  /** Whether what is booked keeps the id that it had while it was pending. */
  readonly keepsPendingIds: boolean
  /** The last night on which the bank gave its lines other ids: the lines booked before this day. */
  readonly renumbered: { readonly day: string; readonly key: number } | undefined
  readonly repeat: { readonly lines: number; readonly seed: number } | undefined
  readonly valueDays: number
}

/** Puts habits together, oldest first: members add up, of nights the last one that has come counts, of all others the one that was set last. */
export function together(all: readonly SeededHabits[], now: Date): Showing {
  const seeded = all.flatMap(({ habits, seed }) => habits.map(habit => ({ habit, seed })))
  const of = <Name extends HabitName>(name: Name) =>
    seeded.flatMap(({ habit, seed }) => (isNamed(habit, name) ? [{ habit, seed }] : []))
  const today = osloDay(now)
  const repeat = of('repeat').at(-1)
  const nights = of('renumber').filter(({ habit }) => habit.day <= today)
  const night = nights.toSorted((one, other) => (one.habit.day < other.habit.day ? -1 : 1)).at(-1)
  return {
    says: [...new Set(seeded.map(({ habit }) => formatHabit(habit)))],
    today,
    hiddenFrom: firstHidden(of('late').at(-1)?.habit.by, today, now),
    missing: [...new Set(of('missing').flatMap(({ habit }) => habit.members))],
    keepsPendingIds: of('pending-id').length > 0,
    pageShift: of('page-shift').at(-1)?.habit.lines ?? 0,
    renumbered: night && { day: night.habit.day, key: mixedText(night.habit.day, night.seed) },
    repeat: repeat && { lines: repeat.habit.lines, seed: repeat.seed },
    valueDays: of('value-date').at(-1)?.habit.days ?? 0,
  }
}

// The later the day, the longer it is hidden, so that halving the last year finds the first hidden one.
function firstHidden(late: string | undefined, today: string, now: Date): string | undefined {
  if (late === undefined) return undefined
  const isHidden = (daysAgo: number) => {
    const from = after(osloInstant(addDays(today, -daysAgo), '00:00'), late)
    return from !== undefined && now < from
  }
  if (!isHidden(0)) return undefined
  let [hidden, seen] = [0, MOST_DAYS + 1]
  while (seen - hidden > 1) {
    const middle = Math.floor((hidden + seen) / 2)
    if (isHidden(middle)) hidden = middle
    else seen = middle
  }
  return addDays(today, -hidden)
}

function isNamed<Name extends HabitName>(habit: Habit, name: Name): habit is Extract<Habit, { name: Name }> {
  return habit.name === name
}

/** A booked line, as far as habits decide by it. */
type BookedLine = {
  readonly id: string
  readonly bookingDate: string
  /** The id that it had while it was pending, where a habit needs it. */
  readonly pendingId?: string | undefined
}

/** A line as it is shown: its id and day, the line of the books that it shows, and the habits that changed id, day or number. */
export type ShownLine = Omit<BookedLine, 'pendingId'> & {
  readonly of: string
  /** Its day in the books. */
  readonly booked: string
  readonly why: readonly string[]
}

/**
 * What a statement shows of booked lines, latest booking first, ties by id (D42). It decides by nothing but its arguments. Days must be whole: which
 * lines of a day come twice follows from all of them.
 */
export function shown(lines: readonly BookedLine[], showing: Showing): ShownLine[] {
  const twice = repeated(lines, showing)
  const all: ShownLine[] = []
  for (const line of lines) {
    if (isHidden(line, showing)) continue
    const { bookingDate } = line
    const id = shownId(line, showing)
    const why = id === line.id ? UNCHANGED : whyOtherId(line, showing)
    all.push({ id, bookingDate, of: line.id, booked: bookingDate, why })
    const copy = twice.get(line.id)
    if (copy === undefined) continue
    // Half of the copies come a day later, if that day has come.
    const day = copy.isLater && bookingDate < showing.today ? addDays(bookingDate, 1) : bookingDate
    all.push({
      id,
      bookingDate: day,
      of: line.id,
      booked: bookingDate,
      why: [...why, `repeat=${showing.repeat?.lines}`],
    })
  }
  return inOrder(all)
}

/** Shown lines, latest booking first, ties by id (D42). */
export function inOrder(lines: ShownLine[]): ShownLine[] {
  return lines.sort(latestFirst)
}

/** Lines, latest first, in parts of about so many, each of whole days. */
export function* wholeDays(lines: readonly BookedLine[], about: number): Generator<readonly BookedLine[]> {
  for (let from = 0; from < lines.length; ) {
    let to = Math.min(from + about, lines.length)
    while (to < lines.length && lines[to]?.bookingDate === lines[to - 1]?.bookingDate) to += 1
    yield lines.slice(from, to)
    from = to
  }
}

const UNCHANGED: readonly string[] = []

function whyOtherId({ pendingId, bookingDate }: BookedLine, { renumbered, keepsPendingIds }: Showing) {
  return [
    ...(keepsPendingIds && pendingId !== undefined ? ['pending-id=kept'] : []),
    ...(renumbered !== undefined && bookingDate < renumbered.day ? [`renumber=${renumbered.day}`] : []),
  ]
}

function latestFirst(one: ShownLine, other: ShownLine): number {
  if (one.bookingDate !== other.bookingDate) return one.bookingDate < other.bookingDate ? 1 : -1
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1
}

type Copies = ReadonlyMap<string, { readonly isLater: boolean }>

/** The lines that come twice: of each booking day those that the seed puts first. */
function repeated(lines: readonly BookedLine[], { repeat }: Showing): Copies {
  const chosen = new Map<string, { isLater: boolean }>()
  if (repeat === undefined) return chosen
  const days = new Map<string, { id: string; place: number }[]>()
  for (const { id, bookingDate } of lines) {
    // The last digits of an id are as good as random.
    const place = { id, place: mixed(Number.parseInt(id.slice(-8), 16) ^ repeat.seed) }
    const day = days.get(bookingDate)
    if (day === undefined) days.set(bookingDate, [place])
    else day.push(place)
  }
  for (const day of days.values())
    for (const { id, place } of day.sort((one, other) => one.place - other.place).slice(0, repeat.lines))
      chosen.set(id, { isLater: mixed(place) % 2 === 1 })
  return chosen
}

/** The first day whose lines must be read to show a range: a line of the day before may come again on the range's first. */
export function firstDayBehind(fromDate: string, { repeat }: Showing): string {
  return repeat === undefined || fromDate === FIRST_DAY ? fromDate : addDays(fromDate, -1)
}

/** Whether a line is not shown yet. */
export function isHidden({ bookingDate }: BookedLine, { hiddenFrom }: Showing): boolean {
  return hiddenFrom !== undefined && bookingDate >= hiddenFrom
}

/** The id under which a line is shown. */
export function shownId({ id, bookingDate, pendingId }: BookedLine, showing: Showing): string {
  const { renumbered, keepsPendingIds } = showing
  const own = keepsPendingIds ? (pendingId ?? id) : id
  return renumbered === undefined || bookingDate >= renumbered.day ? own : changed(own, renumbered.key, hiddenId)
}

// The line of a fee has the id of its transfer and a word behind it (D48).
function changed(id: string, key: number, change: (id: string, key: number) => string): string {
  return change(id.slice(0, UUID_LENGTH), key) + id.slice(UUID_LENGTH)
}

const UUID_LENGTH = 36

/** The ids of the books that a shown id may stand for. */
export function idsBehind(id: string, { renumbered }: Showing): readonly string[] {
  const isNumber = isUuid(id.slice(0, UUID_LENGTH))
  return renumbered === undefined || !isNumber ? [id] : [id, changed(id, renumbered.key, idBehind)]
}

/** A line, booked or pending, as a TPP is shown it. */
export function showLine<Row extends { readonly valueDate: string | null }>(row: Row, showing: Showing): Row {
  const { missing, valueDays } = showing
  const absent = missing.flatMap(name => MISSING[name]).flatMap(column => (column in row ? [[column, null]] : []))
  const valueDate = row.valueDate === null || valueDays === 0 ? row.valueDate : movedDay(row.valueDate, valueDays)
  return { ...row, ...Object.fromEntries(absent), valueDate }
}

// Days before the calendar's first year have no name.
function movedDay(day: string, days: number): string {
  return days < 0 && day < FIRST_MOVED ? day : addDays(day, days)
}

const FIRST_MOVED = addDays(FIRST_DAY, MOST_DAYS)

/** The habits that change each line besides its id, day and number. */
export function whyAltered({ missing, valueDays }: Showing): readonly string[] {
  return [
    ...(missing.length === 0 ? [] : [formatHabit({ name: 'missing', members: missing })]),
    ...(valueDays === 0 ? [] : [formatHabit({ name: 'value-date', days: valueDays })]),
  ]
}

/** The habit by which a line is not shown yet. */
export function whyHidden({ says }: Showing): readonly string[] {
  return says.filter(said => said.startsWith('late=')).slice(-1)
}

/** Where the window of a later page begins: lines that came in meanwhile have moved it, so that it shows some lines again. */
export function shiftedOffset(offset: number, { pageShift }: Showing): number {
  return Math.max(0, offset - pageShift)
}

/** How many lines of a range are shown under habits: each is judged (D74). */
export const MOST_SHOWN = 10_000

/** The refusal of a range with more. */
export function tooManyShown(): DomainError {
  return new DomainError(
    'FORMAT_ERROR',
    byRule.D133`Under a habit a statement shows at most ${MOST_SHOWN} booked lines of one range, and this range has more: ask for fewer days with dateFrom and dateTo, or let the operator clear the habits (clearHabits).`,
    'dateFrom',
  )
}
