import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bulk, KARI, type Place, payment, type Reply, useMendedBank } from '../support/why-mends.ts'

/**
 * What `why` gives after a refusal where a command is not all there is to it: pages, bodies that are too large, and documents of
 * GraphQL that cannot be run. Each address that it names is opened, and each command pasted (D97).
 */

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
const BULK = '/v1/bulk-payments/norwegian-domestic-credit-transfers'
const INSTANT = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks'

const { cli, urlOf, newWorld, follow } = useMendedBank()

type Row = readonly [name: string, code: string, refuse: (world: Place) => Promise<Reply>]

const BROWSER = { Accept: 'text/html,application/xhtml+xml' }

async function visit(address: string, init: RequestInit = {}): Promise<Reply> {
  const answer = await fetch(address, { redirect: 'manual', ...init, headers: { ...BROWSER, ...init.headers } })
  return { id: answer.headers.get('sandbank-request') ?? '', status: answer.status, text: await answer.text() }
}

/** Sends the form of a page as a browser does that was shown it. */
async function submit(page: string, fields: Record<string, string>, to = page, init: RequestInit = {}): Promise<Reply> {
  const shown = await fetch(page, { headers: BROWSER })
  const [cookie = ''] = (shown.headers.get('set-cookie') ?? '').split(';')
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await shown.text()) ?? []
  const headers = { Cookie: cookie, ...init.headers }
  return visit(to, { method: 'POST', body: new URLSearchParams({ token, ...fields }), ...init, headers })
}

const waiting = async (world: Place, path = NDCT) => {
  const { paymentId, _links } = await world.made(path, payment())
  const id: string = _links.scaRedirect.href.split('/').at(-1)
  return { paymentId, id, page: `${world.base}/sca/${id}` }
}
const approve = (world: Place, id: string) =>
  world.ask(
    `mutation { completeAuthorisation(id: "${id}", customerNumber: "${KARI}", outcome: APPROVED) { redirectTo } }`,
  )

const PAGES: readonly Row[] = [
  [
    'a number that nobody has, at an SCA',
    'PSU_CREDENTIALS_INVALID',
    async w => submit((await waiting(w)).page, { customerNumber: '1' }),
  ],
  [
    'the number of somebody else, at an SCA',
    'PSU_CREDENTIALS_INVALID',
    async w => submit((await waiting(w)).page, { customerNumber: '12085592767' }),
  ],
  ['no number, at an SCA', 'SCA_INVALID', async w => submit((await waiting(w)).page, { customerNumber: '' })],
  [
    'an SCA for a consent without an account',
    'SCA_INVALID',
    async w => {
      const { offerConsent } = await w.ask('mutation { offerConsent(access: { context: PRIVATE }) { id } }')
      return submit(`${w.base}/sca/${offerConsent.id}`, { customerNumber: KARI, action: 'approve' })
    },
  ],
  [
    'an SCA that was approved, of a payment that is carried out',
    'SCA_INVALID',
    async w => {
      const { id, page } = await waiting(w, INSTANT)
      await approve(w, id)
      return visit(page)
    },
  ],
  [
    'an SCA that was rejected',
    'SCA_INVALID',
    async w => {
      const { id, page } = await waiting(w)
      await w.ask(
        `mutation { completeAuthorisation(id: "${id}", customerNumber: "${KARI}", outcome: REJECTED) { redirectTo } }`,
      )
      return visit(page)
    },
  ],
  [
    'an SCA of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { page } = await waiting(w)
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      return visit(page)
    },
  ],
  [
    'an offer of a consent of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { offerConsent } = await w.ask('mutation { offerConsent { id } }')
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      return visit(`${w.base}/sca/${offerConsent.id}`)
    },
  ],
  ['an SCA that there is not, and none that waits', 'SCA_NOT_FOUND', w => visit(`${w.base}/sca/${UNKNOWN}`)],
  [
    'an SCA that there is not, where another one waits',
    'SCA_NOT_FOUND',
    async w => {
      await waiting(w)
      return visit(`${w.base}/sca/${UNKNOWN}`)
    },
  ],
  [
    'a form without the cookie of its page',
    'FORBIDDEN',
    async w =>
      visit((await waiting(w)).page, {
        method: 'POST',
        body: new URLSearchParams({ customerNumber: KARI, action: 'approve' }),
      }),
  ],
  [
    'a form of another site',
    'FORBIDDEN',
    async w =>
      submit((await waiting(w)).page, { customerNumber: KARI }, undefined, {
        headers: { Origin: 'https://evil.example' },
      }),
  ],
  [
    'a form that is JSON',
    'UNSUPPORTED_MEDIA_TYPE',
    async w =>
      submit((await waiting(w)).page, {}, undefined, { body: '{}', headers: { 'Content-Type': 'application/json' } }),
  ],
  [
    'a form of 100 KB',
    'CONTENT_TOO_LARGE',
    async w => submit((await waiting(w)).page, { customerNumber: 'x'.repeat(100_000) }),
  ],
  [
    'a page that is written to',
    'METHOD_NOT_ALLOWED',
    async w => visit((await waiting(w)).page, { method: 'PUT', body: 'x' }),
  ],
  [
    'a number that nobody has, at the consents',
    'PSU_CREDENTIALS_INVALID',
    w => submit(`${w.base}/my/consents`, { customerNumber: '1' }),
  ],
  ['no number, at the consents', 'BAD_REQUEST', w => submit(`${w.base}/my/consents`, { customerNumber: '' })],
  [
    'a consent of somebody else',
    'BAD_REQUEST',
    async w => {
      await w.ask(
        `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${KARI}", context: PRIVATE) { consent { id } } }`,
      )
      return submit(`${w.base}/my/consents`, { customerNumber: KARI, consentId: UNKNOWN })
    },
  ],
  [
    'numbers that are guessed',
    'ACCESS_EXCEEDED',
    async w => {
      for (let count = 0; count < 10; count += 1) await submit(`${w.base}/my/consents`, { customerNumber: `${count}` })
      return submit(`${w.base}/my/consents`, { customerNumber: 'x' })
    },
  ],
  ['a page of the PSU that there is not', 'NOT_FOUND', w => visit(`${w.base}/my/accounts`)],
  ['a page that there is not', 'NOT_FOUND', w => visit(`${w.base}/nothing`)],
  ['a payment that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/payments/${UNKNOWN}`)],
  [
    'a payment that there is not, of several',
    'RESOURCE_UNKNOWN',
    async w => {
      await waiting(w)
      return visit(`${w.base}/console/payments/${UNKNOWN}`)
    },
  ],
  ['a customer that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/customers/${UNKNOWN}`)],
  ['an account that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/accounts/${UNKNOWN}`)],
  ['a card that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/card-accounts/${UNKNOWN}`)],
  ['a call that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/requests/${UNKNOWN}`)],
  ['a world that there is not', 'RESOURCE_UNKNOWN', w => visit(`${urlOf()}/worlds/no-${w.name}/console/customers`)],
  ['a world that there cannot be', 'RESOURCE_UNKNOWN', () => visit(`${urlOf()}/worlds/No%20World/sca/${UNKNOWN}`)],
  [
    'a distance of the clock that is none',
    'FORMAT_ERROR',
    w => submit(`${w.base}/`, { action: 'advance', by: 'tomorrow' }, `${w.base}/console/clock`),
  ],
]

describe('A page that refused is mended as `why` says: its page is there, and the command does the same (D97)', () => {
  it.each(PAGES)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await refuse(world), code, async advice => {
      const [address = ''] = /http:\/\/[^\s;,]+[^\s;,.:]/.exec(advice) ?? []
      expect(address, advice).toContain(urlOf())
      // The page of a world that the command makes is there afterwards.
      if (!advice.includes('makes the world')) expect((await visit(address)).status, advice).toBe(200)
      const [, number] = /\((\d{9,11})\)/.exec(advice) ?? []
      expect(number !== undefined || !/\/sca\/|\/my\//.test(address), advice).toBe(true)
      if (number === undefined) return
      const { customers } = await world.ask('{ customers { nodes { customerNumber } } }')
      expect(customers.nodes).toContainEqual({ customerNumber: number })
    })
    expect(exitCode, `${change}\n${output}`).toBe(0)
  })
})

it('The page and the PSU that `why` names are what the PSU needs to answer the SCA', async () => {
  const world = await newWorld()
  const { page } = await waiting(world)
  const { advice } = await follow(world, await visit(`${world.base}/sca/${UNKNOWN}`), 'SCA_NOT_FOUND')
  expect(advice).toMatch(new RegExp(`${page}, choose Kari Nordmann \\(${KARI}\\) and approve\\.$`))
})

const large = {
  debtorAccount: payment().debtorAccount,
  payments: Array.from({ length: 9_000 }, () => bulk().payments[0]),
}

const SIZES: readonly (readonly [
  name: string,
  method: string,
  path: (world: Place) => Promise<string> | string,
  words: RegExp,
])[] = [
  ['a bulk payment', 'POST', () => BULK, /several bulk payments: one may have 500/],
  ['a customer', 'POST', () => '/v1/sandbox/customers', /one call for each/],
  ['an agreement', 'POST', () => '/v1/sandbox/agreements', /one call for each/],
  [
    'a transaction',
    'POST',
    async w => {
      const { accounts } = await w.ask('{ accounts(first: 1) { nodes { id } } }')
      return `/v1/sandbox/accounts/${accounts.nodes[0].id}/transactions`
    },
    /one call for each/,
  ],
  [
    'balances, which have no sample and are looked at',
    'PUT',
    async w => {
      const { accounts } = await w.ask('{ accounts(first: 1) { nodes { id } } }')
      return `/v1/sandbox/accounts/${accounts.nodes[0].id}/balances`
    },
    /one call for each/,
  ],
  ['contact information', 'PUT', () => '/v1/tpps/{tpp}/contact-information', /one call for each/],
]

describe('A body that was too large is mended as `why` says: what must go, how it is split, and a call that passes (D12)', () => {
  it.each(SIZES)('%s', async (_, method, path, words) => {
    const world = await newWorld()
    const data = `@${cli.home}/large.json`
    writeFileSync(data.slice(1), JSON.stringify(large))
    const { tpps } = await world.ask('{ tpps { nodes { id } } }')
    const at = (await path(world)).replace('{tpp}', tpps.nodes[0]?.id ?? 'PSDNO-FSA-1')
    const refused = await world.call(method, at, { psu: KARI, data })
    expect(refused.status).toBe(413)
    const { advice, change, exitCode, output } = await follow(world, refused, 'CONTENT_TOO_LARGE')
    expect(exitCode, `${change}\n${output}`).toBe(0)
    const bytes = Buffer.byteLength(JSON.stringify(large))
    expect(advice).toContain(
      `The body had ${bytes} bytes; one may have 1048576, so at least ${bytes - 1_048_576} bytes must go.`,
    )
    expect(advice).toMatch(words)
  })

  it('a fixture at the operator’s door, which the command splits', async () => {
    const world = await newWorld()
    const customers = Array.from({ length: 12_000 }, (_, place) => ({
      customerNumber: `c${place}`,
      name: `Customer number ${place} of a fixture that is large`,
      type: 'PRIVATE',
    }))
    const query = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
    const refused = await world.graphql(query, { fixture: { customers } })
    expect(refused.status).toBe(413)
    const { advice } = await follow(world, refused, 'CONTENT_TOO_LARGE')
    const [, command = ''] = /`npx sandbank (fixture apply [^`]+)`/.exec(advice ?? '') ?? []
    const file = `${cli.home}/large-fixture.json`
    writeFileSync(file, JSON.stringify({ customers }))
    const applied = await cli.run(command.replace('FILE', file).split(' '))
    expect(applied.exitCode, applied.stderr).toBe(0)
    const found = await world.ask('{ customers { totalCount } }')
    expect(found.customers.totalCount).toBeGreaterThan(12_000)
  })
})

const customer = '{ customerNumber: "01017012345", name: "Siri", type: PRIVATE }'
/** A document that cannot be run, and what of the nearest one tells that it is what was meant. */
const DOCUMENTS: readonly (readonly [name: string, document: string, mended: RegExp])[] = [
  ['a bracket that was not closed', '{ customers { nodes { name }', /\{ customers \{ nodes \{ name \} \} \}/],
  ['three brackets that were not closed', '{ customers { nodes { name', /\{ name \} \} \}/],
  ['a bracket too many', '{ customers { nodes { name } } } }', /\{ name \} \} \}'$/],
  ['single quotation marks', `{ customer(customerNumber: '${KARI}') { name } }`, new RegExp(`"${KARI}"`)],
  ['curled quotation marks', `{ customer(customerNumber: “${KARI}”) { name } }`, new RegExp(`"${KARI}"`)],
  ['a string that was not closed', `{ customer(customerNumber: "${KARI}) { name } }`, new RegExp(`"${KARI}"\\)`)],
  ['= in place of :', `{ customer(customerNumber = "${KARI}") { name } }`, /customerNumber : "/],
  ['brackets without fields', '{ customers { nodes { } } }', /__typename/],
  ['brackets without arguments', '{ customers() { nodes { name } } }', /customers \{/],
  ['a misspelt keyword', 'qurey { customers { nodes { name } } }', /'query \{/],
  ['a document without brackets', 'customers { nodes { name } }', /'\{ customers/],
  ['a mutation without its brackets', 'stopClock { now }', /'mutation \{ stopClock/],
  ['a variable without $', `query (n: String!) { customer(customerNumber: "${KARI}") { name } }`, /'query \{/],
  ['semicolons', '{ customers { nodes { name; } }; }', /name \} \} \}/],
  [
    'several misspelt names',
    '{ custmers { nodes { nme customerNumbr } } }',
    /customers \{ nodes \{ name customerNumber/,
  ],
  ['a misspelt argument', `{ customer(customerNumbr: "${KARI}") { name } }`, /customer\(customerNumber:/],
  ['a field of one type among several', `{ node(id: "${UNKNOWN}") { iban } }`, /\.\.\. on Account \{ iban \}/],
  ['fields of a text', '{ customers { nodes { name { first } } } }', /nodes \{ name {2}\}/],
  [
    'a value that an enumeration has not',
    `mutation { createCustomer(input: ${customer.replace('PRIVATE', 'PRIVAT')}) { id } }`,
    /"PRIVATE"|PRIVATE/,
  ],
  [
    'an enumeration as a text',
    `mutation { createCustomer(input: ${customer.replace('PRIVATE', '"PRIVATE"')}) { id } }`,
    /PRIVATE/,
  ],
  ['a variable that was not declared', 'query Q { customers(first: $n) { nodes { name } } }', /query Q\(\$n: Int\)/],
  ['a variable that nothing uses', 'query Q($n: Int) { customers { nodes { name } } }', /query Q \{/],
  ['a variable of another type', 'query ($n: String) { customers(first: $n) { nodes { name } } }', /\$n: Int/],
  ['a misspelt type', 'query ($n: Itn) { customers(first: $n) { nodes { name } } }', /\$n: Int/],
  ['a fragment that nothing uses', '{ clock { now } } fragment F on Clock { now }', /'\{ clock \{ now \} \}'/],
  ['a directive that there is not', '{ clock @cached { now } }', /clock {2}\{/],
  ['two fields of one name', '{ a: clock { now } a: world { name } }', /a2: world/],
  ['an argument twice', '{ customers(first: 1, first: 2) { nodes { name } } }', /first: 2/],
  ['two operations', 'query A { clock { now } } query B { world { name } }', /'query A \{ clock \{ now \} \}'/],
  ['a subscription', 'subscription { clock { now } }', /'query \{ clock/],
]

describe('A document that cannot be run is mended as `why` says: the nearest one that can is pasted (D97)', () => {
  it.each(DOCUMENTS)('%s', async (_, document, mended) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    expect(change).toMatch(mended)
    // A node that the world has not is told in its answer.
    if (!document.includes(UNKNOWN)) expect(exitCode, `${change}\n${output}`).toBe(0)
    else expect(output).toContain('RESOURCE_UNKNOWN')
  })

  it('a document that is posted as itself', async () => {
    const world = await newWorld()
    const refused = await visit(`${world.base}/graphql`, {
      method: 'POST',
      body: '{ customers { nodes { name } } }',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    })
    const { change, exitCode, output } = await follow(world, refused, 'FORMAT_ERROR')
    expect(exitCode, output).toBe(0)
    expect(change).toContain("'{ customers { nodes { name } } }'")
  })

  it('the operation that was named, of several', async () => {
    const world = await newWorld()
    const answer = await visit(`${world.base}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query: 'query A { clock { now } } query B { world { nme } }', operationName: 'B' }),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    })
    const { change, exitCode, output } = await follow(world, answer, 'FORMAT_ERROR')
    expect(exitCode, output).toBe(0)
    expect(change).toMatch(/query B \{ world \{ name \} \}'$/)
  })
})

const LARGE: readonly (readonly [name: string, document: string])[] = [
  ['too many root fields', `{ ${Array.from({ length: 60 }, (_, at) => `a${at}: clock { now }`).join(' ')} }`],
  ['too many aliases', `{ clock { ${Array.from({ length: 60 }, (_, at) => `a${at}: now`).join(' ')} } }`],
  ['too many tokens', `{ ${'clock { now } '.repeat(1_500)} }`],
  [
    'too many levels',
    `{ customers { nodes ${'{ accounts { nodes { owner '.repeat(10)}{ name }${' } } }'.repeat(10)} } }`,
  ],
  [
    'too many rows',
    '{ customers(first: 1000) { nodes { accounts(first: 1000) { nodes { transactions(first: 1000) { nodes { id } } } } } } }',
  ],
]

describe('A document that asked for too much at once is mended as `why` says: its beginning is pasted', () => {
  it.each(LARGE)('%s', async (_, document) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await world.graphql(document), 'BAD_REQUEST')
    expect(exitCode, `${change}\n${output}`).toBe(0)
    expect(change).toMatch(/clock|customers/)
  })

  it('unless it is far too large to be read again: then in parts', async () => {
    const world = await newWorld()
    const document = `{ ${'clock { now } '.repeat(3_000)} }`
    const { advice, change } = await follow(world, await world.graphql(document), 'BAD_REQUEST')
    expect([change, advice]).toEqual(['', expect.stringMatching(/^Send the document in parts/)])
  })
})

const LOST: readonly (readonly [name: string, document: string, where: string])[] = [
  ['nothing', '', 'Line 1, column 1'],
  ['a word', 'hello', 'Line 1, column 1'],
  ['a fragment that there is not', '{\n  clock { ...F }\n}', 'Line 2, column 14'],
  ['a field that is like none', '{ clock {\n    x1\n} }', 'Line 2, column 5'],
  ['a required argument that is missing', 'mutation { advance: deleteWorld { name } }', 'Line 1, column 12'],
]

describe('Of a document that nothing near to it mends `why` says where it is wrong, and where one writes it', () => {
  it.each(LOST)('%s', async (_, document, where) => {
    const world = await newWorld()
    const { advice, change, exitCode, output } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    expect(advice).toContain(where)
    if (change !== '') expect(exitCode, `${change}\n${output}`).toBe(0)
    const [address = ''] = /http:\S+$/.exec(advice ?? '') ?? []
    const page = await visit(address)
    expect([page.status, /graphiql/i.test(page.text)]).toEqual([200, true])
    expect(new URL(address).searchParams.get('query')).toBe(document)
  })
})

const as = (more = '') => `access: { tpp: "acme", psu: "${KARI}", context: PRIVATE${more} }`
const grant = (world: Place) =>
  world.ask(
    `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${KARI}", context: PRIVATE) { consent { id } } }`,
  )
const accountOf = async (world: Place, number: string): Promise<string> =>
  (await world.ask(`{ customer(customerNumber: "${number}") { accounts { nodes { id } } } }`)).customer.accounts
    .nodes[0].id
const OLA = '12085592767'
const pay = (world: Place, changes: object = {}, more = '', field = 'createPayment') =>
  world.graphql(
    `mutation ($input: ${field.replace(/^c/, 'C')}Input!) { ${field}(product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS, psu: "${KARI}", context: PRIVATE${more}, input: $input) { payment { id } } }`,
    { input: field === 'createBulkPayment' ? bulk(changes) : payment(changes) },
  )

/** At the operator's door each code that it can refuse with, where a TPP's call would have it (D71). */
const AS_TPP: readonly Row[] = [
  ['accounts without a consent', 'CONSENT_INVALID', w => w.graphql(`{ consentedAccounts(${as()}) { __typename } }`)],
  ['accounts of nobody', 'CONSENT_INVALID', w => w.graphql('{ consentedAccounts { __typename } }')],
  [
    'a consent that was taken back',
    'CONSENT_UNKNOWN',
    async w => {
      const { grantConsent } = await grant(w)
      await w.ask(`mutation { revokeConsent(id: "${grantConsent.consent.id}") { id } }`)
      return w.graphql(`{ consentedAccounts(${as()}) { __typename } }`)
    },
  ],
  [
    'a consent of 200 days ago',
    'CONSENT_EXPIRED',
    async w => {
      await grant(w)
      await w.ask('mutation { advanceClock(by: "P200D") { now } }')
      return w.graphql(`query ($access: AccessInput) { consentedAccounts(access: $access) { __typename } }`, {
        access: { tpp: 'acme', psu: KARI, context: 'PRIVATE' },
      })
    },
  ],
  [
    'lines older than 90 days without a fresh SCA',
    'CONSENT_EXPIRED',
    async w => {
      await grant(w)
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      const id = await accountOf(w, KARI)
      return w.graphql(
        `{ accountTransactions(id: "${id}", bookingStatus: booked, dateFrom: "2026-01-01", ${as()}) { __typename } }`,
      )
    },
  ],
  [
    'the account of somebody else',
    'RESOURCE_UNKNOWN',
    async w => {
      await grant(w)
      return w.graphql(`{ accountBalances(id: "${await accountOf(w, OLA)}", ${as()}) { balanceType } }`)
    },
  ],
  [
    'the fifth call without the PSU',
    'ACCESS_EXCEEDED',
    async w => {
      await grant(w)
      const query = `{ accountBalances(id: "${await accountOf(w, KARI)}", ${as()}) { balanceType } }`
      for (let count = 0; count < 4; count += 1) await w.graphql(query)
      return w.graphql(query)
    },
  ],
  [
    'a payment above the balance',
    'PAYMENT_FAILED',
    w =>
      w.graphql(
        `mutation ($input: CreatePaymentInput!) { createPayment(product: INSTANT_NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS_STRAKS, psu: "${KARI}", context: PRIVATE, input: $input) { payment { id } } }`,
        { input: payment({ instructedAmount: { amount: '9000000.00', currency: 'NOK' } }) },
      ),
  ],
  ['a day that has passed', 'EXECUTION_DATE_INVALID', w => pay(w, { requestedExecutionDate: '2020-01-01' })],
  [
    'a KID with a wrong check digit',
    'KID_INVALID',
    w => pay(w, { remittanceInformationStructuredArray: [{ reference: '12345', referenceType: 'SCOR' }] }),
  ],
  [
    'no KID for a creditor that wants one',
    'KID_MISSING',
    async w => {
      await w.ask(`mutation { setKidDemand(accountId: "${await accountOf(w, OLA)}", demanded: true) { id } }`)
      return pay(w, { remittanceInformationUnstructured: 'Rent' })
    },
  ],
  [
    'a bulk payment in a basket',
    'REFERENCE_MIX_INVALID',
    async w => {
      const { createBulkPayment } = JSON.parse((await pay(w, {}, '', 'createBulkPayment')).text).data
      return w.graphql(
        `mutation ($input: CreateSigningBasketInput!) { createSigningBasket(psu: "${KARI}", input: $input) { id } }`,
        { input: { paymentIds: [createBulkPayment.payment.id] } },
      )
    },
  ],
  ['a status of no payment', 'RESOURCE_UNKNOWN', w => w.graphql(`{ paymentStatus(id: "${UNKNOWN}") }`)],
  [
    'to authorise what is carried out',
    'CONFLICT',
    async w => {
      const { id, paymentId } = await waiting(w, INSTANT)
      await approve(w, id)
      return w.graphql(`mutation { startPaymentAuthorisation(id: "${paymentId}", psu: "${KARI}", tpp: "acme") { id } }`)
    },
  ],
  [
    'to cancel what is carried out',
    'CANCELLATION_INVALID',
    async w => {
      const { id, paymentId } = await waiting(w, INSTANT)
      await approve(w, id)
      return w.graphql(`mutation { cancelPayment(id: "${paymentId}", psu: "${KARI}", tpp: "acme") { __typename } }`)
    },
  ],
  [
    'no bookingStatus',
    'QUERY_PARAMETER_REQUIRED',
    async w => {
      await grant(w)
      return w.graphql(`{ accountTransactions(id: "${await accountOf(w, KARI)}", ${as()}) { __typename } }`)
    },
  ],
  [
    'a product that bulk payments have not',
    'PRODUCT_INVALID',
    w =>
      w.graphql(
        `mutation ($input: CreateBulkPaymentInput!) { createBulkPayment(product: SEPA_CREDIT_TRANSFERS, psu: "${KARI}", input: $input) { payment { id } } }`,
        { input: bulk() },
      ),
  ],
  [
    'a mutation by GET',
    'METHOD_NOT_ALLOWED',
    w =>
      visit(`${w.base}/graphql?query=${encodeURIComponent('mutation { stopClock { now } }')}`, {
        headers: { Accept: 'application/json' },
      }),
  ],
  [
    'a document by PUT',
    'METHOD_NOT_ALLOWED',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'PUT',
        body: JSON.stringify({ query: '{ clock { now } }' }),
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      }),
  ],
  [
    'an answer that is XML',
    'NOT_ACCEPTABLE',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'POST',
        body: JSON.stringify({ query: '{ clock { now } }' }),
        headers: { Accept: 'application/xml', 'Content-Type': 'application/json' },
      }),
  ],
  [
    'a document that is declared as one',
    'UNSUPPORTED_MEDIA_TYPE',
    w =>
      visit(`${w.base}/graphql`, {
        method: 'POST',
        body: '{ clock { now } }',
        headers: { Accept: 'application/json', 'Content-Type': 'application/graphql' },
      }),
  ],
]

describe('What the operator was refused as a TPP passes as `why` says (D71, D97)', () => {
  it.each(AS_TPP)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { advice, change, exitCode, output } = await follow(world, await refuse(world), code)
    expect(exitCode, `${change}\n${output}`).toBe(0)
    if (code === 'UNSUPPORTED_MEDIA_TYPE') expect(advice).toMatch(/Content-Type: application\/json/)
  })
})
