import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import type { ConsentFilter } from '../../../bank/inputs/filters.ts'
import {
  accountsOfConsent,
  cardAccountsOfConsent,
  countConsentStates,
  pageOfConsents,
} from '../../../bank/resolvers/consents/list.ts'
import { idOfTpp } from '../../../bank/resolvers/lists.ts'
import { unlessGone } from '../../../bank/resolvers/references.ts'
import { findConsents } from '../../../bank/resolvers/search.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { given } from '../../../domain/given.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { List } from '../list.tsx'
import { addressOf, drawnPageOf, idOf, readDrawnPage, searchTextOf } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { consoleToken } from './access.tsx'
import { ConsentState, consentDrawing, holdingDrawing, RevokeButton } from './columns.tsx'
import { totalOf } from './count-chips.tsx'
import { orAny, Select } from './filter-form.tsx'
import { instant, TppLink } from './frame.tsx'
import { ListPage } from './list-page.tsx'
import { type ConsentView, readConsentView, readViews } from './reading.ts'
import { Part, RecordPage } from './record-page.tsx'
import { SearchNote } from './search-note.tsx'
import { Opens } from './sheets/opens.tsx'

const SHOWN = 25
const STATES = ['VALID', 'REPLACED', 'EXPIRED', 'REVOKED'] as const

/** The consents of a world: the number in each state, and the wanted ones on one time line. */
export async function showConsents(c: HonoContext, ctx: Context) {
  const path = `${worldBasePath(ctx.world)}/console/consents`
  const state = STATES.find(one => one === c.req.query('state'))
  const customer = searchTextOf(c, 'customer') || undefined
  const tpp = await idOfTpp(ctx, c.req.query('tpp') || undefined)
  const q = searchTextOf(c, 'q') || undefined
  const filter = given({ customer, tpp })
  const { page, counts } = q === undefined ? await listed(c, ctx, filter, state) : await found(c, ctx, q, tpp, state)
  const names = await namesOfTpps(ctx)
  const place = { base: worldBasePath(ctx.world), token: consoleToken(c), back: path }
  const { actionsOf, ...drawing } = consentDrawing(page.rows, ctx.now, place)
  return (
    <ListPage
      title="Consents"
      here="consents"
      path={path}
      given={{ state, tpp, customer, q }}
      page={page}
      chips={{ name: 'state', counts }}
      finds="PSU, customer number, key, id"
      filters={
        <>
          <Select name="tpp" label="TPP" chosen={tpp} choices={orAny('Any TPP', distinctNames(names))} />
          {customer === undefined ? null : <input type="hidden" name="customer" value={customer} />}
        </>
      }
      note={q === undefined ? null : <SearchNote word="the name of the PSU" of="customers" found={page.total} />}
      {...drawing}
      {...(actionsOf === undefined ? {} : { rowActions: actionsOf })}
      by={{
        state: ['state', state],
        tpp: ['TPP', tpp, names.get(tpp ?? '')],
        customer: ['customer number', customer],
        q: ['search', q],
      }}
      make={<Opens path={path} filters={{ state, tpp, customer, q }} noun="consent" />}
      empty={
        <>
          No consent yet: a PSU gives one on the page that a TPP sends it to, or you give it for the PSU.{' '}
          <Opens path={path} noun="consent" isFirst={true} />
        </>
      }
    />
  )
}

type State = (typeof STATES)[number]

async function listed(c: HonoContext, ctx: Context, filter: ConsentFilter, state: State | undefined) {
  const read = (args: PageArgs) => pageOfConsents(ctx, args, given({ ...filter, state }))
  const [page, states] = await Promise.all([
    readDrawnPage(c, SHOWN, read, { fromEnd: true, isCounted: false }),
    countConsentStates(ctx, filter, STATES),
  ])
  const rows = await Promise.all(page.rows.map(consent => readConsentView(ctx, consent)))
  const counts = states.map(({ state, count }) => ({ value: state, count, word: state.toLowerCase() }))
  return { page: { ...page, rows, total: totalOf(counts, state) }, counts }
}

async function found(c: HonoContext, ctx: Context, q: string, tpp: string | undefined, state: State | undefined) {
  const some = (await findConsents(ctx, q)).filter(({ tppId }) => tpp === undefined || tppId === tpp)
  const all = await Promise.all(some.map(consent => readConsentView(ctx, consent)))
  const isIn = (wanted: State) => (one: ConsentView) => one.state === wanted
  const counts = STATES.map(value => ({ value, count: all.filter(isIn(value)).length, word: value.toLowerCase() }))
  return { page: drawnPageOf(c, SHOWN, state === undefined ? all : all.filter(isIn(state))), counts }
}

/** One consent: whom it lets read which accounts, and until when. */
export async function showConsent(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const { consent, state, key, expiresAt, customer } = await readConsentView(ctx, await ctx.load.consent(idOf(c)))
  const [agreement, accounts, cards] = await Promise.all([
    unlessGone(ctx.load.agreement(consent.agreementId)),
    accountsOfConsent(ctx, consent),
    cardAccountsOfConsent(ctx, consent),
  ])
  const holdings = [...(await readViews(ctx, 'account', accounts)), ...(await readViews(ctx, 'cardAccount', cards))]
  const place = { base, token: consoleToken(c), back: `${base}/console/consents/${consent.id}` }
  return (
    <RecordPage
      title="Consent"
      here="consents"
      within={[`${base}/console/consents`, 'Consents']}
      heading={
        <>
          <Name text={consent.tppName} /> reads accounts of <Name text={customer.name} />
        </>
      }
      state={<ConsentState state={state} />}
      actions={state !== 'VALID' ? null : <RevokeButton consent={consent} of={customer} place={place} />}
      facts={[
        ['PSU', <a href={`${base}/console/customers/${customer.id}`}>{customer.name}</a>],
        ['TPP', <TppLink id={consent.tppId} name={consent.tppName} base={base} />],
        ['Given', instant(consent.grantedAt)],
        [consent.revokedAt === null ? 'Ends' : 'Revoked', instant(consent.revokedAt ?? expiresAt)],
        ['Context', consent.context.toLowerCase()],
        ['Agreement', agreement?.name],
        ['Calls', <a href={addressOf(`${base}/requests`, { caller: consent.tppId })}>those of its TPP</a>],
        ['Key', key ?? undefined],
        ['Id', <code>{consent.id}</code>],
      ]}
    >
      <Part id="accounts" title="Accounts">
        {holdings.length === 0 ? <p class="soft">No account that is still open.</p> : null}
        <List label="Accounts" rows={holdings} {...holdingDrawing(base)} />
      </Part>
    </RecordPage>
  )
}
