import { expect, it } from 'vitest'
import { engagement, makeCorporation } from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = 'mutation ($input: CreateAgreementInput!) { createAgreement(input: $input) { agreement { id name } } }'

it('creates an agreement with engagements, and leads from it to everything around it', async () => {
  const world = await server.world()
  const { iban, psu } = await makeCorporation(world)
  const made = await world.run(CREATE, {
    input: { owner: '999000111', name: 'Payroll', engagements: [engagement(iban, psu)] },
  })
  const { data } = await world.run(
    `{ agreement(id: "${made.data.createAgreement.agreement.id}") { name automatic owner { customerNumber accounts { nodes { iban } } }
      engagements { totalCount nodes { psu { customerNumber } account { iban owner { name } } agreement { name } roles } } } }`,
  )
  expect(data.agreement).toEqual({
    name: 'Payroll',
    automatic: false,
    owner: { customerNumber: '999000111', accounts: { nodes: [{ iban }] } },
    engagements: {
      totalCount: 1,
      nodes: [
        {
          psu: { customerNumber: psu },
          account: { iban, owner: { name: 'Customer 999000111' } },
          agreement: { name: 'Payroll' },
          roles: ['VIEW', 'REGISTER'],
        },
      ],
    },
  })
})

it('refuses a private owner, an unknown one, a name that is taken, and keeps nothing of an agreement with a bad engagement', async () => {
  const world = await server.world()
  const { iban, psu } = await makeCorporation(world)
  const bad = { ...engagement(iban, psu), customer: 'nobody' }
  const unsorted = { ...engagement(iban, psu), roles: ['VIEW', 'VIEW'] }
  const cases: [object, string, string][] = [
    [{ owner: psu, name: 'A' }, 'BAD_REQUEST', 'input.owner'],
    [{ owner: 'nobody', name: 'A' }, 'BAD_REQUEST', 'input.owner'],
    [{ owner: '999000111', name: 'Main' }, 'CONFLICT', 'input.name'],
    [{ owner: '999000111', name: 'A', engagements: [bad] }, 'BAD_REQUEST', 'input.engagements[0].customer'],
    [{ owner: '999000111', name: 'A', engagements: [unsorted] }, 'FORMAT_ERROR', 'input.engagements[0].roles'],
  ]
  for (const [input, code, path] of cases) {
    const { errors } = await world.run(CREATE, { input })
    expect(errors[0]?.extensions).toMatchObject({ code, tppMessages: [{ code, path }] })
  }
  const { data } = await world.run('{ agreements { nodes { name } } }')
  expect(data.agreements.nodes).toEqual([{ name: 'Customer 07049912345' }, { name: 'Main' }])
})

it('deletes an agreement, but never the automatic one of a person', async () => {
  const world = await server.world()
  const { agreementId } = await makeCorporation(world)
  const automatic = await world.run(
    '{ customer(by: { customerNumber: "07049912345" }) { agreements { nodes { id } } } }',
  )
  const remove = (id: string) =>
    world.run('mutation ($id: ID!) { deleteAgreement(id: $id) { agreement { name } } }', { id })

  expect((await remove(agreementId)).data.deleteAgreement.agreement.name).toBe('Main')
  expect((await remove(agreementId)).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
  const refused = await remove(automatic.data.customer.agreements.nodes[0].id)
  expect(refused.errors[0].extensions.code).toBe('BAD_REQUEST')
  expect((await world.run('{ agreements { totalCount } }')).data.agreements.totalCount).toBe(1)
})

it('lists agreements by their owner and by a part of their name', async () => {
  const world = await server.world()
  await makeCorporation(world)
  const list = async (filter: object) => {
    const query = 'query ($filter: AgreementFilterInput) { agreements(filter: $filter) { totalCount nodes { name } } }'
    const { agreements } = (await world.run(query, { filter })).data
    expect(agreements.totalCount).toBe(agreements.nodes.length)
    return agreements.nodes.map(({ name }: { name: string }) => name)
  }
  expect(await list({})).toEqual(['Customer 07049912345', 'Main'])
  expect(await list({ owner: '999000111' })).toEqual(['Main'])
  expect(await list({ owner: '07049912345', nameContains: 'MAIN' })).toEqual([])
  expect(await list({ nameContains: 'mai' })).toEqual(['Main'])
  expect(await list({ nameContains: '%', owner: null })).toEqual([])
})
