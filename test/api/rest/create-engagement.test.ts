import { afterAll, describe, expect, it } from 'vitest'
import {
  addAccount,
  addCorporateSetting,
  addCorporation,
  addCustomer,
  create,
  engagementBody,
  expectRefusal,
  PATHS,
  UNKNOWN_ID,
} from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import {
  ABSENT,
  describeFieldRules,
  IBAN,
  INT32,
  NO_LIST,
  NO_NUMBER,
  NO_OBJECT,
  NO_TEXT,
  REQUIRED,
  textRules,
  UNKNOWN,
} from './shared/field-rules.ts'

const ROLES = ['OWNER', 'DISPOSAL', 'VIEW', 'REGISTER', 'APPROVE', 'INTERNAL_TRANSFER', 'SALARY']
const bank = await startBank()
const world = await bank.world()
const { psu, corporation, account, agreement, engagementsPath: path } = await addCorporateSetting(world)
const body = engagementBody(psu.customerNumber, account.iban)
afterAll(() => expect(bank.faults).toEqual([]))

describe('201', () => {
  it('opens an account to a PSU: the engagement with id and links ([I] Endpoints 8, D27)', async () => {
    const answer = await world.call('POST', path, { body })
    const self = `${world.base}${path}/${answer.body.id}`
    expect(answer).toMatchObject({ status: 201, headers: { location: self } })
    expect(answer.body).toEqual({
      id: answer.body.id,
      ...body,
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        agreement: { href: `${world.base}${PATHS.agreements}/${agreement.id}`, verbs: ['GET'] },
        account: { href: `${world.base}${PATHS.accounts}/${account.id}`, verbs: ['GET'] },
      },
    })
  })

  it.each(ROLES)('takes the role %s', async role => {
    expect((await create(world, path, { ...body, roles: [role] })).roles).toEqual([role])
  })

  it('answers the roles in the order in which they were sent, in its list and at GraphQL too (D27)', async () => {
    const roles = ROLES.toReversed()
    const made = await create(world, path, { ...body, roles })
    expect(made.roles).toEqual(roles)
    expect((await world.call('GET', `${path}/${made.id}`)).body.roles).toEqual(roles)
    const { body: asked } = await world.graphql('query ($id: ID!) { engagement(id: $id) { roles } }', { id: made.id })
    expect(asked.data.engagement.roles).toEqual(roles)
  })

  it.each([0, 1, 2_147_483_647])('takes the limits %d', async limit => {
    const limits = { registerLimit: limit, approvalLimit: limit }
    expect(await create(world, path, { ...body, ...limits })).toMatchObject(limits)
  })

  it('takes a limit written 1e3 or -0, which are whole numbers in JSON', async () => {
    const raw = JSON.stringify(body).replace('"registerLimit":1000', '"registerLimit":1e3').replace(':0}', ':-0}')
    const answer = await world.call('POST', path, { raw })
    expect(answer.text).toContain('"registerLimit":1000,"approvalLimit":0,')
  })

  it('removes spaces from the IBAN (D23)', async () => {
    const spaced = account.iban.replaceAll(/(.{4})/g, '$1 ')
    const made = await create(world, path, engagementBody(psu.customerNumber, spaced))
    expect(made.account).toEqual({ iban: account.iban })
  })
})

const WHOLE = 'must be a whole number from 0 to 2147483647.'
describeFieldRules(world, { method: 'POST', request: async () => ({ path, body }) }, [
  ['customer', REQUIRED, ABSENT],
  ...textRules('customer', 35),
  ['account', REQUIRED, ABSENT],
  ['account', 'must be an object with the field iban.', null, ['x'], ...NO_OBJECT],
  ['account.iban', REQUIRED, ABSENT],
  ['account.iban', 'must be an IBAN.', ...NO_TEXT],
  ['account.iban', IBAN, '', 'NO9', 'no9386011117947', 'NO93-8601', `NO93${'1'.repeat(31)}`, 'NO93Ø'],
  ['account.bban', UNKNOWN, '86011117947'],
  ['roles', REQUIRED, ABSENT],
  ['roles', 'must be a list of roles.', ...NO_LIST],
  ['roles', 'must name at least one role (D27).', []],
  ['roles', 'must name each role once (D27).', ['VIEW', 'REGISTER', 'VIEW']],
  ['roles[0]', `must be one of ${ROLES.join(', ')}.`, 'view', 'ADMIN', '', ...NO_TEXT],
  ['registerLimit', REQUIRED, ABSENT],
  ['registerLimit', INT32, 0.5, 2_147_483_648, ...NO_NUMBER],
  ['registerLimit', WHOLE, -1, -2_147_483_648],
  ['approvalLimit', REQUIRED, ABSENT],
  ['approvalLimit', INT32, 0.5, 2_147_483_648, ...NO_NUMBER],
  ['approvalLimit', WHOLE, -1],
  ['id', UNKNOWN, 'x'],
])

describe('400 BAD_REQUEST, naming the rule (D27)', () => {
  const refuse = async (changes: object) => {
    const answer = await world.call('POST', path, { body: { ...body, ...changes } })
    return expectRefusal(answer, 400, 'BAD_REQUEST')
  }

  it('the customer and the account must exist; one refusal names both', async () => {
    expect(await refuse({ customer: 'nobody', account: { iban: 'NO00X' } })).toEqual([
      'customer: There is no customer with the number "nobody" in this world.',
      'account.iban: There is no account with the iban "NO00X" in this world.',
    ])
  })

  it("the account must be owned by the agreement's owner", async () => {
    const foreign = await addAccount(world)
    expect(await refuse({ account: { iban: foreign.iban } })).toEqual([
      'account.iban: The account must be owned by the owner of the agreement (D27).',
    ])
  })

  it('the customer must be a person: a corporation is no member, neither the owner nor another; both faults are named together', async () => {
    const person =
      'customer: The customer must be a person (PRIVATE), who sees the account as a member of the corporation that owns it; a corporation is no member (D27).'
    const other = await addCorporation(world)
    for (const { customerNumber } of [corporation, other])
      expect(await refuse({ customer: customerNumber })).toEqual([person])
    const foreign = await addAccount(world)
    expect(await refuse({ customer: other.customerNumber, account: { iban: foreign.iban } })).toEqual([
      'account.iban: The account must be owned by the owner of the agreement (D27).',
      person,
    ])
    // Beside a fault of form, too (D78).
    const answer = await world.call('POST', path, { body: { ...body, customer: other.customerNumber, roles: [] } })
    expect(answer.status).toBe(400)
    expect(answer.body.tppMessages.map(({ code, path }: Record<string, string>) => [code, path])).toEqual([
      ['FORMAT_ERROR', 'roles'],
      ['BAD_REQUEST', 'customer'],
    ])
  })

  it("a private customer's automatic agreement takes none, and its link has no POST", async () => {
    const kari = await addCustomer(world)
    const own = await addAccount(world, {}, kari.customerNumber)
    const [automatic] = (await world.call('GET', `${PATHS.customers}/${kari.customerId}`)).body.agreements
    const engagements = `${PATHS.agreements}/${automatic.id}/engagements`
    const before = (await world.call('GET', engagements)).body
    for (const customer of [kari, psu]) {
      const answer = await world.call('POST', engagements, { body: engagementBody(customer.customerNumber, own.iban) })
      expect(expectRefusal(answer, 400, 'BAD_REQUEST')).toEqual([
        'This is the automatic agreement of a private customer: engagements stand only on an agreement of a corporation (D27).',
      ])
    }
    expect((await world.call('GET', engagements)).body).toEqual(before)
    expect(automatic._links.engagements.verbs).toEqual(['GET'])
    const { body: theirs } = await world.call('GET', `${PATHS.agreements}/${agreement.id}`)
    expect(theirs._links.engagements.verbs).toEqual(['GET', 'POST'])
  })
})

describe('404', () => {
  it('for an agreement that the world does not have', async () => {
    const answer = await world.call('POST', `${PATHS.agreements}/${UNKNOWN_ID}/engagements`, { body })
    expect(expectRefusal(answer, 404, 'RESOURCE_UNKNOWN')).toEqual([
      `There is no agreement "${UNKNOWN_ID}" in this world.`,
    ])
  })
})
