import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SampleLanguage } from '../../../src/workbench/explain/samples/languages.ts'
import { readyKeysOfProcess } from '../../support/builders/ready-keys.ts'
import { builtProgram } from '../../support/harness/built.ts'

const ROOT = new URL('../../..', import.meta.url).pathname

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

/** What is compiled and linked takes much longer than its calls, so that samples that differ in their main alone are one program. */
async function runGo(programs: readonly Program[], home: string): Promise<Outputs> {
  const byFrame = new Map<string, Program[]>()
  for (const program of programs) {
    const frame = readGo(program)
      .replace(GO_MAIN, '')
      .replace(/^\/\/.*\n/gm, '')
    byFrame.set(frame, [...(byFrame.get(frame) ?? []), program])
  }
  const outputs = [...byFrame].map(async ([frame, ones], place) => {
    const mains = ones.map((one, at) => GO_MAIN.exec(readGo(one))?.[0].replace('func main', `func main${at}`))
    const calls = ones.map(({ name, env }, at) => {
      const set = Object.entries(env).map(entry => `os.Setenv(${entry.map(text => JSON.stringify(text)).join()})`)
      return [...set, `fmt.Println(${JSON.stringify(MARK + name)})`, `main${at}()\n`].join('\n')
    })
    const file = join(home, `all${place}.go`)
    writeFileSync(file, `${frame}\n${mains.join('\n')}\nfunc main() {\n${calls.join('')}}\n`)
    return partsOf(await start('go', ['run', '-ldflags=-s -w', file], home, {}))
  })
  return new Map((await Promise.all(outputs)).flatMap(one => [...one]))
}

const GO_MAIN = /^func main\(\) \{\n[\s\S]*?^\}$/m
const readGo = ({ folder }: Program) => readFileSync(join(folder, 'sample.go'), 'utf8')

/** A compiler takes much longer to start than to compile, and a program than to run, so that one does all. */
const RUN_ALL = `import java.net.*;
import java.nio.file.*;
import java.util.*;
public class RunAll {
    public static void main(String[] given) throws Exception {
        var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        var map = System.getenv().getClass().getDeclaredField("m");
        map.setAccessible(true);
        @SuppressWarnings("unchecked") var env = (Map<String, String>) map.get(System.getenv());
        for (var line : Files.readAllLines(Path.of("programs.tsv"))) {
            var program = line.split("\t");
            System.out.println("${MARK.replace('\n', '\\n')}" + program[0]);
            for (var at = 2; at < program.length; at += 2) env.put(program[at], program[at + 1]);
            try {
                compiler.run(null, System.out, System.out, "-d", program[1], program[1] + "/Sample.java");
                var loader = new URLClassLoader(new URL[] { Path.of(program[1]).toUri().toURL() });
                loader.loadClass("Sample").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (Exception error) {
                error.printStackTrace(System.out);
            }
        }
        System.exit(0);
    }
}`

async function runJava(programs: readonly Program[], home: string): Promise<Outputs> {
  writeFileSync(join(home, 'RunAll.java'), RUN_ALL)
  const lines = programs.map(({ name, folder, env }) => [name, folder, ...Object.entries(env).flat()].join('\t'))
  writeFileSync(join(home, 'programs.tsv'), lines.join('\n'))
  // Java lets a program change its environment in no other way.
  const opened = ['--add-opens', 'java.base/java.util=ALL-UNNAMED']
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']
  return partsOf(await start('java', [...opened, ...quick, 'RunAll.java'], home, {}))
}
