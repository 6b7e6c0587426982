import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { OPERATIONS } from '../../../src/bank/operations/list.ts'
import * as changes from '../../../src/sandbox/operations/changes.ts'
import { allSheets, sheetOf } from '../../../src/workbench/pages/console/sheets/sheets.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { type Control, controlsIn, faultsIn, graphqlIn, openSheet, sheetIn, valuesOf } from './sheet-forms.ts'
import { textOf } from './visits.ts'

const bank = await startBank()
const KARI = '13039319955'

/** What a person enters where a sheet proposes nothing: the first of what it offers, or what it shows as an example. */
function filled(controls: readonly Control[]): Record<string, readonly string[]> {
  const given = controls.map(one =>
    one.value === '' && one.isRequired
      ? { ...one, value: one.options[0] ?? (one.placeholder === '' ? 'Example' : one.placeholder) }
      : one,
  )
  return valuesOf(given)
}

/** A world in which each sheet can make something: also a basket, for which a payment waits. */
async function wholeWorld(): Promise<World> {
  const world = await bank.world('STANDARD')
  const answer = await world.graphql(`mutation {
    createPayment(input: { key: "rent", psu: "${KARI}", debtorAccount: { iban: "NO3515034010010" }, creditorName: "Ola", creditorAccount: { iban: "NO1815034020016" }
      instructedAmount: { amount: "10.00", currency: "NOK" } }) { payment { id } }
  }`)
  expect(answer.body.errors).toBeUndefined()
  return world
}

/** The agreement is chosen, so that the sheet offers the accounts of its owner. */
async function ofOwner(world: World, noun: string): Promise<string> {
  if (noun !== 'engagement') return ''
  const { body } = await world.graphql('{ agreements { nodes { id owner { type } } } }')
  const found = body.data.agreements.nodes.find(({ owner }: { owner: { type: string } }) => owner.type === 'CORPORATE')
  return `&in.agreementId=${found.id}`
}

const COUNTS = `{
  customers { totalCount } accounts { totalCount } cardAccounts { totalCount } agreements { totalCount } consents { totalCount }
  payments { totalCount } signingBaskets { totalCount } scenarios { totalCount } habits { totalCount } world { counts { engagements transactions cardTransactions } }
}`

const NEW = allSheets().filter(({ does }) => does === 'new')
const isGraph = (name: string) => !name.endsWith('s') || !(`${name.slice(0, -1)}` in mutations)
const mutations = schema.getMutationType()?.getFields() ?? {}

describe('a sheet', () => {
  it('is there for each operation of the bank and of the operator that makes or changes a thing', () => {
    const making = Object.values(mutations).filter(
      ({ name, extensions: { makes } }) =>
        isGraph(name) && ((makes !== undefined && makes !== 'Authorisation') || name.startsWith('create')),
    )
    const all = [
      ...OPERATIONS.filter(({ makes }) => makes !== undefined && makes !== 'Authorisation'),
      ...Object.values(changes),
      ...making,
    ].map(({ name }) => name)
    expect(all.filter(name => sheetOf(name) === undefined)).toEqual([])
    expect(all).toEqual(expect.arrayContaining(['createWorld', 'setScenario', 'grantConsent', 'changeEngagement']))
    // No two share an address.
    expect(new Set(allSheets().map(({ does, noun }) => `${does} ${noun}`)).size).toBe(
      Object.values(mutations).filter(({ name }) => sheetOf(name) !== undefined).length,
    )
  })

  it.each(NEW.map(({ noun }) => noun))('?new=%s makes what it says, as the GraphQL does that it shows', async noun => {
    const [world, other] = [await wholeWorld(), await wholeWorld()]
    const address = (base: string) => `${base}/console/customers?new=${noun}`
    const open = await openSheet(bank, `${address(world.base)}${await ofOwner(world, noun)}`)
    const values = filled(open.controls)
    if (noun === 'signing-basket') values['in.paymentIds'] = ['rent']
    const [before, shown] = [await world.graphql(COUNTS), await open.submit({ ...values, step: 'graphql' })]
    expect(shown.status).toBe(200)
    const query = graphqlIn(sheetIn(shown)) ?? ''
    // What was entered is still there, and nothing was done.
    expect(Object.keys(valuesOf(open.controls)).filter(name => !shown.text.includes(`name="${name}"`))).toEqual([])
    expect((await world.graphql(COUNTS)).body.data).toEqual(before.body.data)

    const sent = noun === 'signing-basket' ? query : query.replaceAll(/"w-[\w-]+"/g, '"another"')
    const same = await other.graphql(sent)
    expect([query, same.body.errors]).toEqual([query, undefined])
    const made = await open.submit(values)
    expect([made.status, faultsIn(sheetIn(made))]).toEqual([303, {}])
    const after = (await world.graphql(COUNTS)).body.data
    if (noun !== 'world') expect(after).not.toEqual(before.body.data)
    expect(after).toEqual((await other.graphql(COUNTS)).body.data)
    const page = await openSheet(bank, made.headers['location'] ?? '')
    expect(page.page.status).toBe(200)
  })

  it.each(NEW.map(({ noun }) => noun))('?new=%s says at each field what is missing, and keeps the rest', async noun => {
    const world = await bank.world('EMPTY')
    const open = await openSheet(bank, `${world.base}/console/customers?new=${noun}`)
    const required = open.controls.filter(({ isRequired }) => isRequired)
    const optional = open.controls.find(
      ({ isRequired, options, name }) => !isRequired && options.length === 0 && !name.endsWith('.count'),
    )
    const kept = Object.fromEntries(
      open.controls.flatMap(({ name, value }) => (name.endsWith('.count') ? [[name, value]] : [])),
    )
    if (required.length === 0) return
    const refused = await open.submit({ ...kept, ...(optional && { [optional.name]: 'kept "as it is"' }) })
    expect(refused.status).toBe(400)
    const faults = faultsIn(sheetIn(refused))
    const at = (name: string) => name.replaceAll('.', '-')
    expect(Object.keys(faults)).toEqual(expect.arrayContaining([...new Set(required.map(({ name }) => at(name)))]))
    expect(Object.values(faults).filter(text => !/ is missing\.$/.test(text))).toEqual([])
    if (optional !== undefined) expect(sheetIn(refused)).toContain('kept &quot;as it is&quot;')
    // The first of them has the focus.
    const [focused = ''] = /<[^>]*autofocus[^>]*>/.exec(sheetIn(refused)) ?? []
    expect(focused).toMatch(/aria-invalid="true"|type="checkbox"/)
    expect((await world.graphql(COUNTS)).body.data.customers.totalCount).toBe(0)
  })

  it.each(NEW.map(({ noun }) => noun))('?new=%s escapes whatever is entered, and takes it as data', async noun => {
    const world = await wholeWorld()
    const open = await openSheet(bank, `${world.base}/console/customers?new=${noun}`)
    const hostile = `<script>alert(1)</script>"'&\${x}\u2028") { x } #`
    const names = [...new Set(open.controls.map(({ name }) => name))]
    const counts = Object.fromEntries(
      open.controls.flatMap(({ name, value }) => (name.endsWith('.count') ? [[name, value]] : [])),
    )
    const values = { ...Object.fromEntries(names.map(name => [name, hostile])), ...counts }
    for (const answer of [await open.submit({ ...values, step: 'graphql' }), await open.submit(values)]) {
      expect(answer.status).toBeLessThan(500)
      expect(answer.text).not.toContain('<script>alert')
    }
    const inAddress = await openSheet(
      bank,
      `${world.base}/console/customers?${new URLSearchParams({ new: noun, ...values })}`,
    )
    expect(inAddress.page.text).not.toContain('<script>alert')
  })

  it('of a customer and of an account make what the bank then has', async () => {
    const world = await bank.world('EMPTY')
    const customer = await openSheet(bank, `${world.base}/console/customers?new=customer`)
    const made = await customer.submit({ ...valuesOf(customer.controls), 'in.name': 'Åse <Ærlig> & Co' })
    expect(made.status).toBe(303)
    const { body } = await world.graphql('{ customers { nodes { id key name type customerNumber } } }')
    const [stored] = body.data.customers.nodes
    expect(stored).toMatchObject({ key: 'customer-1', name: 'Åse <Ærlig> & Co', type: 'PRIVATE' })
    expect(made.headers['location']).toBe(`${world.base}/console/customers/${stored.id}`)

    const path = `${world.base}/console/customers/${stored.id}`
    const opener = /<a[^>]*data-opens="account"[^>]*>/.exec((await openSheet(bank, path)).page.text)?.[0] ?? ''
    const address = /href="([^"]*)"/.exec(opener)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const account = await openSheet(bank, address)
    // The account is the customer's, of whom the page is.
    expect(valuesOf(account.controls)['in.customerNumber']).toEqual([stored.customerNumber])
    const opened = await account.submit({
      ...valuesOf(account.controls),
      'in.accountName': 'Lønn',
      'in.currency': 'EUR',
    })
    expect(opened.status).toBe(303)
    const accounts = await world.graphql(
      '{ accounts { nodes { id key accountName currency creditLine owner { id } balances { balanceType balanceAmount { amount currency } } } } }',
    )
    const [one] = accounts.body.data.accounts.nodes
    expect(one).toMatchObject({
      key: 'account-1',
      accountName: 'Lønn',
      currency: 'EUR',
      creditLine: 0,
      owner: { id: stored.id },
    })
    // A balance is in the currency of its account, which is entered once.
    expect(one.balances[0].balanceAmount).toEqual({ amount: '1500.50', currency: 'EUR' })
    expect(opened.headers['location']).toBe(`${world.base}/console/accounts/${one.id}`)
  })

  it('of a payment proposes who pays, from what, and somebody of the world who is paid', async () => {
    const world = await bank.world('STANDARD')
    const { controls } = await openSheet(bank, `${world.base}/console/payments?new=payment&in.psu=${KARI}`)
    const values = valuesOf(controls)
    expect(values['in.debtorAccount.iban']).toEqual(['NO3515034010010'])
    expect(values['in.creditorName']).not.toEqual(['Kari Nordmann'])
    expect(values['in.creditorAccount.iban']?.[0]).toMatch(/^NO/)
    const offered = controls.find(({ name }) => name === 'in.debtorAccount.iban')?.options ?? []
    const own = await world.graphql(`{ customer(by: { customerNumber: "${KARI}" }) { accounts { nodes { iban } } } }`)
    const ibans = own.body.data.customer.accounts.nodes.map(({ iban }: { iban: string }) => iban)
    expect(offered).toEqual(expect.arrayContaining(ibans))
    expect(offered.length).toBeLessThan(10)
  })

  it('shows a refusal of the bank at its field, with the status of the page', async () => {
    const world = await bank.world('STANDARD')
    const open = await openSheet(bank, `${world.base}/console/customers?new=customer`)
    const taken = await open.submit({ ...filled(open.controls), 'in.customerNumber': KARI, 'in.name': 'x'.repeat(71) })
    expect([taken.status, Object.keys(faultsIn(sheetIn(taken)))]).toEqual([400, ['in-name']])
    expect(sheetIn(taken)).toContain(`value="${'x'.repeat(71)}"`)
    const conflict = await open.submit({ ...filled(open.controls), 'in.customerNumber': KARI })
    expect([conflict.status, Object.keys(faultsIn(sheetIn(conflict)))]).toEqual([400, ['in-customerNumber']])
    // The list stands behind it.
    expect(textOf(conflict)).toContain('Kari Nordmann')
  })

  it('takes one more entry of a list, and one less', async () => {
    const world = await bank.world('STANDARD')
    const open = await openSheet(bank, `${world.base}/console/payments?new=bulk-payment&in.psu=${KARI}`)
    const values = valuesOf(open.controls)
    expect(values['in.payments.count']).toEqual(['2'])
    const more = await open.submit({ ...values, step: 'add payments' })
    const after = valuesOf(controlsIn(sheetIn(more)))
    expect([more.status, after['in.payments.count'], after['in.payments.2.instructedAmount.amount']]).toEqual([
      200,
      ['3'],
      ['100.00'],
    ])
    const less = await open.submit({ ...after, step: 'drop payments' })
    expect(sheetIn(less)).not.toContain('in.payments.2.')
    const made = await open.submit(after)
    expect(made.status).toBe(303)
    const { body } = await world.graphql('{ payments { nodes { ... on BulkPayment { entries { creditorName } } } } }')
    expect(body.data.payments.nodes[0].entries.length).toBe(3)
  })

  it('is sent from its own page alone, and is in the journal once, with the document that it ran', async () => {
    const world = await bank.world('EMPTY')
    const address = `${world.base}/console/customers?new=customer`
    const open = await openSheet(bank, address)
    const values = filled(open.controls)
    const foreign = await open.submit(values, { Cookie: `sandbank-form=${'x'.repeat(43)}` })
    expect(foreign.status).toBe(403)
    const elsewhere = await open.submit(values, { 'Sec-Fetch-Site': 'cross-site' })
    expect(elsewhere.status).toBe(403)
    expect((await world.graphql(COUNTS)).body.data.customers.totalCount).toBe(0)
    await open.submit({ ...values, step: 'graphql' })
    await open.submit(values)
    const { body } = await world.graphql(
      '{ calls(filter: { refused: false }) { nodes { operation request { body } } } }',
    )
    const made = body.data?.calls.nodes.filter(({ operation }: { operation: string }) => operation === 'createCustomer')
    expect([body.errors, made.length]).toEqual([undefined, 1])
  })

  it('that is none leaves the page as it is', async () => {
    const world = await bank.world('EMPTY')
    for (const query of ['new=nothing', 'new=', 'change=customer', 'new=createCustomer'])
      expect((await openSheet(bank, `${world.base}/console/customers?${query}`)).sheet).toBe('')
  })
})

describe('what was made', () => {
  it('is changed by the same sheet, filled with what is there, and Undo takes that back', async () => {
    const world = await bank.world('STANDARD')
    const { body } = await world.graphql(
      `{ customer(by: { customerNumber: "${KARI}" }) { id } account(by: { iban: "NO3515034010010" }) { id } }`,
    )
    const address = (text: string, noun: string) =>
      /href="([^"]*)"/
        .exec(new RegExp(`<a[^>]*data-opens="${noun}"[^>]*>Change`).exec(text)?.[0] ?? '')?.[1]
        ?.replaceAll('&amp;', '&') ?? ''
    const path = `${world.base}/console/customers/${body.data.customer.id}`
    const sheet = await openSheet(bank, address((await openSheet(bank, path)).page.text, 'customer'))
    expect(valuesOf(sheet.controls)).toEqual({ 'in.id': [body.data.customer.id], 'in.name': ['Kari Nordmann'] })
    const saved = await sheet.submit({ ...valuesOf(sheet.controls), 'in.name': 'Kari Hansen' })
    expect([saved.status, saved.headers['location']]).toEqual([303, path])
    const after = await openSheet(bank, path)
    expect(textOf(after.page)).toContain('Kari Hansen')
    expect(textOf(after.page)).toContain('The customer was changed.')

    const account = `${world.base}/console/accounts/${body.data.account.id}`
    const change = await openSheet(bank, address((await openSheet(bank, account)).page.text, 'account'))
    for (const [written, stored] of [
      ['0700', 700],
      ['800.00', 800],
      ['-00', 0],
    ] as const) {
      const { status } = await change.submit({ ...valuesOf(change.controls), 'in.creditLine': written })
      const read = await world.graphql('{ account(by: { iban: "NO3515034010010" }) { creditLine } }')
      expect([written, status, read.body.data.account.creditLine]).toEqual([written, 303, stored])
    }
    const odd = await change.submit({ ...valuesOf(change.controls), 'in.creditLine': 'much' })
    expect([odd.status, faultsIn(sheetIn(odd))['in-creditLine']]).toEqual([
      400,
      'Credit line takes a number, such as 3.',
    ])
  })
})
