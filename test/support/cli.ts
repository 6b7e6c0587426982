import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtProgram } from './built.ts'

export type CliResult = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }

export type Cli = {
  readonly home: string
  /** Runs the real command as a process of its own, with this home. */
  run(
    args: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
  ): Promise<CliResult>
  /** Runs `sandbank start` on a free port until it is stopped. Fails when it ends before it says where it listens. */
  start(options?: readonly string[]): Promise<RunningBank>
  remove(): void
}

/** `stop` sends SIGTERM and gives the exit code. */
export type RunningBank = { readonly url: string; stop(): Promise<number | null> }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The command with an empty home of its own, and none of the settings that the machine may have. */
export function createCli(): Cli {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-cli-'))
  return {
    home,
    run: async (args, { env = {}, input } = {}) =>
      runProcess(process.execPath, [await builtProgram('cli.js'), ...args], { SANDBANK_HOME: home, ...env }, input),
    start: (options = []) => startBank({ SANDBANK_HOME: home, PORT: '0', LOG_LEVEL: 'silent' }, options),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** What bash makes of a command line, as if it had been pasted. */
export function runBash(command: string): Promise<CliResult> {
  return runProcess('bash', ['-s'], {}, command)
}

function runProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(program, args, { cwd: root, env: { PATH, HOME, ...env } })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
    })
    child.on('error', reject)
    child.on('close', exitCode => resolve({ exitCode, ...output }))
    // A command that ends without reading its input closes the pipe first.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

async function startBank(env: Readonly<Record<string, string>>, options: readonly string[]): Promise<RunningBank> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [await builtProgram('cli.js'), 'start', ...options], {
    cwd: root,
    env: { PATH, HOME, ...env },
  })
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (text: string) => {
      output += text
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
      if (url !== undefined) resolve({ url, stop })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    ended.then(exitCode => reject(new Error(`sandbank start ended with ${exitCode}: ${output}`)))
  })
}
