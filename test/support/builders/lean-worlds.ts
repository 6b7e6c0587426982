import { randomUUID } from 'node:crypto'

type Ask = (query: string, variables: Record<string, unknown>) => Promise<{ readonly fixture?: unknown }>

const COPY =
  'mutation ($name: String!, $of: String!) { createWorld(input: { name: $name, source: { copyOf: $of } }) { world { name } } }'

/**
 * Makes worlds with the customers, accounts and balances of the standard set and none of its 1,434 lines, which are most of what a standard world takes: for tests that
 * need many worlds and no line. `ask` asks a standard world.
 */
export function leanWorlds(ask: Ask): () => Promise<string> {
  let first: Promise<string> | undefined
  return async () => {
    first ??= makeFirst(ask)
    const name = newName()
    await ask(COPY, { name, of: await first })
    return name
  }
}

async function makeFirst(ask: Ask): Promise<string> {
  const { fixture } = await ask('{ fixture }', {})
  const name = newName()
  const without = JSON.parse(
    JSON.stringify(fixture, (key, value) => (key === 'transactions' || key === 'generate' ? undefined : value)),
  )
  const create =
    'mutation ($name: String!, $fixture: FixtureInput!) { createWorld(input: { name: $name, source: { fixture: $fixture } }) { world { name } } }'
  await ask(create, { name, fixture: without })
  return name
}

const newName = () => `w-${randomUUID().slice(0, 12)}`
