import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SampleLanguage } from '../../src/explain/samples/languages.ts'
import { builtProgram } from '../support/built.ts'
import { readyKeysOfProcess } from '../support/ready-keys.ts'

const ROOT = new URL('../..', import.meta.url).pathname

/** A sample in a folder of its own, with the settings that it reads from its environment. */
export type Program = {
  readonly name: string
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** A mutation of the world `default` that undoes what it does. */
  readonly undo: string | undefined
}

/** What each program wrote, by its name. */
export type Outputs = ReadonlyMap<string, string>

/** How samples are run: each as it stands, many at once where a start is slow. `needs` are the tools for it. */
export const RUNNERS: Record<
  SampleLanguage,
  { readonly needs: readonly string[]; readonly run: (programs: readonly Program[], home: string) => Promise<Outputs> }
> = {
  CURL: { needs: ['bash', 'curl', 'sed'], run: eachBy('bash', () => ['sample.sh']) },
  JAVASCRIPT: { needs: ['node'], run: runModules },
  KIT: { needs: ['node'], run: runModules },
  PYTHON: { needs: ['python3'], run: runPython },
  JAVA: { needs: ['java', 'javac'], run: runJava },
  GO: { needs: ['go'], run: runGo },
}

/** Whether a language can be run on this machine. */
export function isThere(language: SampleLanguage): boolean {
  return RUNNERS[language].needs.every(tool => {
    try {
      execFileSync('/bin/sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

const { PATH = '', HOME = '' } = process.env

function start(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  return new Promise<string>(resolve => {
    execFile(program, args, { cwd, env: { PATH, HOME, ...env }, maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) =>
      resolve(error === null ? stdout : `${stdout}\n${stderr}\n${error.message}`),
    )
  })
}

/** One process for each. */
function eachBy(program: string, argsOf: (program: Program) => readonly string[]) {
  return async (programs: readonly Program[]): Promise<Outputs> => {
    const outputs = new Map<string, string>()
    const waiting = [...programs]
    const work = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        outputs.set(next.name, await start(program, argsOf(next), next.folder, next.env))
    }
    await Promise.all([work(), work(), work()])
    return outputs
  }
}

/** All in one process, one after the other: `driver` reads their list. */
async function together(program: string, driver: string, programs: readonly Program[], home: string, env = {}) {
  writeFileSync(join(home, 'programs.json'), JSON.stringify(programs))
  return partsOf(await start(program, [driver], home, env))
}

const MARK = '\n#### '

function partsOf(text: string): Outputs {
  return new Map(
    text.split(MARK).map(part => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)]
    }),
  )
}

async function runModules(programs: readonly Program[], home: string): Promise<Outputs> {
  await builtProgram('cli.js')
  mkdirSync(join(home, 'node_modules'), { recursive: true })
  if (!readdirSync(join(home, 'node_modules')).includes('sandbank'))
    symlinkSync(ROOT, join(home, 'node_modules/sandbank'))
  writeFileSync(
    join(home, 'driver.mjs'),
    `import { readFileSync } from 'node:fs'
for (const { name, folder, env, undo } of JSON.parse(readFileSync('programs.json', 'utf8'))) {
  console.log(${JSON.stringify(MARK)} + name)
  Object.assign(process.env, env)
  await import(folder + '/sample.mjs').catch(error => console.log(error))
  if (undo === undefined) continue
  const headers = { 'Content-Type': 'application/json' }
  await fetch(env.SANDBANK_URL + '/graphql', { method: 'POST', headers, body: JSON.stringify({ query: undo }) })
}`,
  )
  return together(process.execPath, 'driver.mjs', programs, home, readyKeysOfProcess())
}

async function runPython(programs: readonly Program[], home: string): Promise<Outputs> {
  writeFileSync(
    join(home, 'driver.py'),
    `import json, os, runpy, traceback
for program in json.load(open("programs.json")):
    print(${JSON.stringify(MARK)} + program["name"], flush=True)
    os.environ.update(program["env"])
    try:
        runpy.run_path(program["folder"] + "/sample.py", run_name="__main__")
    except Exception:
        print(traceback.format_exc())`,
  )
  return together('python3', 'driver.py', programs, home)
}

async function runGo(programs: readonly Program[], home: string): Promise<Outputs> {
  writeFileSync(join(home, 'go.mod'), 'module samples\n\ngo 1.18\n')
  const built = await start('go', ['build', '-ldflags=-s -w', '-o', 'bin/', './...'], home, { GOFLAGS: '-mod=mod' })
  if (built !== '') return new Map([['', built]])
  return eachBy('/bin/sh', ({ folder, name }) => ['-c', `exec ${join(folder, '..', 'bin', name)}`])(programs)
}

/** A compiler takes much longer to start than to compile, so that one does all. */
const COMPILE = `import java.nio.file.*;
public class Compile {
    public static void main(String[] folders) {
        var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        for (var folder : folders) compiler.run(null, System.out, System.out, "-d", folder, folder + "/Sample.java");
    }
}`

async function runJava(programs: readonly Program[], home: string): Promise<Outputs> {
  writeFileSync(join(home, 'Compile.java'), COMPILE)
  const built = await start('java', ['Compile.java', ...programs.map(({ folder }) => folder)], home, {})
  if (built !== '') return new Map([['', built]])
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', '-cp', '.', 'Sample']
  return eachBy('java', () => quick)(programs)
}
