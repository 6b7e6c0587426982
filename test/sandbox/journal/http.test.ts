import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { customerBody, PATHS } from '../../support/builders/builders.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { spkiOf } from '../../support/builders/public-keys.ts'
import { type Answer, send, startBank, type World } from '../../support/clients/bank.ts'
import { answerIn, exchange } from '../../support/clients/raw-socket.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const FIELDS = `id at door operation tpp { id } method target xRequestId status code durationMs
  request { headers { name value } body bytes } answer { headers { name value } body bytes }
  verdicts { step passed faults { text path } }`

const find = async (world: World, id: string | undefined) => {
  const { body } = await world.graphql(`query ($id: ID!) { call(by: { id: $id }) { ${FIELDS} } }`, { id })
  return body.data?.call
}
const list = async (world: World, args = '') => {
  const { body } = await world.graphql(`{ calls${args} { totalCount nodes { id status target } } }`)
  return body.data.calls
}
const idOf = (answer: Answer) => answer.headers['sandbank-request']

const steps = (call: { verdicts: { step: string; passed: boolean }[] }) =>
  call.verdicts.map(({ step, passed }) => `${step}${passed ? '' : '!'}`).join(' ')
const DOCUMENT = 'ACCESS WORLD MEDIA_TYPE BODY DOCUMENT'
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
      xRequestId: requestId,
      status: 201,
      code: null,
      request: { body: JSON.stringify(body), bytes: JSON.stringify(body).length },
      answer: { body: answer.text, bytes: answer.text.length },
    })
    expect(call.tpp.id).toMatch(/^NO-FSA-/)
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

  it.each([
    ['http://[', 'localhost'],
    ['ftp://localhost/', 'localhost'],
    ['//localhost', 'loc alhost'],
    ['/console\\live', 'localhost'],
    ['/', 'a/b'],
  ])('when its target %s makes no URL with the host %s', async (target, host) => {
    const text = await exchange(
      bank.url,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Odd: 1\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    const [, id = ''] = /sandbank-request: (\S+)/i.exec(text) ?? []
    const call = await find(bank.at('default'), id)
    expect(call).toMatchObject({ method: 'GET', target, status: 400, code: 'BAD_REQUEST' })
    expect(text).toContain(JSON.stringify(call.verdicts[0].faults[0].text).slice(1, -1))
    expect(call.verdicts).toMatchObject([{ step: 'FRAMING', passed: false }])
    expect(call.request.headers).toContainEqual({ name: 'X-Odd', value: '1' })
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
    const refused = await world.graphql('{ customer(by: { customerNumber: "1" }) { name } }')
    const call = await find(world, idOf(refused))
    expect(call).toMatchObject({ operation: 'customer', code: 'RESOURCE_UNKNOWN' })
    expect(JSON.parse(call.request.body).query).toContain('customerNumber')
    expect(steps(call)).toBe('ACCESS WORLD MEDIA_TYPE BODY DOCUMENT RULES!')
  })

  it.each([
    ['POST', '', { Origin: 'https://elsewhere.example' }, '{}', 'ACCESS!', 'FORBIDDEN'],
    ['POST', 'none', {}, '{}', 'ACCESS WORLD!', 'RESOURCE_UNKNOWN'],
    ['POST', '', { Accept: 'text/plain' }, '{}', 'ACCESS WORLD MEDIA_TYPE!', 'BAD_REQUEST'],
    ['POST', '', { 'Content-Type': 'text/plain' }, '{}', 'ACCESS WORLD MEDIA_TYPE!', 'BAD_REQUEST'],
    ['DELETE', '', {}, '', 'ACCESS WORLD MEDIA_TYPE ROUTE!', 'BAD_REQUEST'],
    ['POST', '', {}, '{bad', 'ACCESS WORLD MEDIA_TYPE BODY!', 'FORMAT_ERROR'],
    ['POST', '', {}, '{"query":1}', 'ACCESS WORLD MEDIA_TYPE BODY!', 'FORMAT_ERROR'],
    ['POST', '', {}, '{"query":"{ accounts { nodes { name } } }"}', `${DOCUMENT}!`, 'FORMAT_ERROR'],
    [
      'POST',
      '',
      {},
      '{"query":"query A($n: Int!) { accounts(first: $n) { totalCount } }"}',
      `${DOCUMENT}!`,
      'FORMAT_ERROR',
    ],
    ['GET', '?query=mutation{freezeClock{clock{now}}}', {}, '', `${DOCUMENT}!`, 'BAD_REQUEST'],
  ] as const)('GraphQL that is refused early, with the step that did it: %s %s %o %s', async (...row) => {
    const [method, more, headers, body, expected, code] = row
    const answer = await send(bank.url, {
      method,
      target: more === 'none' ? '/worlds/none/graphql' : `/graphql${more}`,
      headers: Object.entries({ 'Content-Type': 'application/json', ...headers }),
      body: Buffer.from(body),
    })
    const call = await find(bank.at('default'), idOf(answer))
    expect([steps(call), call.code, call.status]).toEqual([expected, code, answer.status])
    expect(call.answer.body).toBe(answer.text)
    // What the list shows of it is what its caller received.
    const { text, path } = (answer.body.errors?.[0].extensions ?? answer.body).tppMessages[0]
    expect(call.verdicts.at(-1).faults[0]).toEqual({ text, path: path ?? null })
    const { body: said } = await bank.at('default').graphql(`{ why(of: { call: "${call.id}" }) { state text advice } }`)
    // The cause stands first (D97).
    expect(said.data.why.text).toContain(text)
    expect(said.data.why.text).toMatch(/Refused at the step [A-Z_]+ \(D12\)\.$/)
    expect(said.data.why.advice).toMatch(/\w{3,} /)
  })

  it.each([
    ['POST', '/callback', 'ROUTE!', 'BAD_REQUEST'],
    ['GET', '/nowhere', 'ROUTE!', 'NOT_FOUND'],
    ['GET', '/worlds/none/callback', 'ROUTE WORLD!', 'RESOURCE_UNKNOWN'],
    ['GET', '/requests/none', 'ROUTE WORLD RULES!', 'RESOURCE_UNKNOWN'],
    ['PUT', '/console/clock', 'ROUTE!', 'BAD_REQUEST'],
    ['POST', '/console/clock', 'ROUTE ACCESS!', 'FORBIDDEN'],
  ] as const)('a page that is refused, with the step that did it: %s %s', async (method, target, expected, code) => {
    const headers = Object.entries({ Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' })
    const answer = await send(bank.url, { method, target, headers, body: Buffer.alloc(0) })
    const call = await find(bank.at('default'), idOf(answer))
    expect([steps(call), call.code, call.status]).toEqual([expected, code, answer.status])
    expect(call.verdicts.at(-1).faults[0].text).toMatch(/\w+/)
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
      ['tpp: "SANDBANK"', 0],
    ] as const)
      expect([filter, (await list(world, `(filter: { ${filter} })`)).totalCount]).toEqual([filter, count])
    const walk = async (args: string, cursor: 'endCursor' | 'startCursor', name: string) => {
      const seen: string[] = []
      for (let at = ''; ; ) {
        const { body } = await world.graphql(
          `{ calls(filter: { refused: true }, ${args}${at}) { nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
        )
        const { nodes, pageInfo } = body.data.calls
        seen.push(...nodes.map(({ id }: { id: string }) => id))
        if (!(name === 'after' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) return seen
        at = `, ${name}: "${pageInfo[cursor]}"`
      }
    }
    expect(await walk('first: 2', 'endCursor', 'after')).toEqual(ids)
    expect(await walk('last: 1', 'startCursor', 'before')).toEqual(ids.toReversed())
  })

  it('refuses an operation that was mistyped and a code that no refusal has, and takes the name of any document (D95)', async () => {
    const world = await bank.world()
    await world.graphql('query createPayments { world { name } }')
    const ask = async (filter: string) => (await world.graphql(`{ calls(filter: { ${filter} }) { totalCount } }`)).body
    for (const [name, wrong, said] of [
      ['operation', 'createPaymnt', 'No call has this operation: is it createPayment?'],
      ['operation', 'createCustomr', 'No call has this operation: is it createCustomer?'],
      ['code', 'CONFLCT', 'No call has this code: is it CONFLICT?'],
      ['code', 'TEAPOT', 'No call has this code.'],
    ] as const) {
      const { errors } = await ask(`${name}: "${wrong}"`)
      expect(errors[0].extensions.tppMessages).toEqual([
        { category: 'ERROR', code: 'FORMAT_ERROR', path: `filter.${name}`, text: said },
      ])
    }
    for (const [filter, count] of [
      ['operation: "createPayments"', 1],
      ['operation: "createPayment"', 0],
      ['operation: "createCustomers"', 0],
      ['operation: "AnyDocument"', 0],
      ['code: "METHOD_NOT_ALLOWED"', 0],
    ] as const)
      expect([filter, await ask(filter)]).toEqual([filter, { data: { calls: { totalCount: count } } }])
    // Another world may have a call of this name.
    const query = '{ calls(filter: { operation: "createPayments" }, allWorlds: true) { totalCount } }'
    expect((await (await bank.world()).graphql(query)).body).toEqual({ data: { calls: { totalCount: 1 } } })
  })

  it('is of a TPP by its id, its local name, or the name that its certificate alone has', async () => {
    const world = await bank.world()
    const key = keptKey('tpp')
    const issue = async (name: string) => {
      const input = { name, publicKey: spkiOf(key).toString('base64') }
      const made = await world.graphql(
        'mutation ($input: IssueCertificateInput!) { issueCertificate(input: $input) { certificate { tpp { id } certificatePem } } }',
        { input },
      )
      return made.body.data.issueCertificate.certificate
    }
    const {
      tpp: { id: tppId },
      certificatePem,
    } = await issue('elsewhere')
    await world.call('GET', PATHS.customers, { tpp: { key, certificate: new X509Certificate(certificatePem) } })
    const ask = async (filter: string) => (await world.graphql(`{ calls(filter: { ${filter} }) { totalCount } }`)).body
    const { localName } = (
      await world.graphql('{ tpps(first: 1000) { nodes { localName } } }')
    ).body.data.tpps.nodes.find((one: { localName: string | null }) => one.localName !== null)
    for (const [named, count] of [
      [tppId, 1],
      [`PSD${tppId}`, 1],
      ['elsewhere', 1],
      [localName, 0],
    ] as const)
      expect([named, await ask(`tpp: "${named}"`)]).toEqual([named, { data: { calls: { totalCount: count } } }])
    const second = (await issue('elsewhere')).tpp.id
    for (const [name, text] of [
      ['elsewhere', 'Several TPPs are called "elsewhere": give the id of one, of '],
      ['nobody', 'There is no TPP "nobody". Known are '],
    ] as const) {
      const { errors } = await ask(`tpp: "${name}"`)
      const [{ path, text: said }] = errors[0].extensions.tppMessages
      expect([errors[0].extensions.code, path]).toEqual(['RESOURCE_UNKNOWN', 'filter.tpp'])
      expect(said).toContain(text)
      for (const id of name === 'elsewhere' ? [tppId, second] : []) expect(said).toContain(`elsewhere (${id})`)
    }
  })

  it('can be sorted by how long calls took, in pages from either end', async () => {
    const world = await bank.world()
    for (let n = 0; n < 7; n += 1) await world.call('GET', `${PATHS.customers}/${n}`)
    const query = async (order: string, more = '') =>
      (
        await world.graphql(
          `{ calls(filter: { refused: true }, order: ${order} ${more}) { nodes { id durationMs } pageInfo { endCursor startCursor } } }`,
        )
      ).body.data.calls
    const { nodes: slowest } = await query('DURATION_DESC')
    const times = slowest.map(({ durationMs }: { durationMs: number }) => durationMs)
    expect([times, times.length]).toEqual([times.toSorted((one: number, other: number) => other - one), 7])
    expect((await query('DURATION_ASC')).nodes).toEqual(slowest.toReversed())
    const { nodes: some, pageInfo } = await query('DURATION_DESC', 'first: 3')
    const { nodes: rest } = await query('DURATION_DESC', `after: "${pageInfo.endCursor}"`)
    expect([...some, ...rest]).toEqual(slowest)
    const { nodes: last } = await query('DURATION_ASC', `last: 2, before: "${pageInfo.endCursor}"`)
    expect(last).toEqual(slowest.slice(3, 5).toReversed())
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

describe('A secret of another door, sent to this one', () => {
  it.each([
    'X-Api-Key',
    'apikey',
    'X-Auth-Token',
    'X-Access-Token',
    'X-Client-Secret',
    'X-Forwarded-Authorization',
    'Ocp-Apim-Subscription-Key',
    'X-Amz-Security-Token',
    'password',
  ])('is not kept: the header %s', async name => {
    const world = await bank.world()
    const text = JSON.stringify(
      await find(world, idOf(await world.call('GET', PATHS.customers, { headers: { [name]: 's3cret' } }))),
    )
    expect(text).toContain(`{"name":"${name}","value":"[hidden]"}`)
    expect(text).not.toContain('s3cret')
  })

  it.each([
    'access_token',
    'ACCESS_TOKEN',
    'id_token',
    'api_key',
    'apiKey',
    'client_secret',
    'password',
    'Token',
    'x.access-token',
    'access%5Ftoken',
  ])('is not kept: the parameter %s of a query, in the target, a Referer and a redirect', async name => {
    const world = await bank.world()
    const query = `?a=1&${name}=s3cret%2B/=&b=2`
    const headers = { Referer: `https://tpp.example/${query}`, 'TPP-Redirect-URI': `https://tpp.example/${query}` }
    const text = JSON.stringify(
      await find(world, idOf(await world.call('GET', `${PATHS.customers}${query}`, { headers }))),
    )
    expect(text).toContain(`?a=1&${decodeURIComponent(name)}=[hidden]&b=2`)
    expect(text).not.toContain('s3cret')
  })

  it.each([
    ['access_%74oken', 'access_token'],
    ['%70assw%6frd', 'password'],
    ['api%4Bey', 'apiKey'],
    ['%63%6C%69%65%6E%74%5F%73%65%63%72%65%74', 'client_secret'],
  ])('is not kept either where its name is written as %s', async (written, name) => {
    const world = await bank.world()
    const query = `?a=1&${written}=s3cret&b=2`
    const text = JSON.stringify(
      await find(world, idOf(await world.call('GET', `${PATHS.customers}${query}`, { headers: { Referer: query } }))),
    )
    expect(text).toContain(`?a=1&${name}=[hidden]&b=2`)
    expect(text).not.toContain('s3cret')
  })

  it('and what only looks like one is kept', async () => {
    const world = await bank.world()
    const headers = { 'TPP-Session-ID': 'session', 'Idempotency-Key': 'first', 'X-Keys': 'many' }
    const answer = await world.call('GET', `${PATHS.customers}?tokens=5&keyId=6`, { headers })
    const text = JSON.stringify(await find(world, idOf(answer)))
    expect(text).not.toContain('[hidden]')
    for (const kept of ['session', 'first', 'many', '?tokens=5&keyId=6']) expect(text).toContain(kept)
  })
})

describe('A private key that was sent by accident', () => {
  const rsa = keptKey('tpp')
  const asText = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1', format: 'pem' | 'der', secret = false) => {
    const more = secret ? { cipher: 'aes-256-cbc', passphrase: 'x' } : {}
    return format === 'pem'
      ? key.export({ type, format, ...more }).toString()
      : key.export({ type, format, ...more }).toString('base64')
  }
  const EC = ['P-256', 'P-384', 'P-521', 'secp256k1'].map(namedCurve => ({
    namedCurve,
    key: generateKeyPairSync('ec', { namedCurve }).privateKey,
  }))
  const FORMS: readonly (readonly [form: string, text: string])[] = [
    ...(['pkcs1', 'pkcs8'] as const).flatMap(type =>
      (['pem', 'der'] as const).map(format => [`RSA, ${type}, ${format}`, asText(rsa, type, format)] as const),
    ),
    ['RSA of 1024 bits', asText(keptKey('weak', 1024), 'pkcs1', 'der')],
    ['RSA, encrypted, PEM', asText(rsa, 'pkcs8', 'pem', true)],
    ['RSA, encrypted, DER', asText(rsa, 'pkcs8', 'der', true)],
    ...EC.flatMap(({ namedCurve, key }) => [
      ...(['sec1', 'pkcs8'] as const).flatMap(type =>
        (['pem', 'der'] as const).map(
          format => [`${namedCurve}, ${type}, ${format}`, asText(key, type, format)] as const,
        ),
      ),
      [`${namedCurve}, encrypted`, asText(key, 'pkcs8', 'der', true)] as const,
    ]),
    ...([generateKeyPairSync('ed25519'), generateKeyPairSync('x25519'), generateKeyPairSync('ed448')] as const).map(
      ({ privateKey }) => [`${privateKey.asymmetricKeyType}`, asText(privateKey, 'pkcs8', 'der')] as const,
    ),
    [
      'OpenSSH',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\n-----END OPENSSH PRIVATE KEY-----\n',
    ],
    ['OpenSSH without its armour', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMw'],
    ['PGP', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBGPqAAAA\n-----END PGP PRIVATE KEY BLOCK-----\n'],
    ['PKCS #12', 'MIIJzwIBAzCCCYUGCSqGSIb3DQEHAaCCCXYEgglyMIIJbjCCA'],
  ]
  const WRITINGS: readonly (readonly [how: string, write: (text: string) => string])[] = [
    ['as it is', text => text],
    ['on one line', text => text.replaceAll('\n', '')],
    ['percent-encoded', encodeURIComponent],
    ['as a form', text => encodeURIComponent(text).replaceAll('%20', '+')],
    ['with the letters of PRIVATE percent-encoded', text => encodeURIComponent(text).replaceAll('P', '%50')],
    [
      'with the letters of PRIVATE as JSON may write them',
      text => text.replaceAll('P', '\\u0050').replaceAll('I', '\\u0049'),
    ],
    ['in Base64', text => (text.startsWith('-----') ? Buffer.from(text).toString('base64') : text)],
  ]

  it.each(FORMS)('never enters the journal: %s', async (form, text) => {
    const world = await bank.world()
    for (const [how, write] of WRITINGS) {
      const sent = write(text)
      const inBody = await world.call('POST', PATHS.customers, { body: customerBody({ name: sent }) })
      const inHeader = await world.call('GET', PATHS.customers, {
        headers: { 'PSU-User-Agent': sent.replaceAll('\n', ' ') },
      })
      for (const id of [idOf(inBody), idOf(inHeader)]) {
        const kept = JSON.stringify((await find(world, id)).request)
        expect(kept, `${form}, ${how}`).toContain('[hidden]')
        // Enough of what was in its middle to know it by.
        expect(kept).not.toContain(sent.slice(Math.floor(sent.length / 2)).slice(0, 12))
      }
    }
  })

  it('and what is public is kept', async () => {
    const world = await bank.world()
    const pem = createPublicKey(rsa).export({ type: 'spki', format: 'pem' }).toString()
    for (const name of [bank.tpp.certificate.raw.toString('base64'), pem]) {
      const answer = await world.call('POST', PATHS.customers, { body: customerBody({ name }) })
      expect((await find(world, idOf(answer))).request.body).toContain(JSON.stringify(name).slice(1, -1))
    }
  })
})

describe('A verdict says what was expected and what was found (D95)', () => {
  type Found = readonly [step: string, path: string | null, expected: string | null, found: string | null]
  const JUDGED = 'verdicts { step passed faults { path expected found } } warnings { code text }'
  const judged = async (world: World, answer: Answer) => {
    const query = `query ($id: ID!) { call(by: { id: $id }) { ${JUDGED} } }`
    const { body } = await world.graphql(query, { id: idOf(answer) })
    return body.data.call
  }
  const ROWS: readonly (readonly [what: string, make: (world: World) => Promise<Answer>, found: Found])[] = [
    [
      'a field of the body',
      world => world.call('POST', PATHS.customers, { body: customerBody({ type: 'NO_PSU' }) }),
      ['BODY', 'type', 'must be one of PRIVATE, CORPORATE.', '"NO_PSU"'],
    ],
    [
      'a field that is missing',
      world => world.call('POST', PATHS.customers, { body: { ...customerBody(), name: undefined } }),
      ['BODY', 'name', 'is required.', 'nothing'],
    ],
    [
      'a query parameter',
      world => world.call('GET', `${PATHS.customers}?withAccounts=maybe`),
      ['BODY', 'withAccounts', 'must be true or false.', 'maybe'],
    ],
    [
      'a header that is missing',
      world =>
        world.call('GET', '/v1/accounts', {
          headers: { 'TPP-Session-ID': 's', 'TPP-Redirect-URI': 'https://a.example/b' },
        }),
      ['REQUIRED_HEADERS', 'x-accept-fix', 'the header', 'nothing'],
    ],
    [
      'a media type',
      world => world.call('POST', PATHS.customers, { raw: '{}', headers: { 'Content-Encoding': 'br' } }),
      ['MEDIA_TYPE', 'Content-Encoding', 'application/json in UTF-8', 'br'],
    ],
    [
      'a path',
      world => world.call('GET', `${PATHS.customers}/x/y`),
      ['ROUTE', null, 'a path and a method that the bank has', null],
    ],
  ]

  it.each(ROWS)('%s', async (_, make, [step, path, expected, found]) => {
    const world = bank.at('default')
    const { verdicts } = await judged(world, await make(world))
    const [failed] = verdicts.filter(({ passed }: { passed: boolean }) => !passed)
    expect(failed.step).toBe(step)
    expect(failed.faults[0]).toMatchObject({ path, expected: expect.any(String) })
    if (found !== null) expect(failed.faults[0]).toMatchObject({ expected, found })
    else expect(failed.faults[0].found).toBe(`GET ${PATHS.customers}/x/y`)
  })

  it('and warnings are fields of the call', async () => {
    const world = await bank.world()
    const { warnings } = await judged(world, await world.call('GET', PATHS.customers))
    expect(warnings).toEqual([{ code: 'DATE_UNSIGNED', text: expect.stringContaining('Date') }])
  })
})

describe('What never reaches a door is in the journal of the default world, too (D95)', () => {
  const GARBAGE: readonly (readonly [what: string, text: string, status: number, method: string, target: string])[] = [
    ['two hosts', 'GET /v1/two HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'GET', '/v1/two'],
    [
      'a coding that is not known',
      'POST /v1/coded HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
      400,
      'POST',
      '/v1/coded',
    ],
    ['a header that is none', 'GET /v1/odd HTTP/1.1\r\nHost: a\r\nb@c: d\r\n\r\n', 400, 'GET', '/v1/odd'],
    ['no HTTP at all', 'EHLO bank\r\n\r\n', 400, '-', ''],
    ['headers without end', `GET /v1/long HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 431, '-', ''],
  ]

  it.each(GARBAGE)('%s', async (_, text, status, method, target) => {
    const { head } = answerIn(await exchange(bank.url, text))
    const [, id = ''] = /Sandbank-Request: (\S+)/i.exec(head) ?? []
    expect(Number(head.slice(9, 12))).toBe(status)
    const call = await find(bank.at('default'), id)
    expect(call).toMatchObject({ status, method, target, tpp: null })
    expect(steps(call)).toBe('FRAMING!')
    expect(call.verdicts[0].faults[0].text).not.toBe('')
  })

  it.each(['/nothing', '/docs/nothing', '/assets/nothing.js', '/worlds/none/requests', '/health/x'])(
    'the path %s, as a browser and as a program asks for it',
    async path => {
      for (const accept of ['text/html', 'application/json']) {
        const answer = await fetch(`${bank.url}${path}`, { headers: { Accept: accept } })
        expect(answer.status).toBe(404)
        const call = await find(bank.at('default'), answer.headers.get('Sandbank-Request') ?? '')
        expect(call).toMatchObject({
          status: 404,
          code: path.startsWith('/worlds/') ? 'RESOURCE_UNKNOWN' : 'NOT_FOUND',
          method: 'GET',
          target: path,
          door: 'PAGE',
        })
      }
    },
  )
})

it.each([
  ['a path that there is not', 'GET', '/v1/nothing', 404],
  ['a method that the path has not', 'PATCH', '/v1/accounts', 405],
  ['a page that there is not', 'GET', '/nothing', 404],
])('A call in a world is in its journal also with %s (D95)', async (_, method, path, status) => {
  const world = await bank.world()
  const answer = await send(bank.url, { method, target: `${world.base}${path}`, headers: [], body: Buffer.alloc(0) })
  expect(answer.status).toBe(status)
  expect(await find(world, idOf(answer))).toMatchObject({ method, target: `${world.base}${path}`, status })
  expect(await find(bank.at('default'), idOf(answer))).toBeNull()
  const elsewhere = await send(bank.url, { method, target: `/worlds/nope${path}`, headers: [], body: Buffer.alloc(0) })
  expect(await find(bank.at('default'), idOf(elsewhere))).toMatchObject({ method, status })
})

it('A request that cannot be read is in the journal of the world that it names (D95)', async () => {
  const world = await bank.world()
  const text = `GET ${world.base}/v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.2\r\nConnection: close\r\n\r\n`
  const [, id] = /sandbank-request: (\S+)/i.exec(answerIn(await exchange(bank.url, text)).head) ?? []
  expect(await find(world, id)).toMatchObject({ status: 400, verdicts: [{ step: 'FRAMING', passed: false }] })
})
