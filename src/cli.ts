import { randomUUID } from 'node:crypto'
import { type Command, CommanderError, Option } from 'commander'
import { signersOf } from './clients/cli/banks.ts'
import { type CallOptions, METHODS, runCall } from './clients/cli/call.ts'
import { clockCommand } from './clients/cli/clock.ts'
import {
  BASE_SETTING,
  baseOption,
  collect,
  command,
  finish,
  jsonOption,
  note,
  print,
  settings,
  tppOption,
} from './clients/cli/command.ts'
import { compareCommand } from './clients/cli/compare.ts'
import { completionCommand } from './clients/cli/completion.ts'
import { decisionCommands } from './clients/cli/decide.ts'
import { execCommand } from './clients/cli/exec.ts'
import { explainCommand, whyCommand } from './clients/cli/explain.ts'
import { EXIT, EXIT_CODES_HELP, Failure, messageOf } from './clients/cli/failure.ts'
import { exportAtEnd, fixtureCommand, readFixture, readImport } from './clients/cli/fixture.ts'
import { kitCommand } from './clients/cli/kit.ts'
import { logCommand } from './clients/cli/log.ts'
import { mcpCommand } from './clients/cli/mcp.ts'
import { moveCommand } from './clients/cli/move.ts'
import { openCommand } from './clients/cli/open.ts'
import { type GraphqlOptions, runAudit, runGraphql } from './clients/cli/operator.ts'
import type { ListOptions } from './clients/cli/place.ts'
import { proxyCommand } from './clients/cli/proxy.ts'
import { makeRemoteTpp } from './clients/cli/remote-tpps.ts'
import { reportCommand } from './clients/cli/report.ts'
import { scenarioCommand } from './clients/cli/scenario.ts'
import { bringTpps, makeTpp } from './clients/cli/shared-tpps.ts'
import { FLAWS_HELP, type NewTppOptions, runTppList } from './clients/cli/tpp.ts'
import { chooseDefaultTpp } from './clients/cli/tpps.ts'
import { snapshotCommand, worldCommand } from './clients/cli/worlds.ts'
import type { OpenOwnBank } from './clients/own-bank.ts'
import { DomainError } from './domain/errors.ts'
import { nearest } from './domain/nearest-names.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { isProgram, readVersion } from './platform/files/package-root.ts'

/** Runs one command line and sets its exit code (EXIT). */
export async function runCommand(argv: readonly string[]): Promise<void> {
  process.stdout.off('error', endQuietly).on('error', endQuietly)
  try {
    const program = createProgram()
    assertKnown(program, argv.slice(2))
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    // Commander has already printed its own sentence.
    if (!(error instanceof CommanderError)) note(messageOf(error))
  }
}

/** Refuses an unknown command, also with --help, for which the command above it would show its own. */
function assertKnown(program: Command, [name, ...args]: readonly string[], typed = ''): void {
  if (name === undefined || name.startsWith('-') || name === 'help' || program.commands.length === 0) return
  const known = program.commands.find(one => one.name() === name)
  if (known === undefined) throw unknownCommand(program, name, typed)
  assertKnown(known, args, `${typed}${name} `)
}

function unknownCommand(program: Command, name: string, typed: string): Failure {
  const names = program.commands.map(one => one.name())
  const near = nearest(name, names)
  const meant = near && `Did you mean ${typed}${near}?`
  const what = JSON.stringify(`${typed}${name.slice(0, 80)}`)
  const all = `The commands are ${names.join(', ')}: add --help to one to see how it is used.`
  return new Failure('usage', [`There is no command ${what}.`, meant, all].filter(Boolean).join(' '))
}

// A reader that stops reading, such as `head`, is not a fault.
function endQuietly(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}

const openOwnBank: OpenOwnBank = async options => (await import('./bank.ts')).openBank(options)

/** The command `sandbank` with all its subcommands. */
export function createProgram(): Command {
  const program = command(
    'sandbank',
    'A whole PSD2 bank in one process: start it, make TPPs for it, call it with signed requests.',
    ['npx sandbank start', 'npx sandbank tpp new acme', 'npx sandbank call GET /v1/sandbox/customers'],
  )
  // Arguments after the command of `exec` belong to that command.
  program.enablePositionalOptions()
  program.version(readVersion(), '--version', 'print the version')
  program.addHelpText(
    'after',
    `\n${EXIT_CODES_HELP}\n\nSettings are environment variables: PORT, HOST, SANDBANK_HOME and others; the README lists them.\nWith SANDBANK_ENGINE=prisma Prisma's engine answers every call of its client; otherwise prepared statements answer the same calls.`,
  )
  const tpp = command('tpp', 'Make and list TPPs: keys and certificates that the sandbox trusts.', [
    'npx sandbank tpp new acme',
    'npx sandbank tpp list',
  ])
  for (const part of [
    startCommand(),
    tpp,
    callCommand(),
    graphqlCommand(),
    clockCommand(),
    ...decisionCommands(),
    scenarioCommand(),
    auditCommand(),
    explainCommand(),
    logCommand(),
    whyCommand(),
    reportCommand(),
    compareCommand(openOwnBank),
    fixtureCommand(),
    execCommand(openOwnBank),
    kitCommand(),
    proxyCommand(),
    mcpCommand(async (config, report) => (await import('./main.ts')).serveQuietly(config, report), readVersion()),
    worldCommand(),
    snapshotCommand(),
    openCommand(),
    moveCommand(),
    completionCommand(),
  ])
    program.addCommand(part)
  for (const part of [newCommand(), listCommand(), useCommand()]) tpp.addCommand(part)
  const needsTpps = new Set(['call', 'compare', 'log', 'proxy', 'report', 'scenario set', 'tpp list', 'tpp use'])
  program.hook('preAction', async (_, action) => {
    const { parent } = action
    const name = parent === program ? action.name() : `${parent?.name()} ${action.name()}`
    if (needsTpps.has(name)) await bringTpps(settings())
  })
  return program
}

function startCommand(): Command {
  return command('start', 'Start the bank. It answers until it is stopped (Ctrl-C, SIGTERM).', [
    'npx sandbank start',
    'npx sandbank start --port 4100 --home /tmp/bank',
    'npx sandbank start --world green --fixture approvals',
    'SANDBANK_TOKEN=a-token-of-16-signs npx sandbank start --host 0.0.0.0     # for other machines, too',
    'npx sandbank start --import bank.yaml --export-on-exit bank.yaml',
    'npx sandbank start --import bank.snapshot --export-on-exit bank.snapshot',
  ])
    .addOption(new Option('--port <port>', 'where it listens; 0 takes any free port').env('PORT'))
    .addOption(new Option('--host <host>', 'the address it listens on').env('HOST'))
    .addOption(new Option('--home <folder>', 'where its files are').env('SANDBANK_HOME'))
    .option('--world <name>', 'a world to make at the start, if there is none of that name yet')
    .option('--fixture <name or file>', 'what that world holds: a fixture of the product, or a JSON or YAML file')
    .addOption(
      new Option(
        '--import <file>',
        'what the world "default" holds: a fixture, YAML or JSON, or, for a new bank, a snapshot; nothing while there is no such file yet',
      ).conflicts(['world', 'fixture']),
    )
    .option(
      '--export-on-exit <file>',
      'write the world "default" to this file when the bank is stopped: YAML, JSON or, all of its state, .snapshot',
    )
    .option('--accept-loss', 'start although the log of the store was cut or damaged, without what is missing from it')
    .action(async ({ port, host, home, world, acceptLoss, exportOnExit, ...options }: StartOptions) => {
      const config = readConfig({ ...process.env, PORT: port, HOST: host, SANDBANK_HOME: home })
      const { startServer } = await import('./main.ts')
      const { fixture: named, import: file } = options
      const held =
        file !== undefined
          ? await readImport(file, true)
          : named === undefined
            ? {}
            : { fixture: await readFixture(named) }
      const atEnd = exportOnExit === undefined ? undefined : exportAtEnd(exportOnExit)
      await startServer(config, { world, ...held, acceptLoss, atEnd }).catch(error => {
        throw new Failure('usage', `Sandbank cannot start: ${messageOf(error)}`, error)
      })
    })
}

type StartOptions = Partial<
  Record<'port' | 'host' | 'home' | 'world' | 'fixture' | 'import' | 'exportOnExit', string>
> & {
  readonly acceptLoss?: true
}

function newCommand(): Command {
  return command(
    'new',
    "Make a TPP: a key, and a certificate of the sandbox's CA, in <SANDBANK_HOME>/tpps/NAME. The bank need not run, unless it is named by --base or SANDBANK_URL.",
    [
      'npx sandbank tpp new acme',
      'npx sandbank tpp new reader --roles AI --org "Reader AS" --id NO-FSA-123456789',
      'npx sandbank tpp new broken --flaw expired',
      'SANDBANK_TOKEN=the-token-of-that-bank npx sandbank tpp new acme --base https://bank.example',
    ],
  )
    .argument('<name>', 'a-z, 0-9 and "-", for example acme')
    .option('--roles <list>', 'what it may do: PI (payments), AI (account information) (default: PI,AI)')
    .option('--org <name>', 'legal name in the certificate (default: the name)')
    .option(
      '--id <id>',
      'authority id, such as NO-FSA-123456789 (default: a random one); a TPP of this name that has it stays',
    )
    .option('--flaw <flaw>', 'make a key or certificate that is wrong on purpose, to see how a bank refuses it')
    .addOption(
      new Option('--base <url>', 'a bank elsewhere, which certifies the key: SANDBANK_TOKEN is its token').env(
        BASE_SETTING,
      ),
    )
    .option('--force', 'replace the key and certificate of an existing TPP: id, roles and legal name stay unless given')
    .addHelpText('after', `\n${FLAWS_HELP}`)
    .action(async (name: string, options: NewTppOptions) => {
      const { base } = options
      const made =
        base === undefined
          ? makeTpp(settings(), name, options, new Date())
          : makeRemoteTpp(settings(), name, { ...options, base }, new Date())
      print(await made)
    })
}

function listCommand(): Command {
  return command('list', 'List the TPPs in <SANDBANK_HOME>, those of banks elsewhere, too.', [
    'npx sandbank tpp list',
    'npx sandbank tpp list --json',
  ])
    .option('--base <url>', 'those of this bank elsewhere alone')
    .addOption(jsonOption('print JSON with keyId and files'))
    .action((options: { json?: true; base?: string }) => print(runTppList(settings().home, options, new Date())))
}

const SAVE_HELP =
  'keep a value of the answer, such as payment=paymentId or account=accounts[0].resourceId; {NAME} in later calls stands for it'

function useCommand(): Command {
  return command('use', 'Choose the TPP that signs when --tpp and SANDBANK_TPP name none.', [
    'npx sandbank tpp use acme',
    'npx sandbank tpp use acme --base https://bank.example',
  ])
    .argument('<name>', 'a TPP of `npx sandbank tpp list`')
    .addOption(new Option('--base <url>', 'the one that signs calls to this bank elsewhere').env(BASE_SETTING))
    .action((name: string, { base }: { base?: string }) => {
      const { home, bank } = signersOf(settings().home, base)
      chooseDefaultTpp(home, name, bank)
      print(`${name} signs${bank === undefined ? '' : ` calls to ${bank}`} from now on when no other TPP is named.`)
    })
}

function callCommand(): Command {
  return command(
    'call',
    'Make one signed call: adds every header that the operation requires, signs, sends, and prints the answer.',
    [
      'npx sandbank call GET /v1/sandbox/customers',
      `npx sandbank call POST /v1/sandbox/customers --data '{"customerNumber":"01017012345","name":"Kari","type":"PRIVATE"}'`,
      'npx sandbank call PUT /v1/sandbox/accounts/ID/balances --data @balances.json --world green --json',
      'npx sandbank call GET /v1/sandbox/customers --header Digest: --verbose     # without Digest: what happens?',
      'npx sandbank call GET /v1/sandbox/customers --curl | bash',
      "npx sandbank call GET /v1/sandbox/customers --scenario 'error; code=ACCESS_EXCEEDED'",
      'npx sandbank call GET /v1/sandbox/accounts --save account=[0].id',
      'npx sandbank call GET /v1/sandbox/accounts/{account}',
    ],
  )
    .argument('<method>', METHODS.join(', '), (method: string) => method.toUpperCase())
    .argument('<path>', 'path and query below the base URL, a link from an answer, or a whole URL')
    .addOption(tppOption())
    .option('--world <world>', 'the world to call (default: default)')
    .option(
      '--psu <number>',
      "a customerNumber or key; the customer's psuId is looked up through GraphQL and sent as PSU-ID",
    )
    .option(
      '--header <name:value>',
      'add or replace a header, as often as needed; without value: leave that header out; with ; in place of the colon: send it empty',
      collect,
    )
    .option('--data <json>', 'the body: JSON, @FILE, or - for standard input')
    .option(
      '--scenario <text>',
      "an outcome to force, such as 'error; code=ACCESS_EXCEEDED' or lose-answer (/docs/scenarios)",
    )
    .option('--save <name=path>', SAVE_HELP, collect)
    .addOption(baseOption())
    .option('--curl', 'print a curl command that does the same, and send nothing')
    .option('--verbose', 'show the signing string and the headers sent, on stderr')
    .addOption(jsonOption('print the answer as one line of JSON: status, headers, body').conflicts('quiet'))
    .option('--quiet', 'print the body of the answer alone')
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (method: string, path: string, options: CallOptions) => {
      finish(await runCall(method, path, options, { config: settings(), now: new Date(), newId: randomUUID, note }))
    })
}

function graphqlCommand(): Command {
  return command(
    'graphql',
    'Run one GraphQL operation as the operator: make fixtures, move the clock, look at anything.',
    [
      "npx sandbank graphql '{ customers { nodes { customerNumber name } } }'",
      'npx sandbank graphql \'mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }\' --world green',
      'npx sandbank graphql @operation.graphql --variables @variables.json',
      "npx sandbank graphql 'subscription { calls { status target } }'     # a line of JSON for each, until Ctrl-C",
    ],
  )
    .argument('<operation>', 'the operation: its text, @FILE, or - for standard input')
    .option('--variables <json>', 'its variables: JSON, @FILE, or - for standard input')
    .option('--operation-name <name>', 'which operation to run, when the document has several')
    .option('--save <name=path>', SAVE_HELP, collect)
    .option('--world <world>', 'the world to ask (default: default)')
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (operation: string, options: GraphqlOptions) =>
      finish(await runGraphql(operation, options, { config: settings(), note, print })),
    )
}

function auditCommand(): Command {
  return command('audit', "Check that the books of a running bank's world add up: balances, bookings, reservations.", [
    'npx sandbank audit',
    'npx sandbank audit --world green',
  ])
    .option('--world <world>', 'the world to audit (default: default)')
    .addOption(jsonOption())
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
    .action(async (options: ListOptions) => finish(await runAudit(options, settings())))
}

function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  // A refusal here, before any request to a server, concerns a file or an argument that must be corrected.
  return error instanceof ConfigError || error instanceof DomainError ? EXIT.usage : EXIT.serverFault
}

if (isProgram(import.meta.url)) void runCommand(process.argv)
