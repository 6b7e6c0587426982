import { createSourceEventStream, type DocumentNode } from 'graphql'
import type { LiveEvent } from '../../../sandbox/live/states.ts'
import type { GraphqlContext } from '../builder.ts'
import { schema } from '../schema.ts'
import type { GraphqlRequest } from './requests.ts'

/** An answer whose text is ready. */
type TextAnswer = { readonly stringify: () => string }

/** A subscription, ready to run. */
type Subscription<Context, Answer> = {
  readonly document: DocumentNode
  readonly context: Context
  readonly run: (context: Context, event: object) => Promise<Answer>
  readonly refuse: (errors: readonly unknown[]) => Answer
}

type Subscriber = GraphqlContext & { readonly params: GraphqlRequest }

/** Answers each event of a subscription's source (D99), and at the end the reason why it ended; or gives one answer when nothing can be followed. */
export async function follow<Context extends Subscriber, Answer extends TextAnswer>({
  document,
  context,
  run,
  refuse,
}: Subscription<Context, Answer>): Promise<AsyncIterable<Answer> | Answer> {
  const { variables, operationName } = context.params
  const source = await createSourceEventStream({
    schema,
    document,
    contextValue: context,
    variableValues: variables,
    operationName,
  })
  if (!(Symbol.asyncIterator in source)) return refuse(source.errors ?? [])
  const events = source[Symbol.asyncIterator]()
  let last: string | undefined
  let isOver = false
  const next = async (): Promise<IteratorResult<Answer, undefined>> => {
    try {
      while (!isOver) {
        const { value: event, done } = await events.next()
        if (done === true || !isLive(event)) return await leave()
        const answer = await run({ ...context, bank: event.bank }, event)
        // The rows that were read may not be on the disk yet.
        await event.bank.deps.store.pendingCommit()
        const text = answer.stringify()
        if (event.isState && text === last) continue
        last = text
        return { value: answer, done: false }
      }
    } catch (error) {
      await leave()
      return { value: refuse([error]), done: false }
    }
    return { value: undefined, done: true }
  }
  const leave = async (): Promise<IteratorResult<Answer, undefined>> => {
    isOver = true
    await events.return?.()
    return { value: undefined, done: true }
  }
  const answers = { next, return: leave, [Symbol.asyncIterator]: () => answers }
  return answers
}

function isLive(event: unknown): event is LiveEvent<unknown> {
  return typeof event === 'object' && event !== null && 'bank' in event && 'isState' in event
}
