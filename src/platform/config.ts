import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { nearest } from '../domain/nearest-names.ts'
import { isAddressOrNetwork } from './http/addresses.ts'
import { ENGINES } from './store/queries/engine.ts'

/** The server's settings. All have defaults; README lists them. */
export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute path of SANDBANK_HOME. */
  readonly home: string
  readonly databaseUrl: string
  /** What answers the calls of Prisma's client; the store decides when it is not set. */
  readonly engine: (typeof ENGINES)[number] | undefined
  readonly headers: 'strict' | 'lenient'
  readonly keyId: 'tolerant' | 'strict'
  /** Refuses deviations that are tolerated by default although a bank may refuse them (D73). */
  readonly strict: boolean
  /** Origins whose pages may call; none by default. */
  readonly origins: readonly string[]
  /** Addresses and networks of trusted proxies, whose X-Forwarded-For names the callers (D75), and X-Forwarded-Host the host of scaRedirect (D19). */
  readonly proxies: readonly string[]
  /** The operator's token as set; without it a public HOST gets a random one at start (D70). */
  readonly token: string | undefined
  /** The secret with which a database's keys are sealed (D122). */
  readonly secret: string | undefined
  readonly logLevel: LogLevel
  /** How many worlds there may be at once (D75). */
  readonly worlds: number
  /** Whether calls are written into the journal (D95). */
  readonly journal: boolean
  /** A sentence for each variable whose name looks like a setting but is not one. */
  readonly unknown: readonly string[]
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A setting that cannot be used; the message says which and why. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535 (0 takes any free one)')
    .default('4000')
    .transform(Number)
    .refine(port => port <= 65_535, 'must be a port from 0 to 65535 (0 takes any free one)'),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  // A value that was meant as a folder but is not an absolute path; the home would be created in the working directory.
  SANDBANK_HOME: z
    .string()
    .regex(
      /^(?!\[object \w+\]$|undefined$|null$)/,
      'is what JavaScript writes for a value that is no text: await it, or read its path',
    )
    .default('.sandbank'),
  DATABASE_URL: z
    .string()
    .regex(
      /^(file|postgres(ql)?):/,
      'must start with "file:" and name an SQLite file, or with "postgresql:" and name a database',
    )
    .refine(
      isAddressOfBooks,
      'must be a URL, such as postgresql://USER:PASSWORD@HOST/NAME: write a sign of the password such as @, /, ?, # or % as %40, %2F, %3F, %23 or %25',
    )
    .transform(url => url.replace(/^postgres:/, 'postgresql:'))
    .optional(),
  SANDBANK_ENGINE: oneOf(ENGINES).optional(),
  SANDBANK_HEADERS: oneOf(['strict', 'lenient']).default('strict'),
  SANDBANK_KEYID: oneOf(['tolerant', 'strict']).default('tolerant'),
  SANDBANK_STRICT: z.enum(['0', '1'], 'must be 1, or 0').default('0'),
  SANDBANK_CORS: z
    .string()
    .transform(listOf)
    .refine(
      list => list.every(one => /^https?:\/\/[^/?#@]+$/.test(one) && URL.canParse(one) && new URL(one).origin === one),
      'must be origins such as https://app.example.com, separated by commas',
    )
    .optional(),
  SANDBANK_PROXY: z
    .string()
    .transform(listOf)
    .refine(
      list => list.every(isAddressOrNetwork),
      'must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas',
    )
    .optional(),
  SANDBANK_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible ASCII characters')
    .optional(),
  SANDBANK_SECRET: z
    .string()
    .refine(
      text => Buffer.byteLength(text) >= 32,
      'must have 32 bytes or more, as `openssl rand -base64 32` prints them',
    )
    .optional(),
  SANDBANK_WORLDS: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999')
    .default('2000')
    .transform(Number),
  SANDBANK_JOURNAL: z.enum(['0', '1'], 'must be 0, or 1').default('1'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
})

/** A choice of words; a wrong one is refused with the one that it probably means. */
function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const choice = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`
  const error = ({ input }: { readonly input: unknown }) => {
    const meant = nearest(String(input), words)
    return `must be ${choice}${meant === undefined ? '' : ` (is ${meant} meant?)`}`
  }
  return z.enum(words, { error })
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(one => one !== '')
}

/** Reads the settings from the environment; an empty variable counts as not set. Throws ConfigError with a sentence for each wrong one. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && name in settings.shape),
  )
  const result = settings.safeParse(given)
  if (!result.success) {
    throw new ConfigError(
      result.error.issues
        .map(({ path: [name], message }) => `${String(name)}${shown(given[String(name)], name)} ${message}.`)
        .join('\n'),
    )
  }
  const { data } = result
  const home = resolve(data.SANDBANK_HOME)
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    home,
    databaseUrl: data.DATABASE_URL ?? pathToFileURL(resolve(home, 'sandbank.db')).href,
    engine: data.SANDBANK_ENGINE,
    headers: data.SANDBANK_HEADERS,
    keyId: data.SANDBANK_KEYID,
    strict: data.SANDBANK_STRICT === '1',
    origins: data.SANDBANK_CORS ?? [],
    proxies: data.SANDBANK_PROXY ?? [],
    token: data.SANDBANK_TOKEN,
    secret: data.SANDBANK_SECRET,
    logLevel: data.LOG_LEVEL,
    worlds: data.SANDBANK_WORLDS,
    journal: data.SANDBANK_JOURNAL === '1',
    unknown: Object.keys(env).filter(isMistyped).map(sayUnknown),
  })
}

/** The settings of a bank that a command or a test opens for itself. Of the environment only the engine counts there. */
export function readOwnConfig(settings: Readonly<Record<string, string | undefined>>): Config {
  const { SANDBANK_ENGINE } = process.env
  return readConfig({ SANDBANK_ENGINE, ...settings })
}

/** The settings that commands read and pass on to the programs that they run. */
const OF_COMMANDS = ['URL', 'TPP', 'CERTIFICATE', 'KEY', 'KEYID_VALUE', 'SIGNER'].map(name => `SANDBANK_${name}`)

// Variables that Kubernetes sets for a service of this name are not the user's; those of tests are not for users.
function isMistyped(name: string): boolean {
  const isOfOthers = /^SANDBANK_(?:TEST_|SERVICE_|PORT(?:_|$))/.test(name)
  return name.startsWith('SANDBANK_') && !isOfOthers && !(name in settings.shape) && !OF_COMMANDS.includes(name)
}

function sayUnknown(name: string): string {
  const meant = nearest(name, Object.keys(settings.shape))
  return `${name.slice(0, 80)} is no setting${meant === undefined ? '' : `: is ${meant} meant?`}`
}

/** Settings that no message shows: secrets, and values with a password. */
const UNSHOWN: ReadonlySet<unknown> = new Set(['DATABASE_URL', 'SANDBANK_SECRET', 'SANDBANK_TOKEN'])

function shown(value: unknown, name: unknown): string {
  return UNSHOWN.has(name) ? '' : `=${JSON.stringify(value)}`
}

// If a password contains a character that ends it, its rest would be taken for a host or a port, which messages show.
function isAddressOfBooks(url: string): boolean {
  if (!url.startsWith('postgres')) return true
  const behindHost = url.replace(/^[^/]*\/\/[^/?#]*/, '')
  return !behindHost.includes('@') && URL.canParse(url.replace('@/', '@host/'))
}

/** The secret that the servers of a database share; none on SQLite. Throws ConfigError when it is missing. */
export function secretOf({ databaseUrl, secret }: Config): string | undefined {
  if (!isShared(databaseUrl)) return undefined
  if (secret !== undefined) return secret
  throw new ConfigError(
    'SANDBANK_SECRET must be set for a database of PostgreSQL, whose keys are sealed with it (D122): 32 bytes or more, the same at each server, such as `openssl rand -base64 32` prints.',
  )
}

/** Servers on a database form one bank: all must have the same token and secret. Throws ConfigError when one is missing, or SANDBANK_ENGINE is for SQLite. */
export function assertShared(config: Config): void {
  if (isShared(config.databaseUrl) && config.engine === 'prisma')
    throw new ConfigError(
      "SANDBANK_ENGINE=prisma is for SQLite, and DATABASE_URL names a database of PostgreSQL: unset one of them. On PostgreSQL prepared statements answer the calls of Prisma's client.",
    )
  if (secretOf(config) !== undefined && config.token === undefined)
    throw new ConfigError(
      "SANDBANK_TOKEN must be set for a database of PostgreSQL, for the operator's door of all its servers (D122): 16 visible ASCII characters or more, the same at each.",
    )
}

/** Whether a command without settings, in the same folder, has the authority of this bank. */
export function isDefaultHome({ home, databaseUrl }: Config): boolean {
  return home === readConfig({}).home && !isShared(databaseUrl)
}

/** Whether several servers may share the store: only on PostgreSQL. */
export function isShared(databaseUrl: string): boolean {
  return databaseUrl.startsWith('postgresql:')
}
