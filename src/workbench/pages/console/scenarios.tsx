import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { pageOfScenarios, probabilityOf } from '../../../sandbox/worlds/scenarios/rules.ts'
import { More, nextOf } from '../listing.tsx'
import { Table } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton, AsGraphql } from './actions/button.tsx'
import { ConsoleFrame, instant, TppLink } from './frame.tsx'
import { KeyNote } from './items.tsx'

const SHOWN = 100

/** The scenarios of a world: their outcomes, their calls, and how often they have acted (D88, D98). */
export async function showScenarios(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const place = { base, token: consoleToken(c), back: `${base}/console/scenarios` }
  const page = await pageOfScenarios(ctx, { first: SHOWN, after: c.req.query('after') })
  const names = await namesOfTpps(ctx)
  const keys = await Promise.all(page.rows.map(({ id }) => keyOf(ctx, 'Scenario', id)))
  return (
    <ConsoleFrame title="Scenarios" here="scenarios">
      <div class="heading">
        <h1>Scenarios of {nameOf(ctx.world)}</h1>
        <div class="row-actions">
          <ActionButton action="setScenario" place={place} />
          {page.rows.length < 2 ? null : (
            <ActionButton action="clearScenarios" label="Clear all" place={place} isWhole={true} />
          )}
        </div>
      </div>
      <p class="soft">
        {page.rows.length === 0 ? 'None yet. ' : ''}A scenario forces an outcome on calls of TPPs, for example an error
        or a delay.
      </p>
      <Table
        kind="labelled"
        head={['Outcome', 'On', 'Acted', 'Set', 'Do']}
        rows={page.rows.map((rule, index) => {
          const probability = probabilityOf(rule)
          return [
            <>
              <code>{rule.scenario}</code>
              <KeyNote of={keys[index] ?? null} />
            </>,
            <>
              {rule.operation ?? 'every operation'}
              {rule.tppId === null ? null : (
                <>
                  {' '}
                  of <TppLink id={rule.tppId} name={names.get(rule.tppId)} base={base} />
                </>
              )}
              {rule.customerNumber === null ? null : (
                <>
                  {' '}
                  for{' '}
                  <a href={`${base}/console/customers?${new URLSearchParams({ name: rule.customerNumber })}`}>
                    {rule.customerNumber}
                  </a>
                </>
              )}
              {probability === null ? null : `, with probability ${probability}`}
            </>,
            <span class="number">
              {rule.asked === 0 ? 'no call yet' : `on ${rule.used} of ${rule.asked} calls`}
              {rule.times === null ? '' : `, ${rule.times - rule.used} left`}
            </span>,
            instant(rule.createdAt),
            <ActionButton
              action="clearScenarios"
              label="Clear"
              about={rule.scenario}
              place={place}
              given={{ ids: rule.id }}
              isWhole={true}
            />,
          ]
        })}
      />
      {page.rows.length === 0 ? null : <AsGraphql place={place} actions={[{ action: 'clearScenarios' }]} />}
      <More path={`${base}/console/scenarios`} given={{ after: nextOf(page) }} />
    </ConsoleFrame>
  )
}
