import { keepLatest } from '../../platform/http/files.ts'
import { endTurn } from '../../platform/http/turns.ts'
import type { HeaderPolicy } from '../rest/headers.ts'
import { documentAt, openApiSteps, type SampleCommands } from './document.ts'
import { type DocumentedOperation, documentOperations } from './documented.ts'
import { exampleIds } from './examples.ts'

type Operations = ReadonlyMap<string, DocumentedOperation>

/**
 * The OpenAPI document of a day, built at its first request, a part in each turn of the event loop (D74). All servers of a process share it.
 * @param today the day from which the days of its examples are counted
 * @param origin the origin by which its reader has reached the bank, for its commands
 */
export async function openApiText(
  policy: HeaderPolicy,
  today: string,
  commands: SampleCommands,
  origin?: string,
): Promise<string> {
  return documentAt(await textOf(policy, today, commands), origin, commands)
}

function textOf(policy: HeaderPolicy, today: string, commands: SampleCommands): Promise<string> {
  return documents[policy](today, async () => {
    await endTurn()
    return inTurns(openApiSteps(policy, today, await exampleIds(today), commands))
  })
}

/** The result of steps, each in a turn of its own. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    await endTurn()
    if (done === true) return value
  }
}

/** The operations for /docs, by name: read from that document, and also shared. */
export function documentedOperations(
  policy: HeaderPolicy,
  today: string,
  commands: SampleCommands,
): Promise<Operations> {
  return operations[policy](today, async () => {
    const text = await textOf(policy, today, commands)
    return inTurns(documentOperations(text, today, await exampleIds(today)))
  })
}

const documents = { strict: keepLatest<string>(), lenient: keepLatest<string>() }
const operations = { strict: keepLatest<Operations>(), lenient: keepLatest<Operations>() }
