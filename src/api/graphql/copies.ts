import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { COPY_FORMS, type Copy, type CopyForm } from './workbench.ts'

export const CopyFormEnum = enumOf<CopyForm>(
  'CopyForm',
  'A form that a call of the journal can be copied as.',
  {
    CALL: 'A command `sandbank call`, or `sandbank graphql` for a call of the operator.',
    CURL: 'curl, through `sandbank proxy`, which signs; a call of the operator goes to the bank itself. So do the languages.',
    JAVASCRIPT: 'A module for Node, with its own fetch.',
    KIT: 'A module for Node, with the package `sandbank/testing`.',
    PYTHON: 'A program for Python 3.',
    JAVA: 'A file for Java 17.',
    GO: 'A file for Go.',
    OPENSSL: 'A program for bash that signs with openssl and sends with curl.',
    GRAPHQL: "The operation's twin at the operator's door.",
    TEST: 'A file for vitest, with the package `sandbank/testing`.',
    FIXTURE: 'What the call added, as a fixture.',
  },
  COPY_FORMS,
)

export const CopyRef = builder.objectRef<Copy>('CallCopy')
implement(CopyRef, 'A call of the journal in another form, to be run as it stands.', t => ({
  form: t.of(CopyFormEnum, 'Which form.'),
  title: t.text('What people call the form.'),
  text: t.optional.text('The copy. Absent where the call has no such form: `note` says why.'),
  note: t.optional.text('What the copy does otherwise than the call did. Absent when it does the same.'),
  link: t.optional.text('Where it opens ready to run: GraphiQL with document and variables.'),
}))
