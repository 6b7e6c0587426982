import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { startProgram } from './running.ts'
import { based, type Effects, jsonOf, TRACE, type Tried, worlded } from './tried.ts'

const LOG = ['log', '--world', 'seen']

/** log, why, report. */
export const JOURNAL: Effects = {
  'log --as': async tried => {
    const id = await idOf(tried)
    expect(await tried.print(...LOG, id, '--as', 'curl')).toMatch(/^curl [\s\S]*\/v1\/sandbox\/customers/m)
    expect((await tried.run(...LOG, id, '--as', 'morse')).exitCode).toBe(2)
    // Several calls are one story.
    expect(await tried.print(...LOG, '--as', 'node-test')).toMatch(/from 'node:test'[\s\S]*toBe|assert.equal/)
    expect((await tried.run(...LOG, '--as', 'openssl')).stderr).toContain('--as takes one of vitest, jest, node-test')
  },
  'log --last': async tried => {
    expect((await tried.print(...LOG, '--last', '2')).trim().split('\n')).toHaveLength(2)
    expect((await tried.run(...LOG, '--last', '0')).exitCode).toBe(2)
  },
  'log --follow': async tried => {
    await tried.print('world', 'create', 'short', '--from', 'EMPTY')
    const env = { SANDBANK_HOME: tried.cli.home, SANDBANK_URL: tried.bank.url }
    const followed = await startProgram(['log', '--follow', '--world', 'short'], env)
    for (const id of ['first', 'second']) {
      await tried.run('call', 'GET', `/v1/sandbox/customers?${id}`, '--world', 'short')
      await followed.said(new RegExp(`/worlds/short/v1/sandbox/customers.${id}`))
    }
    expect(await followed.stop()).toBe('SIGTERM')
  },
  'log --caller': narrows(['--caller', 'operator'], lines => {
    expect(lines.some(line => line.includes('/graphql'))).toBe(true)
    expect(lines.some(line => line.includes('/v1/'))).toBe(false)
  }),
  'log --tpp': narrows(['--tpp', 'other'], lines => expect(lines).toHaveLength(1)),
  'log --answer': narrows(['--answer', 'refused'], lines => expect(lines).toEqual([REFUSED])),
  'log --path': narrows(['--path', '/worlds/seen/v1/'], lines => expect(lines).toHaveLength(3)),
  'log --operation': narrows(['--operation', 'createCustomer'], lines => expect(lines).toEqual([REFUSED])),
  'log --code': narrows(['--code', 'FORMAT_ERROR'], lines => expect(lines).toEqual([REFUSED])),
  'log --request': narrows(['--request', 'seen-1'], lines => expect(lines).toHaveLength(1)),
  'log --trace': async tried => {
    await narrows(['--trace', TRACE], lines => expect(lines).toHaveLength(1))(tried)
    await narrows(['--trace', `00-${TRACE}-00f067aa0ba902b7-01`], lines => expect(lines).toHaveLength(1))(tried)
  },
  'log --world': worlded(['log'], /\/worlds\/green\//),
  'log --all-worlds': async ({ print }) => {
    for (const world of ['default', 'green']) await print('graphql', '{ world { name } }', '--world', world)
    const everywhere = await print('log', '--all-worlds')
    expect(everywhere).toContain('/worlds/green/')
    expect(everywhere).toContain('/worlds/default/')
  },
  'log --json': async ({ print }) => {
    const [line = ''] = (await print(...LOG, '--request', 'seen-1', '--json')).trim().split('\n')
    expect(JSON.parse(line)).toMatchObject({ requestId: 'seen-1', status: 200, world: 'seen' })
  },
  'log --base': based('log'),
  'why --world': async tried => {
    const id = await idOf(tried)
    const elsewhere = await tried.run('why', id)
    expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([1, expect.stringContaining(id)])
    expect(await tried.print('why', id, '--world', 'seen')).toContain('customerNumber')
  },
  'why --json': async tried => {
    await jsonOf(
      ['why', await idOf(tried), '--world', 'seen'],
      expect.objectContaining({ subject: expect.any(String) }),
    )(tried)
  },
  'why --base': based('why', '00000000-0000-4000-8000-000000000000'),
  'report --tpp': async ({ print }) => {
    const calls = async (tpp: string) =>
      JSON.parse(await print('report', '--tpp', tpp, '--world', 'seen', '--json')).calls
    expect([await calls('acme'), await calls('other')]).toEqual([2, 1])
  },
  'report --world': async ({ print, run }) => {
    expect(await print('report', '--tpp', 'other', '--world', 'seen')).toContain(': 1 call, ')
    expect((await run('report', '--tpp', 'other', '--world', 'nowhere')).exitCode).toBe(1)
  },
  'report --junit': async ({ run, file }) => {
    const { stderr } = await run('report', '--world', 'seen', '--junit', file('report.xml'))
    expect(stderr).toBe(`Written: ${file('report.xml')}\n`)
    expect(readFileSync(file('report.xml'), 'utf8')).toMatch(/^<\?xml [\s\S]*<testsuites name="sandbank report">/)
  },
  'report --json': jsonOf(['report', '--world', 'seen'], expect.objectContaining({ calls: 2, refused: 1 })),
  'report --base': based('report'),
}

const REFUSED = expect.stringMatching(/ 400 .* FORMAT_ERROR: /)

/** What the log shows with an option, which is less than without. */
function narrows(option: readonly string[], check: (lines: readonly string[]) => void): Effects[string] {
  return async ({ print }) => {
    const linesOf = (text: string) => text.trim().split('\n')
    const lines = linesOf(await print(...LOG, ...option))
    expect(linesOf(await print(...LOG)).length).toBeGreaterThan(lines.length)
    check(lines)
  }
}

/** The id of the call that was refused. */
async function idOf({ print }: Tried): Promise<string> {
  const line = await print(...LOG, '--code', 'FORMAT_ERROR', '--json')
  return JSON.parse(line).id
}
