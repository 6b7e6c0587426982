import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../src/bank/wire/errors.ts'
import { ERROR_CODES } from '../../src/domain/errors.ts'
import { SCENARIO_NAMES } from '../../src/domain/scenarios.ts'
import { send, startBank } from '../support/clients/bank.ts'
import { signedRequest } from '../support/clients/signing-client.ts'
import { oddText } from './mutants.ts'
import { expectMessage, inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world()

const printable = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
const word = fc.oneof(
  fc.constantFrom(...SCENARIO_NAMES, ...ERROR_CODES, 'code', 'ms', 's', 'outcome', 'status', 'reason', 'after', 'name'),
  // No wait that would make a run long.
  fc.constantFrom(
    '0',
    '1',
    '-1',
    '1e9',
    '999999999',
    'rejected',
    'RJCT',
    'PART',
    'AM04',
    'PT1H',
    'P9Y',
    '__proto__',
    'constructor',
  ),
  oddText.map(printable),
)
const pair = fc.oneof(
  fc.tuple(word, word).map(([key, value]) => `${key}=${value}`),
  word,
)
const text = fc.oneof(
  fc.tuple(word, fc.array(pair, { maxLength: 4 })).map(([name, pairs]) => [name, ...pairs].join('; ')),
  fc.constantFrom(...ERROR_CODES).map(code => `error; code=${code}`),
  fc.string({ maxLength: 300 }).map(printable),
)

describe('Sandbank-Scenario', () => {
  it('is obeyed or refused with its place, whatever it says, and nothing of it is a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(text, async scenario => {
        const headers = [['Sandbank-Scenario', scenario] as const]
        const url = `${world.base}/v1/sandbox/customers`
        const sent = send(bank.url, signedRequest({ ...bank.tpp, method: 'GET', url, headers }))
        const answer = await inTime(sent.catch((error: NodeJS.ErrnoException) => error.code))
        expect(bank.faults).toEqual([])
        if (typeof answer !== 'object') {
          // These two end the connection without an answer; nothing else does.
          expect([answer, scenario]).toEqual([
            'ECONNRESET',
            expect.stringMatching(/^\s*(lose-answer|hang\s*;\s*s\s*=\s*1)\s*$/),
          ])
          return
        }
        const said = answer.headers['sandbank-scenario']
        if (said?.startsWith('error; code=')) {
          const row = Object.entries(ERRORS).find(([code]) => said === `error; code=${code}`)
          expect(answer.status).toBe(row?.[1].status)
        } else if (answer.status !== 200) {
          expect(answer.status).toBe(400)
          const { tppMessages } = answer.body
          for (const message of tppMessages) expectMessage(message)
          expect(tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'Sandbank-Scenario' })
        } else expect(said).toMatch(/^delay; ms=1$/)
      }),
      { ...RUNS, examples: [['lose-answer;'], ['lose-answer'], [' hang ; s=1'], ['delay; ms=1'], ['']] },
    )
  })
})
