import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { runBash } from '../../../support/clients/cli.ts'
import { based, type Effects, jsonOf, KARI, ONLY_IN_GREEN, worlded } from './tried.ts'

const CUSTOMERS = '/v1/sandbox/customers'
const READ = ['call', 'GET', CUSTOMERS]
const created = (number: string) => JSON.stringify({ customerNumber: number, name: 'Åse', type: 'PRIVATE' })

/** call, graphql, audit, explain. */
export const CALLS: Effects = {
  'call --tpp': async ({ print, ask }) => {
    await print(...READ, '--tpp', 'other', '--header', 'X-Request-ID: signed-by-other')
    const { calls } = Object(await ask('{ calls(filter: { xRequestId: "signed-by-other" }) { nodes { tpp { id } } } }'))
    const [other] = JSON.parse(await print('tpp', 'list', '--json')).filter(
      ({ name }: { name: string }) => name === 'other',
    )
    expect(calls.nodes).toEqual([{ tpp: { id: other.tppId } }])
  },
  'call --world': worlded(READ, new RegExp(ONLY_IN_GREEN)),
  'call --psu': async ({ print, run, ask }) => {
    const { customer } = Object(await ask(`{ customer(by: { customerNumber: "${KARI}" }) { psuId } }`))
    expect(await print(...READ, '--psu', KARI, '--curl')).toContain(`PSU-ID: ${customer.psuId}`)
    const { exitCode, stderr } = await run(...READ, '--psu', '1')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('"1"')])
  },
  'call --header': async ({ run }) => {
    const create = ['call', 'POST', CUSTOMERS, '--data', '{}', '--json']
    const { exitCode, stdout } = await run(...create, '--header', 'Digest:', '--header', 'X-Request-ID: given')
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ status: 400, headers: expect.objectContaining({ 'x-request-id': 'given' }) }),
    ])
    expect(stdout).toContain('HTTP_HEADER_REQUIRED')
  },
  'call --data': async ({ print, ask, file }) => {
    writeFileSync(file('customer.json'), created('01017000002'))
    await print('call', 'POST', CUSTOMERS, '--data', created('01017000001'))
    await print('call', 'POST', CUSTOMERS, '--data', `@${file('customer.json')}`)
    for (const number of ['01017000001', '01017000002'])
      expect(await ask(`{ customer(by: { customerNumber: "${number}" }) { name } }`)).toEqual({
        customer: { name: 'Åse' },
      })
  },
  'call --scenario': async ({ run }) => {
    const { exitCode, stdout } = await run(...READ, '--scenario', 'error; code=ACCESS_EXCEEDED')
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^HTTP 429 [\s\S]*ACCESS_EXCEEDED/)])
  },
  'call --save': async ({ run, print }) => {
    expect((await run(...READ, '--save', 'first=[0].customerNumber')).stderr).toMatch(/^Saved first = \d+\n$/)
    expect(await print(...READ, '--header', 'X-Request-ID: {first}', '--json')).toMatch(/"x-request-id":"\d+"/)
  },
  'call --base': based(...READ),
  'call --curl': async ({ print, ask }) => {
    const made = await print('call', 'POST', CUSTOMERS, '--data', created('01017000003'), '--curl')
    const find = '{ customers(filter: { customerNumber: "01017000003" }) { totalCount } }'
    expect(await ask(find)).toEqual({ customers: { totalCount: 0 } })
    expect((await runBash(made)).stdout).toMatch(/^HTTP\/1\.1 201 /)
    expect(await ask(find)).toEqual({ customers: { totalCount: 1 } })
  },
  'call --verbose': async ({ run }) => {
    expect((await run(...READ)).stderr).toBe('')
    expect((await run(...READ, '--verbose')).stderr).toContain('(request-target): get /v1/sandbox/customers')
  },
  'call --json': jsonOf(READ, expect.objectContaining({ status: 200 })),
  'call --quiet': async ({ print }) => {
    expect(await print(...READ)).toMatch(/^HTTP 200 /)
    expect(JSON.parse(await print(...READ, '--quiet'))).toEqual(
      expect.arrayContaining([expect.objectContaining({ customerNumber: KARI })]),
    )
  },
  'graphql --variables': async ({ print }) => {
    const query = 'query ($number: String!) { customer(by: { customerNumber: $number }) { customerNumber } }'
    expect(JSON.parse(await print('graphql', query, '--variables', `{"number":"${KARI}"}`)).data.customer).toEqual({
      customerNumber: KARI,
    })
  },
  'graphql --operation-name': async ({ print }) => {
    const both = 'query One { world { name } } query Two { clock { frozen } }'
    const answered = JSON.parse(await print('graphql', both, '--operation-name', 'Two'))
    expect(answered.data).toEqual({ clock: { frozen: false } })
  },
  'graphql --save': async ({ run, print }) => {
    expect((await run('graphql', '{ world { name } }', '--save', 'it=world.name')).stderr).toBe('Saved it = default\n')
    expect(await print(...READ, '--header', 'X-Request-ID: {it}', '--json')).toContain('"x-request-id":"default"')
  },
  'graphql --world': worlded(['graphql', '{ world { name } }'], /"name": "green"/),
  'graphql --base': based('graphql', '{ world { name } }'),
  'audit --world': worlded(['audit'], /^The books add up: 0 accounts/),
  'audit --json': jsonOf(['audit'], expect.objectContaining({ findings: [] })),
  'audit --base': based('audit'),
  'explain --json': async tried => {
    await signedRequest(tried)
    await jsonOf(['explain', tried.file('request.sh')], expect.objectContaining({ accepted: true }))(tried)
  },
  'explain --base': async tried => {
    await signedRequest(tried)
    await based('explain', tried.file('request.sh'))(tried)
  },
}

async function signedRequest({ print, file }: Parameters<Effects[string]>[0]): Promise<void> {
  writeFileSync(file('request.sh'), await print(...READ, '--curl'))
}
