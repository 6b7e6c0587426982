/**
 * What makes the console live; without it every page shows the same when it is opened. New calls come as rows that the server has written, parts of the
 * page are fetched again when something was changed, and a clock that runs goes on.
 */
export const CONSOLE_SCRIPT = `'use strict'
const list = document.querySelector('[data-live]')
const status = document.querySelector('.live[role=status]')
const button = document.createElement('button')
button.type = 'button'
button.className = 'second small'
button.textContent = 'Pause'
let source
let last = list?.dataset.after ?? '0'
let paused = false

const say = text => {
  status.hidden = false
  const words = status.querySelector('span') ?? status.insertBefore(document.createElement('span'), button)
  if (words.textContent !== text) words.textContent = text
  status.dataset.state = text
}

const listen = () => {
  const address = new URL(list.dataset.live, location.href)
  address.searchParams.set('after', last)
  source = new EventSource(address)
  source.addEventListener('open', () => {
    // While the bank did not answer, changes came without an event.
    if (status.dataset.state === 'Waiting for the bank') soon()
    say('Live')
  })
  source.addEventListener('error', () => {
    say('Waiting for the bank')
    // A browser does not reconnect a stream that was refused.
    if (source.readyState === EventSource.CLOSED && !paused) setTimeout(listen, 5000)
  })
  source.addEventListener('calls', ({ data, lastEventId }) => {
    // A call that is not written has no place in the journal, from which the stream could go on.
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
  })
  source.addEventListener('changed', () => soon())
  source.addEventListener('clock', ({ data }) => {
    const face = document.getElementById('clock-face')
    if (face === null) return
    // A move that began or ended since the page was made: it has other buttons.
    const turned = (face.dataset.moving === undefined) === data.includes('data-moving')
    face.outerHTML = data
    // What is left to do on the way stands beside it.
    if (turned || data.includes('data-moving')) soon()
  })
}

let fetching = false
let waiting = false
/** Fetches the page again, at most every two seconds, and takes over the parts that are other than they were. */
const soon = () => {
  if (waiting || paused) return
  waiting = true
  setTimeout(async () => {
    waiting = false
    if (document.hidden) return
    // Changes that came after that fetch began are in the next one.
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
    // A part with the keyboard focus is not replaced.
    if (fresh === null || part.contains(document.activeElement) || part.innerHTML === fresh.innerHTML) continue
    part.replaceWith(fresh)
  }
}

button.addEventListener('click', () => {
  paused = !paused
  button.textContent = paused ? 'Go on' : 'Pause'
  if (paused) source.close()
  else listen()
  if (paused) say('Paused')
  else soon()
})
document.addEventListener('visibilitychange', () => { if (!document.hidden) soon() })
if (list !== null && status !== null && 'EventSource' in window) {
  status.append(button)
  listen()
}
`
