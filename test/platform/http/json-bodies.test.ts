import { afterAll, describe, expect, it } from 'vitest'
import { JSON_LIMITS } from '../../../src/platform/http/json-bodies.ts'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { send, startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const world = await bank.world()
afterAll(() => expect(bank.faults).toEqual([]))

const refused = async (raw: string) =>
  expectRefusal(await world.call('POST', PATHS.customers, { raw }), 400, 'FORMAT_ERROR')

describe('A field that is given twice is refused, wherever it is', () => {
  it.each([
    ['{"name":"Kari","type":"PRIVATE","customerNumber":"1","name":"Ola"}', 'name'],
    ['{"name":"Kari","na\\u006de":"Ola"}', 'name'],
    ['{"a":{"b":[{},{"c":1,"d":{},"c":2}]}}', 'a.b[1].c'],
    ['{"a\\"b":1, "a\\"b" : 2}', 'a"b'],
    ['[{"x":1},{"x":1,"x":2}]', '[1].x'],
  ])('%s', async (raw, path) => {
    expect(await refused(raw)).toEqual([`${path}: This field is given more than once.`])
  })

  it('and is named with its first 80 characters, however long its name is', async () => {
    const long = 'x'.repeat(5_000)
    expect(await refused(`{"${long}":1,"${long}":2}`)).toEqual([
      `${'x'.repeat(80)}…: This field is given more than once.`,
    ])
  })

  it('but the same name in two objects, and as a value, is no fault', async () => {
    const faults = await refused('{"name":"name","a":{"name":"x"},"b":{"name":["name","name"]}}')
    expect(faults.join()).not.toContain('more than once')
  })
})

describe('A body that holds too much is refused before anything of it is read, at both doors (D74)', () => {
  const { values, levels } = JSON_LIMITS
  const many = (count: number) => `{${Array.from({ length: count }, (_, index) => `"x${index}":1`).join(',')}}`
  const more = (count: number) =>
    `One call may hold ${values} values; this one has ${count}. Send them in several calls.`
  const deeper = (count: number) =>
    `Values may be ${levels} levels deep; these are ${count}. No input is nested that deep.`
  const ROWS: readonly (readonly [what: string, json: string, count: number, text: (count: number) => string])[] = [
    ['fields', many(70_000), 70_001, more],
    ['one value more than it may', many(values), values + 1, more],
    ['empty lists', `[${'[],'.repeat(values - 1)}[]]`, values + 1, more],
    ['values in texts do not count', `[${'",,[[{{",'.repeat(values)}1]`, values + 2, more],
    ['half a million brackets', `${'['.repeat(250_000)}${']'.repeat(250_000)}`, 250_000, more],
    ['levels', `${'['.repeat(levels + 1)} ${']'.repeat(levels + 1)}`, levels + 1, deeper],
    ['levels that never end', '{"x":'.repeat(levels + 1), levels + 1, deeper],
  ]
  it.each(ROWS)('%s', async (_, json, count, text) => {
    const rest = await world.call('POST', PATHS.customers, { raw: json })
    expect(expectRefusal(rest, 400, 'BAD_REQUEST')).toEqual([text(count)])
    const asked = await send(bank.url, {
      method: 'POST',
      target: '/graphql',
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(`{"query":"{ __typename }","variables":{"x":${json}}}`),
    })
    // The request has three values of its own, and its variables are two levels down.
    expect(asked.status).toBe(400)
    expect(asked.body.errors).toMatchObject([
      { message: text(count + (text === more ? 3 : 2)), extensions: { code: 'BAD_REQUEST' } },
    ])
  })

  it('and one that holds just as much is read', async () => {
    for (const json of [many(values - 1), `[${'[],'.repeat(values - 2)}[]]`, `[${'",,[[{{",'.repeat(values - 2)}1]`])
      await refused(json)
    await refused(`${'['.repeat(levels)}${']'.repeat(levels)}`)
  })
})
