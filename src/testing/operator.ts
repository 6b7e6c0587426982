import { z } from 'zod'
import { parseJson } from '../domain/texts.ts'
import type { Door } from './door.ts'
import { SandbankError } from './failure.ts'

/** The operator's door of a bank. */
export type Operator = {
  readonly door: Door
  /** An operation in a world; its `data` as the schema has it. Throws SandbankError when it is refused. */
  ask<Data extends z.ZodType>(schema: Data, query: string, variables?: object, world?: string): Promise<z.output<Data>>
  run(document: string | object, variables?: object, world?: string): Promise<unknown>
}

export function createOperator(door: Door, token: string | undefined): Operator {
  const authorization = token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]

  const run: Operator['run'] = async (document, variables, world) => {
    const query = await textOf(document)
    const response = await door.send({
      method: 'POST',
      target: `${basePath(world)}/graphql`,
      headers: [['Accept', 'application/json'], ['Content-Type', 'application/json'], ...authorization],
      body: JSON.stringify({ query, variables }),
    })
    const text = await response.text()
    const read = answered.safeParse(parseJson(text))
    const [first, ...others] = read.data?.errors ?? []
    if (read.data?.data !== undefined && first === undefined) return read.data.data
    const [message] = first?.extensions?.tppMessages ?? read.data?.tppMessages ?? []
    throw refusal(query, response, {
      said: first?.message ?? message?.text ?? text.slice(0, 300),
      code: first?.extensions?.code ?? message?.code,
      path: message?.path,
      others: others.length,
    })
  }

  return { door, run, ask: async (schema, query, variables, world) => schema.parse(await run(query, variables, world)) }
}

/** The base path of a world; the world `default` has none (D1). */
export function basePath(world: string | undefined): string {
  return world === undefined || world === 'default' ? '' : `/worlds/${encodeURIComponent(world)}`
}

const tppMessages = z.array(z.object({ code: z.string(), path: z.string().optional(), text: z.string().optional() }))

const answered = z.object({
  data: z.unknown().optional(),
  // What is refused before it is GraphQL has the form of REST (D16).
  tppMessages: tppMessages.optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional(), tppMessages: tppMessages.optional() }).optional(),
      }),
    )
    .optional(),
})

type Fault = {
  readonly said: string
  readonly code: string | undefined
  readonly path: string | undefined
  readonly others: number
}

function refusal(query: string, response: Response, { said, code, path, others }: Fault): SandbankError {
  const asked = query.trim().split('\n', 1)[0]?.slice(0, 120) ?? ''
  const more = others === 0 ? '' : ` (and ${others} more)`
  const journal = response.headers.get('Sandbank-Request') ?? undefined
  const kept = journal === undefined ? '' : ` [request ${journal}]`
  return new SandbankError(`GraphQL refused \`${asked}\`: ${code ?? `HTTP ${response.status}`} ${said}${more}${kept}`, {
    code,
    path,
    journal,
  })
}

async function textOf(document: string | object): Promise<string> {
  if (typeof document === 'string') return document
  // Code generators make documents as strings with types, or as trees.
  if (document instanceof String) return String(document)
  const tree: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, 'definitions') : undefined
  if (!Array.isArray(tree)) throw new SandbankError('A document is text, or what a code generator makes of it.')
  // Loaded when it is needed: it is a tenth of every start, of a server too.
  const { Kind, print } = await import('graphql')
  return print({ kind: Kind.DOCUMENT, definitions: tree })
}
