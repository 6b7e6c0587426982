import type { HeaderLine, JournaledCall } from '../../journal/calls.ts'

/** The forms that calls of the journal can be told in, as one story (D104). */
export const STORY_FORMS = ['VITEST', 'JEST', 'NODE_TEST', 'PYTEST', 'CURL', 'HAR', 'MERMAID'] as const
export type StoryForm = (typeof STORY_FORMS)[number]

/** What later steps take from the answer to one. Of an address its last part counts. */
export type GivenValue = {
  readonly name: string
  readonly keys: readonly (string | number)[]
  readonly isAddress: boolean
  /** How many texts under the same last key come before it in the answer. */
  readonly before: number
}

type ToldCall = { readonly call: JournaledCall; readonly gives: readonly GivenValue[] }

/** A TPP of a story, under the name that a program gives it. */
export type StoryTpp = {
  readonly variable: string
  readonly name: string
  /** Absent where no certificate of this bank could have it. */
  readonly id: string | undefined
  readonly roles: readonly ('AI' | 'PI')[]
}

/** A call of a TPP. In its texts `{name}` is a value that an earlier step gave. */
export type CallStep = ToldCall & {
  readonly kind: 'CALL'
  readonly tpp: StoryTpp
  readonly method: string
  /** Path and query: below the world's base URL, or the bank's where it names another world. */
  readonly path: string
  readonly isOfWorld: boolean
  readonly psu: string | undefined
  /** Those that a client of the bank would not add by itself. */
  readonly headers: readonly HeaderLine[]
  /** Those that it would add, and the caller left out. */
  readonly lacks: readonly string[]
  readonly body: string | undefined
  /** What of its proof it was refused for, which is sent as it was. */
  readonly forged: 'CERTIFICATE' | 'SIGNATURE' | 'DIGEST' | undefined
  /** A scenario ended the connection in place of an answer (D88). */
  readonly isLost: boolean
}

/** What the operator did, or a PSU: a document of the operator's graph. */
export type OperationStep = ToldCall & {
  readonly kind: 'OPERATION'
  readonly query: string
  /** JSON. */
  readonly variables: string
  /** How the kits say the same. */
  readonly short: ShortOperation | undefined
}

export type ShortOperation =
  | {
      readonly name: 'approve' | 'reject'
      /** The step whose answer leads to the SCA. */
      readonly of: number
      readonly psu: string
      /** JSON: context, agreementId, accountIds. */
      readonly options: string
    }
  | { readonly name: 'advance'; readonly distance: string }

export type StoryStep = CallStep | OperationStep

/** What a new world of the same source is made with: arguments of createWorld, and what sets its clock. */
export type StorySource = {
  readonly options: Readonly<Record<string, unknown>>
  readonly moves: readonly string[]
  /** It names a world or snapshot of this bank, so that no other bank has it. */
  readonly isOfThisBank: boolean
}

/** Calls with what was done between them (D104). */
export type Story = {
  readonly title: string
  readonly origin: string
  readonly source: StorySource
  readonly tpps: readonly StoryTpp[]
  readonly steps: readonly StoryStep[]
}
