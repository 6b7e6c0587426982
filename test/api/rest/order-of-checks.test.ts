import { afterAll, describe, expect, it } from 'vitest'
import { addCustomer, expectRefusal, PATHS, transactionBody, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { type CallOptions, startBank } from '../../support/clients/bank.ts'
import { signedAgain } from '../../support/clients/signed-again.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const world = await bank.world()
const kari = await addCustomer(world)
const roleless = bank.newTpp({ roles: [] })
const path = PATHS.customers
const HUGE = ' '.repeat(1_048_577)
const CERTIFICATE = 'TPP-Signature-Certificate'
const nowhere = `${PATHS.accounts}/${UNKNOWN_ID}/transactions`
const without =
  (...names: string[]): CallOptions['tamper'] =>
  request =>
    withHeaders(request, Object.fromEntries(names.map(name => [name, undefined])))
afterAll(() => expect(bank.faults).toEqual([]))

type Pair = readonly [
  both: string,
  method: string,
  path: string,
  options: CallOptions,
  status: number,
  code: string,
  at?: string,
]
const PAIRS: readonly Pair[] = [
  ['unknown path, body too large', 'POST', '/v1/nothing', { raw: HUGE }, 404, 'NOT_FOUND'],
  ['wrong method, body too large', 'PATCH', path, { raw: HUGE }, 405, 'BAD_REQUEST'],
  ['body too large, no certificate', 'POST', path, { raw: HUGE, tamper: without(CERTIFICATE) }, 413, 'BAD_REQUEST'],
  [
    'headers too large, no certificate',
    'GET',
    path,
    { headers: { 'X-Long': 'x'.repeat(40_000) }, tamper: without(CERTIFICATE) },
    431,
    'BAD_REQUEST',
  ],
  [
    'no certificate, no signature',
    'GET',
    path,
    { tamper: without(CERTIFICATE, 'Signature') },
    401,
    'CERTIFICATE_MISSING',
    CERTIFICATE,
  ],
  [
    'broken certificate, no signature',
    'GET',
    path,
    { tamper: request => withHeaders(request, { [CERTIFICATE]: '!', Signature: undefined }) },
    401,
    'CERTIFICATE_INVALID',
    CERTIFICATE,
  ],
  [
    'no signature, other body',
    'POST',
    path,
    { body: {}, tamper: request => ({ ...withHeaders(request, { Signature: undefined }), body: Buffer.from('[]') }) },
    401,
    'SIGNATURE_MISSING',
    'Signature',
  ],
  [
    'wrong signature, other body',
    'POST',
    path,
    {
      body: {},
      tamper: request => ({ ...request, method: 'POST', target: `${request.target}?x`, body: Buffer.from('[]') }),
    },
    401,
    'SIGNATURE_INVALID',
    'Signature',
  ],
  [
    'other body, no role',
    'POST',
    path,
    { body: {}, tpp: roleless, tamper: request => ({ ...request, body: Buffer.from('[]') }) },
    401,
    'SIGNATURE_INVALID',
    'Digest',
  ],
  [
    'no role, no Digest',
    'POST',
    path,
    { body: {}, tpp: roleless, tamper: request => signedAgain(roleless, request, { Digest: undefined }) },
    403,
    'FORBIDDEN',
    CERTIFICATE,
  ],
  [
    'no Digest, X-Request-ID too long',
    'POST',
    path,
    { body: {}, requestId: 'x'.repeat(129), tamper: request => signedAgain(bank.tpp, request, { Digest: undefined }) },
    400,
    'HTTP_HEADER_REQUIRED',
    'Digest',
  ],
  [
    'X-Request-ID of two words, no JSON',
    'POST',
    path,
    { raw: '{', requestId: 'a b' },
    400,
    'FORMAT_ERROR',
    'X-Request-ID',
  ],
  [
    'wrong media type, no JSON',
    'POST',
    path,
    { raw: '{', tamper: request => withHeaders(request, { 'Content-Type': 'text/plain' }) },
    415,
    'BAD_REQUEST',
    'Content-Type',
  ],
  [
    'compressed body, no JSON',
    'POST',
    path,
    { raw: '{', headers: { 'Content-Encoding': 'gzip' } },
    415,
    'BAD_REQUEST',
    'Content-Encoding',
  ],
  ['wrong Accept, no JSON', 'POST', path, { raw: '{', headers: { Accept: 'text/html' } }, 406, 'BAD_REQUEST', 'Accept'],
  [
    'field missing, number taken',
    'POST',
    path,
    { body: { customerNumber: kari.customerNumber, type: 'PRIVATE' } },
    400,
    'FORMAT_ERROR',
    'name',
  ],
  [
    'wrong day, unknown account',
    'POST',
    nowhere,
    { body: transactionBody({ bookingDate: 'x' }) },
    400,
    'FORMAT_ERROR',
    'bookingDate',
  ],
  ['wrong limit, unknown account', 'GET', `${nowhere}?limit=0`, {}, 400, 'FORMAT_ERROR', 'limit'],
]

describe('a request that fails two checks gets the refusal of the earlier one (D12)', () => {
  const pairs = PAIRS.map(([both, method, target, options, ...refused]) => ({ both, method, target, options, refused }))
  it.each(pairs)('$both', async ({ method, target, options, refused: [status, code, at] }) => {
    const answer = await world.call(method, target, options)
    expectRefusal(answer, status, code)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body.tppMessages[0].path).toBe(at)
  })

  it('unknown world, body too large', async () => {
    expectRefusal(await bank.at('nowhere').call('POST', path, { raw: HUGE }), 404, 'RESOURCE_UNKNOWN')
  })

  it('X-Request-ID used for another call, wrong media type', async () => {
    await world.call('POST', path, { body: {}, requestId: 'used' })
    const options = { body: [], requestId: 'used', headers: { Accept: 'text/html' } }
    expectRefusal(await world.call('POST', path, options), 409, 'CONFLICT')
  })
})
