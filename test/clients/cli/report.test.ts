import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runReport } from '../../../src/clients/cli/report.ts'
import type { AnsweredCall } from '../../../src/domain/calls.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { reportCard, SITUATIONS } from '../../../src/workbench/explain/report-card/card.ts'
import { OBJECTIONS } from '../../../src/workbench/explain/report-card/objections.ts'
import { customerBody, PATHS } from '../../support/builders/builders.ts'
import { addPrivate, consentOf, unattended } from '../../support/builders/consented.ts'
import { addPayer, INSTANT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type Tpp, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'
import { headerOf, withHeaders } from '../../support/clients/signing-client.ts'
import { contextOf } from '../../workbench/pages/visits.ts'

const bank = await startBank()
const home = mkdtempSync(join(tmpdir(), 'sandbank-report-'))
afterAll(() => {
  rmSync(home, { recursive: true, force: true })
  expect(bank.faults).toEqual([])
})

const CARD = `query ($tpp: String!) { reportCard(tpp: $tpp) { tpp { id } from until calls refused
  sections { name rows { name calls refused forced example } } objections { name title text rule calls examples } } }`
type Row = { readonly name: string; readonly calls: number; readonly refused: number; readonly example: string | null }
type Named = { readonly name: string }

async function cardOf(world: World, tpp: Tpp) {
  const { reportCard: card } = await ask(world, CARD, { tpp: tppIdOf(bank, tpp) })
  const rows = (name: string): Row[] => card.sections.find((one: Named) => one.name === name).rows
  return { ...card, rows, objected: card.objections.map(({ name }: Named) => name).sort() }
}

const READ = { 'x-accept-fix': 'none', 'TPP-Session-ID': 's', 'TPP-Redirect-URI': 'https://tpp.example/back' }
const failing = (code: string) => ({ 'Sandbank-Scenario': `error; code=${code}` })
const inner = (signature: string) => Buffer.from(signature.split('?')[3] ?? '', 'base64').toString()
const wrapped = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** A world that is called as it should be: with a Date. */
async function newWorld(): Promise<World> {
  const world = await bank.world()
  return { ...world, call: (method, path, options) => world.call(method, path, { date: new Date(), ...options }) }
}

/** How an integration earns each objection. */
const EARNED: Readonly<Record<string, (world: World, tpp: Tpp) => Promise<unknown>>> = {
  UNSIGNED_HEADERS: (world, tpp) =>
    world.call('POST', PATHS.customers, {
      tpp,
      body: customerBody(),
      tamper: request =>
        withHeaders(request, { Signature: wrapped(inner(headerOf(request, 'Signature')).replace(' digest', '')) }),
    }),
  TARGET_UNSIGNED: (world, tpp) =>
    world.call('GET', PATHS.customers, { tpp, signedHeaders: ['date', 'digest', 'x-request-id'] }),
  DATE_UNSIGNED: (world, tpp) => world.call('GET', PATHS.customers, { tpp, date: undefined }),
  REQUEST_ID_REUSED: async (world, tpp) => {
    const requestId = randomUUID()
    for (const body of [customerBody(), customerBody()])
      await world.call('POST', PATHS.customers, { tpp, body, requestId })
  },
  RETRIED_WITH_NEW_ID: async (world, tpp) => {
    const body = customerBody()
    await world.call('POST', PATHS.customers, { tpp, body, headers: failing('SYSTEM_ERROR') })
    await world.call('POST', PATHS.customers, { tpp, body })
  },
  QUOTA_EXCEEDED: async (world, tpp) => {
    const { customerNumber, account } = await addPrivate(world)
    const headers = unattended(await consentOf(bank, world, customerNumber, { tpp }))
    // Not five times the same address, which would be polling too.
    for (let n = 0; n < 4; n += 1) await world.call('GET', '/v1/accounts?withBalance=true', { tpp, headers })
    expect((await world.call('GET', `/v1/accounts/${account.id}/balances`, { tpp, headers })).status).toBe(429)
  },
  POLLED: async (world, tpp) => {
    for (let n = 0; n < 6; n += 1) await world.call('GET', PATHS.accounts, { tpp })
  },
  RETRY_AFTER_IGNORED: async (world, tpp) => {
    await world.call('GET', PATHS.customers, { tpp, headers: failing('UNAVAILABLE') })
    await world.call('GET', PATHS.customers, { tpp })
  },
  DEPRECATION_IGNORED: async (world, tpp) => {
    const headers = { ...READ, 'PSU-IP-Address': '127.0.0.1' }
    for (let n = 0; n < 2; n += 1) await world.call('POST', '/v1/consents', { tpp, headers })
  },
  PSU_ADDRESS_MISSING: (world, tpp) =>
    world.call('GET', `${INSTANT}/${randomUUID()}`, { tpp, headers: { ...READ, 'PSU-ID': randomUUID() } }),
}

describe('What a bank would object to', () => {
  it.each(Object.keys(OBJECTIONS))('%s, with the calls that show it, and nothing else', async name => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    await EARNED[name]?.(world, tpp)
    const card = await cardOf(world, tpp)
    expect(card.objected).toEqual([name])
    const [objection] = card.objections
    expect(objection.calls).toBeGreaterThan(0)
    const { call } = await ask(world, 'query ($id: ID!) { call(by: { id: $id }) { id tpp { id } } }', {
      id: objection.examples[0],
    })
    expect(call).toEqual({ id: objection.examples[0], tpp: { id: tppIdOf(bank, tpp) } })
  })

  it('is not what a scenario forced, which is met all the same, and said to be forced (D88)', async () => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    const forced = await world.call('GET', PATHS.customers, { tpp, headers: failing('ACCESS_EXCEEDED') })
    expect(forced.status).toBe(429)
    const rule =
      'mutation { setScenario(input: { scenario: "error; code=ACCESS_EXCEEDED", times: 1 }) { scenario { id } } }'
    await ask(world, rule)
    await world.call('GET', PATHS.accounts, { tpp })
    await world.call('GET', PATHS.accounts, { tpp })
    const card = await cardOf(world, tpp)
    expect(card.objected).toEqual([])
    const met = { calls: 2, refused: 2, forced: 2 }
    const rowOf = (section: string, row: string) => card.rows(section).find(({ name }: Row) => name === row)
    expect(rowOf('SITUATIONS', 'QUOTA_REACHED')).toMatchObject(met)
    expect(rowOf('ERRORS', 'ACCESS_EXCEEDED')).toMatchObject(met)
    expect(rowOf('OPERATIONS', 'accounts')).toMatchObject({ calls: 2, refused: 1, forced: 1 })
  })

  it('is what was sent with a call whose answer was forced, and how it went on after such a one', async () => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    const signedHeaders = ['date', 'digest', 'x-request-id']
    for (let n = 0; n < 2; n += 1)
      await world.call('GET', PATHS.customers, { tpp, signedHeaders, headers: failing('UNAVAILABLE') })
    expect((await cardOf(world, tpp)).objected).toEqual(['RETRY_AFTER_IGNORED', 'TARGET_UNSIGNED'])
  })

  it('is also what was tolerated, by the name that Sandbank-Warning gave it (D73)', async () => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    await world.call('GET', PATHS.customers, {
      tpp,
      tamper: request =>
        withHeaders(request, {
          Signature: wrapped(inner(headerOf(request, 'Signature')).replace('ecdsa-sha256', 'hs2019')),
        }),
    })
    const { objections } = await cardOf(world, tpp)
    expect(objections).toEqual([expect.objectContaining({ name: 'TOLERATED_ALGORITHM_NAME', rule: 'D73', calls: 1 })])
  })

  it('is nothing in calls that are made well; another TPP’s calls and another world’s count for neither', async () => {
    const [world, other] = [await newWorld(), await newWorld()]
    const [tpp, stranger] = [bank.newTpp(), bank.newTpp()]
    const requestId = randomUUID()
    const body = customerBody()
    for (let n = 0; n < 2; n += 1) await world.call('POST', PATHS.customers, { tpp, body, requestId })
    await EARNED['DEPRECATION_IGNORED']?.(world, stranger)
    await EARNED['DEPRECATION_IGNORED']?.(other, tpp)
    const card = await cardOf(world, tpp)
    expect([card.calls, card.refused, card.objected]).toEqual([2, 0, []])
    expect(card.rows('SITUATIONS').find(({ name }: Row) => name === 'REPLAYED')).toMatchObject({ calls: 1 })
  })
})

describe('What was met, and what was never tried', () => {
  it('are operations, states, refusals and situations, each with its latest call', async () => {
    const { world, psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, INSTANT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    await psu.call('GET', `${payment.path}/status`)
    await psu.call('GET', `${payment.path}/authorisations/no-such`)
    const refused = await psu.call('POST', INSTANT, { body: paymentBody(debtor, creditor, { creditorName: '' }) })
    const card = await cardOf(world, bank.tpp)
    const met = (name: string) =>
      card
        .rows(name)
        .filter(({ calls }: Row) => calls > 0)
        .map((row: Row) => row.name)
    expect(met('OPERATIONS')).toEqual(
      expect.arrayContaining(['createPayment', 'paymentStatus', 'paymentAuthorisation']),
    )
    expect(met('OPERATIONS')).not.toContain('createBulkPayment')
    expect(met('PAYMENT_STATES')).toEqual(['RCVD', 'ACSC'])
    expect(card.rows('OPERATIONS').find(({ name }: Row) => name === 'createPayment')).toMatchObject({
      refused: 1,
      example: refused.headers['sandbank-request'],
    })
    expect(met('ERRORS')).toEqual(['FORMAT_ERROR', 'RESOURCE_UNKNOWN'])
    // What its operations may refuse and did not.
    expect(card.rows('ERRORS').map(({ name }: Row) => name)).toContain('PAYMENT_FAILED')
    expect(met('SITUATIONS')).toContain('SCA_LINK')
    expect(card.rows('SITUATIONS')).toHaveLength(Object.keys(SITUATIONS).length)
  })

  it('of a TPP that the bank does not know are RESOURCE_UNKNOWN', async () => {
    const world = await newWorld()
    const { body } = await world.graphql(CARD, { tpp: 'nobody' })
    expect(body.errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
  })
})

describe('`sandbank report`', () => {
  it('prints the card, as JSON too, and writes what CI servers read', async () => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    await EARNED['TARGET_UNSIGNED']?.(world, tpp)
    const printed: string[] = []
    const file = join(home, 'report.xml')
    const tools = {
      config: readConfig({ SANDBANK_HOME: home }),
      print: (text: string) => printed.push(text),
      note: () => {},
    }
    const options = { base: bank.url, world: world.name, tpp: tppIdOf(bank, tpp) }
    await runReport({ ...options, junit: file }, tools)
    await runReport({ ...options, json: true }, tools)
    const [text = '', json = ''] = printed
    expect(text).toContain('1 call, 0 of them refused')
    expect(text).toMatch(/Operations: 1 of \d+\n {2}customers {2}1 call, 0 refused/)
    expect(text).toContain('(request-target) is not signed (D72): 1 call')
    const { objections } = JSON.parse(json)
    expect(text).toContain(`${bank.url}${world.base}/requests/${objections[0].examples[0]}`)
    const xml = readFileSync(file, 'utf8')
    expect(xml).toContain('<testcase classname="OPERATIONS" name="customers"/>')
    expect(xml).toMatch(/<testcase classname="OPERATIONS" name="createCustomer"><skipped message="[^"]+"\/>/)
    expect(xml).toMatch(/<testsuite name="OBJECTIONS" tests="1" failures="1" errors="0" skipped="0"/)
    expect(xml).toContain('<failure message="(request-target) is not signed (D72): 1 call">')
    await expect(runReport({ ...options, tpp: 'nobody' }, tools)).rejects.toThrow('There is no TPP "nobody"')
    await expect(runReport({ ...options, junit: join(home, 'no/such/folder.xml') }, tools)).rejects.toThrow(
      'cannot be written',
    )
  })

  it('is a page as well, to which the list of TPPs leads', async () => {
    const world = await newWorld()
    const tpp = bank.newTpp()
    await EARNED['TARGET_UNSIGNED']?.(world, tpp)
    const get = async (path: string) =>
      (await fetch(`${bank.url}${world.base}${path}`, { headers: { Accept: 'text/html' } })).text()
    const id = tppIdOf(bank, tpp)
    const list = await get('/console/tpps')
    expect(list).toContain(`/report?tpp=${id}`)
    const [row = ''] = new RegExp(`<tr><td[^>]*><a class="row-link" href="[^"]*${id}".*?</tr>`, 's').exec(list) ?? []
    // What its certificate says, when it called last, and how much it uses.
    const columns =
      /<td class="meta">read accounts, make payments<\/td><td class="meta">\d+ \w+ \d{4}<\/td><td class="meta end"><time /
    expect(row).toMatch(columns)
    expect(row).toMatch(/1 of \d+/)
    const page = await get(`/report?tpp=${id}`)
    expect(page).toContain('(request-target) is not signed')
    expect(page).toMatch(/Operations: 1 of \d+/)
    // A square for each operation, and a name that says the figures (D106).
    const [, all = ''] =
      /role="img" aria-label="Of (\d+) operations 1 were carried out, 0 were called and always refused/.exec(page) ?? []
    expect(page.match(/<span class="square (met|refused|never)"/g)).toHaveLength(Number(all))
    expect(page).toMatch(new RegExp(`href="${world.base}/requests/[0-9a-f-]{36}"`))
    expect(await get('/report?tpp=nobody')).toContain('There is no TPP')
  })
})

describe('Thousands of calls', () => {
  it('are looked at in slices, between which others have their turn (D74)', async () => {
    const world = await newWorld()
    const machineNow = () => new Date()
    const journal = openJournal(':memory:', { machineNow, token: undefined })
    const tppId = tppIdOf(bank, bank.tpp)
    const call = (n: number): AnsweredCall => ({
      id: String(n).padStart(8, '0'),
      world: world.name,
      at: machineNow(),
      by: 'TPP',
      door: 'REST',
      operation: 'customers',
      tppId,
      method: 'GET',
      target: `/v1/sandbox/customers?n=${n}`,
      requestId: randomUUID(),
      traceId: undefined,
      status: 200,
      code: undefined,
      durationMs: 1,
      requestHeaders: ['Signature', 'x'.repeat(900), 'TPP-Signature-Certificate', 'c'.repeat(2_000)],
      requestBody: undefined,
      answerHeaders: ['Content-Type', 'application/json'],
      answerBody: '{"transactionStatus":"RCVD"}'.repeat(20),
      steps: ['ROUTE', 'RULES'],
      faults: [],
    })
    for (let n = 0; n < 3_000; n += 1) journal.add(call(n))
    const ctx = await contextOf(bank, world, { kind: 'operator' })
    let turns = 0
    const turn = () => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const known = { ...ctx.deps, journal, localTpps: () => [{ id: tppId, name: 'own', localName: 'own' }] }
    const card = await reportCard({ ...ctx, deps: known }, 'own', [{ name: 'customers', summary: '', refusals: [] }])
    clearImmediate(next)
    expect(card.calls).toBe(3_000)
    expect(
      card.sections.find(({ name }) => name === 'PAYMENT_STATES')?.rows.find(({ name }) => name === 'RCVD')?.calls,
    ).toBe(3_000)
    expect(turns).toBeGreaterThan(2)
    await journal.close()
  })
})
