import type { Context as HonoContext } from 'hono'
import { setAround } from '../around.ts'
import { enter, isLetIn, showLocked } from '../console/access.tsx'
import { readWorldAround } from '../console/around.tsx'
import { showFailure } from '../failure.tsx'
import { Layout } from '../layout.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { BUILDS } from './building.ts'
import { EXAMPLES } from './examples.ts'
import { READS, TIMES } from './reading.ts'

/** GraphiQL in the frame of all pages, for readers who may use the console (D109). The build creates its program, which calls only its own address. */
export function createGraphiql(options: Pick<PagesOptions, 'deps' | 'operator' | 'report'>) {
  return async (c: HonoContext): Promise<Response> => {
    setAround(c, () => readWorldAround(c, options))
    try {
      const ctx = await enter(c, options)
      if (!isLetIn(c, options.operator)) return await showLocked(c, ctx)
      return await respond(c, <Graphiql />, { fetches: true, stylesItself: true, isPrivate: true })
    } catch (error) {
      return showFailure(c, error, options.report)
    }
  }
}

/** The groups of the pane at the left, and what a button of each does. */
const GROUPS = {
  Read: ['runs a query', Object.keys(READS)],
  Build: ['writes at the cursor', Object.keys(BUILDS)],
  Time: ['moves the clock', Object.keys(TIMES)],
} as const

function Graphiql() {
  return (
    <Layout
      language="en"
      title="GraphiQL"
      kind="framed"
      here="graphiql"
      styles={['graphiql.css', 'around-graphiql.css']}
      scripts={['graphiql.js']}
    >
      <h1 class="hidden">GraphiQL</h1>
      <div class="workspace">
        <section class="pane" aria-label="Documents">
          {Object.entries(GROUPS).map(([group, [does, names]]) => (
            <div>
              <h2>{group}</h2>
              <p class="hint">{does}</p>
              <ul>
                {names.map(name => (
                  <li>
                    <button type="button" class="second small" data-group={group} data-name={name} disabled={true}>
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
        <div id="graphiql" data-examples={JSON.stringify(EXAMPLES.map(asTab))}>
          <noscript>
            <p>GraphiQL needs JavaScript. The same by a command: npx sandbank graphql @document.graphql</p>
          </noscript>
        </div>
      </div>
    </Layout>
  )
}

function asTab({ query, variables }: (typeof EXAMPLES)[number]) {
  const [, title = ''] = /^(?:query|mutation|subscription) (\w+)/m.exec(query) ?? []
  return { title, query, ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }) }
}
