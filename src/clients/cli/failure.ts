/** The exit codes of a command, for scripts. Codes from 3 on are about the server, not about the command line. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3, serverFault: 5 } as const

/** The table of exit codes as `--help` shows it. */
export const EXIT_CODES_HELP = `Exit codes:
  0  done; for call: the bank answered 2xx
  1  the bank refused the call (4xx)
  2  wrong usage: an argument, a setting or a file must be corrected
  3  the bank could not be reached
  5  a fault of the server (5xx)`

/** Ends a command: `message` is one sentence for stderr that says how to repair it. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: number

  constructor(reason: keyof typeof EXIT, message: string, cause?: unknown) {
    super(message, { cause })
    this.exitCode = EXIT[reason]
  }
}

/** Runs a function whose errors are sentences of ours, such as issuing a certificate, and reports them as wrong usage. */
export function orUsage<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof Failure) throw error
    // The system's own message says what failed, but not how to repair it.
    const remedy = isNoPlace(error) ? ': make that place writable, or set SANDBANK_HOME.' : ''
    throw new Failure('usage', `${messageOf(error)}${remedy}`, error)
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether the system refused to create or write a file or folder at this place. */
function isNoPlace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NO_PLACE.some(code => code === error.code)
}
const NO_PLACE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST']
