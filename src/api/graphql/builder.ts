import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ValidationPlugin from '@pothos/plugin-validation'
import type { Context } from '../../bank/context.ts'
import { formatError, type Issue, withKeyOffered } from '../../bank/inputs/parse.ts'
import type { Habit } from '../../domain/habits.ts'
import { DEFAULT_PAGE, MAX_PAGE } from '../../domain/paging.ts'
import type { PSU_MESSAGES } from '../../domain/payments.ts'
import type { Scenario } from '../../domain/scenarios.ts'
import type { Live } from '../../sandbox/live/live.ts'
import { JUDGED } from './judged.ts'
import type { Workbench } from './workbench.ts'

/** What every field receives: the bank, seen through one world, and what the workbench does for people. */
export type GraphqlContext = Workbench & {
  readonly bank: Context
  readonly script: Script
  /** The mutations of the document that are done, in their order. */
  readonly made: Effect[]
  /** The Host under which the caller reached the bank. */
  readonly reached: string | undefined
  /** The origin of scaRedirect, which a PSU's browser opens (D19). */
  readonly origin: string | undefined
  /** The language of texts for the PSU, by Accept-Language (D19). */
  readonly language: keyof typeof PSU_MESSAGES
  /** The source of events that a call listens to: absent when the call cannot listen. */
  readonly live?: { readonly source: Live; readonly caller: string; readonly cost?: number }
}

/** What a mutation made before another one of its document failed: that stays (D130). */
export type Effect = { readonly field: string; readonly id?: string; readonly key?: string }

/** The outcome that a call's header requests, and the outcomes that acted on its fields (D88); and the habits that it requests of statements (D133). */
export type Script = {
  readonly requested: Scenario | undefined
  readonly acted: Scenario[]
  readonly habits: readonly Habit[] | undefined
}

type Types = {
  Context: GraphqlContext
  Scalars: {
    ID: { Input: string; Output: string }
    Date: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    Decimal: { Input: string | number; Output: string }
    Currency: { Input: string; Output: string }
    Duration: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
  }
  Connection: { totalCount: () => Promise<number> }
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
}

const described = (description: string) => ({ description })

/** The one builder: it creates every type of the schema. */
export const builder = new SchemaBuilder<Types>({
  plugins: [RelayPlugin, ValidationPlugin, JUDGED],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: described('The rows of the page without their cursors.'),
    pageInfoTypeOptions: described('Where a page lies in its list (Relay cursor connections).'),
    hasNextPageFieldOptions: described('Whether rows follow this page.'),
    hasPreviousPageFieldOptions: described('Whether rows come before this page.'),
    startCursorFieldOptions: described(
      'Cursor of the first row: give it to `before` for the page before. Absent when the page is empty.',
    ),
    endCursorFieldOptions: described(
      'Cursor of the last row: give it to `after` for the next page. Absent when the page is empty.',
    ),
    firstArgOptions: described(
      `How many rows from the start, or after \`after\`: 0 to ${MAX_PAGE}, ${DEFAULT_PAGE} when neither first nor last is given.`,
    ),
    lastArgOptions: described(
      `How many rows from the end, or before \`before\`: 0 to ${MAX_PAGE}. Not together with first.`,
    ),
    afterArgOptions: described('Only rows after this cursor of the same list.'),
    beforeArgOptions: described('Only rows before this cursor of the same list.'),
    cursorFieldOptions: described(
      "The row's place in the list, for `after` and `before`. Stays valid when other rows come or go.",
    ),
    nodeFieldOptions: { ...described('The row.'), nullable: false },
    edgesFieldOptions: {
      ...described('The rows of the page with their cursors.'),
      nullable: { list: false, items: false },
    },
    pageInfoFieldOptions: described('Where the page lies in the list.'),
  },
  validation: {
    // D85: a document has places of its own. The plugin hands on what it was given by prototype.
    validationError: ({ issues }) =>
      formatError(
        issues.map((issue: Issue) => {
          const { message, path, code, keys, params } = withKeyOffered(issue)
          return { message, path: withoutFixture(path), code, params, ...(keys && { keys }) }
        }),
      ),
  },
})

builder.globalConnectionField('totalCount', t =>
  t.int({
    description: 'How many rows the whole list has, whatever the page. Counted only when asked for.',
    resolve: connection => connection.totalCount(),
  }),
)

builder.queryType({ description: 'What can be read. Every field sees the world of the base URL.' })
builder.subscriptionType({
  description:
    'What can be followed, one field at a time, as GraphQL over SSE: send Accept: text/event-stream. Each sends the state at once and then each change, in order, none twice. A listener that falls behind by more than 1,000 gets an error that says so, and the end.',
})
builder.mutationType({
  description:
    'What can be changed. Each field has the name of its REST operation and is one transaction: all or nothing. They run one after the other; where one fails, those after it do not run, and what those before it have done stays.',
})

function withoutFixture(path: Issue['path']): Issue['path'] {
  return path?.[0] === 'fixture' ? path.slice(1) : path
}
