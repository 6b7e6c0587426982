import { afterAll, expect, it } from 'vitest'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tppId = tppIdOf(bank, bank.tpp)
afterAll(() => expect(bank.faults).toEqual([]))

const SET = `mutation ($input: SetContactInformationInput!) {
  setContactInformation(input: $input) { contactInformation { tpp { id } emails updatedAt } } }`
const GET = 'query ($tpp: String) { asTpp(access: { tpp: $tpp }) { contactInformation { tpp { id } emails } } }'

it("registers a TPP's mailboxes, which REST then answers, and the other way round", async () => {
  const world = await bank.world()
  const input = { emails: ['ops@tpp.example', 'psd2@tpp.example'] }
  const { setContactInformation } = await ask(world, SET, { input: { tpp: `PSD${tppId}`, ...input } })
  expect(setContactInformation.contactInformation).toEqual({
    tpp: { id: tppId },
    ...input,
    updatedAt: expect.any(String),
  })
  expect((await world.call('GET', contactPath(tppId))).body).toEqual({ tppId, ...input })
  await world.call('PUT', contactPath(tppId), { body: { emails: ['new@tpp.example'] } })
  const { asTpp } = await ask(world, GET, { tpp: tppId })
  expect(asTpp.contactInformation).toEqual({ tpp: { id: tppId }, emails: ['new@tpp.example'] })
  expect(await refused(world, GET)).toMatchObject({ code: 'RESOURCE_UNKNOWN' })
})

it('refuses what REST refuses', async () => {
  const world = await bank.world()
  expectSameRefusal(
    await world.call('GET', contactPath(tppId)),
    await refused(world, GET, { tpp: tppId }),
    'RESOURCE_UNKNOWN',
  )
  expect(await refused(world, GET, { tpp: 'NO-FSA-1' })).toMatchObject({
    code: 'RESOURCE_UNKNOWN',
    tppMessages: [{ path: 'access.tpp', text: expect.stringContaining('There is no TPP "NO-FSA-1".') }],
  })
  for (const emails of [
    [],
    ['nobody'],
    ['a@b.example', 'A@B.example'],
    Array.from({ length: 11 }, (_, n) => `a${n}@b.example`),
  ]) {
    const rest = await world.call('PUT', contactPath(tppId), { body: { emails } })
    expectSameRefusal(rest, await refused(world, SET, { input: { tpp: tppId, emails } }), 'FORMAT_ERROR')
  }
})

it('takes the local name of a TPP, too', async () => {
  const world = await bank.world()
  const { tpps } = await ask(world, '{ tpps(first: 1000) { nodes { id localName } } }')
  const { localName } = tpps.nodes.find(({ id }: { id: string }) => id === tppId)
  const input = { emails: ['ops@tpp.example'] }
  const set = await ask(world, SET, { input: { tpp: localName, ...input } })
  expect(set.setContactInformation.contactInformation).toMatchObject({ tpp: { id: tppId }, ...input })
  expect((await ask(world, GET, { tpp: localName })).asTpp.contactInformation).toEqual({ tpp: { id: tppId }, ...input })
  expect((await world.call('GET', contactPath(tppId))).body).toEqual({ tppId, ...input })
})
