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
#graphiql { flex: 1; min-width: 0; min-height: 0; overflow-wrap: normal; line-height: normal; }
${OWN} {
  --font-family: system-ui, sans-serif !important; --font-family-mono: var(--code) !important;
  --alpha-secondary: 1 !important; --alpha-tertiary: .9 !important;
}
@media (prefers-color-scheme: light) {
  ${OWN} {
    --color-primary: 182, 79%, 20% !important; --color-tertiary: 188, 100%, 22% !important; --color-info: 208, 100%, 34% !important;
    --color-success: 158, 60%, 25% !important; --color-warning: 36, 100%, 26% !important;
  }
}
@media (prefers-color-scheme: dark) {
  ${OWN} { --color-base: 195, 19%, 11% !important; --color-primary: 173, 50%, 64% !important; }
  button.graphiql-execute-button > svg { color: var(--on-accent); }
}
.graphiql-logo { font-size: var(--type-16); }
.CodeMirror-scroll:focus-visible { outline: 2px solid; outline-offset: -2px; }
.graphiql-logo button { width: auto; padding: 0 var(--space-8); white-space: nowrap; }
.graphiql-logo button::after { content: ' ▾'; }
@media not all and (min-width: ${TABLET}) {
  .framed:has(#graphiql) { height: auto; }
  .graphiql-container { flex-direction: column-reverse !important; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: 100%; box-sizing: border-box; padding: var(--space-4) var(--space-8); }
  .graphiql-container .graphiql-main { width: auto !important; min-height: 0; margin: 0; overflow: auto; }
  .graphiql-container .graphiql-sessions { margin: var(--space-4); min-width: 0; }
  .graphiql-container #graphiql-session { flex-direction: column !important; overflow: auto; }
  .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { flex: none !important; }
  .graphiql-container .graphiql-query-editor { flex-direction: column-reverse; }
  .graphiql-container .graphiql-toolbar, .graphiql-container .graphiql-toolbar > div { display: flex; flex-direction: row; width: auto; }
  .graphiql-container .graphiql-editors { height: 60vh; }
  .graphiql-container .graphiql-response { height: 45vh; }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none; }
}
`
}
