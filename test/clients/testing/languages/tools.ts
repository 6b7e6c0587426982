import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { missingOf, PATH } from '../../../support/harness/tools.ts'

const { HOME = '' } = process.env

/** What of JUnit 5 a console launcher needs, as Debian's package junit5 has it. */
const JARS = [
  'junit-jupiter-api',
  'junit-jupiter-engine',
  'junit-platform-commons',
  'junit-platform-console',
  'junit-platform-engine',
  'junit-platform-launcher',
  'junit-platform-reporting',
  'opentest4j',
  'opentest4j-reporting-events',
  'opentest4j-reporting-schema',
  'apiguardian-api',
  'picocli',
].map(name => `/usr/share/java/${name}.jar`)

/** What is needed to run tests of Java, and is not here. */
export function missingForJava(): readonly string[] {
  return [...missingOf('javac', 'java'), ...(JARS.every(jar => existsSync(jar)) ? [] : ['junit5'])]
}

export type Ran = { readonly exitCode: number; readonly output: string }

/** Runs a program to its end, in a folder, with settings beside PATH and HOME. */
export function runTool(
  program: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ran> {
  return new Promise(resolve => {
    const options = { cwd, env: { PATH, HOME, ...env }, maxBuffer: 16 * 1_048_576 }
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : 1, output: stdout + stderr }),
    )
  })
}

/** Compiles the files of a folder, and runs the tests of one class by JUnit's console launcher. */
export async function runJavaTest(name: string, place: Parameters<typeof runTool>[2], wrapper: readonly string[] = []) {
  const classPath = ['.', ...JARS].join(delimiter)
  const compiled = await runTool('javac', ['-Xlint:all,-path', '-Werror', '-cp', classPath, `${name}.java`], place)
  if (compiled.exitCode !== 0) return compiled
  const launch = ['java', '-cp', classPath, 'org.junit.platform.console.ConsoleLauncher', '-c', name]
  const parallel = ['--config', 'junit.jupiter.execution.parallel.enabled=true', '--disable-banner']
  const [program = '', ...args] = [...wrapper, ...launch, ...parallel, '--disable-ansi-colors']
  return runTool(program, args, place)
}
