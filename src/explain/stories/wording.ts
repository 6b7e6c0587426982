import { QUOTED_TEXT } from '../../domain/texts.ts'
import { plainJson, type Spelling, spell } from '../samples/sample.ts'
import type { CallStep, Story } from './story.ts'

/** The names that values have in a story; `world` is that of its new world, where it is reset. */
export function namesIn({ steps }: Pick<Story, 'steps'>): string[] {
  const isReset = steps.some(step => step.kind === 'OPERATION' && /\bresetWorld\b/.test(step.query))
  return [...(isReset ? ['world'] : []), ...steps.flatMap(({ gives }) => gives.map(({ name }) => name))]
}

/** A story for the kits, which approve by an answer itself: what no other step takes from an answer is left there. */
export function forKits(story: Story): Story {
  const texts = story.steps.flatMap(step => {
    if (step.kind === 'CALL') return [step.path, step.psu ?? '', step.body ?? '', ...step.headers.flat()]
    if (step.short === undefined) return [step.query, step.variables]
    return step.short.name === 'advance' ? [] : [step.short.psu, step.short.options]
  })
  const used = (name: string) => texts.some(text => text.includes(`{${name}}`))
  return { ...story, steps: story.steps.map(step => ({ ...step, gives: step.gives.filter(({ name }) => used(name)) })) }
}

/** JSON as an expression of a language whose own objects look like it: texts are spelled, names by `key`, other words by `words`. */
export function expression(
  json: string,
  names: readonly string[],
  spelling: Spelling,
  { words = part => part, key = text => text }: Partial<Record<'words' | 'key', (part: string) => string>> = {},
): string {
  const texts = json.match(QUOTED_TEXT) ?? []
  const parts = json.split(QUOTED_TEXT)
  return parts
    .map((part, place) => {
      const text = texts[place]
      const isName = /^\s*:/.test(parts[place + 1] ?? '')
      return (
        words(part) + (text === undefined ? '' : isName ? key(text) : spell(String(JSON.parse(text)), names, spelling))
      )
    })
    .join('')
}

/** A body as JSON on lines of its own, where it means the same then. */
export const jsonOf = (body: string | undefined, indent: number) => plainJson(body, indent)

/** Headers that the kits have arguments for. */
const OF_KITS = {
  'psu-context': 'context',
  'psu-corporate-id': 'agreementId',
  'sandbank-scenario': 'scenario',
} as const

/** The headers of a call: those that the kits have arguments for, and the others. */
export function sortedHeaders({ headers }: CallStep) {
  const named = headers.flatMap(([name, value]) => {
    const option = Object.entries(OF_KITS).find(([header]) => header === name.toLowerCase())?.[1]
    return option === undefined ? [] : [[option, value] as const]
  })
  const isNamed = (name: string) => Object.hasOwn(OF_KITS, name.toLowerCase())
  return { named, others: headers.filter(([name]) => !isNamed(name)) }
}

/** Lines that stand in a block. */
export function indented(lines: readonly string[], indent: string): string {
  return lines.map(line => line.replaceAll(/^(?=.)/gm, indent)).join('\n')
}
