import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { listen } from '../../../src/api/server.ts'
import { openBank } from '../../../src/bank.ts'
import { runCommand } from '../../../src/cli.ts'
import { writeTpp } from '../../../src/clients/cli/tpps.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { fillAuthority, keptKey } from '../builders/kept-keys.ts'
import { builtProgram } from '../harness/built.ts'
import { keepChild } from '../harness/children.ts'
import { fillHome } from '../harness/template.ts'
import { runInShell } from './shell-scripts.ts'

export type CliResult = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }

export type Cli = {
  readonly home: string
  /**
   * Runs one command line with this home: here, as most of what a process of its own costs is its start. One that takes standard input, or stays, is run
   * as a process.
   */
  run(
    args: readonly string[],
    options?: { readonly env?: Readonly<Record<string, string>>; readonly input?: string },
  ): Promise<CliResult>
  /** Makes a TPP as `tpp new` does, but for its key, which takes long to make. */
  addTpp(name: string): void
  /** Serves the bank of this home from here, as `sandbank start` does, on a free port until it is stopped; with `token` it is asked for. */
  serve(token?: string): Promise<RunningBank>
  /** Runs `sandbank start` on a free port until it is stopped, not for the first time. Fails when it ends before it says where it listens. */
  start(options?: readonly string[]): Promise<StartedBank>
  /** The same in a home that is still empty. */
  startFirst(options?: readonly string[]): Promise<StartedBank>
  remove(): void
}

/** `stop` ends it: of a process it sends SIGTERM and gives the exit code. */
export type RunningBank = { readonly url: string; stop(): Promise<number | null> }
/** `output` is what the process has written so far. */
type StartedBank = RunningBank & { output(): string }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The command with an empty home of its own, and none of the settings that the machine may have. */
export function createCli(): Cli {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-cli-'))
  return {
    home,
    run: async (args, { env = {}, input } = {}) =>
      input === undefined && (!STAYING.has(args[0] ?? '') || args.includes('--help'))
        ? runHere(args, { SANDBANK_HOME: home, ...env })
        : runProcess(process.execPath, [await builtProgram('cli.js'), ...args], { SANDBANK_HOME: home, ...env }, input),
    addTpp: name => {
      fillAuthority(home)
      const key = keptKey(`cli-${name}`)
      const now = new Date()
      const issued = openCertificateAuthority(home, now).issue({ name, roles: ['PSP_PI', 'PSP_AI'], now, key })
      writeTpp(home, name, issued, false)
    },
    serve: async token => {
      await fillHome(home)
      return serveHere({ SANDBANK_HOME: home, PORT: '0' }, token)
    },
    start: async (options = []) => {
      await fillHome(home)
      return startBank({ SANDBANK_HOME: home, PORT: '0', LOG_LEVEL: 'silent' }, options)
    },
    startFirst: (options = []) => startBank({ SANDBANK_HOME: home, PORT: '0', LOG_LEVEL: 'silent' }, options),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Commands that go on until a signal, or start programs that do. */
const STAYING = new Set(['start', 'exec', 'proxy', 'mcp'])

let before: Promise<unknown> = Promise.resolve()

/** Runs a command in this process, one after the other: each has the environment and the output of this process for itself. */
export function runHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder = process.cwd(),
): Promise<CliResult> {
  const result = before.then(async () => {
    const kept = { env: process.env, exitCode: process.exitCode, folder: process.cwd() }
    const stdout = vi.spyOn(process.stdout, 'write')
    const stderr = vi.spyOn(process.stderr, 'write')
    const output = { stdout: '', stderr: '' }
    stdout.mockImplementation(text => {
      output.stdout += String(text)
      return true
    })
    stderr.mockImplementation(text => {
      output.stderr += String(text)
      return true
    })
    const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
    process.env = { PATH, HOME, TMPDIR, ...env }
    process.exitCode = undefined
    process.chdir(folder)
    try {
      await runCommand(['node', 'sandbank', ...args])
      return { exitCode: Number(process.exitCode ?? 0), ...output }
    } finally {
      process.chdir(kept.folder)
      process.env = kept.env
      process.exitCode = kept.exitCode
      stdout.mockRestore()
      stderr.mockRestore()
    }
  })
  before = result.catch(() => undefined)
  return result
}

/** What bash makes of a command line, as if it had been pasted. */
export function runBash(command: string): Promise<CliResult> {
  return runInShell({ text: command, folder: root, env: {} })
}

/** The same, in `home`. Each `npx sandbank` in it runs in this process, one after the other: most of what a process of its own costs is its start. */
export function pasteHere(
  home: string,
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const settings = { SANDBANK_HOME: home, ...env }
  return runInShell({
    text: command,
    folder: home,
    env: settings,
    npx: async ([program, ...args], folder) => {
      if (program !== 'sandbank') return { exitCode: 127, stdout: '', stderr: `${program} is not run here\n` }
      const { exitCode, stdout, stderr } = await runHere(args, settings, folder)
      return { exitCode: exitCode ?? 1, stdout, stderr }
    },
  })
}

function runProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
    const child = spawn(program, args, { cwd: root, env: { PATH, HOME, TMPDIR, ...env } })
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

async function serveHere(env: Readonly<Record<string, string>>, token?: string): Promise<RunningBank> {
  const config = readConfig(env)
  const fault = (error: unknown) => {
    throw error
  }
  const operator = { token, hosts: ['127.0.0.1', 'localhost'] }
  const bank = await openBank({ config, operator, report: fault, onLost: fault })
  const server = await listen(bank.app, config)
  return {
    url: server.url,
    stop: async () => {
      bank.endLongWork()
      await server.stop()
      await bank.close()
      return 0
    },
  }
}

async function startBank(env: Readonly<Record<string, string>>, options: readonly string[]): Promise<StartedBank> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const child = spawn(process.execPath, [await builtProgram('cli.js'), 'start', ...options], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, ...env },
  })
  keepChild(child)
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
      if (url !== undefined) resolve({ url, stop, output: () => output })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    ended.then(exitCode => reject(new Error(`sandbank start ended with ${exitCode}: ${output}`)))
  })
}
