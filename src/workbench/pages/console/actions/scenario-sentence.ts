import type { FieldValues } from './documents.ts'

/** A sentence that says what the chosen scenario will do (D88). */
export function sentenceOfScenario(outcome: string | undefined, entered: FieldValues): string {
  const value = (name: string) => entered[name]?.trim() ?? ''
  const or = (name: string, otherwise: string) => (value(name) === '' ? otherwise : value(name))
  const times = value('times')
  const calls = times === '' ? 'Each call' : times === '1' ? 'The next call' : `Each of the next ${times} calls`
  const whom = value('for.psu') === '' ? '' : ` for customer ${value('for.psu')}`
  const about = `${calls} of ${or('for.tpp', 'any TPP')} to ${or('for.operation', 'any operation')}${whom}`
  const chance = value('probability') === '' ? '' : `, with a probability of ${value('probability')}`
  return `${about} ${EFFECTS[outcome ?? '']?.(or) ?? 'gets an outcome'}${chance}.`
}

type Or = (name: string, otherwise: string) => string

const EFFECTS: Readonly<Record<string, (or: Or) => string>> = {
  error: or => `is refused with ${or('code', 'an error')}`,
  delay: or =>
    `is answered ${or('ms', 'some')} ms late${more(or('jitter', ''), jitter => `, by chance up to ${jitter} ms more`)}`,
  hang: or => `does nothing, and its connection ends without an answer after ${or('s', 'some')} s`,
  'lose-answer': () => 'is carried out, and its connection ends without the answer',
  sca: or => `that starts an SCA gets one that is ${or('end', 'rejected')}`,
  execution: or =>
    `that makes a payment gets one that ends as ${or('result', 'RJCT')}${more(or('reason', ''), reason => ` with ${reason}`)} when it is carried out`,
  status: or => `that makes a payment shows ${or('value', 'ACWP')} in place of RCVD`,
  'consent-revoked': or => `that gets account information loses its consent after ${or('after', 'PT0S')}`,
}

const more = (value: string, write: (value: string) => string) => (value === '' ? '' : write(value))
