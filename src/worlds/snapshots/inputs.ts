import { z } from '@hono/zod-openapi'

const instant = z.iso.datetime('must be an instant of UTC.')

/** The first line of a snapshot in a file: what it is of, and the clock as it was. */
export const snapshotHead = z.strictObject({
  sandbank: z.literal('snapshot', 'is no snapshot of Sandbank.'),
  layout: z.string(),
  world: z.string().max(63),
  name: z.string().max(63),
  takenAt: instant,
  keptAt: instant,
  clockOffsetMs: z.int('must be a whole number.'),
  frozenAt: instant.nullable(),
  nextDueAt: instant.nullable(),
  hasScenarios: z.boolean(),
})
export type SnapshotHead = z.output<typeof snapshotHead>

/** Where the next line begins. */
export const linePlace = z.strictObject({
  content: z.string().max(64),
  table: z.int().min(0).max(100),
  after: z.array(z.string().max(300)).max(8).optional(),
})
