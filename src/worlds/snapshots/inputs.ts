import { z } from '@hono/zod-openapi'
import { BEYOND_CLOCKS, isClock } from '../../domain/worlds.ts'

const instant = z.iso
  .datetime('must be an instant of UTC.')
  .refine(text => isClock(new Date(text)), { error: BEYOND_CLOCKS })

/** The first line of a snapshot in a file: what it is of, and the clock as it was. */
export const snapshotHead = z
  .strictObject({
    sandbank: z.literal('snapshot', 'is no snapshot of Sandbank.'),
    layout: z.string(),
    world: z.string().max(63),
    name: z.string().max(63),
    takenAt: instant,
    keptAt: instant,
    clockOffsetMs: z.int('must be a whole number.'),
    frozenAt: instant.nullable(),
    nextDueAt: z.iso.datetime('must be an instant of UTC.').nullable(),
    hasScenarios: z.boolean(),
  })
  .refine(({ keptAt, clockOffsetMs }) => isClock(new Date(new Date(keptAt).getTime() + clockOffsetMs)), {
    path: ['clockOffsetMs'],
    error: BEYOND_CLOCKS,
  })
export type SnapshotHead = z.output<typeof snapshotHead>

/** Where the next line begins. */
export const linePlace = z.strictObject({
  content: z.string().max(64),
  table: z.int().min(0).max(100),
  after: z.array(z.string().max(300)).max(8).optional(),
})
