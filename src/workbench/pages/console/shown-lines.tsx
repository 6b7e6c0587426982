import type { Context } from '../../../bank/context.ts'
import { type LineShown, linesShownTo } from '../../../bank/resolvers/account-information/habits.ts'
import { ACCOUNTS, CARD_ACCOUNTS } from '../../../bank/resolvers/holders.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { addDays } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { docsPath } from '../around.ts'
import { List } from '../list.tsx'
import { addressOf } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { shortDay } from './frame.tsx'
import { Part } from './record-page.tsx'

/** The lines of a page as a TPP is shown them, and the TPPs to choose from (D133). */
export type ShownLines = {
  readonly tpps: readonly { readonly id: string; readonly name: string }[]
  readonly tppId: string
  readonly lines: readonly LineShown[]
}

type BookedLine = { readonly id: string; readonly bookingDate: string }

/** What a TPP is shown of some lines: of a consent of this account, the one that is asked for or the first. Absent in a world without habits. */
export async function readShownLines(
  ctx: Context,
  kind: 'account' | 'cardAccount',
  holderId: string,
  rows: readonly BookedLine[],
  asked: string | undefined,
): Promise<ShownLines | undefined> {
  if (!ctx.world.hasHabits || rows.length === 0) return undefined
  const names = await namesOfTpps(ctx)
  const tpps = (await readersOf(ctx, kind, holderId)).map(id => ({ id, name: names.get(id) ?? id }))
  const tppId = (tpps.find(({ id }) => id === asked) ?? tpps[0])?.id
  if (tppId === undefined) return undefined
  const days = rows.map(({ bookingDate }) => bookingDate).sort()
  const [dateFrom = '', last = ''] = [days[0], days.at(-1)]
  const { table } = (kind === 'account' ? ACCOUNTS : CARD_ACCOUNTS).lines
  try {
    // A line may come again on the next day.
    const all = await linesShownTo(table, ctx, holderId, { tppId, dateFrom, dateTo: addDays(last, 1) })
    const drawn = new Set(rows.map(({ id }) => id))
    return { tpps, tppId, lines: all.filter(({ transactionId }) => drawn.has(transactionId)) }
  } catch (error) {
    // Days with too many lines.
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** The TPPs that have a consent for an account or card account, each once. */
async function readersOf({ db, world }: Context, kind: 'account' | 'cardAccount', id: string): Promise<string[]> {
  const where = { worldId: world.id }
  const consents =
    kind === 'account'
      ? await db.consentAccount.findMany({ where: { ...where, accountId: id }, include: { consent: true }, take: MOST })
      : await db.consentCardAccount.findMany({
          where: { ...where, cardAccountId: id },
          include: { consent: true },
          take: MOST,
        })
  return [...new Set(consents.map(({ consent }) => consent.tppId))]
}

/** Of so many consents the TPPs are offered. */
const MOST = 200

/** What the bank holds, beside what a TPP was shown. */
export function ShownTo({ shown, path }: { readonly shown: ShownLines; readonly path: string }) {
  const { tpps, tppId, lines } = shown
  return (
    <Part id="shown-to" title="What a TPP is shown of these lines">
      <p>
        <a href={docsPath('/statements')}>Habits</a> change what is read by consent, and never the books. Shown to:{' '}
        {tpps.map(({ id, name }, place) => (
          <>
            {place === 0 ? '' : ', '}
            <a
              href={`${addressOf(path, { 'shown-to': id })}#shown-to`}
              aria-current={id === tppId ? 'true' : undefined}
            >
              <Name text={name} />
            </a>
          </>
        ))}
      </p>
      <List
        label="What is shown"
        rows={lines}
        columns={[
          { head: 'In the books', phone: 'first', cell: ({ transactionId }) => <code>{transactionId}</code> },
          {
            head: 'Shown as',
            phone: 'second',
            cell: ({ transactionId, shownId }) =>
              shownId === null ? 'not shown yet' : shownId === transactionId ? 'the same id' : <code>{shownId}</code>,
          },
          { head: 'On', cell: ({ shownDate }) => (shownDate === null ? '' : shortDay(shownDate)) },
          { head: 'By', kind: 'wide', phone: 'last', cell: ({ why }) => why.join('; ') },
        ]}
        hrefOf={({ transactionId }) => `#${transactionId}`}
      />
    </Part>
  )
}
