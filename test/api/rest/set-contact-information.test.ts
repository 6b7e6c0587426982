import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/builders/builders.ts'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type Tpp } from '../../support/clients/bank.ts'
import { describeFieldRules, NO_LIST, REQUIRED } from './shared/field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const own = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const set = (tppId: string, emails: unknown, tpp?: Tpp) =>
  world.call('PUT', contactPath(tppId), { body: { emails }, ...(tpp === undefined ? {} : { tpp }) })

describe('200', () => {
  it('registers addresses in their order, and replaces what was there', async () => {
    const first = await set(own, ['psd2@tpp.example', 'Drift+psd2@tpp.example'])
    expect([first.status, first.body]).toEqual([
      200,
      { tppId: own, emails: ['psd2@tpp.example', 'Drift+psd2@tpp.example'] },
    ])
    expect((await set(own, ['new@tpp.example'])).body.emails).toEqual(['new@tpp.example'])
    expect((await world.call('GET', contactPath(own))).body.emails).toEqual(['new@tpp.example'])
  })

  it('takes the id with the prefix PSD as well, and answers it without ([I] 1.21.6, D20)', async () => {
    const answer = await set(`PSD${own}`, ['psd@tpp.example'])
    expect(answer.body).toEqual({ tppId: own, emails: ['psd@tpp.example'] })
  })

  it('takes up to 10 addresses', async () => {
    const ten = Array.from({ length: 10 }, (_, place) => `box${place}@tpp.example`)
    expect((await set(own, ten)).body.emails).toEqual(ten)
  })

  it.each([['PSP_PI'], ['PSP_AI']] as const)('is open to a certificate with %s alone (D14)', async role => {
    const tpp = bank.newTpp({ roles: [role] })
    expect((await set(tppIdOf(bank, tpp), ['a@b.example'], tpp)).status).toBe(200)
  })

  it('holds for one world', async () => {
    await set(own, ['here@tpp.example'])
    const elsewhere = await bank.world()
    expect((await elsewhere.call('GET', contactPath(own))).status).toBe(404)
  })
})

describe('404', () => {
  it("RESOURCE_UNKNOWN for any id but the caller's own, which stays as it was (D3)", async () => {
    const other = bank.newTpp()
    await set(tppIdOf(bank, other), ['other@tpp.example'], other)
    for (const id of [tppIdOf(bank, other), 'NO-FSA-000000000', `PSDPSD${own}`, own.toLowerCase(), 'x']) {
      expect(expectRefusal(await set(id, ['evil@tpp.example']), 404, 'RESOURCE_UNKNOWN')).toEqual([
        `There is no TPP "${id}" for this caller; its own id is ${own}.`,
      ])
    }
    const kept = await world.call('GET', contactPath(tppIdOf(bank, other)), { tpp: other })
    expect(kept.body.emails).toEqual(['other@tpp.example'])
  })
})

const EMAIL = 'must be an e-mail address.'
describeFieldRules(
  world,
  {
    method: 'PUT',
    request: async () => ({ path: contactPath(own), body: { emails: ['a@b.example', 'c@d.example'] } }),
  },
  [
    ['emails', REQUIRED, undefined],
    ['emails', 'must be a list of e-mail addresses.', ...NO_LIST],
    ['emails', 'must hold at least one address.', []],
    ['emails', 'must hold at most 10 addresses.', Array.from({ length: 11 }, (_, place) => `box${place}@tpp.example`)],
    ['emails', 'must hold each address once.', ['a@b.example', 'A@B.example']],
    [
      'emails[1]',
      EMAIL,
      'a',
      'a@',
      '@b.example',
      'a b@c.example',
      'Kari <a@b.example>',
      5,
      null,
      'a@b.example\r\nBcc: x@y.example',
    ],
    [
      'emails[0]',
      'must have at most 254 characters.',
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
    ],
    ['phone', 'is not a field of this request (D18): check its spelling.', '112'],
  ],
)
