import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { diagnosticCount, linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parseDocument } from 'yaml'
import { at, completeFrom } from './completion.mjs'
import { rangesInJson } from './places.mjs'

// The editor of a field for a document (CodeMirror): the build makes one file of it, which loading.ts fetches. The field stays in its form, and has what is written.

const field = document.querySelector('[data-editor]')
const host = Object.assign(document.createElement('div'), { className: 'editor' })

/** Longer texts are written without faults and completion, which would read all of them after each key. */
const LONGEST = 200_000

const isJson = text => field.dataset.language === 'json' || text.trimStart().startsWith('{')

let schema
function readSchema() {
  const [path, pointer] = field.dataset.schema.split('#')
  schema ??= fetch(path)
    .then(answer => answer.json())
    .then(document => ({ root: document, schema: at(document, pointer ?? '') }))
  return schema
}

/** The faults that the bank has answered, which move with the text until what they are about is changed. */
let answered = []

function readFaults(doc) {
  const text = doc.toString()
  const ranges = isJson(text) ? rangesInJson(text) : new Map()
  return JSON.parse(field.dataset.faults ?? '[]').flatMap(({ text: message, path, line }) => {
    const range = line === undefined ? rangeOf(ranges, path) : textOf(doc.line(Math.min(line, doc.lines)))
    return range === undefined ? [] : [{ ...range, severity: 'error', message }]
  })
}

/** Of what is missing, that of what should hold it. */
function rangeOf(ranges, path) {
  return ranges.get(path) ?? (path === '' ? undefined : rangeOf(ranges, path.replace(/(^|[.[])[^.[]*$/, '')))
}

const textOf = ({ from, to, text }) => ({ from: from + text.length - text.trimStart().length, to })

function syntaxFaults(view) {
  const text = view.state.doc.toString()
  if (text.trim() === '') return []
  if (isJson(text)) return jsonParseLinter()(view)
  const { errors } = parseDocument(text, { schema: 'core', uniqueKeys: false })
  const end = text.trimEnd().length
  return errors.slice(0, 1).map(({ message, pos: [from, to] }) => ({
    from: Math.min(from, end),
    to: Math.min(to, end),
    severity: 'error',
    message: message.split(' at line ')[0],
  }))
}

const findFaults = view => [...(view.state.doc.length > LONGEST ? [] : syntaxFaults(view)), ...answered]

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--code-word)' },
  { tag: tags.comment, color: 'var(--soft)' },
])

const box = { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--edge)' }
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.5' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-content': { padding: '.5rem 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--soft)', border: '0' },
  '.cm-tooltip': box,
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--code)', maxWidth: 'min(90vw, 30rem)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
  '[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo': { whiteSpace: 'normal', fontFamily: 'system-ui, sans-serif' },
  // A phone has no room beside the list.
  '@media (max-width: 40rem)': { '.cm-completionInfo': { display: 'none' } },
  '.cm-diagnostic': { whiteSpace: 'normal', maxWidth: '80vw', fontFamily: 'system-ui, sans-serif' },
  '.cm-panels': { backgroundColor: 'var(--tint)', color: 'var(--ink)' },
})

/** What a screen reader says of the field. */
function describedAs() {
  const label = [...field.labels].map(one => one.textContent).join(' ')
  const hints = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
  return { 'aria-label': label, 'aria-description': hints.join(' ').replace(/\s+/g, ' ').trim() }
}

const view = new EditorView({
  doc: field.value,
  selection: { anchor: field.selectionStart, head: field.selectionEnd },
  parent: host,
  extensions: [
    lineNumbers(),
    lintGutter(),
    history(),
    // Tab is not among them: it leaves the field.
    keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
    field.dataset.language === 'json' ? json() : yaml(),
    syntaxHighlighting(COLOURS),
    autocompletion({
      override: [completeUnlessLong],
      icons: false,
      activateOnCompletion: ({ type }) => type === 'property',
    }),
    linter(findFaults, { delay: 300 }),
    EditorView.domEventHandlers({ beforeinput: writeLines }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of(describedAs()),
    EditorView.contentAttributes.of(({ state }) => (diagnosticCount(state) > 0 ? { 'aria-invalid': 'true' } : {})),
    EditorView.updateListener.of(follow),
    LOOK,
  ],
})

function completeUnlessLong(context) {
  return context.state.doc.length > LONGEST ? null : completeFrom(readSchema, isJson)(context)
}

/** A browser that joins lines writes styles into them, which the policy of the page refuses: here the text is replaced instead. */
function writeLines({ inputType, data }, editor) {
  const selection = document.getSelection()
  if (inputType !== 'insertText' || data === null || editor.composing || selection.rangeCount === 0) return false
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const from = editor.posAtDOM(startContainer, startOffset)
  const to = editor.posAtDOM(endContainer, endOffset)
  if (editor.state.doc.lineAt(from).to >= to && !data.includes('\n')) return false
  const changes = { from, to, insert: data }
  editor.dispatch({ changes, selection: { anchor: from + data.length }, userEvent: 'input.type', scrollIntoView: true })
  return true
}

/** What is written is in the field at once, and whatever follows the field hears of it. */
function follow({ docChanged, changes, state }) {
  if (!docChanged) return
  answered = answered
    .filter(({ from, to }) => !changes.touchesRange(from, to))
    .map(one => ({ ...one, from: changes.mapPos(one.from), to: changes.mapPos(one.to) }))
  const text = state.doc.toString()
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The other way, when a form is reset or another script fills it in. */
function takeOver() {
  const { doc } = view.state
  if (doc.toString() !== field.value) view.dispatch({ changes: { from: 0, to: doc.length, insert: field.value } })
}

function showFaults() {
  answered = readFaults(view.state.doc)
  view.dispatch(setDiagnostics(view.state, findFaults(view)))
}

field.addEventListener('input', takeOver)
field.addEventListener('faults', showFaults)
field.form.addEventListener('reset', () => setTimeout(takeOver))
for (const label of field.labels) label.addEventListener('click', () => view.focus())
// The page's keys are not meant for who writes.
host.addEventListener('keydown', event => event.key === '/' && event.stopPropagation())

const hadFocus = document.activeElement === field
field.after(host)
field.classList.add('replaced')
if (hadFocus) view.focus()
showFaults()
