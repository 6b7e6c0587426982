import { z } from '@hono/zod-openapi'
import { isRedirectUri } from '../domain/redirect-uris.ts'
import { oneOf, required, text } from './values.ts'

/** What REST takes from headers, as the operator gives it who calls in a TPP's stead (D71). Forms are those of D11. */

/** Where the PSU is sent after SCA when the operator does not say. */
export const DEFAULT_REDIRECT_URI = 'https://tpp.example/back'

const caller = {
  tpp: text(70, 'The TPP that calls.').optional(),
  context: oneOf(['PRIVATE', 'CORPORATE'], 'The context the PSU acts in.').optional(),
  agreementId: text(64, 'The agreement that a corporate PSU acts under.').optional(),
  redirectUri: z
    .string(required('a URI'))
    .refine(isRedirectUri, { error: 'must be an absolute http, https or app URI without fragment (D11).' })
    .default(DEFAULT_REDIRECT_URI),
  redirectPreferred: z.boolean(required('true or false')).default(true),
}

/** The headers of account information and of offering a consent. */
export const access = z.strictObject({
  ...caller,
  psu: text(35, 'The customerNumber of the PSU.').optional(),
  sessionId: text(64, 'What the bank issued at an SCA.').optional(),
  psuIpAddress: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address.' }).optional(),
  acceptFix: z.array(text(100, 'The name of an announced change.')).max(20, 'must hold at most 20 names.').optional(),
})
export type AccessInput = z.output<typeof access>

/** The headers of payments and signing baskets. */
export const paymentCall = z.strictObject({
  ...caller,
  psu: text(35, 'The customerNumber of the PSU.'),
  allowLogicalDuplicate: z.boolean(required('true or false')).default(false),
})
