import { Hono } from 'hono'
import type { PagesOptions } from '../options.ts'
import { operatorPages } from './access.tsx'
import { showCompare } from './compare.tsx'
import { showConsent, showConsents } from './consents.tsx'
import { showCustomer, showCustomers } from './customers.tsx'
import { sendFixture, showFixtures } from './fixtures.tsx'
import { showPayments } from './payments.tsx'
import { showScenarios } from './scenarios.tsx'
import { showSearch } from './search.tsx'
import { showSnapshots } from './snapshots.tsx'
import { showWorlds } from './worlds.tsx'

/** The lists of the console, and the pages of customers and consents. */
export function createConsoleLists(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get('/console/customers', guarded(showCustomers))
  app.get('/console/customers/:id', guarded(showCustomer))
  app.get('/console/payments', guarded(showPayments))
  app.get('/console/consents', guarded(showConsents))
  app.get('/console/consents/:id', guarded(showConsent))
  app.get('/console/worlds', guarded(showWorlds))
  app.get('/console/search', guarded(showSearch))
  app.get('/console/scenarios', guarded(showScenarios))
  app.get('/console/fixtures', guarded(showFixtures))
  app.get('/console/fixtures/export', guarded(sendFixture))
  app.get('/console/snapshots', guarded(showSnapshots))
  app.get('/console/compare', guarded(showCompare))
  return app
}
