import { DESK, PHONE, TABLET } from '../tokens.ts'

/** The style of the console besides that of all pages: the overview, its drawings, and the page of a call. */
export const CONSOLE_STYLE = `
.overview { display: grid; gap: var(--space-24); align-items: start; }
.overview > * { min-width: 0; }
@media (min-width: ${DESK}) { .overview:has(> .aside > :not([hidden])):not(:has(> [hidden])) { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
.aside > section { margin-bottom: var(--space-24); }
.aside h2, .overview > section h2 { margin-top: 0; }
.waiting-row { display: flex; gap: var(--space-8); align-items: center; }
.waiting-row > :first-child { flex: 1; min-width: 0; }
.waiting-row small { display: block; }
#first-steps summary { list-style: none; }
#first-steps:has(> :not([open])) { display: flex; flex-wrap: wrap; gap: 0 var(--space-16); align-items: baseline; }
.first-steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--width-272)), 1fr)); gap: var(--space-16); margin: 0; padding: 0; list-style: none; counter-reset: step; }
.first-steps > li { counter-increment: step; padding-left: var(--space-48); position: relative; }
.first-steps > li::before { content: counter(step); position: absolute; left: 0; top: 0; width: var(--button); border-radius: 50%; border: 1px solid var(--accent); color: var(--accent); font-weight: var(--strong); line-height: calc(var(--button) - 2px); text-align: center; }
.first-steps > .taken::before { content: '✓'; background: var(--good); border-color: var(--good); color: var(--paper); }
.first-steps > li > div > :is(form, .button, .row-actions) { margin-top: var(--space-8); }
.faulty mark { background: none; color: inherit; text-decoration: underline wavy var(--error) 1px; text-underline-offset: 2px; }
.faulty .fault { display: block; margin: var(--space-4) 0 var(--space-4) var(--space-16); padding: var(--space-4) var(--space-8); border-left: 3px solid var(--error); background: var(--error-tint); color: var(--error); font-family: var(--sans); user-select: none; }
.faults-above { color: var(--error); }
.faults { margin: 0; }
.fields { margin: 0; }
.fields > li { padding: 0; border: 0; }
.split { display: grid; gap: var(--space-24); align-items: start; }
.split > * { min-width: 0; }
@media (min-width: ${DESK}) { .split { grid-template-columns: minmax(0, 1fr) var(--width-360); } }
.split > div > h2:first-child, .split > :last-child section:first-of-type > h2 { margin-top: 0; }
.split > :last-child .facts { grid-template-columns: 1fr; gap: 0; }
.beads { display: flex; flex-wrap: wrap; gap: var(--space-4); align-items: center; padding: 0; list-style: none; font-size: var(--type-12); }
.beads .good { position: relative; width: var(--space-8); height: var(--space-8); border-radius: 50%; background: currentcolor; }
.beads .bad { padding: 0 var(--space-8); border-radius: var(--corner); font-weight: var(--strong); background: var(--error-tint); }
.live { display: flex; gap: var(--space-8); align-items: center; min-width: var(--space-48); }
/* The place is reserved, so that nothing moves when the stream opens. */
.live[hidden] { display: flex; visibility: hidden; }
.live span::before { content: ''; display: inline-block; width: var(--space-8); height: var(--space-8); margin-right: var(--space-8); border-radius: 50%; background: var(--edge); }
.live[data-state='Live'] span::before { background: var(--good); }
.calls code { background: none; padding: 0; }
.calls :is(.when, .status, .took, .who) { width: 1%; }
.calls .who { max-width: var(--width-144); }
.calls .cause { color: var(--error); }
.story { display: flex; flex-wrap: wrap; gap: var(--space-8); align-items: center; }
.story select { width: auto; }
.story.ticked { position: sticky; bottom: 0; z-index: 2; margin: 0; padding: var(--space-8); background: var(--paper); border: 1px solid var(--edge); border-radius: var(--round); }
body:not(:has(.tick input:checked)) .story.ticked { display: none; }
.minutes { flex: 1 1 var(--width-216); max-width: var(--width-480); margin: 0; }
.minutes svg { display: block; width: 100%; height: var(--button); border-bottom: 1px solid var(--edge); }
.minutes rect.good { fill: var(--good); } .minutes rect.bad { fill: var(--error); }
@media not all and (min-width: ${PHONE}) { .heading > .minutes { order: 1; flex-basis: 100%; } }
.sequence { display: block; max-width: 100%; height: auto; margin: 0 0 var(--space-16); }
.sequence text { text-anchor: middle; fill: var(--ink); }
.sequence .lane { font-weight: var(--strong); }
.sequence .life { stroke: var(--line); stroke-width: 2; }
.sequence path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
.sequence .back { stroke-dasharray: 5 4; }
.sequence .good .answer { fill: var(--good); } .sequence .bad .answer { fill: var(--error); font-weight: var(--strong); }
.sequence .bad .back { stroke: var(--error); }
.sequence .here { fill: var(--tint); }
@media (prefers-reduced-motion: no-preference) {
  .calls tr.new td { animation: arrive 2s ease-out; }
  @keyframes arrive { from { background: var(--tint); } to { background: transparent; } }
}
.curve, .timeline, .states, .life { display: block; width: 100%; }
.curve { height: var(--width-144); }
.curve.small { height: var(--space-24); }
.curve .held { fill: var(--wait); fill-opacity: .45; }
.curve .zero { stroke: var(--line); vector-effect: non-scaling-stroke; }
.curve path.area { fill: var(--accent); fill-opacity: .12; stroke: none; }
.curve path.line { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
.sums { display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-32); }
.sums dt { color: var(--soft); font-size: var(--type-12); }
.sums dd { margin: 0; font-size: var(--type-20); font-weight: var(--strong); }
.held { color: var(--wait); }
.ends { display: flex; flex-wrap: wrap; gap: 0 var(--space-16); justify-content: space-between; font-size: var(--type-12); }
.life { overflow: visible; }
.life text { text-anchor: middle; fill: var(--soft); }
.life .code { font-weight: var(--strong); fill: var(--ink); }
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
@media not all and (min-width: ${PHONE}) { .life text:not(.code) { display: none; } }
.timeline { height: var(--space-16); }
.timeline .ground { fill: var(--line); fill-opacity: .6; }
.timeline .whole { fill: var(--accent); fill-opacity: .3; }
.timeline .passed { fill: var(--accent); }
.timeline:is(.REVOKED, .REPLACED) .whole, .timeline:is(.REVOKED, .EXPIRED, .REPLACED) .passed { fill: var(--edge); }
.timeline .hand { stroke: var(--error); stroke-width: 2; vector-effect: non-scaling-stroke; }
.states { height: auto; max-width: var(--width-480); }
.states rect { fill: var(--paper); stroke: var(--edge); }
.states text { text-anchor: middle; fill: var(--soft); }
.states .now rect { fill: var(--accent); stroke: var(--accent); }
.states .now text { fill: var(--on-accent); font-weight: var(--strong); }
.states path { fill: none; stroke: var(--line); stroke-width: 1.5; }
.states .now.ACSC rect { fill: var(--good); stroke: var(--good); }
.states .now:is(.RJCT, .CANC, .PART) rect { fill: var(--error); stroke: var(--error); }
.states .now:is(.ACSC, .RJCT, .CANC, .PART) text { fill: var(--paper); }
.states .been rect { stroke: var(--accent); stroke-width: 2.5; fill: var(--tint); }
.states .been text { fill: var(--ink); font-weight: var(--strong); }
.states path.open { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 4 5; }
.states path.gone { stroke: var(--accent); stroke-width: 5; stroke-linecap: round; }
.way { list-style: none; padding: 0; }
.way time { color: var(--soft); }
.board { columns: var(--width-360); margin-bottom: var(--space-8); }
.board p { display: flex; flex-wrap: wrap; gap: var(--space-4); align-items: center; margin: 0 0 var(--space-4); break-inside: avoid; }
.board p > :first-child { flex: none; width: var(--width-216); color: var(--soft); }
.square { width: var(--space-16); height: var(--space-16); border: 1px solid var(--line); border-radius: var(--corner); }
.square.met { background: var(--good); }
.square.refused { background: var(--error); }
.legend { display: flex; flex-wrap: wrap; gap: var(--space-4) var(--space-16); margin: var(--space-8) 0 0; }
.legend span::before { content: ''; display: inline-block; width: var(--space-12); height: var(--space-12); margin-right: var(--space-4); border-radius: var(--corner); background: var(--line); }
.legend .met::before { background: var(--good); }
.legend .refused::before { background: var(--error); }
meter { width: var(--width-144); vertical-align: middle; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--width-272)), 1fr)); gap: var(--space-8); align-items: start; }
.options .choice { margin: 0; }
.options .opened { display: none; padding: var(--space-12) var(--space-4) 0; }
.option:has(> label :checked) > .opened { display: block; }
.option:has(> label :checked):has(textarea) { grid-column: 1 / -1; }
.change { display: flex; flex-wrap: wrap; gap: 0 var(--space-16); justify-content: space-between; }
.change > details[open] { flex-basis: 100%; }
.as { font-size: var(--type-12); }
@media (min-width: ${TABLET}) { .inputs { columns: 2; } }
`
