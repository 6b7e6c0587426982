import { z } from '@hono/zod-openapi'
import { PSU_CONTEXTS } from '../../domain/authorisations.ts'
import { isRedirectUri } from '../../domain/tpps.ts'
import { idText, oneOf, required, resourceId, ruleText, text } from './values.ts'

/** The values that REST takes from headers, as the operator gives them to call on behalf of a TPP (D71). Their forms are those of D11. */

/** Where the PSU goes after the SCA, unless the operator states it. */
const DEFAULT_REDIRECT_URI = 'https://tpp.example/back'

const caller = {
  tpp: text(70, 'The TPP that calls.').optional().openapi({
    description:
      'The TPP that calls, by its id, for example "NO-FSA-987654321", with the prefix PSD or without, or by its name. RESOURCE_UNKNOWN for one that the bank does not know (tpps). The built-in TPP SANDBANK when not given (D71).',
  }),
  agreementId: resourceId('The agreement that a corporate PSU acts under.').optional().openapi({
    description: 'PSU-Corporate-ID in REST: the id of the agreement that a corporate PSU acts under (D34).',
  }),
  redirectUri: z
    .string(required('a URI'))
    .refine(isRedirectUri, {
      error: ruleText(
        'D11',
      )`must be an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app.`,
    })
    .default(DEFAULT_REDIRECT_URI)
    .openapi({
      description: `TPP-Redirect-URI in REST: where the PSU goes after its SCA. ${DEFAULT_REDIRECT_URI} when not given.`,
    }),
  redirectPreferred: z.boolean(required('true or false')).default(true).openapi({
    description:
      "TPP-Redirect-Preferred in REST: false makes the page of the SCA stand in for the bank's app. Once the PSU has opened it and entered its number, it approves by itself after two seconds; until then nothing happens (D33). True when not given.",
  }),
}
const PSU = 'The PSU, in place of PSU-ID in REST: by its customerNumber, key or id.'

/** The headers of account information and of offering a consent. */
export const access = z
  .strictObject({
    ...caller,
    context: oneOf(
      PSU_CONTEXTS,
      'PSU-Context in REST; left open when not given, and then the newest consent of the PSU counts (D32).',
    ).optional(),
    psu: text(35, 'The customerNumber of the PSU.').optional().openapi({ description: PSU }),
    sessionId: idText('What the bank issued at an SCA.')
      .optional()
      .openapi({ description: 'TPP-Session-ID in REST: names the PSU when it is one that the bank issued.' }),
    psuIpAddress: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IPv4 or IPv6 address.' }).optional().openapi({
      description:
        'PSU-IP-Address in REST: an IPv4 or IPv6 address. Without it the PSU is not present, and the limits for such calls apply ([I] Limits, D41).',
    }),
    acceptFix: z
      .array(text(100, 'The name of an announced change.'))
      .max(20, 'must hold at most 20 names.')
      .optional()
      .openapi({
        description:
          'x-accept-fix in REST: names of announced changes to activate early, such as "longer-name"; unknown ones are ignored (D43).',
      }),
  })
  .openapi('Access', {
    description: 'Which TPP asks for account information, and for which PSU: the headers of REST (D71).',
  })
/** What offering a consent takes of them. */
export const tppCall = z.strictObject({
  ...caller,
  context: access.shape.context,
  psu: access.shape.psu,
  sessionId: access.shape.sessionId,
})
export type AccessInput = z.output<typeof access>

/** The headers of payments and signing baskets. */
export const paymentCall = z.strictObject({
  ...caller,
  context: oneOf(
    PSU_CONTEXTS,
    'PSU-Context in REST. Given, the SCA is started at once; else by startPaymentAuthorisation (D45).',
  ).optional(),
  psu: text(35, 'The customerNumber of the PSU.').openapi({ description: PSU }),
})
