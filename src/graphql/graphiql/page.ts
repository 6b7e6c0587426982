import type { ReadyAnswer } from '../../http/answers.ts'
import { createFile } from '../../http/files.ts'
import type { Operator } from '../../http/operator-access.ts'
import { endTurn } from '../../http/turns.ts'
import { EXAMPLES } from './examples.ts'

type Header = (name: string) => string | undefined

/** GraphiQL with all its files inside: it loads nothing from elsewhere, and calls only the address from which it came. */
export async function graphiqlPage(operator: Operator, header: Header): Promise<ReadyAnswer> {
  const page = operator.token === undefined ? OPEN_PAGE : LOCKED_PAGE
  const answer = await page.answer(header, 'no-cache')
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Security-Policy': POLICY, Vary: 'Accept, Accept-Encoding' },
  }
}

// Its scripts and styles are inline and its editor creates workers, so these must be allowed; other hosts are not.
const POLICY = [
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Nine megabytes that do not depend on the request: created for the first request, so that the start and API calls do not pay for them.
const HTML = 'text/html; charset=utf-8'
const OPEN_PAGE = createFile(HTML, () => renderPage(false))
const LOCKED_PAGE = createFile(HTML, () => renderPage(true))

async function renderPage(withToken: boolean): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  await endTurn()
  const headers = JSON.stringify(withToken ? { Authorization: 'Bearer ' } : {}, null, 2)
  const defaultTabs = EXAMPLES.map(({ query, variables }) => ({
    query,
    headers,
    ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }),
  }))
  const rendered = renderGraphiQL({
    title: 'Sandbank',
    defaultTabs,
    defaultHeaders: headers,
    defaultEditorToolsVisibility: withToken ? 'headers' : 'variables',
    schemaDescription: true,
  })
  await endTurn()
  // A function, because a replacement text would have its dollar signs interpreted.
  return rendered.replace('</head>', () => HEAD).replace('<div id="root"></div>', () => FRAME)
}

// What GraphiQL itself lacks: a layout for phones, the name of its world, and a way back.
const HEAD = `<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body#body { display: flex; flex-direction: column; height: 100dvh; margin: 0; }
  #root { flex: 1; min-height: 0; height: auto; overflow: hidden; }
  #root .graphiql-container { height: 100%; }
  .sandbank-bar { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; padding: 0.5rem 1rem;
    background: #14343c; color: #fff; font: 15px/1.4 system-ui, sans-serif; }
  .sandbank-bar a { color: #fff; }
  .sandbank-bar .brand { font-weight: 700; }
  .sandbank-bar .world { overflow-wrap: anywhere; }
  .sandbank-bar nav { display: flex; gap: 1rem; margin-left: auto; }
  .graphiql-logo { display: none; }
  @media (max-width: 700px) {
    .graphiql-container { flex-direction: column-reverse !important; }
    .graphiql-container .graphiql-sidebar { flex-direction: row; width: 100%; box-sizing: border-box; padding: 4px 8px; }
    .graphiql-container .graphiql-main { width: auto !important; min-height: 0; margin: 0; overflow: auto; }
    .graphiql-container .graphiql-sessions { margin: 4px; min-width: 0; }
    .graphiql-container #graphiql-session { flex-direction: column !important; overflow: auto; }
    .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { flex: none !important; }
    .graphiql-container .graphiql-query-editor { flex-direction: column-reverse; }
    .graphiql-container .graphiql-toolbar { flex-direction: row; width: auto; }
    .graphiql-container .graphiql-editors { height: 60vh; }
    .graphiql-container .graphiql-response { height: 45vh; }
    .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
  }
</style>
</head>`

const FRAME = `<header class="sandbank-bar">
<a class="brand" href="/">Sandbank</a> <span class="world">World <strong id="sandbank-world">default</strong></span>
<nav aria-label="Sandbank"><a href="/">Start</a> <a href="/docs">Docs</a></nav>
</header>
<div id="root"></div>
<script>
  const [, world] = /^\\/worlds\\/([^/]+)\\//.exec(location.pathname) ?? []
  if (world !== undefined) document.getElementById('sandbank-world').textContent = world
  // GraphiQL colours its editors once, by the scheme at its start, and the rest by the present scheme. With this class, the rest does not change
  // either.
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const scheme = dark.matches ? 'dark' : 'light'
  dark.addEventListener('change', () => {
    if (!document.body.matches('.graphiql-light, .graphiql-dark')) document.body.classList.add('graphiql-' + scheme)
  })
  document.title = (world ?? 'default') + ' · Sandbank'
</script>`
