import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/platform/files/package-root.ts'
import { madeFolder } from '../support/harness/made-folder.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

// Two checkouts may share node_modules by a link: what is made from the source of one must not be run by the other.

it('makes files from the source in a folder that is named by the checkout', () => {
  const [one, other] = ['file:///one/', 'file:///other/'].map(root => madeFolder('source', new URL(root)))
  const nameOf = (path = '') => path.split('/').at(-2)
  expect(nameOf(one)).toMatch(/^\.sandbank-source-[0-9a-f]{12}$/)
  expect(nameOf(one)).not.toBe(nameOf(other))
})

it('has the package of this checkout at its root, also where the packages are those of another', () => {
  expect(PACKAGE_ROOT.href).toBe(new URL('../../', import.meta.url).href)
})

it('makes no other folder among the packages but of what is the same for each checkout', () => {
  const files = [...sourceFiles('test'), ...sourceFiles('src')].filter(
    ({ path }) => !path.endsWith('checkouts.test.ts'),
  )
  const named = files.flatMap(({ path }) =>
    (
      readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').match(/node_modules\/\.sandbank-[\w$-]+/g) ?? []
    ).map(folder => `${path}: ${folder}`),
  )
  expect(named.sort()).toEqual([
    'src/build/build.ts: node_modules/.sandbank-dist-$',
    'test/support/builders/kept-keys.ts: node_modules/.sandbank-keys',
    'test/support/harness/jest.ts: node_modules/.sandbank-jest-30',
    'test/support/harness/made-folder.ts: node_modules/.sandbank-$',
    'test/support/harness/other-nodes.ts: node_modules/.sandbank-node-$',
  ])
})
