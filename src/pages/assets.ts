import type { ReadyAnswer } from '../http/answers.ts'
import { createFile, versionOf } from '../http/files.ts'
import { CONSOLE_SCRIPT } from './console/script.ts'
import { CONSOLE_STYLE } from './console/style.ts'
import { DOCS_SCRIPT } from './docs/script.ts'
import { COPY_SCRIPT, FORMS_SCRIPT, TIMES_SCRIPT } from './scripts.ts'
import { ICON, STYLE } from './style.ts'

const CSS = 'text/css; charset=utf-8'
const JS = 'text/javascript; charset=utf-8'

const ASSETS = {
  'pages.css': { type: CSS, read: () => STYLE + CONSOLE_STYLE },
  'copy.js': { type: JS, read: () => COPY_SCRIPT },
  'times.js': { type: JS, read: () => TIMES_SCRIPT },
  'forms.js': { type: JS, read: () => FORMS_SCRIPT },
  'console.js': { type: JS, read: () => CONSOLE_SCRIPT },
  'docs.js': { type: JS, read: () => DOCS_SCRIPT },
  'icon.svg': { type: 'image/svg+xml', read: () => ICON },
} as const satisfies Record<string, { readonly type: string; readonly read: () => string }>

export type AssetName = keyof typeof ASSETS

function openAsset(path: string, type: string, read: () => string) {
  // Reckoned when a page first needs it.
  let url: string | undefined
  return {
    file: createFile(type, read),
    url: () => {
      url ??= `${path}?v=${versionOf(read())}`
      return url
    },
  }
}

/** What each path serves. */
const assets = new Map(
  Object.entries(ASSETS).map(([name, { type, read }]) => {
    const path = `/assets/${name}`
    return [path, openAsset(path, type, read)]
  }),
)

/** Where a page finds a file of ours. The address changes with the content, so that it may be kept for ever. */
export function assetUrl(name: AssetName): string {
  return assets.get(`/assets/${name}`)?.url() ?? ''
}

/** Everything that the pages load, from this server alone. `undefined` for a path that is none of it. */
export function answerAsset(
  target: string,
  header: (name: string) => string | undefined,
): Promise<ReadyAnswer> | undefined {
  const asset = assets.get(target.split('?', 1)[0] ?? '')
  return asset?.file.answer(header, target === asset.url() ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/** Their paths. */
export const ASSET_PATHS: readonly string[] = [...assets.keys()]
