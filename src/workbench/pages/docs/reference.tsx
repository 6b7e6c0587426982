import type { Child } from 'hono/jsx'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { docsPath } from '../around.ts'
import type { PagesOptions } from '../options.ts'
import { Example, Table } from '../parts.tsx'
import { Cited } from '../whole-words.tsx'
import { DECISIONS, passageOf, SOURCES } from './decisions.ts'
import type { Passage } from './passages.ts'

type Citations = ReadonlyMap<string, readonly Passage[]>

/** All codes, with links to their pages; and the codes of warnings. */
export function Errors({ warnings }: Pick<PagesOptions, 'warnings'>) {
  const codes = Object.entries(ERRORS)
  return (
    <>
      <h1>Errors</h1>
      <p class="lead">
        Every refusal has the same body: <code>tppMessages</code>, each with category, code, often the path of what is
        wrong, and a text that says what was wrong and what would be right. GraphQL shows the same messages in{' '}
        <code>extensions</code>.
      </p>
      <p>
        A path that has GET answers HEAD likewise, without a body, so <code>Allow</code> names both. Every answer,
        refused or not, also carries <code>Referrer-Policy</code>, <code>X-Content-Type-Options</code> and{' '}
        <code>X-Frame-Options</code>, which only browsers heed.
      </p>
      <Table
        kind="codes"
        named={1}
        head={['Status', 'Code', 'Meaning']}
        ids={codes.map(([code]) => code)}
        rows={codes.map(([code, row]) => [
          String(row.status),
          <a href={docsPath(`/errors/${code}`)}>
            <code>{row.wireCode ?? code}</code>
          </a>,
          row.meaning,
        ])}
      />
      <Warnings warnings={warnings} />
    </>
  )
}

/** One code: its meaning, how to provoke it, its source, and calls that had it. */
export function ErrorPage(props: {
  readonly code: string
  readonly row: (typeof ERRORS)[keyof typeof ERRORS]
  readonly operations: readonly DocumentedOperation[]
  readonly citations: Citations
  /** The calls of this world that had it, if the reader may see them. */
  readonly calls: Child
  /** The options of a command for this bank. */
  readonly there: string
}) {
  const { code, row, operations, citations, calls, there } = props
  const wire = row.wireCode ?? code
  const having = operations.filter(({ reference }) =>
    reference.errors.some(({ status, codes }) => status === String(row.status) && codes.includes(wire)),
  )
  return (
    <>
      <p class="crumbs">
        <a href={docsPath('/errors')}>Errors</a>
      </p>
      <h1>
        {row.status} {wire}
      </h1>
      <p class="lead">{row.meaning}</p>
      {wire === code ? null : (
        <p>
          A client sees the code <code>{wire}</code>; where both must be distinguished, its name is <code>{code}</code>.
        </p>
      )}
      <h2>To get it</h2>
      <p>
        With this header each call that would succeed is answered with the code (
        <a href={docsPath('/scenarios')}>scenarios</a>): <code>Sandbank-Scenario: error; code={code}</code>
      </p>
      <Example text={`npx sandbank call GET /v1/sandbox/customers${there} --scenario 'error; code=${code}'`} />
      <h2>Operations with this code</h2>
      <Having having={having} others={operations.filter(one => !having.includes(one))} />
      <CitedBy
        passages={DECISIONS.filter(({ text }) => text.includes(code)).map(passageOf)}
        title="Decisions about this code"
      />
      <CitedBy passages={citations.get(code) ?? []} />
      <h2>Calls of this world with this code</h2>
      {calls}
    </>
  )
}

/** The operations that have an error, or those that have it not where these are few. */
function Having(props: {
  readonly having: readonly DocumentedOperation[]
  readonly others: readonly DocumentedOperation[]
}) {
  const { having, others } = props
  if (having.length === 0) return <p>This code comes before every operation, or from none in particular.</p>
  if (others.length === 0) return <p>Every one.</p>
  const isMost = others.length <= MOST_OTHERS
  return (
    <>
      {isMost ? <p>Every one but:</p> : null}
      <ul class="links">
        {(isMost ? others : having).map(({ route }) => (
          <li>
            <a href={docsPath(`/operations/${route.operation}`)}>{route.summary}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

const MOST_OTHERS = 12

/** What is accepted although a bank may refuse it, and what is said besides. */
function Warnings({ warnings }: Pick<PagesOptions, 'warnings'>) {
  return (
    <>
      <h2 id="warnings">Warnings</h2>
      <p>
        Some banks refuse what this bank accepts. The answer then has a header <code>Sandbank-Warning: code; text</code>{' '}
        for each deviation (<a href={docsPath('/decisions#D73')}>D73</a>). Other warnings say what will not happen, or
        what is better done otherwise (<a href={docsPath('/decisions#D72')}>D72</a>). With{' '}
        <code>SANDBANK_STRICT=1</code> this bank refuses what a bank may refuse.
      </p>
      <Table
        named={0}
        head={['Code', 'Header', 'Meaning', 'SANDBANK_STRICT=1']}
        ids={Object.keys(warnings)}
        rows={Object.entries(warnings).map(([code, { path, means, refusal }]) => [
          <code>{code}</code>,
          <code>{path}</code>,
          <Cited text={means} />,
          refusal === undefined ? 'accepted' : <a href={docsPath(`/errors/${refusal}`)}>{refusal}</a>,
        ])}
      />
    </>
  )
}

export function Decisions({ citations }: { readonly citations: Citations }) {
  return (
    <>
      <h1>Decisions</h1>
      <p class="lead">
        Each decision answers what the interface leaves open. Messages and descriptions cite these numbers. The mark
        behind a sentence says where that sentence comes from. In other texts [I] is the interface description.
      </p>
      <Table
        named={0}
        head={['Mark', 'Source']}
        rows={Object.entries(SOURCES).map(([source, says]) => [<span class="chip">{source}</span>, says])}
      />
      {DECISIONS.map(({ id, title, sentences }) => (
        <section class="decision" id={id}>
          <h2>
            <a href={`#${id}`}>{id}</a> {title}
          </h2>
          <p>
            {sentences.map(([source, text]) => (
              <>
                <Cited text={text} /> <span class="chip">{source}</span>{' '}
              </>
            ))}
          </p>
          <CitedBy passages={citations.get(id) ?? []} />
        </section>
      ))}
    </>
  )
}

const SHOWN = 6

function CitedBy({ passages, title = 'Cited by' }: { readonly passages: readonly Passage[]; readonly title?: string }) {
  if (passages.length === 0) return null
  const links = passages.slice(0, SHOWN).map(one => [<a href={docsPath(one.address)}>{one.title}</a>, ', '])
  return (
    <p class="soft cited">
      {title}: {links.flat().slice(0, -1)}
      {passages.length > SHOWN ? ` and ${passages.length - SHOWN} more` : ''}
    </p>
  )
}
