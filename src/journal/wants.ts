import { z } from 'zod'
import { ACTS, type Want } from '../domain/errors.ts'

const kept: z.ZodType<Want> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('once') }),
  z.object({ kind: z.literal('value'), value: z.unknown() }),
  z.object({ kind: z.literal('name'), name: z.string() }),
  z.object({ kind: z.literal('known'), noun: z.string(), key: z.string() }),
  z.object({ kind: z.literal('act'), act: z.enum(ACTS), of: z.string().optional() }),
])

/** What a fault of a kept call wanted; nothing where another version has kept another form of it. */
export const wantOfFault = kept.optional().catch(undefined)
