import { afterAll, describe, expect, it } from 'vitest'
import { DOCUMENT_LIMITS } from '../../../../src/platform/http/json-bodies.ts'
import { connectSandbank, startSandbank } from '../../../../src/testing.ts'
import { writtenFixture } from '../../../support/builders/large-fixture.ts'
import { send, startBank } from '../../../support/clients/bank.ts'
import { ask } from '../../../support/clients/both-doors.ts'
import { TOO_LARGE_FIXTURES } from '../../../support/hostile/hostile-json.ts'
import { textOf, visitor } from '../../../workbench/pages/visits.ts'

/** D85: an export of up to 8 MB is applied in one call; any other call has 1 MiB at most. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'
const post = (body: string) =>
  fetch(`${bank.url}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })

describe('a fixture of several megabytes', () => {
  it('makes a world in one call, and one fault of it is named with its place', async () => {
    const fixture = writtenFixture(100, 400)
    expect(JSON.stringify(fixture).length).toBeGreaterThan(6_000_000)
    const made = '{ world { counts { customers transactions } } }'
    for (const [query, variables] of [
      [
        `mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) ${made} }`,
        { fixture },
      ],
      [
        `mutation ($input: CreateWorldInput!) { createWorld(input: $input) ${made} }`,
        { input: { source: { fixture } } },
      ],
    ] as const) {
      const { createWorld } = await ask(bank.at('default'), query, variables)
      expect(createWorld.world.counts).toEqual({ customers: 100, transactions: 40_000 })
    }
    Object.assign(fixture.customers[99]?.accounts[0]?.transactions[399] ?? {}, { bookingDate: 'tomorrow' })
    const { body } = await (await bank.world()).graphql(APPLY, { fixture })
    expect(body.errors[0].extensions.tppMessages).toMatchObject([
      { path: 'customers[99].accounts[0].transactions[399].bookingDate' },
    ])
  })

  const blanks = ' '.repeat(1_200_000)
  const call = (variables: string) => `{"query":${JSON.stringify(APPLY)},"variables":${variables}${blanks}}`
  it.each([
    ['with a comma too many', call('{"fixture":{"customers":[1,]}}')],
    ['with a bracket of another kind', call('{"fixture":{"customers":[1}]}')],
    ['that ends too early', call('{"fixture":{')],
    ['with something after its end', `${call('{}')}{}`],
    ['with a field twice', call('{"fixture":{"customers":[],"customers":[]}}')],
  ])('%s is refused', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([400, 'FORMAT_ERROR'])
  })

  it.each(TOO_LARGE_FIXTURES)('of %s is refused by its counts (D74)', async (_, document) => {
    const { objects, entries, names } = DOCUMENT_LIMITS
    const answer = await post(call(`{"fixture":${document()}}`).trimEnd())
    const [{ message, extensions }] = (await answer.json()).errors
    expect([answer.status, extensions.code]).toEqual([400, 'BAD_REQUEST'])
    expect(message).toMatch(
      new RegExp(
        `^A document may hold ${objects} objects and lists, and ${entries} fields and entries beside others; this one has \\d+ and \\d+. Apply it in several documents.$|^The fields of a document may have ${names} different names; `,
      ),
    )
  })

  it.each([
    ['a call without a fixture', JSON.stringify({ query: `{ __typename } #${blanks}` })],
    ['a call with another large variable beside it', call(`{"fixture":{},"other":${JSON.stringify(blanks)}}`)],
  ])('but not %s', async (_, body) => {
    const answer = await post(body)
    expect(answer.status).toBe(413)
  })
})

describe('D82: a document over 16 MiB is refused with the way on', () => {
  const WAY =
    /may have \d+ bytes; .* has (?:more than )?\d+\. .*Send a fixture as several documents, one after the other/
  const fixture = { customers: [{ key: 'kari', name: 'N'.repeat(17_000_000), type: 'PRIVATE' as const }] }

  it('by HTTP', async () => {
    const answer = await post(JSON.stringify({ query: APPLY, variables: { fixture } }))
    const { errors, tppMessages } = await answer.json()
    expect([answer.status, errors[0].extensions.code]).toEqual([413, 'BAD_REQUEST'])
    expect(errors[0].message).toMatch(WAY)
    expect(tppMessages[0].text).toMatch(WAY)
  })

  it('by the kit, in process and over HTTP', async () => {
    const own = await startSandbank()
    const served = await connectSandbank(bank.url)
    for (const kit of [own, served]) {
      await expect(kit.createWorld({ fixture })).rejects.toThrow(WAY)
      await kit.close()
    }
  })

  it('by the console, which also names the command', async () => {
    const form = visitor(bank, '/console/do/applyFixture')
    await form.open()
    const answer = await send(bank.url, {
      method: 'POST',
      target: '/console/do/applyFixture',
      headers: [
        ['Content-Type', 'multipart/form-data; boundary=limit'],
        ['Cookie', form.cookie ?? ''],
      ],
      body: Buffer.from(
        `--limit\r\nContent-Disposition: form-data; name="fixture"; filename="a.json"\r\n\r\n${'x'.repeat(2_200_000)}\r\n--limit--\r\n`,
      ),
    })
    expect(answer.status).toBe(413)
    expect(textOf(answer)).toMatch(WAY)
    expect(textOf(answer)).toContain('npx sandbank fixture apply FILE')
  })
})
