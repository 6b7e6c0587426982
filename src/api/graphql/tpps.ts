import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { SetContactInformation } from '../../bank/inputs/account-information.ts'
import { issueCertificate } from '../../bank/inputs/certificates.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import { stored } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/tpps.ts'
import { idOfName, knownTpps, rememberTpp } from '../../bank/resolvers/tpp-register.ts'
import { pageOfTpps } from '../../bank/resolvers/tpps.ts'
import { DomainError } from '../../domain/errors.ts'
import type { EachOf } from '../../domain/given.ts'
import type { IssuedTppCertificate, KnownTpp } from '../../domain/tpps.ts'
import type { ContactInformation } from '../../generated/client.ts'
import { builder } from './builder.ts'
import { listOfAll } from './connections.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { given, inputArg } from './inputs.ts'
import { listType } from './nouns.ts'
import { twin } from './twins.ts'

const ContactInformationRef = builder.objectRef<ContactInformation>('ContactInformation')
implement(
  ContactInformationRef,
  'Where a TPP wants operational notices ([I] 1.18.0).',
  t =>
    ({
      tppId: t.text('The id of the TPP without the prefix PSD (D20).'),
      emails: t.of(
        ['String'],
        'Group or shared mailboxes, not those of persons.',
        ({ emails }) => stored(z.array(z.string()), emails) ?? [],
      ),
      updatedAt: t.instant("When it was registered, by the world's clock."),
    }) satisfies EachOf<SetContactInformation>,
)

const contactArgs = builder.args(t => ({
  tpp: t.string({
    description:
      'The TPP, which calls for itself (D3): by its id, with or without the prefix PSD ([I] 1.21.6), or its name.',
  }),
  tppId: t.string({ description: 'The older name of tpp, as it is called everywhere else.' }),
}))
type ContactArgs = Readonly<Partial<Record<'tpp' | 'tppId', string | null | undefined>>>

function tppNamed({ tpp, tppId }: ContactArgs): string {
  const named = tppId ?? tpp
  if (named == null) throw new DomainError('FORMAT_ERROR', 'is required: whose contact information.', 'tpp')
  return named
}

const contact = {
  type: ContactInformationRef,
  args: contactArgs,
  ids: async (args: ContactArgs, bank: Context) => ({ tppId: idOfName(await knownTpps(bank), tppNamed(args)) }),
  tpp: (args: ContactArgs) => args.tpp ?? tppNamed(args),
  show: (row: ContactInformation) => row,
}

builder.queryFields(t => ({
  contactInformation: twin(t, operations.contactInformation, { ...contact, nullable: true }),
}))

builder.mutationFields(t => ({
  setContactInformation: twin(t, operations.setContactInformation, contact),
}))

export const TppRef = builder.objectRef<KnownTpp>('Tpp')
implement(
  TppRef,
  'A TPP that this bank knows: its own, one of this machine, or one that has called. The same in all worlds.',
  t => ({
    id: t.id('The organizationIdentifier of its certificate without the prefix PSD (D20).'),
    name: t.text('Its name by its certificate.'),
    localName: t.optional.text(
      'What `sandbank tpp new` called it, where its key is on this machine; every argument tpp takes it, or the name where no other TPP has it.',
    ),
    firstCalledAt: t.optional.instant("When it called this bank first, by the machine's clock. Absent before."),
  }),
)

builder.queryField('tpps', t =>
  listOfAll(t, listType(TppRef, 'TPP'), 'All TPPs that the bank knows, by id.', pageOfTpps),
)

enumOf('TppRole', 'What a PSD2 certificate allows its TPP (D14, ETSI TS 119 495).', {
  PSP_PI: 'Payment initiation: payments and baskets.',
  PSP_AI: 'Account information.',
})

const Certificate = builder.objectRef<IssuedTppCertificate>('TppCertificate')
implement(Certificate, "A TPP's signing certificate, as the sandbox's own authority issued it.", t => ({
  tppId: t.text('The id of the TPP, without the prefix PSD (D20).'),
  tppName: t.text('The organisation in the certificate.'),
  certificatePem: t.text('The certificate in PEM.'),
  header: t.text('What TPP-Signature-Certificate carries: Base64 of the DER form ([I] Authentication 1).'),
  keyId: t.text('What Signature names the certificate by: SN=…,CA=… ([I] Authentication 3).'),
  notAfter: t.instant("When it ends, by the machine's clock."),
}))

builder.mutationFields(t => ({
  issueCertificate: t.field({
    type: Certificate,
    description:
      "Issues a certificate for a key that stays with its owner: the operator's way to a TPP without a file of the server. It is trusted in all worlds. FORMAT_ERROR for a key that is none, or too weak.",
    args: inputArg(issueCertificate),
    resolve: async (_, { input }, { bank, certify }) => {
      const { roles = ['PSP_PI', 'PSP_AI'], ...order } = parseInput(given(issueCertificate), input)
      const issued = await certify({ ...order, roles })
      await rememberTpp(bank, issued.tppId, issued.tppName, { roles, notAfter: issued.notAfter })
      return issued
    },
  }),
}))
