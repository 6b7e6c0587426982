import { unreadable } from '../../bank/inputs/parse.ts'
import { DEFAULT_PAGE } from '../../domain/paging.ts'
import type { Consent, Payment, World } from '../../generated/client.ts'
import { callFilterOf, requestFilter } from '../../sandbox/journal/filters.ts'
import type { Calls } from '../../sandbox/live/calls.ts'
import type { Live } from '../../sandbox/live/live.ts'
import type { Queue } from '../../sandbox/live/queue.ts'
import type { LiveEvent } from '../../sandbox/live/states.ts'
import type { Clock } from '../../sandbox/worlds/clock.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { CallRef, rootFieldsOf } from './calls.ts'
import { filterArg, idArg } from './inputs.ts'
import { Consents, Payments, Worlds } from './nouns.ts'
import { ClockRef } from './worlds.ts'

const WITH_EACH_COMMIT = 'RESOURCE_UNKNOWN when the world does not have it.'

builder.subscriptionFields(t => ({
  calls: t.field({
    type: [CallRef],
    description: `The calls of this world, each once, in the order in which they were written, shortly after their ends: first the latest ${DEFAULT_PAGE} that there are, then those that come, some at a time.`,
    args: filterArg(requestFilter),
    subscribe: (_, { filter }, context, info) =>
      listen<Calls>(context, async (queue, { calls }) =>
        calls.join(queue, context.bank, {
          everyWorld: false,
          filter: await callFilterOf(context.bank, filter, rootFieldsOf(info)),
          after: 0,
          take: DEFAULT_PAGE,
        }),
      ),
    resolve: ({ value }) => [...value],
  }),
  clock: t.field({
    type: ClockRef,
    description:
      'The clock: at once, and when it is moved, frozen or let run, or something else falls due next. A clock that runs by itself sends nothing.',
    subscribe: (_, __, context) =>
      listen<Clock>(context, (queue, { clocks }) => clocks.join(queue, context.bank, 'clock')),
    resolve: ({ value }) => value,
  }),
  payment: t.field({
    type: Payments.type,
    description: `A payment: at once, and when it or what is asked of it changes. ${WITH_EACH_COMMIT}`,
    args: idArg('Payment', "The payment's id."),
    subscribe: (_, { id }, context) =>
      listen<Payment>(context, (queue, { payments }) => payments.join(queue, context.bank, readable(id))),
    resolve: ({ value }) => value,
  }),
  consent: t.field({
    type: Consents.type,
    description: `A consent: at once, and when it or what is asked of it changes. ${WITH_EACH_COMMIT}`,
    args: idArg('Consent', "The consent's id."),
    subscribe: (_, { id }, context) =>
      listen<Consent>(context, (queue, { consents }) => consents.join(queue, context.bank, readable(id))),
    resolve: ({ value }) => value,
  }),
  world: t.field({
    type: Worlds.type,
    description:
      'The world: at once, and when what is asked of it has changed after a command in it. It ends with RESOURCE_UNKNOWN when the world is deleted.',
    subscribe: (_, __, context) =>
      listen<World>(context, (queue, { worlds }) => worlds.join(queue, context.bank, 'world')),
    resolve: ({ value }) => value,
  }),
}))

// Arguments of fields that graphql-js resolves itself are not read by the code that reads those of other fields.
function readable(id: string): string {
  const fault = unreadable({ id })
  if (fault !== undefined) throw fault
  return id
}

/** A queue that has joined a source. A subscription that is not possible is refused before anything is sent. */
async function listen<Value>(
  { live, bank }: GraphqlContext,
  join: (queue: Queue<LiveEvent<Value>>, source: Live) => Promise<void>,
): Promise<Queue<LiveEvent<Value>>> {
  if (live === undefined) throw new TypeError('Nothing can be listened to here.')
  const queue = live.source.open<LiveEvent<Value>>(bank.world.id, live.caller, live.cost)
  const hangUp = () => queue.end()
  bank.hungUp?.addEventListener('abort', hangUp)
  if (bank.hungUp?.aborted === true) queue.end()
  queue.atEnd(() => bank.hungUp?.removeEventListener('abort', hangUp))
  try {
    await join(queue, live.source)
    return queue
  } catch (error) {
    queue.end()
    throw error
  }
}
