import { readBuilt } from '../../platform/files/built.ts'
import type { ReadyAnswer } from '../../platform/http/answers.ts'
import { createFile, versionOf } from '../../platform/http/files.ts'
import type { Header } from '../../platform/http/headers.ts'
import { AGAIN_SCRIPT } from './console/again-script.ts'
import { CONSOLE_SCRIPT } from './console/script.ts'
import { SHEET_SCRIPT } from './console/sheets/script.ts'
import { CONSOLE_STYLE } from './console/style.ts'
import { TPP_SCRIPT } from './console/tpp-script.ts'
import { DOCS_SCRIPT } from './docs/script.ts'
import { DOCS_STYLE } from './docs/style.ts'
import { EDITOR_LOADING } from './editor/loading.ts'
import { FRAME_SCRIPT } from './frame-script.ts'
import { aroundGraphiql } from './graphiql/style.ts'
import { ICON, STYLE } from './style.ts'
import { TOKENS } from './tokens.ts'

const CSS = 'text/css; charset=utf-8'
const JS = 'text/javascript; charset=utf-8'

const ASSETS = {
  'pages.css': { type: CSS, read: () => TOKENS + STYLE + CONSOLE_STYLE + DOCS_STYLE },
  'around-graphiql.css': { type: CSS, read: () => aroundGraphiql(STYLE + CONSOLE_STYLE) },
  'graphiql.css': { type: CSS, read: () => readBuilt('graphiql.css') ?? '' },
  'graphiql.js': { type: JS, read: () => readBuilt('graphiql.js') ?? '' },
  'editor.js': { type: JS, read: () => readBuilt('editor.js') ?? '' },
  'copy.js': { type: JS, read: () => COPY_SCRIPT },
  'frame.js': { type: JS, read: () => FRAME_SCRIPT },
  'forms.js': { type: JS, read: () => FORMS_SCRIPT },
  'console.js': { type: JS, read: () => CONSOLE_SCRIPT },
  'actions.js': { type: JS, read: () => ACTIONS_SCRIPT + EDITOR_LOADING },
  'sheet.js': { type: JS, read: () => SHEET_SCRIPT + EDITOR_LOADING },
  'again.js': { type: JS, read: () => AGAIN_SCRIPT },
  'tpp.js': { type: JS, read: () => TPP_SCRIPT },
  'docs.js': { type: JS, read: () => DOCS_SCRIPT + EDITOR_LOADING },
  'icon.svg': { type: 'image/svg+xml', read: () => ICON },
} as const satisfies Record<string, { readonly type: string; readonly read: () => string }>

export type AssetName = keyof typeof ASSETS

function openAsset(path: string, type: string, read: () => string) {
  // Computed when a page first needs it.
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

/** The address of a file. It changes with the content, so caches may keep the file forever. */
export function assetUrl(name: AssetName): string {
  return assets.get(`/assets/${name}`)?.url() ?? ''
}

/** All files that the pages load; all come from this server. */
export const ASSET_PATHS: readonly string[] = [...assets.keys()]

/** Serves one file. The query of its address is the version of the file. */
export function answerAsset(target: string, header: Header): Promise<ReadyAnswer> | undefined {
  const asset = assets.get(target.split('?', 1)[0] ?? '')
  return asset?.file.answer(header, target === asset.url() ? 'public, max-age=31536000, immutable' : 'no-cache')
}

/**
 * Pages work without this script. A form is sent once, however often its button is pressed. A form with `data-send-after` is sent by itself after that
 * time, as an approval in an app would be (D33).
 */
const FORMS_SCRIPT = `'use strict'
// A page that answers a form is kept in no cache, so Back and a reload could not show it: they open the address itself.
history.replaceState(null, '', location.href)
// The first field has the focus where that does not scroll the page: on a phone the page begins with who asks for what.
const first = document.querySelector('[data-focus]')
if (first !== null && first.getBoundingClientRect().bottom <= innerHeight) first.focus()
let sent = false
const mark = () => {
  for (const button of document.querySelectorAll('button')) {
    if (sent) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
  }
}
document.addEventListener('submit', event => {
  if (sent) return event.preventDefault()
  sent = true
  mark()
})
window.addEventListener('pageshow', () => {
  sent = false
  mark()
})
for (const form of document.querySelectorAll('form[data-send-after]')) {
  setTimeout(() => { if (!sent) form.requestSubmit() }, Number(form.dataset.sendAfter))
}
`

/** Adds a copy button to each text that is marked for it. When the browser may not copy, the button selects the text. */
const COPY_SCRIPT = `'use strict'
function addButtons() {
  for (const text of document.querySelectorAll('[data-copy]')) if (!text.previousElementSibling?.matches('.copy')) addButton(text)
}

function addButton(text) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(text)
      button.textContent = 'Marked'
    }
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
  text.before(button)
}
addButtons()
document.addEventListener('copyable', addButtons)
`

/** Updates the sentence, the GraphQL and the command of a form as values are entered: the server writes them for these values. */
const ACTIONS_SCRIPT = `'use strict'
const form = document.querySelector('#action form')
let timer
const follow = async () => {
  const values = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && name !== 'token' && value.length < 2000) values.append(name, value)
  const answer = await fetch(form.action + '?' + values, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.getElementById('follows')
  if (fresh === null) return
  document.getElementById('follows').replaceWith(fresh)
  document.dispatchEvent(new Event('copyable'))
}
form.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(follow, 250)
})
`
