import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { DECISIONS, SOURCES } from '../decisions/decisions.ts'
import { ERRORS, wireCode } from '../wire/errors.ts'
import type { AssetName } from './assets.ts'
import { Layout } from './layout.tsx'
import { respond } from './respond.ts'
import { SigningGuide } from './signing-guide.tsx'

/** The documentation: operations, errors, decisions. In English, as everything that it describes. */
export function createDocs(): Hono {
  const app = new Hono()
  app.get('/docs', c => respond(c, <Reference />, { fetches: true }))
  app.get('/docs/errors', c => respond(c, <Errors />))
  app.get('/docs/decisions', c => respond(c, <Decisions />))
  return app
}

function Reference() {
  return (
    <Page title="API reference" styles={['swagger-ui.css']} scripts={['swagger-ui-bundle.js', 'docs.js']}>
      <h1>API reference</h1>
      <SigningGuide />
      <h2>Operations</h2>
      <p>
        Made from the records that the server itself routes by. The same for machines:{' '}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      <div id="swagger-ui">
        <noscript>
          <p>The list of operations needs JavaScript; /openapi.json holds the same.</p>
        </noscript>
      </div>
    </Page>
  )
}

function Errors() {
  const codes = Object.entries(ERRORS)
  return (
    <Page title="Errors">
      <h1>Errors</h1>
      <p class="lead">
        Every refusal has the same body: <code>tppMessages</code>, each with category, code, often the path of what is
        wrong, and a text that says what was wrong and what would be right. GraphQL shows the same messages in{' '}
        <code>extensions</code>.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {codes.map(([code, { status, meaning }]) => (
            <tr id={code}>
              <td>{status}</td>
              <th scope="row">
                <code>{isCode(code) ? wireCode(code) : code}</code>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  )
}

function isCode(code: string): code is keyof typeof ERRORS {
  return code in ERRORS
}

function Decisions() {
  return (
    <Page title="Decisions">
      <h1>Decisions</h1>
      <p class="lead">
        Where the contract ends and our choice begins. Messages and descriptions cite these numbers. The mark says where
        a decision comes from.
      </p>
      <dl class="facts">
        {Object.entries(SOURCES).map(([mark, meaning]) => (
          <>
            <dt>{mark}</dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
      {DECISIONS.map(({ id, source, text }) => (
        <section class="decision" id={id}>
          <h2>
            <a href={`#${id}`}>{id}</a> <span class="tag">{source}</span>
          </h2>
          <p>{text}</p>
        </section>
      ))}
    </Page>
  )
}

type PageProps = {
  readonly title: string
  readonly styles?: readonly AssetName[]
  readonly scripts?: readonly AssetName[]
  readonly children?: Child
}

function Page(props: PageProps) {
  return <Layout language="en" kind="reading" {...props} />
}
