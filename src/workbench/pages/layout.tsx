import { type Child, useContext } from 'hono/jsx'
import type { Language } from '../../platform/http/negotiation.ts'
import { AROUND } from './around.ts'
import { type AssetName, assetUrl } from './assets.ts'
import { formatCount, textsIn } from './language.ts'

export type LayoutProps = {
  readonly language: Language
  readonly title: string
  /** A page with one form is narrow, without a frame; other pages have the frame with world, time and list of pages (D109). */
  readonly kind: 'form' | 'framed'
  /** Its entry in the list of pages. */
  readonly here?: Place
  /** Another list in place of the list of pages. */
  readonly list?: Child
  /** The text in the search field. */
  readonly sought?: string
  readonly scripts?: readonly AssetName[]
  readonly styles?: readonly AssetName[]
  readonly children?: Child
}

/** The frame of every page: title, language, and the strip that says that this is a test bank. */
export function Layout(props: LayoutProps) {
  const { language, title, kind, scripts = [], styles = ['pages.css'], children } = props
  const { common } = textsIn(language)
  const isFramed = kind === 'framed'
  const { isMoving = false, notice } = useContext(AROUND)
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Our own forms send a Referer; other hosts receive none. */}
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Sandbank`}</title>
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        {styles.map(name => (
          <link rel="stylesheet" href={assetUrl(name)} />
        ))}
        {isFramed && isMoving ? (
          <noscript>
            <meta http-equiv="refresh" content="2" />
          </noscript>
        ) : null}
        {[...scripts, ...(isFramed ? ['frame.js' as const] : [])].map(name => (
          <script src={assetUrl(name)} defer={true} />
        ))}
      </head>
      <body class={!isFramed ? 'narrow' : props.list === undefined ? 'framed' : 'framed docs'}>
        <a class="skip" href="#content">
          {common.skip}
        </a>
        <header>
          <p class="strip">{common.testBank}</p>
          {isFramed ? (
            <Head />
          ) : (
            <div class="bar">
              <span class="brand">Sandbank</span>
            </div>
          )}
        </header>
        {isFramed ? <Places {...props} /> : null}
        <main id="content" tabindex={-1}>
          {isFramed ? notice : null}
          {children}
        </main>
        <footer class="foot">{common.footer}</footer>
      </body>
    </html>
  )
}

/** The head of every page: the world, its time, and on a phone the menu. */
function Head() {
  const { base, world, head } = useContext(AROUND)
  return (
    <div class="head">
      <button type="button" class="second small menu" popovertarget="places">
        Menu
      </button>
      <a class="brand" href={`${base}/`}>
        Sandbank
      </a>
      {head ?? (
        <span>
          World <strong>{world}</strong>
        </span>
      )}
    </div>
  )
}

/** The list of pages in order, each with its address by the base path of a world. */
export const PLACES = {
  overview: ['Overview', '/'],
  calls: ['Calls', '/requests'],
  payments: ['Payments', '/console/payments'],
  consents: ['Consents', '/console/consents'],
  customers: ['Customers', '/console/customers'],
  tpps: ['TPPs', '/console/tpps'],
  scenarios: ['Scenarios', '/console/scenarios'],
  fixtures: ['Fixtures', '/console/fixtures'],
  snapshots: ['Snapshots', '/console/snapshots'],
  docs: ['Docs', '/docs'],
  graphiql: ['GraphiQL', '/graphql'],
} as const satisfies Readonly<Record<string, readonly [title: string, path: string]>>
type Place = keyof typeof PLACES

/** The number of things on a page; nothing when there are none. */
function Count({ of = 0 }: { readonly of?: number | undefined }) {
  return of === 0 ? null : <span class="count number">{formatCount(of)}</span>
}

/** The search and the list at the left: pages of the world, or of the documentation. */
function Places({ here, list, sought }: LayoutProps) {
  const { base, counts } = useContext(AROUND)
  const isDocs = list !== undefined
  return (
    <nav id="places" class="places" popover="auto" aria-label={isDocs ? 'Documentation' : 'Sandbank'}>
      <search>
        <form method="get" action={isDocs ? `${base}/docs` : `${base}/console/search`}>
          <input
            type="text"
            name="q"
            value={sought}
            aria-label={isDocs ? 'Search the documentation' : 'Search this world'}
            placeholder="Search /"
            aria-keyshortcuts="/"
            autocomplete="off"
            spellcheck={false}
          />
        </form>
      </search>
      {list ?? (
        <ul>
          {Object.entries(PLACES).map(([name, [title, path]]) => (
            <li>
              <a href={base + path} aria-current={name === here ? 'page' : undefined}>
                {title} <Count of={counts?.[name]} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
