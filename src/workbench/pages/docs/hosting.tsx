import { docsPath } from '../around.ts'
import { Example, Table } from '../parts.tsx'
import {
  BACKUP,
  CONTAINER_FILE,
  DATABASE_BACKUP,
  HAPROXY,
  INSTALL,
  MOVE,
  NGINX,
  PROMETHEUS_RULES,
  RESTORE,
  SIZES,
  SYSTEMD_UNIT,
  UPGRADE,
} from './hosting-files.ts'

/** The page for people who run a bank for others. */
export function Hosting() {
  return (
    <>
      <p class="lead">
        A bank for other machines: <code>HOST</code>, a <code>SANDBANK_TOKEN</code>, and a proxy that speaks TLS. Keep
        it off the internet: a customer number is enough to approve.
      </p>
      <h2>Sizes</h2>
      <Table named={0} head={['What', 'How much']} rows={SIZES.map(row => [...row])} />
      <h2>As a service</h2>
      <p>
        <code>{INSTALL}</code> installs the command, <code>useradd --system sandbank</code> makes the user of the unit,
        and <code>systemctl enable --now sandbank</code> starts it. <code>/etc/sandbank.env</code>, which only root
        needs to read, has the settings: <code>HOST</code>, <code>SANDBANK_TOKEN</code>, <code>SANDBANK_PROXY</code>,
        and with PostgreSQL <code>DATABASE_URL</code> and <code>SANDBANK_SECRET</code>.
      </p>
      <Example text={SYSTEMD_UNIT} />
      <h2>In a container</h2>
      <Example text={CONTAINER_FILE} />
      <h2>Behind a proxy</h2>
      <p>
        The proxy passes the host name on unchanged, says whether it was called by https, takes headers of 32 KiB, and
        waits longer than a scenario may hang. Name its address in <code>SANDBANK_PROXY</code>: <code>scaRedirect</code>{' '}
        then has the host and the scheme that the proxy names. HAProxy before groups of teams is on the page of{' '}
        <a href={docsPath('/teams')}>many teams</a>, and before one bank on{' '}
        <a href={docsPath('/servers')}>several servers</a> on its own.
      </p>
      <Example text={HAPROXY} />
      <Example text={NGINX} />
      <h2>What to be woken by</h2>
      <p>
        Prometheus reads <code>/metrics</code> with the operator's token (<a href={docsPath('/measuring')}>measuring</a>
        ). <code>/health</code> answers within a second: 200 when the store can be written, and 200 with{' '}
        <code>"status":"busy"</code> while that is slow, since another holds the store or the host has much to do. It
        answers 503 when the server is being stopped, when the store is lost or full, or when the store was not written
        for 10 seconds. It says which file or what of the database is at fault, and when calls wait for the journal.
      </p>
      <Example text={PROMETHEUS_RULES} />
      <h2>What is on the disk</h2>
      <ul>
        <li>An answer is on the disk: its commit is forced there before a caller sees what it changed.</li>
        <li>
          A store whose log was cut is refused at the start, with what is missing.{' '}
          <code>npx sandbank start --accept-loss</code> starts without it.
        </li>
        <li>
          SIGTERM finishes running requests and exits with 0. A request that is still coming has five seconds to its
          end.
        </li>
      </ul>
      <h2>Backup and restore</h2>
      <p>
        A copy of the home of a stopped bank is a backup. A world alone is saved while the bank runs:{' '}
        <code>sandbank snapshot save</code>.
      </p>
      <Example text={BACKUP} />
      <p>Put it back to restore it:</p>
      <Example text={RESTORE} />
      <p>
        On PostgreSQL the dump is made beside the servers that run; keep <code>SANDBANK_SECRET</code> with it. It is
        restored into an empty database, before a server starts on that.
      </p>
      <Example text={DATABASE_BACKUP} />
      <h2>Upgrade</h2>
      <p>
        Make a backup, install the new version, and restart. Homes, databases and snapshot files of earlier versions
        open; an earlier version refuses what a later one has opened.{' '}
        <a href={docsPath('/changes')}>What each changed</a>. On PostgreSQL restart one server after the other, by
        SIGTERM: no call fails.
      </p>
      <Example text={UPGRADE} />
      <h2>From SQLite to PostgreSQL</h2>
      <p>
        Stop the bank, move it, and start servers with the same secret. Worlds, clocks, scenarios, snapshots, stored
        answers, TPPs and the authority go along; the journal does not. The home is not changed: one of an earlier
        version is refused, until this version was started on it once. After a kill, run the same command again.
      </p>
      <Example text={MOVE} />
    </>
  )
}
