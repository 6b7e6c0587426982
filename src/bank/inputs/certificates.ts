import { z } from '@hono/zod-openapi'
import { required, text } from './values.ts'

/** The content of a certificate that the operator requests from the sandbox's own authority. The private key stays with its owner. */
export const issueCertificate = z
  .strictObject({
    name: text(64, 'The common name, such as the name of the TPP.'),
    organization: text(64, 'The organisation; the name when not given.').optional(),
    roles: z
      .array(z.enum(['PSP_PI', 'PSP_AI'], required('PSP_PI or PSP_AI')), required('a list of roles'))
      .max(2, 'must hold each role once.')
      .refine(roles => new Set(roles).size === roles.length, { error: 'must hold each role once.' })
      .optional()
      .openapi({
        description: 'What the TPP may do (D14): PSP_PI payments, PSP_AI account information. Both when not given.',
      }),
    authorityId: text(
      80,
      'The authority id, such as NO-FSA-987654321, which is the id of the TPP (D20); a random one when not given.',
    ).optional(),
    publicKey: z.string(required('a public key')).max(8_192, 'must have at most 8192 characters.').openapi({
      description:
        'The public key as SubjectPublicKeyInfo, in PEM or Base64: RSA of 2048 bits or more, or P-256. The private key never leaves its owner.',
    }),
  })
  .openapi('IssueCertificate', { description: "A certificate to be issued by the sandbox's own authority." })
