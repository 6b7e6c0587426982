/**
 * What the pages do beyond HTML; each works without. A form is sent once, however often its button is pressed, and one with
 * `data-send-after` sends itself, as an approval in an app would (D33).
 */
export const FORMS_SCRIPT = `'use strict'
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

/** Shows the OpenAPI document. Calls must be signed, which a browser cannot do here: so nothing is sent from this page. */
export const DOCS_SCRIPT = `'use strict'
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
window.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
  supportedSubmitMethods: [],
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  // The viewer thinks that the page is its own; a page has one main part.
  onComplete: () => {
    for (const main of document.querySelectorAll('#swagger-ui main')) main.setAttribute('role', 'presentation')
  },
})
`
