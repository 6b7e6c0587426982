import { z } from '@hono/zod-openapi'
import { WORLD_CONTENTS } from '../domain/worlds.ts'
import { oneOf, required } from './values.ts'

/** The arguments of createWorld and resetWorld. */
export const worldWithContent = z.strictObject({
  name: z.string(required('a string')),
  from: oneOf(WORLD_CONTENTS, 'What the world starts with.'),
})
export type WorldWithContent = z.output<typeof worldWithContent>
