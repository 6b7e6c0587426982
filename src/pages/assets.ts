import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import { DOCS_SCRIPT, FORMS_SCRIPT } from './scripts.ts'
import { ICON, STYLE } from './style.ts'

type Asset = { readonly type: string; readonly read: () => string }

const CSS = 'text/css; charset=utf-8'
const JS = 'text/javascript; charset=utf-8'

// Resolved by name, so that it is found from src/ and from dist/ alike.
const require = createRequire(import.meta.url)
const packaged = (file: string) => () => readFileSync(require.resolve(`swagger-ui-dist/${file}`), 'utf8')

const ASSETS = {
  'pages.css': { type: CSS, read: () => STYLE },
  'forms.js': { type: JS, read: () => FORMS_SCRIPT },
  'docs.js': { type: JS, read: () => DOCS_SCRIPT },
  'icon.svg': { type: 'image/svg+xml', read: () => ICON },
  'swagger-ui.css': { type: CSS, read: packaged('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: JS, read: packaged('swagger-ui-bundle.js') },
} as const satisfies Record<string, Asset>

export type AssetName = keyof typeof ASSETS

const loaded = new Map<AssetName, { readonly text: string; readonly version: string }>()

/** Where a page finds a file of ours. The address changes with the content, so that it may be kept for ever. */
export function assetUrl(name: AssetName): string {
  return `/assets/${name}?v=${load(name).version}`
}

/** Everything that the pages load, from this server alone. */
export function createAssets(): Hono {
  const app = new Hono()
  for (const [name, asset] of Object.entries(ASSETS)) {
    if (!isAsset(name)) continue
    app.get(`/assets/${name}`, c => {
      const { text, version } = load(name)
      const fresh = c.req.query('v') === version
      return c.body(text, 200, {
        'Content-Type': asset.type,
        'Cache-Control': fresh ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag: `"${version}"`,
      })
    })
  }
  return app
}

function isAsset(name: string): name is AssetName {
  return name in ASSETS
}

// Read at the first use: a server that shows no documentation never reads the megabyte of its viewer.
function load(name: AssetName) {
  const before = loaded.get(name)
  if (before !== undefined) return before
  const text = ASSETS[name].read()
  const now = { text, version: createHash('sha256').update(text).digest('base64url').slice(0, 12) }
  loaded.set(name, now)
  return now
}
