import { readFileSync } from 'node:fs'
import { decodePercent, withoutEnd } from '../../domain/texts.ts'
import { DEFAULT_WORLD, withoutDoubledWorld } from '../../domain/worlds.ts'
import type { Config } from '../../platform/config.ts'
import { at } from '../../workbench/explain/commands.ts'
import { Failure, messageOf } from './failure.ts'

/** The bank's address, from options and settings. */
export type PlaceOptions = { readonly base?: string | undefined; readonly world?: string | undefined }

/** The same for a command that lists. */
export type ListOptions = PlaceOptions & { readonly json?: true }

/** The base URL of a world, without a slash at its end (D1). */
export function worldUrl({ base, world }: PlaceOptions, config: Config): string {
  const origin = withoutEnd(base ?? defaultBase(config), '/')
  const href = world === undefined ? origin : `${origin}/worlds/${encodeURIComponent(world)}`
  if (/^https?:\/\//i.test(href) && URL.canParse(href)) return href
  throw noBase(origin)
}

/** The place as options of a further command, so that it goes to the same world of the same bank. */
export function placeAsOptions({ base, world = DEFAULT_WORLD }: PlaceOptions): string {
  return at({ world, base })
}

/** The refusal of an address that is invalid for any bank. */
export function noBase(given: string): Failure {
  const right = '--base and SANDBANK_URL take one like http://127.0.0.1:4000.'
  return new Failure('usage', `${JSON.stringify(given)} is not a base URL: ${right}`)
}

/**
 * A path below the base URL, a link of an answer, or both joined: the name of the world at its beginning, if any, and the path below that (D1).
 */
export function splitWorld(sent: string): { readonly world: string | undefined; readonly path: string } {
  const target = withoutDoubledWorld(sent)
  const [, name, path = target] = /^\/worlds\/([^/?]+)(\/.*)$/.exec(target) ?? []
  // No world has a name that cannot be decoded; the bank reports this.
  return { world: name === undefined ? undefined : decodePercent(name), path }
}

/** The text of an argument, the text of @FILE, or standard input for "-". `what` names it in a refusal. */
export function readArgument(data: string, what: string): Buffer {
  if (data !== '-' && !data.startsWith('@')) return Buffer.from(data)
  return readBytes(data === '-' ? '-' : data.slice(1), what, 'give the text itself, @FILE, or - for standard input')
}

/** The content of a file, or standard input for "-". `what` names it in a refusal. */
export function readFileArgument(file: string, what: string): Buffer {
  return readBytes(file, what, 'give the name of a file, or - for standard input')
}

function readBytes(file: string, what: string, hint: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const source = file === '-' ? 'standard input' : file
    throw new Failure('usage', `The ${what} cannot be read from ${source} (${messageOf(error)}): ${hint}.`, error)
  }
}

function defaultBase({ host, port }: Config): string {
  if (port === 0) {
    throw new Failure(
      'usage',
      'PORT is 0, so the port is known to the server alone: say where it listens with --base or SANDBANK_URL.',
    )
  }
  const reachable = EVERY_ADDRESS[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Servers may listen on these addresses, but not every client can connect to them. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
