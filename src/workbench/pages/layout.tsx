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

const OF_FRAMES = ['frame.js'] as const satisfies readonly AssetName[]
const OF_SHEETS = ['sheet.js', 'copy.js'] as const satisfies readonly AssetName[]

/** The frame of every page: title, language, the bar, and the list of pages. */
export function Layout(props: LayoutProps) {
  const { language, title, kind, scripts = [], styles = ['pages.css'], children } = props
  const { common } = textsIn(language)
  const isFramed = kind === 'framed'
  const { isMoving = false, notice, sheet } = useContext(AROUND)
  const hasSheet = isFramed && sheet !== undefined
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
        {[...new Set([...scripts, ...(hasSheet ? OF_SHEETS : []), ...(isFramed ? OF_FRAMES : [])])].map(name => (
          <script src={assetUrl(name)} defer={true} />
        ))}
      </head>
      <body class={!isFramed ? 'narrow' : props.list === undefined ? 'framed' : 'framed docs'}>
        <a class="skip" href="#content">
          {common.skip}
        </a>
        <header class="bar">{isFramed ? <Bar {...props} /> : <Brand text={common.testBank} />}</header>
        {isFramed ? <Places {...props} /> : null}
        <main id="content" tabindex={-1}>
          {isFramed ? notice : null}
          {children}
        </main>
        <footer class="foot">{common.footer}</footer>
        {hasSheet ? sheet : null}
      </body>
    </html>
  )
}

/** The name of the product, and that nothing here is real. */
function Brand({ text, href }: { readonly text: string; readonly href?: string }) {
  const name = (
    <>
      Sandbank{' '}
      <span class="test" title={text}>
        TEST
      </span>
    </>
  )
  if (href !== undefined)
    return (
      <a class="brand" href={href}>
        {name}
      </a>
    )
  return (
    <>
      <span class="brand">{name}</span>
      <span class="soft">{text}</span>
    </>
  )
}

/** The bar of every page: the world, its time and the search; where the window is narrow, the menu. */
function Bar(props: LayoutProps) {
  const { base, world, head } = useContext(AROUND)
  return (
    <>
      <button type="button" class="second menu" popovertarget="places">
        Menu
      </button>
      <Brand text={textsIn(props.language).common.testBank} href={`${base}/`} />
      {head ?? (
        <span>
          World <strong>{world}</strong>
        </span>
      )}
      <Search {...props} />
    </>
  )
}

/** The search of the world, or of the documentation. It stands in the bar; where the window is narrow, in the menu. */
function Search({ list, sought }: LayoutProps) {
  const { base } = useContext(AROUND)
  const isDocs = list !== undefined
  return (
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

/** The list at the left: pages of the world, or of the documentation. */
function Places(props: LayoutProps) {
  const { here, list } = props
  const { base, counts } = useContext(AROUND)
  return (
    <nav id="places" class="places" popover="auto" aria-label={list === undefined ? 'Sandbank' : 'Documentation'}>
      <Search {...props} />
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
