import { docsPath } from '../around.ts'
import { Example } from '../parts.tsx'
import { DATABASE_BACKUP, HAPROXY_SERVERS, START_SERVERS } from './hosting-files.ts'

/** The page for people who run one bank on several servers (D120 to D127). */
export function Servers() {
  return (
    <>
      <p class="lead">
        Where one process is not enough, or an upgrade must not stop the service, the same program keeps its books in
        PostgreSQL 15 or later. Several servers on one database are one bank. No call needs to come back to the same
        server.
      </p>
      <Example text={START_SERVERS} />
      <ul>
        <li>
          Each server takes 20 connections, and up to 60 while statements wait for a lock of another user. A call takes
          up to twice the CPU of one on SQLite, and up to 25 round trips: keep the database within a millisecond.
        </li>
        <li>
          When the database is full or away, calls that need the database are answered 503 with <code>Retry-After</code>
          , and nothing is lost.
        </li>
        <li>
          The first server that starts makes the tables, or brings them up to its version, and the others wait for that
          server. While the database is still starting, a server waits up to 30 seconds.
        </li>
        <li>
          The authority and the TPPs that <code>npx sandbank tpp new</code> makes with these settings are in the
          database, sealed with <code>SANDBANK_SECRET</code>. Without the secret they are lost:{' '}
          <code>DELETE FROM "Secret"</code> makes room for new ones.
        </li>
        <li>
          A command that signs writes their keys into its home. The folder <code>trust/</code> is the same at each
          server.
        </li>
        <li>
          Prepared statements answer each call of Prisma's client here. <code>SANDBANK_ENGINE=prisma</code> is for
          SQLite, and refused at the start.
        </li>
      </ul>
      <h2>Before the servers</h2>
      <p>HAProxy spreads the calls, and asks each server for its health:</p>
      <Example text={HAPROXY_SERVERS} />
      <p>
        Restart one server after the other, by SIGTERM. For a second <code>/health</code> says 503 there while what
        comes is still answered, then what runs is finished. No call fails.
      </p>
      <h2>Backup</h2>
      <p>
        The dump is made while the servers run. Keep <code>SANDBANK_SECRET</code> beside the dump. To restore, put the
        dump into an empty database before a server starts on that database.
      </p>
      <Example text={DATABASE_BACKUP} />
      <p>
        <a href={docsPath('/hosting')}>Hosting</a> has the service, the metrics, and the way from SQLite to PostgreSQL.
      </p>
    </>
  )
}
