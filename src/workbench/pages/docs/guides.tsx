import { ERRORS } from '../../../bank/wire/errors.ts'
import { derivedNumbers } from '../../../domain/keys.ts'
import { LONGEST_WAIT_S, REASON_CODES, type ScenarioName } from '../../../domain/scenarios.ts'
import { SNAPSHOT_TYPE } from '../../../domain/worlds.ts'
import { BANK_BY_KEYS } from '../../../sandbox/fixtures/documents/bank-by-keys.ts'
import { FIXTURES } from '../../../sandbox/fixtures/documents/list.ts'
import { payments } from '../../../sandbox/fixtures/documents/payments.ts'
import { docsPath } from '../around.ts'
import { Example, Table } from '../parts.tsx'
import { Assistants } from './assistants.tsx'
import { ByHand } from './by-hand.tsx'
import { Changes } from './changes.tsx'
import { Comparing } from './comparing.tsx'
import { Hosting } from './hosting.tsx'
import { Measuring } from './measuring.tsx'
import { Servers } from './servers.tsx'
import { Statements } from './statements.tsx'
import { Teams } from './teams.tsx'
import { CommandLine, Kit, Recipes, Suites } from './tools.tsx'

/** A short page for each thing that testers get, with an example that can be run unchanged. */
export const GUIDES = {
  'by-hand': { title: 'By hand', says: 'A signed call with openssl and curl alone.', Page: ByHand },
  kit: { title: 'The kit', says: 'A bank inside a test, for JavaScript and TypeScript.', Page: Kit },
  suites: { title: 'Suites', says: 'The kit for pytest, Go and JUnit, and CI servers.', Page: Suites },
  recipes: { title: 'Recipes', says: 'Consents and payments of each kind, from a terminal.', Page: Recipes },
  fixtures: { title: 'Fixtures', says: 'One document that says what is in a world.', Page: Fixtures },
  scenarios: { title: 'Scenarios', says: 'Outcomes on demand: errors, delays, lost answers.', Page: Scenarios },
  statements: {
    title: 'Statements of real banks',
    says: 'Lines that come late, twice or under other ids.',
    Page: Statements,
  },
  worlds: { title: 'Worlds', says: 'Isolated banks with clocks and snapshots.', Page: Worlds },
  cli: {
    title: 'The command line',
    says: 'Signed calls, worlds, logs and explanations in a terminal.',
    Page: CommandLine,
  },
  compare: { title: 'Comparing', says: 'Where this bank and another one differ, by your own calls.', Page: Comparing },
  assistants: {
    title: 'Assistants',
    says: 'Tools for assistants that write software: Claude, Cursor, VS Code, Codex.',
    Page: Assistants,
  },
  hosting: { title: 'Hosting', says: 'A bank for other machines: service, proxy, backup, upgrade.', Page: Hosting },
  teams: { title: 'Many teams', says: 'A home for each group of teams, behind one proxy.', Page: Teams },
  servers: { title: 'Several servers', says: 'One bank on several servers, with PostgreSQL.', Page: Servers },
  measuring: { title: 'Measuring', says: 'What a call costs, and what each setting adds.', Page: Measuring },
  changes: { title: 'Changes', says: 'What each version changed.', Page: Changes },
} as const

function Fixtures() {
  return (
    <>
      <p class="lead">
        A fixture is one document, JSON or YAML, of up to 16 MiB: customers with their accounts, agreements, consents,
        payments, scenarios, habits. An entry has the fields of the input of the operation that makes it, by the same
        names, with choices written like those of REST: <code>norwegian-domestic-credit-transfers</code>. Who calls is
        said by <code>tpp</code>, <code>psu</code> and <code>agreementId</code>. All entries are made, or none.
      </p>
      <Example
        text={`# bank.yaml
customers:
  - key: kari
    name: Kari Nordmann
    type: PRIVATE
    accounts:
      - key: daily
        accountName: Daily
        currency: NOK
        product: Current account
        cashAccountType: CACC
        creditLine: 0
        balances:
          - { balanceType: closingBooked, balanceAmount: { amount: 50000, currency: NOK } }
        generate: { transactions: 50, from: -60D, to: -1D, seed: 1, profile: household }`}
      />
      <Example
        text={`npx sandbank world create fresh --from EMPTY
npx sandbank fixture apply ./bank.yaml --world fresh
npx sandbank fixture export --world fresh
npx sandbank world delete fresh`}
      />
      <p>
        A <code>key</code> names an entry for other entries and for tests; numbers that are left out follow from it, the
        same each time. <code>generate</code> fills an account with a plausible life. Editors complete a document by the
        JSON Schema at <a href="/fixture.schema.json">/fixture.schema.json</a>.
      </p>
      <p>
        <code>createdAt</code> says when an entry was made, <code>status</code> how a payment or basket stands now: the
        operations and moves of the clock that bring it there are carried out. A state that none of them brings about,
        for example a payment half way through a batch, is in a snapshot.
      </p>
      <p>
        An entry with a key that is applied again changes nothing; with other content it is 409 CONFLICT, and nothing of
        the document is made. Entries without a key are made again when the document has changed, with other derived
        numbers; one that states its number needs a key, since the number is taken by then.
      </p>
      <p>
        The same document is taken by <code>createWorld</code> and <code>applyFixture</code> in GraphQL, by{' '}
        <code>bank.createWorld({'{ fixture }'})</code> in the kit, and by <code>start</code> and <code>exec</code> with{' '}
        <code>--fixture</code>. <code>start --import FILE --export-on-exit FILE</code> keeps the world{' '}
        <code>default</code> in a file: a fixture, or all of its state where the name ends in <code>.snapshot</code>. A
        snapshot is loaded into a new bank only.
      </p>
      <p>
        An export has no finished payments: they are in the lines of their accounts. An export also leaves out consents
        and waiting payments that could not be given again by the present rights. The standard error of{' '}
        <code>fixture export</code> and <code>--export-on-exit</code> lists what is left out, and so does{' '}
        <code>fixtureLeavesOut</code> in GraphQL; a file that held more is kept as <code>FILE.before</code>.
      </p>
      <h2>A bank by one GraphQL document</h2>
      <p>
        The input of a mutation that makes something takes a <code>key</code>, like an entry of a document; so does each
        of the <code>inputs</code> where many are made at once. From then on the key stands for the id, the customer
        number and the IBAN of that thing: in other inputs (<code>{'{ iban: "daily" }'}</code>), in filters, in the kit
        and in the console's search. A key is unique in its world; that of a deleted thing is free again. REST knows no
        keys.
      </p>
      <Example text={`# bank.graphql\n${BANK_BY_KEYS}`} />
      <Example text="npx sandbank graphql @bank.graphql" />
      <h2>Fixtures of the product</h2>
      <Table
        named={0}
        head={['Name', 'Content']}
        rows={FIXTURES.map(({ name, description }) => [<code class="whole-word">{name}</code>, description])}
      />
    </>
  )
}

function Scenarios() {
  const apart = Object.entries(ERRORS).flatMap(([code, row]) => ('wireCode' in row ? [`${code} (${row.status})`] : []))
  return (
    <>
      <p class="lead">
        The header <code>Sandbank-Scenario</code> of a signed call forces an outcome, and the answer repeats the header.
        All checks stay: a scenario acts only on a call that would succeed.
      </p>
      <Table
        named={0}
        head={['Scenario', 'What happens']}
        rows={Object.values(OUTCOMES).flatMap(rows => rows.map(([text, says]) => [<code>{text}</code>, says]))}
      />
      <p>
        The codes are those of <a href={docsPath('/errors')}>the table of errors</a>. Some have a name of their own
        here, since clients see one code for all of them: {apart.join(', ')}.
      </p>
      <Example
        text={`npx sandbank call GET /v1/sandbox/customers --scenario 'delay; ms=200'
npx sandbank scenario set lose-answer --operation createPayment --times 1
npx sandbank scenario list
npx sandbank scenario clear`}
      />
      <p>
        <code>sandbank scenario set</code> (in GraphQL <code>setScenario</code>) sets one on a world, for clients that
        cannot send the header: <code>for</code> a TPP, an operation, a PSU or payments to an account, on so many calls
        (<code>times</code>) or on a share of them (<code>probability</code>, <code>seed</code>), which are the same
        calls on each run. Copies and snapshots of the world keep the scenario, a{' '}
        <a href={docsPath('/fixtures')}>fixture</a> has scenarios under <code>scenarios</code>; <code>resetWorld</code>{' '}
        leaves those that the world began with. A scenario acts on calls of TPPs, never on those of the operator.
      </p>
      <h2>Accounts that always fail</h2>
      <p>
        In a world of the fixture <code>payments</code> (<code>sandbank world create --fixture payments</code>) every
        payment to one of these accounts is rejected in its batch, for clients that can send no header.
      </p>
      <Table named={0} head={['Creditor account', 'What happens']} rows={failingAccounts()} />
    </>
  )
}

function failingAccounts() {
  return payments.scenarios.map(({ scenario, for: { creditorAccount } }) => [
    <code>{derivedNumbers(creditorAccount, {}).iban}</code>,
    <code>{scenario}</code>,
  ])
}

const OUTCOMES: Record<ScenarioName, readonly (readonly [string, string])[]> = {
  error: [['error; code=ACCESS_EXCEEDED', 'The error of that code, with its status and body. Nothing is done.']],
  delay: [
    [
      'delay; ms=1500; jitter=500',
      `The answer comes late, by ms and a part of jitter, at most ${LONGEST_WAIT_S} seconds. The work of the call is done before.`,
    ],
  ],
  hang: [['hang; s=30', 'No answer, and then the connection ends. Nothing is done.']],
  'lose-answer': [
    [
      'lose-answer',
      'The work of the call is done, and the connection ends before the answer. The same call again, with its X-Request-ID, gets the stored answer.',
    ],
  ],
  sca: [
    [
      'sca; outcome=rejected',
      'The SCA that the call starts is rejected at once (or expired). Rejected payments are RJCT.',
    ],
  ],
  execution: [
    [
      'execution; status=RJCT; reason=AM04',
      `The payment of the call fails when it is carried out, for one of ${REASON_CODES.join(', ')}. Each execution of a periodic payment does.`,
    ],
    ['execution; status=PART', 'The last transfer of the bulk payment fails.'],
  ],
  status: [
    [
      'status; value=ACCP',
      'The payment of the call is ACCP (or ACWP), which this bank never gives by itself, in place of RCVD, until it changes next.',
    ],
  ],
  'consent-revoked': [
    [
      'consent-revoked; after=PT1H',
      "The PSU revokes the consent of the call, or of the offer, so long afterwards by the world's clock.",
    ],
  ],
}

function Worlds() {
  return (
    <>
      <p class="lead">
        A world is one isolated bank with its own customers, payments and clock. <code>default</code> is at the base
        URL, all others at <code>/worlds/NAME</code>: for a client, a world is only a different base URL.
      </p>
      <Example
        text={`npx sandbank world create green
npx sandbank call GET /v1/sandbox/accounts --world green
npx sandbank clock freeze --world green
npx sandbank snapshot take before --world green
npx sandbank graphql 'mutation { createCustomer(input: { key: "siri", name: "Siri", type: PRIVATE }) { customer { customerNumber } } }' --world green
npx sandbank clock advance P30D --world green
npx sandbank graphql '{ diffWorlds(left: { snapshot: "before" }, right: {}) { equal nodes { kind noun id } } }' --world green
npx sandbank snapshot restore before --world green
npx sandbank world create again --copy-of green --expires-after PT1H
npx sandbank world delete green`}
      />
      <ul>
        <li>
          A world starts with the standard set, empty, from a fixture, from another world, or from a snapshot.{' '}
          <code>resetWorld</code> gives the world that content again. Ids are the same in a copy and after a reset.
        </li>
        <li>
          A move of the clock runs all that falls due on the way, in order, each at its own instant: batches, periodic
          executions, expiries. Other calls go on meanwhile. The clock goes back only with a snapshot.
        </li>
        <li>
          A snapshot holds rows, clock, replay records and counters. As a file (<code>snapshot save</code>,{' '}
          <code>snapshot load</code>; in a test <code>world.save(file)</code>) it opens in another bank of the same or a
          later version; a <a href={docsPath('/fixtures')}>fixture</a> is for the long term. Over HTTP it is{' '}
          <code>/snapshots/NAME</code> below the base URL of its world, to <code>GET</code> and to <code>PUT</code> as{' '}
          <code>{SNAPSHOT_TYPE}</code>, with the token of <code>/graphql</code>.
        </li>
        <li>
          <code>--expires-after PT1H</code> deletes a world by itself. A server has at most <code>SANDBANK_WORLDS</code>{' '}
          of them.
        </li>
      </ul>
    </>
  )
}
