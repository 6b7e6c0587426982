/** The format of a world's time, for the server and for the script. */
export const CLOCK_FORMAT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Oslo',
} as const

/** The script of the frame: the clock runs, "/" opens the search, "j" and "k" go through lists, menus close, a chosen filter applies, and real time is that of the reader. */
export const FRAME_SCRIPT = `'use strict'
const places = document.getElementById('places')
// A list that is longer than the window scrolls to the present page.
const current = places.querySelector('[aria-current]')
if (current !== null) places.scrollTop = current.offsetTop - places.clientHeight + 100
const time = new Intl.DateTimeFormat('en-GB', ${JSON.stringify(CLOCK_FORMAT)})
let shown
let base
const tick = () => {
  const clock = document.getElementById('world-time')
  const now = clock?.dataset.now
  if (now === undefined) return
  if (shown !== clock) {
    shown = clock
    base = Number(now) - performance.now()
  }
  clock.textContent = time.format(new Date(base + performance.now())).replace(',', '')
}
tick()
setInterval(tick, 1000)

const close = except => {
  for (const one of document.querySelectorAll('details.drop[open]')) if (!one.contains(except)) one.open = false
}
document.addEventListener('click', ({ target }) => close(target))
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    const open = document.querySelector('details.drop[open]')
    close(null)
    if (open?.contains(document.activeElement)) open.querySelector('summary').focus()
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, .editor, #graphiql')) return
  if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1)
  if (event.key !== '/') return
  event.preventDefault()
  const searches = [...document.querySelectorAll('search input')]
  if (!searches.some(one => one.checkVisibility())) places.showPopover()
  searches.find(one => one.checkVisibility())?.focus()
})

// The next or previous row of the lists; Enter then follows its link.
const step = by => {
  const rows = [...document.querySelectorAll('.row-link')].filter(one => one.checkVisibility())
  const present = rows.findIndex(one => one.closest('tr').contains(document.activeElement))
  rows[present === -1 ? (by === 1 ? 0 : rows.length - 1) : present + by]?.focus()
}

// A chosen filter applies at once. The button is for filters with a text, and for browsers without scripts.
for (const form of document.querySelectorAll('form[data-applies]')) {
  form.addEventListener('change', ({ target }) => { if (target.matches('select')) form.requestSubmit() })
}

// A pressed button shows that it works, and cannot be pressed twice.
document.addEventListener('submit', event => {
  const { target, submitter } = event
  if (target.method !== 'post') return
  if (target.querySelector('[aria-busy]') !== null) return event.preventDefault()
  submitter?.setAttribute('aria-busy', 'true')
})
window.addEventListener('pageshow', () => {
  for (const one of document.querySelectorAll('[aria-busy]')) one.removeAttribute('aria-busy')
})

// While an action runs in this world, the page reloads. A page with a stream follows a move by itself, and a page with entered values stays.
const look = () => {
  if (document.getElementById('time')?.dataset.working === undefined) return
  const isFollowed = document.querySelector('[data-live]') !== null && document.querySelector('[data-moving]') !== null
  if (isFollowed || document.querySelector(':is(main, dialog) :is(input, textarea, select, .editor):focus-within')) setTimeout(look, 1000)
  else location.reload()
}
setTimeout(look, 1000)

// Real time in the zone of the reader; a stream adds rows with more of it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const formats = {
  '': { dateStyle: 'medium', timeStyle: 'medium' },
  day: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  time: { timeStyle: 'medium' },
}
const localise = () => {
  for (const one of document.querySelectorAll('time[data-real]')) {
    const at = new Date(one.dateTime)
    one.textContent = new Intl.DateTimeFormat('en-GB', formats[one.dataset.real]).format(at).replace(one.dataset.real === '' ? '' : ',', '')
    one.title = new Intl.DateTimeFormat('en-GB', formats['']).format(at) + ' in ' + zone
    delete one.dataset.real
  }
}
if (zone !== 'Europe/Oslo') {
  localise()
  document.addEventListener('fresh', localise)
}
`
