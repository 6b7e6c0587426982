import { afterAll, expect, it } from 'vitest'
import { addCorporateSetting, create, engagementBody, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { addPrivate } from '../../support/builders/consented.ts'
import { addPayer, NDCT, paymentBody, register } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const OFFER = `mutation ($input: OfferConsentInput! = {}) { offerConsent(input: $input) { authorisation { id purpose status scaRedirect tpp { id name }
  redirectUri redirectPreferred context psu { customerNumber } agreement { id } payment { id } signingBasket { id } sessionId finishedAt createdAt expiresAt } } }`
const COMPLETE = `mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) {
    redirectTo authorisation { status sessionId finishedAt context psu { customerNumber } agreement { name } } } }`

it('offers a consent as the built-in TPP, to a PSU that is not known yet', async () => {
  const world = await bank.world()
  const {
    offerConsent: { authorisation: made },
  } = await ask(world, OFFER)
  expect(made).toEqual({
    id: expect.any(String),
    purpose: 'CONSENT',
    status: 'RECEIVED',
    scaRedirect: `${bank.url}${world.base}/sca/${made.id}`,
    tpp: { id: 'SANDBANK', name: 'Sandbank' },
    redirectUri: 'https://tpp.example/back',
    redirectPreferred: true,
    context: null,
    psu: null,
    agreement: null,
    payment: null,
    signingBasket: null,
    sessionId: null,
    finishedAt: null,
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
  })
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * 60_000)
})

it('offers it in the name of a TPP that the world has seen, and by its other name too', async () => {
  const world = await bank.world()
  const rest = await world.call('POST', '/v1/bank-offered-consents', { headers: PSU_PRESENT })
  const { authorisation } = await ask(world, 'query ($id: ID!) { authorisation(id: $id) { tpp { id name } } }', {
    id: rest.body.authorisationId,
  })
  const input = { tpp: `PSD${authorisation.tpp.id}`, redirectUri: 'com.example.app:back', redirectPreferred: false }
  const { offerConsent } = await ask(world, OFFER, { input })
  expect(offerConsent.authorisation).toMatchObject({
    ...authorisation,
    redirectUri: 'com.example.app:back',
    redirectPreferred: false,
  })
  const other = bank.newTpp()
  const {
    offerConsent: { authorisation: quiet },
  } = await ask(world, OFFER, { input: { tpp: tppIdOf(bank, other) } })
  expect(quiet.tpp.name).toMatch(/^tpp-/)
})

it('shows what the PSU could choose from, privately and for a corporation, before it does', async () => {
  const world = await bank.world()
  const { psu, agreement, account, engagementsPath } = await addCorporateSetting(world)
  await create(world, engagementsPath, engagementBody(psu.customerNumber, account.iban))
  const { id } = (await ask(world, OFFER)).offerConsent.authorisation
  const query = `query ($id: ID!, $psu: String) { authorisation(id: $id) { offers(psu: $psu) {
    context agreement { id automatic } owner { type } accounts { id } cardAccounts { id } } } }`
  const { offers } = (await ask(world, query, { id, psu: psu.customerNumber })).authorisation
  expect(offers).toEqual([
    {
      context: 'PRIVATE',
      agreement: { id: expect.any(String), automatic: true },
      owner: { type: 'PRIVATE' },
      accounts: [],
      cardAccounts: [],
    },
    {
      context: 'CORPORATE',
      agreement: { id: agreement.id, automatic: false },
      owner: { type: 'CORPORATE' },
      accounts: [{ id: account.id }],
      cardAccounts: [],
    },
  ])
  expect((await refused(world, query, { id })).tppMessages[0]).toMatchObject({
    code: 'PSU_CREDENTIALS_INVALID',
    path: 'psu',
  })
})

it('lets the PSU approve without a browser, for the accounts it picks', async () => {
  const world = await bank.world()
  const { customerNumber, account } = await addPrivate(world)
  const input = { redirectUri: 'https://tpp.example/back?x=1', psu: customerNumber }
  const { id } = (await ask(world, OFFER, { input })).offerConsent.authorisation
  const { redirectTo, authorisation } = (
    await ask(world, COMPLETE, { input: { id, psu: customerNumber, accountIds: [account.id], outcome: 'APPROVED' } })
  ).completeAuthorisation
  const back = new URL(redirectTo)
  expect(`${back.origin}${back.pathname}`).toBe('https://tpp.example/back')
  expect([...back.searchParams.keys()]).toEqual(['x', 'psu-id', 'tpp-session-id'])
  expect(authorisation).toEqual({
    status: 'FINALISED',
    sessionId: back.searchParams.get('tpp-session-id'),
    finishedAt: expect.any(String),
    context: 'PRIVATE',
    psu: { customerNumber },
    agreement: { name: 'Kari Nordmann' },
  })
  const { consents } = await ask(world, '{ consents { nodes { accounts { id } cardAccounts { id } } } }')
  expect(consents.nodes).toEqual([{ accounts: [{ id: account.id }], cardAccounts: [] }])
})

it('lets the PSU reject, and refuses whatever comes after', async () => {
  const world = await bank.world()
  const { customerNumber } = await addPrivate(world)
  const { id } = (await ask(world, OFFER)).offerConsent.authorisation
  for (const [wrong, code] of [
    [undefined, 'FORMAT_ERROR'],
    ['1', 'PSU_CREDENTIALS_INVALID'],
  ] as const)
    expect((await refused(world, COMPLETE, { input: { id, psu: wrong, outcome: 'REJECTED' } })).code).toBe(code)
  const rejecting = { input: { id, psu: customerNumber, outcome: 'REJECTED' } }
  const { redirectTo, authorisation } = (await ask(world, COMPLETE, rejecting)).completeAuthorisation
  expect(redirectTo).toBe('https://tpp.example/back?error=access_denied')
  expect(authorisation).toMatchObject({ status: 'FAILED', sessionId: null })
  expect((await refused(world, COMPLETE, { input: { id, psu: customerNumber, outcome: 'APPROVED' } })).code).toBe(
    'SCA_INVALID',
  )
  expect((await ask(world, '{ consents { totalCount } }')).consents.totalCount).toBe(0)
})

it('refuses what the page refuses', async () => {
  const world = await bank.world()
  const { customerNumber } = await addPrivate(world)
  const other = await addPrivate(world)
  const start = async (input = {}): Promise<string> =>
    (await ask(world, OFFER, { input })).offerConsent.authorisation.id
  const codeOf = async (input: object) => {
    const { code, tppMessages } = await refused(world, COMPLETE, { input: { outcome: 'APPROVED', ...input } })
    return [code, tppMessages[0].path]
  }
  expect(await codeOf({ id: UNKNOWN_ID, psu: customerNumber })).toEqual(['SCA_NOT_FOUND', undefined])
  expect(await codeOf({ id: await start() })).toEqual(['FORMAT_ERROR', 'input.psu'])
  expect(await codeOf({ id: await start(), psu: 'nobody' })).toEqual(['PSU_CREDENTIALS_INVALID', 'input.psu'])
  expect(await codeOf({ id: await start({ psu: customerNumber }), psu: other.customerNumber })).toEqual([
    'PSU_CREDENTIALS_INVALID',
    'input.psu',
  ])
  expect(await codeOf({ id: await start(), psu: customerNumber, context: 'CORPORATE' })).toEqual([
    'SCA_INVALID',
    'input.context',
  ])
  expect(await codeOf({ id: await start(), psu: customerNumber, agreementId: 'x' })).toEqual([
    'SCA_INVALID',
    'input.agreementId',
  ])
  expect(await codeOf({ id: await start(), psu: customerNumber, accountIds: ['x', null] })).toEqual([
    'FORMAT_ERROR',
    'input.accountIds[1]',
  ])
  expect(await codeOf({ id: await start(), psu: customerNumber, accountIds: [other.account.id] })).toEqual([
    'SCA_INVALID',
    'input.accountIds',
  ])
  const late = await start()
  await moveClock(bank, world, { by: 'PT31M' })
  expect(await codeOf({ id: late, psu: customerNumber })).toEqual(['SCA_EXPIRED', undefined])
  expect((await refused(world, 'query ($id: ID!) { authorisation(id: $id) { id } }', { id: UNKNOWN_ID })).code).toBe(
    'SCA_NOT_FOUND',
  )
})

it('lists authorisations by TPP, state and purpose, page by page', async () => {
  const world = await bank.world()
  const [one, two] = [tppIdOf(bank, bank.newTpp()), tppIdOf(bank, bank.newTpp())]
  for (const tpp of [one, two, one]) await ask(world, OFFER, { input: { tpp } })
  const [first] = (
    await ask(world, '{ authorisations(first: 1) { nodes { id } pageInfo { hasNextPage } totalCount } }')
  ).authorisations.nodes
  const { customerNumber } = await addPrivate(world)
  await ask(world, COMPLETE, { input: { id: first.id, psu: customerNumber, outcome: 'REJECTED' } })
  const count = async (filter: object) =>
    (
      await ask(world, 'query ($filter: AuthorisationFilterInput) { authorisations(filter: $filter) { totalCount } }', {
        filter,
      })
    ).authorisations.totalCount
  expect([
    await count({}),
    await count({ tpp: `PSD${one}` }),
    await count({ status: 'FAILED' }),
    await count({ purpose: 'CONSENT', status: 'RECEIVED' }),
    await count({ purpose: 'PAYMENT' }),
  ]).toEqual([3, 2, 1, 2, 0])
})

it('takes the newest SCA that waits for the PSU when none is named, and refuses when none waits', async () => {
  const world = await bank.world()
  const complete =
    'mutation ($customerNumber: String!) { completeAuthorisation(input: { psu: $customerNumber, outcome: APPROVED }) { authorisation { id } } }'
  const [kari, ola] = [await addPrivate(world), await addPrivate(world)]
  const start = async (psu?: string) => (await ask(world, OFFER, { input: { psu } })).offerConsent.authorisation.id
  await start()
  const last = await start(kari.customerNumber)
  await start(ola.customerNumber)
  const done = await ask(world, complete, { customerNumber: kari.customerNumber })
  expect(done.completeAuthorisation.authorisation.id).toBe(last)
  await ask(world, complete, { customerNumber: kari.customerNumber })
  expect((await refused(world, complete, { customerNumber: kari.customerNumber })).code).toBe('SCA_NOT_FOUND')
})

it('says that nothing is left to approve, with the status of the payment, when it is approved again', async () => {
  const { psu, number, debtor, creditor } = await addPayer(bank)
  const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
  const decision = { input: { id: payment.id, psu: number, outcome: 'APPROVED' } }
  await ask(psu, COMPLETE, decision)
  const { code, tppMessages } = await refused(psu, COMPLETE, decision)
  expect(code).toBe('SCA_INVALID')
  expect(tppMessages[0].text).toBe(
    'This authorisation was already approved. The payment is ACTC: there is nothing to authorise.',
  )
})
