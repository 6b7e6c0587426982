import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCA_MINUTES } from '../../src/domain/authorisations.ts'
import { AUTHORISATION_TRANSITIONS, PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS } from '../../src/domain/status.ts'
import { ROUTES } from '../../src/rest/routes.ts'
import { ADVICE, TOLERATED } from '../../src/security/warnings.ts'
import { ERRORS } from '../../src/wire/errors.ts'
import { BASKET_MOVES } from './basket-moves.ts'

const README = fileURLToPath(new URL('../../README.md', import.meta.url))

/** The parts of the README that are made from the code: everything between `<!-- name -->` and `<!-- /name -->`. */
const PARTS = {
  operations: operationsTable,
  errors: errorsTable,
  diagrams: stateDiagrams,
  warnings: warningsTable,
} as const

/** The README as it should be. */
export function renderReadme(text: string = readFileSync(README, 'utf8')): string {
  return Object.entries(PARTS).reduce((sofar, [name, make]) => {
    const pattern = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`)
    if (!pattern.test(sofar)) throw new Error(`README.md has no part ${name}`)
    return sofar.replace(pattern, () => `<!-- ${name} -->\n${make()}\n<!-- /${name} -->`)
  }, text)
}

function operationsTable(): string {
  const rows = ROUTES.map(
    ({ summary, method, path, headerSet, success, operation, deprecated }) =>
      `| ${summary}${deprecated === true ? ' (deprecated)' : ''} | \`${method} ${path}\` | ${headerSet} | ${success} | \`${operation}\` |`,
  )
  return ['| Operation | REST | Header set | Code | GraphQL |', '|---|---|---|---|---|', ...rows].join('\n')
}

const WIRE_CODES = new Map(
  Object.entries(ERRORS).flatMap(([code, row]) => ('wireCode' in row ? [[code, row.wireCode] as const] : [])),
)

function errorsTable(): string {
  const rows = Object.entries(ERRORS)
    .map(([code, { status, meaning }]) => ({ status, code: WIRE_CODES.get(code) ?? code, meaning }))
    .sort((one, other) => one.status - other.status)
    .map(({ status, code, meaning }) => `| ${status} | ${code} | ${meaning} |`)
  return ['| Status | Code | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function warningsTable(): string {
  const rows = Object.entries({ ...TOLERATED, ...ADVICE }).map(
    ([code, { path, means }]) => `| ${code} | ${path} | ${means} | ${code in TOLERATED ? 'refused' : 'accepted'} |`,
  )
  return ['| Code | Header | What it means | SANDBANK_STRICT=1 |', '|---|---|---|---|', ...rows].join('\n')
}

type Table = Readonly<Record<string, readonly string[]>>

function stateDiagrams(): string {
  return [
    diagram('Single and bulk payments', PAYMENT_TRANSITIONS, 'RCVD'),
    diagram('Periodic payments', PERIODIC_TRANSITIONS, 'RCVD'),
    diagram('Signing baskets: the worst case among their payments', BASKET_MOVES, 'RCVD'),
    diagram(`Authorisations, which expire after ${SCA_MINUTES} minutes`, AUTHORISATION_TRANSITIONS, 'RECEIVED'),
  ].join('\n\n')
}

function diagram(title: string, table: Table, start: string): string {
  const arrows = Object.entries(table).flatMap(([from, ways]) => ways.map(to => `  ${from} --> ${to}`))
  const reached = new Set([start, ...Object.values(table).flat()])
  const ends = Object.entries(table).flatMap(([state, ways]) =>
    ways.length === 0 && reached.has(state) ? [`  ${state} --> [*]`] : [],
  )
  return [`${title}:`, '', '```mermaid', 'stateDiagram-v2', `  [*] --> ${start}`, ...arrows, ...ends, '```'].join('\n')
}

// `npm run readme` writes what the guard checks.
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(README, renderReadme())
