import type { IssuedTppCertificate } from '../domain/tpps.ts'
import { issueCertificate } from '../inputs/certificates.ts'
import { parseInput } from '../inputs/parse.ts'
import { rememberTpp } from '../resolvers/tpp-register.ts'
import { builder } from './builder.ts'
import { enumOf } from './enum-of.ts'
import { implement } from './fields.ts'
import { given, inputArg } from './inputs.ts'

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
      await rememberTpp(bank, issued.tppId, issued.tppName)
      return issued
    },
  }),
}))
