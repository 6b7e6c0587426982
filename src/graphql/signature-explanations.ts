import type { ExplainedStep, SignatureExplanation } from '../domain/tpps.ts'
import { builder } from './builder.ts'

const Step = builder.objectRef<ExplainedStep>('ExplainedStep').implement({
  description: 'One step in which the bank checks a signed request (D12).',
  fields: t => ({
    name: t.exposeString('name', { description: 'certificate, signature, date or digest.' }),
    passed: t.exposeBoolean('passed', { description: 'Whether the request got through it.' }),
    texts: t.exposeStringList('texts', {
      description: 'What was found; of a refusal its reasons, first the mistake that the cryptography proves, if any.',
    }),
  }),
})

const Explanation = builder.objectRef<SignatureExplanation>('SignatureExplanation').implement({
  description: 'What is right and wrong with a signed request (D96).',
  fields: t => ({
    accepted: t.exposeBoolean('accepted', { description: 'Whether every step passed.' }),
    steps: t.expose('steps', { type: [Step], description: 'The steps in their order.' }),
    signingString: t.exposeString('signingString', {
      nullable: true,
      description: 'The string that has to be signed; null when the request does not say what it signs.',
    }),
    warnings: t.exposeStringList('warnings', {
      description: 'What is tolerated although a bank may refuse it, as code; text (D73).',
    }),
  }),
})

builder.queryFields(t => ({
  explainSignature: t.field({
    type: Explanation,
    description:
      'Explains a signed request, of this bank or of another with the same interface: checks it step by step, and looks for the mistake of a signature that does not fit (D96). Nothing is stored or done. FORMAT_ERROR for a text that is no request.',
    args: {
      request: t.arg.string({
        required: true,
        description: 'The request as it is sent: method and path, headers, an empty line, the body.',
      }),
    },
    resolve: (_, { request }, { explainSignature }) => explainSignature(request),
  }),
}))
