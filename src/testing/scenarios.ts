import { z } from 'zod'
import { SandbankError } from './failure.ts'
import type { Scenario, ScenarioOptions, Tpp, World } from './kit.ts'
import type { Operator } from './operator.ts'
import { assertOptions, assertText, callText, shown } from './options.ts'

const SET = `mutation Set($scenario: String!, $for: ScenarioForInput, $times: Int, $probability: Float, $seed: Int) {
  setScenario(scenario: $scenario, for: $for, times: $times, probability: $probability, seed: $seed) { id }
}`
const CLEAR = 'mutation Clear($ids: [ID!]) { clearScenarios(ids: $ids) { id } }'
const LIST = '{ scenarios(first: 100) { nodes { id scenario left used } } }'

const made = z.object({ setScenario: z.object({ id: z.string() }) })
const use = z.object({ id: z.string(), scenario: z.string(), left: z.number().nullable(), used: z.number() })
const listed = z.object({ scenarios: z.object({ nodes: z.array(use) }) })

/** The outcomes that a test forces on the calls of a world (D88). */
export function createScenarios(
  operator: Operator,
  psus: Psus,
  name: string,
): Pick<World, 'setScenario' | 'scenarios' | 'clearScenarios'> {
  const clear = (call: string, ids?: readonly string[]) =>
    operator.run(call, CLEAR, { ids }, name).then(() => undefined)
  return {
    setScenario: async (scenario, options = {}): Promise<Scenario> => {
      assertText('world.setScenario', 'a scenario', scenario)
      assertOptions('world.setScenario', options, ['for', 'times', 'probability', 'seed'])
      const { for: about, ...others } = options
      const variables = { scenario, ...others, for: await conditions(psus, name, about) }
      const { id } = (await operator.ask(callText('world.setScenario', scenario, options), made, SET, variables, name))
        .setScenario
      return { id, clear: () => clear('scenario.clear()', [id]) }
    },
    scenarios: async () => (await operator.ask('world.scenarios()', listed, LIST, {}, name)).scenarios.nodes,
    clearScenarios: () => clear('world.clearScenarios()'),
  }
}

async function conditions(psus: Psus, world: string, about: ScenarioOptions['for'] = {}) {
  assertOptions('world.setScenario: for', about, ['tpp', 'operation', 'psu', 'creditorAccount'])
  const { tpp, operation, psu, creditorAccount } = about
  return {
    operation,
    creditorAccount,
    tpp: await idOf(tpp),
    psu: psu === undefined ? undefined : await psus.numberOf(world, psu),
  }
}

/** The id of a TPP that is given as what it is, or by its id. */
export async function idOf(tpp: Tpp | string | undefined): Promise<string | undefined> {
  if (tpp === undefined || typeof tpp === 'string') return tpp
  if (typeof tpp === 'object' && typeof Reflect.get(tpp, 'id') === 'function') return tpp.id()
  throw new SandbankError(`world.setScenario: a scenario is for a TPP of this bank, or its id; this is ${shown(tpp)}.`)
}

/** How a test names its customers: by number, by PSU-ID, or by the key that its fixture gives them. */
export type Psus = {
  /** What PSU-ID is to carry. */
  idOf(call: string, world: string | undefined, psu: string): Promise<string>
  /** What the customer enters at an SCA. */
  numberOf(world: string | undefined, psu: string): Promise<string>
  /** Remembers the keys of a world's fixture: key → customer number. */
  learn(world: string, numbers: ReadonlyMap<string, string>): void
  /** What was remembered of a world, for its copies. */
  keysOf(world: string): ReadonlyMap<string, string>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const found = z.object({ customer: z.object({ psuId: z.string(), customerNumber: z.string() }) })
const BY_NUMBER = 'query Psu($number: String!) { customer(customerNumber: $number) { psuId customerNumber } }'

export function createPsus(operator: Operator): Psus {
  const keys = new Map<string, ReadonlyMap<string, string>>()
  const numberOf: Psus['numberOf'] = async (world, psu) => keys.get(world ?? 'default')?.get(psu) ?? psu
  return {
    numberOf,
    idOf: async (call, world, psu) => {
      if (UUID.test(psu)) return psu
      const number = await numberOf(world, psu)
      try {
        return (await operator.ask(call, found, BY_NUMBER, { number }, world)).customer.psuId
      } catch (cause) {
        const known = [...(keys.get(world ?? 'default')?.keys() ?? [])]
        throw new SandbankError(
          `${call}: there is no customer ${JSON.stringify(psu)} in the world ${world ?? 'default'}: give a customer number, a PSU-ID, or a key of its fixture${known.length === 0 ? '' : ` (${known.slice(0, 20).join(', ')})`}.`,
          { cause },
        )
      }
    },
    learn: (world, numbers) => void keys.set(world, numbers),
    keysOf: world => keys.get(world) ?? new Map(),
  }
}
