import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants as fileSystem,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { Config } from '../../platform/config.ts'
import { formatKeyId } from '../../platform/security/signature/key-id.ts'
import { applyToWorld } from '../../sandbox/fixtures/run/to-world.ts'
import { enterWorld } from '../../sandbox/worlds/doors.ts'
import type { OpenOwnBank } from '../own-bank.ts'
import { command, note } from './command.ts'
import { Failure, messageOf } from './failure.ts'
import { readFixture, readImport } from './fixture.ts'
import { KITS_FOLDER } from './kit.ts'
import { wholeJournal } from './log.ts'
import { inOwnBank } from './own-bank.ts'
import { startProxy } from './proxy.ts'
import { runTppNew } from './tpp.ts'
import { chooseTpp } from './tpps.ts'

export function execCommand(openBank: OpenOwnBank): Command {
  return command(
    'exec',
    'Run a command with a bank of its own: on a free port, with a TPP, gone when the command ends. Its exit code is that of the command.',
    [
      'npx sandbank exec -- pytest',
      'npx sandbank exec --from EMPTY -- npm test',
      'npx sandbank exec --import bank.snapshot -- npm test',
      'npx sandbank exec --keep-journal calls.jsonl -- pytest',
    ],
  )
    .argument(
      '<command...>',
      'what to run: it finds SANDBANK_URL, SANDBANK_CERTIFICATE and SANDBANK_KEY (files), SANDBANK_KEYID_VALUE, SANDBANK_TOKEN, and SANDBANK_SIGNER, an address that signs whatever it is sent; Python finds sandbank.py',
    )
    .addOption(new Option('--from <content>', 'what the world "default" holds').choices(['STANDARD', 'EMPTY']))
    .option('--fixture <name or file>', 'what it holds instead: a fixture of the product, or a JSON or YAML file')
    .addOption(
      new Option('--import <file>', 'what it holds instead: a fixture, YAML or JSON, or a snapshot').conflicts([
        'from',
        'fixture',
      ]),
    )
    .option('--psu <number>', 'a customerNumber or key: SANDBANK_SIGNER acts for this PSU where the caller names none')
    .option(
      '--keep-journal <file>',
      'when the command fails: write all calls of all worlds to this file, a line of JSON for each, as `log ID --json` has one',
    )
    .passThroughOptions()
    .action(async (words: string[], options: ExecOptions) => {
      process.exitCode = await runExec(openBank, words, options, process.env, () => new Date())
    })
}

type ExecOptions = {
  readonly from?: 'STANDARD' | 'EMPTY'
  readonly fixture?: string
  readonly import?: string
  readonly psu?: string
  readonly keepJournal?: string
}

type FirstContent = Awaited<ReturnType<typeof readImport>>

/** The TPP whose files the command receives. */
const TPP = 'exec'

/**
 * `exec`: a bank on a free port for as long as a command runs; its environment says where the bank is (D91). For suites in any language. Returns the
 * command's exit code. Nothing of the bank stays.
 */
async function runExec(
  openBank: OpenOwnBank,
  words: readonly string[],
  { fixture: named, import: file, psu, keepJournal, from }: ExecOptions,
  env: Readonly<Record<string, string | undefined>>,
  clock: () => Date,
): Promise<number> {
  if (keepJournal !== undefined) assertFolderOf(keepJournal)
  const { fixture, fill }: FirstContent =
    file !== undefined
      ? await readImport(file, false)
      : named === undefined
        ? {}
        : { fixture: await readFixture(named) }
  const content = from ?? (named === undefined && file === undefined ? 'STANDARD' : 'EMPTY')
  return inOwnBank(openBank, content, async ({ url, config, deps }) => {
    const { home, token } = config
    const world = await enterWorld(deps, DEFAULT_WORLD, { kind: 'operator' })
    if (fixture !== undefined) await applyToWorld(world, fixture)
    await fill?.(world, true)
    runTppNew(home, TPP, { roles: 'PI,AI' }, clock())
    const { certificateFile, keyFile, certificate } = chooseTpp(home, TPP)
    const proxy = await startProxy(
      { tpp: TPP, base: url, port: '0', ...(psu === undefined ? {} : { psu }) },
      { config, now: clock, newId: randomUUID },
    )
    const exitCode = await run(words, {
      ...env,
      SANDBANK_URL: url,
      SANDBANK_HOME: home,
      SANDBANK_TOKEN: token,
      SANDBANK_CERTIFICATE: certificateFile,
      SANDBANK_KEY: keyFile,
      SANDBANK_KEYID_VALUE: formatKeyId(certificate),
      SANDBANK_SIGNER: proxy.url,
      // So that a test finds sandbank.py when none is beside it.
      PYTHONPATH: [env['PYTHONPATH'], fileURLToPath(KITS_FOLDER)].filter(Boolean).join(delimiter),
    }).finally(proxy.stop)
    if (keepJournal !== undefined && exitCode !== 0) await keepCalls(keepJournal, url, config)
    return exitCode
  })
}

/** A suite may run for long: what could not be written afterwards is refused before. */
function assertFolderOf(file: string): void {
  try {
    accessSync(dirname(resolve(file)), fileSystem.W_OK)
  } catch (error) {
    throw new Failure(
      'usage',
      `--keep-journal ${file} cannot be written (${messageOf(error)}): make its folder.`,
      error,
    )
  }
}

/**
 * Writes the journal, which ends with the bank, in the order in which the calls began: it was written world by world. There may be more than fits
 * into memory.
 */
async function keepCalls(file: string, base: string, config: Config): Promise<void> {
  const calls: { readonly id: string; readonly position: number; readonly bytes: number }[] = []
  const unsorted = openSync(join(config.home, 'calls.jsonl'), 'w+')
  try {
    let position = 0
    for await (const { id, line } of wholeJournal({ base }, config)) {
      const bytes = writeSync(unsorted, line, position)
      calls.push({ id, position, bytes })
      position += bytes
    }
    writeFileSync(file, '')
    for (const { position, bytes } of calls.sort((one, other) => (one.id < other.id ? -1 : 1))) {
      const line = Buffer.alloc(bytes)
      readSync(unsorted, line, 0, bytes, position)
      appendFileSync(file, line)
    }
  } finally {
    closeSync(unsorted)
  }
  note(`The command failed. Calls of its bank that are kept in ${file}: ${calls.length}.`)
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs a command with this process's input and output, and passes signals on to it. */
function run([program = '', ...args]: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: 'inherit' })
    const forward = (signal: NodeJS.Signals) => void child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    const end = () => {
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    child.on('error', error => {
      end()
      reject(
        new Failure(
          'usage',
          `${JSON.stringify(program)} cannot be run (${messageOf(error)}): install it, or write its path.`,
          error,
        ),
      )
    })
    child.on('close', (code, signal) => {
      end()
      // As a shell reports a program that was ended by a signal.
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
