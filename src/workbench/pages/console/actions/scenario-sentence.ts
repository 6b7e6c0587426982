import type { Scenario as Rule } from '../../../../generated/client.ts'
import { probabilityOf } from '../../../../sandbox/worlds/scenarios/rules.ts'
import { ACTIONS, type Action } from './actions.ts'
import type { FieldValues } from './documents.ts'

/** A sentence that says what the chosen scenario will do, and for whom (D88). */
export function sentenceOfScenario(outcome: string | undefined, entered: FieldValues): string {
  const value = (name: string) => entered[name]?.trim() ?? ''
  const or = (name: string, otherwise: string) => (value(name) === '' ? otherwise : value(name))
  const times = value('times')
  const calls = times === '' ? 'Each call' : times === '1' ? 'The next call' : `Each of the next ${times} calls`
  const whom = more(value('for.psu'), psu => ` for customer ${psu}`)
  const whither = more(value('for.creditorAccount'), account => ` that pays to ${account}`)
  const about = `${calls} of ${or('for.tpp', 'any TPP')} to ${or('for.operation', 'any operation')}${whom}${whither}`
  const chance = value('probability') === '' ? '' : `, with a probability of ${value('probability')}`
  return `${about} ${
    EFFECTS[outcome ?? '']?.(
      or,
      more(whither, () => ' and'),
    ) ?? 'gets an outcome'
  }${chance}.`
}

/** The same of a scenario that is set. */
export function sentenceOfRule(rule: Rule, names: ReadonlyMap<string, string>): string {
  const values = valuesOfRule(rule)
  return sentenceOfScenario(values['outcome'], {
    ...values,
    'for.tpp': names.get(rule.tppId ?? '') ?? values['for.tpp'],
  })
}

/** The values of the form that sets this scenario. */
export function valuesOfRule(rule: Rule): FieldValues {
  const { fields }: Action = ACTIONS.setScenario
  const [outcome = '', ...parts] = rule.scenario.split(';').map(part => part.trim())
  const given = new Map(parts.map(part => [part.split('=', 1).join(''), part.slice(part.indexOf('=') + 1)]))
  const own = fields.flatMap(({ name, of, part }) => (of === outcome ? [[name, given.get(part ?? '')] as const] : []))
  return {
    outcome,
    ...Object.fromEntries(own),
    'for.tpp': rule.tppId ?? undefined,
    'for.operation': rule.operation ?? undefined,
    'for.psu': rule.customerNumber ?? undefined,
    'for.creditorAccount': rule.creditorAccount ?? undefined,
    times: rule.times?.toString(),
    probability: probabilityOf(rule)?.toString(),
  }
}

type Or = (name: string, otherwise: string) => string

const EFFECTS: Readonly<Record<string, (or: Or, and: string) => string>> = {
  error: or => `is refused with ${or('code', 'an error')}`,
  delay: or =>
    `is answered ${or('ms', 'some')} ms late${more(or('jitter', ''), jitter => `, by chance up to ${jitter} ms more`)}`,
  hang: or => `does nothing, and its connection ends without an answer after ${or('s', 'some')} s`,
  'lose-answer': () => 'is carried out, and its connection ends without the answer',
  sca: (or, and) => `${that(and)} starts an SCA gets one that is ${or('end', 'rejected')}`,
  execution: (or, and) =>
    `${that(and)} makes a payment gets one that ends as ${or('result', 'RJCT')}${more(or('reason', ''), reason => ` with ${reason}`)} when it is carried out`,
  status: (or, and) => `${that(and)} makes a payment shows ${or('value', 'ACWP')} in place of RCVD`,
  'consent-revoked': (or, and) =>
    `${that(and)} gets account information loses its consent after ${or('after', 'PT0S')}`,
}

// After "that pays to an account" the sentence goes on with "and".
const that = (and: string) => (and === '' ? 'that' : and.trim())

const more = (value: string, write: (value: string) => string) => (value === '' ? '' : write(value))
