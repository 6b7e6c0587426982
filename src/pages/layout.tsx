import type { Child } from 'hono/jsx'
import { type AssetName, assetUrl } from './assets.ts'
import { type Language, textsIn } from './language.ts'

export type LayoutProps = {
  readonly language: Language
  readonly title: string
  /** A page with one form is narrow; one with tables is wide and has the links to the other pages; the console is wider still. */
  readonly kind: 'form' | 'reading' | 'console'
  /** The base path of the world that the page is about; that of the default one when not given. */
  readonly base?: string
  readonly scripts?: readonly AssetName[]
  /** How soon the page comes again by itself where no scripts run. */
  readonly reloadSeconds?: number
  readonly children?: Child
}

/** The frame of every page: what it is, in which language, and that it is a test bank. */
export function Layout({ language, title, kind, base = '', scripts = [], reloadSeconds, children }: LayoutProps) {
  const { common } = textsIn(language)
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The page's own forms tell where they come from; other hosts learn nothing. */}
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
        <header>
          <p class="strip">{common.testBank}</p>
          <div class="bar">
            {kind === 'form' ? <span class="brand">Sandbank</span> : <Navigation language={language} base={base} />}
          </div>
        </header>
        <main>{children}</main>
        <footer class="foot">{common.footer}</footer>
      </body>
    </html>
  )
}

function Navigation({ language, base }: { readonly language: Language; readonly base: string }) {
  const { links } = textsIn(language).landing
  return (
    <>
      <a class="brand" href={`${base}/`}>
        Sandbank
      </a>
      <nav aria-label="Sandbank">
        <a href={`${base}/`}>{links.console[0]}</a>
        <a href={`${base}/requests`}>{links.calls[0]}</a>
        <a href={`${base}/graphql`}>{links.graphiql[0]}</a>
        <a href="/docs">{links.docs[0]}</a>
        <a href="/docs/errors">{links.errors[0]}</a>
        <a href="/docs/decisions">{links.decisions[0]}</a>
        <a href={`${base}/my/consents`}>{links.consents[0]}</a>
        <a href={`${base}/start`}>{links.start[0]}</a>
      </nav>
    </>
  )
}
