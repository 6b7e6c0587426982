/** The forms that a call of the journal can be copied as. */
export const COPY_FORMS = [
  'CALL',
  'CURL',
  'JAVASCRIPT',
  'KIT',
  'PYTHON',
  'JAVA',
  'GO',
  'OPENSSL',
  'GRAPHQL',
  'TEST',
  'FIXTURE',
] as const
export type CopyForm = (typeof COPY_FORMS)[number]

/** A call of the journal in another form, to be run as it stands. */
export type Copy = {
  readonly form: CopyForm
  readonly title: string
  /** Absent where the call has no such form: `note` says why. */
  readonly text?: string | undefined
  /** What the copy does otherwise than the call did. */
  readonly note?: string | undefined
  /** Where it opens, ready to run. */
  readonly link?: string | undefined
}
