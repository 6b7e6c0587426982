import type { Story, StoryStep } from './story.ts'

/** The participants of a story, from left to right. */
const LANES = ['TPP', 'BANK', 'PSU', 'OPERATOR'] as const
export type Lane = (typeof LANES)[number]

/** One message to the bank, and its answer. */
export type Arrow = {
  readonly from: Exclude<Lane, 'BANK'>
  /** The name of the sender: there may be several TPPs. */
  readonly who: string
  readonly label: string
  /** The name of the operation; else the label. */
  readonly operation: string
  readonly answer: string
  readonly isRefused: boolean
  readonly id: string
}

/** The messages of a story (D106), for the drawing and for Mermaid. */
export function arrowsOf({ steps }: Pick<Story, 'steps'>): Arrow[] {
  return steps.map(step => {
    const { call } = step
    const answer = step.kind === 'CALL' || call.code !== undefined ? `${call.status} ${call.code ?? ''}`.trim() : 'done'
    const shown = labelled(step)
    return {
      ...shown,
      operation: step.kind === 'CALL' ? (call.operation ?? shown.label) : shown.label,
      answer,
      isRefused: call.code !== undefined,
      id: call.id,
    }
  })
}

function labelled(step: StoryStep): Pick<Arrow, 'from' | 'who' | 'label'> {
  if (step.kind === 'CALL')
    return { from: 'TPP', who: step.tpp.name, label: `${step.method} ${shortPath(step.call.target)}` }
  const { short, call, query } = step
  if (short?.name === 'advance')
    return { from: 'OPERATOR', who: 'Operator', label: `moves the clock ${short.distance}` }
  const carried = short?.psu.startsWith('{') === true
  if (short !== undefined)
    return { from: 'PSU', who: 'PSU', label: `${short.name}s${carried ? '' : ` as ${short.psu}`}` }
  const [, name = call.operation ?? 'operation'] = FIELD.exec(query) ?? []
  return call.by === 'PSU'
    ? { from: 'PSU', who: 'PSU', label: name }
    : { from: 'OPERATOR', who: 'Operator', label: name }
}

/** The first field of a document, after the snapshot that the console takes before it. */
const FIELD =
  /\{\s*(?:takeSnapshot\(name: "[^"]*", beforeAction: "[^"]*"\) \{ snapshot \{ name \} \}\s*)?(?:\w+:\s*)?(\w+)/

/** A path without the base of its world; of a long id only the beginning. */
function shortPath(target: string): string {
  return target
    .split('?', 1)
    .join('')
    .replace(/^\/worlds\/[^/]+/, '')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, id => `${id.slice(0, 8)}…`)
}

/** Mermaid's sequence diagram. */
export function mermaidStory(story: Story): string {
  const arrows = arrowsOf(story)
  const names = new Map([...new Set(arrows.map(({ who }) => who))].map((who, place) => [who, `P${place + 1}`]))
  const participants = [...names].map(
    ([who, id]) => `  ${/^(?:PSU|Operator)$/.test(who) ? 'actor' : 'participant'} ${id} as ${plain(who)}`,
  )
  const messages = arrows.flatMap(({ who, label, answer, isRefused }) => [
    `  ${names.get(who)}->>B: ${plain(label)}`,
    `  B--${isRefused ? 'x' : '>>'}${names.get(who)}: ${plain(answer)}`,
  ])
  const notes = story.notes.map(note => `  %% ${note}`)
  return ['sequenceDiagram', ...notes, ...participants, '  participant B as Sandbank', ...messages, ''].join('\n')
}

/** Characters that have a meaning in Mermaid are written as their codes. */
function plain(text: string): string {
  return text.replaceAll(/[#;:\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, sign => `#${sign.charCodeAt(0)};`)
}
