import { accessSync, constants, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { atOneMoment, type Context, type Deps, systemClockAndIds } from '../../bank/context.ts'
import { leftOutOfExport } from '../../bank/resolvers/exports/left-out.ts'
import { MOST_DOCUMENT_BYTES, SEVERAL_DOCUMENTS } from '../../domain/fixtures.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { Config } from '../../platform/config.ts'
import { replaceFile } from '../../platform/files/private-files.ts'
import { productFixture as productDocument, writtenFixture } from '../../sandbox/fixtures/documents/list.ts'
import { exportAndRemember } from '../../sandbox/fixtures/export/at-end.ts'
import { readFixture as readDocument } from '../../sandbox/fixtures/inputs/documents.ts'
import { fixtureSchema, parseFixture, writeFixture } from '../../sandbox/fixtures/inputs/files.ts'
import type { Fixture } from '../../sandbox/fixtures/inputs/fixtures.ts'
import { soundFixture } from '../../sandbox/fixtures/run/apply.ts'
import { enterWorld } from '../../sandbox/worlds/doors.ts'
import { baseOption, type CommandResult, command, finish, jsonOption, note, print, settings } from './command.ts'
import { EXIT, EXIT_CODES_HELP, Failure, messageOf, orUsage } from './failure.ts'
import { askFor } from './operator.ts'
import { type Columns, formatList } from './output.ts'
import { type ListOptions, type PlaceOptions, readFileArgument } from './place.ts'
import { assertWhole, isSnapshot, restoreWorld, saveWorld } from './snapshot-files.ts'

/** The command `fixture` with its parts (D82). */
export function fixtureCommand(): Command {
  const group = command('fixture', 'Put into a world what a document says, or write down what is in a world.', [
    'npx sandbank fixture list',
    'npx sandbank fixture apply approvals --world green',
    'npx sandbank fixture export --yaml > bank.yaml',
  ])
  for (const part of [listCommand(), showCommand(), applyCommand(), exportCommand(), schemaCommand()])
    group.addCommand(part)
  return group
}

function listCommand(): Command {
  return commandInWorld('list', 'List the fixtures of the product.', ['npx sandbank fixture list'])
    .addOption(jsonOption())
    .action(async (options: ListOptions) => finish(await runList(options, settings())))
}

function showCommand(): Command {
  return command('show', 'Print a fixture of the product as it was written. The bank need not run.', [
    'npx sandbank fixture show payments',
    'npx sandbank fixture show approvals --yaml > bank.yaml',
  ])
    .argument('<name>', 'one that `npx sandbank fixture list` names')
    .option('--yaml', 'YAML in place of JSON')
    .action((name: string, { yaml }: { readonly yaml?: true }) => {
      const { document } = orUsage(() => writtenFixture(name))
      print(writeFixture(document, yaml === true ? 'yaml' : 'json').trimEnd())
    })
}

function applyCommand(): Command {
  return commandInWorld(
    'apply',
    'Put a fixture into a running bank: all of it or nothing. A key that is there already changes nothing, or is refused where its content differs.',
    ['npx sandbank fixture apply ./bank.yaml', 'npx sandbank fixture apply payments --world green'],
  )
    .argument('<file>', 'a JSON or YAML file, - for standard input, or the name of a fixture of the product')
    .addOption(jsonOption())
    .action(async (file: string, options: ListOptions) => finish(await runApply(file, options, settings())))
}

function exportCommand(): Command {
  return commandInWorld(
    'export',
    'Write down what is in a world, as a fixture that makes another like it. What a fixture leaves out, such as finished payments, is listed on standard error.',
    ['npx sandbank fixture export > bank.json', 'npx sandbank fixture export --yaml --world green'],
  )
    .option('--yaml', 'YAML in place of JSON')
    .option('--no-clock', 'leave the clock out')
    .action(async (options: ExportOptions) => finish(await runExport(options, settings())))
}

function schemaCommand(): Command {
  return command('schema', 'Print the JSON Schema of fixtures. The bank need not run.', [
    'npx sandbank fixture schema > fixture.schema.json',
  ]).action(() => finish({ text: fixtureSchema(), exitCode: EXIT.done }))
}

function commandInWorld(name: string, description: string, examples: readonly string[]): Command {
  return command(name, description, examples)
    .option('--world <world>', 'the world (default: default)')
    .addOption(baseOption())
    .addHelpText('after', `\n${EXIT_CODES_HELP}`)
}

const listed = z.object({ fixtures: z.array(z.object({ name: z.string(), description: z.string() })) })

async function runList(options: ListOptions, config: Config): Promise<CommandResult> {
  const { fixtures } = await askFor(options, config, '{ fixtures { name description } }', {}, listed)
  const columns = {
    NAME: ({ name }) => name,
    'WHAT IT IS FOR': ({ description }) => description,
  } satisfies Columns<z.output<typeof listed>['fixtures'][number]>
  return { text: formatList(fixtures, columns, options), exitCode: EXIT.done }
}

const applied = z.object({ applied: z.object({ ids: z.array(z.object({ key: z.string(), id: z.string() })) }) })
const APPLY = 'mutation ($fixture: FixtureInput!) { applied: applyFixture(fixture: $fixture) { ids { key id } } }'

async function runApply(file: string, options: ListOptions, config: Config): Promise<CommandResult> {
  const fixture = isFixtureName(file) ? await productFixture(file, options, config) : readFile(file)
  const { applied: made } = await askFor(options, config, APPLY, { fixture }, applied)
  const columns = { KEY: ({ key }) => key, ID: ({ id }) => id } satisfies Columns<(typeof made.ids)[number]>
  const isQuiet = made.ids.length === 0 && options.json !== true
  return { text: isQuiet ? 'Applied.' : formatList(made.ids, columns, options), exitCode: EXIT.done }
}

const documents = z.object({ fixtures: z.array(z.object({ name: z.string(), document: z.looseObject({}) })) })

async function productFixture(name: string, options: PlaceOptions, config: Config): Promise<object> {
  const { fixtures } = await askFor(options, config, '{ fixtures { name document } }', {}, documents)
  const found = fixtures.find(one => one.name === name)
  if (found !== undefined) return found.document
  throw new Failure(
    'usage',
    `There is no fixture ${name}: there are ${fixtures.map(one => one.name).join(', ')}. A file is named with a dot or slash, such as ./${name}.`,
  )
}

/** A fixture of the product by its name, or the one in a file. The bank need not run. */
export async function readFixture(named: string, isFile = !isFixtureName(named)): Promise<Fixture> {
  if (!isFile) return orUsage(() => productDocument(named))
  return toFixture(() => readFile(named))
}

/**
 * The first content of a bank from a file, a fixture or a snapshot depending on its content (D85). Nothing, and a line that says so, while a file
 * that may come later (`start` writes it at its end) does not exist. A snapshot is only for a new world: changes in an existing one must not be lost.
 */
export async function readImport(
  file: string,
  mayComeLater: boolean,
): Promise<{
  readonly fixture?: Fixture
  readonly fill?: (ctx: Context, isNew: boolean) => Promise<void>
}> {
  if (mayComeLater && file !== '-' && !existsSync(file)) {
    note(`There is no ${file} yet: the world "default" of a new bank is empty.`)
    return { fixture: await toFixture(() => ({})) }
  }
  if (file === '-' || !isSnapshotHere(file)) return { fixture: await readFixture(file, true) }
  await assertWhole(file)
  return {
    fill: async (ctx, isNew) => {
      if (isNew) return restoreWorld(file, ctx)
      note(
        `The world "default" is there already and stays as it is: nothing of ${file} was loaded. --home names a folder for a new bank.`,
      )
    },
  }
}

function isSnapshotHere(file: string): boolean {
  try {
    return isSnapshot(file)
  } catch {
    // The reader of fixtures reports what is wrong with it.
    return false
  }
}

async function toFixture(read: () => object): Promise<Fixture> {
  try {
    return await soundFixture(await readDocument(read()), { now: systemClockAndIds.machineNow() })
  } catch (error) {
    return orUsage(() => {
      throw error
    })
  }
}

/** The document in a file. The bank that receives it reports its faults. */
export function readFile(file: string): object {
  const document = parseFixture(readFileArgument(file, 'fixture').toString('utf8'))
  // As it is sent: a file has blanks, too.
  const bytes = Buffer.byteLength(JSON.stringify(document))
  if (bytes <= MOST_DOCUMENT_BYTES) return document
  throw new Failure(
    'usage',
    `A document may have ${MOST_DOCUMENT_BYTES} bytes; that of ${file} has ${bytes}. ${SEVERAL_DOCUMENTS}`,
  )
}

/** Whether a fixture of the product is named: the name of a file contains a dot or a slash, that of a fixture neither. */
export function isFixtureName(file: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(file)
}

const exported = z.object({ fixture: z.looseObject({}), fixtureLeavesOut: z.array(z.string()) })

type ExportOptions = PlaceOptions & { readonly yaml?: true; readonly clock: boolean }

async function runExport(options: ExportOptions, config: Config): Promise<CommandResult> {
  const query = '{ fixture fixtureLeavesOut }'
  const { fixture: written, fixtureLeavesOut } = await askFor(options, config, query, {}, exported)
  if (fixtureLeavesOut.length > 0)
    note(`${leftOut('The fixture', fixtureLeavesOut)} \`npx sandbank snapshot save FILE\` keeps them.`)
  const { clock, ...content } = written
  const fixture = options.clock ? { clock, ...content } : content
  return { text: writeFixture(fixture, options.yaml === true ? 'yaml' : 'json').trimEnd(), exitCode: EXIT.done }
}

/**
 * Writes the world `default` when the bank ends: as a snapshot or YAML if the file's name says so, else as JSON (D85). A place that cannot be written
 * is refused at the start, while it can still be repaired.
 */
export function exportAtEnd(file: string): (deps: Deps) => Promise<void> {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new Failure('usage', `--export-on-exit ${file} cannot be written (${messageOf(error)}).`, error)
  }
  return async deps => {
    const ctx = await enterWorld(deps, DEFAULT_WORLD, { kind: 'operator' })
    if (/\.snapshot$/i.test(file)) return saveWorld(file, ctx)
    const fixture = await exportAndRemember(ctx)
    const missing = await atOneMoment(ctx, leftOutOfExport)
    if (missing.length > 0)
      note(`${leftOut(file, missing)} A name that ends in .snapshot keeps them.${keepBefore(file, fixture)}`)
    await replaceFile(file, [writeFixture(fixture, /\.ya?ml$/i.test(file) ? 'yaml' : 'json'), '\n'])
  }
}

function leftOut(written: string, missing: readonly string[]): string {
  return `${written} leaves out what only a snapshot holds: ${missing.join('; ')}.`
}

/** What the user wrote is not lost by an export that holds less: then the file stays as it was beside the new one. */
function keepBefore(file: string, fixture: object): string {
  if (!existsSync(file) || !holdsMore(readFileSync(file, 'utf8'), fixture)) return ''
  copyFileSync(file, `${file}.before`)
  return ` The file as it was is ${file}.before.`
}

function holdsMore(text: string, fixture: object): boolean {
  try {
    const before = parseFixture(text)
    return ['payments', 'signingBaskets', 'consents'].some(name => countIn(before, name) > countIn(fixture, name))
  } catch {
    return true
  }
}

function countIn(fixture: object, name: string): number {
  const list: unknown = Reflect.get(fixture, name)
  return Array.isArray(list) ? list.length : 0
}
