import { afterAll, expect, it } from 'vitest'
import { addCorporateSetting, create, engagementBody, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addPrivate, NOON } from '../../support/builders/consented.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'
import { moveClock, stopClock } from '../../support/clients/clock.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const GRANT = `mutation ($input: GrantConsentInput!) {
  grantConsent(input: $input) {
    psuId sessionId redirectTo psuHeaders { name value }
    consent { id tpp { id } context state grantedAt expiresAt revokedAt psu { customerNumber } agreement { id } accounts { id } cardAccounts { id } } } }`
const STATES = '{ consents { nodes { state } } }'
type Header = { readonly name: string; readonly value: string }
const asHeaders = (list: readonly Header[]) => Object.fromEntries(list.map(({ name, value }) => [name, value]))

it('grants a consent at once, so that its TPP can read through REST', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber, account, other, card } = await addPrivate(world)
  const { grantConsent: granted } = await ask(world, GRANT, { input: { tpp, psu: customerNumber } })
  expect(granted.consent).toEqual({
    id: expect.any(String),
    tpp: { id: tpp },
    context: 'PRIVATE',
    state: 'VALID',
    grantedAt: '2030-05-15T10:00:00.000Z',
    expiresAt: '2030-11-11T10:00:00.000Z',
    revokedAt: null,
    psu: { customerNumber },
    agreement: { id: expect.any(String) },
    accounts: [{ id: account.id }, { id: other.id }],
    cardAccounts: [{ id: card.id }],
  })
  const headers = asHeaders(granted.psuHeaders)
  expect(headers).toEqual({ 'PSU-ID': granted.psuId, 'TPP-Session-ID': granted.sessionId, 'PSU-Context': 'PRIVATE' })
  expect(granted.redirectTo).toContain(`psu-id=${granted.psuId}&tpp-session-id=${granted.sessionId}`)
  const rest = await world.call('GET', '/v1/accounts', { headers: { ...PSU_PRESENT, ...headers } })
  expect([rest.status, rest.body.accounts.length]).toEqual([200, 2])
})

it('says which TPP it was given to, and to another TPP that this one has it (D32, D71)', async () => {
  const world = await bank.world()
  const { customerNumber, account } = await addPrivate(world)
  const grant = 'grantConsent(input: { psu: $psu, tpp: $tpp }) { tpp { id name } psuId psuHeaders { name value } }'
  const given = (by?: string) =>
    ask(world, `mutation ($psu: String!, $tpp: String) { ${grant} }`, { psu: customerNumber, tpp: by })
  const { grantConsent: granted } = await given()
  expect(granted.tpp).toEqual({ id: 'SANDBANK', name: 'Sandbank' })
  const headers = { ...PSU_PRESENT, ...asHeaders(granted.psuHeaders) }
  const text =
    'This PSU has given this TPP no consent for this context (D32). It has given one to SANDBANK, and a consent serves the TPP alone that it is for. Send the PSU to scaRedirect.'
  const rest = await world.call('GET', `/v1/accounts/${account.id}`, { headers })
  const graph = await refused(
    world,
    'query ($access: AccessInput!, $id: ID!) { asTpp(access: $access) { account(by: { id: $id }) { account { id } } } }',
    { id: account.id, access: { tpp, psu: customerNumber, context: 'PRIVATE' } },
  )
  expect([rest.status, rest.body.tppMessages[0].text]).toEqual([401, text])
  expectSameRefusal(rest, graph, 'CONSENT_INVALID')
  const { why } = await ask(world, 'query ($id: ID) { why(of: { call: $id }) { text change } }', {
    id: rest.headers['sandbank-request'],
  })
  expect(why.text).toContain(text)
  expect(why.change).toContain(`grantConsent(input: { tpp: "${tpp}"`)
  expect((await given(tpp)).grantConsent.tpp.id).toBe(tpp)
  expect((await world.call('GET', `/v1/accounts/${account.id}`, { headers })).status).toBe(200)
})

it('names no TPP whose consent was taken back, or is too old (D32)', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber, account } = await addPrivate(world)
  const { grantConsent: granted } = await ask(world, GRANT, { input: { psu: customerNumber } })
  const headers = { ...PSU_PRESENT, ...asHeaders(granted.psuHeaders) }
  const read = async () => (await world.call('GET', `/v1/accounts/${account.id}`, { headers })).body.tppMessages[0].text
  expect(await read()).toContain('It has given one to SANDBANK')
  await ask(world, 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { state } } }', { id: granted.consent.id })
  expect(await read()).not.toContain('SANDBANK')
  await ask(world, GRANT, { input: { psu: customerNumber } })
  expect(await read()).toContain('It has given one to SANDBANK')
  await moveClock(bank, world, { by: 'P181D' })
  expect(await read()).not.toContain('SANDBANK')
})

it('grants one for a corporation, with the agreement in the headers', async () => {
  const world = await bank.world()
  const { psu, agreement, account, engagementsPath } = await addCorporateSetting(world)
  await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
  const corporate = { context: 'CORPORATE', agreementId: agreement.id, accountIds: [account.id] }
  const { grantConsent: granted } = await ask(world, GRANT, { input: { tpp, psu: psu.customerNumber, ...corporate } })
  const headers = asHeaders(granted.psuHeaders)
  expect(headers).toMatchObject({ 'PSU-Context': 'CORPORATE', 'PSU-Corporate-ID': agreement.id })
  const rest = await world.call('GET', '/v1/accounts', { headers: { ...PSU_PRESENT, ...headers } })
  expect(rest.body.accounts).toMatchObject([{ resourceId: account.id }])
})

it('refuses a consent that the PSU could not give, and then leaves no authorisation behind', async () => {
  const world = await bank.world()
  const { customerNumber } = await addPrivate(world)
  const other = await addPrivate(world)
  const rows: [object, string][] = [
    [{ psu: 'nobody' }, 'PSU_CREDENTIALS_INVALID'],
    [{ context: 'CORPORATE' }, 'SCA_INVALID'],
    [{ accountIds: [other.account.id] }, 'SCA_INVALID'],
    [{ accountIds: [] }, 'SCA_INVALID'],
    [{ redirectUri: 'file:///etc/passwd' }, 'FORMAT_ERROR'],
  ]
  for (const [more, code] of rows)
    expect((await refused(world, GRANT, { input: { psu: customerNumber, ...more } })).code).toBe(code)
  const { consents, authorisations } = await ask(world, '{ consents { totalCount } authorisations { totalCount } }')
  expect([consents.totalCount, authorisations.totalCount]).toEqual([0, 0])
})

it('distinguishes valid, replaced, expired and revoked consents', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber } = await addPrivate(world)
  const states = async () => (await ask(world, STATES)).consents.nodes.map((node: { state: string }) => node.state)
  await ask(world, GRANT, { input: { psu: customerNumber } })
  const { consent } = (await ask(world, GRANT, { input: { psu: customerNumber } })).grantConsent
  await ask(world, GRANT, { input: { tpp, psu: customerNumber } })
  expect(await states()).toEqual(['REPLACED', 'VALID', 'VALID'])
  const revoke = 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { id state revokedAt } } }'
  const { revokeConsent } = await ask(world, revoke, { id: consent.id })
  expect(revokeConsent.consent).toEqual({ id: consent.id, state: 'REVOKED', revokedAt: '2030-05-15T10:00:00.000Z' })
  await moveClock(bank, world, { by: 'P181D' })
  expect(await states()).toEqual(['REVOKED', 'REVOKED', 'EXPIRED'])
  expect((await refused(world, revoke, { id: UNKNOWN_ID })).code).toBe('RESOURCE_UNKNOWN')
})

it('lists consents by TPP and customer, on the customer, and one by one', async () => {
  const world = await bank.world()
  const [kari, ola] = [await addPrivate(world), await addPrivate(world)]
  for (const { customerNumber: psu } of [kari, ola]) await ask(world, GRANT, { input: { psu } })
  const { consent } = (await ask(world, GRANT, { input: { tpp, psu: kari.customerNumber } })).grantConsent
  const count = async (filter: object) =>
    (await ask(world, 'query ($filter: ConsentFilterInput) { consents(filter: $filter) { totalCount } }', { filter }))
      .consents.totalCount
  expect([
    await count({}),
    await count({ tpp }),
    await count({ tpp: 'SANDBANK' }),
    await count({ customer: kari.customerNumber }),
    await count({ customer: kari.customerNumber, tpp: 'SANDBANK' }),
    await count({ customer: 'nobody' }),
  ]).toEqual([3, 1, 2, 2, 1, 0])
  const one = await ask(
    world,
    'query ($id: ID!, $number: String) { consent(id: $id) { tpp { id name } } customer(by: { customerNumber: $number }) { consents(last: 1) { totalCount nodes { id } } } }',
    { id: consent.id, number: kari.customerNumber },
  )
  expect(one).toEqual({
    consent: { tpp: { id: tpp, name: expect.stringMatching(/^tpp-/) } },
    customer: { consents: { totalCount: 2, nodes: [{ id: consent.id }] } },
  })
  expect((await refused(world, 'query ($id: ID!) { consent(id: $id) { id } }', { id: UNKNOWN_ID })).code).toBe(
    'RESOURCE_UNKNOWN',
  )
})

it('keeps a consent whose agreement and accounts are gone', async () => {
  const world = await bank.world()
  const { psu, agreement, account, engagementsPath } = await addCorporateSetting(world)
  await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
  await ask(world, GRANT, { input: { psu: psu.customerNumber, context: 'CORPORATE' } })
  await world.call('DELETE', `/v1/sandbox/agreements/${agreement.id}`)
  await world.call('DELETE', `/v1/sandbox/accounts/${account.id}`)
  const { consents } = await ask(world, '{ consents { nodes { state agreement { id } accounts { id } } } }')
  expect(consents.nodes).toEqual([{ state: 'VALID', agreement: null, accounts: [] }])
})

it('grants a consent that was given earlier, and lists consents by their state', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const people = await Promise.all(Array.from({ length: 3 }, () => addPrivate(world)))
  const [kari, ola, per] = people.map(({ customerNumber }) => customerNumber)
  const grant = `mutation ($customerNumber: String!, $at: DateTime) {
    grantConsent(input: { psu: $customerNumber, at: $at }) { consent { id state grantedAt } } }`
  const give = async (customerNumber: string | undefined, at?: string) =>
    (await ask(world, grant, { customerNumber, at })).grantConsent.consent
  const replaced = await give(kari)
  const valid = await give(kari)
  const justGood = await give(ola, '2029-11-16T10:00:00Z')
  const expired = await give(per, '2029-11-16T09:59:59.999Z')
  const before = await give(kari, '2030-01-01T00:00:00Z')
  expect([justGood, expired, before].map(({ state, grantedAt }) => [state, grantedAt])).toEqual([
    ['VALID', '2029-11-16T10:00:00.000Z'],
    ['EXPIRED', '2029-11-16T09:59:59.999Z'],
    ['REPLACED', '2030-01-01T00:00:00.000Z'],
  ])
  const idsOf = async (state: string, args = '') => {
    const { consents } = await ask(
      world,
      `{ consents(filter: { state: ${state} }${args}) { totalCount nodes { id state } } }`,
    )
    expect(consents.nodes.every((one: { state: string }) => one.state === state)).toBe(true)
    return consents.nodes.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('VALID')).toEqual([valid.id, justGood.id])
  expect(await idsOf('VALID', ', last: 1')).toEqual([justGood.id])
  expect(await idsOf('EXPIRED')).toEqual([expired.id])
  expect(await idsOf('REPLACED')).toEqual([replaced.id, before.id])
  await ask(world, 'mutation ($id: ID!) { revokeConsent(id: $id) { consent { id } } }', { id: valid.id })
  expect(await idsOf('REVOKED')).toEqual([replaced.id, valid.id, before.id])
  const later = await refused(world, grant, { customerNumber: kari, at: '2030-05-15T10:00:00.001Z' })
  expect([later.code, later.tppMessages[0].path]).toEqual(['FORMAT_ERROR', 'input.at'])
  expect((await ask(world, '{ consents { totalCount } }')).consents.totalCount).toBe(5)
})

it('takes the PSU who decides as psu, which is required', async () => {
  const world = await bank.world()
  await stopClock(bank, world, NOON)
  const { customerNumber } = await addPrivate(world)
  const grant = (input: string) => `mutation { grantConsent(input: ${input}) { consent { psu { customerNumber } } } }`
  expect((await ask(world, grant(`{ psu: "${customerNumber}" }`))).grantConsent).toEqual({
    consent: { psu: { customerNumber } },
  })
  const { offerConsent } = await ask(
    world,
    `mutation { offerConsent(input: { psu: "${customerNumber}" }) { authorisation { id } } }`,
  )
  const complete = (psu: string) =>
    `mutation { completeAuthorisation(input: { id: "${offerConsent.authorisation.id}", ${psu} outcome: APPROVED }) { authorisation { status } } }`
  for (const query of [grant('{ context: PRIVATE }'), complete('')])
    expect(await refused(world, query)).toMatchObject({
      code: 'FORMAT_ERROR',
      tppMessages: [{ path: 'input.psu', text: 'is required.' }],
    })
  expect((await ask(world, complete(`psu: "${customerNumber}",`))).completeAuthorisation).toEqual({
    authorisation: { status: 'FINALISED' },
  })
})
