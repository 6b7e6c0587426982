import type { Forms } from './names.ts'
import type { Begun } from './operations.ts'

/** What `npm run scaffold -- --help` says. */
export const HELP = `npm run scaffold -- noun NAME        begins a noun, such as savings-goals
npm run scaffold -- operation NAME   begins an operation of a noun, such as close-account

A noun is named in the plural, an operation by its verb and its noun in the singular; both in kebab-case: words
of a to z, joined by hyphens. Where the singular does not follow from the plural, give it behind: noun caches cache.
A name that is taken or has another form is refused with what would be right, and nothing is changed. Commit your
work first, so that \`git diff\` shows what was begun, and \`git restore .\` and \`git clean\` take it back.

A noun gets a table with a name, four operations (create, list, get, delete), and its file in each room: domain,
bank/inputs, bank/resolvers and exports, bank/operations and entries, api/rest, api/graphql, and tests of them. All
lists of nouns get the new one, and a migration for SQLite and for PostgreSQL is written.

An operation is begun for a noun that has a name: its schema, work, record, route, field, example and test. At first
it gives a thing another name, at PUT /v1/sandbox/NOUNS/{id}/VERB: the smallest work that both doors show. What it is
meant to do takes its place.

Both write schema.graphql anew, and all tests are green at once. Then the command says what is left to think about.`

/** What is left to think about when a noun has begun. */
export const leftOfNoun = ({ file, one, words, aWord, Many }: Forms) => `
${Many} have begun: ${aWord} has a name and the moment at which it was made. Try: npm run check && npm test -- ${file}

What is left to think about:
- Table: its other columns, the things that it belongs to (relations begin with the world, D2), and an index for
  each list. The migration is new: after a change of the table, delete its two folders and write them anew by
  npm run migration -- add-${file}, then npm run generate.
- Rules: src/domain/${file}.ts. A state changes by a table of transitions.
- Refusals: the \`refusals\` of each operation, and a test for each. What may still hold when it is deleted?
- Fields: src/bank/inputs/${file}.ts; the compiler leads to rows, answers and export.
- Words: the descriptions of the operations, the type, the tag (api/openapi/tags.ts) and the table. Say what
  ${aWord} is, and cite the rule.
- Keys: numbers that follow from a key (NUMBERS in domain/keys.ts); what has a key already in other arguments
  (BY_NAME in api/graphql/keyed-arguments.ts).
- Documents: whether entries name other things (\`references\`), or are named by them (\`find\`), and whether the list
  stands under its owner (sandbox/fixtures/inputs/fixtures.ts).
- Edges: from customers, accounts and others to ${words} in api/graphql, by a loader with \`children\`.
- Pages: one of their own, or SHOWN_AT of console/search.tsx leads to the page that shows them.
- Journal and explanations: the fields that say most (NOUNS in workbench/explain/explained-rows.ts), remedies.
- Snapshots and copies take the table along; \`counts\` of a world has it when KINDS of store/loaders/loaders.ts has.
- Standard world: whether it has some (sandbox/fixtures/documents/standard.ts), and then an example by its id.
- Records: npm run record, when all forms are final.
- Texts: docs/decisions.ts, docs/terms.ts, CHANGELOG.md, and README where it lists what the bank has.
- Many at once: \`many\` of the bulk form, so that statements do not grow with ${words} (D74): see ${one === 'customer' ? 'accounts' : 'customers'}.`

/** What is left to think about when an operation has begun. */
export const leftOfOperation = ({ name, one, file, path, unique }: Begun) => `
${name} has begun: PUT ${path} gives a thing another name. Try: npm run check && npm test -- ${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}

What is left to think about:
- What the operation does, in src/bank/resolvers/${file}.ts, and its rule in src/domain/${file}.ts.
- Fields: its schema in src/bank/inputs/${file}.ts. test/guards/fields.test.ts says where each comes back.
- Refusals: RESOURCE_UNKNOWN${unique.length === 0 ? '' : ' and CONFLICT'} so far. Each of its own has a code in \`refusals\`, and a test. A rule whose
  faults come together with those of the form is a \`judge\` (D78).
- Words: summary and description of its record, and the description of its schema; cite the rule.
- REST: method and path, and whether the answer has a body: \`serve\` with the form of ${one}, in place of \`serveDone\`.
- Documents: when what it does must come back from an export, the entry of the noun has it (bank/operations/entries/).
- Scenarios, journal, explanations: a call is recorded as each other; remedies say what to do after a refusal.
- Console: a button posts to console/actions/, which runs the mutation.
- Records: npm run record, when all forms are final.
- Texts: docs/decisions.ts, CHANGELOG.md.`
