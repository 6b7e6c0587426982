import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import type { ConsentFilter } from '../../../bank/inputs/filters.ts'
import { pageOfConsents } from '../../../bank/resolvers/consents/list.ts'
import { idOfTpp } from '../../../bank/resolvers/lists.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { given } from '../../../domain/given.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { earlierOf, More, searchTextOf } from '../listing.tsx'
import { NoneFound } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { CountChips, type StateCount } from './count-chips.tsx'
import { FilterForm, orAny, Select, TextField } from './filter-form.tsx'
import { ConsoleFrame } from './frame.tsx'
import { ConsentList } from './items.tsx'
import { readConsentView } from './reading.ts'

const SHOWN = 25
const STATES = ['VALID', 'REPLACED', 'EXPIRED', 'REVOKED'] as const

/** The consents of a world: the number in each state, and the filtered ones on one time line. */
export async function showConsents(c: HonoContext, ctx: Context) {
  const address = `${worldBasePath(ctx.world)}/console/consents`
  const state = STATES.find(one => one === c.req.query('state'))
  const customer = searchTextOf(c, 'customer') || undefined
  const tpp = await idOfTpp(ctx, c.req.query('tpp') || undefined)
  const others = given({ customer, tpp })
  const args = { last: SHOWN, before: c.req.query('before') }
  const page = await pageOfConsents(ctx, args, given({ ...others, state }))
  const rows = await Promise.all(page.rows.toReversed().map(consent => readConsentView(ctx, consent)))
  const names = await namesOfTpps(ctx)
  const chosen = { state, tpp, customer }
  return (
    <ConsoleFrame title="Consents" here="consents">
      <h1>Consents</h1>
      <CountChips name="state" counts={await countStates(ctx, others)} path={address} given={chosen} />
      <FilterForm action={address}>
        {state === undefined ? null : <input type="hidden" name="state" value={state} />}
        <Select name="tpp" label="TPP" chosen={tpp} choices={orAny(distinctNames(names))} />
        <TextField name="customer" label="Customer number" value={customer} />
      </FilterForm>
      <div class="card">
        {rows.length > 0 ? null : (
          <NoneFound
            path={address}
            by={{
              state: ['state', state],
              tpp: ['TPP', tpp, names.get(tpp ?? '')],
              customer: ['customer number', customer],
            }}
          >
            No consent yet: a PSU gives one on the page that a TPP sends it to.
          </NoneFound>
        )}
        <ConsentList
          rows={rows}
          now={ctx.now}
          place={{ base: worldBasePath(ctx.world), token: consoleToken(c), back: address }}
        />
      </div>
      <More path={address} given={{ ...chosen, before: earlierOf(page) }} />
    </ConsoleFrame>
  )
}

/** How many consents are in each state, by the other filters. */
function countStates(ctx: Context, filter: ConsentFilter): Promise<StateCount[]> {
  return Promise.all(
    STATES.map(async state => {
      const page = await pageOfConsents(ctx, { first: 0 }, { ...filter, state })
      return { value: state, count: await page.count(), word: state.toLowerCase() }
    }),
  )
}
