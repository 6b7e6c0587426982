import { expect } from 'vitest'
import type { Assistant } from '../../support/clients/assistant.ts'

const KARI = '13039319955'
const PAYMENT = {
  instructedAmount: { amount: '100.00', currency: 'NOK' },
  creditorName: 'Ola Nordmann',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
  debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
}
const DOMESTIC = { paymentProduct: 'norwegian-domestic-credit-transfers' }
const BACK = 'https://tpp.example/back'

/** The first JSON in what a tool said. */
function jsonIn(text: string) {
  const [json = ''] = /\{\n[\s\S]*?\n\}/.exec(text) ?? []
  return JSON.parse(json)
}

/** A newcomer's ten tasks, done by tools alone; the story at the end is returned. */
export async function newcomersTasks({ use }: Assistant, form: string): Promise<string> {
  const done = async (tool: string, given?: Record<string, unknown>) => {
    const said = await use(tool, given)
    expect(said.isError, said.text).toBe(false)
    return said.text
  }
  const refused = async (tool: string, given?: Record<string, unknown>) => {
    const said = await use(tool, given)
    expect(said.isError, said.text).toBe(true)
    return said.text
  }

  // 1. A world.
  const { world } = jsonIn(await done('make_world', { source: { standard: true } }))
  const inWorld = { world: world.name }
  expect(world.counts.customers).toBe(4)

  // 2. A customer with an account.
  const made = await done('call', {
    ...inWorld,
    operation: 'createCustomer',
    body: { customerNumber: '01017012345', name: 'Siri', type: 'PRIVATE' },
  })
  expect(made).toMatch(/^HTTP 201, call [0-9a-f-]{36}\nLocation: /)
  const described = await done('call', { operation: 'createAccount', describe: true })
  expect(described).toContain('cashAccountType')
  const opened = await done('call', {
    ...inWorld,
    operation: 'createAccount',
    body: {
      customerNumber: '01017012345',
      accountName: 'Daily',
      bban: '86011117947',
      iban: 'NO9386011117947',
      currency: 'NOK',
      product: 'Current account',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 100, currency: 'NOK' } }],
    },
  })
  expect(opened).toContain('HTTP 201')

  // 3. A call without a consent is refused; the answer has the cause.
  const early = await refused('call', { ...inWorld, operation: 'consentedAccounts', psu: KARI, context: 'PRIVATE' })
  expect(early).toContain('CONSENT_INVALID')
  expect(early).toContain('Why:')

  // 4. The PSU gives the consent.
  await done('approve', { ...inWorld, psu: KARI })
  const accounts = await done('call', { ...inWorld, operation: 'consentedAccounts', psu: KARI, context: 'PRIVATE' })
  expect(accounts).toContain('NO3515034010010')

  // 5. A payment with a mistake is refused, and says where.
  const order = {
    ...inWorld,
    operation: 'createPayment',
    psu: KARI,
    context: 'PRIVATE',
    parameters: { ...DOMESTIC, 'TPP-Redirect-URI': BACK },
  }
  const wrong = await refused('call', {
    ...order,
    body: { ...PAYMENT, creditorAccount: { iban: 'NO1815034020017', currency: 'NOK' } },
  })
  expect(wrong).toContain('creditorAccount.iban')

  // 6. Why?
  const [, refusedId = ''] = /call ([0-9a-f-]{36})/.exec(wrong) ?? []
  expect(await done('why', { ...inWorld, of: { call: refusedId } })).toContain('rule')

  // 7. Corrected, it waits for its PSU, who approves.
  const created = await done('call', { ...order, body: PAYMENT })
  expect(created).toContain('the tool approve does it')
  const { paymentId } = jsonIn(created)
  expect(await done('why', { ...inWorld, of: { payment: paymentId } })).toContain('waitsFor')
  await done('approve', { ...inWorld, id: paymentId, psu: KARI })

  // 8. The clock moves, and the payment is booked.
  const status = {
    ...inWorld,
    operation: 'paymentStatus',
    psu: KARI,
    parameters: { ...DOMESTIC, paymentService: 'payments', paymentId },
  }
  expect(await done('call', status)).not.toContain('ACSC')
  await done('advance_clock', { ...inWorld, by: 'P5D' })
  expect(await done('call', status)).toContain('ACSC')

  // 9. What the TPP sent.
  const sent = await done('calls', { ...inWorld, filter: { by: ['TPP'] } })
  expect(jsonIn(sent).totalCount).toBe(8)

  // 10. The same as a test.
  return done('story', { ...inWorld, form, full: true })
}
