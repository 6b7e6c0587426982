import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../src/domain/errors.ts'
import { ERRORS, wireCode } from '../../src/wire/errors.ts'
import { type Answer, type CallOptions, startBank } from '../support/bank.ts'
import { addCustomer, customerBody, expectRefusal, PATHS, UNKNOWN_ID } from '../support/builders.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

const path = PATHS.customers
const under = (scenario: string, options: CallOptions = {}) => ({
  ...options,
  headers: { ...options.headers, 'Sandbank-Scenario': scenario },
})
const count = () => bank.store.reader.customer.count({ where: { world: { name: world.name } } })
const said = ({ headers }: Answer) => headers['sandbank-scenario']

describe('error', () => {
  it.each(ERROR_CODES)('%s is answered with its own status and body, and nothing is done', async code => {
    const before = await count()
    const answer = await world.call('POST', path, under(`error; code=${code}`, { body: customerBody() }))
    expect(answer.status).toBe(ERRORS[code].status)
    expect(answer.body.tppMessages).toEqual([
      { category: 'ERROR', code: wireCode(code), text: expect.stringContaining(`error; code=${code} (D88)`) },
    ])
    expect(said(answer)).toBe(`error; code=${code}`)
    expect(await count()).toBe(before)
    expect((await world.call('GET', path, under(`error;code=${code}`))).status).toBe(ERRORS[code].status)
  })

  it('never takes the place of a refusal: every check comes before it', async () => {
    const asked = 'error; code=ACCESS_EXCEEDED'
    const refusals = [
      [await world.call('GET', `${path}/${UNKNOWN_ID}`, under(asked)), 404, 'RESOURCE_UNKNOWN'],
      [await world.call('POST', path, under(asked, { body: {} })), 400, 'FORMAT_ERROR'],
      [await world.call('GET', '/v1/accounts', under(asked)), 400, 'HTTP_HEADER_REQUIRED'],
      [await world.call('GET', path, under(asked, { tpp: bank.newTpp({ roles: [] }) })), 403, 'FORBIDDEN'],
    ] as const
    for (const [answer, status, code] of refusals) {
      expectRefusal(answer, status, code)
      expect(said(answer)).toBeUndefined()
    }
  })

  it('is kept for the same call again as a real refusal is (D15): 409 is, 429 is not', async () => {
    const body = customerBody()
    const conflict = { requestId: randomUUID(), body }
    const first = await world.call('POST', path, under('error; code=CONFLICT', conflict))
    const again = await world.call('POST', path, conflict)
    expect([again.status, again.text, said(again)]).toEqual([409, first.text, 'error; code=CONFLICT'])
    expect(again.headers['sandbank-replayed']).toBe('true')
    const exceeded = { requestId: randomUUID(), body }
    expect((await world.call('POST', path, under('error; code=ACCESS_EXCEEDED', exceeded))).status).toBe(429)
    expect((await world.call('POST', path, exceeded)).status).toBe(201)
  })

  it('takes back even a world that was emptied and filled', async () => {
    const own = await bank.world()
    await addCustomer(own)
    const { text } = await own.call('GET', path)
    expect((await own.call('POST', PATHS.initialize, under('error; code=SYSTEM_ERROR'))).status).toBe(500)
    expect((await own.call('GET', path)).text).toBe(text)
  })
})

describe('400 FORMAT_ERROR, with what would be right, and nothing is done', () => {
  it.each([
    ['', /names no scenario by "": there are error, delay, hang, lose-answer, sca, execution, consent-revoked/],
    ['eror; code=CONFLICT', /most like error\. For example error; code=ACCESS_EXCEEDED/],
    ['error', /code of error is missing/],
    [
      'error; code=ACESS_EXCEEDED',
      /code of error must be a code .* it is "ACESS_EXCEEDED", which is most like ACCESS_EXCEEDED/,
    ],
    ['error; code=CONFLICT; ms=3', /error takes no "ms"/],
    ['error; code', /"code" is no key=value/],
    ['error; code=CONFLICT;', /"" is no key=value/],
    ['error; code=CONFLICT; code=FORBIDDEN', /names "code" twice/],
    ['error; code=CONFLICT; name=delay', /error takes no "name"/],
    ['error; __proto__=x; code=CONFLICT', /error takes no/],
    ['delay; ms=0', /ms of delay must be a whole number from 1 to 300000; it is "0"/],
    ['delay; ms=1e3', /from 1 to 300000/],
    ['hang; s=301', /from 1 to 300/],
    ['hang', /s of hang is missing/],
    ['lose-answer; s=1', /lose-answer takes no "s"/],
    ['sca; outcome=approved', /one of rejected, expired/],
    ['execution; status=ACSC', /one of RJCT, PART/],
    ['execution; status=RJCT; reason=XX99', /one of AC01, AC04/],
    ['consent-revoked; after=1h', /ISO 8601 duration .* such as PT1H; it is "1h"/],
    ['consent-revoked; after=-PT1H', /ISO 8601 duration/],
    ['consent-revoked; after=P2Y', /at most a year/],
    [`delay; ms=${'1'.repeat(300)}`, /at most 200 characters/],
    ['error; code=CONFLICT, delay; ms=1', /it is "CONFLICT, delay"/],
  ])('%s', async (scenario, words) => {
    const before = await count()
    const answer = await world.call('POST', path, under(scenario, { body: customerBody() }))
    const [message = ''] = expectRefusal(answer, 400, 'FORMAT_ERROR')
    expect(message).toMatch(/^Sandbank-Scenario: The header Sandbank-Scenario /)
    expect(message).toMatch(words)
    expect(said(answer)).toBeUndefined()
    expect(await count()).toBe(before)
  })

  it.each([
    ['sca; outcome=rejected', /createCustomer: it is for operations that start an SCA/],
    ['execution; status=RJCT', /it is for createPayment/],
    ['consent-revoked', /it is for offerConsent/],
  ])('%s has nothing to act on here', async (scenario, words) => {
    const answer = await world.call('POST', path, under(scenario, { body: customerBody() }))
    expect(expectRefusal(answer, 400, 'FORMAT_ERROR')[0]).toMatch(words)
  })
})
