import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

// Other lines of Node than the one that runs this, as the package registry has them.

const ROOT = new URL('../../..', import.meta.url).pathname

/** The first that is supported, and one of each line that is maintained. */
export const NODES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0'] as const

/** The folder of a Node, installed beside the other packages, where every run finds it again. */
export async function installedNode(version: (typeof NODES)[number]): Promise<string> {
  const place = join(ROOT, `node_modules/.sandbank-node-${version}`)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  if (!existsSync(place)) {
    const draft = mkdtempSync(`${place}-`)
    const quietly = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    const install = () => promisify(execFile)('npm', ['install', '--prefix', draft, ...quietly, `${name}@${version}`])
    // The registry may be busy for a moment.
    await install().catch(install)
    // Another run may have been faster.
    if (existsSync(place)) rmSync(draft, { recursive: true })
    else renameSync(draft, place)
  }
  return join(place, 'node_modules', name)
}

/** Installs a fresh clone and runs its tests, once for each that is named, or for all. */
async function tryThem(named: readonly string[]): Promise<void> {
  for (const version of NODES.filter(one => named.length === 0 || named.includes(one))) {
    const node = await installedNode(version)
    const clone = mkdtempSync(join(tmpdir(), `node-${version}-`))
    // Tests that give up being root read it, too.
    chmodSync(clone, 0o755)
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    const env = { ...process.env, PATH: `${join(node, 'bin')}${delimiter}${process.env['PATH']}` }
    const run = (...args: string[]) => spawnSync('npm', args, { cwd: clone, env, stdio: 'inherit' }).status === 0
    process.stdout.write(`Node ${version} in ${clone}\n`)
    const passed = run('ci', '--no-audit', '--no-fund') && run('run', 'test:all')
    process.stdout.write(`Node ${version}: ${passed ? 'passed' : 'failed'}\n`)
    if (passed) rmSync(clone, { recursive: true })
    else process.exitCode = 1
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) await tryThem(process.argv.slice(2))
