import { getOperationAST, parse } from 'graphql'
import { inOrderOfUse } from './order.ts'

/** The answer to a query or mutation, or the events of a subscription until it is stopped. */
export function send(params, { headers = {} } = {}) {
  const kind = getOperationAST(parse(params.query), params.operationName)?.operation
  if (kind !== 'subscription') return answerTo(params, kind, headers)
  return {
    subscribe(observer) {
      const stop = new AbortController()
      follow(post(params, 'text/event-stream', headers, stop.signal), observer).catch(error => {
        if (!stop.signal.aborted) observer.error(error)
      })
      return { unsubscribe: () => stop.abort() }
    },
  }
}

/** What a query of our own comes to. */
export async function ask(query) {
  return (await (await post({ query }, 'application/json')).json()).data
}

async function answerTo(params, kind, headers) {
  const answer = await (await post(params, 'application/json', headers)).json()
  if (kind === 'mutation') refreshFrame()
  const isSchema = params.operationName === 'IntrospectionQuery' && answer.data?.__schema !== undefined
  return isSchema ? { ...answer, data: inOrderOfUse(answer.data) } : answer
}

function post(params, accept, headers = {}, signal = undefined) {
  return fetch(location.pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
    body: JSON.stringify(params),
    signal,
  })
}

/** The world's time and the numbers in the list of pages, after what may have changed them. */
async function refreshFrame() {
  const page = await fetch(location.pathname, { headers: { Accept: 'text/html' } })
  const fresh = new DOMParser().parseFromString(await page.text(), 'text/html')
  for (const part of ['#time', '#places ul']) {
    const [old, next] = [document.querySelector(part), fresh.querySelector(part)]
    if (old !== null && next !== null && !old.contains(document.activeElement)) old.replaceWith(next)
  }
}

async function follow(answering, observer) {
  const answer = await answering
  if (!answer.headers.get('Content-Type').startsWith('text/event-stream')) {
    observer.next(await answer.json())
    return observer.complete()
  }
  let rest = ''
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + text).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const [, data] = /^event: next\ndata: (.*)$/m.exec(event) ?? []
      if (data !== undefined) observer.next(JSON.parse(data))
    }
  }
  observer.complete()
}
