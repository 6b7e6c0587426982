import { Hono } from 'hono'
import type { PagesOptions } from '../options.ts'
import { operatorPages } from './access.tsx'
import { showAccount, showCardAccount } from './account.tsx'
import { showCompare } from './compare.tsx'
import { showConsent, showConsents } from './consents.tsx'
import { showCustomer, showCustomers } from './customers.tsx'
import { sendFixture, showFixtures } from './fixtures.tsx'
import { showPayments } from './payments.tsx'
import { showScenarios } from './scenarios.tsx'
import { showSearch } from './search.tsx'
import { sheetPages, takeSheets } from './sheets/pages.tsx'
import { showSnapshots } from './snapshots.tsx'
import { showWorlds } from './worlds.tsx'

/** The lists of the console, and the pages of customers, accounts and consents. Sheets open over those where things are made. */
export function createConsoleLists(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = sheetPages(options)
  app.get('/console/accounts/:id', guarded(showAccount))
  app.get('/console/card-accounts/:id', guarded(showCardAccount))
  app.get('/console/customers', guarded(showCustomers))
  app.get('/console/customers/:id', guarded(showCustomer))
  app.get('/console/payments', guarded(showPayments))
  app.get('/console/consents', guarded(showConsents))
  app.get('/console/consents/:id', guarded(showConsent))
  app.get('/console/worlds', guarded(showWorlds))
  app.get('/console/scenarios', guarded(showScenarios))
  app.get('/console/fixtures', guarded(showFixtures))
  return takeSheets(app).route('/', others(options))
}

function others(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get('/console/search', guarded(showSearch))
  app.get('/console/fixtures/export', guarded(sendFixture))
  app.get('/console/snapshots', guarded(showSnapshots))
  app.get('/console/compare', guarded(showCompare))
  return app
}
