import fc from 'fast-check'
import { STORY_TIME } from './property-time.ts'

/**
 * The tests tell the same made-up stories in every run, so that none of them fails by chance; `npm run fuzz` tells others each time, and says from
 * which number: `FUZZ_SEED=number npm run fuzz` tells them again.
 */
fc.configureGlobal({ ...STORY_TIME, seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) })
