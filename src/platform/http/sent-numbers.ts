import { DomainError, SOME_NUMBER } from '../../domain/errors.ts'

/**
 * A refusal whose numbers are quoted as they stand in the call's text: JSON.parse keeps 15 to 17 digits of a number, and a client looks for the ones
 * that it sent. A number that the text has in two ways stays without its digits, since either of the two may be the refused one.
 */
export function quoteNumbers(refusal: DomainError, textOf: () => string | undefined): DomainError {
  if (!refusal.faults.some(({ number }) => number !== undefined)) return refusal
  const text = textOf() ?? ''
  const faults = refusal.listed.map(fault => {
    const sent = fault.number === undefined ? undefined : writtenAs(fault.number, text)
    return sent === undefined ? fault : { ...fault, text: fault.text.replace(SOME_NUMBER, sent) }
  })
  return new DomainError(refusal.code, faults, undefined, refusal.links, refusal.unlisted)
}

/** How a text writes a number, if it does so in one way; a long one is cut. */
function writtenAs(number: number, text: string): string | undefined {
  const [written, other] = new Set((text.match(NUMBERS) ?? []).filter(one => Number(one) === number))
  if (written === undefined || other !== undefined) return undefined
  return written.length > MOST_CHARACTERS ? `${written.slice(0, MOST_CHARACTERS)}…` : written
}
const NUMBERS = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const MOST_CHARACTERS = 40
