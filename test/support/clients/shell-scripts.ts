import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'

export type ShellScript = {
  readonly text: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** what `npx` with these words does in the script; the real one when not given */
  readonly npx?: ((words: readonly string[], folder: string) => Promise<ShellResult>) | undefined
}

export type ShellResult = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

let shell: Promise<Shell> | undefined
let before: Promise<unknown> = Promise.resolve()

/**
 * What bash makes of a text that is pasted. One bash takes all that a worker has, each in a subshell of its own, one after the other: a worker has so much memory that
 * to start a process from it takes as long as ten from a small one.
 */
export function runInShell(script: ShellScript): Promise<ShellResult> {
  const result = before.then(async () => {
    shell ??= startShell()
    return run(await shell, script)
  })
  before = result.catch(() => undefined)
  return result
}

type Shell = {
  readonly place: string
  readonly orders: Writable
  readonly ends: Lines
  readonly asked: Lines
  readonly results: Writable
}

/**
 * Takes pairs of a folder and a text, each with a NUL at its end. The function by which `npx` runs in the test's process sends the folder and the words, and gets the
 * exit code and what is printed.
 */
const LOOP = String.raw`
here_npx() {
  local code out err
  printf '%s\0' $# "$PWD" "$@" >&3
  IFS= read -r -d '' code <&4; IFS= read -r -d '' out <&4; IFS= read -r -d '' err <&4
  printf '%s' "$out"; printf '%s' "$err" >&2
  return "$code"
}
while IFS= read -r -d '' folder <&5 && IFS= read -r -d '' text <&5; do
  ( cd "$folder"; eval "$text" ) >"$PLACE/stdout" 2>"$PLACE/stderr" </dev/null
  printf '%s\0' $? >&6
done
`

async function startShell(): Promise<Shell> {
  const place = mkdtempSync(join(tmpdir(), 'sandbank-shell-'))
  process.on('exit', () => rmSync(place, { recursive: true, force: true }))
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  // It ends when this process does, since then it receives nothing more.
  const child = spawn('bash', ['-c', LOOP], {
    env: { PATH, HOME, TMPDIR, PLACE: place },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe', 'pipe', 'pipe'],
  })
  const pipes: readonly unknown[] = child.stdio
  const [, , , asked, results, orders, ends] = pipes
  if (
    !(asked instanceof Readable) ||
    !(results instanceof Writable) ||
    !(orders instanceof Writable) ||
    !(ends instanceof Readable)
  )
    throw new Error('bash has no pipes')
  return { place, orders, results, ends: linesOf(ends), asked: linesOf(asked) }
}

async function run(
  { place, orders, ends, asked, results }: Shell,
  { text, folder, env, npx }: ShellScript,
): Promise<ShellResult> {
  const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}\n`)
  const own = npx === undefined ? '' : 'npx() { here_npx "$@"; }\n'
  let words: string[] = []
  asked.listen(async word => {
    words.push(word)
    const [count, from = folder, ...given] = words
    if (words.length < Number(count) + 2) return
    words = []
    const { exitCode, stdout, stderr } = await (npx ?? missing)(given, from)
    results.write(`${exitCode}\0${stdout}\0${stderr}\0`)
  })
  const ended = new Promise<string>(resolve => ends.listen(resolve))
  orders.write(`${folder}\0${settings.join('')}${own}${text}\0`)
  const exitCode = Number(await ended)
  const read = (name: string) => readFileSync(join(place, name), 'utf8')
  return { exitCode, stdout: read('stdout'), stderr: read('stderr') }
}

const missing = async (): Promise<ShellResult> => ({ exitCode: 127, stdout: '', stderr: 'npx is not run here\n' })

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

type Lines = { listen(hear: (line: string) => void): void }

/** What comes between NULs. */
function linesOf(stream: Readable): Lines {
  let hear: (line: string) => void = () => undefined
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) hear(part)
  })
  return {
    listen: to => {
      hear = to
    },
  }
}
