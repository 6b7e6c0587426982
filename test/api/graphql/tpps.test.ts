import { afterAll, expect, it } from 'vitest'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tppId = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const SET = `mutation ($tppId: String, $tpp: String, $input: SetContactInformationInput!) {
  setContactInformation(tppId: $tppId, tpp: $tpp, input: $input) { tppId emails updatedAt } }`
const GET = 'query ($tppId: String, $tpp: String) { contactInformation(tppId: $tppId, tpp: $tpp) { tppId emails } }'

it("registers a TPP's mailboxes, which REST then answers, and the other way round", async () => {
  const world = await bank.world()
  const input = { emails: ['ops@tpp.example', 'psd2@tpp.example'] }
  const { setContactInformation } = await ask(world, SET, { tppId: `PSD${tppId}`, input })
  expect(setContactInformation).toEqual({ tppId, ...input, updatedAt: expect.any(String) })
  expect((await world.call('GET', contactPath(tppId))).body).toEqual({ tppId, ...input })
  await world.call('PUT', contactPath(tppId), { body: { emails: ['new@tpp.example'] } })
  const { contactInformation } = await ask(world, GET, { tppId })
  expect(contactInformation).toEqual({ tppId, emails: ['new@tpp.example'] })
  // Its name since, as everywhere else.
  const named = `{ contactInformation(tpp: "${tppId}") { emails } }`
  expect((await ask(world, named)).contactInformation).toEqual({ emails: ['new@tpp.example'] })
  expect(await refused(world, '{ contactInformation { emails } }')).toMatchObject({ code: 'FORMAT_ERROR' })
})

it('refuses what REST refuses', async () => {
  const world = await bank.world()
  expectSameRefusal(
    await world.call('GET', contactPath(tppId)),
    await refused(world, GET, { tppId }),
    'RESOURCE_UNKNOWN',
  )
  const foreign = await world.call('GET', contactPath('NO-FSA-1'))
  expectSameRefusal(foreign, await refused(world, GET, { tppId: 'NO-FSA-1', tpp: tppId }), 'RESOURCE_UNKNOWN')
  for (const emails of [
    [],
    ['nobody'],
    ['a@b.example', 'A@B.example'],
    Array.from({ length: 11 }, (_, n) => `a${n}@b.example`),
  ]) {
    const rest = await world.call('PUT', contactPath(tppId), { body: { emails } })
    expectSameRefusal(rest, await refused(world, SET, { tppId, input: { emails } }), 'FORMAT_ERROR')
  }
})

it('takes the local name of a TPP, too', async () => {
  const world = await bank.world()
  const { tpps } = await ask(world, '{ tpps(first: 1000) { nodes { id localName } } }')
  const { localName } = tpps.nodes.find(({ id }: { id: string }) => id === tppId)
  const input = { emails: ['ops@tpp.example'] }
  const set = await ask(world, SET, { tppId: localName, input })
  expect(set.setContactInformation).toMatchObject({ tppId, ...input })
  expect((await ask(world, GET, { tppId: localName })).contactInformation).toEqual({ tppId, ...input })
  expect((await world.call('GET', contactPath(tppId))).body).toEqual({ tppId, ...input })
})
