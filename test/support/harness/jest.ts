import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = new URL('../../..', import.meta.url).pathname

/** Few tests need jest's two hundred packages, so they are installed for those alone, beside the others, where every run finds them again. */
export async function installedJest(): Promise<string> {
  const tools = join(ROOT, 'node_modules/.sandbank-jest-30.5.2')
  if (!existsSync(tools)) {
    const draft = mkdtempSync(`${tools}-`)
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    const install = () => promisify(execFile)('npm', ['install', '--prefix', draft, ...quietly, 'jest@30.5.2'])
    // The registry may be busy for a moment.
    await install().catch(install)
    try {
      renameSync(draft, tools)
    } catch (error) {
      // Another test file installed it meanwhile.
      if (!existsSync(tools)) throw error
      rmSync(draft, { recursive: true })
    }
  }
  return join(tools, 'node_modules/jest/bin/jest.js')
}
