import type { Context } from '../../bank/context.ts'
import type { JournaledCall } from '../../domain/calls.ts'
import type { Certify, ExplainSignature } from '../../domain/tpps.ts'

/** Writes a call of the journal in other forms: in all, or in the named ones. */
type CopyCall = (bank: Context, call: JournaledCall, forms?: readonly CopyForm[]) => Promise<Copy[]>

/** Calls of the journal as one story. */
type CopyCalls = (bank: Context, ids: readonly string[], form: StoryForm) => Promise<string>

/** What stands on the graph and serves its fields: the edge hands these functions in. */
export type Workbench = {
  readonly certify: Certify
  readonly copyCall: CopyCall
  readonly copyCalls: CopyCalls
  readonly explain: Explain
  readonly explainSignature: ExplainSignature
  readonly reportCard: GradeTpp
}

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

/** The forms in which calls of the journal are one story (D104). */
export const STORY_FORMS = ['VITEST', 'JEST', 'NODE_TEST', 'PYTEST', 'CURL', 'HAR', 'MERMAID'] as const
export type StoryForm = (typeof STORY_FORMS)[number]

/** What is explained. */
export const SUBJECTS = ['call', 'payment', 'signingBasket', 'consent', 'authorisation'] as const
export type Subject = { readonly kind: (typeof SUBJECTS)[number]; readonly id: string }

/** Explains a refused call, or the state of a payment, basket, consent or SCA. */
type Explain = (ctx: Context, subject: Subject, at: { readonly reached: string | undefined }) => Promise<Explanation>

/** A row that was read, with the values that mattered. */
export type ExplainedRow = {
  readonly noun: string
  readonly id: string
  readonly values: readonly { readonly name: string; readonly value: string }[]
}

/** Why something is in its state (D97). */
export type Explanation = {
  readonly subject: string
  /** Its state, or the code of a refusal. */
  readonly state: string
  readonly text: string
  readonly rule: string
  readonly since: Date | undefined
  readonly waitsFor: string | undefined
  readonly until: Date | undefined
  readonly rows: readonly ExplainedRow[]
  /** What a person must do when a command is not enough: which page to open, what to write differently. */
  readonly advice: string | undefined
  /** A command that changes it; undefined for a final state. */
  readonly change: string | undefined
}

/**
 * The report card of a TPP: which situations its integration has met, which it never tried, and what a bank would object to, each with a call that
 * shows it. Computed from the journal alone (D95), one call after the other. An answer that a scenario forced (D88) counts as met, since the
 * integration had to handle it; it is no objection, since the bank chose it. The request of such a call, and later calls, can be objections.
 */
export type ReportCard = {
  readonly tppId: string
  /** The first and the last of its calls. */
  readonly from: Date | undefined
  readonly until: Date | undefined
  readonly calls: number
  readonly refused: number
  readonly sections: readonly ReportSection[]
  readonly objections: readonly Objection[]
}

export type ReportSection = { readonly name: SectionName; readonly title: string; readonly rows: readonly ReportRow[] }

export type ReportRow = {
  readonly name: string
  /** Its description, or how it can be met. */
  readonly text: string
  readonly calls: number
  readonly refused: number
  /** On how many of the calls a scenario acted (D88). */
  readonly forced: number
  /** The id of the latest call that met it. */
  readonly example: string | undefined
}

export type Objection = {
  readonly name: string
  readonly title: string
  readonly text: string
  /** The section of the interface or the decision behind it. */
  readonly rule: string
  readonly calls: number
  /** The ids of the first calls that show it. */
  readonly examples: readonly string[]
}

/** What the rows of a part of a report card are. */
export type SectionName = 'OPERATIONS' | 'PAYMENT_STATES' | 'CONSENT_STATES' | 'SCA_STATES' | 'ERRORS' | 'SITUATIONS'

/** The report card of a TPP, by its id or its name. RESOURCE_UNKNOWN for one that the bank does not know. */
type GradeTpp = (ctx: Context, tpp: string) => Promise<ReportCard | null>
