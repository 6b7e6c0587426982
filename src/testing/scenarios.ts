import { z } from 'zod'
import type { Scenario, ScenarioOptions, World } from './kit.ts'
import type { Operator } from './operator.ts'
import type { Psus } from './psus.ts'

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
  const clear = (ids?: readonly string[]) => operator.run(CLEAR, { ids }, name).then(() => undefined)
  return {
    setScenario: async (scenario, { for: about, ...options } = {}): Promise<Scenario> => {
      const variables = { scenario, ...options, for: await conditions(psus, name, about) }
      const { id } = (await operator.ask(made, SET, variables, name)).setScenario
      return { id, clear: () => clear([id]) }
    },
    scenarios: async () => (await operator.ask(listed, LIST, {}, name)).scenarios.nodes,
    clearScenarios: () => clear(),
  }
}

async function conditions(psus: Psus, world: string, { tpp, operation, psu }: ScenarioOptions['for'] = {}) {
  return {
    operation,
    tpp: typeof tpp === 'object' ? await tpp.id() : tpp,
    psu: psu === undefined ? undefined : await psus.numberOf(world, psu),
  }
}
