import fc from 'fast-check'
import { STORY_TIME } from './property-time.ts'

/**
 * The tests run the same made-up stories each time, so that none of them fails by chance; `npm run fuzz` runs others each time, and says from
 * which number: `FUZZ_SEED=number npm run fuzz` runs them again.
 */
fc.configureGlobal({ ...STORY_TIME, seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) })
