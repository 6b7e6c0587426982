import { z } from 'zod'
import { SandbankError } from './failure.ts'
import type { Scenario, ScenarioOptions, Tpp, World } from './kit.ts'
import type { Operator } from './operator.ts'
import { assertOptions, assertText, callText, shown } from './options.ts'

const SET = 'mutation Set($input: SetScenarioInput!) { setScenario(input: $input) { scenario { id } } }'
const CLEAR = 'mutation Clear($ids: [ID!]) { clearScenarios(ids: $ids) { scenarios { id } } }'
const LIST = '{ scenarios(first: 100) { nodes { id scenario left used } } }'

const made = z.object({ setScenario: z.object({ scenario: z.object({ id: z.string() }) }) })
const use = z.object({ id: z.string(), scenario: z.string(), left: z.number().nullable(), used: z.number() })
const listed = z.object({ scenarios: z.object({ nodes: z.array(use) }) })

/** The outcomes that a test forces on the calls of a world (D88). */
export function createScenarios(
  operator: Operator,
  name: string,
): Pick<World, 'setScenario' | 'scenarios' | 'clearScenarios'> {
  const clear = (call: string, ids?: readonly string[]) =>
    operator.run(call, CLEAR, { ids }, name).then(() => undefined)
  return {
    setScenario: async (scenario, options = {}): Promise<Scenario> => {
      assertText('world.setScenario', 'a scenario', scenario)
      assertOptions('world.setScenario', options, ['for', 'times', 'probability', 'seed'])
      const { for: about, ...others } = options
      const input = { scenario, ...others, for: await conditions(about) }
      const call = callText('world.setScenario', scenario, options)
      const { id } = (await operator.ask(call, made, SET, { input }, name)).setScenario.scenario
      return { id, clear: () => clear('scenario.clear()', [id]) }
    },
    scenarios: async () => (await operator.ask('world.scenarios()', listed, LIST, {}, name)).scenarios.nodes,
    clearScenarios: () => clear('world.clearScenarios()'),
  }
}

async function conditions(about: ScenarioOptions['for'] = {}) {
  assertOptions('world.setScenario: for', about, ['tpp', 'operation', 'psu', 'creditorAccount'])
  const { tpp, operation, psu, creditorAccount } = about
  return {
    operation,
    creditorAccount,
    tpp: await idOf('world.setScenario', 'a scenario', tpp),
    psu,
  }
}

/** The id of a TPP that is given as an object or by its id. */
export async function idOf(call: string, what: string, tpp: Tpp | string | undefined): Promise<string | undefined> {
  if (tpp === undefined || typeof tpp === 'string') return tpp
  if (typeof tpp === 'object' && typeof Reflect.get(tpp, 'id') === 'function') return tpp.id()
  throw new SandbankError(`${call}: ${what} is for a TPP of this bank, or its id; this is ${shown(tpp)}.`)
}

/** How a test names its customers: by number, by PSU-ID, or by key (D83). */
export type Psus = {
  /** The value of PSU-ID. */
  idOf(call: string, world: string | undefined, psu: string): Promise<string>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const found = z.object({ customer: z.object({ psuId: z.string() }) })
const keyed = z.object({ customers: z.object({ nodes: z.array(z.object({ key: z.string().nullable() })) }) })
const KEYS = '{ customers(first: 20) { nodes { key } } }'
const BY_NUMBER = 'query Psu($number: String!) { customer(by: { customerNumber: $number }) { psuId } }'

export function createPsus(operator: Operator): Psus {
  return {
    idOf: async (call, world, psu) => {
      if (UUID.test(psu)) return psu
      try {
        return (await operator.ask(call, found, BY_NUMBER, { number: psu }, world)).customer.psuId
      } catch (cause) {
        const { customers } = await operator.ask(call, keyed, KEYS, {}, world)
        const keys = customers.nodes.flatMap(({ key }) => key ?? [])
        throw new SandbankError(
          `${call}: there is no customer ${JSON.stringify(psu)} in the world ${world ?? 'default'}: give a customer number, a PSU-ID, or a key of its customers${keys.length === 0 ? '' : ` (${keys.join(', ')})`}.`,
          { cause },
        )
      }
    },
  }
}
