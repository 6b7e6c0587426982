import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(`${ROOT}/${name}`, 'utf8')

const SCRIPTED = ['@photostructure/sqlite', '@prisma/engines', 'esbuild', 'prisma']

it('runs no script of a package at the installation', () => {
  const scripted = read('package-lock.json').matchAll(
    /"node_modules\/([^"]+)": \{(?:(?!"node_modules).)*?"hasInstallScript": true/gs,
  )
  expect([...scripted].map(([, name]) => name)).toEqual(SCRIPTED)
  expect(JSON.parse(read('package.json'))).toMatchObject({
    allowScripts: Object.fromEntries(SCRIPTED.map(name => [name, false])),
  })
})

it('has SQLite without a compiler, also where an older npm runs the script of the package', () => {
  const packages = `${ROOT}/node_modules`
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${packages}/node-gyp-build/bin.js`], {
    cwd: `${packages}/@photostructure/sqlite`,
    env: { PATH: [`${packages}/.bin`, dirname(process.execPath)].join(delimiter) },
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})
