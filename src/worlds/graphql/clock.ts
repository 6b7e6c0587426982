import { withoutNulls } from '../../domain/given.ts'
import { builder } from '../../graphql/builder.ts'
import { implement } from '../../graphql/fields.ts'
import type { Clock } from '../clock.ts'
import * as clock from '../clock.ts'

const ClockMoveRef = builder.objectRef<NonNullable<Clock['moving']>>('ClockMove')
implement(ClockMoveRef, 'A call of advanceClock that is running now (D40, D74).', t => ({
  from: t.instant('Where the clock stood when it began.'),
  to: t.instant('Where it is going.'),
}))

export const ClockRef = builder.objectRef<Clock>('Clock')
implement(ClockRef, "The world's clock (D40). It never moves backwards.", t => ({
  now: t.instant("The world's time, which need not be the machine's."),
  frozen: t.flag('Whether it stands still until it is advanced or resumed.'),
  nextDueAt: t.optional.instant(
    'When something falls due next: a batch with payments in it, a run of a periodic payment, the end of an authorisation. Absent when nothing does.',
  ),
  moving: t.optional.of(
    ClockMoveRef,
    'The call that is moving the clock now, if one is; `now` shows how far it got. Other calls of the world are answered meanwhile.',
  ),
}))

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
    description:
      'Stops the clock where it is; advanceClock still moves it, resumeClock lets it run. With `at` it goes there first, as advanceClock does; BAD_REQUEST, and the clock as it was, for an instant that is past.',
    args: { at: t.arg({ type: 'DateTime', description: 'The instant to stop at, if not this one.' }) },
    resolve: (_, { at }, { bank }) => clock.freezeClock(bank, at ?? undefined),
  }),
  resumeClock: t.field({
    type: ClockRef,
    description: 'Lets a frozen clock run on from where it stands.',
    resolve: (_, __, { bank }) => clock.resumeClock(bank),
  }),
  stopClock: t.field({
    type: ClockRef,
    description:
      'Ends a running advanceClock where it got to, for any caller: that call is answered with the clock as it stands then. Nothing happens when none runs.',
    resolve: (_, __, { bank }) => clock.stopClock(bank),
  }),
  advanceClock: t.field({
    type: ClockRef,
    description:
      'Moves the clock forward, and does everything that falls due on the way, in order, each at its own instant: batches, periodic payments, expiries (D40). The clock moves along with the work, and stays where it got to when the caller hangs up or the server stops; calls that move the same clock take turns. FORMAT_ERROR unless exactly one of by and to is given, and for more than 10 years at once; BAD_REQUEST for a move backwards.',
    args: {
      by: t.arg.string({
        description: "An ISO 8601 duration by Oslo's calendar, for example P1D, PT30M or P6M.",
      }),
      to: t.arg({ type: 'DateTime', description: 'The instant to move to.' }),
    },
    resolve: (_, args, { bank }) => clock.advanceClock(bank, withoutNulls(args)),
  }),
}))
