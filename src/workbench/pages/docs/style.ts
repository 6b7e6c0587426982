import { DESK } from '../tokens.ts'

/** The pages of operations: fields in the middle, beside them a panel that stays visible. One column on a narrow screen. */
export const DOCS_STYLE = `
.row { padding: var(--space-12) 0; border-bottom: 1px solid var(--line); }
.row p { margin: 0; }
.row :is(input, select) { margin-top: var(--space-4); }
.row:target { background: var(--tint); }
.columns textarea { field-sizing: content; max-height: var(--width-480); }
.panel { font-size: var(--type-14); line-height: var(--dense); }
.docs main .panel h2 { font-size: var(--type-16); margin: var(--space-16) 0 var(--space-8); }
.panel pre { max-height: none; }
#outcome h2 { scroll-margin-top: calc(var(--bar) + var(--space-16)); }
.sending { display: flex; flex-wrap: wrap; gap: var(--space-8); align-items: center; z-index: 1; padding: var(--space-8) 0; background: var(--paper); }
.sending form { display: flex; gap: var(--space-8); margin: 0; }
.sending select { width: auto; max-width: var(--width-144); }
.sending > select { flex: 1 1 var(--width-144); min-width: 0; max-width: var(--width-272); }
@media (min-width: ${DESK}) {
  .columns { display: grid; grid-template: auto auto 1fr / minmax(0, 1fr) minmax(0, var(--width-480)); gap: 0 var(--space-32); align-items: start; }
  .columns > :not(.panel) { grid-column: 1; }
  .panel { grid-area: 1 / 2 / 4 / 3; position: sticky; top: var(--bar); max-height: calc(100vh - var(--bar)); overflow-y: auto; padding-inline: var(--space-4); }
  .panel .sending { position: sticky; top: 0; }
  .outlined { display: grid; grid-template-columns: minmax(0, 1fr) var(--width-216); gap: var(--space-32); align-items: start; }
  .outline { position: sticky; top: calc(var(--bar) + var(--space-16)); max-height: calc(100vh - var(--bar) - var(--space-32)); overflow-y: auto; font-size: var(--type-14); line-height: var(--dense); }
  .outline ul { list-style: none; margin: 0; padding: 0 0 0 var(--space-12); border-left: 1px solid var(--line); }
  .outline li { margin-bottom: var(--space-8); }
}
@media not all and (min-width: ${DESK}) {
  .panel { display: contents; }
  .outline { display: none; }
  .sending { position: sticky; bottom: 0; flex-wrap: nowrap; border-top: 1px solid var(--line); }
  .sending :is(form, select) { flex: 1 1 0; min-width: 0; }
}
.docs .places :is(a, summary) { padding-block: 2px; }
.docs .places details a { padding-left: var(--space-24); }
.places .group { margin: var(--space-12) var(--space-8) 0; color: var(--soft); font-weight: var(--strong); }
.links { columns: var(--width-272); }
@media print {
  .columns { display: block; }
  .panel { position: static; max-height: none; overflow: visible; display: block; }
  .sending { display: none; }
  .framed, .framed main { display: block; padding: 0; }
  #try { display: block !important; }
  pre { border: 1px solid var(--line); }
}
.code-c { color: var(--soft); font-style: italic; }
.code-s { color: var(--good); }
.code-k { color: var(--code-word); }
.code-f { color: var(--accent); }
.code-n { color: var(--wait); }
`
