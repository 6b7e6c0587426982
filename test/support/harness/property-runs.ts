const ASKED = process.env['FUZZ_RUNS']

/**
 * How many stories each property runs in `npm test`: as many as take about a second of CPU, of which more would say little, since they are the same in
 * every run. `npm run fuzz` runs thousands of others, and longer ones; it is where new ones are found.
 */
const COUNTS = {
  worlds: 30,
  ledger: 60,
  extremeWorlds: 34,
  security: 40,
  hostileFixtures: 20,
  worldsInUse: 3,
  randomDays: 3,
  preparedCalls: 160,
  fuzz: 30,
} as const

/** How many stories run. A failure prints its seed and path, which repeat it. */
export const storiesOf = (property: keyof typeof COUNTS): number => Number(ASKED ?? COUNTS[property])

/** Whether it is `npm run fuzz` that runs them. */
export const isFuzz = ASKED !== undefined
