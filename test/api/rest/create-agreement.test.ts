import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addAgreement,
  addCorporateSetting,
  addCorporation,
  addCustomer,
  agreementBody,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import {
  ABSENT,
  describeFieldRules,
  emojis,
  IBAN,
  INT32,
  NO_LIST,
  NO_NUMBER,
  nameRules,
  REQUIRED,
  textRules,
  UNKNOWN,
} from './shared/field-rules.ts'

const bank = await startBank()
const world = await bank.world()
const path = PATHS.agreements
const setting = await addCorporateSetting(world)
const { psu, corporation, account } = setting
const engagement = engagementBody(psu.customerNumber, account.iban)
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('adds an agreement of a corporation: the summary and its owner (D26)', async () => {
    const body = agreementBody(corporation.customerNumber)
    const answer = await world.call('POST', path, { body })
    const self = `${world.base}${path}/${answer.body.id}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      id: answer.body.id,
      name: body.name,
      owner: corporation.customerNumber,
      engagements: [],
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        engagements: { href: `${self}/engagements`, verbs: ['GET', 'POST'] },
      },
    })
  })

  it('adds its engagements with it, in their order (D26)', async () => {
    const wanted = [engagement, { ...engagement, roles: ['VIEW'], registerLimit: 0 }]
    const made = await addAgreement(world, corporation.customerNumber, { engagements: wanted })
    expect(made.engagements).toHaveLength(2)
    const listed = (await world.call('GET', `${path}/${made.id}/engagements`)).body
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(made.engagements)
    expect(listed).toMatchObject(wanted)
  })

  it('takes a name of 70 code points (D31), no engagements, and a name that another owner has (D24)', async () => {
    const other = await addCorporation(world)
    await addAgreement(world, corporation.customerNumber, { name: emojis(70), engagements: [] })
    await addAgreement(world, other.customerNumber, { name: emojis(70) })
  })
})

describeFieldRules(
  world,
  {
    method: 'POST',
    request: async () => ({ path, body: agreementBody(corporation.customerNumber, { engagements: [engagement] }) }),
  },
  [
    ['owner', REQUIRED, ABSENT],
    ...textRules('owner', 35),
    ['name', REQUIRED, ABSENT],
    ...nameRules('name', 70),
    ['engagements', 'must be a list of engagements.', ...NO_LIST],
    ['engagements', 'must hold at most 100 engagements.', Array(101).fill(engagement)],
    ['engagements[0]', 'must be a JSON object, not string.', 'x'],
    ['engagements[0]', 'must be a JSON object, not null.', null],
    ['engagements[0].customer', REQUIRED, ABSENT],
    ['engagements[0].account.iban', IBAN, 'no93'],
    ['engagements[0].roles', 'must name at least one role (D27).', []],
    ['engagements[0].registerLimit', REQUIRED, ABSENT],
    ['engagements[0].registerLimit', INT32, ...NO_NUMBER],
    ['engagements[0].account.bban', UNKNOWN, '1'],
    ['engagements[0].limit', UNKNOWN, 1],
    ['customer', UNKNOWN, '1'],
  ],
)

describe('400 BAD_REQUEST', () => {
  it('for a private owner, who has its agreement already (D26)', async () => {
    const answer = await world.call('POST', path, { body: agreementBody(psu.customerNumber) })
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      'owner: The owner of an agreement must be a CORPORATE customer: a PRIVATE one gets its agreement automatically (D26).',
    ])
  })

  it('for an owner that the world does not have', async () => {
    const answer = await world.call('POST', path, { body: agreementBody('nobody') })
    expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
      'owner: There is no customer with the number "nobody" in this world.',
    ])
  })

  it('for engagements that break a rule, all named together, and then nothing is stored (D16, D26, D27)', async () => {
    const foreign = await addAccount(world)
    const member = await addCustomer(world)
    const body = agreementBody(corporation.customerNumber, {
      engagements: [
        engagement,
        { ...engagement, customer: 'nobody', account: { iban: 'NO00NOTHING' } },
        { ...engagement, customer: member.customerNumber, account: { iban: foreign.iban } },
        { ...engagement, customer: corporation.customerNumber },
      ],
    })
    const before = (await world.call('GET', path)).text
    expect(expectRefusal(await world.call('POST', path, { body }), 400, 'BAD_REQUEST')).toEqual([
      'engagements[1].customer: There is no customer with the number "nobody" in this world.',
      'engagements[1].account.iban: There is no account with the iban "NO00NOTHING" in this world.',
      'engagements[2].account.iban: The account must be owned by the owner of the agreement (D27).',
      'engagements[3].customer: The customer must be a person (PRIVATE), who sees the account as a member of the corporation that owns it; a corporation is no member (D27).',
    ])
    expect((await world.call('GET', path)).text).toBe(before)
  })
})

describe('409', () => {
  it('refuses a name that the owner already has an agreement under (D24)', async () => {
    const { id } = await addAgreement(world, corporation.customerNumber, { name: 'Nettbank' })
    const again = await world.call('POST', path, { body: { owner: corporation.customerNumber, name: 'Nettbank' } })
    expect(expectRefusal(again, 409, 'CONFLICT')).toEqual([
      `name: This owner already has an agreement named "Nettbank": ${id} (D24).`,
    ])
    await world.call('DELETE', `${path}/${id}`)
    await create(world, path, { owner: corporation.customerNumber, name: 'Nettbank' })
  })
})
