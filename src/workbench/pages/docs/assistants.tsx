import { DEFAULT_ORIGIN } from '../../explain/commands.ts'
import { Example, Table } from '../parts.tsx'

/** How the common assistants are connected (D135). */
export function Assistants() {
  return (
    <>
      <p class="lead">
        Assistants that write software use the bank by the Model Context Protocol: they make worlds, sign calls, are
        refused, ask why, approve, move the clock, and write a test of it all. <code>npx sandbank mcp</code> serves one
        on standard input and output; a bank that runs has the same at <code>/mcp</code>.
      </p>
      <p>
        The command uses the bank that runs, or starts the one of <code>SANDBANK_HOME</code>, and works in a world of
        its own, which lasts a day; <code>--world NAME</code> names another. Install Sandbank in the project first, as
        for tests: then npx finds it there.
      </p>
      {CLIENTS.map(({ title, text, example }) => (
        <section>
          <h2>{title}</h2>
          <p>{text}</p>
          <Example text={example} />
        </section>
      ))}
      <h2>Over HTTP</h2>
      <p>
        <code>{DEFAULT_ORIGIN}/mcp</code> is the world <code>default</code>,{' '}
        <code>{DEFAULT_ORIGIN}/worlds/NAME/mcp</code> each other one (Streamable HTTP, without sessions). Who may use{' '}
        <code>/graphql</code> may use <code>/mcp</code>: where the bank has a token, send it in the header{' '}
        <code>Authorization: Bearer TOKEN</code>. The command reads it from <code>SANDBANK_TOKEN</code>.
      </p>
      <Example text={HTTP} />
      <h2>Tools</h2>
      <Table
        named={0}
        head={['Tool', 'What it does']}
        rows={TOOLS.map(([name, says]) => [<code>{name}</code>, says])}
      />
      <p>
        What a tool takes follows from the operations of the bank. An answer has at most 4 kB: <code>page</code> asks
        for more, <code>full: true</code> for all. A refusal says what would be right.
      </p>
      <h2>Pages in Markdown</h2>
      <p>
        <a href="/llms.txt">/llms.txt</a> lists all pages of this documentation; each is Markdown with <code>.md</code>{' '}
        behind its address. The package has <code>SKILL.md</code>, which says how to work with the bank: copy it from{' '}
        <code>node_modules/sandbank/src/clients/mcp/</code> to where the assistant looks for such files, for example{' '}
        <code>.claude/skills/sandbank/</code>.
      </p>
    </>
  )
}

const COMMAND = { command: 'npx', args: ['sandbank', 'mcp'] } as const
const json = (value: object) => JSON.stringify(value, null, 2)

const CLIENTS = [
  {
    title: 'Claude Code',
    text: 'In the folder of the project:',
    example: 'claude mcp add sandbank -- npx sandbank mcp',
  },
  {
    title: 'Claude Desktop',
    text: 'Settings, Developer, Edit Config opens claude_desktop_config.json. It knows no project, so it needs the whole path:',
    example: json({
      mcpServers: { sandbank: { command: 'node', args: ['/PROJECT/node_modules/sandbank/dist/cli.js', 'mcp'] } },
    }),
  },
  {
    title: 'Cursor',
    text: 'In .cursor/mcp.json of the project:',
    example: json({ mcpServers: { sandbank: COMMAND } }),
  },
  {
    title: 'VS Code',
    text: 'In .vscode/mcp.json of the project:',
    example: json({ servers: { sandbank: { type: 'stdio', ...COMMAND } } }),
  },
  {
    title: 'Codex CLI',
    text: 'The command writes it into ~/.codex/config.toml:',
    example: 'codex mcp add sandbank -- npx sandbank mcp',
  },
  {
    title: 'Gemini CLI',
    text: 'In .gemini/settings.json of the project:',
    example: json({ mcpServers: { sandbank: COMMAND } }),
  },
] as const

const HTTP = [
  `claude mcp add --transport http sandbank ${DEFAULT_ORIGIN}/mcp --header "Authorization: Bearer TOKEN"`,
  `codex mcp add sandbank --url ${DEFAULT_ORIGIN}/mcp --bearer-token-env-var SANDBANK_TOKEN`,
].join('\n')

/** The tools in words for people; that they are all is tested. */
const TOOLS = [
  ['make_world', 'Makes a world: standard, empty, a copy, from a snapshot or a fixture.'],
  ['apply_fixture', 'Makes what a document says.'],
  ['call', 'Makes one call of any operation, signed, and says why it was refused. describe: true says what it takes.'],
  ['approve', 'Approves or rejects as the PSU.'],
  ['advance_clock', 'Moves the clock. What falls due on the way is carried out.'],
  ['why', 'Explains a refused call, or what a payment, basket, consent or SCA waits for.'],
  ['calls', 'Lists the calls of the journal, or shows one.'],
  ['set_scenario', 'Forces an outcome on calls of TPPs.'],
  ['snapshot, restore', 'Keeps the state of a world, and puts the world back to that state.'],
  ['diff', 'Compares two worlds, or a world with a snapshot.'],
  ['story', 'Writes calls as a test for vitest, jest, node:test or pytest, or as a script of curl.'],
  ['search_docs, read_docs', 'Find and read these pages.'],
] as const
