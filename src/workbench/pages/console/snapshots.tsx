import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { clocksOfSnapshots, pageOfSnapshots } from '../../../sandbox/worlds/snapshots/snapshots.ts'
import { More, nextOf } from '../listing.tsx'
import { Table } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, AsGraphql } from './actions/button.tsx'
import { isStep, snapshotTitle } from './actions/undo.ts'
import { CompareForm, compareAddress, NOW, statesOf } from './compare.tsx'
import { ConsoleFrame, instant, Moment } from './frame.tsx'

const SHOWN = 100

/** The snapshots of a world, with buttons to restore, compare and delete them (D86, D98). */
export async function showSnapshots(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const page = await pageOfSnapshots(ctx, { first: SHOWN, after: c.req.query('after') })
  const place = { base, token: consoleToken(c), back: `${base}/console/snapshots` }
  // The list itself is in order of names, and a page of it holds all that most worlds have.
  const latest = page.rows.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  const clocks = await clocksOfSnapshots(ctx, latest)
  const names = latest.map(({ name }) => name)
  return (
    <ConsoleFrame title="Snapshots" here="snapshots">
      <div class="heading">
        <h1>Snapshots of {nameOf(ctx.world)}</h1>
        <ActionButton action="takeSnapshot" place={place} />
      </div>
      {names.length === 0 ? <p class="soft">None yet. A snapshot keeps all of the world, its clock too.</p> : null}
      <Table
        kind="labelled"
        head={['Name', 'Taken', 'Clock', 'Do']}
        rows={latest.map(snapshot => [
          <>
            {snapshotTitle(snapshot)} {isStep(snapshot) ? <span class="chip">for Undo</span> : null}
          </>,
          <Moment at={snapshot.takenAt} />,
          <span class="at">{instant(clocks.get(snapshot.contentId) ?? snapshot.takenAt)}</span>,
          <div class="row-actions">
            <ActionButton
              action="restoreSnapshot"
              label="Restore"
              about={snapshotTitle(snapshot)}
              place={place}
              given={{ name: snapshot.name }}
              isWhole={true}
            />
            <a class="button second small" href={compareAddress(base, snapshot.name, NOW)}>
              Compare<span class="hidden"> with now: {snapshotTitle(snapshot)}</span>
            </a>
            <ActionButton
              action="deleteSnapshot"
              label="Delete"
              about={snapshotTitle(snapshot)}
              place={place}
              given={{ name: snapshot.name }}
            />
          </div>,
        ])}
      />
      {names.length === 0 ? null : (
        <AsGraphql place={place} actions={[{ action: 'restoreSnapshot', given: { name: names[0] } }]} />
      )}
      <More path={`${base}/console/snapshots`} given={{ after: nextOf(page) }} />
      <h2>Compare two states</h2>
      <CompareForm base={base} choices={await statesOf(ctx, [])} left={names[0] ?? NOW} right={NOW} />
    </ConsoleFrame>
  )
}
