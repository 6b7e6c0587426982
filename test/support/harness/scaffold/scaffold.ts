// Begins a noun or an operation: npm run scaffold -- noun NAME, npm run scaffold -- operation NAME
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { HELP, leftOfNoun, leftOfOperation } from './help.ts'
import { nounForms, WrongName } from './names.ts'
import { nounFiles } from './noun-files.ts'
import { type Change, nounLists } from './noun-lists.ts'
import { nounTests } from './noun-tests.ts'
import { beginOperation } from './operations.ts'
import { assertFree } from './taken.ts'

const [kind, name = '', ...rest] = process.argv.slice(2)

try {
  if (kind === undefined || kind === '--help' || kind === '-h') console.log(HELP)
  else if (kind !== 'noun' && kind !== 'operation')
    throw new WrongName(`"${kind}" is neither noun nor operation. npm run scaffold -- --help says all of it.`)
  else if (rest.length > (kind === 'noun' ? 1 : 0) || name === '')
    throw new WrongName(`Give one name: npm run scaffold -- ${kind} NAME. Its words are joined by hyphens.`)
  else if (kind === 'noun') addNoun(name, rest[0])
  else addOperation(name)
} catch (error) {
  if (!(error instanceof WrongName)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function addNoun(name: string, singular: string | undefined): void {
  const forms = nounForms(name, singular)
  const made = { ...nounFiles(forms), ...nounTests(forms) }
  assertFree(forms, Object.keys(made))
  write(made, nounLists(forms))
  // Each takes what the one before it has made.
  run('npm', 'run', 'migration', '--', `add-${name}`)
  run('npm', 'run', 'generate')
  run('npm', 'run', 'schema')
  console.log(leftOfNoun(forms))
}

function addOperation(name: string): void {
  const { begun, made, changes } = beginOperation(name)
  write(made, changes)
  run('npm', 'run', 'schema')
  console.log(leftOfOperation(begun))
}

/** All files at once, or none: what cannot be changed throws before the first is written. */
function write(made: Readonly<Record<string, string>>, changes: readonly Change[]): void {
  const texts = new Map(Object.entries(made))
  for (const [path, change] of changes) texts.set(path, change(texts.get(path) ?? readFileSync(path, 'utf8')))
  for (const [path, text] of texts) {
    console.log(`${existsSync(path) ? 'changed' : 'written'}  ${path}`)
    writeFileSync(path, text)
  }
  run(
    'npx',
    'biome',
    'check',
    '--write',
    '--log-level=warn',
    ...[...texts.keys()].filter(path => path.endsWith('ts') || path.endsWith('tsx')),
  )
}

function run(command: string, ...given: readonly string[]): void {
  const { status } = spawnSync(command, given, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed. Run it again when its cause is gone.`)
}
