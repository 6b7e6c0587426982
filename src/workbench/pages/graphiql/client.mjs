import { GraphiQL } from 'graphiql'
import 'graphiql/style.css'
import { ToolbarMenu, useEditorContext, useExecutionContext, usePluginStore, useSchemaStore } from '@graphiql/react'
import { getOperationAST, Kind, parse } from 'graphql'
import { createElement, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BUILDS, HERE, write } from './building.ts'
import { laidOut } from './laid-out.ts'
import { linksOf } from './links.ts'
import { READS, TIMES } from './reading.ts'
import { ask, send } from './sending.mjs'

// GraphiQL as the page at /graphql loads it: the build makes one file of it. What it calls is the address that it stands at.

const root = document.getElementById('graphiql')
const examples = JSON.parse(root.dataset.examples).map(({ query, ...more }) => ({ query: laidOut(query), ...more }))
const linked = new URLSearchParams(location.search)
/** The address of the world without the door's own part. */
const base = location.pathname.replace(/\/graphql\/?$/, '')

/**
 * The tabs that it had are there again; without any it opens the overview, and runs it. GraphiQL stores its tabs a moment later, so a page that is loaded
 * again at once has a mark of ours.
 */
const WIDTHS = 'graphiql:editorFlex'
const HAS_RUN = 'sandbank:first-query'
const isFirst = ['graphiql:tabState', HAS_RUN].every(key => localStorage.getItem(key) === null) && !linked.has('query')

// Three parts for the editor, two for the answer, until somebody moves the border between them.
if (localStorage.getItem(WIDTHS) === null) localStorage.setItem(WIDTHS, '1.5')

/** What the pane opened, and nobody has changed: the next such document takes its place. */
const opened = new Set()
if (isFirst) opened.add(laidOut(READS.Overview()))

const EDITORS = {
  queryEditor: 'Document',
  variableEditor: 'Variables',
  headerEditor: 'Headers',
  responseEditor: 'Answer',
}

/** The button of the schema is a word. All that GraphiQL does not name, or names against the rules, gets its name here. */
function useNames(editor) {
  const { visiblePlugin } = usePluginStore()
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
    for (const name of Object.keys(EDITORS)) {
      const keys = editor[name]?.getOption('extraKeys')
      // Tab leads on: who has no mouse would not come out of an editor that keeps it.
      if (keys !== undefined && keys.Tab !== false)
        editor[name].setOption('extraKeys', { ...keys, Tab: false, 'Shift-Tab': false })
      editor[name]?.setOption('lineWrapping', true)
    }
    // A tab has no buttons in it by the rules of its role, and those of GraphiQL have two: they are a list of buttons, of which one is the present.
    for (const tab of document.querySelectorAll('.graphiql-tab')) {
      for (const element of [tab, tab.parentElement]) element.removeAttribute('role')
      tab.removeAttribute('aria-selected')
      const button = tab.querySelector('.graphiql-tab-button')
      button.setAttribute('aria-current', tab.matches('.graphiql-tab-active'))
      tab.querySelector('.graphiql-tab-close')?.setAttribute('aria-label', `Close ${button.textContent}`)
    }
    document.querySelector('#graphiql-session')?.removeAttribute('role')
    const schema = document.querySelector('.graphiql-sidebar button[data-index="0"]')
    schema?.setAttribute('aria-label', 'Schema')
    schema?.setAttribute('aria-expanded', visiblePlugin !== null)
  })
}

/** The buttons of the pane, which the page has from the start. */
function usePane(editor, run) {
  useEffect(() => {
    if (editor.queryEditor === null) return
    const stop = new AbortController()
    for (const button of document.querySelectorAll('.pane button')) {
      const { group, name } = button.dataset
      button.disabled = false
      button.addEventListener('click', () => press(group, name), { signal: stop.signal })
    }
    return () => stop.abort()
  })

  const press = async (group, name) => {
    const query = editor.queryEditor
    const here = await ask(HERE)
    if (group === 'Build') return build(BUILDS[name], here)
    const text = laidOut((group === 'Read' ? READS : TIMES)[name](here))
    if (query.getValue().trim() === '' || opened.has(query.getValue())) show(text)
    else open(editor, text)
    opened.add(text)
    // Each operation in turn: the answer to the last one stays.
    for (const { name } of query.operations) {
      query.operationName = name.value
      await run()
    }
  }
  // An answer to another document would seem to be the answer to this one.
  const show = text => {
    editor.queryEditor.setValue(text)
    readNow(editor)
    editor.variableEditor?.setValue('')
    answer(editor, '')
  }
  const build = (name, here) => {
    const query = editor.queryEditor
    const isFree = opened.has(query.getValue())
    const { text, at } = write(name, here, isFree ? '' : query.getValue(), query.indexFromPos(query.getCursor()))
    if (at === 'ALL') show(text)
    else if (at === 'NEW_TAB') open(editor, text)
    else {
      query.replaceRange(text, query.posFromIndex(at))
      readNow(editor)
    }
    query.focus()
    // The cursor stands behind what is new, and its first line is in sight.
    const [start, end] = typeof at === 'number' ? [at + 1, at + text.length] : [0, text.lastIndexOf('\n}')]
    query.setCursor(query.posFromIndex(end), null, { scroll: false })
    query.scrollTo(0, query.charCoords(query.posFromIndex(start), 'local').top)
  }
}

/** The editor reads its text a moment later: a person who is quicker would run the operation that was there before. */
function readNow({ queryEditor }) {
  const documentAST = parse(queryEditor.getValue())
  const operationName = getOperationAST(documentAST)?.name?.value
  const operations = documentAST.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  Object.assign(queryEditor, { documentAST, operationName, operations })
}

/** Shows an answer in the tab that is open. */
function answer({ responseEditor, updateActiveTabValues }, response) {
  responseEditor?.setValue(response)
  updateActiveTabValues({ response })
}

const LEFT = 'sandbank:left'

/** The answer that a reader leaves by a link is there again when the reader comes back. */
function useAnswerOnReturn(editor) {
  const { queryEditor, responseEditor } = editor
  useEffect(() => {
    if (queryEditor === null || responseEditor === null) return
    const note = () => {
      const left = [location.pathname, queryEditor.getValue(), responseEditor.getValue()]
      // A store has its limits, and then only the answer is missing.
      try {
        sessionStorage.setItem(LEFT, JSON.stringify(left))
      } catch {
        sessionStorage.removeItem(LEFT)
      }
    }
    const [path, query, response] = JSON.parse(sessionStorage.getItem(LEFT) ?? '[]')
    const isBack = performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
    if (isBack && path === location.pathname && query === queryEditor.getValue()) answer(editor, response)
    sessionStorage.removeItem(LEFT)
    addEventListener('pagehide', note)
    return () => removeEventListener('pagehide', note)
  }, [queryEditor, responseEditor])
}

/** A tab of its own for a document. */
function open(editor, query, variables = '') {
  // The new tab empties the editors: what is written into them before would be lost.
  flushSync(() => editor.addTab())
  editor.queryEditor.setValue(query)
  readNow(editor)
  editor.variableEditor?.setValue(variables)
  if (variables !== '') unfold()
}

/** Shows the variables where they are folded. */
function unfold() {
  document.querySelector('.graphiql-editor-tools button[data-name=variables]:not(.active)')?.click()
}

/** Runs the first document, and opens each example from a menu. */
function Start() {
  const editor = useEditorContext()
  const { run } = useExecutionContext()
  useEffect(() => {
    if (!isFirst || editor.queryEditor === null) return
    localStorage.setItem(HAS_RUN, 'yes')
    run()
  }, [editor.queryEditor])
  useNames(editor)
  usePane(editor, run)
  useAnswerOnReturn(editor)
  // A tab grows with the name of its operation.
  useEffect(() => {
    document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [editor.activeTabIndex, editor.tabs.length, editor.tabs[editor.activeTabIndex]?.title])
  const items = examples.map(({ title, query, variables }) =>
    createElement(ToolbarMenu.Item, { key: title, onSelect: () => open(editor, query, variables) }, title),
  )
  return createElement(ToolbarMenu, { label: 'Examples', button: 'Examples' }, items)
}

const SHOWN = 12

/** Under an answer, the pages of what it names by ids. */
function Links() {
  const { tabs, activeTabIndex, queryEditor } = useEditorContext()
  const { schema } = useSchemaStore()
  const links = linksUnder(schema, queryEditor?.getValue(), tabs[activeTabIndex]?.response)
  if (links.length === 0) return null
  const items = links
    .slice(0, SHOWN)
    .map(({ type, text, path }) =>
      createElement('li', { key: path }, `${wordsOf(type)} `, createElement('a', { href: base + path }, text)),
    )
  const more = links.length > SHOWN ? createElement('li', { key: 'more' }, `and ${links.length - SHOWN} more`) : null
  return createElement('ul', { className: 'links', 'aria-label': 'Pages in the console' }, items, more)
}

function linksUnder(schema, document = '', response) {
  try {
    return schema === null || !response ? [] : linksOf(schema, parse(document), JSON.parse(response).data)
  } catch {
    // What is being written is no document yet, and a text of GraphiQL's own is no answer.
    return []
  }
}

const wordsOf = type => type.replaceAll(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

createRoot(root).render(
  createElement(
    GraphiQL,
    {
      fetcher: send,
      // A new tab is empty.
      defaultQuery: '',
      ...(linked.has('query') ? {} : { defaultTabs: [{ query: laidOut(READS.Overview()) }] }),
      query: linked.get('query') ?? undefined,
      variables: linked.get('variables') ?? undefined,
      defaultEditorToolsVisibility: linked.has('variables'),
      forcedTheme: 'system',
      schemaDescription: true,
    },
    createElement(GraphiQL.Logo, null, createElement(Start)),
    createElement(GraphiQL.Footer, null, createElement(Links)),
  ),
)
