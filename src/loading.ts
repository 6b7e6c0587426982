import { endTurn } from './http/turns.ts'

/**
 * Loads pages and GraphQL, a part in each turn, so that the first who asks for them keeps nobody else waiting (D74). A part is loaded with all that it needs
 * and that no part before it needed.
 */
export async function loadWeb() {
  await endTurn()
  for (const load of GRAPH) await inOneTurn(load)
  for (const load of DOORS) await inOneTurn(load)
  return await inOneTurn(() => import('./web.ts'))
}

type Load = () => Promise<unknown>

const GRAPH: readonly Load[] = [
  () => import('./graphql/builder.ts'),
  () => import('./fixtures/inputs/fixtures.ts'),
  () => import('./graphql/account-information/counts.ts'),
  () => import('./graphql/accounts.ts'),
  () => import('./fixtures/graphql.ts'),
  () => import('./graphql/payments/payment.ts'),
  () => import('./graphql/parts.ts'),
]

const DOORS: readonly Load[] = [
  () => import('./graphql/schema.ts'),
  () => import('./graphql/yoga/yoga.ts'),
  () => import('./graphql/yoga/server.ts'),
  () => import('./pages/language.ts'),
  () => import('./pages/app.tsx'),
]

async function inOneTurn<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load()
  await endTurn()
  return loaded
}
