import { operation } from './operation.ts'

export const initialize = operation({
  tag: 'Sandbox customers',
  service: 'sandbox',
  name: 'initialize',
  summary: 'Fill with test data',
  description:
    'Empties the world of the base URL, resets its clock and creates the published customers, accounts, agreements and a year of transactions: the same set on every run (D30). Where other TPPs had payments or consents, what was there before is the snapshot before-initialize, until the next such call: Sandbank-Warning says so, and restoreSnapshot puts it back.',
  refusals: [],
  run: ctx => ctx.deps.sandbox.initialize(ctx),
})
