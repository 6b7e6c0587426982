import type { HeaderLine, JournaledCall } from '../../../domain/calls.ts'

/** A value that later steps take from an answer. Of an address they take the last part. */
export type GivenValue = {
  readonly name: string
  readonly keys: readonly (string | number)[]
  readonly isAddress: boolean
  /** How many texts with the same last key precede it in the answer. */
  readonly before: number
}

type StoryCall = { readonly call: JournaledCall; readonly gives: readonly GivenValue[] }

/** A TPP of a story, under the name that a program gives it. */
export type StoryTpp = {
  readonly variable: string
  readonly name: string
  /** Absent when a certificate of this bank cannot contain it. */
  readonly id: string | undefined
  readonly roles: readonly ('AI' | 'PI')[]
}

/** A call of a TPP. In its texts `{name}` stands for a value of an earlier answer. */
export type CallStep = StoryCall & {
  readonly kind: 'CALL'
  readonly tpp: StoryTpp
  readonly method: string
  /** Path and query below the world's base URL; below the bank's when the call names another world. */
  readonly path: string
  readonly isOfWorld: boolean
  readonly psu: string | undefined
  /** The headers that a client of the bank would not add by itself. */
  readonly headers: readonly HeaderLine[]
  /** The headers that it would add, but the caller left out. */
  readonly lacks: readonly string[]
  readonly body: string | undefined
  /** The part of its proof for which it was refused; that part is sent unchanged. */
  readonly forged: 'CERTIFICATE' | 'SIGNATURE' | 'DIGEST' | undefined
  /** Whether a scenario ended the connection instead of an answer (D88). */
  readonly isLost: boolean
}

/** An act of the operator or of a PSU, as a document of the operator's graph. */
export type OperationStep = StoryCall & {
  readonly kind: 'OPERATION'
  readonly query: string
  /** JSON. */
  readonly variables: string
  /** The same as a function of the kits, if they have one. */
  readonly short: ShortOperation | undefined
  /** What its answer must hold: a read that the story adds to assert what came of it. */
  readonly wanted?: { readonly field: string; readonly value: string }
  /** It was never called: the story adds it. */
  readonly isAdded?: true
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

/** How to create a world of the same source: arguments of createWorld, and mutations that set its clock. */
export type StorySource = {
  readonly options: Readonly<Record<string, unknown>>
  readonly moves: readonly string[]
  /** Whether it names a world or snapshot of this bank: no other bank has that. */
  readonly isOfThisBank: boolean
}

/** Calls of TPPs, with the acts of operator and PSUs before and between them (D104). */
export type Story = {
  readonly title: string
  /** Sentences on what is missing in it. */
  readonly notes: readonly string[]
  readonly origin: string
  readonly source: StorySource
  readonly tpps: readonly StoryTpp[]
  readonly steps: readonly StoryStep[]
}
