import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { OPERATIONS } from '../../../src/bank/operations/list.ts'
import { MOST_BYTES } from '../../../src/clients/mcp/pages.ts'
import * as changes from '../../../src/sandbox/operations/changes.ts'
import { Assistants } from '../../../src/workbench/pages/docs/assistants.tsx'
import { assistantAt } from '../../support/clients/assistant.ts'
import { startBank } from '../../support/clients/bank.ts'
import { newcomersTasks } from './newcomer.ts'

const bank = await startBank()
const assistant = await assistantAt(`${bank.url}/mcp`)
const { tools } = await assistant.client.listTools()
const { use } = assistant

async function freshWorld(): Promise<{ world: string }> {
  const { name } = await bank.world('STANDARD')
  return { world: name }
}

describe('D135: the tools of an assistant', () => {
  it('are listed with schemas that are valid, in less than 24 kB', () => {
    expect(assistant.client.getServerVersion()).toMatchObject({ name: 'sandbank' })
    expect(assistant.client.getInstructions()).toContain('why')
    expect(tools.map(({ name }) => name)).toEqual([
      ...['make_world', 'apply_fixture', 'approve', 'advance_clock', 'why', 'calls', 'set_scenario', 'snapshot'],
      ...['restore', 'diff', 'story', 'call', 'search_docs', 'read_docs'],
    ])
    const ajv = new Ajv({ strict: false })
    for (const tool of tools) expect(() => ajv.compile(tool.inputSchema), tool.name).not.toThrow()
    expect(JSON.stringify(tools).length).toBeLessThan(24_000)
    const page = String(Assistants())
    for (const { name } of tools) expect(page).toContain(name)
  })

  it('reach every operation of the bank and every field of the operator, without a list of their own', () => {
    const call = tools.find(({ name }) => name === 'call')
    const { operation } = call?.inputSchema.properties ?? {}
    const names: readonly string[] = Object(operation).enum
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap(type =>
      Object.keys(type?.getFields() ?? {}),
    )
    for (const { name } of [...OPERATIONS, ...Object.values(changes)]) expect(names).toContain(name)
    for (const name of fields) expect(names).toContain(name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('do a newcomer’s ten tasks', async () => {
    expect(await newcomersTasks(assistant, 'VITEST')).toContain("toBe('CONSENT_INVALID')")
  })
})

describe('D135: each tool', () => {
  it('apply_fixture makes what a document says, and refuses one with its places', async () => {
    const at = await freshWorld()
    const fixture = { customers: [{ key: 'siri', name: 'Siri', type: 'PRIVATE' }] }
    const said = await use('apply_fixture', { ...at, fixture })
    expect(said).toMatchObject({ isError: false, text: expect.stringContaining('"key": "siri"') })
    const found = await bank.at(at.world).graphql('{ customer(by: { key: "siri" }) { name } }')
    expect(found.body.data.customer.name).toBe('Siri')
    const wrong = await use('apply_fixture', { ...at, fixture: { custmers: [] } })
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('customers') })
  })

  it('set_scenario forces an outcome, which call shows', async () => {
    const at = await freshWorld()
    await use('set_scenario', { ...at, scenario: 'error; code=ACCESS_EXCEEDED', for: { operation: 'customers' } })
    const said = await use('call', { ...at, operation: 'customers' })
    expect(said).toMatchObject({ isError: true, text: expect.stringContaining('HTTP 429') })
    const once = await use('call', { ...at, operation: 'accounts', scenario: 'error; code=ACCESS_EXCEEDED' })
    expect(once.text).toContain('HTTP 429')
  })

  it('snapshot, diff and restore', async () => {
    const at = await freshWorld()
    await use('snapshot', { ...at, name: 'before' })
    await use('call', {
      ...at,
      operation: 'createCustomer',
      body: { customerNumber: '01017012345', name: 'Siri', type: 'PRIVATE' },
    })
    const changed = await use('diff', { ...at, left: { snapshot: 'before' } })
    expect(changed.text).toContain('"noun": "Customer"')
    expect(await use('restore', { ...at, name: 'before' })).toMatchObject({ isError: false })
    expect((await use('diff', { ...at, left: { snapshot: 'before' } })).text).toContain('"equal": true')
    expect(await use('restore', { ...at, name: 'never' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('RESOURCE_UNKNOWN'),
    })
  })

  it('call runs a field of the operator, and what changes things is in the journal as the operator’s', async () => {
    const at = await freshWorld()
    const changed = await use('call', {
      ...at,
      operation: 'createCustomers',
      parameters: { inputs: [{ key: 'siri', name: 'Siri', type: 'PRIVATE' }] },
    })
    expect(changed).toMatchObject({ isError: false, text: expect.stringContaining('"name": "Siri"') })
    expect((await use('call', { ...at, operation: 'clock' })).text).toContain('nextBatchAt')
    const { totalCount, nodes } = JSON.parse((await use('calls', at)).text)
    expect([totalCount, nodes[0]]).toMatchObject([1, { by: 'OPERATOR', operation: 'createCustomers' }])
    const one = await use('calls', { ...at, id: nodes[0].id })
    expect(one.text).toContain('"headers"')
  })

  it('D75: call signs as at most 20 TPPs, and then as these alone', async () => {
    const other = await startBank()
    const { use } = await assistantAt(`${other.url}/mcp`)
    const said = await Promise.all(
      Array.from({ length: 21 }, (_, at) => use('call', { operation: 'customers', tpp: `tpp-${at}` })),
    )
    expect(said.filter(({ isError }) => !isError)).toHaveLength(20)
    expect(said.find(({ isError }) => isError)?.text).toMatch(/^tpp: .* at most 20 TPPs: .*"tpp-\d+"/)
    expect(await use('call', { operation: 'customers', tpp: 'tpp-0' })).toMatchObject({ isError: false })
  })

  it('calls of one name are those of one TPP, after a new start too', async () => {
    const at = await freshWorld()
    await use('call', { ...at, operation: 'customers', tpp: 'acme' })
    const { nodes } = JSON.parse((await use('calls', { ...at, filter: { tpp: 'acme' } })).text)
    expect(nodes).toHaveLength(1)
    // Another address has keys of its own.
    const other = await assistantAt(`${bank.url.replace('127.0.0.1', 'localhost')}/mcp`)
    await other.use('call', { ...at, operation: 'customers', tpp: 'acme' })
    await other.close()
    const { data } = (await bank.at(at.world).graphql('{ calls(filter: { by: [TPP] }) { nodes { tpp { id } } } }')).body
    const ids = data.calls.nodes.map(({ tpp }: { tpp: { id: string } }) => tpp.id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('search_docs and read_docs read the pages', async () => {
    expect((await use('read_docs')).text).toContain('# Sandbank')
    expect((await use('search_docs', { query: 'CONSENT_INVALID' })).text).toContain('/docs/errors/CONSENT_INVALID.md')
    const page = await use('read_docs', { path: '/docs/errors/CONSENT_INVALID.md' })
    expect(page).toMatchObject({ isError: false, text: expect.stringContaining('# 401 CONSENT_INVALID') })
    expect((await use('read_docs', { path: 'operations/createPayment' })).text).toContain('instructedAmount')
    expect(await use('read_docs', { path: 'nothing' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('search_docs'),
    })
  })
})

describe('D135: answers', () => {
  it('have at most 4 kB, say how to get the rest, and are whole when that is wanted', async () => {
    const at = await freshWorld()
    const { text } = await use('read_docs', { path: 'decisions' })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
    const [, of = ''] = /\[Page 1 of (\d+): page: 2 has more, full: true has all\.\]$/.exec(text) ?? []
    const whole = (await use('read_docs', { path: 'decisions', full: true })).text
    const parts = await Promise.all(
      Array.from(
        { length: Number(of) },
        async (_, n) => (await use('read_docs', { path: 'decisions', page: n + 1 })).text,
      ),
    )
    expect(parts.map(part => part.replace(/\n\[Page .*\]$/, '')).join('')).toBe(whole)
    expect(await use('read_docs', { path: 'decisions', page: 99 })).toMatchObject({ isError: true })
    const list = await use('call', { ...at, operation: 'accounts' })
    expect(Buffer.byteLength(list.text)).toBeLessThanOrEqual(MOST_BYTES)
    const [, id] = /the tool calls with id ([0-9a-f-]{36}) has the rest/.exec(list.text) ?? []
    expect((await use('calls', { ...at, id, full: true })).text.length).toBeGreaterThan(MOST_BYTES)
  })

  it.each([
    ['aprove', {}, 'Did you mean approve?'],
    ['call', {}, 'operation: must be a text.'],
    ['call', { operation: 7 }, 'operation: must be a text.'],
    ['call', { operation: 'createPaymnt' }, 'Did you mean createPayment?'],
    ['call', { operation: 'createPayment', parametres: {} }, 'Did you mean parameters?'],
    ['call', { operation: 'createPayment', parameters: [] }, 'parameters: must be a JSON object.'],
    ['call', { operation: 'createPayment', parameters: { paymentProdukt: 'x' } }, 'did you mean paymentProduct?'],
    ['call', { operation: 'customer' }, 'parameters.customerId: is required'],
    ['call', { operation: 'customer', parameters: { customerId: '../../graphql' } }, 'HTTP 4'],
    ['call', { operation: 'customers', parameters: { 'X-Request-ID': 'a\r\nb' } }, 'cannot be sent'],
    ['call', { operation: 'customers', tpp: '' }, 'tpp: must be a text.'],
    ['call', { operation: 'customers', world: 'no-such-world' }, 'RESOURCE_UNKNOWN'],
    ['call', { operation: 'customers', world: '../default' }, 'world'],
    ['call', { operation: '__proto__' }, 'There is no operation'],
    ['call', { operation: 'customers', body: { a: 1 } }, 'cannot have body'],
    ['advance_clock', { byy: 'P1D' }, 'by'],
    ['advance_clock', {}, 'input'],
    ['why', { of: { payment: 'x', call: 'y' } }, 'of'],
    ['why', { of: 'x'.repeat(100_000) }, 'of'],
    ['calls', { first: -1 }, 'first'],
    ['calls', { full: 'yes' }, 'full: must be true or false.'],
    ['story', { ids: ['x'], form: 'COBOL' }, 'form'],
    ['search_docs', { query: 7 }, 'query: must be a text.'],
    ['read_docs', { path: '../../etc/passwd' }, 'path: must be that of a page'],
    ['snapshot', { name: '../x' }, 'FORMAT_ERROR'],
    ['diff', {}, 'left: is required.'],
    ['diff', { left: null }, 'left: is required.'],
  ])('%s %j is refused in words', async (tool, given, words) => {
    const { text, isError } = await use(tool, given)
    expect([isError, text]).toEqual([true, expect.stringContaining(words)])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
    expect(text).not.toContain('fault of the server')
    expect(bank.faults).toEqual([])
  })
})
