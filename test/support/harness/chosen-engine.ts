import { answerBy } from '../../../src/platform/store/queries/engine.ts'
import { sameByPrisma } from '../../platform/store/sqlite/same-by-prisma.ts'
import { noteStatements } from './statements.ts'

// `npm run test:prisma` and `npm run test:differential`.
const engine = process.env['SANDBANK_TEST_ENGINE']
if (engine === 'prisma') answerBy(engine)
else if (engine === 'both') answerBy(sameByPrisma)
else if (engine !== undefined) throw new Error(`SANDBANK_TEST_ENGINE is prisma or both, not ${engine}.`)

const folder = process.env['SANDBANK_TESTS']
if (folder !== undefined) noteStatements(folder)
