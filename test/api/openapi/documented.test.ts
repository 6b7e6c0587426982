import { expect, it } from 'vitest'
import { customerBody, PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { assertDocumented } from './assert-documented.ts'

const bank = await startBank()
const world = await bank.world()
const created = await world.call('POST', PATHS.customers, { body: customerBody() })

const without = (name: string) => Object.fromEntries(Object.entries(created.headers).filter(([one]) => one !== name))

it('an answer as the document says passes, of a path that is no operation any', () => {
  expect(() => assertDocumented('POST', PATHS.customers, created)).not.toThrow()
  expect(() => assertDocumented('POST', '/v1/nothing', { ...created, status: 299 })).not.toThrow()
})

it.each([
  ['a status that the document does not have', { status: 299 }, 'does not document the status 299'],
  ['a header that is promised and not there', { headers: without('location') }, 'answers 201 without location'],
  [
    'a header of ours that is not documented',
    { headers: { ...created.headers, 'sandbank-secret': '1' } },
    'does not document sandbank-secret',
  ],
  ['a body of another kind', { body: { ...created.body, customerName: 7 } }, 'answers 201 as documented'],
  [
    'a code that the operation does not have',
    {
      status: 409,
      headers: without('location'),
      body: { tppMessages: [{ category: 'ERROR', code: 'SCA_NOT_FOUND' }] },
    },
    'does not document SCA_NOT_FOUND of its answer 409',
  ],
  [
    'a body where there is none',
    { status: 204, method: 'DELETE', headers: without('location') },
    'answers 204 with a body',
  ],
])('%s fails the test', (_, change: object, message) => {
  const wrong = { ...created, method: 'POST', ...change }
  const path = wrong.method === 'POST' ? PATHS.customers : `${PATHS.customers}/1`
  expect(() => assertDocumented(wrong.method, path, wrong)).toThrow(message)
})
