import { docsPath } from '../around.ts'
import { Example, Table } from '../parts.tsx'

/** The page for people who want to know what a call costs. */
export function Measuring() {
  return (
    <>
      <p class="lead">
        The bank counts its calls, how long each kind took, and what waits. <code>/metrics</code> has these figures in
        Prometheus' text form. It is at the operator's door: where that asks for a token, Prometheus sends{' '}
        <code>SANDBANK_TOKEN</code> as <code>bearer_token</code>.
      </p>
      <Example text="curl -sSf http://127.0.0.1:4000/metrics" />
      <Table
        named={0}
        head={['What', 'How']}
        rows={[
          [
            'How long each kind of call takes',
            <>
              Read <code>sandbank_call_seconds</code>, by operation and status.
            </>,
          ],
          [
            'Whether calls wait for their turn to write',
            <>
              Read <code>sandbank_commands_waiting</code> and <code>sandbank_journal_backlog</code>.
            </>,
          ],
          [
            'What the journal costs',
            <>
              Start with <code>SANDBANK_JOURNAL=0</code>, which writes no call, and compare.
            </>,
          ],
          [
            'What the prepared statements save',
            <>
              Start with <code>SANDBANK_ENGINE=prisma</code>: then Prisma's engine answers each call of its client.
            </>,
          ],
          [
            'What your software does with a slow bank',
            <>
              Send <code>Sandbank-Scenario: delay; ms=1500</code> (<a href={docsPath('/scenarios')}>scenarios</a>).
            </>,
          ],
          [
            'What your software does with much data',
            <>
              Let <code>generate</code> fill the accounts of a <a href={docsPath('/fixtures')}>fixture</a>.
            </>,
          ],
        ]}
      />
      <p>
        Each line of the log is JSON. With <code>LOG_LEVEL=info</code> one line for each call has its status and how
        long it took, and names the process by <code>pid</code> and <code>hostname</code>. <code>npx sandbank log</code>{' '}
        has the same of each call in the journal.
      </p>
      <p>
        In the repository <code>npm run bench</code> compares reads, writes, lists and worlds with bare Node and bare
        SQLite; <code>npm run bench:postgres</code> compares PostgreSQL with SQLite.{' '}
        <a href={docsPath('/hosting')}>Hosting</a> has the sizes of a machine, and the alerts.
      </p>
    </>
  )
}
