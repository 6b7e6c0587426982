import { afterAll, expect, it } from 'vitest'
import { PATHS } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, TODAY } from '../../support/builders/consented.ts'
import { writtenFixture } from '../../support/builders/large-fixture.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const CREATE = 'mutation ($input: CreateWorldInput!) { createWorld(input: $input) { world { name } } }'
const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
const SET = 'mutation ($input: SetHabitInput!) { setHabit(input: $input) { habit { id } } }'
const LIST = '{ habits { nodes { key habit seed tpp { id } account { key } cardAccount { key } } } }'

const create = async (source: Record<string, unknown>) =>
  bank.at((await ask(bank.at('default'), CREATE, { input: { source } })).createWorld.world.name)
const habitsOf = async (world: World) => (await ask(world, LIST)).habits.nodes

const { customers } = writtenFixture(1, 1)
const untidy = { key: 'untidy', habit: 'missing=creditorName; value-date=+20D', for: { account: 'account-0' }, seed: 7 }
const late = { key: 'late', habit: 'late=P3D' }

it('D133: habits are in documents, and come back in exports, copies and snapshots', async () => {
  const world = await create({ fixture: { customers, habits: [untidy, late] } })
  const set = [
    {
      key: untidy.key,
      habit: untidy.habit,
      seed: untidy.seed,
      tpp: null,
      account: { key: 'account-0' },
      cardAccount: null,
    },
    { ...late, seed: 1, tpp: null, account: null, cardAccount: null },
  ]
  expect(await habitsOf(world)).toMatchObject(set)
  const { fixture } = await ask(world, '{ fixture }')
  expect(fixture.habits).toEqual([untidy, late])
  await ask(world, APPLY, { fixture })
  expect(await habitsOf(world)).toHaveLength(2)
  expect((await refused(world, APPLY, { fixture: { habits: [{ habit: 'missng=x' }] } })).tppMessages[0].text).toContain(
    'most like missing',
  )
  expect(
    (await refused(world, APPLY, { fixture: { habits: [{ ...late, key: 'x', for: { account: 'account_0' } }] } }))
      .tppMessages[0].text,
  ).toContain('no account or card account "account_0"')
  await ask(world, 'mutation { takeSnapshot(name: "habits") { snapshot { name } } clearHabits { habits { id } } }')
  for (const source of [{ fixture }, { snapshot: { world: world.name, name: 'habits' } }])
    expect(await habitsOf(await create(source))).toMatchObject(set)
  await ask(world, 'mutation { restoreSnapshot(name: "habits") { world { name } } }')
  expect(await habitsOf(await create({ copyOf: world.name }))).toHaveLength(2)
})

it('act in a copy, differ in a comparison, and end with their account', async () => {
  const { world, account, card, headers } = await addConsented(bank)
  await addTransaction(world, account.id, { creditorName: 'Kiosk' })
  await ask(world, 'mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  for (const id of [account.id, card.id])
    await ask(world, SET, { input: { key: `of-${id.slice(-4)}`, habit: 'missing=creditorName', for: { account: id } } })
  await ask(world, SET, { input: { key: 'all', habit: 'value-date=+1D' } })
  const DIFF =
    'query ($left: WorldDiffSideInput!, $right: WorldDiffSideInput!) { diffWorlds(left: $left, right: $right) { nodes { kind noun } } }'
  const { diffWorlds } = await ask(world, DIFF, { left: { snapshot: 'before' }, right: {} })
  expect(diffWorlds.nodes).toEqual([1, 2, 3].map(() => ({ kind: 'CREATED', noun: 'Habit' })))
  const copy = await create({ copyOf: world.name })
  const path = `/v1/accounts/${account.id}/transactions?bookingStatus=booked`
  const { body } = await copy.call('GET', path, { headers })
  expect(body.transactions.booked).toMatchObject([{ bookingDate: TODAY, valueDate: '2030-05-16' }])
  expect(body.transactions.booked[0]).not.toHaveProperty('creditorName')
  for (const one of [`${PATHS.accounts}/${account.id}`, `${PATHS.cardAccounts}/${card.id}`])
    expect((await world.call('DELETE', one)).status).toBe(204)
  expect((await habitsOf(world)).map(({ key }: { key: string }) => key)).toEqual(['all'])
  await ask(world, SET, { input: { key: `of-${account.id.slice(-4)}`, habit: 'late=P1D' } })
})
