import { join } from 'node:path'
import { expect } from 'vitest'
import { type Cli, type CliResult, createCli, type RunningBank } from '../../../support/clients/cli.ts'

/** What an option does, seen in exit code, output, files, or in what the bank then has. */
export type Effects = Readonly<Record<string, (tried: Tried) => Promise<void>>>

/**
 * One bank for the options of all commands: the standard set in the world `default`, one customer in `green`, a call of the operator and three of two TPPs in `seen`, which no
 * effect adds to.
 */
export type Tried = {
  readonly cli: Cli
  readonly bank: RunningBank
  /** Runs a command that finds the bank by SANDBANK_URL. */
  run(...args: string[]): Promise<CliResult>
  /** What a command that must do its work prints. */
  print(...args: string[]): Promise<string>
  /** What GraphQL answers in a world. */
  ask(query: string, world?: string): Promise<unknown>
  file(name: string): string
}

/** A number that stands in the world `green` alone. */
export const ONLY_IN_GREEN = '01017099999'
/** Of the standard set. */
export const KARI = '13039319955'
export const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

export async function openTried(): Promise<Tried> {
  const cli = createCli()
  for (const name of ['acme', 'other']) cli.addTpp(name)
  const bank = await cli.serve()
  const run = (...args: string[]) =>
    cli.run(args, { env: { SANDBANK_URL: bank.url, ...(args.includes('--tpp') ? {} : { SANDBANK_TPP: 'acme' }) } })
  const print = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await run(...args)
    expect([args, exitCode, stderr]).toEqual([args, 0, expect.any(String)])
    return stdout
  }
  const ask = async (query: string, world = 'default') =>
    JSON.parse(await print('graphql', query, '--world', world)).data
  await print('world', 'create', 'green', '--from', 'EMPTY')
  await print('world', 'create', 'seen', '--from', 'EMPTY')
  const input = `{ customerNumber: "${ONLY_IN_GREEN}", name: "Siri", type: PRIVATE }`
  await ask(`mutation { createCustomer(input: ${input}) { customer { id } } }`, 'green')
  await ask('{ world { name } }', 'seen')
  const call = ['/v1/sandbox/customers', '--world', 'seen']
  await print('call', 'GET', ...call, '--header', 'X-Request-ID: seen-1')
  await print('call', 'GET', ...call, '--header', `traceparent: 00-${TRACE}-00f067aa0ba902b7-01`, '--tpp', 'other')
  await run('call', 'POST', ...call, '--data', '{}')
  return { cli, bank, run, print, ask, file: name => join(cli.home, name) }
}

/** `--base` of a command: it finds the bank although the environment names an address where there is none. */
export function based(...args: string[]): Effects[string] {
  return async ({ cli, bank }) => {
    const away = { env: { SANDBANK_URL: 'http://127.0.0.1:9', SANDBANK_TPP: 'acme' } }
    const missed = await cli.run(args, away)
    expect([missed.exitCode, missed.stderr]).toEqual([3, expect.stringContaining('http://127.0.0.1:9')])
    const found = await cli.run([...args, '--base', bank.url], away)
    expect(found.exitCode, found.stderr).not.toBe(3)
  }
}

/** `--world` of a command: what it prints of one world is not what it prints of another, and one that there is not is refused by name. */
export function worlded(args: readonly string[], inGreen: RegExp): Effects[string] {
  return async ({ run, print }) => {
    expect((await run(...args)).stdout).not.toMatch(inGreen)
    expect(await print(...args, '--world', 'green')).toMatch(inGreen)
    const { exitCode, stderr, stdout } = await run(...args, '--world', 'nowhere')
    expect([exitCode, stderr + stdout]).toEqual([1, expect.stringContaining('nowhere')])
  }
}

/** `--json` of a command: what it prints can be parsed, which without the option it cannot. */
export function jsonOf(args: readonly string[], value: unknown): Effects[string] {
  return async ({ run }) => {
    const plain = (await run(...args)).stdout
    expect(() => JSON.parse(plain)).toThrow()
    expect(JSON.parse((await run(...args, '--json')).stdout)).toEqual(value)
  }
}
