import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { addressOf, at, placeOf } from '../../explain/commands.ts'
import { LANGUAGES } from '../../explain/samples/languages.ts'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import type { FieldReference } from '../../openapi/reference.ts'
import { ERRORS } from '../../wire/errors.ts'
import { docsPath } from '../around.ts'
import { Code, Table } from '../parts.tsx'
import { Cited, Command, Endpoint } from '../whole-words.tsx'
import { TryIt, type TryItProps } from './try-it.tsx'

export type OperationPageProps = TryItProps & {
  /** Where its reader has reached the bank. */
  readonly origin: string | undefined
}

/** One operation: what it is for, an example to send, its fields with their rules, its answers, and each error once. */
export function OperationPage({ documented, needsToken, origin }: OperationPageProps) {
  const { route, reference } = documented
  const headers = reference.parameters.filter(one => one.in === 'header')
  return (
    <>
      <p class="crumbs">
        <a href={docsPath()}>API reference</a> › {route.tag}
      </p>
      <h1>{route.summary}</h1>
      <p class="endpoint">
        <Endpoint route={route} />
      </p>
      {route.deprecated === true ? <p class="error">Deprecated: answers carry the header Deprecation.</p> : null}
      <p class="lead">
        <Cited text={route.description} />
      </p>
      <p class="soft">
        Needs {SERVICES[route.service]} in the certificate. The same in GraphQL: <code>{route.operation}</code>.
      </p>
      <h2 id="send">Send it</h2>
      <TryIt documented={documented} needsToken={needsToken} />
      <h2 id="samples">In your language</h2>
      {documented.steps.length === 0 ? null : (
        <p class="soft">The last call is this operation, those before it make what it needs.</p>
      )}
      <Samples documented={documented} origin={origin} />
      {reference.fields.length === 0 ? null : (
        <>
          <h2 id="fields">Fields of the body</h2>
          <Fields fields={reference.fields} what="Field" at="field" />
        </>
      )}
      <h2 id="headers">Headers and parameters</h2>
      <details>
        <summary>
          {reference.parameters.length} of them, besides certificate{documented.demandsDigest ? ', digest' : ''} and
          signature (header set <code>{route.headerSet}</code>)
        </summary>
        <Fields
          fields={[...reference.parameters.filter(one => one.in !== 'header'), ...headers]}
          what="Name"
          at="parameter"
        />
      </details>
      <h2 id="answers">Answers</h2>
      {reference.answers.map(({ status, fields, example }) =>
        fields.length === 0 ? (
          <p>{status}, without a body.</p>
        ) : (
          <>
            <h3 id={`answer-${status}`}>{status}</h3>
            {example === '' ? null : <Code>{example}</Code>}
            <details>
              <summary>{fields.length === 1 ? 'Its field' : `Its ${fields.length} fields`}</summary>
              <Fields fields={fields} what="Field" at={`answer-${status}`} />
            </details>
          </>
        ),
      )}
      <h2 id="errors">Errors</h2>
      <p>
        Each with <code>tppMessages</code> that say what was wrong and what would be right (
        <a href={docsPath('/errors')}>all codes</a>).
      </p>
      <Errors errors={reference.errors} />
      {reference.anyError === '' ? null : <p>{reference.anyError}</p>}
    </>
  )
}

const SERVICES = {
  accountInformation: 'the role PSP_AI',
  payments: 'the role PSP_PI',
  sandbox: 'either role',
} as const

/** The example of an operation in each language (D100). A radio button opens each, so that it needs no script; docs.js remembers the choice. */
function Samples({ documented: { calls, sampleAt }, origin }: Pick<OperationPageProps, 'documented' | 'origin'>) {
  const place = placeOf(DEFAULT_WORLD, origin)
  const proxy = `npx sandbank proxy${at(place)}`
  const samples = [
    { name: 'sandbank', title: 'sandbank', text: sampleAt(at(place)) },
    ...Object.entries(LANGUAGES).map(([name, { title, write }]) => ({
      name: name.toLowerCase(),
      title,
      text: write({ calls, origin: addressOf(place), proxy }),
    })),
  ]
  return (
    <fieldset class="tabs">
      <legend class="soft">The language of the sample</legend>
      {samples.map(({ name, title }, number) => (
        <label>
          <input type="radio" name="language" value={name} checked={number === 0} />
          {title}
        </label>
      ))}
      {samples.map(({ name, text }) => (
        <div id={`in-${name}`}>
          <Code>{name === 'sandbank' ? <Command text={text} /> : text}</Code>
        </div>
      ))}
    </fieldset>
  )
}

const FIELDS_SHOWN = 8

/** `at` begins the addresses of the rows. Of many fields, those that may be left out are folded: an address of one opens the fold. */
function Fields({ fields, what, at }: { fields: readonly FieldReference[]; what: string; at: string }) {
  const table = (shown: readonly FieldReference[]) => (
    <Table
      kind="reference"
      named={0}
      head={[what, 'Rules', 'Meaning']}
      ids={shown.map(({ name }) => `${at}-${name}`)}
      rows={shown.map(({ name, required, type, rules, description }) => [
        <>
          <a class="address" href={`#${at}-${name}`}>
            <code>{name}</code>
          </a>{' '}
          {required ? <span class="chip needed">required</span> : null}
        </>,
        `${type}${rules === '' ? '' : `; ${rules}`}`,
        <Cited text={description} />,
      ])}
    />
  )
  const needed = neededOf(fields)
  const optional = fields.filter(field => !needed.has(field))
  if (fields.length <= FIELDS_SHOWN || optional.length === fields.length) return table(fields)
  return (
    <>
      {table([...needed])}
      <details>
        <summary>{optional.length} more fields</summary>
        {table(optional)}
      </details>
    </>
  )
}

/** The required fields whose parents are required, too. */
function neededOf(fields: readonly FieldReference[]): ReadonlySet<FieldReference> {
  const optional = fields.filter(({ required }) => !required).map(({ name }) => name)
  const isBelow = (name: string, parent: string) => name.startsWith(`${parent}.`) || name.startsWith(`${parent}[`)
  return new Set(fields.filter(({ name, required }) => required && !optional.some(parent => isBelow(name, parent))))
}

function Errors({ errors }: { errors: DocumentedOperation['reference']['errors'] }) {
  const rows = errors.flatMap(({ status, codes }) => codes.map(code => ({ status, code })))
  return (
    <details>
      <summary>{rows.length} codes</summary>
      <Table
        kind="codes"
        named={1}
        head={['Status', 'Code', 'Meaning']}
        ids={rows.map(({ status, code }) => `error-${status}-${code}`)}
        rows={rows.map(({ status, code }) => [
          status,
          <a class="address" href={`#error-${status}-${code}`}>
            <code>{code}</code>
          </a>,
          meaningOf(code, status),
        ])}
      />
    </details>
  )
}

/** Of the rows of the table of errors that a client sees under one code, the one with that status. */
function meaningOf(code: string, status: string): string {
  const row = Object.entries(ERRORS).find(
    ([name, one]) => String(one.status) === status && ('wireCode' in one ? one.wireCode : name) === code,
  )
  return row?.[1].meaning ?? ''
}
