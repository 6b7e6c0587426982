import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { DomainError } from '../../../domain/errors.ts'
import { findsWord } from '../../../domain/texts.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { FIXTURES } from '../../../sandbox/fixtures/documents/list.ts'
import { exportFixture } from '../../../sandbox/fixtures/export/export.ts'
import { writeFixture } from '../../../sandbox/fixtures/inputs/files.ts'
import { addressOf, drawnPageOf, searchTextOf } from '../listing.tsx'
import { consoleToken } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { ListPage } from './list-page.tsx'

/** The fixtures of the product; one of your own is applied to a world, and a world is downloaded as one (D82, D98). */
export async function showFixtures(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const world = nameOf(ctx.world)
  const path = `${base}/console/fixtures`
  const q = searchTextOf(c, 'q') || undefined
  const fits = findsWord(q ?? '')
  const all = FIXTURES.filter(({ name, description }) => q === undefined || fits(name) || fits(description))
  const file = (form: string) => ({ href: `${path}/export?form=${form}`, download: `${world}.${form}` })
  return (
    <ListPage
      title="Fixtures"
      here="fixtures"
      path={path}
      given={{ q }}
      page={drawnPageOf(c, FIXTURES.length, all)}
      finds="Name or purpose"
      note={
        <p class="soft">
          A fixture is one document, JSON or YAML, that says what is in a world. These belong to the product; a new
          world is made from one of them.
        </p>
      }
      columns={[
        { head: 'Name', phone: 'first', cell: ({ name }) => <code>{name}</code> },
        { head: 'What it is for', kind: 'wide', phone: 'second', cell: ({ description }) => description },
      ]}
      hrefOf={({ name }) =>
        addressOf(`${base}/console/do/createWorld`, { source: 'product', fixtureName: name, back: path })
      }
      by={{ q: ['search', q] }}
      empty="The product has no fixture."
      make={
        <div class="row-actions">
          <a class="button second" {...file('yaml')}>
            Download YAML<span class="hidden"> of {world}</span>
          </a>
          <a class="button second" {...file('json')}>
            Download JSON<span class="hidden"> of {world}</span>
          </a>
          <ActionButton action="applyFixture" place={{ base, token: consoleToken(c), back: `${base}/` }} />
        </div>
      }
    />
  )
}

const MOST_YAML = 100_000

/** The fixture of a world as a file. */
export async function sendFixture(c: HonoContext, ctx: Context): Promise<Response> {
  const form = c.req.query('form') === 'yaml' ? 'yaml' : 'json'
  const document = await exportFixture(ctx)
  const json = writeFixture(document, 'json')
  // YAML is written in one turn, and takes several times as long as JSON (D74).
  if (form === 'yaml' && json.length > MOST_YAML)
    throw new DomainError(
      'BAD_REQUEST',
      'This world is too large to be written as YAML here: take the JSON, or use npx sandbank fixture export --yaml.',
    )
  const text = form === 'yaml' ? writeFixture(document, 'yaml') : json
  return c.body(text, 200, {
    'Content-Type': form === 'yaml' ? 'application/yaml; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${nameOf(ctx.world)}.${form}"`,
    'Cache-Control': 'no-store',
  })
}
