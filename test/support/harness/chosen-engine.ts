import { readConfig } from '../../../src/platform/config.ts'
import { answerBy } from '../../../src/platform/store/queries/engine.ts'
import { sameByPrisma } from '../../platform/store/sqlite/same-by-prisma.ts'
import { noteStatements } from './statements.ts'

// `npm run test:prisma` has the setting of a server; `npm run test:differential` compares both engines, which no server does.
const { SANDBANK_ENGINE, SANDBANK_TEST_ENGINE: compared } = process.env
const { engine } = readConfig({ SANDBANK_ENGINE })
if (compared === 'both') answerBy(sameByPrisma)
else if (compared !== undefined) throw new Error(`SANDBANK_TEST_ENGINE is both, not ${compared}.`)
else if (engine !== undefined) answerBy(engine)

const folder = process.env['SANDBANK_TESTS']
if (folder !== undefined) noteStatements(folder)
