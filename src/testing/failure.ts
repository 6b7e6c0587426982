import type * as kit from './kit.ts'

/** What the kit throws. Its message says what was asked and what came back. */
export class SandbankError extends Error implements kit.SandbankError {
  override readonly name = 'SandbankError'
  readonly code: string | undefined
  readonly path: string | undefined
  readonly journal: string | undefined

  constructor(message: string, { code, path, journal, cause }: Partial<kit.SandbankError> = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.path = path
    this.journal = journal
  }
}
