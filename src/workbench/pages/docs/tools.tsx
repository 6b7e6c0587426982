import { docsPath } from '../around.ts'
import { Example, Table } from '../parts.tsx'
import { RECIPES } from './recipes.ts'
import { CI_FILES, FIRST_SUITES, INSTALL_FOR_SUITES, SHARED_SUITES, SUITES, type Suite } from './suites.ts'

/** The guide to `sandbank/testing`. */
export function Kit() {
  return (
    <>
      <p class="lead">
        <code>sandbank/testing</code> starts a bank inside a test: no port, no container, no files left. Each test has a
        world of its own, so tests run side by side. <code>npm pack</code> makes the tarball of Sandbank; then{' '}
        <code>node --test</code> runs this one. <code>startSandbank</code> takes a fraction of a second,{' '}
        <code>createWorld</code> milliseconds.
      </p>
      <Example text={INSTALL_FOR_SUITES} />
      <Example
        text={`// kit.test.mjs
import assert from 'node:assert'
import { test } from 'node:test'
import { startSandbank } from 'sandbank/testing'

test('an approved payment is carried out by the next batch', async () => {
  const bank = await startSandbank()
  const world = await bank.createWorld()
  const payments = world.url('/v1/payments/norwegian-domestic-credit-transfers')
  const payment = {
    instructedAmount: { amount: '100.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
  }
  const tpp = bank.tpp('acme')
  const created = await tpp.fetch(payments, { psu: '13039319955', context: 'PRIVATE', json: payment })
  await world.approve(created, '13039319955')
  await world.clock.advance('P5D')
  const { paymentId } = await created.json()
  const status = await tpp.fetch(payments + '/' + paymentId + '/status', { psu: '13039319955' })
  assert.equal((await status.json()).transactionStatus, 'ACSC')
  await bank.close()
})`}
      />
      <Table
        named={0}
        head={['Call', 'What it does']}
        rows={Object.entries(KIT_CALLS).map(([call, text]) => [<code>{call}</code>, text])}
      />
      <p>
        <code>connectSandbank(url)</code> gives the same object for a server that runs already. Other languages have{' '}
        <a href={docsPath('/suites')}>a kit in one file</a>.
      </p>
      <p>
        No install script has to run. On Node 20 npm says that <code>@photostructure/sqlite</code> wants Node 22; that
        package works there. Yarn 1 needs <code>--ignore-engines</code>. With <code>SANDBANK_ENGINE=prisma</code> in the
        environment Prisma's engine answers in the bank of a test, too.
      </p>
      {FIRST_SUITES.map(suiteOf)}
      {SHARED_SUITES.map(suiteOf)}
    </>
  )
}

const KIT_CALLS = {
  'bank.createWorld(options)':
    'A world: from STANDARD or EMPTY, copyOf, snapshot, snapshotFile, fixture or fixtureName, with its clock, which may be in the past.',
  'world.baseUrl, world.url(path)': 'The base URL for an application, and an address below it.',
  'bank.tpp(name, { roles, id })': 'A TPP with key and certificate, in memory only.',
  'tpp.fetch(url, { psu, context, agreementId, json, headers, scenario })':
    'A fetch that adds each required header and signs. It takes what fetch takes, so generated clients can use it.',
  'world.approve(answer, psu), world.reject(answer, psu)': 'The SCA that the answer links to.',
  "world.clock.advance('P1D'), .freeze(at), .resume(), .now()":
    'The clock of the world. Due work is carried out on the way.',
  'world.graphql(document, variables)': "The operator's door. A refusal is thrown, with code and path.",
  'world.watch(document, variables)':
    'A subscription as an async iterator: for await (const { clock } of world.watch(…)). It ends with break, return() or close().',
  'world.setScenario(scenario, { for, times, probability, seed })': 'An outcome on demand.',
  'world.setHabit(habit, { for, seed }), world.shownTo(account, tpp)':
    'Statements as real banks send them, and which line is which.',
  'world.snapshot(), .diff(before), .restore(before), .reset()': 'What a call changed, and the way back.',
  'world.save(file)': 'The world with its clock in a file, which createWorld({ snapshotFile }) opens.',
  'world.create(document)': 'What a fixture says, beside what is there. It answers the ids by their keys.',
  'world.calls({ operation, status, tpp, … }), world.calls.settled()':
    'What an application has sent, in its order, with the answers; and the wait until no call is running.',
  'world.fixture()':
    'The content of the world, as a document that makes one like it: without finished payments, which are only in the lines of their accounts. .snapshot() keeps all.',
}

/** The guide to the command `sandbank`. */
export function CommandLine() {
  return (
    <>
      <p class="lead">
        <code>npx sandbank</code> starts banks, creates TPPs and sends signed calls. Each command has{' '}
        <code>--help</code> with examples, options and exit codes.
      </p>
      <Example
        text={`npx sandbank tpp new reader --roles AI --force
npx sandbank call GET '/v1/sandbox/accounts' --tpp reader --save account=[0].id
npx sandbank call GET '/v1/sandbox/accounts/{account}' --tpp reader --verbose
npx sandbank log
npx sandbank report --tpp reader`}
      />
      <Example
        text={`npx sandbank log --caller tpps --path /sandbox/accounts --operation accounts
npx sandbank log --code RESOURCE_UNKNOWN --all-worlds
npx sandbank log --request 5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1
npx sandbank log --trace 4bf92f3577b34da6a3ce929d0e0e4736
npx sandbank world create spring --clock 2026-03-02T09:00:00Z
npx sandbank fixture export --no-clock --world spring
npx sandbank world delete spring`}
      />
      <p>
        <code>--save NAME=PATH</code> stores a value of the answer; <code>{'{NAME}'}</code> in a later call stands for
        it.
        <code>--curl</code> prints a curl command that does the same. A shell finds the program faster without npx:{' '}
        <code>node_modules/.bin/sandbank</code>.
      </p>
      <p>
        Subscriptions (<code>calls</code>, <code>clock</code>, <code>payment</code>, <code>consent</code>,{' '}
        <code>world</code>) send their state at once and then each change, by GraphQL over SSE:{' '}
        <code>npx sandbank graphql 'subscription {'{ calls { status target } }'}'</code>, or <code>curl -N</code> with{' '}
        <code>Accept: text/event-stream</code>.
      </p>
      <Table
        named={0}
        head={['Command', 'What it does']}
        rows={COMMANDS.map(([name, says]) => [<code>{name}</code>, says])}
      />
    </>
  )
}

const COMMANDS = [
  ['start', 'Starts a bank that listens on a port.'],
  ['tpp', 'Creates and lists TPPs: keys, certificates, also of a bank elsewhere (--base), or with a flaw on purpose.'],
  ['call', 'Sends one signed call, with every header that the operation requires.'],
  ['graphql', 'Runs one GraphQL operation as the operator.'],
  ['clock', 'Shows, moves, freezes and resumes the clock of a world.'],
  ['approve', 'Approves what waits for a PSU, as on the page of the bank.'],
  ['reject', 'Rejects what waits for a PSU.'],
  ['scenario', 'Sets, lists and clears the outcomes that a world forces on calls of TPPs.'],
  ['audit', 'Checks that the books of a world add up.'],
  ['explain', 'Finds the fault of a signed request, from a file or a log of a client.'],
  [
    'log',
    'Lists calls of the journal, follows them, and repeats one as a command, curl, GraphQL, a test or a fixture.',
  ],
  ['why', 'Says why a call was refused, or what a payment, basket, consent or SCA waits for, and what changes it.'],
  ['report', 'The report card of an integration: what it has tried, and what a bank would object to.'],
  ['compare', 'Says where this bank and another one differ, by recorded calls.'],
  ['fixture', 'Applies, exports, shows and lists fixtures.'],
  ['kit', 'Prints the kit for pytest, JUnit or Go, as one file.'],
  ['exec', 'Runs a command with a bank of its own, whose addresses and keys are in environment variables.'],
  ['proxy', 'A local address that signs what is sent to it, for Postman, fuzzers and clients without signatures.'],
  ['mcp', 'Serves an assistant that writes software: worlds, signed calls, explanations.'],
  ['world', 'Creates, lists, resets and deletes worlds.'],
  ['snapshot', 'Takes, restores, saves and loads snapshots.'],
  ['open', 'Opens the console in a browser.'],
  ['move', 'Moves a stopped bank into a database of PostgreSQL.'],
  ['completion', 'Prints a script by which bash, zsh or fish completes commands and options.'],
] as const

/** The kit in other languages. */
export function Suites() {
  return (
    <>
      <p class="lead">
        For suites that are not JavaScript the kit is one file, without dependencies: <code>npx sandbank kit</code>{' '}
        prints it. It gives each test a world of its own, signed calls, approvals, the clock, scenarios and the calls
        that an application has sent.
      </p>
      <p>
        Node runs the bank: 20.19 or later. In the folder of the suite install the tarball that <code>npm pack</code>{' '}
        makes of Sandbank:
      </p>
      <Example text={INSTALL_FOR_SUITES} />
      {SUITES.map(suiteOf)}
      <p>
        <code>npx sandbank exec</code> starts a bank for one command, and ends with its exit code. Where that fails, its
        calls stay with <code>--keep-journal FILE</code>: a line of JSON for each, with the id that a failure names. A
        bank that runs elsewhere is named by <code>SANDBANK_URL</code> and <code>SANDBANK_TOKEN</code>. The whole kit is
        documented in the file itself.
      </p>
      <h2>Without the kit</h2>
      <ul>
        <li>
          The command finds <code>SANDBANK_URL</code>, <code>SANDBANK_TOKEN</code> for GraphQL,{' '}
          <code>SANDBANK_CERTIFICATE</code> and <code>SANDBANK_KEY</code> (files), and <code>SANDBANK_KEYID_VALUE</code>
          .
        </li>
        <li>
          <code>SANDBANK_SIGNER</code> is an address that signs what it is sent, for a PSU with{' '}
          <code>--psu NUMBER</code>. <code>npx sandbank proxy --tpp acme --psu 13039319955</code> is the same signer for
          a bank that runs already: for Postman or a fuzzer, but for no page of another site.
        </li>
        <li>
          Postman, Bruno and Insomnia import <code>http://127.0.0.1:4001/openapi.json</code>; their calls then go
          through the signer. Let Postman generate parameters from examples. In Insomnia tick PSU-ID and PSU-Context.
        </li>
      </ul>
      <h2>On a CI server</h2>
      {CI_FILES.map(text => (
        <Example text={text} />
      ))}
    </>
  )
}

function suiteOf({ title, kit, files, command }: Suite) {
  return (
    <>
      <h2>{title}</h2>
      {[...(kit === undefined ? [] : [kit]), ...files, command].map(text => (
        <Example text={text} />
      ))}
    </>
  )
}

/** Complete tasks at the command line. */
export function Recipes() {
  return (
    <>
      <p class="lead">
        With the customers of the standard set: 13039319955 (Kari) and 12085592767 (Ola) are private; of the
        corporations 18129215603 (Fjordfisk AS), Kari may approve, and of 20079518612 (Nordlys Bygg AS), Ola may only
        register. Each block is whole: <code>--save NAME=PATH</code> stores a value of an answer,{' '}
        <code>{'{NAME}'}</code> stands for it later; <code>{'\\{NAME}'}</code> in a header is sent unchanged.
      </p>
      {RECIPES.map(({ title, text, commands }) => (
        <section>
          <h2 id={title.toLowerCase().replaceAll(' ', '-')}>{title}</h2>
          <p>{text}</p>
          <Example text={commands} />
        </section>
      ))}
    </>
  )
}
