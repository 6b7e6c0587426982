import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { expectAccessible, openPage, startBrowser } from '../pages/browser.ts'
import { startBank } from '../support/bank.ts'
import { builtProgram } from '../support/built.ts'
import { readyKeysOfProcess } from '../support/ready-keys.ts'
import { makeDirectory } from '../support/stores.ts'

const bank = await startBank()
const browser = await startBrowser()
const ROOT = new URL('../..', import.meta.url).pathname

it('leads from the docs to a test: a call is sent, seen in the console that is open beside it, copied, and passes', async () => {
  const world = await bank.world('STANDARD')
  const docs = await openPage(browser, [bank.url])
  await docs.goto(`${bank.url}/docs/operations/createCustomer`)
  await docs.getByLabel('World').fill(world.name)
  const beside = await docs.context().newPage()
  await beside.goto(`${bank.url}${world.base}/`)
  await beside.getByRole('status').getByText('Live').waitFor()
  await docs.bringToFront()
  await docs.getByRole('button', { name: 'Send' }).click()
  await docs.getByRole('heading', { name: 'Answer 201 Created' }).waitFor()
  await beside.bringToFront()
  const row = beside.locator('.calls tbody tr').filter({ hasText: '/v1/sandbox/customers' })
  await row.getByText('201').waitFor()
  await beside.getByRole('heading', { name: /^Siri Hansen/ }).waitFor()
  await row.getByRole('link').click()
  await beside.waitForURL(`${bank.url}${world.base}/requests/*`)
  await expectAccessible(beside)
  await beside.locator('#as-test summary').click()
  const copied = (await beside.locator('#as-test pre').textContent()) ?? ''
  expect(copied).toContain('Siri Hansen')
  // The copy is of a call to the world as it was: there it does the same again.
  await world.graphql('mutation ($name: String!) { resetWorld(name: $name) { name } }', { name: world.name })
  expect(await runCopied(copied)).toMatch(/Tests +1 passed/)
})

/** Runs a copied test as it stands, in a project that has installed nothing but this package and vitest. */
async function runCopied(text: string): Promise<string> {
  await builtProgram('cli.js')
  const project = await makeDirectory()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(ROOT, join(project, 'node_modules', 'sandbank'))
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(project, 'node_modules', 'vitest'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'copied.test.ts'), text)
  const run = promisify(execFile)(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers', '1', '--testTimeout', '170000'],
    {
      cwd: project,
      env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', SANDBANK_URL: bank.url, ...readyKeysOfProcess() },
    },
  )
  const { stdout } = await run.catch(error => ({ stdout: `${error.stdout}${error.stderr}` }))
  return stdout
}
