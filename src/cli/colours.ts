import { styleText } from 'node:util'

/** What has a colour in a terminal, by how its line begins: an answer, a call of the journal, a step, a heading. */
const COLOURS = [
  ['green', /^HTTP [123]\d\d.*$/gm],
  ['red', /^HTTP [45]\d\d.*$/gm],
  ['green', /(?<=^\d\d:\d\d:\d\d\.\d{3} {2})[123]\d\d\b/gm],
  ['red', /(?<=^\d\d:\d\d:\d\d\.\d{3} {2})[45]\d\d\b/gm],
  ['red', /(?<=^(?: {2}|[a-z ]{13}))FAILED\b/gm],
  ['green', /(?<=^(?: {2}|[a-z ]{13}))passed\b/gm],
  ['bold', /^[A-Z]{2,}(?: +[A-Z]+)*$/gm],
] as const

/**
 * A text for standard output: in colours where that is a terminal and NO_COLOR is not set (D101), which Node finds out. They are put in last, so that
 * nothing printed sets any.
 */
export function painted(text: string): string {
  return COLOURS.reduce(
    (shown, [colour, pattern]) => shown.replace(pattern, found => styleText(colour, found, { stream: process.stdout })),
    text,
  )
}
