/** How long made-up stories may run: `npm run fuzz` runs thousands, on a machine that may be busy. */
const LIMIT_MS = process.env['FUZZ_RUNS'] === undefined ? 1_700_000 : 14_000_000

/** The time limit of a property. To be cut short by it is a failure: a story that did not run proved nothing. */
export const STORY_TIME = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true }

/** That of the test around it, which is to end after the property, and not before it. */
export const LONG = { timeout: LIMIT_MS + 100_000 }
