import { afterAll, describe, expect, it } from 'vitest'
import { runLog } from '../../../src/clients/cli/log.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { PATHS } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${ID}-00f067aa0ba902b7-01`

/** A call of GraphQL with headers of its own. */
async function ask(base: string, query: string, headers: Readonly<Record<string, string>>) {
  const sent = { 'Content-Type': 'application/json', ...headers }
  const answer = await fetch(`${bank.url}${base}/graphql`, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify({ query }),
  })
  return { status: answer.status, headers: Object.fromEntries(answer.headers) }
}

type Answer = { readonly headers: Readonly<Record<string, string | undefined>> }

/** What the journal has of the trace of an answered call. */
const traceOf = async (world: Awaited<ReturnType<typeof bank.world>>, answer: Answer) => {
  const id = answer.headers['sandbank-request']
  const { body } = await world.graphql('query ($id: ID!) { call(by: { id: $id }) { traceId } }', { id })
  return body.data.call.traceId
}

describe('The traceparent of a call is in its answer and its trace in the journal (D112)', () => {
  it.each([
    ['version 00', TRACEPARENT],
    ['a later version', `01-${ID}-00f067aa0ba902b7-01`],
    ['a later version with more', `cc-${ID}-00f067aa0ba902b7-00-what-follows`],
  ])('REST and GraphQL: %s', async (_, traceparent) => {
    const world = await bank.world()
    const answers = [
      await world.call('GET', PATHS.customers, { headers: { traceparent } }),
      await world.call('POST', PATHS.customers, { body: {}, headers: { TraceParent: traceparent } }),
      await ask(world.base, '{ customers { totalCount } }', { traceparent }),
      await ask(world.base, '{ nothing }', { traceparent }),
      await ask(world.base, 'this is no GraphQL', { traceparent, Accept: 'application/graphql-response+json' }),
    ]
    for (const answer of answers) {
      expect(answer.headers['traceparent']).toBe(traceparent)
      expect(await traceOf(world, answer)).toBe(ID)
    }
  })

  it.each([
    ['none', undefined],
    ['too short', `00-${ID}-00f067aa0ba902b7`],
    ['version ff', `ff-${ID}-00f067aa0ba902b7-01`],
    ['more than version 00 has', `${TRACEPARENT}-more`],
    ['capitals', TRACEPARENT.toUpperCase()],
    ['a trace of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['a parent of zeros', `00-${ID}-${'0'.repeat(16)}-01`],
    ['two of them', `${TRACEPARENT}, ${TRACEPARENT}`],
    ['another form', `${ID}:00f067aa0ba902b7:0:1`],
    ['letters that are no digits', `00-${ID.replace('4', 'g')}-00f067aa0ba902b7-01`],
  ])('one of a wrong form is ignored: %s', async (_, traceparent) => {
    const world = await bank.world()
    const headers = traceparent === undefined ? {} : { traceparent }
    for (const answer of [
      await world.call('GET', PATHS.customers, { headers }),
      await ask(world.base, '{ customers { totalCount } }', headers),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers['traceparent']).toBeUndefined()
      expect(await traceOf(world, answer)).toBeNull()
    }
  })

  it('a call that is answered again from what was stored has the trace of its own', async () => {
    const world = await bank.world()
    const requestId = '5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1'
    const body = { customerNumber: '01017012345', name: 'Kari', type: 'PRIVATE' }
    const first = await world.call('POST', PATHS.customers, { body, requestId, headers: { traceparent: TRACEPARENT } })
    const again = await world.call('POST', PATHS.customers, { body, requestId })
    expect([first.status, again.status, again.headers['sandbank-replayed']]).toEqual([201, 201, 'true'])
    expect([first.headers['traceparent'], again.headers['traceparent']]).toEqual([TRACEPARENT, undefined])
  })
})

describe('Calls of one trace are found', () => {
  it('by the filter traceId, and by contains; what is no trace-id is refused', async () => {
    const world = await bank.world()
    await world.call('GET', PATHS.customers, { headers: { traceparent: TRACEPARENT } })
    await world.call('GET', PATHS.customers)
    const list = async (filter: string) =>
      (await world.graphql(`{ calls(filter: { ${filter} }) { totalCount nodes { traceId } } }`)).body
    const found = { data: { calls: { totalCount: 1, nodes: [{ traceId: ID }] } } }
    expect(await list(`traceId: "${ID}"`)).toEqual(found)
    expect(await list(`contains: "${ID.slice(0, 20).toUpperCase()}", door: REST`)).toEqual(found)
    const { errors } = await list('traceId: "4bf92"')
    expect(errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'filter.traceId' }] })
  })

  it('by `sandbank log --trace`, which takes the id or the whole header, and in what `log ID` and --json print', async () => {
    const world = await bank.world()
    const answer = await world.call('GET', PATHS.customers, { headers: { traceparent: TRACEPARENT } })
    await world.call('GET', PATHS.customers)
    const config = readConfig({})
    const log = async (id: string | undefined, options: object) => {
      const printed: string[] = []
      const place = { base: bank.url, world: world.name, ...options }
      await runLog(id, place, { config, print: text => printed.push(text), note: () => {} })
      return printed
    }
    const id = answer.headers['sandbank-request']
    for (const trace of [ID, ID.toUpperCase(), TRACEPARENT])
      expect(await log(undefined, { trace })).toEqual([expect.stringMatching(new RegExp(`${id}$`))])
    expect(await log(undefined, { trace: ID.replaceAll('4', '5') })).toEqual([])
    await expect(log(undefined, { trace: 'not-a-trace' })).rejects.toThrow(
      'must be a trace-id of 32 digits and letters',
    )
    expect((await log(id, {})).join('\n')).toContain(`\ntrace: ${ID}\n`)
    expect(JSON.parse((await log(undefined, { trace: ID, json: true })).join(''))).toMatchObject({ id, traceId: ID })
  })
})
