/**
 * Keeps an open page of the console up to date; without it each page shows the state at which it was opened. The server sends new calls as rows, and
 * changed parts of the page are fetched again.
 */
export const CONSOLE_SCRIPT = `'use strict'
const list = document.querySelector('[data-live]')
const status = document.querySelector('.live[role=status]')
let source
let last = list?.dataset.after ?? '0'

const say = text => {
  status.hidden = false
  const words = status.querySelector('span') ?? status.appendChild(document.createElement('span'))
  if (words.textContent !== text) words.textContent = text
  status.dataset.state = text
}

/** After a stream that was refused: says that its world is gone, or tries again. */
const refused = async address => {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined)
  if (answer?.status !== 404) return setTimeout(listen, 5000)
  status.remove()
  document.getElementById('time')?.remove()
  for (const one of document.querySelectorAll('main form button')) one.disabled = true
  const words = document.createElement('p')
  words.className = 'error'
  words.setAttribute('role', 'alert')
  words.innerHTML = 'This world is gone. <a href="/console/worlds">All worlds</a>'
  document.querySelector('main').prepend(words)
}

const listen = () => {
  const address = new URL(list.dataset.live, location.href)
  address.searchParams.set('after', last)
  source = new EventSource(address)
  source.addEventListener('open', () => {
    // Changes may have happened without an event while the bank did not answer.
    if (status.dataset.state === 'Waiting for the bank') soon()
    say('Live')
  })
  source.addEventListener('error', () => {
    say('Waiting for the bank')
    // A browser does not reconnect a stream that was refused.
    if (source.readyState === EventSource.CLOSED) void refused(address)
  })
  source.addEventListener('calls', ({ data, lastEventId }) => {
    // A call that the journal has not written has no place from which the stream could continue.
    if (lastEventId !== '') last = lastEventId
    const rows = list.querySelector('tbody')
    const fresh = document.createElement('template')
    fresh.innerHTML = data
    for (const row of fresh.content.children) row.classList.add('new')
    rows.prepend(fresh.content)
    while (rows.children.length > Number(list.dataset.most)) rows.lastElementChild.remove()
    list.hidden = false
    const card = list.closest('section')
    if (card !== null) card.hidden = false
    document.querySelector('.empty')?.remove()
    document.dispatchEvent(new Event('fresh'))
  })
  source.addEventListener('changed', () => soon())
  source.addEventListener('clock', ({ data }) => {
    const face = document.getElementById('clock-face')
    if (face === null) return
    // A move has begun or ended since the page was written, so its buttons differ.
    const turned = (face.dataset.moving === undefined) === data.includes('data-moving')
    face.outerHTML = data
    // The page also shows how many payments are left in the move.
    if (turned || data.includes('data-moving')) soon()
  })
}

let fetching = false
let waiting = false
/** Fetches the page again, at most every two seconds, and replaces the parts that have changed. */
const soon = () => {
  if (waiting) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    if (document.hidden) return
    // Changes after the begin of that fetch come with the next one.
    if (fetching) return soon()
    fetching = true
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
      if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    } catch {
      // The bank does not answer: the stream shows this, and reconnects.
    } finally {
      fetching = false
    }
  }, 2000)
}

const take = page => {
  for (const part of document.querySelectorAll('[data-fresh]')) {
    const fresh = page.getElementById(part.id)
    // A part that has the keyboard focus is not replaced.
    if (fresh === null || part.contains(document.activeElement) || part.innerHTML === fresh.innerHTML) continue
    part.replaceWith(fresh)
  }
  document.dispatchEvent(new Event('fresh'))
}

document.addEventListener('visibilitychange', () => { if (!document.hidden) soon() })
if (list !== null && status !== null && 'EventSource' in window) {
  listen()
}
`
