import { z } from '@hono/zod-openapi'
import { isKey, KEY_SHAPE } from '../../domain/keys.ts'
import { required, ruleText } from './values.ts'

const FORM = ruleText(
  'D83',
)`must be a key: 1 to 64 of a to z, A to Z, 0 to 9, "-", "_" and ".", and not in the form of a UUID or an IBAN.`

/** The key that a thing gets when it is made (D83). */
export const key = z.string(required('a key')).refine(isKey, { error: FORM }).openapi({ pattern: KEY_SHAPE.source })
