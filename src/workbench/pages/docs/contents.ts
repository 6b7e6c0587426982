import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { endTurn } from '../../../platform/http/turns.ts'
import type { PagesOptions } from '../options.ts'
import { DECISIONS, passageOf } from './decisions.ts'
import { GUIDES } from './guides.tsx'
import type { Passage } from './passages.ts'

/** The pages of the documentation besides those of operations: guides and tables. */
export const CONTENTS = {
  guides: Object.entries(GUIDES).map(
    ([name, { title, says }]): Passage => ({ address: `/${name}`, title, says, kind: 'page' }),
  ),
  reference: [
    {
      address: '/errors',
      title: 'Errors',
      says: 'Each code with its status, its operations, and the header that forces the code; and each warning.',
      kind: 'page',
    },
    { address: '/states', title: 'States', says: 'Of payments, baskets and authorisations.', kind: 'page' },
    { address: '/words', title: 'Words', says: 'One word for each thing.', kind: 'page' },
    {
      address: '/decisions',
      title: 'Decisions',
      says: 'What the interface leaves open, and how this bank decides.',
      kind: 'page',
    },
  ],
} as const satisfies Record<string, readonly Passage[]>

/** The whole documentation as passages. */
export async function passagesOf(
  operations: readonly DocumentedOperation[],
  warnings: PagesOptions['warnings'],
): Promise<readonly Passage[]> {
  return [
    ...operations.map(operationPassage),
    {
      address: '',
      title: 'Sign your first call',
      says: 'How a call is signed: key, certificate, digest, signature.',
      kind: 'page',
    },
    ...(await guides()),
    ...CONTENTS.reference,
    ...Object.entries(ERRORS).map(
      ([code, { meaning }]): Passage => ({ address: `/errors/${code}`, title: code, says: meaning, kind: 'error' }),
    ),
    ...Object.entries(warnings).map(
      ([code, { means }]): Passage => ({ address: `/errors#${code}`, title: code, says: means, kind: 'warning' }),
    ),
    ...DECISIONS.map(passageOf),
    ...fieldPassages(operations),
  ]
}

/** Each guide is rendered in its own turn (D74). */
async function guides(): Promise<Passage[]> {
  const passages: Passage[] = []
  for (const [name, { title, says, Page }] of Object.entries(GUIDES)) {
    await endTurn()
    const text = String(Page()).replaceAll(/<[^<>]*>/g, ' ')
    passages.push({ address: `/${name}`, title, says, kind: 'page', text })
  }
  return passages
}

function operationPassage({ route, reference }: DocumentedOperation): Passage {
  const { operation, summary, method, path, description } = route
  const text = reference.fields.map(one => one.description).join(' ')
  const says = `${method} ${path} (${operation}). ${description}`
  return { address: `/operations/${operation}`, title: summary, says, kind: 'operation', text }
}

/** A field that is equal in several operations becomes one passage. */
function fieldPassages(operations: readonly DocumentedOperation[]): Passage[] {
  const known = new Set<string>()
  return operations.flatMap(({ route, reference }) => {
    const of = (kind: 'field' | 'parameter') => (one: { readonly name: string; readonly description: string }) => {
      const isKnown = known.has(`${one.name} ${one.description}`)
      known.add(`${one.name} ${one.description}`)
      const address = `/operations/${route.operation}#${kind}-${one.name}`
      const title = `${one.name}, ${kind} of ${route.summary}`
      return isKnown ? [] : [{ address, title, says: one.description, kind: 'field' } as const]
    }
    return [...reference.fields.flatMap(of('field')), ...reference.parameters.flatMap(of('parameter'))]
  })
}
