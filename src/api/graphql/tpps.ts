import { z } from '@hono/zod-openapi'
import { tppOf } from '../../bank/context.ts'
import type { SetContactInformation } from '../../bank/inputs/account-information.ts'
import { issueCertificate } from '../../bank/inputs/certificates.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import { stored, text } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/tpps.ts'
import { idOfName, knownTpp, knownTpps, rememberTpp } from '../../bank/resolvers/tpp-register.ts'
import { pageOfTpps } from '../../bank/resolvers/tpps.ts'
import type { EachOf } from '../../domain/given.ts'
import type { IssuedTppCertificate } from '../../domain/tpps.ts'
import type { ContactInformation } from '../../generated/client.ts'
import { AsTpp } from './as-tpp.ts'
import { builder } from './builder.ts'
import { listOfAll } from './connections.ts'
import { enumOf } from './enums.ts'
import { extend, type Fields, implement, payload } from './fields.ts'
import { given } from './input-types.ts'
import { inputArg, partOf } from './inputs.ts'
import { mutation } from './mutations.ts'
import { Tpps } from './nouns.ts'
import { tppById, tppOfRow } from './tpps-of-rows.ts'
import { twin } from './twins.ts'

const ContactInformationRef = builder.objectRef<ContactInformation>('ContactInformation')
implement(
  ContactInformationRef,
  'Where a TPP wants operational notices.',
  t =>
    ({
      tpp: t.of(Tpps.type, 'The TPP.', tppById),
      emails: t.of(
        ['String'],
        'Group or shared mailboxes, not those of persons.',
        ({ emails }) => stored(z.array(z.string()), emails) ?? [],
      ),
      updatedAt: t.instant("When it was registered, by the world's clock."),
    }) satisfies EachOf<SetContactInformation>,
)

const OF_TPP = 'The TPP, which calls for itself: by its id, with or without the prefix PSD, or its name.'

extend(AsTpp, t => ({
  contactInformation: twin(t.raw, operations.contactInformation, {
    type: ContactInformationRef,
    ids: ({ ctx }) => ({ tppId: tppOf(ctx).tppId }),
  }),
}))

builder.mutationFields(t => ({
  setContactInformation: mutation(t, operations.setContactInformation, {
    payload: p => ({ contactInformation: p.of(ContactInformationRef, 'The contact information.', made => made) }),
    ids: {
      given: partOf(z.strictObject({ tpp: text(70, 'The TPP.').openapi({ description: OF_TPP }) })),
      find: async ({ tpp }, bank) => ({ tppId: idOfName(await knownTpps(bank), String(tpp)) }),
      tpp: ({ tpp }) => String(tpp),
    },
  }),
}))

implement(
  Tpps.type,
  'A TPP: one of the bank itself, of this machine, or one that has called. The same in all worlds.',
  t => ({
    id: t.id('The organizationIdentifier of its certificate without the prefix PSD.'),
    name: t.text(
      'Its name by its certificate: of the day of the payment, consent or SCA that it stands at. Its id where the bank does not know its name.',
    ),
    localName: t.optional.text(
      'What `sandbank tpp new` called it, where its key is on this machine; every argument tpp takes it, or the name where no other TPP has it.',
      async (tpp, { bank }) => ('localName' in tpp ? tpp : await knownTpp(bank, tpp.id))?.localName,
    ),
    firstCalledAt: t.optional.instant(
      "When it called this bank first, by the machine's clock. Absent before.",
      async (tpp, { bank }) => ('firstCalledAt' in tpp ? tpp : await knownTpp(bank, tpp.id))?.firstCalledAt,
    ),
  }),
)

builder.queryField('tpps', t => listOfAll(t, Tpps, 'All TPPs that the bank knows, by id.', pageOfTpps))

enumOf('TppRole', 'What a PSD2 certificate allows its TPP (ETSI TS 119 495).', {
  PSP_PI: 'Payment initiation: payments and baskets.',
  PSP_AI: 'Account information.',
})

const Certificate = builder.objectRef<IssuedTppCertificate>('TppCertificate')
implement(Certificate, "A TPP's signing certificate, as the sandbox's own authority issued it.", t => ({
  tpp: t.of(Tpps.type, 'The TPP, by the organisation in the certificate.', tppOfRow),
  certificatePem: t.text('The certificate in PEM.'),
  header: t.text('What TPP-Signature-Certificate carries: Base64 of the DER form.'),
  keyId: t.text('What Signature names the certificate by: SN=…,CA=….'),
  notAfter: t.instant("When it ends, by the machine's clock."),
}))

builder.mutationFields(t => ({
  issueCertificate: t.field({
    type: payload<IssuedTppCertificate, Fields<IssuedTppCertificate>>('issueCertificate', p => ({
      certificate: p.of(Certificate, 'The certificate.', issued => issued),
    })),
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
