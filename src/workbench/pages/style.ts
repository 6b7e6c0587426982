/** Shows a table as a list of rows when its columns would be too narrow for words; in the documentation earlier, because its names are long. */
export const STACKED = `
  table, tbody, tr, td, th[scope='row'] { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td, th[scope='row'] { border: 0; padding: .1rem 0; }
  td[data-head]::before { content: attr(data-head) ': '; color: var(--soft); }
  .codes td:first-child, .codes th { display: inline-block; margin-right: .6rem; }
`

/** The style of every page: for phones, light and dark, with a strip that says that nothing here is real. */
export const STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: anywhere;
}
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem .9rem; border-radius: var(--corner); background: var(--paper); z-index: 2; }
.skip:focus { top: .5rem; }
main:focus { outline: none; }
a, .number, code, td, th, dd, dt { unicode-bidi: isolate; }
.strip {
  margin: 0; padding: .1rem 1rem; background: var(--strip); color: var(--on-strip);
  font-weight: 650; font-size: .8rem; text-align: center;
}
.narrow :is(main, .bar, .foot) { width: min(100% - 2rem, 35rem); margin-inline: auto; }
.bar { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; align-items: baseline; padding-block: 1.1rem; }
.brand { font-weight: 750; font-size: 1.15rem; letter-spacing: -.01em; color: var(--ink); text-decoration: none; }
html { scroll-padding: 5rem 0 6rem; }
.framed > header { display: contents; }
.head {
  position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center;
  padding: .45rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line);
}
.time { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: center; margin-left: auto; min-width: 0; font-size: var(--text-2); }
.time form { margin: 0; }
.time .word { display: none; }
.drop { position: relative; }
.drop > summary { cursor: pointer; list-style: none; }
.drop > summary:not(.button)::after { content: ' ▾'; }
.drop[open] > summary { margin: 0; }
.sheet {
  position: absolute; z-index: 4; top: calc(100% + .5rem); left: 0; width: max-content; min-width: 14rem; max-width: min(22rem, 90vw);
  padding: .9rem; background: var(--paper); border: 1px solid var(--edge); border-radius: var(--round); box-shadow: 0 .4rem 1.4rem #0003;
}
.time .sheet { left: auto; right: 0; }
/* Ends where the heading ends, so that it is inside the window at each width. */
.heading { position: relative; }
.heading > .row-actions > .drop { position: static; }
.heading > .row-actions > .drop > .sheet { top: auto; left: auto; right: 0; margin-top: .5rem; }
.sheet form + form { margin-top: .9rem; }
.sheet input[type='text'] { font-size: 1rem; padding: .35rem .6rem; }
.sheet .plain { margin: .6rem 0; }
.places { font-size: var(--text-2); }
.places ul { list-style: none; margin: 0 0 .8rem; padding: 0; }
.places a { display: block; padding: .3rem .6rem; border-radius: var(--corner); color: var(--ink); text-decoration: none; }
.places a { display: flex; justify-content: space-between; gap: .5rem; }
.count { color: var(--soft); font-weight: 400; }
.places a:hover { background: var(--tint); }
.places a[aria-current] { background: var(--tint); font-weight: 650; box-shadow: inset 3px 0 var(--accent); }
.places summary { padding: .3rem .6rem; font-weight: 600; }
.places input[type='text'] { max-width: none; font-size: 1rem; padding: .3rem .6rem; margin-bottom: .7rem; }
.framed .foot { padding-inline: 1rem; }
.framed main { padding: 1.2rem 1rem 0; min-width: 0; max-width: 84rem; }
@media (min-width: 52.01rem) {
  .framed { display: grid; grid-template: auto auto 1fr auto / 13.5rem minmax(0, 1fr); min-height: 100vh; }
  .framed > header > * { grid-column: 1 / -1; }
  .head .menu { display: none; }
  .places[popover] {
    display: block; position: sticky; inset: auto; top: 3.4rem; grid-row: 3 / 5; width: auto; height: max-content; max-height: calc(100vh - 3.4rem); margin: 0;
    padding: 1rem .8rem; border: 0; background: none; color: inherit; overflow-y: auto;
  }
  .framed > .foot { grid-column: 2; }
  .framed :is(main, .foot) { padding-inline: 1.2rem 2rem; }
}
@media (max-width: 52rem) {
  html { scroll-padding-top: 8rem; }
  .time { margin: 0; flex-basis: 100%; }
  .time .batch { display: none; }
  .time .word { display: inline; }
  .places[popover] { inset: 0 auto 0 0; width: min(18rem, 85vw); height: 100dvh; margin: 0; padding: 1rem; border: 0; background: var(--paper); color: inherit; overflow-y: auto; box-shadow: 0 0 3rem #0006; }
}
/* One line, in which a long name is cut off. */
@media (min-width: 72rem) {
  .head, .time:not(:has(.error), [data-working]), .time:not([data-working]) .clock-face { flex-wrap: nowrap; white-space: nowrap; }
  .head .worlds { flex-shrink: 1000; min-width: 0; }
  .head .sheet { white-space: normal; }
  .head .worlds summary { display: flex; gap: .3rem; min-width: 0; }
  .head .worlds summary strong { overflow: hidden; text-overflow: ellipsis; }
}
@media (max-width: 36rem) {
  html { scroll-padding-top: 1rem; }
  .head { position: static; gap: .3rem .6rem; }
  .head .drop { position: static; }
  .head .sheet { top: auto; left: 1rem; right: 1rem; margin-top: .5rem; }
}
@media print { .strip, .head, .places, .foot, .live, .row-actions, form, button { display: none !important; } body { background: none; } li, tr, svg { break-inside: avoid; } }
.foot { padding-block: 1.5rem 2.5rem; color: var(--soft); font-size: var(--text-1); }
h1, h2, h3 { line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: var(--text-5); margin: 0 0 .8rem; }
h2 { font-size: var(--text-4); margin: 2.2rem 0 .6rem; }
h3 { font-size: var(--text-3); margin: 0 0 .5rem; }
p { margin: 0 0 .9rem; }
a { color: var(--accent); text-underline-offset: .18em; }
.card {
  background: var(--paper); border: 1px solid var(--line); border-radius: var(--round);
  padding: clamp(1.1rem, 4vw, 2rem); margin-bottom: 1.2rem;
}
h2.first { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
.lead { font-size: 1.12rem; max-width: 44rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: var(--corner); }
dl { margin: 0 0 1.4rem; }
.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .45rem 1rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.narrow .facts { grid-template-columns: minmax(7rem, 10.7rem) 1fr; }
.request { background: var(--tint); border-radius: var(--round); padding: .9rem 1.1rem; }
@media (max-width: 30rem) {
  .facts, .narrow .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: .55rem; }
}
label { font-weight: 600; }
.hint { color: var(--soft); font-size: var(--text-1); margin: .15rem 0 .4rem; }
select, input:is([type='text'], [type='password']), textarea {
  display: block; width: 100%; color: inherit; background: var(--paper); border: 1.5px solid var(--edge); border-radius: var(--corner);
}
select, input:is([type='text'], [type='password']) { max-width: 20rem; font: inherit; font-size: 1.1rem; padding: .6rem .75rem; }
textarea { padding: .5rem .7rem; line-height: 1.5; }
.edited { position: relative; margin-bottom: var(--space-2); }
.edited > .replaced { visibility: hidden; }
.edited > .editor {
  position: absolute; inset: 0; font-size: .92em; background: var(--paper); border: 1.5px solid var(--edge); border-radius: var(--corner);
}
.editor:focus-within { outline: 3px solid var(--accent); outline-offset: 3px; }
input[aria-invalid='true'] { border-color: var(--error); }
fieldset { border: 0; margin: 0 0 1.2rem; padding: 0; min-width: 0; }
legend { font-weight: 650; padding: 0; margin-bottom: .6rem; }
.choice {
  display: flex; gap: .8rem; align-items: flex-start; padding: .75rem .9rem; margin-bottom: .55rem; font-weight: 400;
  border: 1.5px solid var(--line); border-radius: var(--round); cursor: pointer;
}
.choice:hover { border-color: var(--edge); }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent); }
.choice strong, .choice small { display: block; }
.choice small { color: var(--soft); font-size: var(--text-1); }
.number { font-variant-numeric: tabular-nums; }
.error {
  color: var(--error); background: var(--error-tint); border-left: 4px solid var(--error); border-radius: var(--corner);
  padding: .6rem .8rem; margin: .4rem 0 .8rem; font-weight: 600;
}
.done { color: var(--good); border-left: 4px solid currentcolor; padding: .4rem .8rem; font-weight: 600; }
form:has(+ form) { margin-bottom: -.5rem; }
.actions { display: flex; flex-wrap: wrap; gap: .7rem; margin-top: 1.3rem; }
button, .button {
  font: inherit; font-weight: 650; padding: .65rem 1.25rem; min-height: 2.8rem; border-radius: var(--corner); cursor: pointer;
  border: 1.5px solid var(--accent); background: var(--accent); color: var(--on-accent); text-decoration: none;
  display: inline-block;
}
button.second, .button.second { background: transparent; color: var(--accent); }
button.destroys { border-color: var(--error); background: var(--error); color: var(--paper); }
.button.second.destroys, button.second.destroys { background: transparent; border-color: currentcolor; color: var(--error); }
button:hover, .button:hover { filter: brightness(1.08); }
button:disabled { opacity: .5; cursor: not-allowed; filter: none; }
button[aria-disabled='true'], button[aria-busy='true'] { opacity: .6; cursor: progress; }
.sign { color: var(--error); font-size: .75em; }
p.restart { margin: 1.1rem 0 0; }
.plain { list-style: none; margin: 0 0 1rem; padding: 0; }
.plain li { padding: .45rem 0; border-bottom: 1px solid var(--line); }
.plain li:last-child { border-bottom: 0; }
.chip {
  display: inline-block; font-size: .82rem; font-weight: 650; padding: .1rem .55rem; border-radius: 1rem;
  border: 1px solid currentcolor; color: var(--soft);
}
.chip.VALID { color: var(--good); }
code, pre, textarea { font-family: var(--code); font-size: .92em; }
code { background: var(--tint); padding: .1em .35em; border-radius: .3em; }
pre {
  background: var(--tint); border-radius: var(--round); padding: .9rem 1.1rem; margin: 0 0 1rem;
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all;
}
pre code, dd > code:only-child, dt > code:only-child { background: none; padding: 0; }
summary { padding: .2rem 0; cursor: pointer; }
details[open] > summary { margin-bottom: .4rem; }
table + details { margin-top: .8rem; }
.fold { border-bottom: 1px solid var(--line); }
.fold > summary { padding: .4rem 0; }
.grid + .fold { margin-top: 1.4rem; }
.fold > summary :is(h2, h3) { display: inline; }
.whole-word { display: inline-block; max-width: 100%; text-decoration: inherit; }
.iban > span:not(:last-child) { padding-right: .22em; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: .9rem; padding: 0; margin: 0; list-style: none; }
.grid a { display: block; height: 100%; padding: .9rem 1.1rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--round); text-decoration: none; }
.grid a:hover { border-color: var(--accent); }
.grid strong { display: block; text-decoration: underline; text-underline-offset: .18em; }
.grid span { color: var(--ink); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .5rem .8rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: var(--text-1); }
thead th, .framed td > .soft { white-space: nowrap; }
.framed table { font-size: var(--text-2); }
th, td:first-child { overflow-wrap: break-word; }
table + p, .grid + p { margin-top: .9rem; }
@media (max-width: 36rem) { ${STACKED} }
@media (max-width: 66rem) { .docs main { ${STACKED} } }
td > code:only-child, .docs td { overflow-wrap: break-word; }
.decision { scroll-margin-top: 1rem; padding: .7rem 0; border-bottom: 1px solid var(--line); }
.decision:target { background: var(--tint); box-shadow: 0 0 0 .6rem var(--tint); }
.decision p { margin: 0; }
.decision h2 { font-size: 1rem; margin: 0 0 .2rem; display: flex; gap: .7rem; align-items: baseline; }
.bad { color: var(--error); }
.good { color: var(--good); }
.people p { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0 0 .6rem; }
.orders, .transfers { list-style: none; margin: .3rem 0; padding: 0; }
.transfers > li + li { margin-top: .35rem; }
.orders > li + li { border-top: 1px solid var(--line); padding-top: .6rem; }
.order { margin: .5rem 0; }
/* The request in words stands in the column of values, the orders below it over both columns. */
.request > dd:has(.orders) { display: contents; }
.request .orders { grid-column: 1 / -1; }
.order .number { overflow-wrap: normal; }
.pick ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .6rem; }
.pick h2 { font-size: 1rem; margin: 1.6rem 0 .6rem; }
.pick form { margin: 0; }
pre { overflow-x: auto; }
/* A text of the journal may be as long as the largest body. */
:is(.kept, .copies) pre { max-height: 34rem; }
/* A script adds the button. Its place is reserved, so that nothing moves. */
button:has(+ pre) { display: block; position: relative; top: .45rem; z-index: 1; height: 2.2rem; margin: 0 .5rem -2.2rem auto; }
@media (scripting: enabled) { pre[data-copy] { padding-right: 6.5rem; } }
@media (scripting: enabled) and (max-width: 36rem) { pre[data-copy] { padding: 2.9rem 1.1rem .9rem; } }
@media (max-width: 36rem) {
  .bar { padding-block: .7rem; }
  .foot { padding-block: .6rem 1.2rem; }
  p { margin-bottom: .7rem; }
  .lead { font-size: 1rem; }
  .hint { font-size: var(--text-1); line-height: 1.4; }
  .card { padding: .9rem; margin-bottom: .9rem; }
  h2 { margin-top: 1.6rem; }
}
.crumbs { margin: 0 0 .4rem; font-size: var(--text-1); }
.endpoint { font-size: var(--text-2); }
.verb { font-weight: 700; font-size: .82rem; letter-spacing: .02em; }
.verb.GET { color: var(--accent); }
.verb.POST, .verb.PUT { color: var(--good); }
.verb.DELETE { color: var(--error); }
.address { color: inherit; text-decoration: none; }
.address:hover { text-decoration: underline; }
tr:target > * { background: var(--tint); }
.chip.needed { border: 0; padding: 0; color: var(--wait); }
@media (prefers-reduced-motion: no-preference) {
  .waiting::before {
    content: ''; display: inline-block; width: .8em; height: .8em; margin-right: .6em; border-radius: 50%;
    border: .16em solid var(--accent); border-right-color: transparent; animation: turn 1s linear infinite;
  }
  @keyframes turn { to { transform: rotate(1turn); } }
}
`

/** The mark of the pages: a dune under a sun. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5a5c"/><circle cx="21" cy="11" r="4" fill="#ffd64d"/><path d="M3 24c6-9 11-9 15-3 3 4 7 4 11 1v3a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z" fill="#f3eee4"/></svg>`
