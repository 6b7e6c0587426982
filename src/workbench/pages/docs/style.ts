/** The pages of operations: fields in the middle, beside them a panel that stays visible. One column on a narrow screen. */
export const DOCS_STYLE = `
.row { padding: .7rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 4rem; }
.row p { margin: 0; }
.row :is(input, select) { margin-top: .4rem; font-size: 1rem; padding: .45rem .65rem; max-width: 30rem; }
.row:target { background: var(--tint); box-shadow: 0 0 0 .5rem var(--tint); }
.columns .lead { font-size: 1rem; }
.columns textarea { field-sizing: content; max-height: 32rem; }
.panel h2 { font-size: var(--text-3); margin: 1.1rem 0 .5rem; }
.panel h2.good { color: var(--good); }
.panel h2.bad { color: var(--error); }
.panel pre { max-height: none; font-size: .84rem; }
.sending { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; z-index: 1; padding: .6rem 0; background: var(--ground); }
.sending form { display: flex; gap: .5rem; margin: 0; }
.sending select { font-size: 1rem; padding: .45rem .65rem; width: auto; max-width: 11rem; }
.sending > select { flex: 1 1 11rem; min-width: 0; max-width: 17rem; }
.sending button { padding: .35rem .9rem; min-height: 2.4rem; }
@media (min-width: 76.01rem) {
  .columns { display: grid; grid-template: auto auto 1fr / minmax(0, 1fr) minmax(0, 31rem); gap: 0 2rem; align-items: start; }
  .columns > :not(.panel) { grid-column: 1; }
  .panel { grid-area: 1 / 2 / 4 / 3; position: sticky; top: 3.6rem; max-height: calc(100vh - 4.6rem); overflow-y: auto; padding-inline: .3rem; }
  .panel .sending { position: sticky; top: 0; }
}
@media (max-width: 76rem) {
  .panel { display: contents; }
  .sending { position: sticky; bottom: 0; flex-wrap: nowrap; border-top: 1px solid var(--line); }
  .sending :is(form, select) { flex: 1 1 0; min-width: 0; }
}
.docs .places { font-size: var(--text-1); }
.docs .places :is(a, summary) { padding-block: .1rem; }
.docs .places summary { font-weight: 400; }
.docs .places details a { padding-left: 1.4rem; }
.places .group { margin: .6rem .6rem .1rem; color: var(--soft); font-weight: 650; }
.cited { font-size: var(--text-1); margin-top: .4rem; }
.links { columns: 16rem; }
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
