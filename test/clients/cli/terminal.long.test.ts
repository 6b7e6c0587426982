import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { createCli } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'

const cli = createCli()
afterAll(() => cli.remove())

const shells = ['bash', 'zsh', 'fish'] as const
const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0

/** Loads the script that completes, and prints what each shell would offer after these words: zsh offers what begins with the last of them. */
const ASKING: Readonly<Record<(typeof shells)[number], (file: string, words: readonly string[]) => string>> = {
  bash: (file, words) =>
    `source ${file}; COMP_WORDS=(sandbank ${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sandbank; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (file, words) =>
    `compdef() { :; }; _describe() { print -rl -- \${(M)\${found%%:*}:#\${words[CURRENT]}*}; }; source ${file}; words=(sandbank ${words.map(word => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _sandbank`,
  fish: (file, words) => `source ${file}; complete -C 'sandbank ${words.join(' ')}' | string replace -r '\\t.*' ''`,
}

const absent = shells.filter(shell => !isThere(shell))
if (absent.length > 0) console.info(`Not on this machine, so their completion was not run: ${absent.join(', ')}.`)

it.each(shells.filter(isThere))('%s completes commands, options and choices, as --help lists them', async shell => {
  const { stdout } = await cli.run(['completion', shell])
  const file = join(cli.home, `sandbank.${shell}`)
  writeFileSync(file, stdout)
  const offered = (...words: string[]) => {
    const asked = spawnSync(shell, ['-c', ASKING[shell](file, words)], { encoding: 'utf8' })
    expect(asked.stderr).toBe('')
    return asked.stdout.trim().split('\n')
  }
  const commands = [...(await cli.run(['--help'])).stdout.matchAll(/^ {2}([a-z]+)(?: \[|\s{2,})/gm)].map(
    ([, name]) => name,
  )
  expect(commands.length).toBeGreaterThan(12)
  expect(offered('')).toEqual(expect.arrayContaining(commands.filter(name => name !== 'help')))
  expect(offered('wo')).toEqual(['world'])
  expect(offered('tpp', '')).toEqual(expect.arrayContaining(['new', 'list', 'use']))
  expect(offered('world', 'cr')).toEqual(['create'])
  expect(offered('world', 'create', '--copy')).toEqual(['--copy-of'])
  expect(offered('log', '--world', 'green', '--all')).toEqual(['--all-worlds'])
  expect(offered('completion', 'f')).toEqual(['fish'])
})

it('completes in a shell that there is, and in no other', async () => {
  expect(shells.filter(isThere)).toContain('bash')
  const { exitCode, stderr } = await cli.run(['completion', 'csh'])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish')])
})

it('`open` gives the browser the address of the console, which is printed as well', async () => {
  const [browser, seen] = [join(cli.home, 'browser'), join(cli.home, 'seen')]
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`)
  chmodSync(browser, 0o755)
  const args = ['open', '--world', 'green', '--base', 'http://127.0.0.1:4100']
  const url = 'http://127.0.0.1:4100/worlds/green/'
  expect(await cli.run(args, { env: { BROWSER: browser } })).toEqual({ exitCode: 0, stdout: `${url}\n`, stderr: '' })
  while (!existsSync(seen)) await sleep(10)
  expect(readFileSync(seen, 'utf8')).toBe(url)
  const without = await cli.run(args, { env: { BROWSER: '/no/such/browser' } })
  expect(without).toEqual({ exitCode: 0, stdout: `${url}\n`, stderr: '' })
})

it('has colours in a terminal alone, unless NO_COLOR is set', async () => {
  const program = await builtProgram('cli.js')
  cli.addTpp('acme')
  const list = `'${process.execPath}' '${program}' tpp list`
  const { PATH = '' } = process.env
  const shown = (command: readonly string[], env = {}) =>
    spawnSync(command[0] ?? '', command.slice(1), {
      encoding: 'utf8',
      env: { PATH, TERM: 'xterm', SANDBANK_HOME: cli.home, ...env },
    }).stdout
  // Each makes a terminal of its own for what it runs.
  const inTerminal =
    process.platform === 'linux'
      ? ['script', '-qec', list, '/dev/null']
      : ['script', '-q', '/dev/null', 'sh', '-c', list]
  expect(shown(inTerminal)).toContain('\u001b[1mNAME')
  expect(shown(inTerminal, { NO_COLOR: '1' })).toContain('NAME')
  expect(shown(inTerminal, { NO_COLOR: '1' })).not.toContain('\u001b[1m')
  expect(shown(['sh', '-c', list])).not.toContain('\u001b')
})
