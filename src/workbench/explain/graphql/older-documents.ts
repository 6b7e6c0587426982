import { schema } from '../../../api/graphql/schema.ts'
import { faultsOfDocument } from '../../../api/graphql/yoga/suggestions.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import type { DocumentFault } from '../commands.ts'
import { isCutOff } from '../stories/acts.ts'
import { documentIn, readDocument } from './documents.ts'
import { faultOf } from './meant-documents.ts'

/** What is said of a document that an earlier version of the bank ran: the journal outlives an upgrade. */
export const OLDER_DOCUMENT =
  'The document is written for an earlier version of the graph: fields and arguments have other names now, which /docs/changes lists.'

/** Why the graph of this version does not have a document that was run; undefined when it has. */
export function olderFault(call: JournaledCall): DocumentFault | undefined {
  const isRun = call.verdicts.some(({ step }) => step === 'RULES') || call.code === undefined
  const document = call.door === 'REST' || !isRun || isCutOff(call) ? undefined : readDocument(call)
  const parsed = document && documentIn(document.query)
  const [fault] = parsed === undefined ? [] : faultsOfDocument(schema, parsed)
  return fault && { ...faultOf(fault), text: `${fault.message} ${OLDER_DOCUMENT}` }
}

/** Whether a call ran a document of an earlier version's graph. */
export function isOfOlderGraph(call: JournaledCall): boolean {
  return olderFault(call) !== undefined
}
