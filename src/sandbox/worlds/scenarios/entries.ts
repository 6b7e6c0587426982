import { z } from '@hono/zod-openapi'
import { parseInput } from '../../../bank/inputs/parse.ts'
import { text } from '../../../bank/inputs/values.ts'
import { MOST_OF_A_NAME, reference } from '../../../bank/operations/entries/calls.ts'
import { entryKind, oneByOne } from '../../../bank/operations/entries/entry.ts'
import { noOperation, operationNamed } from '../../../bank/operations/operation.ts'
import { plain } from '../../../bank/resolvers/exports/rows.ts'
import { isNumber } from '../../../domain/account-numbers.ts'
import { DomainError } from '../../../domain/errors.ts'
import { normaliseTppId } from '../../../domain/tpps.ts'
import { chances, scenario, scenarioText } from './inputs.ts'
import { addRule, assertRule, probabilityOf, ruleOf } from './rules.ts'

const fields = {
  scenario: scenarioText,
  ...chances,
  for: z
    .strictObject({
      tpp: text(MOST_OF_A_NAME, 'Only calls of this TPP, by its id.').optional(),
      operation: text(60, 'Only calls of this operation, such as createPayment.').optional(),
      psu: reference('Only calls for this PSU').optional(),
      creditorAccount: reference('Only payments to this account').optional(),
    })
    .openapi('FixtureScenarioFor', { description: 'Which calls of TPPs it is about; every one when not given.' })
    .optional(),
}
const input = z.strictObject({ ...fields, scenario })

/** Scenarios, by setScenario (D88). Its TPP may be one of another bank, which this one does not know. */
export const scenarios = entryKind({
  noun: 'scenario',
  operations: ['setScenario'],
  fields,
  references: [
    { at: 'for.psu', to: 'customer', by: 'number' },
    { at: 'for.creditorAccount', to: 'account', by: 'number', orElsewhere: isNumber },
  ],
  make: oneByOne(async (at, entry) => {
    const { for: about = {}, ...given } = parseInput(input, entry)
    const operation = operationNamed(about.operation)
    if (about.operation !== undefined && operation === undefined)
      throw new DomainError('FORMAT_ERROR', noOperation(about.operation), 'for.operation')
    const set = { ...given, operation, creditorAccount: about.creditorAccount }
    assertRule(set)
    const { id } = await addRule(at, {
      id: at.newId(),
      ...ruleOf(set),
      tppId: about.tpp === undefined ? null : normaliseTppId(about.tpp),
      customerNumber: about.psu ?? null,
      asked: 0,
      used: 0,
      createdAt: at.now,
    })
    return { id, number: id }
  }),
  rows: async ({ db, world }) => {
    const rows = await db.scenario.findMany({ where: { worldId: world.id }, orderBy: { id: 'asc' } })
    return rows.flatMap(({ id, tppId: tpp, operation, customerNumber: psu, creditorAccount, ...rule }) => {
      // A scenario that has acted the requested number of times is finished.
      const times = rule.times === null ? undefined : rule.times - rule.used
      if (times === 0) return []
      const about = { tpp, operation, psu, creditorAccount }
      const entry = {
        scenario: rule.scenario,
        for: Object.values(about).every(one => one === null) ? undefined : about,
        times,
        probability: probabilityOf(rule),
        seed: rule.seed === 1 ? undefined : rule.seed,
      }
      return [{ id, entry: plain(entry) }]
    })
  },
})
