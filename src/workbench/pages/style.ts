import { DESK, PHONE, TABLET } from './tokens.ts'

/** A table of words as a list: its columns would be too narrow. */
const STACKED = `
  table:not(.list), table:not(.list) :is(tbody, tr, td, th[scope='row']) { display: block; }
  table:not(.list) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  table:not(.list) tr { padding: var(--space-8) 0; border-bottom: 1px solid var(--line); }
  table:not(.list) :is(td, th[scope='row']) { border: 0; padding: 0; }
  .codes td:first-child, .codes th { display: inline-block; margin-right: var(--space-8); }
`

/** The style of every page: for phones, light and dark. */
export const STYLE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: var(--space-48) 0; }
body { margin: 0; background: var(--paper); color: var(--ink); font: var(--type-14)/var(--dense) var(--sans); overflow-wrap: anywhere; }
.narrow, .docs main { font-size: var(--type-16); line-height: var(--open); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: var(--space-16); top: calc(-2 * var(--space-48)); padding: var(--space-8) var(--space-12); background: var(--paper); z-index: 5; }
.skip:focus { top: var(--space-8); }
main:focus { outline: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--corner); }
a, .number, code, td, th, dd, dt { unicode-bidi: isolate; }
a { color: var(--accent); text-underline-offset: 2px; }
h1, h2, h3 { font-weight: var(--strong); line-height: var(--dense); text-wrap: balance; }
h1 { font-size: var(--type-20); margin: 0 0 var(--space-8); }
h2 { font-size: var(--type-16); margin: var(--space-24) 0 var(--space-8); }
h3 { font-size: inherit; margin: 0 0 var(--space-4); }
.docs h1 { font-size: var(--type-28); margin-bottom: var(--space-16); }
:is(.narrow, .docs main) h2 { font-size: var(--type-20); margin-top: var(--space-32); }
h1 .soft { font-weight: var(--normal); }
h2.first, .card h2.first, .narrow h2.first { margin-top: 0; }
strong, label, legend, dt > code { font-weight: var(--strong); }
p, dl, pre, ul, ol { margin: 0 0 var(--space-12); }
:is(ul, ol) { padding-left: var(--space-24); }
.docs main :is(p, li, h1, h2), .lead { max-width: var(--measure); }
.lead { font-size: var(--type-16); line-height: var(--open); }
.soft, small { color: var(--soft); }
small, .hint, .crumbs, .cited { font-size: var(--type-12); }
.good { color: var(--good); }
.bad, .sign { color: var(--error); }
.number, time { font-variant-numeric: tabular-nums; }
.whole-word { display: inline-block; max-width: 100%; text-decoration: inherit; }
.iban > span:not(:last-child) { padding-right: var(--space-4); }
del { color: var(--error); } ins { color: var(--good); text-decoration: none; }

/* The frame: one bar, the list of pages, the page. */
.bar { display: flex; gap: var(--space-12); align-items: center; min-height: var(--bar); padding: 0 var(--space-16); }
.brand { font-size: var(--type-16); font-weight: var(--strong); color: var(--ink); text-decoration: none; white-space: nowrap; }
.test { padding: 0 var(--space-4); border-radius: var(--corner); background: var(--mark); color: var(--on-mark); font-size: var(--type-12); font-weight: var(--strong); }
.narrow .bar { font-size: var(--type-12); }
.narrow :is(main, .bar, .foot) { width: min(100% - var(--space-32), var(--width-480)); margin-inline: auto; padding-inline: 0; }
.foot { padding-block: var(--space-24); color: var(--soft); font-size: var(--type-12); }
.framed > .bar { position: sticky; top: 0; z-index: 3; background: var(--paper); border-bottom: 1px solid var(--line); }
.framed > .bar > .time { margin-left: auto; }
.time, .clock-face { display: flex; gap: var(--space-8); align-items: center; white-space: nowrap; min-width: 0; }
.bar form { margin: 0; }
.clock > summary { display: flex; gap: var(--space-4); align-items: center; }
.time label { font-weight: var(--normal); }
.time progress { width: var(--width-144); flex: none; }
.worlds > summary { max-width: var(--width-216); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.framed main { padding: var(--space-16) var(--space-16) 0; min-width: 0; max-width: var(--width-page); }
.framed > .foot { padding-inline: var(--space-16); }
.framed search { flex: 0 1 var(--width-216); }
.framed search input { margin: 0; }
.places search { display: none; }
.places ul { list-style: none; margin: 0 0 var(--space-12); padding: 0; }
.places a { display: flex; justify-content: space-between; gap: var(--space-8); padding: var(--space-4) var(--space-8); border-radius: var(--corner); color: var(--ink); text-decoration: none; }
.places a:hover, .places a[aria-current] { background: var(--tint); }
.places a[aria-current] { font-weight: var(--strong); }
.places summary { padding: var(--space-4) var(--space-8); }
.count { color: var(--soft); font-weight: var(--normal); }
.drop { position: relative; }
.drop > summary { cursor: pointer; list-style: none; white-space: nowrap; }
.drop > summary::after { content: ' ▾'; color: var(--soft); }
.sheet {
  position: absolute; z-index: 4; top: calc(100% + var(--space-4)); right: 0; width: max-content; min-width: var(--width-216); max-width: min(var(--width-360), 90vw);
  padding: var(--space-12); background: var(--paper); border: 1px solid var(--edge); border-radius: var(--round); box-shadow: 0 var(--space-4) var(--space-24) var(--shadow); white-space: normal;
}
.worlds .sheet { right: auto; left: 0; }
.sheet form { margin: 0; }
.sheet form + form, .sheet .plain + p { margin-top: var(--space-12); }
.did { position: sticky; top: var(--bar); z-index: 2; display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-16); align-items: center; margin: 0 0 var(--space-12); padding: var(--space-8) var(--space-12); background: var(--tint); border-left: 3px solid var(--good); border-radius: var(--corner); }
.did form { margin: 0; }
@media (min-width: ${TABLET}) {
  .framed { display: grid; grid-template: auto 1fr auto / var(--width-216) minmax(0, 1fr); min-height: 100vh; }
  .framed > .bar { grid-column: 1 / -1; }
  .menu { display: none; }
  .places[popover] {
    display: block; position: sticky; inset: auto; top: var(--bar); grid-row: 2 / 4; width: auto; height: max-content; max-height: calc(100vh - var(--bar)); margin: 0;
    padding: var(--space-16) var(--space-12); border: 0; background: none; color: inherit; overflow-y: auto;
  }
  .framed > :is(main, .foot) { grid-column: 2; }
  .framed main { padding-inline: var(--space-12) var(--space-32); }
  .framed > .foot { padding-inline: var(--space-12); }
}
@media not all and (min-width: ${TABLET}) {
  .framed > .bar { flex-wrap: wrap; }
  .bar search { display: none; }
  .places search { display: block; }
  .places search input { width: 100%; margin-bottom: var(--space-12); }
  .places[popover] { inset: 0 auto 0 0; width: min(var(--width-272), 85vw); height: 100dvh; margin: 0; padding: var(--space-16); border: 0; background: var(--paper); color: inherit; overflow-y: auto; box-shadow: 0 0 var(--space-48) var(--shadow); }
}
@media not all and (min-width: ${PHONE}) {
  .framed > .bar { position: static; gap: var(--space-8); padding-block: var(--space-8); }
  .framed > .bar > .time { margin: 0; flex-basis: 100%; flex-wrap: wrap; }
  .bar .drop, .heading .drop { position: static; }
  .bar { position: relative; }
  .bar .sheet, .worlds .sheet, .heading .sheet { top: auto; left: var(--space-16); right: var(--space-16); width: auto; }
  .worlds > summary { max-width: var(--width-144); }
  .did { top: 0; }
}
@media print {
  .framed > .bar, .places, .foot, .live, .row-actions, .do, form, button { display: none !important; }
  li, tr, svg { break-inside: avoid; }
}

/* Parts. */
.heading { position: relative; display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-12); align-items: center; min-height: var(--button); margin-bottom: var(--space-8); }
.heading > * { margin: 0; }
.heading > :is(h1, h2) { margin: 0 auto 0 0; }
.card { position: relative; padding: var(--space-16); margin-bottom: var(--space-16); border: 1px solid var(--line); border-radius: var(--round); }
.card > :last-child { margin-bottom: 0; }
.facts { display: grid; grid-template-columns: minmax(var(--width-144), auto) 1fr; gap: var(--space-4) var(--space-16); }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.narrow .facts { grid-template-columns: var(--width-144) 1fr; }
.narrow .request { padding: var(--space-12); background: var(--tint); border-radius: var(--round); }
@media (min-width: ${DESK}) { .facts.two { grid-template-columns: var(--width-144) 1fr var(--width-144) 1fr; } }
@media not all and (min-width: ${PHONE}) {
  .framed .facts, .narrow .facts { grid-template-columns: 1fr; gap: 0; }
  .facts dd { margin-bottom: var(--space-8); }
}
.chip {
  display: inline-block; padding: 0 var(--space-8); border: 1px solid currentcolor; border-radius: var(--corner); color: var(--soft);
  font-size: var(--type-12); font-weight: var(--strong); line-height: var(--open); white-space: nowrap; text-decoration: none;
}
.chip:is(.good, .VALID, .ACSC) { color: var(--good); }
.chip:is(.bad, .RJCT, .CANC, .PART) { color: var(--error); }
.chip:is(.wait, .RCVD, .ACCP, .ACWP, .PDNG) { color: var(--wait); }
.chip:is(.ACTC, .ACWC, .ACSP) { color: var(--accent); }
.chips { display: flex; flex-wrap: wrap; gap: var(--space-4); }
.chips .chip { line-height: var(--space-24); }
.chips .chip[aria-current] { background: var(--tint); box-shadow: inset 0 0 0 1px currentcolor; }
.plain { list-style: none; padding: 0; }
.plain > li { padding: var(--space-8) 0; border-bottom: 1px solid var(--line); }
.plain > li:last-child { border-bottom: 0; }
.row-actions, .actions { display: flex; flex-wrap: wrap; gap: var(--space-8); align-items: center; }
.row-actions form { margin: 0; }
.actions { margin-top: var(--space-16); }
.error { padding: var(--space-8) var(--space-12); margin: var(--space-4) 0 var(--space-8); color: var(--error); background: var(--error-tint); border-left: 3px solid var(--error); border-radius: var(--corner); font-weight: var(--strong); }
.done { padding: var(--space-4) var(--space-12); color: var(--good); border-left: 3px solid currentcolor; font-weight: var(--strong); }
.crumbs { margin: 0 0 var(--space-4); }
code, pre, textarea { font-family: var(--code); font-size: inherit; }
.narrow code, .docs main :is(code, pre, textarea) { font-size: var(--type-14); }
code { padding: 0 var(--space-4); background: var(--tint); border-radius: var(--corner); }
pre { padding: var(--space-12); background: var(--tint); border-radius: var(--round); white-space: pre-wrap; overflow: auto; user-select: all; }
pre code, dd > code:only-child, dt > code:only-child, td > code:only-child { padding: 0; background: none; }
.kept pre, .copies pre { max-height: var(--width-480); }
/* A script adds the button. Its place is reserved, so that nothing moves. */
button:has(+ pre) { display: block; position: relative; top: var(--space-8); z-index: 1; margin: 0 var(--space-8) calc(-1 * var(--button)) auto; }
@media (scripting: enabled) { pre[data-copy] { padding-right: calc(2 * var(--space-48)); } }
summary { cursor: pointer; }
details[open] > summary { margin-bottom: var(--space-4); }
.drop[open] > summary { margin: 0; }
.fold { border-bottom: 1px solid var(--line); }
.fold > summary { padding: var(--space-8) 0; }
.fold > summary :is(h2, h3) { display: inline; }
.waiting::before { content: '… '; }

/* Tables of words. */
table { width: 100%; border-collapse: collapse; margin-bottom: var(--space-12); }
th, td { padding: var(--space-8) var(--space-12) var(--space-8) 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-size: var(--type-12); font-weight: var(--strong); }
th[scope='row'] { font-size: inherit; }
thead th { white-space: nowrap; }
th, td:first-child, .docs td { overflow-wrap: break-word; }
tr:target > * { background: var(--tint); }
@media not all and (min-width: ${PHONE}) { ${STACKED} }
@media not all and (min-width: ${DESK}) { .docs main { ${STACKED} } }

/* Lists of records: a row is one link. */
.list { margin: 0; }
.list tr { position: relative; }
.list thead th { height: var(--button); padding-block: 0; vertical-align: middle; }
.list td { height: var(--row); padding-block: 0; vertical-align: middle; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.calls td { height: var(--row-call); }
.list :is(th, td):first-child { padding-left: var(--space-8); }
.list tbody tr:hover, .list tbody tr:focus-within { background: var(--tint); }
.list td a { position: relative; z-index: 1; }
.list td .row-link { position: static; color: inherit; text-decoration: none; font-weight: var(--strong); }
.list .row-link::after { content: ''; position: absolute; inset: 0; }
.list .row-link:focus-visible { outline-offset: -2px; }
.list .amount { text-align: right; font-variant-numeric: tabular-nums; }
.list :is(.meta, .took, .who) { color: var(--soft); }
.list .wide { width: 45%; max-width: 0; }
.list .half { width: 25%; max-width: 0; }
.list td.bar-of-time { width: 30%; }
.list :is(.do, .tick) { width: 1%; padding-right: var(--space-4); overflow: visible; }
.list .tick input { position: relative; z-index: 1; display: block; margin: 0; }
.list tr.refused td:first-child { box-shadow: inset 2px 0 var(--error); }
.list tr.waits td:first-child { box-shadow: inset 2px 0 var(--wait); }
.list tr:has(a[aria-current='true']) td:first-child { box-shadow: inset 2px 0 var(--accent); }
.dots > summary { position: relative; z-index: 1; min-width: var(--space-24); color: var(--soft); text-align: center; border-radius: var(--corner); }
.dots > summary::after { content: none; }
.dots > summary:hover { background: var(--line); }
.more-sheets .sheet .button { display: block; border-color: transparent; }
.dots .sheet { min-width: var(--width-144); padding: var(--space-4); }
.dots .sheet :is(button, .button) { display: block; width: 100%; text-align: left; border-color: transparent; }
.list progress { width: var(--width-144); }
.sorts a { color: inherit; }
.pager { display: flex; flex-wrap: wrap; gap: var(--space-16); padding: var(--space-12) var(--space-8); color: var(--soft); }
.empty { padding: var(--space-24) var(--space-8); }
.filter-row { display: flex; flex-wrap: wrap; gap: var(--space-8); align-items: center; min-height: var(--button); margin-bottom: var(--space-8); }
.filters { display: flex; flex-wrap: wrap; gap: var(--space-8); align-items: center; margin: 0; }
.filter-row > .filters { margin-left: auto; }
.filters select { width: auto; max-width: var(--width-144); }
.filters input[type='text'] { width: var(--width-272); }
::placeholder { color: var(--soft); opacity: 1; }
@media (scripting: enabled) { .filters[data-applies] > button { display: none; } }
@media not all and (min-width: ${PHONE}) {
  .list, .list tbody { display: block; }
  .list thead, .list td:not(.first, .end, .second, .last, .do, .tick) { display: none; }
  .list thead:has(.sorts) { display: block; }
  .list thead:has(.sorts) tr { display: flex; gap: var(--space-16); padding: 0 var(--space-8); }
  .list thead th:not(.sorts) { display: none; }
  .list thead th.sorts[class] { width: auto; max-width: none; padding: 0; border: 0; }
  .time .day { display: none; }
  .list tbody tr { display: grid; grid-template: auto auto / auto minmax(0, 1fr) minmax(0, max-content) auto; gap: 0 var(--space-8); align-items: center; padding: var(--space-8); border-bottom: 1px solid var(--line); }
  .list tbody td[class], .list tbody td:first-child { height: auto; width: auto; max-width: none; padding: 0; border: 0; }
  .list td.tick { grid-area: 1 / 1 / 3; }
  .list td.first { grid-area: 1 / 2; text-align: left; }
  .list td.end { grid-area: 1 / 3; text-align: right; }
  .list td.second { grid-area: 2 / 2; color: var(--soft); }
  .list td.last { grid-area: 2 / 3; text-align: right; }
  .list td.do { grid-area: 1 / 4 / 3; }
  .list tr:is(.refused, .waits) td:first-child { box-shadow: none; }
  .list tr.refused { box-shadow: inset 2px 0 var(--error); }
  .list tr.waits { box-shadow: inset 2px 0 var(--wait); }
  .filter-row > .filters { margin: 0; }
}

/* Forms. */
form { margin: 0 0 var(--space-12); }
.hint { margin: 0 0 var(--space-4); color: var(--soft); }
select, input:is([type='text'], [type='date'], [type='password']), textarea {
  display: block; width: 100%; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: var(--corner);
}
select, input:is([type='text'], [type='date'], [type='password']) { max-width: var(--width-360); min-height: var(--button); padding: 0 var(--space-8); font: inherit; }
textarea { padding: var(--space-8); line-height: var(--dense); }
input[aria-invalid='true'] { border-color: var(--error); }
.edited { position: relative; margin-bottom: var(--space-8); }
.edited > .replaced { visibility: hidden; }
.edited > .editor { position: absolute; inset: 0; background: var(--paper); border: 1px solid var(--edge); border-radius: var(--corner); }
.editor:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.field { margin: 0 0 var(--space-12); }
fieldset { border: 0; margin: 0 0 var(--space-16); padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: var(--space-8); }
.choice { display: flex; gap: var(--space-8); align-items: flex-start; padding: var(--space-8) var(--space-12); margin-bottom: var(--space-8); font-weight: var(--normal); border: 1px solid var(--line); border-radius: var(--round); cursor: pointer; }
.choice:hover { border-color: var(--edge); }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { width: var(--space-16); height: var(--space-16); margin: var(--space-4) 0 0; flex: none; accent-color: var(--accent); }
.choice :is(strong, small) { display: block; }
button, .button {
  display: inline-block; min-height: var(--button); padding: 0 var(--space-12); border: 1px solid var(--accent); border-radius: var(--corner); background: var(--accent); color: var(--on-accent);
  font: var(--strong) var(--type-14)/calc(var(--button) - 2px) var(--sans); white-space: nowrap; text-decoration: none; cursor: pointer;
}
button.second, .button.second { background: transparent; color: var(--accent); border-color: var(--edge); }
button.destroys { border-color: var(--error); background: var(--error); color: var(--paper); }
.button.second.destroys, button.second.destroys { background: transparent; border-color: var(--edge); color: var(--error); }
button:hover, .button:hover { filter: brightness(1.08); }
button:disabled { opacity: .5; cursor: not-allowed; filter: none; }
button[aria-disabled='true'], button[aria-busy='true'] { opacity: .6; cursor: progress; }
.joined { display: flex; gap: var(--space-8); align-items: center; }
.joined input[type='text'] { width: auto; }
.pick ul { display: flex; flex-wrap: wrap; gap: var(--space-8); list-style: none; margin: 0; padding: 0; }
.pick form { margin: 0; }
.pick button { white-space: normal; }
progress { width: 100%; accent-color: var(--accent); }

/* A sheet over a page. */
.making { position: fixed; inset: 0 0 0 auto; z-index: 5; width: min(var(--width-480), 100vw); max-width: none; height: 100dvh; max-height: none; margin: 0; padding: 0 var(--space-24); border: 0; border-left: 1px solid var(--line); background: var(--paper); color: inherit; overflow-y: auto; box-shadow: 0 0 var(--space-48) var(--shadow); }
.making::backdrop { background: var(--shadow); }
.making form { margin: 0; }
.making button[hidden] { display: none; }
.making > form > .heading { position: sticky; top: 0; z-index: 1; margin-bottom: var(--space-8); padding: var(--space-12) 0; background: var(--paper); border-bottom: 1px solid var(--line); }
.making > form > .actions { position: sticky; bottom: 0; z-index: 1; margin: 0; padding: var(--space-12) 0; background: var(--paper); border-top: 1px solid var(--line); }
.making :is(input:is([type='text'], [type='date']), select) { max-width: none; }
.making fieldset { margin-bottom: var(--space-12); }
.making :is(legend, .field > label) { display: block; margin-bottom: var(--space-4); }
.making .options { grid-template-columns: 1fr; }
.side-by-side { display: grid; grid-template-columns: repeat(auto-fit, minmax(var(--width-144), 1fr)); gap: 0 var(--space-12); }
.side-by-side .field { margin: 0; }
.side-by-side label { font-size: var(--type-12); font-weight: var(--normal); color: var(--soft); }
.entry { padding: var(--space-12) 0 0 var(--space-12); border-left: 2px solid var(--line); }
.tick-line { display: flex; gap: var(--space-8); align-items: baseline; font-weight: var(--normal); }
@media not all and (min-width: ${PHONE}) { .making { padding-inline: var(--space-16); border: 0; } }

/* What a PSU is asked. */
.orders, .transfers { list-style: none; margin: 0; padding: 0; }
.orders > li + li { border-top: 1px solid var(--line); padding-top: var(--space-8); }
.transfers > :only-child strong { font-size: var(--type-28); line-height: var(--dense); }
.order { margin: var(--space-8) 0; }
.order .number { overflow-wrap: normal; }
/* The request in words stands in the column of values, the orders below it over both columns. */
.request > dd:has(.orders) { display: contents; }
.request .orders { grid-column: 1 / -1; }
.restart { margin: var(--space-16) 0 0; }
.decision { padding: var(--space-12) 0; border-bottom: 1px solid var(--line); }
.decision:target { background: var(--tint); }
.verb { font-size: var(--type-12); font-weight: var(--strong); }
.verb:is(.GET, .HEAD) { color: var(--accent); }
.verb:is(.POST, .PUT) { color: var(--good); }
.verb.DELETE { color: var(--error); }
.address { color: inherit; text-decoration: none; }
.address:hover { text-decoration: underline; }
.chip.needed { border: 0; padding: 0; color: var(--wait); }
`

/** The mark of the pages: a dune under a sun. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5a5c"/><circle cx="21" cy="11" r="4" fill="#ffd64d"/><path d="M3 24c6-9 11-9 15-3 3 4 7 4 11 1v3a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z" fill="#f3eee4"/></svg>`
