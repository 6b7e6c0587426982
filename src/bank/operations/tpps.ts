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
    "Says where the TPP wants operational notices, in place of what it said before. The id is the TPP's own, with or without the prefix PSD ([I] 1.18.0, 1.21.6).",
  exceptions: [['RESOURCE_UNKNOWN', 'for the id of another TPP']],
  input: body,
  run: (ctx, { ids, input }) => resolvers.setContactInformation(ctx, ids.tppId, input),
})

export const contactInformation = operation({
  ...described,
  name: 'contactInformation',
  readAt: 'asTpp.contactInformation',
  summary: 'Get contact information',
  description: 'What the TPP has registered.',
  exceptions: [
    ['RESOURCE_UNKNOWN', 'when the TPP has registered nothing'],
    ['RESOURCE_UNKNOWN', 'for the id of another TPP'],
  ],
  run: (ctx, { ids }) => resolvers.getContactInformation(ctx, ids.tppId),
})
