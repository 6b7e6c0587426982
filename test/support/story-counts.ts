const ASKED = process.env['FUZZ_RUNS']

/**
 * How many stories each property tells in `npm test`: as many as take about two seconds of CPU, of which more would say little, since they are the same in
 * every run. `npm run fuzz` tells thousands of others, and longer ones; it is where new ones are found.
 */
const COUNTS = {
  worlds: 60,
  ledger: 80,
  extremeWorlds: 45,
  planStates: 60,
  security: 60,
  hostileFixtures: 40,
  worldsInUse: 4,
  preparedCalls: 300,
  fuzz: 50,
} as const

/** How many stories are told. A failure prints its seed and path, which repeat it. */
export const storiesOf = (property: keyof typeof COUNTS): number => Number(ASKED ?? COUNTS[property])

/** Whether it is `npm run fuzz` that tells them. */
export const isFuzz = ASKED !== undefined
