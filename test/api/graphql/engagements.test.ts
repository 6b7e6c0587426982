import { expect, it } from 'vitest'
import { account, engagement, makeAccount, makeCorporation } from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = `mutation ($input: CreateEngagementInput!) {
  createEngagement(input: $input) { engagement { id roles registerLimit approvalLimit offeredForConsent } } }`

it("opens a corporation's account to a PSU and shows it from every side", async () => {
  const world = await server.world()
  const { agreementId, accountId, iban, psu } = await makeCorporation(world)
  const made = await world.run(CREATE, {
    input: { agreementId, ...engagement(iban, psu), roles: ['REGISTER', 'VIEW'] },
  })
  const { id, ...rest } = made.data.createEngagement.engagement
  expect(rest).toEqual({ roles: ['REGISTER', 'VIEW'], registerLimit: 5000, approvalLimit: 0, offeredForConsent: true })

  const { data } = await world.run(
    `{ engagement(id: "${id}") { psu { customerNumber } account { id } agreement { id } }
       engagements(agreementId: "${agreementId}") { totalCount nodes { id } }
       account(by: { id: "${accountId}" }) { engagements { nodes { id } } }
       customer(by: { customerNumber: "${psu}" }) { engagements { nodes { id } } } }`,
  )
  expect(data).toEqual({
    engagement: { psu: { customerNumber: psu }, account: { id: accountId }, agreement: { id: agreementId } },
    engagements: { totalCount: 1, nodes: [{ id }] },
    account: { engagements: { nodes: [{ id }] } },
    customer: { engagements: { nodes: [{ id }] } },
  })
})

it('refuses what D27 refuses, with its code and path', async () => {
  const world = await server.world()
  const { agreementId, iban, psu } = await makeCorporation(world)
  await makeAccount(world, account(psu, 3))
  const good = engagement(iban, psu)
  const cases: [object, string, string][] = [
    [{ ...good, customer: 'nobody' }, 'BAD_REQUEST', 'input.customer'],
    [{ ...good, account: { iban: 'NO0000000000000' } }, 'BAD_REQUEST', 'input.account.iban'],
    [{ ...good, account: { iban: account(psu, 3).iban } }, 'BAD_REQUEST', 'input.account.iban'],
    [{ ...good, customer: '999000111' }, 'BAD_REQUEST', 'input.customer'],
    [{ ...good, roles: [] }, 'FORMAT_ERROR', 'input.roles'],
    [{ ...good, roles: ['VIEW', 'VIEW'] }, 'FORMAT_ERROR', 'input.roles'],
    [{ ...good, registerLimit: -1 }, 'FORMAT_ERROR', 'input.registerLimit'],
    [{ ...good, roles: ['KING'] }, 'FORMAT_ERROR', 'input.roles[0]'],
  ]
  for (const [input, code, path] of cases) {
    const { errors } = await world.run(CREATE, { input: { agreementId, ...input } })
    expect(errors[0]?.extensions).toMatchObject({ code, tppMessages: [{ code, path }] })
  }
  const unknown = await world.run(CREATE, { input: { agreementId: 'nope', ...good } })
  expect(unknown.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
  expect((await world.run('{ world { counts { engagements } } }')).data.world.counts.engagements).toBe(1)
})

it("takes a PSU's rights away again", async () => {
  const world = await server.world()
  const { agreementId, iban, psu } = await makeCorporation(world)
  const made = await world.run(CREATE, { input: { agreementId, ...engagement(iban, psu) } })
  const remove = () =>
    world.run('mutation ($id: ID!) { deleteEngagement(id: $id) { engagement { roles } } }', {
      id: made.data.createEngagement.engagement.id,
    })
  expect((await remove()).data.deleteEngagement.engagement.roles).toEqual(['VIEW', 'REGISTER'])
  expect((await remove()).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
  const { data } = await world.run(`{ engagements(agreementId: "${agreementId}") { totalCount } }`)
  expect(data.engagements.totalCount).toBe(0)
})
