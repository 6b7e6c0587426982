import { STACKED } from '../style.ts'

/** The list of calls on a narrow screen: method and path stand below time, answer and caller. */
const LISTED = `
  .calls tr { padding: .55rem 0 .55rem .8rem; }
  .calls tr.refused { box-shadow: inset 3px 0 var(--error); }
  .calls tr.refused td:first-child { box-shadow: none; }
  .calls td, .calls td:is(.when, .status, .took, .who) { padding: 0; width: auto; }
  .calls tbody tr { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: baseline; }
  .calls td.tick { width: 1.6rem; }
  .calls .what { order: 1; flex-basis: 100%; }
  .calls .who { flex: 1; min-width: 0; max-width: none; text-align: right; }
  .calls tr.refused td:first-child, .calls tr.accepted td:first-child { padding-left: 0; }
`

/** The style of the console, besides that of all pages. */
export const CONSOLE_STYLE = `
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.overview { display: grid; gap: 1.2rem; margin-bottom: 1.2rem; align-items: start; }
.overview > *, .overview > .aside > * { min-width: 0; margin: 0; }
.overview > .aside { display: grid; gap: 1.2rem; }
.overview > .aside > .card { padding: 1.2rem; }
.overview:not(:has(> .card:not([hidden]), > .aside > :not([hidden]))), .two:not(:has(> :not([hidden]))) { display: none; }
@media (min-width: 70rem) { .overview:has(> .aside > :not([hidden])) { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
#first-steps summary { list-style: none; }
#first-steps:has(> :not([open])) { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding-block: .7rem; }
.first-steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1.2rem; margin: 0; padding: 0; list-style: none; counter-reset: step; }
.first-steps > li { counter-increment: step; padding: .2rem 0 .2rem 2.4rem; position: relative; }
.first-steps > li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 2rem; height: 2rem; border-radius: 50%; border: 2px solid var(--accent); color: var(--accent); font-weight: 700; line-height: 1.75rem; text-align: center; }
.first-steps > .taken::before { content: '✓'; background: var(--good); border-color: var(--good); color: var(--paper); }
.first-steps > li > div > :is(form, .button, .row-actions) { margin-top: .7rem; }
.faulty mark { background: none; color: inherit; text-decoration: underline wavy var(--error) 1.5px; text-underline-offset: .25em; }
.faulty .fault { display: block; margin: .2rem 0 .2rem 1.2rem; padding: .2rem .6rem; border-left: 3px solid var(--error); background: var(--error-tint); color: var(--error); font-family: system-ui, sans-serif; user-select: none; }
.faults-above { color: var(--error); }
.beads { display: flex; flex-wrap: wrap; gap: .2rem; margin: 1rem 0; padding: 0; list-style: none; font-size: .78rem; }
.beads li { padding: .1rem .55rem; border: 1px solid currentcolor; border-radius: 1rem; }
.beads .bad { font-weight: 700; background: var(--error-tint); }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.2rem; margin-bottom: 1.2rem; align-items: stretch; }
.two.lists { align-items: start; }
.two > .card { margin: 0; min-width: 0; }
.heading { display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; justify-content: space-between; margin-bottom: .8rem; }
.heading > * { margin: 0; }
.heading > h1 { margin-right: auto; }
.heading > .live { order: 1; }
button.small, .button.small { padding: .35rem .8rem; min-height: 2.2rem; font-size: var(--text-2); }
button.small, summary.small, td .small { white-space: nowrap; }
.buttons { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: end; margin: .9rem 0 0; }
.buttons form { margin: 0; }
.buttons label { display: block; font-weight: 400; font-size: var(--text-1); margin-bottom: .2rem; }
.joined { display: flex; gap: .5rem; align-items: stretch; }
.joined input[type='text'] { width: auto; max-width: 9rem; font-size: 1rem; padding: .3rem .6rem; }
.clock-face { display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; }
.clock-face label { font-weight: 400; }
.clock-face progress { flex: 1 1 8rem; margin: 0; }
.chip.good { color: var(--good); }
.chip.bad { color: var(--error); }
.chip.wait { color: var(--wait); }
progress { width: 100%; height: .7rem; accent-color: var(--accent); margin: .3rem 0 .6rem; }
.people { columns: 17rem; column-gap: .9rem; margin-bottom: 1.2rem; }
.day { display: block; width: 100%; height: 5rem; }
.hours { display: flex; justify-content: space-between; font-size: .82rem; margin: .1rem 0 .7rem; }
.day .ground, .day .hour { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.day .hand, .timeline .hand { stroke: var(--error); stroke-width: 2; vector-effect: non-scaling-stroke; }
.day .some { fill: var(--accent); }
.day .none { fill: var(--line); }
.dues li { display: flex; flex-wrap: wrap; gap: 0 .5rem; justify-content: space-between; }
.live { display: flex; align-items: center; gap: .5rem; font-size: var(--text-2); }
/* The place is reserved, so that nothing moves when the stream opens. */
.live, .live[hidden] { min-width: 7.2rem; min-height: 2.2rem; justify-content: flex-end; }
.live[hidden] { visibility: hidden; }
.live span::before { content: ''; display: inline-block; width: .6rem; height: .6rem; margin-right: .45rem; border-radius: 50%; background: var(--edge); }
.live[data-state='Live'] span::before { background: var(--good); }
.filters { display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: end; margin: 0 0 1rem; }
p + .filters { margin-top: 1rem; }
.filters details[open] { flex-basis: 100%; }
.filters .field { margin: 0; flex: 1 1 9rem; min-width: 0; }
.filters label { display: block; line-height: 1.5; font-size: var(--text-1); font-weight: 400; color: var(--soft); margin-bottom: .15rem; }
.filters select, .filters input[type='text'] { max-width: none; height: 2.4rem; font-size: 1rem; padding: .3rem .55rem; }
.calls tbody tr { position: relative; }
.calls .whole-row { color: inherit; text-decoration: none; }
.calls .whole-row::after { content: ''; position: absolute; inset: 0; }
.calls tbody tr:hover { background: var(--tint); }
.calls :is(.what a, .who a, .tick input) { position: relative; z-index: 1; }
.calls td.tick { width: 1%; padding-right: .3rem; }
:is(.short-calls, .no-ticks) .tick { display: none; }
.filters.story { margin-top: .6rem; }
.filters.story .field { flex: 0 1 24rem; }
.minutes { margin: 0 0 1rem; }
.minutes svg { display: block; width: 100%; height: 3.6rem; }
.minutes rect.good { fill: var(--good); } .minutes rect.bad { fill: var(--error); }
.minutes line { stroke: var(--edge); vector-effect: non-scaling-stroke; }
.sequence { display: block; max-width: 100%; height: auto; margin: 0 0 1rem; }
.sequence text { text-anchor: middle; font-size: 17px; fill: var(--ink); }
.sequence .answer { font-size: 15px; }
.sequence .lane { font-weight: 650; }
.sequence .life { stroke: var(--line); stroke-width: 2; }
.sequence path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
.sequence .back { stroke-dasharray: 5 4; }
.sequence .good .answer { fill: var(--good); } .sequence .bad .answer { fill: var(--error); font-weight: 650; }
.sequence .bad .back { stroke: var(--error); }
.sequence .here { fill: var(--tint); }
.row-actions select.small { padding: .35rem .5rem; font-size: var(--text-1); max-width: 17rem; }
.calls td { padding: .45rem .8rem .45rem 0; }
.calls .when, .calls .status { white-space: nowrap; width: 1%; font-variant-numeric: tabular-nums; }
.calls th { white-space: nowrap; }
.calls .who, .calls .took { white-space: nowrap; width: 1%; color: var(--soft); font-size: var(--text-1); }
.calls .who { max-width: 12rem; overflow: hidden; text-overflow: ellipsis; }
.calls code { background: none; padding: 0; }
.calls .cause { color: var(--error); margin: .2rem 0 0; font-size: var(--text-2); }
.calls tr.refused td:first-child { box-shadow: inset 3px 0 var(--error); padding-left: .7rem; }
.calls tr.accepted td:first-child { padding-left: .7rem; }
@media (max-width: 36rem) { ${LISTED} }
.short-calls { ${STACKED} ${LISTED} }
@media (prefers-reduced-motion: no-preference) {
  .calls tr.new td { animation: arrive 2s ease-out; }
  @keyframes arrive { from { background: var(--tint); } to { background: transparent; } }
}
.curve, .timeline, .states { display: block; width: 100%; height: auto; }
.curve.small { height: 3rem; }
.curve:not(.small) { height: clamp(8rem, 22vw, 14rem); }
.curve .held { fill: var(--wait); fill-opacity: .45; }
.sums { display: flex; flex-wrap: wrap; gap: .2rem 2.2rem; margin: 0 0 .6rem; }
.sums dt { color: var(--soft); font-size: var(--text-1); }
.sums dd { margin: 0; }
.amount.held { color: var(--wait); }
.curve .zero { stroke: var(--line); vector-effect: non-scaling-stroke; }
.curve path.area { fill: var(--accent); fill-opacity: .12; stroke: none; }
.curve path.line { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.ends { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; margin: .4rem 0 0; font-size: var(--text-1); }
@media (max-width: 36rem) { .ends > :nth-child(2) { order: 1; flex-basis: 100%; } }
.even { table-layout: fixed; }
.more { margin-top: .9rem; }
.calls th:first-child { padding-left: .7rem; }
.amounts small { margin-right: .5rem; }
.amount { font-size: clamp(1.2rem, 5.6vw, 2rem); font-weight: 700; letter-spacing: -.02em; margin: 0 0 .6rem; }
.account { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin: 0 0 .9rem; }
.account:last-child { margin-bottom: 0; }
.account small, .account .curve { flex-basis: 100%; }
.payment { display: grid; grid-template: auto auto / minmax(9rem, max-content) minmax(0, 1fr) max-content; gap: .1rem .8rem; align-items: baseline; }
.plain .payment { padding-left: .8rem; }
.payment > a { font-weight: 650; }
.payment small { grid-column: 1 / -1; line-height: 1.4; }
.framed .card { container-type: inline-size; }
@container (max-width: 34rem) {
  .payment { grid-template-columns: minmax(0, 1fr) max-content; }
  .payment > span:not(.chip) { grid-row: 2; grid-column: 1 / -1; }
}
.short-list > ul { margin: 0; }
#now > .row-actions { margin-bottom: 1rem; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0 0 1rem; }
.chips a { text-decoration: none; padding: .25rem .8rem; background: var(--paper); font-size: var(--text-1); }
.chips a[aria-current] { box-shadow: inset 0 0 0 1.5px currentcolor; background: var(--tint); }
.life { display: block; width: 100%; height: auto; }
.life text { text-anchor: middle; font-size: 13px; fill: var(--soft); }
.life .code { font-size: 16px; font-weight: 700; fill: var(--ink); }
.life line { stroke: var(--line); stroke-width: 2; }
.life .past { stroke: var(--accent); stroke-width: 4; }
.life .ahead { stroke-dasharray: 4 6; }
.life .call line { stroke: var(--accent); stroke-width: 1.5; }
.life .call.bad line { stroke: var(--error); }
.life .call.bad text { fill: var(--error); }
.life circle { fill: var(--accent); stroke: var(--paper); stroke-width: 2; }
.life .next circle { fill: var(--paper); stroke: var(--accent); stroke-dasharray: 3 3; }
.life .ACSC circle { fill: var(--good); }
.life :is(.RJCT, .CANC, .PART) circle { fill: var(--error); }
@media (max-width: 36rem) {
  .life .code { font-size: 24px; }
  .life text:not(.code) { font-size: 0; }
  .dues li { font-size: var(--text-1); }
  .live { gap: .3rem; }
  .live button.small { padding: .35rem .5rem; }
}
.chip.now { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.chip.RJCT, .chip.CANC, .chip.PART { color: var(--error); }
.chip.ACSC { color: var(--good); }
.chip:is(.RCVD, .ACCP, .ACWP, .PDNG) { color: var(--wait); }
.chip.now:is(.RCVD, .ACCP, .ACWP, .PDNG) { background: var(--wait-tint); border-color: currentcolor; color: var(--wait); }
.chip.now.RJCT, .chip.now.CANC, .chip.now.PART { background: var(--error); border-color: var(--error); color: var(--paper); }
.chip.now.ACSC { background: var(--good); border-color: var(--good); color: var(--paper); }
.timeline { height: 1.3rem; margin: .35rem 0 .2rem; }
.timeline .ground { fill: var(--line); fill-opacity: .6; }
.timeline .whole { fill: var(--accent); fill-opacity: .3; }
.timeline .passed { fill: var(--accent); }
.timeline.REVOKED .whole, .timeline.REVOKED .passed, .timeline.EXPIRED .passed, .timeline.REPLACED .whole, .timeline.REPLACED .passed { fill: var(--edge); }
.states { max-width: 36rem; margin: 0 auto; }
.states rect { fill: var(--paper); stroke: var(--edge); }
.states text { text-anchor: middle; font-size: 20px; fill: var(--soft); }
.states .now rect { fill: var(--accent); stroke: var(--accent); }
.states .now text { fill: var(--on-accent); font-weight: 700; }
.states path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.states .now.ACSC rect { fill: var(--good); stroke: var(--good); }
.states .now.RJCT rect, .states .now.CANC rect, .states .now.PART rect { fill: var(--error); stroke: var(--error); }
.states .now:is(.ACSC, .RJCT, .CANC, .PART) text { fill: var(--paper); }
.states .been rect { stroke: var(--accent); stroke-width: 2.5; fill: var(--tint); }
.states .been text { fill: var(--ink); font-weight: 650; }
.states path.open { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 4 5; }
.states path.gone { stroke: var(--accent); stroke-width: 5; stroke-linecap: round; }
.way { list-style: none; margin: 0; padding: 0; }
.way li { position: relative; padding: 0 0 1rem 1.5rem; border-left: 2px solid var(--accent); margin-left: .4rem; }
.way li:last-child { border-color: transparent; padding-bottom: .4rem; }
.way li::before { content: ''; position: absolute; left: -.48rem; top: .45rem; width: .8rem; height: .8rem; border-radius: 50%; background: var(--accent); }
.way time { display: block; font-size: var(--text-1); }
.next { margin: 0; padding-left: 1.9rem; }
h1 .soft { font-weight: 500; }
.people h3 .number { display: block; font-weight: 500; font-size: var(--text-1); }
.account strong { font-size: .97em; }
.people .card { margin: 0 0 .9rem; break-inside: avoid; padding: 1rem 1.1rem; }
[data-live] + p { margin-top: .9rem; }
.sorts { white-space: nowrap; }
.sort-bar { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: var(--text-2); margin-bottom: .6rem; }
.amounts td:last-child, .amounts th:last-child { text-align: right; padding-right: 0; white-space: nowrap; }
@media (max-width: 36rem) {
  thead:has(.sorts) { position: static; width: auto; height: auto; clip-path: none; }
  thead:has(.sorts) tr { display: flex; gap: 1.1rem; }
  .calls thead th.sorts, thead th.sorts { padding: 0; border: 0; }
  thead th:not(.sorts) { display: none; }
  .amounts tbody tr, .amounts thead:not(:has(.sorts)) tr { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; }
  .amounts td { order: 2; flex-basis: 100%; }
  .amounts td:first-child, .amounts td:last-child { order: 1; flex-basis: auto; }
  .amounts td:first-child { flex: 1 1 0; min-width: min(9.5rem, 55%); }
  .amounts td:last-child small { display: block; margin: 0; }
  .amounts td:last-child { margin-left: auto; }
  .amounts td:empty { display: none; }
}
td form { margin: 0; }
@media (min-width: 60rem) { td:has(> .row-actions > :nth-child(4)) { width: 18rem; } }
@media (min-width: 78rem) { td:has(> .row-actions > :nth-child(3)) { width: 19.5rem; } td:has(> .row-actions > :nth-child(4)) { width: 29.5rem; } }
.until { display: block; }
.framed td > .until { white-space: normal; }
.at, td time { white-space: nowrap; }
.row-actions { display: flex; flex-wrap: wrap; gap: .4rem; }
.row-actions form { margin: 0; }
.board { display: block; width: 100%; max-width: 40rem; height: auto; }
.board .met { fill: var(--good); }
.board .refused { fill: var(--error); }
.board .never { fill: var(--tint); stroke: var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .6rem 0 0; }
.legend span::before { content: ''; display: inline-block; width: .75rem; height: .75rem; margin-right: .4rem; border-radius: .2rem; background: var(--line); }
.legend .met::before { background: var(--good); }
.legend .refused::before { background: var(--error); }
meter { width: 5rem; vertical-align: middle; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: .6rem; align-items: start; }
.options .choice { margin: 0; }
.options .opened { display: none; padding: .8rem .3rem .2rem; }
.option:has(> label :checked) > .opened { display: block; }
.option:has(> label :checked):has(textarea) { grid-column: 1 / -1; }
.change { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; }
.change > details[open] { flex-basis: 100%; }
.did { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: 0 0 1rem; padding: .5rem .9rem; background: var(--tint); border-left: 4px solid var(--good); border-radius: var(--corner); }
.did form { margin: 0; }
.field { margin: 0 0 1rem; }
.faults { margin: 0; padding-left: 1.1rem; }
.fields { margin: 0; }
.fields li { padding: .1rem 0; border: 0; }
@media (max-width: 36rem) {
  .people.short > :nth-child(n+3), .short-list > ul > :nth-child(n+3), .short-calls .calls tbody > :nth-child(n+4), .dues > :nth-child(n+4), .waits li:nth-child(n+3) { display: none; }
  .people.short .curve, #calls-card .filters { display: none; }
}
#calls-card .filters .field { flex-basis: 6.4rem; }
#calls-card .filters .field:has(#filter-caller) { flex-basis: 9.8rem; }
table + .card { margin-top: 1.2rem; }
form + p { margin-top: 1.2rem; }
.as { margin: .9rem 0 0; font-size: var(--text-1); }
li.waits { box-shadow: inset 3px 0 var(--strip); padding-left: .8rem; }
.waits :is(ul, details > ul) > li { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: center; justify-content: space-between; }
.waits .what { margin: 0; }
.waits .what small { display: block; }
del { color: var(--error); } ins { color: var(--good); text-decoration: none; }
`
