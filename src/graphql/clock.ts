import type { Clock } from '../resolvers/clock.ts'
import * as clock from '../resolvers/clock.ts'
import { builder } from './builder.ts'

const ClockRef = builder.objectRef<Clock>('Clock').implement({
  description: "The world's clock (D40). It never moves backwards.",
  fields: t => ({
    now: t.expose('now', { type: 'DateTime', description: "The world's time, which need not be the machine's." }),
    frozen: t.exposeBoolean('frozen', { description: 'Whether it stands still until it is advanced or resumed.' }),
    nextDueAt: t.expose('nextDueAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When something falls due next: a batch with payments in it, a run of a periodic payment, the end of an authorisation. Absent when nothing does.',
    }),
  }),
})

builder.queryFields(t => ({
  clock: t.field({
    type: ClockRef,
    description: "The world's clock as it stands (D40).",
    resolve: (_, __, { bank }) => clock.getClock(bank),
  }),
}))

builder.mutationFields(t => ({
  freezeClock: t.field({
    type: ClockRef,
    description: 'Stops the clock where it is; advanceClock still moves it, resumeClock lets it run.',
    resolve: (_, __, { bank }) => clock.freezeClock(bank),
  }),
  resumeClock: t.field({
    type: ClockRef,
    description: 'Lets a frozen clock run on from where it stands.',
    resolve: (_, __, { bank }) => clock.resumeClock(bank),
  }),
  advanceClock: t.field({
    type: ClockRef,
    description:
      'Moves the clock forward, and does everything that falls due on the way, in order, each at its own instant: batches, periodic payments, expiries (D40). FORMAT_ERROR unless exactly one of by and to is given, BAD_REQUEST for a move backwards.',
    args: {
      by: t.arg.string({
        description: "An ISO 8601 duration by Oslo's calendar, for example P1D, PT30M or P6M.",
      }),
      to: t.arg({ type: 'DateTime', description: 'The instant to move to.' }),
    },
    resolve: (_, { by, to }, { bank }) => clock.advanceClock(bank, { by: by ?? undefined, to: to ?? undefined }),
  }),
}))
