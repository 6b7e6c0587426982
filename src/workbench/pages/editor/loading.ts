/**
 * Loads the editor when its field is focused or pointed at, or has faults, so that other pages do not load it. Without scripts, or when the editor was not
 * built, the field stays a plain one.
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
