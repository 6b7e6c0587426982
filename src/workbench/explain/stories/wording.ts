import type { StoryForm } from '../../../api/graphql/workbench.ts'
import { isObject } from '../../../domain/given.ts'
import { parseJson, QUOTED_TEXT } from '../../../domain/texts.ts'
import { type Spelling, spell } from '../samples/sample.ts'
import type { CallStep, Story } from './story.ts'

/** The title and the notes, as comments of a shell and of Python. */
export function commented({ title, notes }: Story): string {
  return [title.replaceAll('\n', ' '), ...notes].map(line => `# ${line}`).join('\n')
}

/** The notes at the head of a story that was written in a form. */
export function notesOf(text: string, form: StoryForm): string[] {
  if (form === 'HAR') {
    const har = parseJson(text)
    const log = isObject(har) && isObject(har['log']) ? har['log'] : {}
    return typeof log['comment'] === 'string' ? log['comment'].split('\n') : []
  }
  const lines = text.split('\n')
  if (form === 'MERMAID') return lines.filter(line => line.startsWith('  %% ')).map(line => line.slice('  %% '.length))
  const isShell = form === 'PYTEST' || form === 'CURL'
  // The first comment of a script is its title, and the last one says how to run it.
  const head = isShell ? lines.slice(form === 'CURL' ? 2 : 1) : lines
  const mark = isShell ? '# ' : '// '
  const end = head.findIndex(line => !line.startsWith(mark) || line.startsWith('# npx '))
  return head.slice(0, end).map(line => line.slice(mark.length))
}

/** The names of the values in a story. `world` is the new world's name, for a story that resets it. */
export function namesIn({ steps }: Pick<Story, 'steps'>): string[] {
  const isReset = steps.some(step => step.kind === 'OPERATION' && /\bresetWorld\b/.test(step.query))
  return [...(isReset ? ['world'] : []), ...steps.flatMap(({ gives }) => gives.map(({ name }) => name))]
}

/** A story for the kits. They approve by means of an answer itself, so values that only approvals need are not taken from it. */
export function forKits(story: Story): Story {
  const texts = story.steps.flatMap(step => {
    if (step.kind === 'CALL') return [step.path, step.psu ?? '', step.body ?? '', ...step.headers.flat()]
    if (step.short === undefined) return [step.query, step.variables]
    return step.short.name === 'advance' ? [] : [step.short.psu, step.short.options]
  })
  const used = (name: string) => texts.some(text => text.includes(`{${name}}`))
  return { ...story, steps: story.steps.map(step => ({ ...step, gives: step.gives.filter(({ name }) => used(name)) })) }
}

/** JSON as an expression of a language with similar objects: `key` writes names, `words` writes true, false and null. */
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

/** Headers for which the kits have arguments. */
const OF_KITS = {
  'psu-context': 'context',
  'psu-corporate-id': 'agreementId',
  'sandbank-scenario': 'scenario',
} as const

/** The headers of a call, divided into arguments of the kits and others. */
export function sortedHeaders({ headers }: CallStep) {
  const named = headers.flatMap(([name, value]) => {
    const option = Object.entries(OF_KITS).find(([header]) => header === name.toLowerCase())?.[1]
    return option === undefined ? [] : [[option, value] as const]
  })
  const isNamed = (name: string) => Object.hasOwn(OF_KITS, name.toLowerCase())
  return { named, others: headers.filter(([name]) => !isNamed(name)) }
}

export function indented(lines: readonly string[], indent: string): string {
  return lines.map(line => line.replaceAll(/^(?=.)/gm, indent)).join('\n')
}
