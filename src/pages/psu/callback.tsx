import { Hono, type Context as HonoContext } from 'hono'
import { DEFAULT_WORLD, nameOf, worldBasePath } from '../../domain/worlds.ts'
import { at, placeOf } from '../../explain/commands.ts'
import { quote } from '../../explain/shell.ts'
import type { Authorisation } from '../../generated/client.ts'
import { reachedAt } from '../../http/headers.ts'
import { scaOfSession } from '../../resolvers/psus.ts'
import { enterWorld } from '../../worlds/doors.ts'
import { Layout } from '../layout.tsx'
import { addressOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Example, Facts } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { Cited } from '../whole-words.tsx'

/** The page to which our own tools send the PSU after an SCA: it shows what a TPP's application would receive, and how to use it. */
export function createCallback({ deps }: PagesOptions): Hono {
  return new Hono().get('/callback', async (c: HonoContext) => {
    const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    const { world } = ctx
    const reached = reachedAt(name => c.req.header(name))
    const [psuId, sessionId, error] = ADDED.map(name => c.req.query(name)?.slice(0, MAX_SHOWN))
    return respond(
      c,
      <Layout language="en" title="Back from the bank" kind="framed" scripts={['copy.js']}>
        <h1>Back from the bank</h1>
        <p class="lead">
          This page stands in for your application: after an SCA, the bank sends the browser to TPP-Redirect-URI, and
          adds what is below to its query (<Cited text="D33" />
          ).
        </p>
        <Facts
          rows={[psuId, sessionId, error].map((value, place) => [
            <code>{ADDED[place]}</code>,
            value === undefined ? undefined : <code>{value}</code>,
          ])}
        />
        <Made sca={sessionId === undefined ? null : await scaOfSession(ctx, sessionId)} base={worldBasePath(world)} />
        <h2>What to do next</h2>
        <Next there={at(placeOf(nameOf(world), reached))} psuId={psuId} sessionId={sessionId} error={error} />
      </Layout>,
      { isPrivate: true },
    )
  })
}

/** The parameters that the bank adds to TPP-Redirect-URI. */
const ADDED = ['psu-id', 'tpp-session-id', 'error'] as const
const MAX_SHOWN = 200

/** Links into the console: the purpose of the SCA, and the calls of its TPP. */
function Made({ sca, base }: { readonly sca: Authorisation | null; readonly base: string }) {
  if (sca === null) return null
  const { purpose, resourceId, customerId, tppId, tppName } = sca
  const isOfPayment = purpose === 'PAYMENT' || purpose === 'CANCELLATION'
  return (
    <p class="row-actions">
      {isOfPayment && resourceId !== null ? (
        <a class="button small" href={`${base}/console/payments/${resourceId}`}>
          See the payment
        </a>
      ) : null}
      {customerId === null ? null : (
        <a class="button second small" href={`${base}/console/customers/${customerId}`}>
          The accounts of the PSU
        </a>
      )}
      <a class="button second small" href={addressOf(`${base}/requests`, { caller: tppId })}>
        {`The calls of ${tppName}`}
      </a>
    </p>
  )
}

type Props = {
  /** The options of a command for this world. */
  readonly there: string
  readonly psuId: string | undefined
  readonly sessionId: string | undefined
  readonly error: string | undefined
}

function Next({ there, psuId, sessionId, error }: Props) {
  if (error !== undefined)
    return <p>The PSU did not approve, so nothing was changed. Start the SCA again when the PSU wants to.</p>
  if (psuId === undefined)
    return (
      <p>
        No SCA led here: the query has neither <code>psu-id</code> nor <code>error</code>.
      </p>
    )
  const headers = ` --header ${quote(`PSU-ID: ${psuId}`)}${sessionId === undefined ? '' : ` --header ${quote(`TPP-Session-ID: ${sessionId}`)}`}`
  return (
    <>
      <p>From now on, send both in headers. After a consent, the accounts that the PSU opened can be read:</p>
      <Example text={`npx sandbank call GET /v1/accounts${there}${headers}`} />
      <p>After the SCA of a payment or a basket, its status says what became of it.</p>
    </>
  )
}
