import type { Scenario as Rule } from '../../../../generated/client.ts'
import { probabilityOf } from '../../../../sandbox/worlds/scenarios/rules.ts'
import { counted } from '../../language.ts'
import { ACTIONS, type Action } from './actions.ts'
import type { FieldValues } from './documents.ts'

/** A sentence that says what the chosen scenario will do, and for whom (D88). */
export function sentenceOfScenario(outcome: string | undefined, entered: FieldValues): string {
  const value = (name: string) => entered[name]?.trim() ?? ''
  const or = (name: string, otherwise: string) => (value(name) === '' ? otherwise : value(name))
  const isOfPayments = outcome === 'execution' || outcome === 'status'
  const noun = isOfPayments ? 'payment' : 'call'
  const times = value('times')
  const which =
    times === ''
      ? `Each ${noun}`
      : times === '1'
        ? `The next ${noun}`
        : `Each of the next ${counted(Number(times), noun)}`
  const about = [
    `${which} of ${or('for.tpp', 'any TPP')}`,
    more(
      or('for.operation', isOfPayments ? '' : 'any operation'),
      operation => `${isOfPayments ? 'by' : 'to'} ${operation}`,
    ),
    more(value('for.psu'), psu => `for customer ${psu}`),
    more(value('for.creditorAccount'), account => `${isOfPayments ? 'to' : 'that pays to'} ${account}`),
    EFFECTS[outcome ?? '']?.(or) ?? 'gets an outcome',
  ]
  const chance = more(value('probability'), probability => `, with a probability of ${probability}`)
  return `${about.filter(part => part !== '').join(' ')}${chance}.`
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

const EFFECTS: Readonly<Record<string, (or: Or) => string>> = {
  error: or => `is refused with ${or('code', 'an error')}`,
  delay: or =>
    `is answered ${or('ms', 'some')} ms late${more(or('jitter', ''), jitter => `, by chance up to ${jitter} ms more`)}`,
  hang: or => `does nothing, and its connection ends without an answer after ${or('s', 'some')} s`,
  'lose-answer': () => 'is carried out, and its connection ends without the answer',
  sca: or => `gets an SCA that is ${or('end', 'rejected')}, if it starts one`,
  execution: or =>
    `ends as ${or('result', 'RJCT')}${more(or('reason', ''), reason => ` with ${reason}`)} when it is carried out`,
  status: or => `shows ${or('value', 'ACWP')} in place of RCVD`,
  'consent-revoked': or => `loses its consent after ${or('after', 'PT0S')}, if it gets account information`,
}

const more = (value: string, write: (value: string) => string) => (value === '' ? '' : write(value))
