import { Hono, type Context as HonoContext } from 'hono'
import { DEFAULT_WORLD, nameOf } from '../../domain/worlds.ts'
import { at, placeOf } from '../../explain/commands.ts'
import { quote } from '../../explain/shell.ts'
import { reachedAt } from '../../http/headers.ts'
import { enterWorld } from '../../worlds/doors.ts'
import { Layout } from '../layout.tsx'
import type { PagesOptions } from '../options.ts'
import { Example, Facts } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { Cited } from '../whole-words.tsx'

/** Where our own tools send the PSU after an SCA: what a TPP's application would get there, and what to do with it. */
export function createCallback({ deps }: PagesOptions): Hono {
  return new Hono().get('/callback', async (c: HonoContext) => {
    const { world } = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
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
        <h2>What to do next</h2>
        <Next there={at(placeOf(nameOf(world), reached))} psuId={psuId} sessionId={sessionId} error={error} />
      </Layout>,
      { isPrivate: true },
    )
  })
}

/** What the bank adds to the query of TPP-Redirect-URI. */
const ADDED = ['psu-id', 'tpp-session-id', 'error'] as const
const MAX_SHOWN = 200

type Props = {
  /** The options of a command that goes to the world. */
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
