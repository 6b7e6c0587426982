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

/** What a pointer on an instant shows beside UTC: the reader's own time. */
export const TIMES_SCRIPT = `'use strict'
document.addEventListener('mouseover', ({ target }) => {
  const time = target.closest?.('time[title]')
  if (time === null || time === undefined || 'own' in time.dataset) return
  time.dataset.own = ''
  time.title += ', ' + new Date(time.dateTime).toLocaleString() + ' here'
})
`

/** A button to copy each text that is made for it; a browser that may not copy marks the text. */
export const COPY_SCRIPT = `'use strict'
for (const text of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second small'
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
`
