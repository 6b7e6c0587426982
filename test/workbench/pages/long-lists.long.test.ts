import { expect, it } from 'vitest'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { pagesOf, textOf, visitor } from './visits.ts'

const bank = await startBank()

const numbered = <Made>(from: number, to: number, make: (number: number) => Made) =>
  Array.from({ length: to - from + 1 }, (_, n) => make(from + n))

it('finds and counts few calls of every world among thousands, from either end (D74)', async () => {
  const [one, other] = [await bank.world(), await bank.world()]
  const target = `${one.base}/v1/sandbox/few`
  const call = (path: string) => fetch(bank.url + path)
  for (let n = 0; n < 3; n += 1) {
    await call(`${target}?n=${n}`)
    for (let round = 0; round < 15; round += 1)
      await Promise.all(Array.from({ length: 100 }, () => call(`${other.base}/v1/sandbox/many`)))
  }
  const asked = 'allWorlds: true, filter: { path: "sandbox/few" }'
  const page = (args: string) =>
    other.graphql(`{ calls(${asked}, ${args}) { totalCount nodes { target } pageInfo { endCursor startCursor } } }`)
  const { calls: all } = (await page('first: 5')).body.data
  expect([all.totalCount, all.nodes.map((one: { target: string }) => one.target)]).toEqual([
    3,
    [2, 1, 0].map(n => `${target}?n=${n}`),
  ])
  expect((await page('last: 5')).body.data.calls.nodes).toEqual(all.nodes)
  const { calls: older } = (
    await page(`first: 5, after: "${(await page('first: 1')).body.data.calls.pageInfo.endCursor}"`)
  ).body.data
  expect(older.nodes).toEqual(all.nodes.slice(1))
  const { calls: newer } = (await page(`last: 5, before: "${all.pageInfo.endCursor}"`)).body.data
  expect(newer.nodes).toEqual(all.nodes.slice(0, -1))
})

it('lists all worlds by pages, each with its clock and a button', async () => {
  const names = numbered(100, 130, n => `listed-${n}`)
  for (const name of names)
    await bank.at('default').graphql(`mutation { createWorld(input: { name: "${name}" }) { world { name } } }`)
  const pages = await pagesOf(bank, '/console/worlds?order=name', /listed-\d+ 4 customers/g)
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat().map(text => text.split(' ')[0])).toEqual(names)
  expect((await visitor(bank, '/').open()).text).toContain('href="/console/worlds"')
  const found = textOf(await visitor(bank, '/console/worlds?q=LISTED-12').open())
  expect(found.match(/listed-\d+ 4 customers/g)).toHaveLength(10)
  // Those used last come first.
  await bank.at('listed-115').call('GET', '/v1/sandbox/customers')
  const last = textOf(await visitor(bank, '/console/worlds').open())
  expect(/listed-\d+(?= 4 customers)/.exec(last)?.[0]).toBe('listed-115')
})

it('offers some of many TPPs as callers, and always the chosen one', async () => {
  const many = numbered(1, 250, () => bank.newTpp())
  const chosen = many
    .map(tpp => tppIdOf(bank, tpp))
    .sort()
    .at(-1)
  for (const [path, name] of [
    ['requests', 'caller'],
    ['console/payments', 'tpp'],
  ]) {
    const { text } = await visitor(bank, `/${path}?${name}=${chosen}`).open()
    const [form = ''] = new RegExp(`<select name="${name}"[^>]*>.*?</select>`, 's').exec(text) ?? []
    expect(form.match(/<option/g)?.length).toBe(201)
    expect(form).toContain(`<option value="${chosen}" selected=""`)
  }
})
