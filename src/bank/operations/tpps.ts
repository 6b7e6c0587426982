import { setContactInformation as body } from '../inputs/account-information.ts'
import * as resolvers from '../resolvers/tpps.ts'
import { operation } from './operation.ts'

const described = {
  tag: 'Contact information',
  service: 'sandbox',
  ids: { tppId: null },
  refusals: ['RESOURCE_UNKNOWN'],
} as const

export const setContactInformation = operation({
  ...described,
  name: 'setContactInformation',
  summary: 'Register contact information',
  description:
    "Where the TPP wants operational notices; replaces what was there. Only for the TPP's own id, with or without the prefix PSD ([I] 1.18.0, 1.21.6); RESOURCE_UNKNOWN for any other.",
  input: body,
  run: (ctx, { ids, input }) => resolvers.setContactInformation(ctx, ids.tppId, input),
})

export const contactInformation = operation({
  ...described,
  name: 'contactInformation',
  readAt: 'asTpp.contactInformation',
  summary: 'Get contact information',
  description:
    'What the TPP has registered. RESOURCE_UNKNOWN when it has registered nothing, and for any other TPP than the caller.',
  run: (ctx, { ids }) => resolvers.getContactInformation(ctx, ids.tppId),
})
