import { expect, it } from 'vitest'
import { sentenceOfScenario } from '../../../src/workbench/pages/console/actions/scenario-sentence.ts'
import { startBank } from '../../support/clients/bank.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()

it.each([
  ['error', { code: 'CONFLICT' }, 'Each call of any TPP to any operation is refused with CONFLICT.'],
  [
    'execution',
    { 'for.creditorAccount': 'NO1815034020016', result: 'RJCT', reason: 'AC01' },
    'Each payment of any TPP to NO1815034020016 ends as RJCT with AC01 when it is carried out.',
  ],
  [
    'sca',
    { 'for.tpp': 'acme', times: '3' },
    'Each of the next 3 calls of acme to any operation gets an SCA that is rejected, if it starts one.',
  ],
  [
    'delay',
    { ms: '1', probability: '0.5', 'for.psu': '13039319955' },
    'Each call of any TPP to any operation for customer 13039319955 is answered 1 ms late, with a probability of 0.5.',
  ],
])('a scenario is said in a sentence, with all for whom it acts (D88): %s', (outcome, entered, says) => {
  expect(sentenceOfScenario(outcome, entered)).toBe(says)
})

it('a scenario for one creditor never says that it acts on all, and its form comes back filled in (D88)', async () => {
  const world = await bank.world('STANDARD')
  await world.graphql(
    'mutation { setScenario(input: { scenario: "execution; status=RJCT; reason=AM04", for: { creditorAccount: "NO1815034020016" }, times: 2 }) { scenario { id } } }',
  )
  const says =
    'Each of the next 2 payments of any TPP to NO1815034020016 ends as RJCT with AM04 when it is carried out.'
  expect(textOf(await visitor(bank, `${world.base}/`).open())).toContain(says)
  const list = await visitor(bank, `${world.base}/console/scenarios`).open()
  expect(textOf(list)).toContain(says)
  const [, form = ''] = /class="row-link" href="([^"]+)"/.exec(list.text) ?? []
  const filled = await visitor(bank, form.replaceAll('&amp;', '&')).open()
  expect(textOf(filled)).toContain(says)
  expect(filled.text).toContain('value="NO1815034020016"')
})
