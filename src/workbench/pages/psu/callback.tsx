import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { scaOfSession } from '../../../bank/resolvers/psus.ts'
import { SERVICE_PATHS } from '../../../domain/products.ts'
import { DEFAULT_WORLD, nameOf, worldBasePath } from '../../../domain/worlds.ts'
import type { Authorisation } from '../../../generated/client.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { quote, wordOf } from '../../../platform/shell.ts'
import { enterWorld } from '../../../sandbox/worlds/doors.ts'
import { at, placeOf } from '../../explain/commands.ts'
import { docsPath } from '../around.ts'
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
    const sca = sessionId === undefined ? null : await scaOfSession(ctx, sessionId)
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
        <Made sca={sca} base={worldBasePath(world)} />
        <h2>What to do next</h2>
        <Next
          there={at(placeOf(nameOf(world), reached))}
          given={{ 'PSU-ID': psuId, 'TPP-Session-ID': sessionId }}
          error={error}
          sca={sca}
          result={await resultOf(ctx, sca)}
          localName={(await ctx.deps.localTpps?.())?.find(({ id }) => id === sca?.tppId)?.localName}
        />
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
        <a class="button" href={`${base}/console/payments/${resourceId}`}>
          See the payment
        </a>
      ) : null}
      {customerId === null ? null : (
        <a class="button second" href={`${base}/console/customers/${customerId}`}>
          The accounts of the PSU
        </a>
      )}
      <a class="button second" href={addressOf(`${base}/requests`, { caller: tppId })}>
        {`The calls of ${tppName}`}
      </a>
    </p>
  )
}

/** The call that shows a TPP the result of an SCA: its operation, its path, and the parts of that. */
async function resultOf(ctx: Context, sca: Authorisation | null) {
  if (sca === null || sca.resourceId === null || sca.purpose === 'CONSENT')
    return { operation: 'consentedAccounts', path: '/v1/accounts', parts: {} }
  const basketId = sca.resourceId
  if (sca.purpose === 'BASKET')
    return { operation: 'signingBasketStatus', path: `/v1/signing-baskets/${basketId}/status`, parts: { basketId } }
  const { id: paymentId, service, product: paymentProduct } = await ctx.load.payment(sca.resourceId)
  const paymentService = SERVICE_PATHS[service]
  const path = `/v1/${paymentService}/${paymentProduct}/${paymentId}/status`
  return { operation: 'paymentStatus', path, parts: { paymentService, paymentProduct, paymentId } }
}

type Props = {
  /** The options of a command for this world. */
  readonly there: string
  /** The headers that the TPP now sends. */
  readonly given: Readonly<Record<'PSU-ID' | 'TPP-Session-ID', string | undefined>>
  readonly error: string | undefined
  readonly sca: Authorisation | null
  readonly result: Awaited<ReturnType<typeof resultOf>>
  /** The name of the SCA's TPP for a command, if its key is on this machine. */
  readonly localName: string | undefined
}

function Next({ there, given, error, sca, result, localName }: Props) {
  if (error !== undefined)
    return <p>The PSU did not approve, so nothing was changed. Start the SCA again when the PSU wants to.</p>
  if (given['PSU-ID'] === undefined)
    return (
      <p>
        No SCA led here: the query has neither <code>psu-id</code> nor <code>error</code>.
      </p>
    )
  const { operation, path, parts } = result
  const headers = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const options = headers.map(line => ` --header ${quote(line)}`).join('')
  const signer = sca === null ? '' : ` --tpp ${wordOf(localName ?? sca.tppName)}`
  return (
    <>
      <p>
        From now on, send both in headers.{' '}
        {operation === 'consentedAccounts'
          ? 'The accounts that the PSU opened can be read:'
          : 'The status says what became of it:'}
      </p>
      {sca === null ? null : (
        <p>
          <a
            class="button"
            href={addressOf(docsPath(`/operations/${operation}`), { as: sca.tppId, ...given, ...parts })}
          >
            {`Send it here as ${sca.tppName}`}
          </a>
        </p>
      )}
      {sca === null || localName !== undefined ? null : (
        <p>Or in a terminal whose home has the key of {sca.tppName}:</p>
      )}
      <Example text={`npx sandbank call GET ${path}${there}${signer}${options}`} />
    </>
  )
}
