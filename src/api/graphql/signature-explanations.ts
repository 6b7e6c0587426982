import type { ExplainedStep, SignatureExplanation } from '../../domain/tpps.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'

const Step = builder.objectRef<ExplainedStep>('ExplainedStep')
implement(Step, 'One step in which the bank checks a signed request.', t => ({
  name: t.text('certificate, signature, date or digest.'),
  passed: t.flag('Whether the request got through it.'),
  texts: t.of(
    ['String'],
    'What was found; of a refusal its reasons, first the mistake that the cryptography proves, if any.',
  ),
}))

const Explanation = builder.objectRef<SignatureExplanation>('SignatureExplanation')
implement(Explanation, 'What is right and wrong with a signed request.', t => ({
  accepted: t.flag('Whether every step passed.'),
  steps: t.of([Step], 'The steps in their order.'),
  signingString: t.optional.text('The string that has to be signed; null when the request does not say what it signs.'),
  warnings: t.of(['String'], 'What is tolerated although a bank may refuse it, as code; text.'),
}))

builder.queryFields(t => ({
  explainSignature: t.field({
    type: Explanation,
    description:
      'Explains a signed request, of this bank or of another with the same interface: checks it step by step, and looks for the mistake of a signature that does not fit. Nothing is stored or done. FORMAT_ERROR for a text that is no request.',
    args: {
      request: t.arg.string({
        required: true,
        description: 'The request as it is sent: method and path, headers, an empty line, the body.',
      }),
    },
    resolve: (_, { request }, { explainSignature }) => explainSignature(request),
  }),
}))
