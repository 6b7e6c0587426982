import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { MAX_PAGE } from '../../../domain/paging.ts'
import { findsWord } from '../../../domain/texts.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Snapshot } from '../../../generated/client.ts'
import { clocksOfSnapshots, pageOfSnapshots } from '../../../sandbox/worlds/snapshots/snapshots.ts'
import { addressOf, drawnPageOf, searchTextOf } from '../listing.tsx'
import { Card } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import { isStep, snapshotTitle } from './actions/undo.ts'
import { CompareForm, compareAddress, NOW, statesOf } from './compare.tsx'
import { instant, RealTime } from './frame.tsx'
import { ListPage } from './list-page.tsx'

const SHOWN = 25

/** The snapshots of a world, with actions to restore, compare and delete them (D86, D98). */
export async function showSnapshots(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const path = `${base}/console/snapshots`
  const q = searchTextOf(c, 'q') || undefined
  const kind = KINDS.find(one => one === c.req.query('kind'))
  const place = { base, token: consoleToken(c), back: path }
  const fits = findsWord(q ?? '')
  const all = (await pageOfSnapshots(ctx, { first: MAX_PAGE })).rows
    .filter(one => q === undefined || fits(snapshotTitle(one)))
    .sort((one, other) => Number(other.takenAt) - Number(one.takenAt))
  const page = drawnPageOf(c, SHOWN, kind === undefined ? all : all.filter(one => kindOf(one) === kind))
  const clocks = await clocksOfSnapshots(ctx, page.rows)
  return (
    <ListPage
      title="Snapshots"
      here="snapshots"
      path={path}
      given={{ kind, q }}
      page={page}
      chips={{
        name: 'kind',
        counts: KINDS.map(value => ({ value, count: all.filter(one => kindOf(one) === value).length, word: value })),
      }}
      finds="Beginning of a word in the name"
      columns={[
        { head: 'Name', kind: 'wide', phone: 'first', cell: snapshotTitle },
        { head: 'Kind', phone: 'end', cell: one => <span class="chip">{kindOf(one)}</span> },
        { head: 'Taken (real time)', kind: 'meta', phone: 'last', cell: ({ takenAt }) => <RealTime at={takenAt} /> },
        {
          head: 'Its clock',
          kind: 'meta',
          phone: 'second',
          cell: ({ contentId, takenAt }) => <span class="number">{instant(clocks.get(contentId) ?? takenAt)}</span>,
        },
      ]}
      hrefOf={({ name }) => compareAddress(base, name, NOW)}
      nameOf={snapshotTitle}
      rowActions={snapshot => <Actions snapshot={snapshot} place={place} />}
      by={{ kind: ['kind', kind], q: ['search', q] }}
      empty="None yet. A snapshot keeps all of the world, its clock too."
      make={<ActionButton action="takeSnapshot" place={place} />}
    >
      {all.length === 0 ? null : (
        <Card id="compare" title="Compare two states">
          <CompareForm base={base} choices={await statesOf(ctx, [])} left={all[0]?.name ?? NOW} right={NOW} />
        </Card>
      )}
    </ListPage>
  )
}

const KINDS = ['named', 'for Undo'] as const
const kindOf = (snapshot: Snapshot) => (isStep(snapshot) ? 'for Undo' : 'named')

function Actions({ snapshot, place }: { readonly snapshot: Snapshot; readonly place: ActionPlace }) {
  const given = { name: snapshot.name }
  const about = snapshotTitle(snapshot)
  return (
    <>
      <ActionButton action="restoreSnapshot" label="Restore" about={about} place={place} given={given} isWhole={true} />
      <a class="button second" href={compareAddress(place.base, snapshot.name, NOW)}>
        Compare<span class="hidden"> with now: {about}</span>
      </a>
      <a
        class="button second"
        href={addressOf(`${place.base}/console/do/createWorld`, { source: 'snapshot', snapshot: snapshot.name })}
      >
        Make a world<span class="hidden"> of {about}</span>
      </a>
      <ActionButton action="deleteSnapshot" label="Delete" about={about} place={place} given={given} />
    </>
  )
}
