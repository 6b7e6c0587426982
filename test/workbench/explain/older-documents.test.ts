import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { COPY_FORMS, STORY_FORMS } from '../../../src/api/graphql/workbench.ts'
import { systemClockAndIds } from '../../../src/bank/context.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openJournal } from '../../../src/sandbox/journal/journal.ts'
import { createCli } from '../../support/clients/cli.ts'

/**
 * D95, D130: the journal outlives an upgrade, so that it has documents of an earlier version's graph. They are shown, explained, copied and left out of
 * stories, and each of these says why they cannot be run.
 */

const cli = createCli()
afterAll(() => cli.remove())

const WORLD = '/worlds/older'
const OLDER = 'written for an earlier version of the graph'

async function ask(url: string, query: string, variables: object = {}, base = WORLD) {
  const answer = await fetch(`${url}${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return { id: answer.headers.get('sandbank-request') ?? '', ...(await answer.json()) }
}

/** A call of this version in the journal of the home, once more with the document that a version before sent for the same. */
async function writeOlder(id: string, query: string): Promise<string> {
  const { machineNow, newId } = systemClockAndIds
  const books = fileURLToPath(readConfig({ SANDBANK_HOME: cli.home }).databaseUrl)
  const journal = openJournal(books.replace(/(\.db)?$/, '.calls.db'), { machineNow, token: undefined })
  const found = await journal.find('older', id)
  if (found === undefined) throw new Error(`The journal has no ${id}.`)
  const { request, answer, verdicts, ...facts } = found
  const older = newId()
  journal.add({
    ...facts,
    id: older,
    at: machineNow(),
    requestHeaders: request.headers.flat(),
    requestBody: JSON.stringify({ query }),
    answerHeaders: answer.headers.flat(),
    answerBody: answer.body,
    steps: verdicts.map(({ step }) => step),
    faults: verdicts.at(-1)?.faults ?? [],
  })
  await journal.ready()
  await journal.close()
  return older
}

it('documents of an earlier graph in the journal are explained, copied and left out of stories, and each says so', async () => {
  cli.addTpp('acme')
  const before = await cli.serve()
  await ask(before.url, 'mutation { createWorld(input: { name: "older" }) { world { name } } }', {}, '')
  const create = (fields: string) => `mutation { createCustomer(input: { ${fields} }) { customer { key } } }`
  const made = await ask(before.url, create('key: "nils", name: "Nils", type: PRIVATE'))
  const taken = await ask(before.url, create('key: "nils", name: "Nils", type: PRIVATE'))
  expect([made.errors, taken.errors[0].extensions.code]).toEqual([undefined, 'CONFLICT'])
  await before.stop()
  const query = 'mutation { createCustomer(key: "nils", input: { name: "Nils", type: PRIVATE }) { key } }'
  const older = { made: await writeOlder(made.id, query), taken: await writeOlder(taken.id, query) }

  const { url, stop } = await cli.serve()
  const { why } = (
    await ask(url, 'query ($id: ID!) { why(of: { call: $id }) { state text advice change } }', { id: older.taken })
  ).data
  expect(why).toMatchObject({ state: 'CONFLICT', advice: expect.stringContaining(OLDER), change: null })
  expect(why.text).toContain('already the key')
  for (const id of Object.values(older)) {
    const { call } = (
      await ask(url, 'query ($id: ID!) { call(by: { id: $id }) { copies { form text note } } }', { id })
    ).data
    expect(call.copies).toHaveLength(COPY_FORMS.length)
    for (const { form, text, note } of call.copies)
      if (text !== null) expect([form, note]).toEqual([form, expect.stringContaining(OLDER)])
    const page = await fetch(`${url}${WORLD}/requests/${id}`, { headers: { Accept: 'text/html' } })
    expect([page.status, (await page.text()).includes(OLDER)]).toEqual([200, true])
  }

  const call = await cli.run(['call', 'GET', '/v1/sandbox/customers', '--json', '--world', 'older', '--base', url])
  const read: string = JSON.parse(call.stdout).headers['sandbank-request']
  for (const form of STORY_FORMS) {
    const story = 'query ($ids: [ID!]!, $form: StoryForm!) { copyCalls(ids: $ids, form: $form) }'
    const { data } = await ask(url, story, { ids: [read], form })
    expect(data.copyCalls, form).toContain(`createCustomer (${older.made}) is not in this story. `)
    expect(data.copyCalls, form).toContain(OLDER)
    const { errors } = await ask(url, story, { ids: Object.values(older), form })
    expect(errors[0].extensions.tppMessages[0]).toMatchObject({
      code: 'FORMAT_ERROR',
      text: expect.stringContaining(OLDER),
    })
  }
  await stop()
})
