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

/** A call of the journal in another form, ready to be run. */
export type Copy = {
  readonly form: CopyForm
  readonly title: string
  /** Absent when the call has no such form: `note` gives the reason. */
  readonly text?: string | undefined
  /** The differences between the copy and the call. */
  readonly note?: string | undefined
  /** Where it can be opened, ready to run. */
  readonly link?: string | undefined
}
