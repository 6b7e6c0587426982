import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../files/private-files.ts'
import { writeFixture } from '../fixtures/inputs/files.ts'
import type { ServedApp } from '../server.ts'
import { receiveFixture } from '../testing/client/fixture-slices.ts'
import { Failure, messageOf } from './failure.ts'

const answer = z.object({
  data: z.object({ made: z.unknown() }).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

/**
 * What writes the world `default` down as a fixture when the bank ends; YAML where the file is called so. That the place takes no file is said at the
 * start, while something can be done about it.
 */
export function exportAtEnd(file: string): (app: ServedApp, token: string | undefined) => Promise<void> {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new Failure('usage', `--export-on-exit ${file} cannot be written (${messageOf(error)}).`, error)
  }
  return async (app, token) => {
    const fixture = await receiveFixture((query, variables) => ask(app, token, query, variables), `end-${randomUUID()}`)
    await replaceFile(file, [writeFixture(fixture, /\.ya?ml$/i.test(file) ? 'yaml' : 'json'), '\n'])
  }
}

async function ask(app: ServedApp, token: string | undefined, query: string, variables: object): Promise<unknown> {
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Sandbank-By': 'kit',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const body = JSON.stringify({ query, variables })
  const reply = await app.fetch(new Request('http://localhost/graphql', { method: 'POST', headers, body }), {})
  const { data, errors = [] } = answer.parse(await reply.json())
  const [error] = errors
  if (error !== undefined) throw new Error(`The world could not be written down: ${error.message}`)
  return data?.made
}
