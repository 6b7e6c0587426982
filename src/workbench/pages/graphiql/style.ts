import { TABLET, TOKENS } from '../tokens.ts'

/** Changes to GraphiQL's own style: its texts get a contrast of at least 4.5. */
const OWN =
  ':is(.graphiql-container, .graphiql-dialog, .graphiql-tooltip, .CodeMirror-info, .CodeMirror-lint-tooltip, [data-radix-popper-content-wrapper])'

/**
 * The style of the frame around GraphiQL. GraphiQL has its own style, also for its dialogs outside of the frame; neither applies to the other.
 * @param style the style of all pages
 */
export function aroundGraphiql(style: string): string {
  return `${TOKENS}
@scope (html) to (#graphiql, body > :not(.skip, header, nav, main, footer)) {${style}}
.framed:has(#graphiql) { height: 100dvh; grid-template-rows: auto minmax(0, 1fr); }
.framed:has(#graphiql) main { padding: 0; max-width: none; display: flex; flex-direction: column; }
.framed:has(#graphiql) .did { margin: 0; border-radius: 0; }
.framed:has(#graphiql) .foot { display: none; }
#graphiql { display: flex; flex-direction: column; min-width: 0; min-height: 0; overflow-wrap: normal; line-height: normal; }
#graphiql > * { flex: 1; min-height: 0; }
.workspace { flex: 1; min-height: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); }
.workspace .pane { overflow-y: auto; padding: var(--space-12) var(--space-8); border-right: 1px solid var(--line); font-size: var(--type-14); }
.workspace .pane h2 { margin: 0; padding: 0 var(--space-8); font-size: var(--type-14); }
.workspace .pane .hint { margin: 0; padding: 0 var(--space-8); }
.workspace .pane ul { list-style: none; margin: 0 0 var(--space-16); padding: 0; }
.workspace .pane button { width: 100%; min-height: 0; padding: var(--space-4) var(--space-8); border: 0; background: none; color: var(--accent); text-align: left; justify-content: start; font-weight: var(--normal); }
.workspace .pane button:hover { background: var(--tint); }
.workspace .pane button:disabled { opacity: 1; }
${OWN} {
  --font-family: system-ui, sans-serif !important; --font-family-mono: var(--code) !important;
  --alpha-secondary: 1 !important; --alpha-tertiary: .9 !important;
}
@media (prefers-color-scheme: light) {
  ${OWN} {
    --color-base: 40, 100%, 99% !important; --color-neutral: 196, 26%, 22% !important;
    --color-primary: 182, 79%, 20% !important; --color-secondary: 39, 100%, 24% !important; --color-tertiary: 188, 100%, 22% !important;
    --color-info: 208, 100%, 30% !important; --color-success: 158, 60%, 23% !important; --color-warning: 36, 100%, 24% !important;
    --color-error: 2, 71%, 36% !important;
  }
}
@media (prefers-color-scheme: dark) {
  ${OWN} {
    --color-base: 195, 19%, 12% !important; --color-neutral: 190, 14%, 86% !important;
    --color-primary: 173, 50%, 64% !important; --color-secondary: 41, 79%, 70% !important; --color-error: 6, 100%, 81% !important;
  }
  button.graphiql-execute-button > svg { color: var(--on-accent); }
}
.graphiql-logo { font-size: var(--type-16); margin: 0; }
.graphiql-doc-explorer-content a { text-decoration: underline; }
.CodeMirror-scroll:focus-visible { outline: 2px solid; outline-offset: -2px; }
.graphiql-logo button { width: auto; padding: 0 var(--space-8); white-space: nowrap; }
.graphiql-logo button::after { content: ' ▾'; }
.graphiql-container .links {
  list-style: none; display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-12); max-height: var(--width-144); overflow-y: auto; margin: 0; padding: var(--space-8) var(--space-12);
  border-top: 1px solid var(--line); font: var(--type-14) / var(--dense) var(--sans); color: var(--soft);
}
.graphiql-container .links a { color: var(--accent); }
.graphiql-container .graphiql-footer { border: 0; }
/* What is folded is beyond the keyboard, too. */
.graphiql-container .graphiql-editor-tool[style*='opacity: 0'] { visibility: hidden; }
.graphiql-container .graphiql-editors { flex: 1.5; min-width: 0; }
.graphiql-container .graphiql-response { flex: 1; min-width: 0; position: relative; }
/* Over the answer, which would move down and up again otherwise. */
.graphiql-container .graphiql-response > .graphiql-spinner { position: absolute; z-index: 1; inset: 0 0 auto 0; }
@media (min-width: ${TABLET}) {
  .graphiql-container { position: relative; }
  .graphiql-container .graphiql-main { min-width: 0; }
  .graphiql-container .graphiql-sidebar { position: absolute; z-index: 1; inset: var(--space-16) var(--space-24) auto auto; width: auto; padding: 0; flex-direction: row; gap: 0; }
  .graphiql-container .graphiql-sidebar-section { flex-direction: row; gap: 0; }
  .graphiql-container .graphiql-sidebar button { width: var(--button); height: var(--button); padding: var(--space-8); }
  .graphiql-container .graphiql-sidebar button[data-index='0'] { width: auto; font-weight: var(--strong); }
  .graphiql-container .graphiql-sidebar button[data-index='0'] svg { display: none; }
  .graphiql-container .graphiql-sidebar button[data-index='0']::after { content: 'Schema'; }
  .graphiql-container .graphiql-session-header { padding-right: calc(var(--width-272) + var(--space-24)); }
}
.graphiql-container .graphiql-query-editor { flex-direction: column-reverse; row-gap: var(--space-8); }
.graphiql-container .graphiql-toolbar, .graphiql-container .graphiql-toolbar > div { display: flex; flex-direction: row; width: auto; }
@media not all and (min-width: ${TABLET}) {
  .framed:has(#graphiql) { height: auto; }
  .workspace { grid-template-columns: minmax(0, 1fr); }
  .workspace .pane { border: 0; padding-bottom: 0; }
  .workspace .pane ul { display: flex; flex-wrap: wrap; gap: var(--space-4); }
  .workspace .pane button { width: auto; padding: var(--space-8); border: 1px solid var(--line); }
  .graphiql-container { flex-direction: column-reverse !important; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: 100%; box-sizing: border-box; padding: var(--space-4) var(--space-8); }
  .graphiql-container .graphiql-main { width: auto !important; min-height: 0; margin: 0; overflow: auto; }
  .graphiql-container .graphiql-sessions { margin: var(--space-4); min-width: 0; }
  .graphiql-container #graphiql-session { flex-direction: column !important; overflow: auto; }
  .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { flex: none !important; }
  .graphiql-container .graphiql-editors { height: 60vh; }
  .graphiql-container .graphiql-response { height: 45vh; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
}
`
}
