import type { Child } from 'hono/jsx'
import type { Language } from '../http/negotiation.ts'
import { type AssetName, assetUrl } from './assets.ts'
import { textsIn } from './language.ts'

export type LayoutProps = {
  readonly language: Language
  readonly title: string
  /** A page with one form is narrow; one with tables is wide and has the links to the other pages; the console is wider still. */
  readonly kind: 'form' | 'reading' | 'console'
  /** Which of the pages that all others link to it is. */
  readonly here?: Place
  /** The base path of the world that the page is about; that of the default one when not given. */
  readonly base?: string
  /** The words of its search. */
  readonly sought?: string
  readonly scripts?: readonly AssetName[]
  /** How soon the page comes again by itself where no scripts run. */
  readonly reloadSeconds?: number
  readonly children?: Child
}

/** The frame of every page: what it is, in which language, and that it is a test bank. */
export function Layout(props: LayoutProps) {
  const { language, title, kind, here, base = '', sought, scripts = [], reloadSeconds, children } = props
  const { common } = textsIn(language)
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The page's own forms send a Referer; other hosts learn nothing. */}
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Sandbank`}</title>
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        <link rel="stylesheet" href={assetUrl('pages.css')} />
        {reloadSeconds === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(reloadSeconds)} />
          </noscript>
        )}
        {scripts.map(name => (
          <script src={assetUrl(name)} defer={true} />
        ))}
      </head>
      <body class={{ form: 'narrow', reading: 'wide', console: 'wide console' }[kind]}>
        <a class="skip" href="#content">
          {common.skip}
        </a>
        <header>
          <p class="strip">{common.testBank}</p>
          <div class="bar">
            {kind === 'form' ? (
              <span class="brand">Sandbank</span>
            ) : (
              <>
                <Navigation language={language} base={base} here={here} />
                <Search language={language} base={base} sought={sought} isDocs={here !== undefined && DOCS.has(here)} />
              </>
            )}
          </div>
        </header>
        <main id="content" tabindex={-1}>
          {children}
        </main>
        <footer class="foot">{common.footer}</footer>
      </body>
    </html>
  )
}

/**
 * The search of every page with links (D98): two addresses, of the rows of a world and of the documentation. The pages of a PSU have none: they show a customer
 * what is its own, and the search is the operator's.
 */
function Search(props: {
  readonly language: Language
  readonly base: string
  readonly sought: string | undefined
  /** Whether the Enter key searches the documentation. */
  readonly isDocs: boolean
}) {
  const { language, base, sought, isDocs } = props
  const { search } = textsIn(language).common
  const places = [
    [`${base}/console/search`, search.bank],
    ['/docs', search.docs],
  ] as const
  return (
    <search>
      <form method="get" class="search">
        <input
          type="text"
          name="q"
          value={sought}
          aria-label={search.label}
          placeholder={search.hint}
          autocomplete="off"
          spellcheck={false}
        />
        {(isDocs ? places.toReversed() : places).map(([address, title]) => (
          <button type="submit" formaction={address} class="second small">
            {title}
          </button>
        ))}
      </form>
    </search>
  )
}

const DOCS: ReadonlySet<Place> = new Set(['docs', 'errors', 'decisions'])

/** Where the pages are that others link to, by the base path of a world. */
export const ADDRESSES = {
  console: base => `${base}/`,
  calls: base => `${base}/requests`,
  graphiql: base => `${base}/graphql`,
  docs: () => '/docs',
  openapi: () => '/openapi.json',
  errors: () => '/docs/errors',
  decisions: () => '/docs/decisions',
  consents: base => `${base}/my/consents`,
  start: base => `${base}/start`,
} as const satisfies Record<string, (base: string) => string>
export type Place = keyof typeof ADDRESSES

/** In the order of the bar. */
const PLACES = ['console', 'calls', 'graphiql', 'docs', 'errors', 'decisions', 'consents', 'start'] as const

function Navigation(props: { readonly language: Language; readonly base: string; readonly here: Place | undefined }) {
  const { language, base, here } = props
  const { links } = textsIn(language).landing
  return (
    <>
      <a class="brand" href={`${base}/`}>
        Sandbank
      </a>
      <nav aria-label="Sandbank">
        {PLACES.map(place => (
          <a href={ADDRESSES[place](base)} aria-current={place === here ? 'page' : undefined}>
            {links[place][0]}
          </a>
        ))}
      </nav>
    </>
  )
}
