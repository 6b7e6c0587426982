import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../support/bank.ts'
import { expectRefusal, PATHS } from '../support/builders.ts'

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
