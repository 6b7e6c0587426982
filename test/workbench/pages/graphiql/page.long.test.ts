import { get } from 'node:http'
import { expect, it } from 'vitest'
import { startBank } from '../../../support/clients/bank.ts'
import { builtProgram } from '../../../support/harness/built.ts'

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

it('takes at most 1.5 MB on the wire, with all that it loads', async () => {
  await builtProgram('main.js')
  const bank = await startBank()
  const page = await (await fetch(`${bank.url}/graphql`, { headers: BROWSER })).text()
  const loaded = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(loaded.length).toBeGreaterThan(3)
  let bytes = page.length
  for (const path of loaded) {
    const size = await sizeOf(bank.url + path)
    expect([path, size > 100]).toEqual([path, true])
    bytes += size
  }
  expect(bytes).toBeLessThan(1_500_000)
  expect(bytes).toBeGreaterThan(300_000)
})

/** Of a file as it comes, packed. */
function sizeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, answer => {
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
      })
      answer.on('end', () => resolve(size))
    }).on('error', reject)
  })
}
