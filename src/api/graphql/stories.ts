import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { STORY_FORMS, type StoryForm } from './workbench.ts'

const StoryFormEnum = enumOf<StoryForm>(
  'StoryForm',
  'A form in which calls of the journal are one story.',
  {
    VITEST: 'A file for vitest, with the package `sandbank/testing`.',
    JEST: 'A file for jest, with the package `sandbank/testing`, which it requires.',
    NODE_TEST: "A file for Node's own runner of tests, with the package `sandbank/testing`.",
    PYTEST: 'A file for pytest, with sandbank.py: `npx sandbank exec -- pytest FILE`.',
    CURL: 'A script of bash and curl, through a signer: `npx sandbank exec -- bash FILE`.',
    HAR: 'An HTTP Archive 1.2 of the calls as they were.',
    MERMAID: "A sequence diagram in Mermaid's words.",
  },
  STORY_FORMS,
)

builder.queryFields(t => ({
  copyCalls: t.string({
    description:
      'Calls of the journal of this world as one story, such as a test, with what operator and PSUs did before them and each earlier call that they need; a comment at its head says what is missing. It passes against a new world of the same source: ids of answers are carried from call to call, and status and code of each are asserted. FORMAT_ERROR for no call, more than 200, and calls that the form cannot hold; RESOURCE_UNKNOWN for one that the journal does not have.',
    args: {
      ids: t.arg.idList({ required: true, description: 'Ids of calls, as Sandbank-Request says them, in any order.' }),
      form: t.arg({ type: StoryFormEnum, required: true, description: 'The form.' }),
    },
    resolve: (_, { ids, form }, { bank, copyCalls }) => copyCalls(bank, ids, form),
  }),
}))
