import type { Child } from 'hono/jsx'
import { PAYMENT_STATUSES, PAYMENT_WORDS } from '../../../domain/status.ts'
import type { Difference } from '../../../sandbox/worlds/differences.ts'
import { Name } from '../parts.tsx'
import { instant, money, shortDay } from './frame.tsx'

/** The changes between two states of a world for people: one sentence for all, and each thing with its name and its money. */

/** The things that people know, in the order of the sentence. All other rows belong to one of them. */
export const THINGS = {
  World: ['Clock', 'Clock'],
  Customer: ['customer', 'customers'],
  Account: ['account', 'accounts'],
  CardAccount: ['card account', 'card accounts'],
  Transaction: ['transaction', 'transactions'],
  CardTransaction: ['card transaction', 'card transactions'],
  Payment: ['payment', 'payments'],
  Authorisation: ['SCA', 'SCAs'],
  Consent: ['consent', 'consents'],
  SigningBasket: ['basket', 'baskets'],
  Agreement: ['agreement', 'agreements'],
} as const satisfies Readonly<Record<string, readonly [one: string, many: string]>>
type Thing = keyof typeof THINGS

export const isThing = (noun: string): noun is Thing => Object.hasOwn(THINGS, noun)

/** "2 accounts changed, 2 new transactions, 1 payment approved → booked": equal changes are counted together. Empty when nothing was changed. */
export function sentenceOf(differences: readonly Difference[]): string {
  const counts = new Map<string, { readonly noun: Thing; readonly change: string; count: number }>()
  for (const difference of differences) {
    const { noun } = difference
    if (!isThing(noun)) continue
    const change = changeOf(difference)
    const known = counts.get(`${noun} ${change}`) ?? { noun, change, count: 0 }
    known.count += 1
    counts.set(`${noun} ${change}`, known)
  }
  const order = Object.keys(THINGS)
  return [...counts.values()]
    .sort((one, other) => order.indexOf(one.noun) - order.indexOf(other.noun))
    .map(({ noun, change, count }) => {
      const name = THINGS[noun][count === 1 ? 0 : 1]
      const [, state = change === '' ? 'changed' : change] = /^new,?(.*)$/.exec(change) ?? []
      // There is one clock.
      return [noun === 'World' ? '' : count, change.startsWith('new') ? 'new' : '', name, state.trim()]
        .filter(word => word !== '')
        .join(' ')
    })
    .join(', ')
}

/** The change of a thing in a word or two. */
function changeOf({ kind, noun, fields, row }: Difference): string {
  if (noun === 'Payment' && kind === 'CREATED') return `new, ${statusWord(noun, row['status'])}`
  if (kind === 'CREATED') return 'new'
  if (kind === 'DELETED') return 'gone'
  if (noun === 'Consent' && fields.some(({ name, right }) => name === 'revokedAt' && right !== null)) return 'revoked'
  if (noun === 'World') return fields[0]?.left == null ? 'frozen' : fields[0].right === null ? 'running again' : 'moved'
  const status = fields.find(({ name }) => name === 'status')
  if (status === undefined) return ''
  const [from, to] = [statusWord(noun, status.left), statusWord(noun, status.right)]
  return noun === 'Payment' ? `${from} → ${to}` : to
}

const SCA_WORDS: Readonly<Record<string, string>> = {
  RECEIVED: 'open',
  FINALISED: 'approved',
  FAILED: 'rejected',
  EXPIRED: 'expired',
}

function statusWord(noun: string, status: string | null | undefined): string {
  const payment = PAYMENT_STATUSES.find(one => one === status)
  if (noun === 'Payment' && payment !== undefined) return PAYMENT_WORDS[payment]
  return SCA_WORDS[status ?? ''] ?? status ?? ''
}

/** A thing by its name, with its money before and after. */
export function Change({ difference, href }: { readonly difference: Difference; readonly href: string | undefined }) {
  const { kind, noun, fields, row } = difference
  const name = <Name text={nameOf(difference)} />
  const word = changeOf(difference)
  return (
    <>
      {href === undefined ? name : <a href={href}>{name}</a>}{' '}
      {word === '' ? null : <span class={`chip ${kind === 'DELETED' ? 'bad' : 'good'}`}>{word}</span>}{' '}
      {MONEY.map(([column, label]) => (
        <Sums
          difference={difference}
          column={column}
          label={label}
          currency={row['currency'] ?? row['debtorCurrency']}
        />
      ))}
      {noun === 'World' ? (
        <span class="soft number">
          {fields.flatMap(({ left, right }) => [timeOf(left), timeOf(right)]).join(' → ')}
        </span>
      ) : null}
      {noun === 'Transaction' || noun === 'CardTransaction' ? (
        <span class="soft">{dayOf(row['bookingDate'])}</span>
      ) : null}
    </>
  )
}

const MONEY = [
  ['bookedMinor', ''],
  ['amountMinor', ''],
  ['reservedMinor', 'reserved'],
] as const

const timeOf = (at: string | null) => (at === null ? 'running' : instant(new Date(at)))
const dayOf = (day: string | null | undefined) => (day == null ? '' : shortDay(day))

/** `272 972.82 → 272 872.82 NOK (−100.00 NOK)`; only the amount of a thing that one side does not have. */
function Sums(props: {
  readonly difference: Difference
  readonly column: string
  readonly label: string
  readonly currency: string | null | undefined
}): Child {
  const { difference, column, label, currency } = props
  const field = difference.fields.find(({ name }) => name === column)
  if (field === undefined || currency == null) return null
  const write = (minor: string) => money(BigInt(minor), currency)
  const { left, right } = field
  if (left === null || right === null) {
    return column === 'reservedMinor' ? null : <span class="number">{write(left ?? right ?? '0')} </span>
  }
  const change = BigInt(right) - BigInt(left)
  return (
    <span class="number">
      {label} {write(left)} → {write(right)} ({change > 0n ? '+' : ''}
      {money(change, currency)}){' '}
    </span>
  )
}

function nameOf({ noun, id, row }: Difference): string {
  const { name, creditorName, debtorName, cardAcceptorName, customerNumber, tppName, purpose } = row
  if (noun === 'World') return 'The clock'
  if (noun === 'Payment') return `Payment of ${money(BigInt(row['totalMinor'] ?? 0), row['debtorCurrency'] ?? 'NOK')}`
  if (noun === 'Authorisation') return `SCA of a ${(purpose ?? '').toLowerCase()}`
  if (noun === 'Consent') return `Consent for ${tppName ?? 'its TPP'}`
  // Money that comes in is from its debtor.
  if (noun === 'Transaction' && !row['amountMinor']?.startsWith('-')) return debtorName ?? creditorName ?? id
  return name ?? creditorName ?? debtorName ?? cardAcceptorName ?? customerNumber ?? id
}
