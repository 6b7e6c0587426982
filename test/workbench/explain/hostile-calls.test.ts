import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { startBank } from '../../support/clients/bank.ts'

/** D74: a call of any sender is in the journal, and later questions of the operator about it neither fail nor take long, whatever its body was. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))
const world = await bank.world('STANDARD')

const BODIES = {
  'lists within each other': '['.repeat(32_000) + ']'.repeat(32_000),
  'objects within each other': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a list of objects': `[${'{"a":1},'.repeat(7_000)}{}]`,
  apostrophes: "'".repeat(65_000),
}
const FORMS = Object.keys(Object(schema.getType('StoryForm')?.toConfig()).values)

async function sendTo(path: string, body: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${bank.url}${world.base}${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.headers.get('Sandbank-Request') ?? ''
}

describe.each(Object.entries(BODIES))('A call with a body of %s', (_, body) => {
  it.each(['/v1/sandbox/customers', '/graphql'])('to %s is shown, explained, copied and made a story', async path => {
    const id = await sendTo(path, body)
    for (const page of [`/requests/${id}`, `/docs/operations/createCustomer?from=${id}`]) {
      const answer = await fetch(`${bank.url}${world.base}${page}`, { headers: { Accept: 'text/html' } })
      expect([page, answer.status]).toEqual([page, 200])
      await answer.arrayBuffer()
    }
    const asked = [
      `{ why(of: { call: "${id}" }) { advice } }`,
      `{ call(by: { id: "${id}" }) { copies { text } } }`,
      ...FORMS.map(form => `{ copyCalls(form: ${form}, ids: ["${id}"]) }`),
    ]
    for (const query of asked) {
      const { errors = [] } = (await world.graphql(query)).body
      for (const { extensions } of errors) expect([query, extensions.code]).toEqual([query, 'FORMAT_ERROR'])
    }
  })
})

it('Calls whose bodies are too long together become a story in no form', async () => {
  const ids: string[] = []
  for (let turn = 0; turn < 9; turn += 1) ids.push(await sendTo('/v1/sandbox/customers', `"${'x'.repeat(60_000)}"`))
  const copyStory = async (some: readonly string[]) =>
    (await world.graphql('query ($ids: [ID!]!) { copyCalls(form: HAR, ids: $ids) }', { ids: some })).body
  expect((await copyStory(ids.slice(1))).errors).toBeUndefined()
  expect((await copyStory(ids)).errors[0].extensions).toMatchObject({
    code: 'FORMAT_ERROR',
    tppMessages: [{ path: 'ids', text: expect.stringMatching(/have 54\d{4} bytes: a story may have 500000/) }],
  })
})
