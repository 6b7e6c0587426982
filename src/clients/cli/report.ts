import type { Command } from 'commander'
import { z } from 'zod'
import { chooseSigner, signerIdOf } from './banks.ts'
import { baseOption, command, jsonOption, note, print, settings, type Tools, tppOption } from './command.ts'
import { junitFile, suite, testcase } from './junit.ts'
import { askFor } from './operator.ts'
import { formatFields, writeReport } from './output.ts'
import { type PlaceOptions, worldUrl } from './place.ts'

export function reportCommand(): Command {
  return command(
    'report',
    "Say what a TPP's integration has met of the bank, what it never tried, and what a bank would object to, each with the call that shows it. An answer that a scenario forced is counted, but is never a mistake of the TPP.",
    [
      'npx sandbank report --tpp acme',
      'npx sandbank report --tpp acme --world green --junit report.xml',
      'npx sandbank report --tpp NO-FSA-987654321 --json',
    ],
  )
    .addOption(tppOption())
    .option('--world <world>', 'the world whose calls count (default: default)')
    .option('--junit <file>', 'also write it as a file that CI servers read')
    .addOption(jsonOption())
    .addOption(baseOption())
    .action(async (options: ReportOptions) => {
      await runReport(options, { config: settings(), print, note })
    })
}

export type ReportOptions = PlaceOptions & { readonly tpp?: string; readonly junit?: string; readonly json?: true }

const REPORT = `query Report($tpp: String!) {
  reportCard(tpp: $tpp) {
    tppId: tpp { id } from until calls refused
    sections { name title rows { name text calls refused forced example } }
    objections { name title text rule calls examples }
  }
}`

const [text, count] = [z.string(), z.number()]
const row = z.object({ name: text, text, calls: count, refused: count, forced: count, example: text.nullable() })
const objection = z.object({ name: text, title: text, text, rule: text, calls: count, examples: z.array(text) })
const card = z.object({
  tppId: z.object({ id: text }).transform(({ id }) => id),
  from: text.nullable(),
  until: text.nullable(),
  calls: count,
  refused: count,
  sections: z.array(z.object({ name: text, title: text, rows: z.array(row) })),
  objections: z.array(objection),
})
type Card = z.output<typeof card>

/** `report`: the report card of a TPP, as text or JSON, and as JUnit's XML. */
export async function runReport(options: ReportOptions, { config, print, note }: Tools): Promise<void> {
  const world = worldUrl(options, config)
  const tpp =
    options.tpp === undefined
      ? chooseSigner(config.home, options).certificate.tppId
      : signerIdOf(config.home, options.base, options.tpp)
  const { reportCard } = await askFor(options, config, REPORT, { tpp }, z.object({ reportCard: card }))
  if (options.junit !== undefined) {
    writeReport(options.junit, junitOf(reportCard, world), note)
  }
  print(options.json === true ? JSON.stringify(reportCard, null, 2) : textOf(reportCard, world))
}

function textOf({ tppId, from, until, calls, refused, sections, objections }: Card, world: string): string {
  const head = `Report card of ${tppId}: ${counted(calls)}, ${refused} of them refused${from === null ? '' : `, from ${from} to ${until}`}.`
  const parts = sections.map(({ title, rows }) => {
    const met = rows.filter(one => one.calls > 0)
    const never = rows.filter(one => one.calls === 0).map(({ name }) => name)
    const lines = met.map(
      one => [one.name, `${counted(one.calls)}, ${one.refused} refused${forcedOf(one)}  ${one.example}`] as const,
    )
    return [
      `${title}: ${met.length} of ${rows.length}`,
      ...(lines.length === 0 ? [] : [formatFields(lines)]),
      ...(never.length === 0 ? [] : [`  never: ${never.join(', ')}`]),
    ].join('\n')
  })
  const faults = objections.map(one =>
    [
      `  ${one.title} (${one.rule}): ${counted(one.calls)}`,
      `    ${one.text}`,
      ...one.examples.map(id => `    ${world}/requests/${id}`),
    ].join('\n'),
  )
  const objected =
    faults.length === 0 ? 'A bank would object to nothing.' : `A bank would object to:\n${faults.join('\n')}`
  return [head, ...parts, objected].join('\n\n')
}

/** A rule without calls is skipped; one that a bank would object to has failed. */
function junitOf({ sections, objections, from: at }: Card, world: string): string {
  const suites = sections.map(({ name, rows }) => {
    const cases = rows.map(one => testcase(name, one.name, one.calls > 0 ? {} : { skipped: one.text || 'never met' }))
    return suite(name, cases, { failures: 0, skipped: rows.filter(one => one.calls === 0).length, at })
  })
  const failed = objections.map(one => {
    const calls = one.examples.map(id => `${world}/requests/${id}`).join('\n')
    const message = `${one.title} (${one.rule}): ${counted(one.calls)}`
    return testcase('OBJECTIONS', one.name, { failure: [message, `${one.text}\n${calls}`] })
  })
  const objected = suite('OBJECTIONS', failed, { failures: failed.length, skipped: 0, at })
  return junitFile('sandbank report', [...suites, objected])
}

// An outcome forced by a scenario counts as met, but the integration did not cause it.
function forcedOf({ forced }: { readonly forced: number }): string {
  return forced === 0 ? '' : `, ${forced} forced by a scenario`
}

function counted(calls: number): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'}`
}
