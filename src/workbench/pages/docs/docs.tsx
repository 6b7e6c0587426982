import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { fillIn } from '../../../api/openapi/filled.ts'
import { ERRORS } from '../../../bank/wire/errors.ts'
import { DomainError, ERROR_CODES } from '../../../domain/errors.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import { readParts, readWhole } from '../../../platform/http/bodies.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { addressOf, at, type Place, placeOf } from '../../explain/commands.ts'
import { readAround } from '../around.ts'
import type { AssetName } from '../assets.ts'
import { enter, isLetIn } from '../console/access.tsx'
import { Moment } from '../console/frame.tsx'
import { isSecure } from '../forms.ts'
import { Layout } from '../layout.tsx'
import { cut } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Empty } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { Beside } from './beside.tsx'
import { passagesOf } from './contents.ts'
import { FirstCall } from './first-call.tsx'
import { listForAssistants, MARKDOWN, markdownPath, nameIn, respondMarkdown } from './for-programs.tsx'
import { readSigners, withCall, withValues } from './from-call.ts'
import { GUIDES } from './guides.tsx'
import { OperationPage } from './operation-page.tsx'
import { Outlined } from './outlined.tsx'
import { citationsOf, createFinder } from './passages.ts'
import { Decisions, ErrorPage, Errors } from './reference.tsx'
import { SAMPLES, Sample } from './samples.tsx'
import { SearchResults } from './search.tsx'
import { States } from './states.tsx'
import { Words } from './words.tsx'

/** The documentation: operations, guides, errors with warnings, states, decisions. In English, like the interface. */
export function createDocs(options: PagesOptions): Hono {
  const { operator, reference, warnings } = options
  const app = new Hono()
  /** Sends a page with the search and the list of pages. */
  const show = async (c: Context, page: PageProps & { readonly fetches?: boolean }) => {
    const { children, fetches = false, ...frame } = page
    if (c.req.path.endsWith(MARKDOWN)) return respondMarkdown(c, children)
    const operations = [...(await reference()).values()]
    return respond(
      c,
      <Layout
        language="en"
        kind="framed"
        {...frame}
        list={<Beside operations={operations} here={frame.sought === undefined ? c.req.path : ''} />}
      >
        {children}
      </Layout>,
      { fetches },
    )
  }
  const read = async () => {
    const operations = await reference()
    const known = reading.get(operations) ?? readPassages([...operations.values()], warnings)
    reading.set(operations, known)
    return known
  }
  /** Serves a page, and the same as Markdown. */
  const get = (path: string, handler: (c: Context) => Promise<Response>) => {
    app.get(markdownPath(path), handler)
    app.get(path, handler)
  }
  app.get('/llms.txt', async c => c.text(listForAssistants([...(await reference()).values()])))
  get('/docs', async c => {
    const query = (c.req.query('q') ?? '').trim().slice(0, LONGEST_SEARCH)
    if (query === '') {
      const title = 'Sign your first call'
      const place = await placeFor(c)
      const children = <Outlined title={title} Page={() => <FirstCall place={place} />} />
      return show(c, { title, scripts: ['copy.js'], children })
    }
    const { find } = await read()
    return show(c, { title: 'Search', sought: query, children: <SearchResults query={query} found={find(query)} /> })
  })
  const find = async (c: Context): Promise<DocumentedOperation> => {
    const found = (await reference()).get(nameIn(c, 'operation'))
    if (found === undefined) throw new DomainError('NOT_FOUND', 'There is no such operation. /docs lists all of them.')
    return found
  }
  get('/docs/operations/:operation', async c => {
    const place = await placeFor(c)
    const signers = await readSigners(c, options, place.world)
    const documented = withValues(withCall(withCallback(await find(c), place), signers?.call), c.req.query())
    const needsToken = operator.token !== undefined && signers === undefined
    const props = { documented, place, needsToken, language: languageOf(c, c.req.query('language')) }
    const children = <OperationPage {...props} signers={signers} kept={keptIn(c)} />
    const title = `${documented.route.summary} · ${documented.route.method}`
    return show(c, { title, scripts: ['docs.js', 'copy.js'], fetches: true, children })
  })
  app.post('/docs/operations/:operation/sample', async c => {
    const [found, place] = [await find(c), await placeFor(c)]
    const bytes = await readWhole(limit => readParts(c.req.raw.body ?? [], limit), 'form', MAX_FORM_BYTES)
    const { language, body, signer, ...values } = Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()))
    const documented = fillIn(withCallback(found, place), { values, body })
    return respond(c, <Sample {...{ documented, place, signer }} language={languageOf(c, language)} />)
  })
  get('/docs/errors', c => show(c, { title: 'Errors', children: <Errors warnings={warnings} /> }))
  // Up to 2.0.0 they had a page of their own.
  app.get('/docs/warnings', c => c.redirect(`${c.req.path.slice(0, -'warnings'.length)}errors#warnings`, 308))
  get('/docs/errors/:code', async c => {
    const code = ERROR_CODES.find(one => one === nameIn(c, 'code'))
    if (code === undefined) throw new DomainError('NOT_FOUND', 'There is no such code. /docs/errors lists all of them.')
    const row = ERRORS[code]
    const calls = await callsWith(c, options, row.wireCode ?? code)
    const { citations } = await read()
    const operations = [...(await reference()).values()]
    const there = at(await placeFor(c))
    const children = <ErrorPage {...{ code, row, operations, citations, calls, there }} />
    return show(c, { title: code, scripts: ['copy.js'], children })
  })
  get('/docs/states', c => show(c, { title: 'States', children: <Outlined title="States" Page={States} /> }))
  get('/docs/words', c => show(c, { title: 'Words', children: <Words /> }))
  get('/docs/decisions', async c => {
    const { citations } = await read()
    return show(c, { title: 'Decisions', children: <Decisions citations={citations} /> })
  })
  for (const [name, { title, Page }] of Object.entries(GUIDES)) {
    const children = <Outlined title={title} Page={Page} />
    get(`/docs/${name}`, c => show(c, { title, scripts: ['copy.js'], children }))
  }
  return app
}

const LONGEST_SEARCH = 200

/** Search index and citations, computed once for each version of the operations. */
const reading = new WeakMap<object, ReturnType<typeof readPassages>>()

async function readPassages(operations: readonly DocumentedOperation[], warnings: PagesOptions['warnings']) {
  const passages = await passagesOf(operations, warnings)
  return { find: await createFinder(passages), citations: citationsOf(passages) }
}
/** Anybody may send this form, and its sample is rendered in one turn (D74). */
const MAX_FORM_BYTES = 32_768

/** The world of the page, at the origin that the reader has used. */
async function placeFor(c: Context): Promise<Place> {
  const world = (await readAround(c))?.world ?? DEFAULT_WORLD
  return placeOf(
    world,
    reachedAt(name => c.req.header(name)),
  )
}

/** The bank's own page takes the place of the TPP's application, to which the PSU returns. */
function withCallback(documented: DocumentedOperation, place: Place): DocumentedOperation {
  if (!documented.reference.parameters.some(({ name }) => name === 'TPP-Redirect-URI')) return documented
  return { ...documented, presets: { ...documented.presets, 'TPP-Redirect-URI': `${addressOf(place)}/callback` } }
}

/** The other parameters of the address, which stay when the language changes. */
function keptIn(c: Context) {
  const { language: _, ...kept } = c.req.query()
  return kept
}

const LANGUAGE_COOKIE = 'sandbank-language'
const YEAR_S = 31_536_000

/** The language of samples: the one chosen now, else the one that the browser remembers. */
function languageOf(c: Context, chosen: string | undefined): string {
  if (chosen !== undefined && SAMPLES.has(chosen)) {
    setCookie(c, LANGUAGE_COOKIE, chosen, { path: '/', maxAge: YEAR_S, sameSite: 'Lax', secure: isSecure(c) })
    return chosen
  }
  const before = getCookie(c, LANGUAGE_COOKIE) ?? ''
  return SAMPLES.has(before) ? before : 'sandbank'
}

/** The calls of the page's world that were refused with a code, if the reader may see them. */
async function callsWith(c: Context, options: PagesOptions, code: string) {
  if (!isLetIn(c, options.operator)) return <p>Open the console to see the calls here.</p>
  const { base = '', world } = (await readAround(c)) ?? {}
  const { rows } = await pageOfRequests(await enter(c, options, world), { first: 5 }, { code })
  if (rows.length === 0) return <Empty>None until now.</Empty>
  return (
    <>
      <ul class="plain">
        {rows.map(({ id, at: begun, method, target }) => (
          <li>
            <a href={`${base}/requests/${id}`}>
              {method} {cut(target, 120)}
            </a>{' '}
            <small class="soft">
              <Moment at={begun} />
            </small>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${base}/requests?${new URLSearchParams({ code, caller: 'all' })}`}>All of them</a>
      </p>
    </>
  )
}

type PageProps = {
  readonly title: string
  readonly scripts?: readonly AssetName[]
  readonly sought?: string
  readonly children: Child
}
