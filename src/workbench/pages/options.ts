import type { Copy, StoryForm } from '../../api/graphql/workbench.ts'
import type { DocumentedOperation } from '../../api/openapi/documented.ts'
import type { Context, Deps } from '../../bank/context.ts'
import type { HeaderLine, JournaledCall } from '../../domain/calls.ts'
import type { ExplainSignature, ReadCertificate } from '../../domain/tpps.ts'
import type { AddressOf, OriginOf } from '../../platform/http/addresses.ts'
import type { Operator } from '../../platform/http/operator-access.ts'
import type { Live } from '../../sandbox/live/live.ts'
import type { CorrectDocument } from '../explain/calls.ts'
import type { Rehearse } from '../explain/explanation.ts'
import type { Arrow } from '../explain/stories/sequence.ts'

type MessageToSign = { readonly method: string; readonly target: string; readonly headers: readonly HeaderLine[] }

export type PagesOptions = {
  readonly deps: Deps
  /** Decides who may use the operator's door and pages (D70). */
  readonly operator: Operator
  /** The documented operations by name. */
  readonly reference: () => Promise<ReadonlyMap<string, DocumentedOperation>>
  /** The warnings of answers by code; a strict server answers with `refusal` instead (D72, D73). */
  readonly warnings: Readonly<
    Record<string, { readonly path: string; readonly means: string; readonly refusal?: string }>
  >
  /** A call of the journal in its other forms. */
  readonly copyCall: (ctx: Context, call: JournaledCall) => Promise<Copy[]>
  /** Calls of the journal as one story. */
  readonly copyCalls: (ctx: Context, ids: readonly string[], form: StoryForm) => Promise<string>
  /** The messages of these calls, for a drawing. */
  readonly sequenceOf: (ctx: Context, ids: readonly string[]) => Promise<readonly Arrow[]>
  /** Sends a call of the interface again, signed by a TPP whose key the bank has (D105). Returns the id of the new call. */
  readonly sendAgain: (call: JournaledCall, localName: string, origin: string | undefined) => Promise<string>
  /** The headers with which a TPP whose key the bank has signs a message. */
  readonly signAs: (message: MessageToSign, localName: string) => Promise<readonly HeaderLine[]>
  /** The document of a GraphQL call in the journal, corrected if it could not be run. */
  readonly correctDocument: CorrectDocument
  /** Tries the commands of an explanation before they are shown. */
  readonly rehearse: Rehearse
  readonly readCertificate: ReadCertificate
  /** Explains a signed request. */
  readonly explainSignature: ExplainSignature
  /** Runs a document of the operator's graph. Returns the text of the answer (D98). */
  readonly operate: (
    ctx: Context,
    params: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
    origin?: string,
  ) => Promise<string>
  readonly addressOf: AddressOf
  readonly originOf: OriginOf
  /** The events that the console shows live. */
  readonly live: Live
  /** Receives each fault of the bank itself. */
  readonly report: (error: unknown, requestId: string | undefined) => void
}
