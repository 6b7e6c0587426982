import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Answer, send, startBank, type World } from '../support/bank.ts'
import { customerBody, PATHS } from '../support/builders.ts'
import { withHeaders } from '../support/signing-client.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const FIELDS = `id at door operation tppId method target requestId status code durationMs
  request { headers { name value } body bytes } answer { headers { name value } body bytes }
  verdicts { step passed faults { text path } }`

const find = async (world: World, id: string | undefined) => {
  const { body } = await world.graphql(`query ($id: ID!) { request(id: $id) { ${FIELDS} } }`, { id })
  return body.data?.request
}
const list = async (world: World, args = '') => {
  const { body } = await world.graphql(`{ requests${args} { totalCount nodes { id status target } } }`)
  return body.data.requests
}
const idOf = (answer: Answer) => answer.headers['sandbank-request']

const steps = (call: { verdicts: { step: string; passed: boolean }[] }) =>
  call.verdicts.map(({ step, passed }) => `${step}${passed ? '' : '!'}`).join(' ')
const PROVED = 'ROUTE WORLD SIZE CERTIFICATE SIGNATURE DIGEST ROLES REQUIRED_HEADERS HEADER_FORMATS'

describe('A call of REST is in the journal, under the id that its answer says (D95)', () => {
  it('with what was sent, what was answered, and each step', async () => {
    const world = await bank.world()
    const requestId = randomUUID()
    const body = customerBody()
    const answer = await world.call('POST', PATHS.customers, { body, requestId })
    const call = await find(world, idOf(answer))
    expect(call).toMatchObject({
      door: 'REST',
      operation: 'createCustomer',
      method: 'POST',
      target: `${world.base}${PATHS.customers}`,
      requestId,
      status: 201,
      code: null,
      request: { body: JSON.stringify(body), bytes: JSON.stringify(body).length },
      answer: { body: answer.text, bytes: answer.text.length },
    })
    expect(call.tppId).toMatch(/^NO-FSA-/)
    expect(call.durationMs).toBeGreaterThan(0)
    expect(call.request.headers).toContainEqual({ name: 'X-Request-ID', value: requestId })
    expect(call.answer.headers).toContainEqual({ name: 'Location', value: answer.headers['location'] })
    expect(steps(call)).toBe(`${PROVED} REPLAY MEDIA_TYPE BODY RULES`)
    expect(steps(await find(world, idOf(await world.call('GET', PATHS.customers))))).toBe(
      `${PROVED} MEDIA_TYPE BODY RULES`,
    )
  })

  it.each([
    [
      'SIGNATURE',
      'SIGNATURE_MISSING',
      { tamper: (request: Parameters<typeof withHeaders>[0]) => withHeaders(request, { Signature: undefined }) },
    ],
    [
      'DIGEST',
      'SIGNATURE_INVALID',
      { tamper: (request: Parameters<typeof withHeaders>[0]) => ({ ...request, body: Buffer.from('{}') }) },
    ],
    ['MEDIA_TYPE', 'NOT_ACCEPTABLE', { headers: { Accept: 'text/html' } }],
    ['BODY', 'FORMAT_ERROR', { body: {} }],
  ] as const)('refused by the step %s, with the reason', async (step, code, options) => {
    const world = await bank.world()
    const answer = await world.call('POST', PATHS.customers, { body: customerBody(), ...options })
    const call = await find(world, idOf(answer))
    expect(call.code).toBe(code)
    expect(call.verdicts.at(-1)).toMatchObject({ step, passed: false })
    expect(call.verdicts.at(-1).faults[0].text).toBe(answer.body.tppMessages[0].text)
    expect(call.verdicts.slice(0, -1).every(({ passed }: { passed: boolean }) => passed)).toBe(true)
  })

  it('a repeated one too, with an id of its own, and the reason of the refusal that was kept', async () => {
    const world = await bank.world()
    const twice = () => world.call('POST', PATHS.customers, { body: {}, requestId: 'twice' })
    const [first, second] = [await twice(), await twice()]
    expect(second.headers['sandbank-replayed']).toBe('true')
    expect(idOf(second)).not.toBe(idOf(first))
    expect(await find(world, idOf(second))).toMatchObject({ code: 'FORMAT_ERROR', status: 400 })
    expect((await find(world, idOf(second))).verdicts.at(-1).step).toBe('REPLAY')
  })

  it('another call under a used id ends at its replay, whatever else is wrong with it', async () => {
    const world = await bank.world()
    await world.call('POST', PATHS.customers, { body: customerBody(), requestId: 'used' })
    const other = await world.call('POST', PATHS.customers, { body: {}, requestId: 'used' })
    expect(other.status).toBe(409)
    const call = await find(world, idOf(other))
    expect(call.verdicts.at(-1)).toMatchObject({ step: 'REPLAY', passed: false })
    expect(call.verdicts.at(-1).faults[0].text).toContain('was used for another call')
  })

  it("in the default world's journal when it reached no world", async () => {
    const home = bank.at('default')
    for (const target of [
      '/v1/nowhere',
      '/worlds/no-such/v1/sandbox/customers',
      '/worlds/no-such/graphql?query={__typename}',
    ]) {
      const answer = await send(bank.url, { method: 'GET', target, headers: [], body: new Uint8Array() })
      expect(answer.status).toBe(404)
      expect(await find(home, idOf(answer))).toMatchObject({ method: 'GET', status: 404 })
    }
  })
})

describe('A call of the other doors is in it, too', () => {
  it('GraphQL, with the document, and its refusal', async () => {
    const world = await bank.world()
    const fine = await world.graphql('query Names { customers { nodes { name } } }')
    expect(await find(world, idOf(fine))).toMatchObject({
      door: 'GRAPHQL',
      operation: 'Names',
      status: 200,
      code: null,
      answer: { body: fine.text },
    })
    const refused = await world.graphql('{ customer(customerNumber: "1") { name } }')
    const call = await find(world, idOf(refused))
    expect(call).toMatchObject({ operation: 'customer', code: 'RESOURCE_UNKNOWN' })
    expect(JSON.parse(call.request.body).query).toContain('customerNumber')
    expect(steps(call)).toBe('ACCESS DOCUMENT RULES!')
  })

  it('a page of a PSU', async () => {
    const world = await bank.world()
    const page = await send(bank.url, {
      method: 'GET',
      target: `${world.base}/my/consents`,
      headers: [],
      body: new Uint8Array(),
    })
    expect(await find(world, idOf(page))).toMatchObject({ door: 'PAGE', status: 200, operation: null })
  })

  it('but looking at the journal is not', async () => {
    const world = await bank.world()
    await world.graphql('{ customers { totalCount } }')
    for (let n = 0; n < 3; n += 1) expect((await list(world)).totalCount).toBe(1)
  })
})

describe('The list', () => {
  it('has the latest first, in pages and by filters', async () => {
    const world = await bank.world()
    const ids = []
    for (let n = 0; n < 5; n += 1) ids.unshift(idOf(await world.call('GET', `${PATHS.customers}/${n}`)))
    await world.call('GET', PATHS.customers)
    expect((await list(world, '(filter: { status: 404 })')).nodes.map(({ id }: { id: string }) => id)).toEqual(ids)
    for (const [filter, count] of [
      ['refused: true', 5],
      ['refused: false', 1],
      ['code: "RESOURCE_UNKNOWN"', 5],
      ['operation: "customers"', 1],
      ['door: GRAPHQL', 0],
      ['tppId: "nobody"', 0],
    ] as const)
      expect([filter, (await list(world, `(filter: { ${filter} })`)).totalCount]).toEqual([filter, count])
    const walk = async (args: string, cursor: 'endCursor' | 'startCursor', name: string) => {
      const seen: string[] = []
      for (let at = ''; ; ) {
        const { body } = await world.graphql(
          `{ requests(filter: { refused: true }, ${args}${at}) { nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
        )
        const { nodes, pageInfo } = body.data.requests
        seen.push(...nodes.map(({ id }: { id: string }) => id))
        if (!(name === 'after' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen
        at = `, ${name}: "${pageInfo[cursor]}"`
      }
    }
    expect(await walk('first: 2', 'endCursor', 'after')).toEqual(ids)
    expect(await walk('last: 1', 'startCursor', 'before')).toEqual(ids.toReversed())
  })

  it('is of one world: another has none of it', async () => {
    const [one, other] = [await bank.world(), await bank.world()]
    const answer = await one.call('GET', PATHS.customers)
    expect((await list(other)).totalCount).toBe(0)
    expect(await find(other, idOf(answer))).toBeNull()
  })

  it('loses no call of 64 clients at once', async () => {
    const world = await bank.world()
    const answers = await Promise.all(Array.from({ length: 64 * 5 }, () => world.call('GET', PATHS.customers)))
    expect(new Set(answers.map(idOf)).size).toBe(64 * 5)
    expect((await list(world)).totalCount).toBe(64 * 5)
  })
})

describe('Secrets', () => {
  it('never enter it: tokens, cookies and private keys are hidden', async () => {
    const world = await bank.world()
    const key = bank.tpp.key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const answer = await world.call('POST', PATHS.customers, {
      body: customerBody({ name: key }),
      headers: { Authorization: 'Bearer s3cret', Cookie: 'a=s3cret', 'Proxy-Authorization': 's3cret' },
    })
    const form = await send(bank.url, {
      method: 'POST',
      target: `${world.base}/my/consents`,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Cookie', 'sandbank-form=s3cret'],
      ],
      body: Buffer.from('customerNumber=1&token=s3cret'),
    })
    for (const id of [idOf(answer), idOf(form)]) {
      const text = JSON.stringify(await find(world, id))
      expect(text).toContain('[hidden]')
      expect(text).not.toContain('s3cret')
      expect(text).not.toContain(key.split('\n')[1])
    }
  })
})
