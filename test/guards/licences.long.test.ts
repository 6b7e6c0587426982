import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, it } from 'vitest'
import { readNotices } from '../../src/build/licences.ts'
import { builtProgram } from '../support/harness/built.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('has the licence of every package that a shipped file holds, and lists the same packages in the bill of materials', async () => {
  await builtProgram('cli.js')
  const notices = readNotices(read('dist/THIRD-PARTY.txt'))
  for (const { name, text } of notices)
    expect(text, name).toMatch(
      /Permission (is hereby granted|to use)|Redistribution and use|Apache License|Blue Oak Model License/,
    )
  const bill = JSON.parse(read('dist/sandbank.cdx.json'))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'sandbank' } },
  })
  const listed: { name: string; version: string; purl: string }[] = bill.components
  expect(new Set(listed.map(({ purl }) => purl)).size).toBe(listed.length)
  const beside = '@photostructure/sqlite'
  expect(listed.map(({ name }) => name)).toContain(beside)
  expect(
    listed
      .filter(({ name }) => name !== beside)
      .map(({ name, version }) => `${name} ${version}`)
      .toSorted(),
  ).toEqual(notices.map(({ name, version }) => `${name} ${version}`).toSorted())
  for (const name of ['react', 'react-dom', 'graphiql', 'codemirror', '@codemirror/view'])
    expect(listed.map(one => one.name)).toContain(name)
  // What the source loads is in the bundle, or installed beside it.
  const names = new Set(listed.map(({ name }) => name))
  const loaded = sourceFiles('src')
    .filter(({ path }) => !path.startsWith('src/build/') && !path.startsWith('src/generated/'))
    .flatMap(({ text }) => [
      ...text.matchAll(/^(?:import|export)(?! type)[^']* from '([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm),
    ])
    .map(([, fixed, later]) => /^(?:@[^/]+\/)?[^/]+/.exec(fixed ?? later ?? '')?.[0] ?? '')
    // The last two are in texts: examples, and copies of calls for vitest.
    .filter(name => !isBuiltin(name) && !['vitest', 'sandbank'].includes(name))
  expect(new Set(loaded).size).toBeGreaterThan(15)
  expect([...new Set(loaded)].filter(name => !names.has(name))).toEqual([])
})
