import { z } from '@hono/zod-openapi'
import type { ContactInformation } from '../generated/client.ts'
import { setContactInformation } from '../inputs/account-information.ts'
import { actAsTpp } from '../resolvers/operators.ts'
import * as tpps from '../resolvers/tpps.ts'
import { builder } from './builder.ts'
import { given } from './inputs.ts'
import { stored } from './values.ts'

const ContactInformationRef = builder.objectRef<ContactInformation>('ContactInformation').implement({
  description: 'Where a TPP wants operational notices ([I] 1.18.0).',
  fields: t => ({
    tppId: t.exposeString('tppId', { description: 'The id of the TPP without the prefix PSD (D20).' }),
    emails: t.stringList({
      description: 'Group or shared mailboxes, not those of persons.',
      resolve: ({ emails }) => stored(z.array(z.string()), emails) ?? [],
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: "When it was registered, by the world's clock.",
    }),
  }),
})

const SetContactInformationInput = builder
  .inputType('SetContactInformation', {
    description: 'The body of PUT /v1/tpps/{tppId}/contact-information.',
    fields: t => ({
      emails: t.stringList({ required: true, description: '1 to 10 e-mail addresses, each once.' }),
    }),
  })
  .validate(given(setContactInformation))

const contactArgs = builder.args(t => ({
  tppId: t.string({ required: true, description: 'The id of the TPP, with or without the prefix PSD ([I] 1.21.6).' }),
  tpp: t.string({ description: 'The TPP that calls: the same one when not given. No other has access (D3).' }),
}))

builder.queryFields(t => ({
  contactInformation: t.field({
    type: ContactInformationRef,
    nullable: true,
    description: 'What a TPP has registered. RESOURCE_UNKNOWN when it has not, and for any other TPP than the caller.',
    args: contactArgs,
    resolve: async (_, { tppId, tpp }, { bank }) =>
      tpps.getContactInformation(await actAsTpp(bank, tpp ?? tppId), tppId),
  }),
}))

builder.mutationFields(t => ({
  setContactInformation: t.field({
    type: ContactInformationRef,
    description:
      'Registers where a TPP wants operational notices; replaces what was there. RESOURCE_UNKNOWN for any other TPP than the caller.',
    args: {
      ...contactArgs,
      input: t.arg({ type: SetContactInformationInput, required: true, description: 'The addresses.' }),
    },
    resolve: async (_, { tppId, tpp, input }, { bank }) =>
      tpps.setContactInformation(await actAsTpp(bank, tpp ?? tppId), tppId, input),
  }),
}))
