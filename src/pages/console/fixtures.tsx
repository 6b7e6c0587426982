import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import { FIXTURES } from '../../fixtures/documents/list.ts'
import { exportFixture } from '../../fixtures/export/document.ts'
import { writeFixture } from '../../fixtures/inputs/files.ts'
import { respond } from '../respond.ts'
import { consoleToken } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { Back, ConsoleFrame, Table } from './frame.tsx'

/** Fixtures in and out of a world (D82, D98). */
export async function showFixtures(c: HonoContext, ctx: Context): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const place = { base, token: consoleToken(c), back: `${base}/` }
  const file = `${base}/console/fixtures/export`
  return respond(
    c,
    <ConsoleFrame title="Fixtures" base={base}>
      <Back base={base} />
      <h1>Fixtures</h1>
      <p>A fixture is one document, JSON or YAML, that says what is in a world.</p>
      <div class="two lists">
        <section class="card" aria-labelledby="in">
          <h2 class="first" id="in">
            Into {nameOf(ctx.world)}
          </h2>
          <p>All of it or nothing; every fault is shown with its line.</p>
          <ActionButton action="applyFixture" place={place} />
        </section>
        <section class="card" aria-labelledby="out">
          <h2 class="first" id="out">
            Out of {nameOf(ctx.world)}
          </h2>
          <p>What is in the world now: a fixture that makes another like it.</p>
          <p class="row-actions">
            <a class="button second small" href={`${file}?form=yaml`} download={`${nameOf(ctx.world)}.yaml`}>
              Download YAML
            </a>
            <a class="button second small" href={`${file}?form=json`} download={`${nameOf(ctx.world)}.json`}>
              Download JSON
            </a>
          </p>
        </section>
      </div>
      <h2>Of the product</h2>
      <Table
        head={['Name', 'What it is for', 'Do']}
        rows={FIXTURES.map(({ name, description }) => [
          <code>{name}</code>,
          description,
          <ActionButton
            action="createWorld"
            label="Make a world"
            about={`of ${name}`}
            place={place}
            given={{ fixtureName: name }}
          />,
        ])}
      />
    </ConsoleFrame>,
    { isPrivate: true },
  )
}

/** The fixture of a world as a file. */
export async function sendFixture(c: HonoContext, ctx: Context): Promise<Response> {
  const form = c.req.query('form') === 'yaml' ? 'yaml' : 'json'
  const text = writeFixture(await exportFixture(ctx), form)
  return c.body(text, 200, {
    'Content-Type': form === 'yaml' ? 'application/yaml; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${nameOf(ctx.world)}.${form}"`,
    'Cache-Control': 'no-store',
  })
}
