import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { atOrigin } from '../../../api/openapi/recorded.ts'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { DEFAULT_ORIGIN, type Place } from '../../explain/commands.ts'
import { docsPath } from '../around.ts'
import { counted } from '../language.ts'
import { Program, Table } from '../parts.tsx'
import { SignedBy } from '../signed-by.tsx'
import { Cited, Endpoint } from '../whole-words.tsx'
import { END_OF_SENTENCE } from './decisions.ts'
import { FieldRows } from './field-rows.tsx'
import type { Signers } from './from-call.ts'
import { RequestForm, type RequestFormProps } from './request-form.tsx'
import { SAMPLES, Sample } from './samples.tsx'

export type OperationPageProps = RequestFormProps & {
  /** The world, at the origin that the reader has used. */
  readonly place: Place
  readonly language: string
  /** The TPPs that can sign, if the reader may see them (D105). */
  readonly signers: Signers | undefined
  /** Parameters of the address that stay when the language changes. */
  readonly kept: Readonly<Record<string, string | undefined>>
}

/** One operation: purpose, fields, answers and errors; beside them the sample, the button that sends it, and the answer. */
export function OperationPage(props: OperationPageProps) {
  const { documented, needsToken } = props
  const { route, reference } = documented
  return (
    <div class="columns">
      <div class="about">
        <p class="crumbs">
          <a href={docsPath()}>Docs</a> › {route.tag}
        </p>
        <h1>{route.summary}</h1>
        <p class="endpoint">
          <Endpoint route={route} />
        </p>
        {route.deprecated === true ? <p class="error">Deprecated: answers carry the header Deprecation.</p> : null}
        <Purpose lead={route.lead} />
        <Table
          head={['When', 'Answer']}
          rows={route.exceptions.map(([answer, when]) => [<Cited text={begun(when)} />, <Answer text={answer} />])}
        />
        <p class="soft">
          Needs {SERVICES[route.service]} in the certificate. The same in GraphQL: <code>{route.operation}</code>.
        </p>
      </div>
      <RequestForm documented={documented} needsToken={needsToken} />
      <Panel {...props} />
      <div class="outcomes">
        <h2 id="answers">Answers</h2>
        {reference.answers.map(({ status, fields }) =>
          fields.length === 0 ? (
            <p>{status}, without a body.</p>
          ) : (
            <details class="fold" open={fields.length < 12}>
              <summary id={`answer-${status}`}>
                {status}, with {counted(fields.length, 'field')}
              </summary>
              <FieldRows fields={fields} at={`answer-${status}`} />
            </details>
          ),
        )}
        <h2 id="errors">Errors</h2>
        <p>
          Each with <code>tppMessages</code> that say what was wrong and what would be right (
          <a href={docsPath('/errors')}>all codes</a>).
        </p>
        <Errors errors={reference.errors} />
        {reference.anyError === '' ? null : (
          <p>
            <Cited text={reference.anyError} />
          </p>
        )}
      </div>
    </div>
  )
}

/** What the operation does: the first sentence leads, and the others follow it. */
function Purpose({ lead }: { readonly lead: string }) {
  const [first = '', ...others] = lead.split(END_OF_SENTENCE)
  return (
    <>
      <p class="lead">
        <Cited text={first} />
      </p>
      {others.length === 0 ? null : (
        <p>
          <Cited text={others.join(' ')} />
        </p>
      )}
    </>
  )
}

/** A code with the way to its page, or what is answered in words. */
function Answer({ text }: { readonly text: string }) {
  if (!Object.hasOwn(ERRORS, text)) return <Cited text={text} />
  return (
    <a href={docsPath(`/errors/${text}`)}>
      <code>{text}</code>
    </a>
  )
}

const begun = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const SERVICES = {
  accountInformation: 'the role PSP_AI',
  payments: 'the role PSP_PI',
  sandbox: 'either role',
} as const

/** The panel that stays visible: language, button, the sample of the form, and the answer. */
function Panel({ documented, place, language, signers, kept }: OperationPageProps) {
  const [answer] = documented.reference.answers
  const signer = signers?.tpps.find(({ id }) => id === signers.wanted)?.localName
  const chosen = signer !== undefined || signers?.isStrict === true ? signers?.wanted : undefined
  return (
    <section class="panel" aria-label="Sample and answer">
      <div class="sending">
        <form method="get" id="language">
          {Object.entries(kept).map(([name, value]) =>
            value === undefined ? null : <input type="hidden" name={name} value={value} />,
          )}
          <select name="language" aria-label="The language of the sample">
            {[...SAMPLES].map(([name, { title }]) => (
              <option value={name} selected={name === language}>
                {title}
              </option>
            ))}
          </select>
          <noscript>
            <button type="submit" class="second">
              Show
            </button>
          </noscript>
        </form>
        <button type="submit" form="try" disabled={true}>
          Send
        </button>
        <SignedBy tpps={signers?.tpps} {...signers} chosen={chosen}>
          <option value="" selected={chosen === undefined}>
            {'as a new TPP'}
          </option>
        </SignedBy>
      </div>
      <noscript>
        <p class="error">
          Sending needs JavaScript: the key is made and used in the browser. The sample does the same.
        </p>
      </noscript>
      <div id="sample">
        <Sample {...{ documented, place, language, signer }} />
      </div>
      <div id="outcome" aria-live="polite" />
      {answer === undefined || answer.example === '' ? null : (
        <div id="recorded">
          <h2>
            Answer {answer.status} <span class="soft">recorded in the standard world</span>
          </h2>
          <Program language="json" text={atOrigin(answer.example, place.base ?? DEFAULT_ORIGIN)} />
        </div>
      )}
    </section>
  )
}

function Errors({ errors }: { readonly errors: DocumentedOperation['reference']['errors'] }) {
  const rows = errors.flatMap(({ status, codes }) => codes.map(code => ({ status, code })))
  return (
    <details class="fold">
      <summary>{rows.length} codes</summary>
      <Table
        kind="codes"
        named={1}
        head={['Status', 'Code', 'Meaning']}
        ids={rows.map(({ status, code }) => `error-${status}-${code}`)}
        rows={rows.map(({ status, code }) => {
          const row = rowOf(code, status)
          return [
            status,
            <a href={docsPath(`/errors/${row?.[0] ?? code}`)}>
              <code>{code}</code>
            </a>,
            row?.[1].meaning,
          ]
        })}
      />
    </details>
  )
}

/** The row of the table of errors with this code and this status. */
function rowOf(code: string, status: string) {
  return Object.entries(ERRORS).find(([name, one]) => String(one.status) === status && (one.wireCode ?? name) === code)
}
