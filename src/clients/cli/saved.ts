import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson, QUOTED_TEXT } from '../../domain/texts.ts'
import { makePrivateDirectory, writePrivateFile } from '../../platform/files/private-files.ts'
import { EXIT, Failure, messageOf } from './failure.ts'

/** Values that `--save` stores in the home, by name: they replace `{NAME}` in later calls. */
export type SavedValues = ReadonlyMap<string, string>

/** The request of one `--save NAME=PATH`. */
export type SaveRequest = { readonly name: string; readonly path: string }

/** Reads `NAME=PATH` of --save. */
export function parseSave(text: string): SaveRequest {
  const [, name, path] = /^([A-Za-z][\w.-]*)=(\S+)$/.exec(text) ?? []
  if (name !== undefined && path !== undefined) return { name, path }
  throw new Failure(
    'usage',
    `--save ${JSON.stringify(text)} must be NAME=PATH, for example --save payment=paymentId or --save account=accounts[0].resourceId.`,
  )
}

export function readSaved(home: string): SavedValues {
  let text: string
  try {
    text = readFileSync(fileIn(home), 'utf8')
  } catch {
    return new Map()
  }
  const parsed = values.safeParse(parseJson(text))
  if (parsed.success) return new Map(Object.entries(parsed.data))
  throw new Failure('usage', `${fileIn(home)} is damaged: remove it, and save what you need again.`)
}

/** Saves the values that --save requests, and reports them. The exit code shows a script when a later call would lack one. */
export function keep(
  home: string,
  wanted: readonly SaveRequest[],
  answer: unknown,
  note: (text: string) => void,
): number {
  if (wanted.length === 0) return EXIT.done
  const { saved, missing } = save(home, wanted, answer)
  for (const line of saved) note(`Saved ${line}`)
  for (const { name, path } of missing) note(`The answer has no ${path}: nothing is saved as ${name}.`)
  return missing.length === 0 ? EXIT.done : EXIT.usage
}

/**
 * Puts saved values into a path, a query or a header. An unknown name is refused, since no address contains braces. A backslash before the braces
 * keeps them.
 */
export function fill(text: string, saved: SavedValues): string {
  return text.replaceAll(ESCAPED_OR_PLACE, (place, name: string) =>
    place.startsWith('\\') ? place.slice(1) : (saved.get(name) ?? refuse(name, saved, `In a header \\{${name}} is`)),
  )
}

function refuse(name: string, saved: SavedValues, plain: string): never {
  const known = saved.size === 0 ? '' : `, or use one of ${[...saved.keys()].join(', ')}`
  throw new Failure(
    'usage',
    `Nothing is saved as ${name}: add --save ${name}=PATH to the call whose answer has it${known}. ${plain} sent as it stands.`,
  )
}

/**
 * Puts saved values into the texts of a JSON body or a GraphQL document; braces outside of quotation marks belong to the language. A text that
 * consists of an unknown name is refused: no bank has a resource with such a name.
 */
export function fillTexts(document: string, saved: SavedValues): string {
  return document.replaceAll(QUOTED_TEXT, text =>
    text.replaceAll(PLACE, (whole, name: string) => {
      const value = saved.get(name)
      if (value !== undefined) return JSON.stringify(value).slice(1, -1)
      return text === `"${whole}"` ? refuse(name, saved, `With a blank beside it, "${whole} " is`) : whole
    }),
  )
}

/**
 * Stores the answer's value at each path. Returns which names were saved, and which paths the answer does not have. The file gets its name in one
 * step, so that two parallel commands leave one complete file.
 */
function save(
  home: string,
  wanted: readonly SaveRequest[],
  answer: unknown,
): { saved: string[]; missing: SaveRequest[] } {
  const found = wanted.map(one => ({ ...one, value: valueAt(answer, one.path) }))
  const saved = found.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
  if (saved.length > 0) {
    const draft = `${fileIn(home)}.${process.pid}`
    try {
      makePrivateDirectory(home)
      writePrivateFile(draft, JSON.stringify(Object.fromEntries([...readSaved(home), ...saved]), null, 2))
      renameSync(draft, fileIn(home))
    } catch (error) {
      throw new Failure('usage', `${fileIn(home)} cannot be written (${messageOf(error)}): set SANDBANK_HOME.`, error)
    }
  }
  return {
    saved: saved.map(([name, value]) => `${name} = ${value}`),
    missing: found.filter(({ value }) => value === undefined),
  }
}

const PLACE = /\{([A-Za-z][\w.-]*)\}/g
const ESCAPED_OR_PLACE = new RegExp(String.raw`\\?${PLACE.source}`, 'g')
const values = z.record(z.string(), z.string())

/** `accounts[0].resourceId`; for a link, `id` is the last part of its address. */
function valueAt(answer: unknown, path: string): string | undefined {
  const keys = path.split(/[.[\]]+/).filter(key => key !== '')
  const value = keys.reduce<unknown>(step, answer)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function step(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = new Map<string, unknown>(Object.entries(value))
  const href = entries.get('href')
  return !entries.has(key) && key === 'id' && typeof href === 'string' ? href.split('/').at(-1) : entries.get(key)
}

function fileIn(home: string): string {
  return join(home, 'saved.json')
}
