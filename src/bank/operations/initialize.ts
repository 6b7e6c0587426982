import { operation } from './operation.ts'

export const initialize = operation({
  tag: 'Sandbox customers',
  service: 'sandbox',
  name: 'initialize',
  summary: 'Fill with test data',
  description:
    'Empties the world, resets its clock and creates the standard set with a year of transactions, the same on every run (D30).',
  exceptions: [
    [
      'Sandbank-Warning, which names the snapshot before-initialize: restoreSnapshot puts back what was there',
      'when other TPPs had payments or consents',
    ],
  ],
  refusals: [],
  run: ctx => ctx.deps.sandbox.initialize(ctx),
})
