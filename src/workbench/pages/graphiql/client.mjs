import { GraphiQL } from 'graphiql'
import 'graphiql/style.css'
import { ToolbarMenu, useEditorContext, useExecutionContext } from '@graphiql/react'
import { getOperationAST, parse, print } from 'graphql'
import { createElement, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

// GraphiQL as the page at /graphql loads it: the build makes one file of it. What it calls is the address that it stands at.

const root = document.getElementById('graphiql')
const examples = JSON.parse(root.dataset.examples).map(({ query, ...more }) => ({ query: laidOut(query), ...more }))
const linked = new URLSearchParams(location.search)
const OPEN_AT_FIRST = 3

/**
 * The tabs that it had are there again; without any it opens the first examples, and runs the first of them, which reads only. GraphiQL stores its tabs a moment
 * later, so a page that is loaded again at once has a mark of ours.
 */
const HAS_RUN = 'sandbank:first-query'
const isFirst = ['graphiql:tabState', HAS_RUN].every(key => localStorage.getItem(key) === null) && !linked.has('query')

/** A document as GraphiQL itself lays it out, under its comment. */
function laidOut(text) {
  const [comment] = /^(?:#.*\n)*/.exec(text)
  return `${comment}${print(parse(text))}\n`
}

/** The answer to a query or mutation, or the events of a subscription until it is stopped. */
function send(params, { headers = {} } = {}) {
  const isFollowed = getOperationAST(parse(params.query), params.operationName)?.operation === 'subscription'
  const post = (accept, signal) =>
    fetch(location.pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept, ...headers },
      body: JSON.stringify(params),
      signal,
    })
  if (!isFollowed) return post('application/json').then(answer => answer.json())
  return {
    subscribe(observer) {
      const stop = new AbortController()
      follow(post('text/event-stream', stop.signal), observer).catch(error => {
        if (!stop.signal.aborted) observer.error(error)
      })
      return { unsubscribe: () => stop.abort() }
    },
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

const EDITORS = {
  queryEditor: 'Document',
  variableEditor: 'Variables',
  headerEditor: 'Headers',
  responseEditor: 'Answer',
}

/** All examples, each of which opens in a tab of its own. */
function Examples() {
  const editor = useEditorContext()
  const { run } = useExecutionContext()
  useEffect(() => {
    if (!isFirst || editor.queryEditor === null) return
    localStorage.setItem(HAS_RUN, 'yes')
    run()
  }, [editor.queryEditor])
  useEffect(() => {
    for (const [name, label] of Object.entries(EDITORS)) {
      editor[name]?.getInputField().setAttribute('aria-label', label)
      // What scrolls can be scrolled by keyboard, too: the editor takes its own area out of the order of focus.
      const area = editor[name]?.getScrollerElement()
      for (const [attribute, value] of [
        ['tabindex', '0'],
        ['role', 'group'],
        ['aria-label', `${label}, to scroll`],
      ])
        area?.setAttribute(attribute, value)
    }
    // A tab has no buttons in it by the rules of its role, and those of GraphiQL have two: they are a list of buttons, of which one is the present.
    for (const tab of document.querySelectorAll('.graphiql-tab')) {
      for (const element of [tab, tab.parentElement]) element.removeAttribute('role')
      tab.removeAttribute('aria-selected')
      tab.querySelector('.graphiql-tab-button').setAttribute('aria-current', tab.matches('.graphiql-tab-active'))
    }
  })
  const open = ({ query, variables }) => {
    // The new tab empties the editors: what is written into them before would be lost.
    flushSync(() => editor.addTab())
    editor.queryEditor.setValue(query)
    // The editor reads the name of the operation a moment later: a person who is quicker would run the operation of the tab before.
    editor.queryEditor.operationName = getOperationAST(parse(query))?.name?.value
    editor.variableEditor?.setValue(variables ?? '')
  }
  const items = examples.map(example =>
    createElement(ToolbarMenu.Item, { key: example.title, onSelect: () => open(example) }, example.title),
  )
  return createElement(ToolbarMenu, { label: 'Examples', button: 'Examples' }, items)
}

createRoot(root).render(
  createElement(
    GraphiQL,
    {
      fetcher: send,
      defaultTabs: examples.slice(0, OPEN_AT_FIRST),
      query: linked.get('query') ?? undefined,
      variables: linked.get('variables') ?? undefined,
      defaultEditorToolsVisibility: 'variables',
      forcedTheme: 'system',
      schemaDescription: true,
    },
    createElement(GraphiQL.Logo, null, createElement(Examples)),
  ),
)
