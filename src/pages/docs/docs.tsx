import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Child, useContext } from 'hono/jsx'
import { DomainError } from '../../domain/errors.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { addressOf, type Place, placeOf } from '../../explain/commands.ts'
import { readParts, readWhole } from '../../http/bodies.ts'
import { reachedAt } from '../../http/headers.ts'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import { fillIn } from '../../openapi/filled.ts'
import { TAGS } from '../../openapi/tags.ts'
import { ERRORS } from '../../wire/errors.ts'
import { AROUND, docsPath, readAround } from '../around.ts'
import type { AssetName } from '../assets.ts'
import { isLetIn } from '../console/access.tsx'
import { isSecure } from '../forms.ts'
import { Layout } from '../layout.tsx'
import type { PagesOptions } from '../options.ts'
import { Table } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { Endpoint } from '../whole-words.tsx'
import { DECISIONS, SOURCES } from './decisions.ts'
import { withCall } from './from-call.ts'
import { GUIDES } from './guides.tsx'
import { OperationPage } from './operation-page.tsx'
import { SAMPLES, Sample } from './samples.tsx'
import { type Passage, SearchResults } from './search.tsx'
import { SigningGuide } from './signing-guide.tsx'
import { States } from './states.tsx'

/** The documentation: operations, guides, errors, states, warnings, decisions. In English, as all that it describes. */
export function createDocs(options: PagesOptions): Hono {
  const { operator, reference, warnings } = options
  const app = new Hono()
  /** Answers a page with the search and the list of all others. */
  const show = async (c: Context, page: PageProps & { readonly fetches?: boolean }) => {
    const operations = [...(await reference()).values()]
    const { children, fetches = false, ...frame } = page
    return respond(
      c,
      <Layout language="en" kind="framed" {...frame} list={<Beside operations={operations} here={c.req.path} />}>
        {children}
      </Layout>,
      { fetches },
    )
  }
  app.get('/docs', async c => {
    const operations = [...(await reference()).values()]
    const query = (c.req.query('q') ?? '').trim().slice(0, LONGEST_SEARCH)
    if (query === '') return show(c, { title: 'API reference', children: <Reference operations={operations} /> })
    const children = <SearchResults query={query} operations={operations} pages={CONTENTS} />
    return show(c, { title: 'Search', sought: query, children })
  })
  const find = async (c: Context): Promise<DocumentedOperation> => {
    const found = (await reference()).get(c.req.param('operation') ?? '')
    if (found === undefined) throw new DomainError('NOT_FOUND', 'There is no such operation. /docs lists all of them.')
    return found
  }
  app.get('/docs/operations/:operation', async c => {
    const place = await placeFor(c)
    const documented = await withCall(c, options, withCallback(await find(c), place))
    const needsToken = operator.token !== undefined && !isLetIn(c, operator)
    const props = { documented, place, needsToken, language: languageOf(c, c.req.query('language')) }
    const children = <OperationPage {...props} from={c.req.query('from')} />
    const title = `${documented.route.summary} · ${documented.route.method}`
    return show(c, { title, scripts: ['docs.js', 'copy.js'], fetches: true, children })
  })
  app.post('/docs/operations/:operation/sample', async c => {
    const [found, place] = [await find(c), await placeFor(c)]
    const bytes = await readWhole(limit => readParts(c.req.raw.body ?? [], limit), 'form', MAX_FORM_BYTES)
    const { language, body, ...values } = Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()))
    const documented = fillIn(withCallback(found, place), { values, body })
    return respond(c, <Sample documented={documented} place={place} language={languageOf(c, language)} />)
  })
  app.get('/docs/errors', c => show(c, { title: 'Errors', children: <Errors /> }))
  app.get('/docs/states', c => show(c, { title: 'States', children: <States /> }))
  app.get('/docs/warnings', c => show(c, { title: 'Warnings', children: <Warnings warnings={warnings} /> }))
  app.get('/docs/decisions', c => show(c, { title: 'Decisions', children: <Decisions /> }))
  for (const [name, { title, Page }] of Object.entries(GUIDES)) {
    const children = (
      <>
        <h1>{title}</h1>
        <Page />
      </>
    )
    app.get(`/docs/${name}`, c => show(c, { title, scripts: ['copy.js'], children }))
  }
  return app
}

const LONGEST_SEARCH = 200
const MAX_FORM_BYTES = 262_144

/** The world of the page, where its reader has reached the bank. */
async function placeFor(c: Context): Promise<Place> {
  const world = (await readAround(c))?.world ?? DEFAULT_WORLD
  return placeOf(
    world,
    reachedAt(name => c.req.header(name)),
  )
}

/** The bank's own page stands in for the application that the PSU comes back to. */
function withCallback(documented: DocumentedOperation, place: Place): DocumentedOperation {
  if (!documented.reference.parameters.some(({ name }) => name === 'TPP-Redirect-URI')) return documented
  return { ...documented, presets: { ...documented.presets, 'TPP-Redirect-URI': `${addressOf(place)}/callback` } }
}

const LANGUAGE_COOKIE = 'sandbank-language'
const YEAR_S = 31_536_000

/** In which language samples are shown: the one that was chosen now, which the browser remembers, or before. */
function languageOf(c: Context, chosen: string | undefined): string {
  if (chosen !== undefined && SAMPLES.has(chosen)) {
    setCookie(c, LANGUAGE_COOKIE, chosen, { path: '/', maxAge: YEAR_S, sameSite: 'Lax', secure: isSecure(c) })
    return chosen
  }
  const before = getCookie(c, LANGUAGE_COOKIE) ?? ''
  return SAMPLES.has(before) ? before : 'sandbank'
}

/** The routes of the operations, by their groups. */
function groupsOf(operations: readonly DocumentedOperation[]) {
  const routes = operations.map(({ route }) => route)
  const tags = [...new Set(routes.map(({ tag }) => tag))]
  return tags.map(tag => ({ tag, routes: routes.filter(route => route.tag === tag) }))
}

function Reference({ operations }: { readonly operations: readonly DocumentedOperation[] }) {
  return (
    <>
      <h1>API reference</h1>
      <ul class="grid">
        {CONTENTS.map(({ address, title, says }) => (
          <li>
            <a href={docsPath(address)}>
              <strong>{title}</strong>
              <span>{says}</span>
            </a>
          </li>
        ))}
      </ul>
      <details class="fold">
        <summary>
          <h2>How a call is signed</h2>
        </summary>
        <SigningGuide />
      </details>
      <h2 id="operations">Operations</h2>
      <p>
        Each has a page with its fields, its errors and an example that you can send from there; the last part of its
        address is the name of its GraphQL field. The same for machines: <a href="/openapi.json">/openapi.json</a>.
        Calls that Postman, Bruno or Insomnia import from <code>http://127.0.0.1:4001/openapi.json</code> are signed by{' '}
        <code>npx sandbank proxy</code>, which serves it.
      </p>
      {groupsOf(operations).map(({ tag, routes }) => (
        <details class="fold">
          <summary>
            <h3>{tag}</h3> <span class="soft">{routes.length}</span>
          </summary>
          <p class="soft">{TAGS[tag]}</p>
          <ul class="operations">
            {routes.map(route => (
              <li>
                <span>
                  <a href={docsPath(`/operations/${route.operation}`)}>{route.summary}</a>
                  {route.deprecated === true ? ' (deprecated)' : ''}
                </span>
                <span class="endpoint">
                  <Endpoint route={route} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}

/** The pages of the documentation. */
const CONTENTS: readonly Passage[] = [
  ...Object.entries(GUIDES).map(([name, { title, says }]) => ({ address: `/${name}`, title, says })),
  { address: '/errors', title: 'Errors', says: 'Each code with its status.' },
  { address: '/states', title: 'States', says: 'Of payments, baskets and authorisations.' },
  { address: '/warnings', title: 'Warnings', says: 'What is accepted although a bank may refuse it.' },
  { address: '/decisions', title: 'Decisions', says: 'Where the interface is silent.' },
]

/** Beside each page: the other pages, and the operations of each group, of which that of the present page is open. */
function Beside(props: {
  readonly operations: readonly DocumentedOperation[]
  /** The address of the present page. */
  readonly here: string
}) {
  const { operations, here } = props
  const isHere = (address: string) => docsPath(address) === here
  const addressOf = (operation: string) => `/operations/${operation}`
  const link = (address: string, title: string) => (
    <li>
      <a href={docsPath(address)} aria-current={isHere(address) ? 'page' : undefined}>
        {title}
      </a>
    </li>
  )
  return (
    <>
      <ul>
        <li>
          <a href={`${useContext(AROUND).base}/`}>← Overview</a>
        </li>
        {link('', 'API reference')}
        {CONTENTS.map(({ address, title }) => link(address, title))}
      </ul>
      {groupsOf(operations).map(({ tag, routes }) => (
        <details open={routes.some(({ operation }) => isHere(addressOf(operation)))}>
          <summary>{tag}</summary>
          <ul>{routes.map(({ operation, summary }) => link(addressOf(operation), summary))}</ul>
        </details>
      ))}
    </>
  )
}

function Errors() {
  const codes = Object.entries(ERRORS)
  return (
    <>
      <h1>Errors</h1>
      <p class="lead">
        Every refusal has the same body: <code>tppMessages</code>, each with category, code, often the path of what is
        wrong, and a text that says what was wrong and what would be right. GraphQL shows the same messages in{' '}
        <code>extensions</code>.
      </p>
      <Table
        kind="codes"
        named={1}
        head={['Status', 'Code', 'Meaning']}
        ids={codes.map(([code]) => code)}
        rows={codes.map(([code, row]) => [
          String(row.status),
          <code>{'wireCode' in row ? row.wireCode : code}</code>,
          row.meaning,
        ])}
      />
    </>
  )
}

function Warnings({ warnings }: Pick<PagesOptions, 'warnings'>) {
  return (
    <>
      <h1>Warnings</h1>
      <p class="lead">
        An answer names in <code>Sandbank-Warning: code; text</code> what was accepted although a bank may refuse it (
        <a href={docsPath('/decisions#D73')}>D73</a>), and what is better done otherwise (
        <a href={docsPath('/decisions#D72')}>D72</a>
        ). <code>SANDBANK_STRICT=1</code> refuses the former.
      </p>
      <Table
        named={0}
        head={['Code', 'Header', 'Meaning', 'SANDBANK_STRICT=1']}
        ids={Object.keys(warnings)}
        rows={Object.entries(warnings).map(([code, { path, means, refusal }]) => [
          <code>{code}</code>,
          <code>{path}</code>,
          means,
          refusal ?? 'accepted',
        ])}
      />
    </>
  )
}

function Decisions() {
  return (
    <>
      <h1>Decisions</h1>
      <p class="lead">
        Where the contract ends and our choice begins. Messages and descriptions cite these numbers. The mark says where
        a decision comes from.
      </p>
      {Object.entries(SOURCES).map(([source, says]) => (
        <details class="fold">
          <summary>
            <h2>{source}</h2> <span class="soft">{says}</span>
          </summary>
          {DECISIONS.filter(one => one.source === source).map(({ id, text }) => (
            <section class="decision" id={id}>
              <h3>
                <a href={`#${id}`}>{id}</a> <span class="chip">{source}</span>
              </h3>
              <p>{text}</p>
            </section>
          ))}
        </details>
      ))}
    </>
  )
}

type PageProps = {
  readonly title: string
  readonly scripts?: readonly AssetName[]
  readonly sought?: string
  readonly children: Child
}
