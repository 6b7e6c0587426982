import { offerConsent as body } from '../inputs/account-information.ts'
import * as resolvers from '../resolvers/consents/grant.ts'
import { operation } from './operation.ts'

export const offerConsent = operation({
  tag: 'Consents',
  service: 'accountInformation',
  name: 'offerConsent',
  makes: 'Authorisation',
  summary: 'Offer a consent',
  description:
    'Starts an SCA in which the PSU picks the accounts that it opens to the TPP for 180 days. Send the PSU to scaRedirect (D32, D33).',
  input: body,
  refusals: ['PSU_CREDENTIALS_INVALID'],
  startsSca: 'always',
  run: (ctx, { access }) => resolvers.offerConsent(ctx, access),
})

export const offerConsentDeprecated = operation({ ...offerConsent, name: 'offerConsentDeprecated' })
