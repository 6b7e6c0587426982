/**
 * Fetches the editor when a field that it is for is first focused or pointed at, or has faults already: so no page weighs more. Without scripts, or where the editor was
 * never built, the field stays as it is.
 */
export const EDITOR_LOADING = `
const edited = document.querySelector('[data-editor]')
function loadEditor() {
  for (const event of ['focus', 'pointerenter']) edited.removeEventListener(event, loadEditor)
  document.head.append(Object.assign(document.createElement('script'), { src: edited.dataset.editor }))
}
if (edited !== null) {
  for (const event of ['focus', 'pointerenter']) edited.addEventListener(event, loadEditor)
  if (edited.dataset.faults !== undefined || document.activeElement === edited) loadEditor()
}
`
