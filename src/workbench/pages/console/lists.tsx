import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { pageOfCustomers } from '../../../bank/resolvers/customers.ts'
import { DomainError } from '../../../domain/errors.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { FIXTURES } from '../../../sandbox/fixtures/documents/list.ts'
import { exportFixture } from '../../../sandbox/fixtures/export/export.ts'
import { writeFixture } from '../../../sandbox/fixtures/inputs/files.ts'
import { More, nextOf, searchTextOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { NoneFound, Table } from '../parts.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { ActionButton } from './actions/button.tsx'
import { showCompare } from './compare.tsx'
import { showConsents } from './consents.tsx'
import { showCustomer } from './customer.tsx'
import { FilterForm, TextField } from './filter-form.tsx'
import { ConsoleFrame } from './frame.tsx'
import { CustomerCard } from './items.tsx'
import { showPayments } from './payments.tsx'
import { readCustomer } from './reading.ts'
import { showScenarios } from './scenarios.tsx'
import { showSearch } from './search.tsx'
import { showSnapshots } from './snapshots.tsx'
import { showWorlds } from './worlds.tsx'

/** The whole lists of which the console shows the beginning: customers, payments, consents, worlds, snapshots. */
export function createConsoleLists(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get('/console/customers', guarded(showCustomers))
  app.get('/console/customers/:id', guarded(showCustomer))
  app.get('/console/payments', guarded(showPayments))
  app.get('/console/consents', guarded(showConsents))
  app.get('/console/worlds', guarded(showWorlds))
  app.get('/console/search', guarded(showSearch))
  app.get('/console/scenarios', guarded(showScenarios))
  app.get('/console/fixtures', guarded(showFixtures))
  app.get('/console/fixtures/export', guarded(sendFixture))
  app.get('/console/snapshots', guarded(showSnapshots))
  app.get('/console/compare', guarded(showCompare))
  return app
}

const SHOWN = 12
const MOST_TEXT = 70

async function showCustomers(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const name = searchTextOf(c, 'name', MOST_TEXT)
  const filter = name === '' ? {} : /^\d{5,}$/.test(name) ? { customerNumber: name } : { nameContains: name }
  const page = await pageOfCustomers(ctx, { first: SHOWN, after: c.req.query('after') }, filter)
  const customers = await Promise.all(page.rows.map(customer => readCustomer(ctx, customer)))
  return (
    <ConsoleFrame title="Customers" here="customers">
      <h1>Customers</h1>
      <FilterForm action={`${base}/console/customers`}>
        <TextField name="name" label="Name or customer number" value={name} />
      </FilterForm>
      <h2 class="hidden">Found</h2>
      {customers.length > 0 ? null : (
        <NoneFound path={`${base}/console/customers`} by={{ name: ['name or number', name] }}>
          This world has no customers: fill it from <a href={`${base}/console/fixtures`}>a fixture</a>.
        </NoneFound>
      )}
      <div class="people">
        {customers.map(one => (
          <CustomerCard {...one} base={base} />
        ))}
      </div>
      <More path={`${base}/console/customers`} given={{ name, after: nextOf(page) }} />
    </ConsoleFrame>
  )
}

/** Applies fixtures to a world and exports its contents as one (D82, D98). */
async function showFixtures(c: HonoContext, ctx: Context) {
  const base = worldBasePath(ctx.world)
  const place = { base, token: consoleToken(c), back: `${base}/` }
  const file = `${base}/console/fixtures/export`
  return (
    <ConsoleFrame title="Fixtures" here="fixtures">
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
          <p>What is in the world now: a fixture that makes another like it, without finished payments.</p>
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
    </ConsoleFrame>
  )
}

const MOST_YAML = 100_000

/** The fixture of a world as a file. */
async function sendFixture(c: HonoContext, ctx: Context): Promise<Response> {
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
