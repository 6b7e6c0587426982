import type { GraphQLResolveInfo } from 'graphql'
import {
  CALL_ORDERS,
  CALLERS,
  type Caller,
  type CallOrder,
  type CallSummary,
  DOORS,
  type Door,
  type HeaderLine,
  type JudgedFault,
  type LostCalls,
  type Message,
  STEPS,
  type Step,
  type Verdict,
} from '../../domain/calls.ts'
import { nameOf } from '../../domain/worlds.ts'
import { callFilterOf, requestFilter } from '../../sandbox/journal/filters.ts'
import * as journal from '../../sandbox/journal/requests.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { toConnection } from './connections.ts'
import { CopyFormEnum, CopyRef } from './copies.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { filterArg } from './inputs.ts'
import { lookup, waysTo } from './lookups.ts'
import { Tpps } from './nouns.ts'
import { tppOrNone } from './tpps-of-rows.ts'
import { WarningRef } from './warnings.ts'

/** The names of the root fields of queries and mutations. */
export function rootFieldsOf({ schema }: GraphQLResolveInfo): string[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap(type => Object.keys(type?.getFields() ?? {}))
}

const DoorEnum = enumOf<Door>(
  'Door',
  'The door that a call came through.',
  {
    REST: 'The interface: signed calls of TPPs.',
    GRAPHQL: "GraphQL: the operator's door.",
    PAGE: 'A page that a PSU uses.',
  },
  DOORS,
)

const CallerEnum = enumOf<Caller>(
  'Caller',
  'Who makes calls.',
  {
    TPP: 'A TPP, at the interface.',
    PSU: 'A PSU, at a page.',
    OPERATOR: 'The operator, by GraphQL.',
    KIT: 'The kit or the CLI for a test: an approval, the look-up of a PSU.',
  },
  CALLERS,
)

const OrderEnum = enumOf<CallOrder>(
  'CallOrder',
  'The order of calls. Cursors of one order are not for another.',
  {
    BEGUN: 'By when they began, the latest first.',
    WRITTEN:
      'By when they were written, shortly after their ends, the latest first: who asks for what is newer than a cursor misses none.',
    DURATION_DESC: 'By how long they took, the slowest first.',
    DURATION_ASC: 'By how long they took, the fastest first.',
  },
  CALL_ORDERS,
)

const StepEnum = enumOf<Step>(
  'CallStep',
  'A step that a call goes through, in the order of the checks.',
  {
    FRAMING: 'Whether it is one request of HTTP, and can be read in one way only.',
    ACCESS: "Whether the caller may use the operator's door.",
    ROUTE: 'Whether there is such a path, with this method.',
    WORLD: 'Whether there is such a world.',
    SIZE: 'Whether headers and body are within their limits.',
    CERTIFICATE: 'Whether the certificate can be read, is trusted, strong enough and within its dates.',
    SIGNATURE: 'Whether the signature fits the request and the certificate.',
    DIGEST: 'Whether the digest, where there is one, fits the body.',
    ROLES: "Whether the certificate's roles allow the operation.",
    REQUIRED_HEADERS: 'Whether the headers are there that the operation requires.',
    HEADER_FORMATS: 'Whether the headers have their form.',
    REPLAY: 'Whether X-Request-ID was used before.',
    MEDIA_TYPE: 'Whether body and answer have a media type that is spoken here.',
    BODY: 'Whether query and body have the form that the operation wants.',
    DOCUMENT: 'Whether the GraphQL document and its variables are right and within their limits.',
    RULES: 'What the operation itself decided.',
    SCENARIO: 'Whether a scenario forced another answer.',
  },
  STEPS,
)

const FaultRef = builder.objectRef<JudgedFault>('CallFault')
implement(FaultRef, 'One thing that was wrong with a call.', t => ({
  text: t.text('What was wrong, and what would be right.'),
  path: t.optional.text('Where: a JSON path into the body, or the name of a header or query parameter.'),
  expected: t.optional.text('What would have been right there, where that can be said in a few words.'),
  found: t.optional.text('What stood there; `nothing` when it was missing. Cut after 300 characters.'),
}))

const VerdictRef = builder.objectRef<Verdict>('CallVerdict')
implement(VerdictRef, 'What became of one step of a call. Steps that did not run have none.', t => ({
  step: t.of(StepEnum, 'The step.'),
  passed: t.flag('Whether the call passed it. The last one of a refused call failed.'),
  faults: t.of([FaultRef], 'Why it failed; empty when it passed.'),
}))

const HeaderLineRef = builder.objectRef<HeaderLine>('CallHeader')
implement(HeaderLineRef, 'One header as it came or went. Passwords, tokens and cookies are hidden.', t => ({
  name: t.text('Its name, as written.', ([name]) => name),
  value: t.text('Its value.', ([, value]) => value),
}))

const MessageRef = builder.objectRef<Message>('CallMessage')
implement(MessageRef, 'What was sent, or what was answered.', t => ({
  headers: t.of([HeaderLineRef], 'The headers in their order.'),
  body: t.optional.text(
    'The first 64 KiB of the body; absent when there was none, or it is a page. Private keys and tokens are hidden.',
  ),
  bytes: t.int('How many bytes the whole body had.'),
}))

/** The fields of an opened call, which may be of another world: `calls` lists those of all worlds, too. */
const opened =
  <Name extends 'request' | 'answer' | 'warnings' | 'verdicts'>(name: Name) =>
  async ({ id, world }: CallSummary, { bank }: GraphqlContext) =>
    (await journal.getRequest(bank, id, world))[name]

export const CallRef = builder.objectRef<CallSummary>('Call')
implement(CallRef, 'A call as the journal has it: what came, what was answered, and what became of each step.', t => ({
  id: t.id('Its id: what Sandbank-Request of the answer says.'),
  world: t.text("The name of the world whose journal has it; the default one's for calls that reached none."),
  at: t.instant("When it came, by the machine's clock."),
  by: t.of(CallerEnum, 'Who made it.'),
  door: t.of(DoorEnum, 'The door that it came through.'),
  operation: t.optional.text(
    'The operation of REST, or the name or root fields of the GraphQL document. Absent when none was reached.',
  ),
  tpp: t.optional.of(
    Tpps.type,
    'The TPP whose certificate it named, absent where it named none that can be read; that it holds the key is proven by the step SIGNATURE.',
    tppOrNone,
  ),
  method: t.text('Its method.'),
  target: t.text('Its path and query, as sent.'),
  xRequestId: t.optional.text('Its X-Request-ID. Absent when it had none.', 'requestId'),
  sameXRequestId: t.int(
    'How many calls of this world have its X-Request-ID, itself among them; 0 where it has none.',
    ({ requestId, world }, { bank }) => journal.countOfRequestId(bank, requestId, world),
  ),
  traceId: t.optional.text(
    'The trace that it belongs to: the trace-id of its traceparent, 32 of 0-9 and a-f; absent where it had none of the right form (W3C Trace Context).',
  ),
  status: t.int('The status of its answer.'),
  code: t.optional.text('The code of the refusal, by the table of errors; absent when it was none.'),
  cause: t.optional.text('What was wrong first, with its place, in words; absent when it was not refused.'),
  durationMs: t.of('Float', 'How long its answer took to make, in milliseconds.'),
  request: t.of(MessageRef, 'What was sent.', opened('request')),
  answer: t.of(MessageRef, 'What was answered.', opened('answer')),
  warnings: t.of([WarningRef], 'What Sandbank-Warning of its answer says, one for each.', opened('warnings')),
  copies: t.raw.field({
    type: [CopyRef],
    description: 'The call in other forms, to be run again: all of them unless some are named.',
    args: { forms: t.raw.arg({ type: [CopyFormEnum], description: 'Which forms.' }) },
    resolve: async (call, { forms }, { bank, copyCall }) =>
      copyCall(bank, await journal.getRequest(bank, call.id), forms ?? undefined),
  }),
  verdicts: t.of([VerdictRef], 'The steps that ran, in their order.', opened('verdicts')),
}))

const LostRef = builder.objectRef<LostCalls>('LostCalls')
implement(LostRef, 'Calls that are not in the journal: it could not be written, and too many waited for it.', t => ({
  from: t.instant("When the first of them came, by the machine's clock."),
  to: t.instant('When the last of them came.'),
  calls: t.int('How many they were.'),
}))

const call = waysTo<CallSummary>('Call', {
  id: {
    names: [],
    description: "The call's id: Sandbank-Request of its answer.",
    find: (bank, id) => journal.getRequest(bank, id, nameOf(bank.world), 'by.id'),
  },
  xRequestId: {
    description: 'Its X-Request-ID: the newest call that has it.',
    find: (bank, id) => journal.newestOfRequestId(bank, id),
  },
})

builder.queryFields(t => ({
  lostCalls: t.field({
    type: [LostRef],
    description:
      'What the journal of this world lacks of the last 24 hours, oldest first; empty unless its disk was full, or its file could not be written, for long.',
    args: { allWorlds: t.arg.boolean({ description: 'true: what the journals of all worlds lack.' }) },
    resolve: (_, { allWorlds }, { bank }) => journal.lostRequests(bank, allWorlds ?? false),
  }),
  calls: t.connection(
    {
      type: CallRef,
      description:
        'The calls of this world on both doors and the pages, latest first unless in another order: the last 10,000, of 24 hours. Looking at the journal is not in it; what the kit and the CLI do for a test is left out unless the filter names KIT.',
      args: {
        ...filterArg(requestFilter),
        order: t.arg({ type: OrderEnum, description: 'Their order: by when they began, when not given.' }),
        allWorlds: t.arg.boolean({
          description: 'true: the calls of all worlds, which have one order alone: by when they were written.',
        }),
      },
      resolve: async (_, { filter, order, allWorlds, ...args }, { bank }, info) =>
        toConnection(
          journal.pageOfRequests(
            bank,
            args,
            await callFilterOf(bank, filter, allWorlds === true ? undefined : rootFieldsOf(info)),
            allWorlds === true ? 'EVERY_WORLD' : (order ?? undefined),
          ),
        ),
    },
    { name: 'CallConnection', description: 'A page of calls.' },
    { name: 'CallEdge', description: 'A call in a page.' },
  ),
  call: lookup(
    t,
    CallRef,
    'One call. RESOURCE_UNKNOWN when the journal of this world does not have it, or not any more.',
    call,
  ),
}))
