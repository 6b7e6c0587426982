import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { ask, type GraphqlDocument, placeOf, written } from '../../explain/commands.ts'
import { Code, Example } from '../parts.tsx'

/** The GraphQL and the command of a page, to be copied (D98). Without variables the reader must write the fixture to a file. */
export function Elsewhere(props: {
  readonly c: HonoContext
  readonly ctx: Context
  readonly query: string
  readonly variables: GraphqlDocument['variables'] | undefined
}) {
  const { c, ctx, query, variables } = props
  const place = placeOf(nameOf(ctx.world), reachedAt(name => c.req.header(name)) ?? new URL(c.req.url).origin)
  const command = written(ask(place, query, variables))
  return (
    <section class="copies" aria-labelledby="as">
      <h2 id="as">The same elsewhere</h2>
      <p>
        As GraphQL (
        <a href={`${worldBasePath(ctx.world)}/graphql?${new URLSearchParams({ query })}`}>open it in GraphiQL</a>):
      </p>
      <Code>{query}</Code>
      {variables === undefined ? (
        <p>
          Its variables, here in the file <code>variables.json</code>: <code>{'{ "fixture": the document }'}</code>.
        </p>
      ) : null}
      <p>As a command:</p>
      <Example text={variables === undefined ? `${command} --variables @variables.json` : command} />
    </section>
  )
}
