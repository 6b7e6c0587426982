import {
  counted,
  type DriftReport,
  namedOf,
  nameOfDrift,
  numbersOf,
  sidesOf,
  summaryOf,
} from '../explain/drift/report.ts'
import { Chip, Table } from './parts.tsx'
import { STYLE } from './style.ts'
import { TOKENS } from './tokens.ts'

/** The report of `sandbank compare` as one file (D134): no other file is loaded. */
export function driftPage(report: DriftReport): string {
  return `<!DOCTYPE html>\n${<Page report={report} />}\n`
}

function Page({ report }: { readonly report: DriftReport }) {
  const { operations, leftOut, leftAside, differences } = report
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>Where two banks differ · Sandbank</title>
        <style dangerouslySetInnerHTML={{ __html: TOKENS + STYLE }} />
      </head>
      <body class="docs">
        <main id="content" class="card">
          <h1>Where two banks differ</h1>
          <p class="lead">
            <Chip kind={differences === 0 ? 'good' : 'bad'}>{counted(differences, 'difference')}</Chip>{' '}
            {summaryOf(report)}
          </p>
          {operations.map(one => (
            <Operation {...one} />
          ))}
          {leftOut.length === 0 ? null : <h2>Not compared</h2>}
          <Table
            head={['Why', 'Calls', 'Operations']}
            rows={leftOut.map(({ why, calls }) => [why, numbersOf(calls.map(({ number }) => number)), namedOf(calls)])}
          />
          <h2>Left aside</h2>
          <ul>
            {leftAside.map(one => (
              <li>{one}</li>
            ))}
          </ul>
        </main>
      </body>
    </html>
  )
}

function Operation({ operation, method, path, calls, differences }: DriftReport['operations'][number]) {
  return (
    <section>
      <h2 id={operation}>
        {operation}{' '}
        <span class="soft">
          {method} {path}
        </span>
      </h2>
      {differences.length === 0 ? <p class="good">{counted(calls.length, 'call')}: nothing differs.</p> : null}
      <Table
        named={0}
        head={['Difference', 'There and here', 'Calls', 'Rule of the operation']}
        rows={differences.map(one => [nameOfDrift(one), sidesOf(one), numbersOf(one.calls), one.rule])}
      />
    </section>
  )
}
