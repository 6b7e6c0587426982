import { docsPath } from '../around.ts'
import { Example } from '../parts.tsx'
import { HAPROXY_GROUPS, MOVE_WORLD, START_GROUPS, START_TEAM } from './hosting-files.ts'

/** The page for people who run banks for many teams. */
export function Teams() {
  return (
    <>
      <p class="lead">
        For one team one process on SQLite is enough, always. For many teams the simplest way is one home for each group
        of them, with its own process, token and authority. No group notices what another one does, and each can be
        upgraded alone.
      </p>
      <Example text={START_GROUPS} />
      <p>
        A proxy chooses the group by the host name, which it passes on unchanged, and speaks TLS. In HAProxy, whose
        backends have the names of the hosts:
      </p>
      <Example text={HAPROXY_GROUPS} />
      <h2>How a team starts</h2>
      <p>
        A team needs the address and the token of its group on each machine. <code>tpp new</code> makes a key there, the
        bank certifies the key, and <code>call</code> signs with that key. Suites in all languages read the same two
        settings.
      </p>
      <Example text={START_TEAM} />
      <h2>A world for another group</h2>
      <p>
        A world moves by a file from one group to another. Its clock and scenarios go along. The certificates do not:
        they are the authority's of each home.
      </p>
      <Example text={MOVE_WORLD} />
      <h2>Backup</h2>
      <p>
        A backup is a copy of the home of a stopped group, or of single worlds, while it runs, by{' '}
        <code>npx sandbank snapshot save</code>. To restore a backup, name the copy by <code>SANDBANK_HOME</code>.{' '}
        <a href={docsPath('/hosting')}>Hosting</a> shows how a group becomes a service.
      </p>
    </>
  )
}
