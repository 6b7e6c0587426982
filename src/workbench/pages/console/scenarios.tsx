import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { keyOf } from '../../../bank/resolvers/keys.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { SCENARIO_NAMES } from '../../../domain/scenarios.ts'
import { findsWord } from '../../../domain/texts.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import type { Scenario as Rule } from '../../../generated/client.ts'
import { pageOfScenarios } from '../../../sandbox/worlds/scenarios/rules.ts'
import { counted, formatCount } from '../language.ts'
import { addressOf, drawnPageOf, searchTextOf } from '../listing.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { sentenceOfRule, valuesOfRule } from './actions/scenario-sentence.ts'
import { KeyNote } from './columns.tsx'
import { When } from './frame.tsx'
import { ListPage } from './list-page.tsx'

/** A world has no more (D88). */
const MOST = 100

/** The scenarios of a world: what they do and for whom, and how often they have acted (D88, D98). */
export async function showScenarios(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const path = `${base}/console/scenarios`
  const place = { base, token: consoleToken(c), back: path }
  const q = searchTextOf(c, 'q') || undefined
  const outcome = SCENARIO_NAMES.find(one => one === c.req.query('outcome'))
  const names = await namesOfTpps(ctx)
  const { rows } = await pageOfScenarios(ctx, { first: MOST })
  const all = await Promise.all(
    rows.map(async rule => ({ rule, says: sentenceOfRule(rule, names), key: await keyOf(ctx, 'Scenario', rule.id) })),
  )
  const fits = findsWord(q ?? '')
  const found = all.filter(({ says, key }) => q === undefined || fits(says) || key === q)
  const of = (name: string) => found.filter(({ rule }) => nameOf(rule) === name)
  return (
    <ListPage
      title="Scenarios"
      here="scenarios"
      path={path}
      given={{ outcome, q }}
      page={drawnPageOf(c, MOST, outcome === undefined ? found : of(outcome))}
      chips={{
        name: 'outcome',
        counts: SCENARIO_NAMES.map(name => ({ value: name, count: of(name).length, word: name })),
      }}
      finds="TPP, operation, account, outcome, key"
      columns={[
        {
          head: 'What it does',
          kind: 'wide',
          phone: 'first',
          cell: ({ says, key }) => (
            <>
              {says}
              <KeyNote of={key} />
            </>
          ),
        },
        { head: 'Outcome', phone: 'second', cell: ({ rule }) => <code>{rule.scenario}</code> },
        { head: 'Acted', kind: 'meta', phone: 'last', cell: ({ rule }) => <span class="number">{acted(rule)}</span> },
        { head: 'Set', kind: 'meta', cell: ({ rule }) => <When at={rule.createdAt} /> },
      ]}
      hrefOf={({ rule }) => addressOf(`${base}/console/do/setScenario`, { ...valuesOfRule(rule), back: path })}
      nameOf={({ rule }) => rule.scenario}
      rowActions={({ rule }) => (
        <ActionButton
          action="clearScenarios"
          label="Clear"
          about={rule.scenario}
          place={place}
          given={{ ids: rule.id }}
          isWhole={true}
        />
      )}
      by={{ outcome: ['outcome', outcome], q: ['search', q] }}
      empty="None yet. A scenario forces an outcome on calls of TPPs, for example an error or a delay."
      make={
        <div class="row-actions">
          {rows.length < 2 ? null : (
            <ActionButton action="clearScenarios" label="Clear all" place={place} isWhole={true} />
          )}
          <ActionButton action="setScenario" place={place} />
        </div>
      }
    />
  )
}

const nameOf = ({ scenario }: Rule) => scenario.split(';', 1).join('').trim()

function acted(rule: Rule): string {
  const often = rule.asked === 0 ? 'no call yet' : `${formatCount(rule.used)} of ${counted(rule.asked, 'call')}`
  return rule.times === null ? often : `${often}, ${formatCount(rule.times - rule.used)} left`
}
