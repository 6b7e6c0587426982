import { readFileSync } from 'node:fs'

/** Below this limit a bank runs, but soon accepts no more connections: the store and its journal need about twenty files, each connection one. */
const FEW = 256

/**
 * How many files and connections this process may have open at once (`ulimit -n`), if the system says. Must be called before any other file is
 * opened: at the limit, this file cannot be read either.
 */
export function openFilesLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** How many connections fit beside the files of the bank. */
export function mostConnections(limit: number): number {
  return Math.max(1, limit - OWN_FILES)
}

const OWN_FILES = 40

/** What the log says once, when connections are refused for want of files. */
export function sayFull(limit: number): string {
  return `${mostConnections(limit)} connections are open, as many as fit into the ${limit} files that this process may have open (ulimit -n): until some end, new ones are closed. \`ulimit -n 4096\` before the start allows more.`
}

/** The warning at the start when the limit is low. */
export function fewFilesNotice(limit: number | undefined): string | undefined {
  if (limit === undefined || limit >= FEW) return undefined
  return `This process may have ${limit} files open at once (ulimit -n), and each connection is one: from about ${mostConnections(limit)} connections on, new ones are refused. \`ulimit -n 4096\` before the start allows more.`
}

/** The failure of a start in words, when the cause was the limit of files. */
export function explainFewFiles(error: unknown, limit: number | undefined): unknown {
  if (!(error instanceof Error) || !lacksFiles(error.message, limit)) return error
  return new Error(
    `This process may have too few files open at once (ulimit -n${limit === undefined ? '' : ` is ${limit}`}): run \`ulimit -n 4096\` before the start. ${error.message}`,
    { cause: error },
  )
}

// SQLite reports every file that it cannot open in the same way.
function lacksFiles(message: string, limit: number | undefined): boolean {
  return /\bEMFILE\b/.test(message) || (limit !== undefined && limit < FEW && message.includes('unable to open'))
}
