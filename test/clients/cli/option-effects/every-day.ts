import { expect } from 'vitest'
import { based, type Effects, jsonOf, KARI, ONLY_IN_GREEN, type Tried, worlded } from './tried.ts'

/** clock, approve, reject, scenario. */
export const EVERY_DAY: Effects = {
  ...Object.fromEntries(
    [['show'], ['advance', 'PT1S'], ['to', '2040-01-01T00:00:00Z'], ['freeze'], ['resume']].flatMap(
      ([name = '', ...args]) => [
        [`clock ${name} --world`, movesClock(name, ...args)],
        [`clock ${name} --json`, clockInJson(name, ...args)],
        [`clock ${name} --base`, based('clock', name, ...args)],
      ],
    ),
  ),
  ...Object.fromEntries(
    (['approve', 'reject'] as const).flatMap(name => [
      [
        `${name} --psu`,
        async (tried: Tried) => {
          await offer(tried)
          expect((await tried.run(name, '{sca}')).exitCode).toBe(2)
          await tried.print(name, '{sca}', '--psu', KARI, ...PRIVATE[name])
        },
      ],
      [
        `${name} --world`,
        async (tried: Tried) => {
          await tried.print('world', 'create', `${name}s`)
          await offer(tried, '--world', `${name}s`)
          const elsewhere = await tried.run(name, '{sca}', '--psu', KARI, ...PRIVATE[name])
          expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([1, expect.stringContaining('no authorisation')])
          await tried.print(name, '{sca}', '--psu', KARI, '--world', `${name}s`, ...PRIVATE[name])
        },
      ],
      [
        `${name} --json`,
        async (tried: Tried) => {
          await offer(tried)
          const decided = JSON.parse(await tried.print(name, '{sca}', '--psu', KARI, '--json', ...PRIVATE[name]))
          expect(decided).toMatchObject({ authorisation: { purpose: 'CONSENT' }, redirectTo: expect.any(String) })
        },
      ],
      [`${name} --base`, based(name, 'none', '--psu', KARI)],
    ]),
  ),
  'approve --context': async tried => {
    await offer(tried)
    expect((await tried.run('approve', '{sca}', '--psu', KARI)).exitCode).toBe(1)
    await tried.print('approve', '{sca}', '--psu', KARI, '--context', 'PRIVATE')
  },
  'approve --agreement': async tried => {
    const own = `{ customer(by: { customerNumber: "${KARI}" }) { agreements { nodes { id } } } }`
    await tried.print('graphql', own, '--save', 'agreement=customer.agreements.nodes[0].id')
    await offer(tried)
    await tried.print('approve', '{sca}', '--psu', KARI, '--agreement', '{agreement}')
  },
  'approve --account': async tried => {
    await offer(tried)
    const { exitCode, stderr } = await tried.run(
      'approve',
      '{sca}',
      '--psu',
      KARI,
      ...PRIVATE.approve,
      '--account',
      'none',
    )
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('none')])
  },
  'scenario list --world': async tried => {
    await tried.print('scenario', 'set', 'lose-answer', '--world', 'green', '--key', 'listed')
    await worlded(['scenario', 'list'], /^listed +lose-answer/m)(tried)
  },
  'scenario list --json': jsonOf(['scenario', 'list'], expect.any(Array)),
  'scenario list --base': based('scenario', 'list'),
  'scenario set --world': async tried => {
    expect(await listed(tried, 'green', 'delay; ms=1', '--world', 'green')).toMatchObject({ scenario: 'delay; ms=1' })
  },
  'scenario set --json': async ({ print }) => {
    const made = JSON.parse(await print('scenario', 'set', 'lose-answer', '--world', 'green', '--json'))
    expect(made).toMatchObject({ scenario: 'lose-answer', left: null })
  },
  'scenario set --base': based('scenario', 'set', 'lose-answer', '--psu', 'none'),
  'scenario set --tpp': sets(['--tpp', 'acme'], { tpp: expect.stringMatching(/^NO-/) }),
  'scenario set --operation': sets(['--operation', 'createPayment'], { operation: 'createPayment' }),
  'scenario set --psu': sets(['--psu', ONLY_IN_GREEN], { psu: ONLY_IN_GREEN }),
  'scenario set --creditor': sets(['--creditor', 'NO1815034020016'], { creditorAccount: 'NO1815034020016' }),
  'scenario set --times': sets(['--times', '3'], { left: 3 }),
  'scenario set --probability': async tried => {
    await refuses(tried, '--probability', '2')
    await sets(['--probability', '0.5'], {})(tried)
  },
  'scenario set --seed': async tried => {
    await refuses(tried, '--seed', '-1')
    await sets(['--seed', '7'], {})(tried)
  },
  'scenario set --key': sets(['--key', 'odd'], { key: 'odd' }),
  'scenario clear --world': async tried => {
    await tried.print('scenario', 'set', 'lose-answer', '--world', 'green', '--key', 'cleared')
    expect((await tried.run('scenario', 'clear', 'cleared')).exitCode).toBe(1)
    await tried.print('scenario', 'clear', 'cleared', '--world', 'green')
  },
  'scenario clear --json': jsonOf(['scenario', 'clear'], expect.any(Array)),
  'scenario clear --base': based('scenario', 'clear'),
}

const PRIVATE = { approve: ['--context', 'PRIVATE'], reject: [] } as const

/** A consent that waits for any PSU, whose SCA is saved as `sca`. */
async function offer({ print }: Tried, ...more: readonly string[]): Promise<void> {
  await print('call', 'POST', '/v1/bank-offered-consents', '--save', 'sca=_links.scaRedirect.id', ...more)
}

function movesClock(name: string, ...args: readonly string[]): Effects[string] {
  return async ({ print, run }) => {
    const world = `clock-${name}`
    await print('world', 'create', world, '--from', 'EMPTY', '--clock', '2039-12-31T00:00:00Z')
    expect(await print('clock', name, ...args, '--world', world)).toMatch(/^The clock shows (?:2039-12-31|2040-01-01)/)
    expect((await run('clock', name, ...args, '--world', 'nowhere')).stderr).toContain('nowhere')
  }
}

function clockInJson(name: string, ...args: readonly string[]): Effects[string] {
  return async tried => {
    const world = `json-${name}`
    await tried.print('world', 'create', world, '--from', 'EMPTY', '--clock', '2039-12-31T00:00:00Z')
    const clock = { now: expect.any(String), frozen: expect.any(Boolean), nextDueAt: null }
    expect(JSON.parse(await tried.print('clock', name, ...args, '--world', world, '--json'))).toEqual(clock)
  }
}

async function listed({ print }: Tried, world: string, scenario: string, ...option: readonly string[]) {
  await print('scenario', 'set', scenario, ...option)
  return JSON.parse(await print('scenario', 'list', '--world', world, '--json')).at(-1)
}

/** `scenario set` with an option makes a scenario that has it. */
function sets(option: readonly string[], row: object): Effects[string] {
  return async tried => {
    expect(await listed(tried, 'green', 'lose-answer', ...option, '--world', 'green')).toMatchObject(row)
    await tried.print('scenario', 'clear', '--world', 'green')
  }
}

async function refuses({ run }: Tried, option: string, value: string): Promise<void> {
  const { exitCode, stderr } = await run('scenario', 'set', 'lose-answer', option, value)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(option.slice(2))])
}
